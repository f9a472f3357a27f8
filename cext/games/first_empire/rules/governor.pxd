"""Install 1 Governor: three officials for a Governor in a region, the bonus of the space, and calm."""

from cext.games.byte_masks cimport lowest_bit
from cext.games.first_empire.rules.abilities cimport apply_gain, can_change
from cext.games.first_empire.rules.mausoleum cimport update_region_tile
from cext.games.first_empire.rules.officials cimport regions_with_type, take_official
from cext.games.first_empire.rules.state cimport CATEGORY_BONUSES, KIND_BONUS, KIND_GOVERNOR, OPEN, Seat, State
from cext.games.first_empire.rules.tables cimport N_REGIONS, N_SPACES, N_TYPES, N_VP_GAINS, Gain, Tables
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport uint8_t


cdef inline int complete_sets(const Seat* p) noexcept nogil:
    """Bit mask of regions with all types of officials."""
    return regions_with_type(p, 0) & regions_with_type(p, 1) & regions_with_type(p, 2)


cdef inline int regions_for_a_governor(const Seat* p) noexcept nogil:
    """A Governor in the supply, and "1 Official of each type" in the region: bit mask."""
    return complete_sets(p) if p.governors else 0


cdef inline int list_governors(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """"An available space of their choice (with a bonus or not)"; a blank tile is as good as the open area."""
    cdef int r, k, n = 0, before
    for r in range(N_REGIONS):
        if s.regions >> r & 1:
            before = n
            for k in range(N_SPACES):
                if s.space[r][k] and s.governor[r][k] == 0:
                    moves[n] = pack(KIND_GOVERNOR, r, k)
                    n += 1
            if n == before or not t.open_if_full:       # F10
                moves[n] = pack(KIND_GOVERNOR, r, OPEN)
                n += 1
    return n


cdef inline int install(const Tables* t, State* s, int seat, int r, int space) noexcept nogil:
    """The officials back to the supply, the Governor to a space, then its bonus; unrest is reset after it (F10)."""
    cdef Seat* p = &s.seat[seat]
    cdef int c
    kassert(p.governors > 0)
    if s.paying:
        for c in range(N_TYPES):
            take_official(p, c, r)
            p.supply[c] += 1
    p.governors -= 1
    p.governors_in[r] += 1
    update_region_tile(t, s, p, r)
    s.calming = <uint8_t>(r + 1)
    if t.reset_first:
        p.unrest[r] = 0
    s.halves = 0
    if space == OPEN:
        return 0
    s.governor[r][space] = <uint8_t>(seat + 1)
    s.target = <uint8_t>(s.space[r][space] - 1)
    if t.governor_both:
        s.halves = 3
        return next_half(t, s, p)
    if claimable(t, s, p):
        s.stage = KIND_BONUS
        return 1
    return 0


cdef inline int claimable(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """Bit mask of halves: one that scores can be claimed for 0 VP, another only if it changes something."""
    cdef const Gain* g
    cdef int k, mask = 0
    for k in range(2):
        g = &t.gains[t.bonus[s.target][k]]
        mask |= (g.what < N_VP_GAINS or can_change(t, s, p, g, 0)) << k
    return mask


cdef inline int list_bonuses(const Tables* t, const State* s, const Seat* p, Move* moves) noexcept nogil:
    """"Immediately receive the indicated bonus": one of the two options of the tile that can be claimed."""
    cdef int n = 0, mask = claimable(t, s, p)
    while mask:
        moves[n] = pack(KIND_BONUS, lowest_bit(mask))
        mask &= mask - 1
        n += 1
    return n


cdef inline int take_bonus(const Tables* t, State* s, Seat* p, int half) noexcept nogil:
    """The half chosen."""
    return apply_gain(t, s, p, &t.gains[t.bonus[s.target][half]], 0, CATEGORY_BONUSES)


cdef inline int next_half(const Tables* t, State* s, Seat* p) noexcept nogil:
    """F11, both halves: each that changes something, in their order."""
    cdef const Gain* g
    cdef int k
    while s.halves:
        k = lowest_bit(s.halves)
        s.halves = <uint8_t>(s.halves & (s.halves - 1))
        g = &t.gains[t.bonus[s.target][k]]
        if can_change(t, s, p, g, 0) and apply_gain(t, s, p, g, 0, CATEGORY_BONUSES):
            return 1
    return 0
