"""Pagodas onto the board, and whose last one that was."""

from cext.games.qin.rules.effect cimport Effect, spare_pagodas, spares
from cext.games.qin.rules.seats cimport of_seat, seats_word
from cext.games.qin.rules.state cimport (
    T_PAGODAS_FOR_OTHERS, T_VILLAGES_CONNECTED, T_VILLAGES_CONQUERED, T_VILLAGES_LOST, State,
)
from cext.games.qin.rules.tables cimport MAX_PLAYERS, Tables
from cext.games.qin.rules.villages cimport count_beside
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy


cdef inline bint place_pagodas(const Tables* t, State* s, const Effect* e) noexcept nogil:
    """Pagodas onto provinces and villages; whether somebody's last one went down."""
    cdef uint32_t spare = spare_pagodas(t, s)
    cdef bint last = not (spares(spare, e.placed) and spares(spare + e.lost, e.placed + e.gained))
    cdef int n
    for n in range(e.n_villages):
        memcpy(s.force[e.village[n]], &e.force[n], MAX_PLAYERS)
    if last:
        place_in_turn(t, s, e)
        settle_last_turn(t, s, e)
    else:
        place_at_once(t, s, e)
    return last


cdef inline void place_at_once(const Tables* t, State* s, const Effect* e) noexcept nogil:
    """All of them, where nobody can run out: then it does not matter whose comes first."""
    cdef uint32_t supply
    cdef int k, i, n, former, holder, changed
    s.pagodas[s.root[e.cell[0]]] = <uint8_t>e.join[0].pagodas
    k = e.n_joins - 1  # a tile of one colour: the same again
    s.pagodas[s.root[e.cell[k]]] = <uint8_t>e.join[k].pagodas
    supply = seats_word(s.supply) + e.lost - e.placed - e.gained
    memcpy(s.supply, &supply, MAX_PLAYERS)
    if e.placed & ~(<uint32_t>0xff << (8 * e.seat)):
        for i in range(t.n_players):
            if i != e.seat and of_seat(e.placed, i) > of_seat(e.removed, i):
                s.counter[e.seat][T_PAGODAS_FOR_OTHERS] += of_seat(e.placed, i) - of_seat(e.removed, i)
    for n in range(e.n_villages):
        former = e.former[n]
        holder = e.holder[n]
        changed = holder != former
        i = holder - (holder > 0)
        s.village[e.village[n]] = <uint8_t>holder
        s.counter[i][T_VILLAGES_CONQUERED if former else T_VILLAGES_CONNECTED] += changed
        s.counter[e.seat][T_PAGODAS_FOR_OTHERS] += changed & (i != e.seat)
        s.counter[former - (former > 0)][T_VILLAGES_LOST] += changed & (former > 0)


cdef inline void place_in_turn(const Tables* t, State* s, const Effect* e) noexcept nogil:
    """One after the other: onto provinces, then villages, the mover's first, up to somebody's last one."""
    cdef int i, k, n, v, left
    cdef bint last = False
    for k in range(t.n_players):
        i = e.seat + k
        i = i - t.n_players if i >= t.n_players else i
        if of_seat(e.placed, i) == 0:
            continue
        left = s.supply[i]
        last = build_on_provinces(s, e, i)
        # of a rival's pagodas only those beyond the ones this merger dislodged are help: the others just come back
        if i != e.seat and left - s.supply[i] > of_seat(e.removed, i):
            s.counter[e.seat][T_PAGODAS_FOR_OTHERS] += left - s.supply[i] - of_seat(e.removed, i)
        if last:
            return
    for n in range(e.n_villages):
        v = e.village[n]
        if s.village[v] != e.holder[n] and s.village[v]:
            s.supply[s.village[v] - 1] += 1
            s.counter[s.village[v] - 1][T_VILLAGES_LOST] += 1
            s.village[v] = 0
    for k in range(t.n_players):
        i = e.seat + k
        i = i - t.n_players if i >= t.n_players else i
        if of_seat(e.gained, i) and not last:
            for n in range(e.n_villages):
                v = e.village[n]
                if e.holder[n] == i + 1 and s.village[v] == 0 and not last:
                    s.village[v] = <uint8_t>(i + 1)
                    s.counter[i][T_VILLAGES_CONQUERED if e.former[n] else T_VILLAGES_CONNECTED] += 1
                    s.counter[e.seat][T_PAGODAS_FOR_OTHERS] += i != e.seat
                    s.supply[i] -= 1
                    last = s.supply[i] == 0


cdef inline void settle_last_turn(const Tables* t, State* s, const Effect* e) noexcept nogil:
    """What the end of the game left undone: a new province without a pagoda is nobody's, and beside villages are the
    pagodas that came."""
    cdef int k, n, root
    for k in range(e.n_joins):
        root = s.root[e.cell[k]]
        if s.pagodas[root] == 0:
            s.owner[root] = 0
    for n in range(e.n_villages):
        count_beside(s, e.village[n], s.force[e.village[n]])


cdef inline bint build_on_provinces(State* s, const Effect* e, int seat) noexcept nogil:
    """Raise the pagodas on a player's provinces to the number they want; whether his supply ran out."""
    cdef int n, root
    for n in range(e.n_joins):
        root = s.root[e.cell[n]]
        while e.join[n].owner == seat + 1 and s.pagodas[root] < e.join[n].pagodas:
            s.pagodas[root] += 1
            s.supply[seat] -= 1
            if s.supply[seat] == 0:
                return True
    return False
