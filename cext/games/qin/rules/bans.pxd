"""Where "6. Absorb Province" forbids a placement, colour by colour: kept in the state from placement to placement."""

from cext.games.qin.rules.grid cimport (
    Squares, below, both, either, load, lowest_bit, only, put, right_of, some, spread, store, without,
)
from cext.games.qin.rules.provinces cimport Join, join_areas
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport ACROSS, N_WORDS, UPRIGHT, Tables
from libc.stdint cimport uint8_t, uint64_t


cdef inline bint update_bans(const Tables* t, State* s, int colour, int root) noexcept nogil:
    """Judge anew where a tile would join a province that has just changed to others; who places it does not matter.

    Only squares beside that province are concerned: between other provinces nothing has changed. Returns whether a ban
    may have changed.
    """
    cdef Squares area = only(root), inside = load(s.inside[colour - 1])
    cdef Squares grass = load(s.grass), beside, others, bans
    cdef int cell = s.after[root]
    while cell != root:
        area = either(area, only(cell))
        cell = s.after[cell]
    store(s.inside[colour - 1], either(inside, area))
    beside = both(spread(area), grass)
    others = both(spread(without(inside, area)), grass)
    bans = either(load(s.barred[colour - 1][ACROSS]), load(s.barred[colour - 1][UPRIGHT]))
    bans = either(bans, load(s.banned[colour - 1]))
    if not some(both(either(others, bans), either(beside, spread(beside)))):
        return False
    judge_spaces(t, s, colour, beside, others)
    return judge_tiles(t, s, colour, beside, others)


cdef inline void judge_spaces(const Tables* t, State* s, int colour, Squares beside, Squares others) noexcept nogil:
    """Where one space would join the province it is beside to others."""
    cdef uint64_t* banned = s.banned[colour - 1]
    cdef uint64_t joining[N_WORDS]
    cdef uint64_t rest
    cdef int k
    cdef Join j
    store(joining, both(beside, others))
    store(banned, without(both(load(banned), load(s.grass)), beside))
    for k in range(N_WORDS):
        rest = joining[k]
        while rest:
            if not join_areas(t, s, s.active, colour, 64 * k + lowest_bit(rest), 0, &j):
                banned[k] |= rest & (0 - rest)
            rest &= rest - 1


cdef inline bint judge_tiles(const Tables* t, State* s, int colour, Squares beside, Squares others) noexcept nogil:
    """Where both spaces of a tile of one colour would: where only one of them touches provinces, that one decides.

    Returns whether the colour has a ban, or had one.
    """
    cdef int before = s.bans
    cdef Squares banned = load(s.banned[colour - 1]), touch = either(beside, others)
    cdef Squares concerned, joining, barred, bans
    concerned = either(beside, right_of(beside))
    joining = both(both(touch, right_of(touch)), both(concerned, either(others, right_of(others))))
    barred = without(both(concerned, either(banned, right_of(banned))), joining)
    barred = either(barred, without(load(s.barred[colour - 1][ACROSS]), concerned))
    bans = either(banned, bar_tiles(t, s, colour, ACROSS, barred, joining))
    concerned = either(beside, below(beside))
    joining = both(both(touch, below(touch)), both(concerned, either(others, below(others))))
    barred = without(both(concerned, either(banned, below(banned))), joining)
    barred = either(barred, without(load(s.barred[colour - 1][UPRIGHT]), concerned))
    bans = either(bans, bar_tiles(t, s, colour, UPRIGHT, barred, joining))
    s.bans = <uint8_t>((before & ~(1 << colour)) | (some(bans) << colour))
    return (before | s.bans) >> colour & 1


cdef inline Squares bar_tiles(const Tables* t, State* s, int colour, int lie, Squares barred,
                              Squares joining) noexcept nogil:
    """Note and return the places barred to a tile of that colour: with those of `joining`, on which both spaces touch
    provinces, where it is forbidden."""
    cdef uint64_t* bars = s.barred[colour - 1][lie]
    cdef uint64_t places[N_WORDS]
    cdef uint64_t rest
    cdef int k, cell
    cdef Join j
    store(bars, both(barred, load(s.places[lie])))
    store(places, both(joining, load(s.places[lie])))
    for k in range(N_WORDS):
        rest = places[k]
        while rest:
            cell = 64 * k + lowest_bit(rest)
            if not join_areas(t, s, s.active, colour, cell, cell + (16 if lie == UPRIGHT else 1), &j):
                bars[k] |= rest & (0 - rest)
            rest &= rest - 1
    return load(bars)
