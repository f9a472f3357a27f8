"""Where "6. Absorb Province" forbids a placement, colour by colour: kept in the state from placement to placement."""

from cext.games.qin.rules.grid cimport below, lowest_bit, put, spread
from cext.games.qin.rules.provinces cimport Join, join_areas
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport ACROSS, N_WORDS, UPRIGHT, Tables
from libc.stdint cimport uint8_t, uint64_t


cdef inline bint update_bans(const Tables* t, State* s, int colour, int root) noexcept nogil:
    """Judge anew where a tile would join a province that has just changed to others; who places it does not matter.

    Only squares beside that province are concerned: between other provinces nothing has changed. Returns whether a ban
    may have changed.
    """
    cdef const uint64_t* inside = s.inside[colour - 1]
    cdef uint64_t area[N_WORDS]
    cdef uint64_t rest[N_WORDS]
    cdef uint64_t beside[N_WORDS]
    cdef uint64_t others[N_WORDS]
    cdef uint64_t bans, meet = 0
    cdef int k, cell = root
    for k in range(N_WORDS):
        area[k] = 0
    while True:
        put(area, cell)
        cell = s.after[cell]
        if cell == root:
            break
    for k in range(N_WORDS):
        rest[k] = inside[k] & ~area[k]
    for k in range(N_WORDS):
        beside[k] = spread(area, k) & s.grass[k]
        others[k] = spread(rest, k) & s.grass[k]
    for k in range(N_WORDS):
        bans = s.banned[colour - 1][k] | s.barred[colour - 1][ACROSS][k] | s.barred[colour - 1][UPRIGHT][k]
        meet |= (others[k] | bans) & (beside[k] | spread(beside, k))
    if meet == 0:
        return False
    judge_spaces(t, s, colour, beside, others)
    return judge_tiles(t, s, colour, beside, others)


cdef inline void judge_spaces(const Tables* t, State* s, int colour, const uint64_t* beside,
                              const uint64_t* others) noexcept nogil:
    """Where one space would join the province it is beside to others."""
    cdef uint64_t* banned = s.banned[colour - 1]
    cdef uint64_t rest
    cdef int k
    cdef Join j
    for k in range(N_WORDS):
        banned[k] &= s.grass[k] & ~beside[k]
        rest = beside[k] & others[k]
        while rest:
            if not join_areas(t, s, s.active, colour, 64 * k + lowest_bit(rest), 0, &j):
                banned[k] |= rest & (0 - rest)
            rest &= rest - 1


cdef inline bint judge_tiles(const Tables* t, State* s, int colour, const uint64_t* beside,
                             const uint64_t* others) noexcept nogil:
    """Where both spaces of a tile of one colour would: where only one of them touches provinces, that one decides.

    Returns whether the colour has a ban, or had one.
    """
    cdef int before = s.bans
    cdef const uint64_t* banned = s.banned[colour - 1]
    cdef uint64_t* across = s.barred[colour - 1][ACROSS]
    cdef uint64_t* upright = s.barred[colour - 1][UPRIGHT]
    cdef uint64_t touch[N_WORDS]
    cdef uint64_t concerned, both, any_ = 0
    cdef int k
    for k in range(N_WORDS):
        touch[k] = beside[k] | others[k]
    for k in range(N_WORDS):
        concerned = beside[k] | (beside[k] >> 1)
        both = touch[k] & (touch[k] >> 1) & concerned & (others[k] | (others[k] >> 1))
        across[k] = (across[k] & ~concerned) | (concerned & (banned[k] | (banned[k] >> 1)) & ~both)
        across[k] = (across[k] | forbidden_tiles(t, s, colour, both, k, 1)) & s.places[ACROSS][k]
        concerned = beside[k] | below(beside, k)
        both = touch[k] & below(touch, k) & concerned & (others[k] | below(others, k))
        upright[k] = (upright[k] & ~concerned) | (concerned & (banned[k] | below(banned, k)) & ~both)
        upright[k] = (upright[k] | forbidden_tiles(t, s, colour, both, k, 16)) & s.places[UPRIGHT][k]
        any_ |= (banned[k] & s.grass[k]) | across[k] | upright[k]
    s.bans = <uint8_t>((before & ~(1 << colour)) | ((any_ != 0) << colour))
    return (before | s.bans) >> colour & 1


cdef inline uint64_t forbidden_tiles(const Tables* t, const State* s, int colour, uint64_t places, int k,
                                     int step) noexcept nogil:
    """Those of the places in word k, on which both spaces touch provinces, where a tile of that colour is forbidden."""
    cdef uint64_t forbidden = 0
    cdef int cell
    cdef Join j
    while places:
        cell = 64 * k + lowest_bit(places)
        if not join_areas(t, s, s.active, colour, cell, cell + step, &j):
            forbidden |= places & (0 - places)
        places &= places - 1
    return forbidden
