"""Where "6. Absorb Province" forbids a space, colour by colour: kept in the state from placement to placement."""

from cext.games.qin.rules.grid cimport lowest_bit, put, spread
from cext.games.qin.rules.provinces cimport Join, join_areas
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport N_WORDS, Tables
from libc.stdint cimport uint64_t


cdef inline void update_bans(const Tables* t, State* s, int colour, int root) noexcept nogil:
    """Judge anew where a space would join a province that has just changed to others; who places it does not matter.

    Only squares beside that province are concerned: between other provinces nothing has changed.
    """
    cdef uint64_t* inside = s.inside[colour - 1]
    cdef uint64_t* between = s.between[colour - 1]
    cdef uint64_t* banned = s.banned[colour - 1]
    cdef uint64_t area[N_WORDS]
    cdef uint64_t others[N_WORDS]
    cdef uint64_t beside, rest
    cdef int k, cell = root
    cdef Join j
    for k in range(N_WORDS):
        area[k] = 0
    while True:
        put(area, cell)
        cell = s.after[cell]
        if cell == root:
            break
    for k in range(N_WORDS):
        others[k] = inside[k] & ~area[k]
    for k in range(N_WORDS):
        beside = spread(area, k)
        rest = beside & spread(others, k) & s.grass[k]
        between[k] = (between[k] & ~beside) | rest
        banned[k] &= ~beside
        while rest:
            cell = 64 * k + lowest_bit(rest)
            if not join_areas(t, s, s.active, colour, cell, 0, &j):
                banned[k] |= rest & (0 - rest)
            rest &= rest - 1
