"""Random choices without a list of the moves: placements are counted, and the one drawn is picked."""

from cext.games.qin.rules.moves cimport count_placements, pick_placement
from cext.games.qin.rules.state cimport NOBODY, State
from cext.games.qin.rules.tables cimport N_TILE_KINDS, Tables
from cext.games.qin.rules.turns cimport make_move
from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport Move
from libc.stdint cimport int64_t, uint64_t


cdef inline int draw_placement(const Tables* t, const State* s, uint64_t key, uint64_t index,
                               Move* move) noexcept nogil:
    """One of the legal placements drawn evenly, counted and not listed; returns how many there are, some at least."""
    cdef int upto[N_TILE_KINDS]
    cdef int n = count_placements(t, s, s.active, upto)
    move[0] = pick_placement(t, s, upto, <int>rng_below(key, index, n))
    return n


cdef inline int random_game(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices,
                            int64_t* options) noexcept nogil:
    """Play to the end with uniform choices, as generic.random_playout does; placements are counted, not listed."""
    cdef Move move
    cdef int n, seat, asked = 0
    while s.active != NOBODY:
        seat = s.active
        n = draw_placement(t, s, keys[seat], indices[seat], &move)
        if n == 1:
            options[1] += 1
        else:
            indices[seat] += 1
            options[0] += n
            asked += 1
        make_move(t, s, move)
    return asked
