"""Unification action, officials and workers: unify, recruit 1 official, re-assign officials, hire workers."""

from cext.games.masks cimport every_third, five, lowest_bit, nonzero, nonzero_15, not_below
from cext.games.zhanguo.rules.state cimport (
    KIND_HIRE, KIND_OFFICIAL, KIND_REASSIGN, KIND_REGION, KIND_STOP, SOURCE_MISSING, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    ABILITY_NOTHING, AREA_CARDS, AREA_OFFICIALS, N_HIRE_PAIRS, N_REGIONS, N_TYPES, Tables,
)
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy


cdef inline void score_now(Seat* p, int source, int vp) noexcept nogil:
    """7. Victory points: earned at once."""
    p.vp = <int16_t>(p.vp + vp)
    p.source[source] = <int16_t>(p.source[source] + vp)


cdef inline int cards_on_board(const Seat* p) noexcept nogil:
    """Cards on a player board, of all aspects."""
    return p.n_aspect[0] + p.n_aspect[1] + p.n_aspect[2]


cdef inline int at_maximum(const Tables* t, const Seat* p, int r) noexcept nogil:
    """Unrest tracks: the cube is on the rightmost slot of region r."""
    return p.unrest[r] >= t.unrest_max[p.board][r]


# -- Unification action ------------------------------------------------------------------------------------

cdef inline int regions_for_a_card(const Tables* t, const Seat* p) noexcept nogil:
    """Unification action: regions with fewer than 3 cards where the unrest a further one causes stays on the track (bit
    mask); all looked at in the bytes of words."""
    cdef uint64_t cards = five(p.n_cards), two = cards >> 1 & <uint64_t>0x0101010101ULL
    cdef uint64_t one = cards & <uint64_t>0x0101010101ULL, three = one & two
    cdef uint64_t rise = (t.card_unrest[0] * (<uint64_t>0x0101010101ULL - (one | two))
                          + t.card_unrest[1] * (one & ~two) + t.card_unrest[2] * (two & ~one))
    return not_below(five(t.unrest_max[p.board]), five(p.unrest) + rise + three * 0x80)


cdef inline int list_regions(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Unification action: the regions where the card may go."""
    cdef int r, n = 0, regions = regions_for_a_card(t, &s.seat[s.active])
    for r in range(N_REGIONS):
        moves[n] = pack(KIND_REGION, r)
        n += regions >> r & 1
    return n


cdef inline void take_markers(State* s, Seat* p, int aspect, int n) noexcept nogil:
    """Unification markers: n value-1 markers of a colour; 1 VP for each the supply cannot give."""
    cdef int missing = n - s.ones[aspect]
    if missing > 0:
        n = s.ones[aspect]
        score_now(p, SOURCE_MISSING, missing)
        p.missing = <uint8_t>(p.missing + missing)
    p.ones[aspect] = <uint8_t>(p.ones[aspect] + n)
    s.ones[aspect] = <uint8_t>(s.ones[aspect] - n)


cdef inline void place_card(const Tables* t, State* s, int r) noexcept nogil:
    """Unification action: tuck the card under region r, take 1, 2 or 3 markers, unrest +0, +1 or +2."""
    cdef Seat* p = &s.seat[s.active]
    cdef int card = s.played, k = p.n_cards[r], aspect = t.aspect[card]
    kassert(regions_for_a_card(t, p) >> r & 1)
    p.card[r][k] = <uint8_t>card
    p.by_trigger[t.trigger[card]] = <uint16_t>(
        p.by_trigger[t.trigger[card]] | ((t.ability[card] != ABILITY_NOTHING) << (AREA_CARDS * r + k)))
    p.n_cards[r] = <uint8_t>(k + 1)
    p.n_aspect[aspect] += 1
    take_markers(s, p, aspect, t.card_markers[k])
    p.unrest[r] = <uint8_t>(p.unrest[r] + t.card_unrest[k])


# -- Recruit 1 official --------------------------------------------------------------------------------------

cdef inline int officials_in_supply(const Seat* p) noexcept nogil:
    """Officials in a player's own supply, of all types."""
    return p.officials[0] + p.officials[1] + p.officials[2]


cdef inline int officials_on_board(const Tables* t, const Seat* p) noexcept nogil:
    """Officials on a player board, governors and workers areas together."""
    return N_TYPES * t.supply_officials - officials_in_supply(p)


cdef inline int types_in_supply(const Seat* p) noexcept nogil:
    """Types of officials left in a player's own supply (bit mask)."""
    return (p.officials[0] > 0) | (p.officials[1] > 0) << 1 | (p.officials[2] > 0) << 2


cdef inline int list_officials(const State* s, Move* moves) noexcept nogil:
    """Recruit 1 official: a type left in the supply, to a region of `s.regions`; STOP where the bonus is optional."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int c, r, n = 0
    for c in range(N_TYPES):
        if p.officials[c]:
            for r in range(N_REGIONS):
                moves[n] = pack(KIND_OFFICIAL, c, r)
                n += (s.regions >> r) & 1
    moves[n] = pack(KIND_STOP)
    return n + (s.must == 0)


cdef inline void place_official(Seat* p, int c, int r) noexcept nogil:
    """From the supply to the governors area of region r."""
    kassert(p.officials[c] > 0)
    p.officials[c] -= 1
    p.governing[r][c] += 1


# -- Re-assign officials --------------------------------------------------------------------------------------

cdef inline int list_reassignments(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Re-assign officials: every move the points left can pay; STOP unless the action still owes its first point.

    The moves from area to neighbouring area are copied from the tables, four at a time; only n_adjacent of them count.
    """
    cdef const Seat* p = &s.seat[s.active]
    cdef int i, n = 0
    cdef int officials = nonzero_15(&p.governing[0][0])
    while officials:
        i = lowest_bit(officials)
        officials &= officials - 1
        memcpy(&moves[n], t.step[i], sizeof(t.step[i]))
        n += t.n_step[i]
    return n + list_working(t, s, p, moves + n)


cdef inline int list_working(const Tables* t, const State* s, const Seat* p, Move* moves) noexcept nogil:
    """Re-assign officials: the moves out of workers areas, and STOP."""
    cdef int i, r, n = 0
    cdef int officials = nonzero_15(&p.working[0][0]), full = full_areas(p)
    while officials:
        i = lowest_bit(officials)
        officials &= officials - 1
        r = i // N_TYPES
        moves[n] = pack(KIND_REASSIGN, N_REGIONS + r, r, i % N_TYPES + 4)
        n += 1
        if full & t.adjacent[r]:
            n = list_walks(t, s, r, i % N_TYPES, full, moves, n)
        else:
            memcpy(&moves[n], t.walk[i], sizeof(t.walk[i]))
            n += t.n_adjacent[r]
    moves[n] = pack(KIND_STOP)
    return n + (s.must == 0)


cdef inline int full_areas(const Seat* p) noexcept nogil:
    """Mask of the workers areas that hold 2 officials."""
    return nonzero(five(p.n_working) >> 1 & <uint64_t>0x0101010101ULL)


cdef inline int list_walks(const Tables* t, const State* s, int r, int c, int full, Move* moves, int n) noexcept nogil:
    """"If there are no empty slots in that Workers area, the official may move through it (spending another
    re-assignment point), but cannot stop there": breadth first from region r, walking on through full areas only."""
    cdef int q, cost = 0, reached = 1 << r, frontier = 1 << r, around
    while frontier and cost < s.points:
        cost += 1
        around = 0
        for q in range(N_REGIONS):
            if (frontier >> q) & 1:
                around |= t.adjacent[q]
        around &= ~reached
        reached |= around
        for q in range(N_REGIONS):
            moves[n] = pack(KIND_REASSIGN, N_REGIONS + r, N_REGIONS + q, c + 4 * cost)
            n += ((around & ~full) >> q) & 1
        frontier = around & full
    return n


cdef inline void reassign(State* s, Seat* p, int origin, int target, int c) noexcept nogil:
    """Move one official; areas are regions, +5 for the workers areas."""
    if origin < N_REGIONS:
        p.governing[origin][c] -= 1
    else:
        p.working[origin - N_REGIONS][c] -= 1
        p.n_working[origin - N_REGIONS] -= 1
    if target < N_REGIONS:
        p.governing[target][c] += 1
    else:
        p.working[target - N_REGIONS][c] += 1
        p.n_working[target - N_REGIONS] += 1
        kassert(p.n_working[target - N_REGIONS] <= AREA_OFFICIALS)


# -- Hire workers ---------------------------------------------------------------------------------------------

cdef inline int hire_unrest_of(const Tables* t, const Seat* p, int n) noexcept nogil:
    """Hire workers, step 2: +1; variant: +1 for each worker hired (the circle board's additional one by a switch)."""
    if not t.hire_unrest:
        return 1
    return n + (t.more_workers[p.board] if t.extra_worker_unrest else 0)


cdef inline int open_to_hire(const Tables* t, const Seat* p) noexcept nogil:
    """Hire workers: regions where an official works or can be moved at no cost, and the track has room (bit mask)."""
    cdef int have = nonzero_15(&p.governing[0][0]), busy = nonzero(five(p.n_working)), r, w, mask = 0
    have = every_third((have | have >> 1 | have >> 2) & 0x1249) | busy
    if not t.hire_unrest:
        return have & nonzero(five(t.unrest_max[p.board]) - five(p.unrest))
    for r in range(N_REGIONS):
        w = p.n_working[r]
        mask |= (p.unrest[r] + hire_unrest_of(t, p, w if w else 1) <= t.unrest_max[p.board][r]) << r
    return have & mask


cdef inline int list_hires(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Hire workers: the region, with the officials that first move there from its governors area at no cost.

    Copied from the tables, all that a region can have; only n_hires of them count.
    """
    cdef const Seat* p = &s.seat[s.active]
    cdef int r, k, hires, n = 0, regions = open_to_hire(t, p)
    cdef uint64_t region, pair
    while regions:
        r = lowest_bit(regions)
        regions &= regions - 1
        region = <uint64_t>r << 8 | <uint64_t>r << 40
        hires = hires_in(t, p, r)
        for k in range(N_HIRE_PAIRS):
            pair = t.hires[hires][k] | region
            memcpy(&moves[n + 2 * k], &pair, sizeof(pair))
        n += t.n_hires[hires]
    return n


cdef inline int hires_in(const Tables* t, const Seat* p, int r) noexcept nogil:
    """Number, in the tables, of the hires in a region open to it: by the officials near it, whether some work there
    already, and how many more may. "up to 2 Officials" work there; the variant's unrest may allow fewer."""
    cdef int c, w = p.n_working[r], more = AREA_OFFICIALS - w, near = 0
    for c in range(N_TYPES - 1, -1, -1):
        near = 3 * near + (p.governing[r][c] if p.governing[r][c] < AREA_OFFICIALS else AREA_OFFICIALS)
    if t.hire_unrest:
        while more and p.unrest[r] + hire_unrest_of(t, p, w + more) > t.unrest_max[p.board][r]:
            more -= 1
    return 6 * near + 3 * (w > 0) + more


cdef inline void hire(const Tables* t, Seat* p, int r, int officials) noexcept nogil:
    """Hire workers: one for each official in the workers area of region r, then unrest; circle board: 1 more."""
    cdef int c, k, n
    for c in range(N_TYPES):
        k = officials % 3
        officials //= 3
        p.governing[r][c] = <uint8_t>(p.governing[r][c] - k)
        p.working[r][c] = <uint8_t>(p.working[r][c] + k)
        p.n_working[r] = <uint8_t>(p.n_working[r] + k)
    n = p.n_working[r]
    kassert(1 <= n <= AREA_OFFICIALS)
    p.unrest[r] = <uint8_t>(p.unrest[r] + hire_unrest_of(t, p, n))
    kassert(p.unrest[r] <= t.unrest_max[p.board][r])
    if t.more_workers[p.board]:
        n += t.more_workers[p.board]
        p.power_uses[0] += 1
        p.power_brought[0] += 1
    p.workers[r] = <uint8_t>(p.workers[r] + n)
    p.hired = <uint8_t>(p.hired + n)
