"""Unification action, officials and workers: unify, recruit 1 official, re-assign officials, hire workers."""

from cext.games.byte_masks cimport load5, load8, lower_bytes, lowest_bit, nonzero, third_bits, triple_bits
from cext.games.zhanguo.rules.derived_masks cimport (
    update_governing_masks, update_region_masks, update_worker_masks, update_working_masks,
)
from cext.games.zhanguo.rules.state cimport (
    CATEGORY_MISSING, KIND_HIRE, KIND_OFFICIAL, KIND_REASSIGN, KIND_REGION, KIND_STOP, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    ABILITY_NOTHING, AREA_CARDS, AREA_OFFICIALS, N_HIRE_PAIRS, N_REGIONS, N_TYPES, N_WALK_PAIRS, Tables,
)
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy


cdef inline void score_now(Seat* p, int category, int vp) noexcept nogil:
    """7. Victory points: earned at once."""
    p.vp += vp
    p.source[category] += vp


cdef inline int cards_on_board(const Seat* p) noexcept nogil:
    """Cards on a player board, of all aspects."""
    return p.n_aspect[0] + p.n_aspect[1] + p.n_aspect[2]


cdef inline int at_maximum(const Tables* t, const Seat* p, int r) noexcept nogil:
    """Unrest tracks: the cube is on the rightmost slot of region r."""
    return p.unrest[r] >= t.unrest_max[p.board][r]


# -- Unification action ------------------------------------------------------------------------------------

cdef inline int list_regions(const State* s, Move* moves) noexcept nogil:
    """Unification action: regions with fewer than 3 cards where the unrest a further one causes stays on the track."""
    cdef int r, n = 0, regions = s.seat[s.active].open_to_card
    for r in range(N_REGIONS):
        moves[n] = pack(KIND_REGION, r)
        n += regions >> r & 1
    return n


cdef inline void take_markers(State* s, Seat* p, int aspect, int n) noexcept nogil:
    """Unification markers: n value-1 markers of a colour; 1 VP for each the supply cannot give."""
    cdef int missing = n - s.ones[aspect]
    if missing > 0:
        n = s.ones[aspect]
        score_now(p, CATEGORY_MISSING, missing)
        p.missing = <uint8_t>(p.missing + missing)
    p.ones[aspect] = <uint8_t>(p.ones[aspect] + n)
    s.ones[aspect] = <uint8_t>(s.ones[aspect] - n)


cdef inline void place_card(const Tables* t, State* s, int r) noexcept nogil:
    """Unification action: tuck the card under region r, take 1, 2 or 3 markers, unrest +0, +1 or +2."""
    cdef Seat* p = &s.seat[s.active]
    cdef int card = s.played, k = p.n_cards[r], aspect = t.aspect[card]
    kassert(p.open_to_card >> r & 1)
    p.card[r][k] = <uint8_t>card
    p.by_trigger[t.trigger[card]] = <uint16_t>(
        p.by_trigger[t.trigger[card]] | ((t.ability[card] != ABILITY_NOTHING) << (AREA_CARDS * r + k)))
    p.n_cards[r] = <uint8_t>(k + 1)
    p.n_aspect[aspect] += 1
    take_markers(s, p, aspect, t.card_markers[k])
    p.unrest[r] = <uint8_t>(p.unrest[r] + t.card_unrest[k])
    update_region_masks(t, p, r)


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
    update_governing_masks(p, r, c)


# -- Re-assign officials --------------------------------------------------------------------------------------

cdef inline int list_reassignments(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Re-assign officials: every move the points left can pay; STOP unless the action still owes its first point.

    The moves from area to neighbouring area are copied from the tables, four at a time; only n_adjacent of them count.
    """
    cdef const Seat* p = &s.seat[s.active]
    cdef int i, n = 0
    cdef int officials = p.governing_at
    while officials:
        i = lowest_bit(officials)
        officials &= officials - 1
        memcpy(&moves[n], t.step[i], sizeof(t.step[i]))
        n += t.n_step[i]
    return n + list_working(t, s, p, moves + n)


cdef inline int list_working(const Tables* t, const State* s, const Seat* p, Move* moves) noexcept nogil:
    """Re-assign officials: the moves out of workers areas, and STOP.

    "If there are no empty slots in that Workers area, the official may move through it (spending another re-assignment
    point), but cannot stop there": the walks are in the tables, by the full areas.
    """
    cdef int k, r, officials = p.working_at, full = full_areas(p), n = 0
    cdef uint64_t leaving = t.n_leaving[points_to_walk(s)][full], kind, pair
    while officials:
        k = lowest_bit(officials)
        officials &= officials - 1
        r = k // N_TYPES
        moves[n] = pack(KIND_REASSIGN, N_REGIONS + r, r, k % N_TYPES + 4)
        kind = <uint64_t>(k % N_TYPES) << 24 | <uint64_t>(k % N_TYPES) << 56
        for k in range(N_WALK_PAIRS):
            pair = t.walks[r][full][k] | kind
            memcpy(&moves[n + 1 + 2 * k], &pair, sizeof(pair))
        n += <int>(leaving >> 8 * r & 0xff)
    moves[n] = pack(KIND_STOP)
    return n + (s.must == 0)


cdef inline int full_areas(const Seat* p) noexcept nogil:
    """Mask of the workers areas that hold 2 officials."""
    return nonzero(load5(p.n_working) >> 1 & <uint64_t>0x0101010101ULL)


cdef inline int points_to_walk(const State* s) noexcept nogil:
    """Re-assignment points left, as far as they matter: no walk takes more than one for each other region."""
    return s.points if s.points < N_REGIONS else N_REGIONS - 1


cdef inline void reassign(State* s, Seat* p, int origin, int target, int c) noexcept nogil:
    """Move one official; areas are regions, +5 for the workers areas."""
    if origin < N_REGIONS:
        p.governing[origin][c] -= 1
        update_governing_masks(p, origin, c)
    else:
        p.working[origin - N_REGIONS][c] -= 1
        p.n_working[origin - N_REGIONS] -= 1
        update_working_masks(p, origin - N_REGIONS, c)
    if target < N_REGIONS:
        p.governing[target][c] += 1
        update_governing_masks(p, target, c)
    else:
        p.working[target - N_REGIONS][c] += 1
        p.n_working[target - N_REGIONS] += 1
        update_working_masks(p, target - N_REGIONS, c)
        kassert(p.n_working[target - N_REGIONS] <= AREA_OFFICIALS)


# -- Hire workers ---------------------------------------------------------------------------------------------

cdef inline int hire_unrest_of(const Tables* t, const Seat* p, int n) noexcept nogil:
    """Hire workers, step 2: +1; variant: +1 for each worker hired (the circle board's additional one by a switch)."""
    if not t.hire_unrest:
        return 1
    return n + (t.more_workers[p.board] if t.extra_worker_unrest else 0)


cdef inline int ready_to_hire(const Tables* t, const Seat* p) noexcept nogil:
    """Hire workers: officials who work, or can be moved at no cost, where the track has room; bit 3 x region + type."""
    cdef int officials = (p.governing_at | p.working_at) & ~p.silent, r, w, mask = 0
    if not t.hire_unrest:
        return officials
    for r in range(N_REGIONS):
        w = p.n_working[r]
        mask |= (p.unrest[r] + hire_unrest_of(t, p, w if w else 1) <= t.unrest_max[p.board][r]) << r
    return officials & triple_bits(mask)


cdef inline int open_to_hire(const Tables* t, const Seat* p) noexcept nogil:
    """Hire workers: the regions of such officials (bit mask)."""
    cdef int officials = ready_to_hire(t, p)
    return third_bits(officials | officials >> 1 | officials >> 2)


cdef inline int list_hires(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Hire workers: the region, with the officials that first move there from its governors area at no cost.

    Copied from the tables, all that a region can have; only n_hires of them count.
    """
    cdef const Seat* p = &s.seat[s.active]
    cdef int r, k, hires, n = 0, regions = open_to_hire(t, p)
    cdef uint64_t region, pair, numbers = hires_by_region(t, p)
    while regions:
        r = lowest_bit(regions)
        regions &= regions - 1
        region = <uint64_t>r << 8 | <uint64_t>r << 40
        hires = <int>(numbers >> 8 * r & 0xff)
        for k in range(N_HIRE_PAIRS):
            pair = t.hires[hires][k] | region
            memcpy(&moves[n + 2 * k], &pair, sizeof(pair))
        n += t.n_hires[hires]
    return n


cdef inline uint64_t hires_by_region(const Tables* t, const Seat* p) noexcept nogil:
    """Byte r: number, in the tables, of the hires in region r if it is open to them: 6 x by the officials near it + 3 x
    whether some work there already + how many more may.

    The officials near a region count as digits to base 3, at most 2 of a type; a product adds up the three of a region
    in the byte of the last, and words that begin at 0, 3 and 7 have every region whole.
    """
    cdef const uint8_t* officials = &p.governing[0][0]
    cdef uint64_t low = digits(officials), middle = digits(officials + 3), high = digits(officials + 7), near
    near = (low >> 16 & 0xff | low >> 32 & 0xff00 | middle >> 24 & 0xff0000 | (high >> 32 & 0xff) << 24
            | (high >> 56) << 32)
    return 6 * near + places_to_work(t, p)


cdef inline uint64_t digits(const uint8_t* officials) noexcept nogil:
    """Byte i: the number whose three digits to base 3 are bytes i - 2, the lowest, to i, none above 2."""
    return lower_bytes(load8(officials), <uint64_t>0x0202020202020202ULL) * 0x010309


cdef inline uint64_t places_to_work(const Tables* t, const Seat* p) noexcept nogil:
    """Byte r: 3 x whether officials work in region r + how many more may: "up to 2 Officials" work there, and the
    variant's unrest may allow fewer."""
    cdef uint64_t working = load5(p.n_working), each = <uint64_t>0x0101010101ULL, places
    cdef int r, w, more
    places = 3 * ((working | working >> 1) & each) + (AREA_OFFICIALS * each - working)
    if t.hire_unrest:
        for r in range(N_REGIONS):
            w = p.n_working[r]
            more = AREA_OFFICIALS - w
            while more and p.unrest[r] + hire_unrest_of(t, p, w + more) > t.unrest_max[p.board][r]:
                more -= 1
                places -= <uint64_t>1 << 8 * r
    return places


cdef inline void hire(const Tables* t, Seat* p, int r, int officials) noexcept nogil:
    """Hire workers: one for each official in the workers area of region r, then unrest; circle board: 1 more."""
    cdef int c, k, n
    for c in range(N_TYPES):
        k = officials % 3
        officials //= 3
        p.governing[r][c] = <uint8_t>(p.governing[r][c] - k)
        p.working[r][c] = <uint8_t>(p.working[r][c] + k)
        p.n_working[r] = <uint8_t>(p.n_working[r] + k)
        update_governing_masks(p, r, c)
        update_working_masks(p, r, c)
    n = p.n_working[r]
    kassert(1 <= n <= AREA_OFFICIALS)
    p.unrest[r] = <uint8_t>(p.unrest[r] + hire_unrest_of(t, p, n))
    kassert(p.unrest[r] <= t.unrest_max[p.board][r])
    update_region_masks(t, p, r)
    if t.more_workers[p.board]:
        n += t.more_workers[p.board]
        p.power_uses[0] += 1
        p.power_brought[0] += 1
    p.workers[r] = <uint8_t>(p.workers[r] + n)
    update_worker_masks(p, r)
    p.hired = <uint8_t>(p.hired + n)
