"""Pile: take one to three stones of one pile; and the same game with one property each that the shipped Toy lacks."""

from cext.games.small cimport SmallGame, Turns, end_game, end_turn
from cext.kernel.game cimport KERNEL_ABI
from cext.kernel.generic cimport make_noted, random_draw, random_playout
from cext.kernel.rng cimport STREAM_DEAL, rng_below, rng_stream
from cext.kernel.tape cimport Tape
from cext.kernel.types cimport Clock, Move, a_of, pack
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport abort

cdef enum:  # Kind
    K_TAKE                 # take stones

cdef enum:  # Source
    S_STONES               # stones taken

cdef enum:  # Feature
    F_TAKEN                # stones taken | stones
    F_LEFT                 # stones left after the move | stones

cdef enum:
    N_FEATURES = F_LEFT + 1


cdef struct State:
    Turns turns
    uint8_t pile
    int16_t stones[4]


cdef class Pile(SmallGame):
    """Says nothing of itself: the words are the kernel's, the hooks the default ones."""

    def __init__(self, *, players=2, components=None, **options):
        super().__init__(KERNEL_ABI)
        self.declare(__file__, title="Pile", size=sizeof(State), players=players, options=options)

    cdef void begin(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        (<State*>state).pile = 20 + rng_below(rng_stream(deal_key, STREAM_DEAL), 0, 20)

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        cdef int stones, most = min(3, <int>(<const State*>state).pile)
        for stones in range(1, most + 1):
            moves[stones - 1] = pack(K_TAKE, stones)
        return most

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        cdef State* s = <State*>state
        s.pile -= a_of(move)
        s.stones[s.turns.seat] += a_of(move)
        end_turn(&s.turns)
        if s.pile == 0:
            end_game(&s.turns)

    cdef void sources_of(self, const void* state, int seat, int16_t* out) noexcept nogil:
        out[S_STONES] = (<const State*>state).stones[seat]

    cdef void features(self, const void* state, Move move, int32_t* out) noexcept nogil:
        out[F_TAKEN] = a_of(move)
        out[F_LEFT] = (<const State*>state).pile - a_of(move)


cdef int to_move_of(const void* tables, const void* state) noexcept nogil:
    return Pile.to_move(<Pile>tables, state)


cdef int legal_of(const void* tables, const void* state, Move* moves) noexcept nogil:
    return Pile.legal(<Pile>tables, state, moves)


cdef void apply_of(const void* tables, void* state, Move move) noexcept nogil:
    Pile.apply(<Pile>tables, state, move)


cdef void clock_of(const void* tables, const void* state, Clock* out) noexcept nogil:
    Pile.clock(<Pile>tables, state, out)


cdef int class_of(const void* tables, const void* state, Move move) noexcept nogil:
    return Pile.move_class(<Pile>tables, state, move)


cdef uint32_t offered_of(const void* tables, const void* state, int seat) noexcept nogil:
    return Pile.offered(<Pile>tables, state, seat)


cdef int points_of(const void* tables, const void* state, int seat) noexcept nogil:
    return (<const State*>state).stones[seat]


cdef void noted_of(const void* tables, void* state, int seat, Move move, Tape* tape) noexcept nogil:
    make_noted(tables, state, seat, move, tape, clock_of, class_of, points_of, offered_of, apply_of)


cdef class FastPile(Pile):
    """Every hook has a body of its own."""

    cdef void lookahead(self, const void* state, const Move* moves, int n, const int32_t* weights,
                        int64_t* values) noexcept nogil:
        cdef int32_t row[N_FEATURES]
        cdef int i
        for i in range(n):
            Pile.features(self, state, moves[i], row)
            values[i] = <int64_t>weights[F_TAKEN] * row[F_TAKEN] + <int64_t>weights[F_LEFT] * row[F_LEFT]

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* options,
                     Tape* tape) noexcept nogil:
        return random_playout(<const void*>self, state, keys, indices, options, tape, to_move_of, legal_of, apply_of,
                              noted_of)

    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept nogil:
        return random_draw(<const void*>self, state, key, index, move, legal_of)

    cdef void apply_noted(self, void* state, int seat, Move move, Tape* tape) noexcept nogil:
        noted_of(<const void*>self, state, seat, move, tape)


cdef class StuckPile(Pile):
    """Broken rules: the last three stones cannot be taken, and the game goes on."""

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        return 0 if (<const State*>state).pile <= 3 else Pile.legal(self, state, moves)


cdef class EndlessPile(Pile):
    """Broken rules: the stones stay where they are."""

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        end_turn(&(<State*>state).turns)


cdef class HangingPile(Pile):
    """Broken rules: taking three stones never ends."""

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        while a_of(move) == 3 and (<volatile State*>state).pile:
            pass
        Pile.make_move(self, state, move)


cdef class CrashingPile(Pile):
    """Broken rules: taking three stones ends the process."""

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        if a_of(move) == 3:
            abort()
        Pile.make_move(self, state, move)


cdef class LeakingPile(Pile):
    """Broken rules: more stones are taken than there were."""

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        (<State*>state).stones[0] += 1
        Pile.make_move(self, state, move)

    cdef int consistent(self, const void* state) noexcept nogil:
        cdef const State* s = <const State*>state
        return 3 if s.stones[0] + s.stones[1] + s.stones[2] + s.stones[3] > 39 else 0


cdef class CountingPile(Pile):
    """Broken rules: its counter outgrows what is recorded of it after every round."""

    def __init__(self, **options):
        super().__init__(**options)
        self.tallies, self.n_running = (("taken", "twentieths of stones taken | count | parts"),), 1

    cdef void tally(self, const void* state, int seat, int32_t* out) noexcept nogil:
        out[0] = 20 * (<const State*>state).stones[seat]
