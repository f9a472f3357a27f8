# The methods of Game over an engine's own functions, written once. An engine includes this file at module level, behind
# its cimports, and derives its class from Rules:
#
#     include "cext/kernel/adapters.pxi"
#
#     cdef class MyGame(Rules):
#         def __init__(self, *, players=4, components=None, **options): ...    # facts, filled tables
#
# It brings, by these names, two structs, a number, and inline functions that are noexcept and nogil:
#
#     State                                            one game at one moment
#     Tables, N_TABLES                                 what never changes in a game; how many of them the engine holds
#     tables_of(tables, state)                         those of a state's game
#     deal_game(tables, state, boards, key)            gets all tables, since the boards may say which it plays on
#     decider(state)                                   seat, -1: the game is over
#     list_moves(t, state, moves)                      number of moves
#     make_move(t, state, move)
#     score_game(t, state, out)
#     points_at(t, state, seat)                        running score
#     read_clock(t, state, out)                        round, turn, stage
#     board_at(state, seat)                            number of a seat's board, -1: none
#     class_of_move(t, state, move)                    0: it has none
#     offered_at(t, state, seat)                       what its decision is among, a bit each (Game.offers)
#     N_RUNNING_COUNTERS                                counters that change from round to round: the first of all
#     read_running(t, state, seat, out)                these, 0 to 255 each
#     read_counters(t, state, seat, out)                the others, at their places among all
#     redeal_hidden(t, state, seat, key)                   what the seat cannot see
#     check_state(t, state)                            0: every invariant holds, else its number
#     N_FEATURES, DecisionContext                      what the moves of a decision share
#     decision_context(t, state, ctx)
#     evaluate(t, state, ctx, move, acc)               adds up the features of a move (features.pxd)
#     value_moves(t, state, moves, n, weights, values)  values[i] = that sum under weights, of moves[i]
#     draw_move(t, state, key, index, move)            one of the legal moves, evenly; returns how many there are
#     random_game(t, state, keys, indices, move_counts, buffer)   Game.playout()
#
# A method of Game's that is not here an engine writes in its own class.

from cext.kernel.features cimport Accumulator
from cext.kernel.game cimport Game
from cext.kernel.record_buffer cimport RecordBuffer, buffer_position, buffer_score
from cext.kernel.types cimport Clock, Move, Outcome
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset


cdef class Rules(Game):
    """A game whose rules are the functions above."""

    cdef Tables t[N_TABLES]

    def __init__(self, int interface):
        Game.__init__(self, interface)
        self.running_bytes = 1

    def __reduce__(self):
        return Game.__reduce__(self)       # said here too, or Cython writes code that pickles the tables

    # -- rules ------------------------------------------------------------------------------------------------------

    cdef void deal_into(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        deal_game(self.t, <State*>state, boards, deal_key)

    cdef int to_move(self, const void* state) noexcept nogil:
        return decider(<const State*>state)

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        return list_moves(tables_of(self.t, <const State*>state), <const State*>state, moves)

    cdef void apply(self, void* state, Move move) noexcept nogil:
        make_move(tables_of(self.t, <const State*>state), <State*>state, move)

    cdef void score(self, const void* state, Outcome* out) noexcept nogil:
        score_game(tables_of(self.t, <const State*>state), <const State*>state, out)

    # -- what strategies and reports read ---------------------------------------------------------------------------

    cdef void points(self, const void* state, int64_t* out) noexcept nogil:
        cdef const State* s = <const State*>state
        cdef const Tables* t = tables_of(self.t, s)
        cdef int seat
        for seat in range(self.n_seats):
            out[seat] = points_at(t, s, seat)

    cdef void clock(self, const void* state, Clock* out) noexcept nogil:
        read_clock(tables_of(self.t, <const State*>state), <const State*>state, out)

    cdef int board_of(self, const void* state, int seat) noexcept nogil:
        return board_at(<const State*>state, seat)

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        return class_of_move(tables_of(self.t, <const State*>state), <const State*>state, move)

    cdef uint32_t offered(self, const void* state, int seat) noexcept nogil:
        return offered_at(tables_of(self.t, <const State*>state), <const State*>state, seat)

    cdef void features(self, const void* state, Move move, double* out) noexcept nogil:
        cdef const State* s = <const State*>state
        cdef const Tables* t = tables_of(self.t, s)
        cdef DecisionContext ctx
        cdef Accumulator acc
        cdef int32_t units[N_FEATURES]
        cdef int i
        memset(units, 0, sizeof(units))
        acc.weights = NULL
        acc.total = 0
        acc.out = units
        decision_context(t, s, &ctx)
        evaluate(t, s, &ctx, move, &acc)
        for i in range(N_FEATURES):
            out[i] = units[i]

    cdef void counters_of(self, const void* state, int seat, int64_t* out) noexcept nogil:
        cdef const State* s = <const State*>state
        cdef const Tables* t = tables_of(self.t, s)
        cdef uint8_t running[N_RUNNING_COUNTERS]
        cdef int i
        read_running(t, s, seat, running)
        for i in range(N_RUNNING_COUNTERS):
            out[i] = running[i]
        read_counters(t, s, seat, out)

    cdef void running_counters(self, const void* state, void* out, size_t step) noexcept nogil:
        cdef int seat
        for seat in range(self.n_seats):
            read_running(tables_of(self.t, <const State*>state), <const State*>state, seat, <uint8_t*>out)
            out = <char*>out + step

    # -- hidden information, checks -----------------------------------------------------------------------------------

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        redeal_hidden(tables_of(self.t, <const State*>state), <State*>state, seat, key)

    cdef int consistent(self, const void* state) noexcept nogil:
        return check_state(tables_of(self.t, <const State*>state), <const State*>state)

    # -- hooks --------------------------------------------------------------------------------------------------------

    cdef void move_values(self, const void* state, const Move* moves, int n, const int32_t* weights,
                          int64_t* values) noexcept nogil:
        value_moves(tables_of(self.t, <const State*>state), <const State*>state, moves, n, weights, values)

    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept nogil:
        return draw_move(tables_of(self.t, <const State*>state), <const State*>state, key, index, move)

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* move_counts,
                     RecordBuffer* buffer) noexcept nogil:
        return random_game(tables_of(self.t, <const State*>state), <State*>state, keys, indices, move_counts, buffer)

    cdef void apply_recorded(self, void* state, int seat, Move move, RecordBuffer* buffer) noexcept nogil:
        cdef State* s = <State*>state
        cdef const Tables* t = tables_of(self.t, s)
        cdef Clock now
        read_clock(t, s, &now)
        buffer_position(buffer, &now, class_of_move(t, s, move), points_at(t, s, seat), offered_at(t, s, seat))
        make_move(t, s, move)
        buffer_score(buffer, points_at(t, s, seat))
