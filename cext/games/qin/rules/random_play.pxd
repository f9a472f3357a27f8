"""Random choices without a list of the moves: placements are counted, and the one drawn is picked."""

from cext.games.qin.rules.effect cimport Effect, preview_placement
from cext.games.qin.rules.moves cimport N_UPTO, count_placements, offered_at, pick_placement
from cext.games.qin.rules.observables cimport points_at, read_clock
from cext.games.qin.rules.state cimport NOBODY, State
from cext.games.qin.rules.tables cimport Tables
from cext.games.qin.rules.turns cimport class_of, place_tile
from cext.kernel.record_buffer cimport RecordBuffer, buffer_choice, buffer_score
from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport Clock, Move, a_of, unlikely
from libc.stdint cimport int64_t, uint16_t, uint64_t


cdef inline int draw_move(const Tables* t, const State* s, uint64_t key, uint64_t index,
                          Move* move) noexcept nogil:
    """One of the legal placements drawn evenly, counted and not listed; returns how many there are, some at least."""
    cdef uint16_t upto[N_UPTO]
    cdef int n = count_placements(t, s, s.active, upto)
    move[0] = pick_placement(t, s, upto, <int>rng_below(key, index, n))
    return n


cdef inline int random_game(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices,
                            int64_t* move_counts, RecordBuffer* buffer) noexcept nogil:
    """Play to the end with uniform choices, as Game.playout() does; placements are counted, not listed."""
    cdef Move move
    cdef Effect e
    cdef Clock clock
    cdef int n, seat, n_decisions = 0, forced = 0
    while s.active != NOBODY:
        seat = s.active
        n = draw_move(t, s, keys[seat], indices[seat], &move)
        preview_placement(t, s, move, &e)
        if unlikely(buffer is not NULL):
            read_clock(t, s, &clock)
            buffer_choice(buffer, n_decisions + forced, seat, n, move, &clock, class_of(s, &e), points_at(t, s, seat),
                          offered_at(t, s, seat))
        place_tile(t, s, a_of(move), &e)
        if unlikely(buffer is not NULL):
            buffer_score(buffer, points_at(t, s, seat))
        if unlikely(n == 1):
            forced += 1
            continue
        indices[seat] += 1
        move_counts[0] += n
        n_decisions += 1
    move_counts[1] += forced
    return n_decisions
