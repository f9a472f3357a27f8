"""Install 1 governor, build 1 palace, build 1 wall: as court actions and as unification rewards."""

from cext.games.byte_masks cimport lowest_bit, popcount, third_bits
from cext.games.zhanguo.rules.derived_masks cimport (
    update_governing_masks, update_palace_masks, update_region_masks, update_wall_masks, update_worker_masks,
)
from cext.games.zhanguo.rules.officials cimport cards_on_board, score_now
from cext.games.zhanguo.rules.state cimport (
    CATEGORY_PALACES, CATEGORY_SQUARES, GOVERNOR_TASKS, KIND_GOVERNOR, KIND_MARKER_3, KIND_PALACE, KIND_PAY, KIND_WALL,
    PALACE_TASKS, WALL_TASKS, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    ALL_REGIONS, N_ASPECTS, N_REGIONS, N_SECTIONS, N_SLOTS, N_TYPES, SQUARE_NONE, SQUARE_VP, Tables,
)
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport uint8_t, uint64_t


cdef enum:
    EACH_REGION = 0o11111      # bits 0, 3 ... 12: the first type of official of each region


# -- Install 1 governor ---------------------------------------------------------------------------------------

cdef inline int governor_regions(const Seat* p) noexcept nogil:
    """Install 1 governor, step 1: regions whose governors area holds one official of each colour (bit mask)."""
    return third_bits(sets_of_officials(p))


cdef inline int sets_of_officials(const Seat* p) noexcept nogil:
    """The same regions, bit 3 x region of each."""
    return p.governing_at & p.governing_at >> 1 & p.governing_at >> 2 & EACH_REGION


cdef inline int list_governors(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Install 1 governor, step 2: an empty bonus square of the region; the area near them only if none is empty."""
    cdef int r, k, kinds, n = 0
    for r in range(N_REGIONS):
        if not (s.regions >> r) & 1:
            continue
        kinds = 0
        for k in range(t.n_squares[r]):
            if s.square[r][k] == 0 and not (kinds >> t.square[r][k]) & 1:
                kinds |= 1 << t.square[r][k]
                moves[n] = pack(KIND_GOVERNOR, r, t.square[r][k])
                n += 1
        if not kinds:
            moves[n] = pack(KIND_GOVERNOR, r, SQUARE_NONE)
            n += 1
    return n


cdef inline void install_governor(const Tables* t, State* s, int r, int kind) noexcept nogil:
    """Install 1 governor: officials back (not for a reward), governor to the square, its 4 VP, unrest reset to zero."""
    cdef Seat* p = &s.seat[s.active]
    cdef int c, k
    if s.paying:
        for c in range(N_TYPES):
            p.governing[r][c] -= 1
            p.officials[c] += 1
            update_governing_masks(p, r, c)
    p.governors -= 1
    p.governors_in[r] += 1
    for k in range(t.n_squares[r]):
        if s.square[r][k] == 0 and t.square[r][k] == kind:
            s.square[r][k] = <uint8_t>(s.active + 1)
            break
    if kind == SQUARE_VP:
        score_now(p, CATEGORY_SQUARES, t.bonus_vp)
    p.unrest[r] = 0
    update_region_masks(t, p, r)
    s.built |= 1 << GOVERNOR_TASKS


# -- Build 1 palace -------------------------------------------------------------------------------------------

cdef inline int palace_open(const State* s, const Seat* p, int r) noexcept nogil:
    """Build 1 palace: a slot of region r is empty and the cube lies on neither forbidden slot."""
    return regions_open_to_palace(s, p) >> r & 1


cdef inline int regions_open_to_palace(const State* s, const Seat* p) noexcept nogil:
    """Build 1 palace: the same of all regions (bit mask)."""
    return p.open_to_palace & ~s.palaces_full


cdef inline int can_build_palace(const State* s, const Seat* p) noexcept nogil:
    """Build 1 palace, step 1: 2 workers of the region and 1 of another."""
    return ((p.palaces > 0) & ((p.workers_at & p.workers_at - 1) != 0)
            & ((regions_open_to_palace(s, p) & p.pairs_at) != 0))


cdef inline int list_palaces(const State* s, Move* moves) noexcept nogil:
    """Build 1 palace: the region and the region of the third worker; as a reward only the region."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int r, q, n = 0
    for r in range(N_REGIONS):
        if not (s.regions >> r) & 1 or not palace_open(s, p, r):
            continue
        if not s.paying:
            moves[n] = pack(KIND_PALACE, r, N_REGIONS)
            n += 1
        elif p.workers[r] >= 2:
            for q in range(N_REGIONS):
                if q != r and p.workers[q]:
                    moves[n] = pack(KIND_PALACE, r, q)
                    n += 1
    return n


cdef inline void build_palace(const Tables* t, State* s, int r, int q) noexcept nogil:
    """Build 1 palace, steps 1, 2 and 4: workers back, palace to a slot, VP for the cards on the player board."""
    cdef Seat* p = &s.seat[s.active]
    if q < N_REGIONS:
        p.workers[r] = <uint8_t>(p.workers[r] - 2)
        p.workers[q] -= 1
        update_worker_masks(p, r)
        update_worker_masks(p, q)
    p.palaces -= 1
    p.palaces_in[r] += 1
    s.palaces[r] += 1
    update_palace_masks(t, s, r)
    s.built |= 1 << PALACE_TASKS
    score_now(p, CATEGORY_PALACES, cards_on_board(p))


cdef inline int list_markers3(const State* s, Move* moves) noexcept nogil:
    """Build 1 palace, step 3: a value-3 marker of his choice from the gameboard."""
    cdef int a, n = 0
    for a in range(N_ASPECTS):
        if s.threes[a]:
            moves[n] = pack(KIND_MARKER_3, a)
            n += 1
    return n


# -- Build 1 wall ---------------------------------------------------------------------------------------------

cdef inline int can_build_wall(const Tables* t, const State* s, const Seat* p, int regions) noexcept nogil:
    """Build 1 wall: a wall is left, and a slot for it that workers of these regions (bit mask) can pay."""
    return (p.walls > 0) & (open_slots(t, s, p, regions) != 0)


cdef inline int open_slots(const Tables* t, const State* s, const Seat* p, int regions) noexcept nogil:
    """Build 1 wall: empty slots in sections without an own wall that workers of these regions, one of each, can pay;
    bit 3 x section + slot."""
    return t.payable[regions] & ~(s.taken | p.walled)


cdef inline int slots_to_build(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """Build 1 wall, step 1: an empty slot whose rods the workers of different regions can pay; a reward is not paid."""
    return open_slots(t, s, p, p.workers_at if s.paying else ALL_REGIONS)


cdef inline int list_walls(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Build 1 wall, step 1: the moves to these slots."""
    cdef int n = 0, slots = slots_to_build(t, s, &s.seat[s.active])
    while slots:
        moves[n] = wall_in(lowest_bit(slots))
        slots &= slots - 1
        n += 1
    return n


cdef inline Move wall_in(int slot) noexcept nogil:
    """The move that builds a wall in a slot numbered 3 x section + slot."""
    return pack(KIND_WALL, slot // N_SLOTS, slot % N_SLOTS + 1)


cdef inline void build_wall(State* s, int section, int rods) noexcept nogil:
    """Build 1 wall, step 1: from the supply to the slot; "A single player cannot have more than 1 Wall on the same
    section"."""
    cdef Seat* p = &s.seat[s.active]
    kassert(p.wall_at[section] == 0 and s.slot[section][rods - 1] == 0)
    p.walls -= 1
    p.wall_at[section] = <uint8_t>rods
    s.slot[section][rods - 1] = <uint8_t>(s.active + 1)
    update_wall_masks(s, p, section, rods)
    s.built |= 1 << WALL_TASKS


cdef inline int list_payments(const State* s, Move* moves) noexcept nogil:
    """Build 1 wall, step 2: as many workers as rods, all from different regions."""
    cdef int have = s.seat[s.active].workers_at
    cdef int mask = have, n = 0
    while mask:
        moves[n] = pack(KIND_PAY, mask)
        n += popcount(mask) == s.rods
        mask = (mask - 1) & have          # the next smaller subset
    return n


cdef inline void pay_workers(Seat* p, int mask) noexcept nogil:
    """Build 1 wall, step 2: the workers go back to the general supply."""
    cdef int r
    for r in range(N_REGIONS):
        if (mask >> r) & 1:
            kassert(p.workers[r] > 0)
            p.workers[r] -= 1
            update_worker_masks(p, r)
