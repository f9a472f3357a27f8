"""Officials and Workers: recruiting, hiring, and moving them on the player board.

A function that begins or goes on with something gives 1 when the state waits for a decision, 0 when it is done.
"""

from cext.games.byte_masks cimport load5, nonzero
from cext.games.first_empire.rules.state cimport (
    KIND_HIRE, KIND_MOVE, KIND_MOVE_WORKER, KIND_PLACE, KIND_RECRUIT, KIND_STOP, OF_CHOICE, WORKERS, Seat, State,
)
from cext.games.first_empire.rules.tables cimport ALL_REGIONS, GENERAL, N_REGIONS, N_TYPES, Tables
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy


cdef inline int officials_in_supply(const Seat* p) noexcept nogil:
    """Officials a player may still recruit."""
    return p.supply[0] + p.supply[1] + p.supply[2]


cdef inline int regions_with_officials(const Seat* p) noexcept nogil:
    """Bit mask of regions with an official."""
    return regions_with_type(p, 0) | regions_with_type(p, 1) | regions_with_type(p, 2)


cdef inline int regions_with_type(const Seat* p, int c) noexcept nogil:
    """Bit mask of regions with an official of a type."""
    return p.standing >> (N_REGIONS * c) & ALL_REGIONS


cdef inline int regions_with_workers(const Seat* p) noexcept nogil:
    """Bit mask of regions with a worker."""
    return nonzero(load5(p.workers))


cdef inline int types_in(const Seat* p, int r) noexcept nogil:
    """Bit mask of types of officials in a region; the product brings the bits of the three types side by side."""
    return (p.standing >> r & 0x421) * 0x111 >> 8 & 7


cdef inline void put_official(Seat* p, int c, int r) noexcept nogil:
    """An official comes to a region."""
    p.officials[r][c] += 1
    p.standing = <uint16_t>(p.standing | 1 << (N_REGIONS * c + r))


cdef inline void take_official(Seat* p, int c, int r) noexcept nogil:
    """An official leaves a region."""
    kassert(p.officials[r][c] > 0)
    p.officials[r][c] -= 1
    p.standing = <uint16_t>(p.standing & ~((p.officials[r][c] == 0) << (N_REGIONS * c + r)))


# -- Recruit 1 Official -------------------------------------------------------------------------------------------

cdef inline void place_official(Seat* p, int c, int r) noexcept nogil:
    """An official from the supply to a region of the player board."""
    kassert(p.supply[c] > 0)
    p.supply[c] -= 1
    put_official(p, c, r)


cdef inline int ask_recruit(State* s, const Seat* p, int regions, int number) noexcept nogil:
    """Recruit 1 Official, so many times, "of their choice from their supply", in one of the regions."""
    s.regions = <uint8_t>regions
    s.left = <uint8_t>number
    return next_recruit(s, p)


cdef inline int next_recruit(State* s, const Seat* p) noexcept nogil:
    """The next of the officials, as long as there are any."""
    if s.left == 0 or officials_in_supply(p) == 0 or s.regions == 0:
        return 0
    s.stage = KIND_RECRUIT
    return 1


cdef inline int recruit(State* s, Seat* p, int c, int r) noexcept nogil:
    """One of the officials; then perhaps another."""
    place_official(p, c, r)
    s.left -= 1
    return next_recruit(s, p)


cdef inline int list_recruits(const State* s, const Seat* p, Move* moves) noexcept nogil:
    """Recruit 1 Official: type and region."""
    cdef int c, r, n = 0
    for c in range(N_TYPES):
        if p.supply[c]:
            for r in range(N_REGIONS):
                moves[n] = pack(KIND_RECRUIT, c, r)
                n += s.regions >> r & 1
    return n


# -- pieces that go to one region ----------------------------------------------------------------------------------

cdef inline int ask_place(State* s, int type, int regions, int amount, int times) noexcept nogil:
    """Officials of a type, or workers, so many at a time to one of the regions."""
    s.type = <uint8_t>type
    s.regions = <uint8_t>regions
    s.amount = <uint8_t>amount
    s.left = <uint8_t>times
    kassert(times > 0 and regions != 0)
    s.stage = KIND_PLACE
    return 1


cdef inline void take_workers(Seat* p, int r, int number) noexcept nogil:
    """Workers for a region: "the only component that is not supposed to be limited"."""
    p.workers[r] = <uint8_t>(p.workers[r] + number)
    p.hired = <uint8_t>(p.hired + number)


cdef inline int place_pieces(State* s, Seat* p, int r) noexcept nogil:
    """The pieces in the region chosen, as far as the supply goes; officials of choice are then recruited there."""
    cdef int _
    if s.type == OF_CHOICE:
        return ask_recruit(s, p, 1 << r, s.amount)
    if s.type == WORKERS:
        take_workers(p, r, s.amount)
    else:
        for _ in range(s.amount):
            if p.supply[s.type]:
                place_official(p, s.type, r)
    s.left -= 1
    return s.left > 0


cdef inline int list_places(const State* s, Move* moves) noexcept nogil:
    """The regions that may be named."""
    cdef int r, n = 0
    for r in range(N_REGIONS):
        if s.regions >> r & 1:
            moves[n] = pack(KIND_PLACE, r)
            n += 1
    return n


# -- Hire 2 Workers ---------------------------------------------------------------------------------------------------

cdef inline int calm_regions(const Seat* p) noexcept nogil:
    """Bit mask of regions where unrest is below 3."""
    return nonzero(<uint64_t>0x0303030303ULL - load5(p.unrest))


cdef inline int regions_to_hire(const Seat* p) noexcept nogil:
    """Hire 2 Workers: bit mask of regions with a General where unrest may rise."""
    return regions_with_type(p, GENERAL) & calm_regions(p)


cdef inline int list_hires(const Seat* p, Move* moves) noexcept nogil:
    """Hire 2 Workers: the regions."""
    cdef int r, n = 0, mask = regions_to_hire(p)
    for r in range(N_REGIONS):
        moves[n] = pack(KIND_HIRE, r)
        n += mask >> r & 1
    return n


cdef inline void hire(const Tables* t, Seat* p, int r) noexcept nogil:
    """"They must take 2 Workers … They must increase the Unrest level in that region by one"."""
    take_workers(p, r, t.hire_workers)
    p.unrest[r] += 1


# -- moving them ----------------------------------------------------------------------------------------------------

cdef inline int list_official_moves(const Tables* t, const Seat* p, Move* moves) noexcept nogil:
    """"Move one of their Officials to an adjacent region (Chu and Yan regions are not adjacent)".

    The movements from each region are copied from the tables, as many as there can be; only n_steps of them count.
    """
    cdef int r, types, n = 0
    for r in range(N_REGIONS):
        types = types_in(p, r)
        memcpy(&moves[n], t.steps[r][types], sizeof(t.steps[r][types]))
        n += t.n_steps[r][types]
    return n


cdef inline int ask_moves(State* s, const Seat* p, int number) noexcept nogil:
    """"Perform up to … Official movements": single steps, the same official may make several. There is an official."""
    s.left = <uint8_t>number
    kassert(number > 0 and regions_with_officials(p) != 0)
    s.stage = KIND_MOVE
    return 1


cdef inline int list_moves_of_officials(const Tables* t, const Seat* p, Move* moves) noexcept nogil:
    """The movements, and no more of them."""
    cdef int n = list_official_moves(t, p, moves)
    moves[n] = pack(KIND_STOP)
    return n + 1


cdef inline void move_official(Seat* p, int c, int r, int q) noexcept nogil:
    """One official from a region to its neighbour."""
    take_official(p, c, r)
    put_official(p, c, q)


cdef inline int ask_worker_moves(const Tables* t, State* s, const Seat* p, int number) noexcept nogil:
    """"Move up to … of your Workers to an adjacent region": each worker at most once, each to its own target."""
    memcpy(s.unmoved, p.workers, sizeof(s.unmoved))
    s.left = <uint8_t>number
    return next_worker_move(t, s)


cdef inline int next_worker_move(const Tables* t, State* s) noexcept nogil:
    """The next of the workers, as long as one has not moved."""
    cdef int r
    for r in range(N_REGIONS):
        if s.left and s.unmoved[r] and t.adjacent[r]:
            s.stage = KIND_MOVE_WORKER
            return 1
    return 0


cdef inline int list_worker_moves(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Workers that have not moved, to a neighbouring region each, and no more of them."""
    cdef int r, q, n = 0
    for r in range(N_REGIONS):
        if s.unmoved[r]:
            for q in range(N_REGIONS):
                if t.adjacent[r] >> q & 1:
                    moves[n] = pack(KIND_MOVE_WORKER, r, q)
                    n += 1
    moves[n] = pack(KIND_STOP)
    return n + 1


cdef inline int move_worker(const Tables* t, State* s, Seat* p, int r, int q) noexcept nogil:
    """One worker to a neighbouring region; then perhaps another."""
    kassert(s.unmoved[r] > 0)
    kassert(p.workers[r] > 0)
    s.unmoved[r] -= 1
    p.workers[r] -= 1
    p.workers[q] += 1
    s.left -= 1
    return next_worker_move(t, s)
