"""Random choices without a list of the moves: placements are counted, and the one drawn is picked."""

from cext.games.qin.rules.effect cimport Effect, preview_placement
from cext.games.qin.rules.moves cimport N_UPTO, count_placements, offered_at, pick_placement
from cext.games.qin.rules.readout cimport points_at, read_clock
from cext.games.qin.rules.state cimport NOBODY, State
from cext.games.qin.rules.tables cimport Tables
from cext.games.qin.rules.turns cimport class_of, place_tile
from cext.kernel.rng cimport rng_below
from cext.kernel.tape cimport Tape, note_choice, note_points
from cext.kernel.types cimport Clock, Move, a_of, unlikely
from libc.stdint cimport int64_t, uint16_t, uint64_t


cdef inline int draw_placement(const Tables* t, const State* s, uint64_t key, uint64_t index,
                               Move* move) noexcept nogil:
    """One of the legal placements drawn evenly, counted and not listed; returns how many there are, some at least."""
    cdef uint16_t upto[N_UPTO]
    cdef int n = count_placements(t, s, s.active, upto)
    move[0] = pick_placement(t, s, upto, <int>rng_below(key, index, n))
    return n


cdef inline int random_game(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices,
                            int64_t* options, Tape* tape) noexcept nogil:
    """Play to the end with uniform choices, as generic.random_playout does; placements are counted, not listed."""
    cdef Move move
    cdef Effect e
    cdef Clock clock
    cdef int n, seat, asked = 0, forced = 0
    while s.active != NOBODY:
        seat = s.active
        n = draw_placement(t, s, keys[seat], indices[seat], &move)
        preview_placement(t, s, move, &e)
        if unlikely(tape is not NULL):
            read_clock(t, s, &clock)
            note_choice(tape, asked + forced, seat, n, move, &clock, class_of(s, &e), points_at(t, s, seat),
                        offered_at(t, s, seat))
        place_tile(t, s, a_of(move), &e)
        if unlikely(tape is not NULL):
            note_points(tape, points_at(t, s, seat))
        if unlikely(n == 1):
            forced += 1
            continue
        indices[seat] += 1
        options[0] += n
        asked += 1
    options[1] += forced
    return asked
