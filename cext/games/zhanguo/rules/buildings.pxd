"""Install 1 governor, build 1 palace, build 1 wall: as court actions and as unification rewards."""

from cext.games.masks cimport every_third, five, how_many, nonzero, nonzero_15, popcount
from cext.games.zhanguo.rules.officials cimport cards_on_board, score_now
from cext.games.zhanguo.rules.state cimport (
    KIND_GOVERNOR, KIND_MARKER_3, KIND_PALACE, KIND_PAY, KIND_WALL, SOURCE_PALACES, SOURCE_SQUARES, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    N_ASPECTS, N_REGIONS, N_SECTIONS, N_SLOTS, N_TYPES, SQUARE_NONE, SQUARE_VP, Tables,
)
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport uint8_t, uint64_t


# -- Install 1 governor ---------------------------------------------------------------------------------------

cdef inline int governor_regions(const Seat* p) noexcept nogil:
    """Install 1 governor, step 1: regions whose governors area holds one official of each colour (bit mask)."""
    cdef int have = nonzero_15(&p.governing[0][0])
    return every_third(have & have >> 1 & have >> 2)


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
    p.governors -= 1
    p.governors_in[r] += 1
    for k in range(t.n_squares[r]):
        if s.square[r][k] == 0 and t.square[r][k] == kind:
            s.square[r][k] = <uint8_t>(s.active + 1)
            break
    if kind == SQUARE_VP:
        score_now(p, SOURCE_SQUARES, t.bonus_vp)
    p.unrest[r] = 0
    s.built = 1


# -- Build 1 palace -------------------------------------------------------------------------------------------

cdef inline int palace_open(const Tables* t, const State* s, const Seat* p, int r) noexcept nogil:
    """Build 1 palace: a slot of region r is empty and the cube lies on neither forbidden slot."""
    return (s.palaces[r] < t.palace_slots) & ~(t.no_palace[p.board][r] >> p.unrest[r])


cdef inline int can_build_palace(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """Build 1 palace, step 1: 2 workers of the region and 1 of another."""
    cdef int r, pairs = pairs_of_workers(p), open = 0
    if pairs == 0 or p.palaces == 0 or how_many(five(p.workers)) < 2:
        return 0
    for r in range(N_REGIONS):
        open |= palace_open(t, s, p, r) << r
    return (open & pairs) != 0


cdef inline int list_palaces(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Build 1 palace: the region and the region of the third worker; as a reward only the region."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int r, q, n = 0
    for r in range(N_REGIONS):
        if not (s.regions >> r) & 1 or not palace_open(t, s, p, r):
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


cdef inline void build_palace(State* s, int r, int q) noexcept nogil:
    """Build 1 palace, steps 1, 2 and 4: workers back, palace to a slot, VP for the cards on the player board."""
    cdef Seat* p = &s.seat[s.active]
    if q < N_REGIONS:
        p.workers[r] = <uint8_t>(p.workers[r] - 2)
        p.workers[q] -= 1
    p.palaces -= 1
    p.palaces_in[r] += 1
    s.palaces[r] += 1
    s.built = 1
    score_now(p, SOURCE_PALACES, cards_on_board(p))


cdef inline int list_markers3(const State* s, Move* moves) noexcept nogil:
    """Build 1 palace, step 3: a value-3 marker of his choice from the gameboard."""
    cdef int a, n = 0
    for a in range(N_ASPECTS):
        if s.threes[a]:
            moves[n] = pack(KIND_MARKER_3, a)
            n += 1
    return n


# -- Build 1 wall ---------------------------------------------------------------------------------------------

cdef inline int pairs_of_workers(const Seat* p) noexcept nogil:
    """Bit mask of the regions with 2 workers or more."""
    return nonzero(five(p.workers) >> 1 & <uint64_t>0x7f7f7f7f7fULL)


cdef inline int regions_with_workers(const Seat* p) noexcept nogil:
    """Bit mask of the regions that can give a worker."""
    return nonzero(five(p.workers))


cdef inline int can_build_wall(const State* s, const Seat* p, int rods) noexcept nogil:
    """Build 1 wall: a slot of at most `rods` rods is empty in a section without an own wall."""
    cdef int i, found = 0
    for i in range(N_SECTIONS):
        found |= (p.wall_at[i] == 0) & ((s.slot[i][0] == 0) | ((s.slot[i][1] == 0) & (rods > 1))
                                        | ((s.slot[i][2] == 0) & (rods > 2)))
    return found & (p.walls > 0)


cdef inline int list_walls(const State* s, Move* moves) noexcept nogil:
    """Build 1 wall, step 1: an empty slot whose rods the workers of different regions can pay."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int i, k, n = 0
    cdef int rods = how_many(five(p.workers)) if s.paying else N_SLOTS
    if rods > N_SLOTS:
        rods = N_SLOTS
    for i in range(N_SECTIONS):
        if p.wall_at[i] == 0:
            for k in range(rods):
                moves[n] = pack(KIND_WALL, i, k + 1)
                n += s.slot[i][k] == 0
    return n


cdef inline void build_wall(State* s, int section, int rods) noexcept nogil:
    """Build 1 wall, step 1: from the supply to the slot; "A single player cannot have more than 1 Wall on the same
    section"."""
    cdef Seat* p = &s.seat[s.active]
    kassert(p.wall_at[section] == 0 and s.slot[section][rods - 1] == 0)
    p.walls -= 1
    p.wall_at[section] = <uint8_t>rods
    s.slot[section][rods - 1] = <uint8_t>(s.active + 1)
    s.built = 1


cdef inline int list_payments(const State* s, Move* moves) noexcept nogil:
    """Build 1 wall, step 2: as many workers as rods, all from different regions."""
    cdef int have = regions_with_workers(&s.seat[s.active])
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
