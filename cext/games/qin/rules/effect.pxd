"""Everything one placement brings about, worked out before it is made: provinces, pagodas, villages, the end."""

from cext.games.qin.rules.grid cimport lowest_bit
from cext.games.qin.rules.provinces cimport Join, join_areas
from cext.games.qin.rules.seats cimport for_owner, of_owner, of_seat, seats_word
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport MAX_PLAYERS, MAX_VILLAGES, Tables, step_to
from cext.games.qin.rules.villages cimport village_owner
from cext.kernel.types cimport Move, a_of, b_of, c_of
from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef struct Effect:
    int seat                           # who places
    int cell[2]                        # squares of the tile's two spaces
    int colour[2]                      # their colours
    int n_joins                        # areas that result: 1 for a tile of one colour, else 2
    Join join[2]
    # pagodas of each seat (seats.pxd)
    uint32_t removed                   # returned from provinces
    uint32_t placed                    # placed on provinces
    uint32_t lost                      # returned from villages
    uint32_t gained                    # placed on villages
    int n_villages                     # villages whose surroundings changed
    uint8_t village[MAX_VILLAGES]      # which
    uint8_t former[MAX_VILLAGES]       # their owners before, seat + 1, 0: unoccupied
    uint8_t holder[MAX_VILLAGES]       # their owners afterwards
    uint32_t force[MAX_VILLAGES]           # pagodas beside them afterwards
    int winner                         # seat whose last pagoda goes down, -1: none (find_last_pagoda)


cdef inline uint32_t spare_pagodas(const Tables* t, const State* s) noexcept nogil:
    """The supplies of all seats as spares() takes them."""
    return seats_word(s.supply) + t.spare


cdef inline bint spares(uint32_t spare, uint32_t asked) noexcept nogil:
    """Whether everybody keeps a pagoda of his supply: then the highest bit of each byte stays."""
    return (spare - asked) & <uint32_t>0x80808080 == <uint32_t>0x80808080


cdef inline bint preview_placement(const Tables* t, const State* s, Move move, Effect* e) noexcept nogil:
    """Work out a placement by the player to move; whether it is allowed."""
    cdef int tile = a_of(move)
    cdef bint allowed
    e.seat = s.active
    e.cell[0] = b_of(move)
    e.cell[1] = e.cell[0] + step_to(c_of(move))
    e.colour[0] = t.half[tile][0]
    e.colour[1] = t.half[tile][1]
    if e.colour[0] == e.colour[1]:
        e.n_joins = 1
        allowed = join_areas(t, s, e.seat, e.colour[0], e.cell[0], e.cell[1], &e.join[0])
    else:
        e.n_joins = 2
        allowed = join_areas(t, s, e.seat, e.colour[0], e.cell[0], 0, &e.join[0])
        allowed &= join_areas(t, s, e.seat, e.colour[1], e.cell[1], 0, &e.join[1])
    if allowed:
        count_pagodas(t, s, e)
        connect_and_conquer(t, s, e)
    return allowed


cdef inline void preview_space(const Tables* t, const State* s, int colour, int cell, Effect* e) noexcept nogil:
    """Work out one space of a tile of two colours, where it is allowed."""
    e.seat = s.active
    e.cell[0] = cell
    e.colour[0] = colour
    e.n_joins = 1
    join_areas(t, s, e.seat, colour, cell, 0, &e.join[0])
    count_pagodas(t, s, e)
    connect_and_conquer(t, s, e)


cdef inline void count_pagodas(const Tables* t, const State* s, Effect* e) noexcept nogil:
    """Pagodas that go to and come back from provinces: "All dislodged pagodas are returned to their owners", and of
    the new owner's those beyond "one double pagoda"; the others never leave the board."""
    cdef int k, m, root
    cdef uint32_t standing
    cdef Join* j
    e.removed = e.placed = e.lost = e.gained = 0
    for k in range(e.n_joins):
        j = &e.join[k]
        j.kept = (j.provinces == 1) * (1 + j.majors)
        if j.provinces > 1:
            standing = 0
            for m in range(j.n):
                root = j.root[m]
                standing += for_owner(s.pagodas[root], s.owner[root])
            j.kept = min(of_owner(standing, j.owner), j.pagodas)
            e.removed += standing - for_owner(j.kept, j.owner)
        e.placed += for_owner(j.pagodas - j.kept, j.owner)


cdef inline uint32_t changed_villages(const Join* j) noexcept nogil:
    """Villages beside which an area puts other pagodas than before: not those of a province that keeps as many."""
    cdef uint32_t same = (j.provinces == 1) & ((j.majors > 0) | (j.pagodas == 1))
    return j.near & ~(j.before & -same) & -<uint32_t>(j.owner > 0)


cdef inline void connect_and_conquer(const Tables* t, const State* s, Effect* e) noexcept nogil:
    """4. Connect Village, 5. Conquer Village: after the provinces, village by village."""
    cdef int v, k, m, n = 0, holder, root
    cdef uint32_t force
    cdef const Join* j
    cdef uint32_t rest = changed_villages(&e.join[0])
    if e.n_joins == 2:
        rest |= changed_villages(&e.join[1])
    while rest:
        v = lowest_bit(rest)
        rest &= rest - 1
        force = seats_word(s.force[v])
        for k in range(e.n_joins):
            j = &e.join[k]
            for m in range(j.n):
                root = j.root[m]
                force -= for_owner(s.pagodas[root] & -<int>(s.near[root] >> v & 1), s.owner[root])
            force += for_owner(j.pagodas & -<int>(j.near >> v & 1), j.owner)
        holder = village_owner(t, s.village[v], force)
        if holder != s.village[v]:
            e.lost += for_owner(1, s.village[v])
            e.gained += for_owner(1, holder)
        e.force[n] = force
        e.village[n] = <uint8_t>v
        e.former[n] = s.village[v]
        e.holder[n] = <uint8_t>holder
        n += 1
    e.n_villages = n


cdef inline void find_last_pagoda(const Tables* t, const State* s, Effect* e) noexcept nogil:
    """End of the Game: "ends immediately when a player places his last pagoda onto the game board", whoever he is.

    Pagodas come back first, then provinces get theirs, then villages; the mover before the others, clockwise.
    """
    cdef int supply[MAX_PLAYERS]
    cdef int i, k
    e.winner = -1
    if spares(spare_pagodas(t, s), e.placed + e.gained):
        return
    for i in range(t.n_players):
        supply[i] = s.supply[i] + of_seat(e.removed, i)
    for k in range(t.n_players):
        i = e.seat + k
        i = i - t.n_players if i >= t.n_players else i
        if of_seat(e.placed, i) and supply[i] <= of_seat(e.placed, i):
            e.winner = i
            return
    for k in range(t.n_players):
        i = e.seat + k
        i = i - t.n_players if i >= t.n_players else i
        if of_seat(e.gained, i) and (
                supply[i] - of_seat(e.placed, i) + of_seat(e.lost, i) <= of_seat(e.gained, i)):
            e.winner = i
            return
