"""Pile: take one to three stones of one pile; and the same game with one property each that the shipped Toy lacks."""

from cext.games.simple_game cimport SimpleGame, Turns, end_game, end_turn
from cext.kernel.game cimport KERNEL_ABI
from cext.kernel.rng cimport STREAM_DEAL, rng_below, rng_stream
from cext.kernel.types cimport Move, a_of, pack
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport abort
from posix.unistd cimport usleep

cdef enum:  # Kind
    K_TAKE                 # take stones

cdef enum:  # Category
    S_STONES               # stones taken

cdef enum:  # Feature
    F_TAKEN                # stones taken | stones
    F_LEFT                 # stones left after the move | stones

cdef enum:
    N_FEATURES = F_LEFT + 1
    N_SEATS = 4


cdef struct State:
    Turns turns
    uint8_t pile
    int16_t stones[N_SEATS]


cdef class Pile(SimpleGame):
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

    cdef void categories_of(self, const void* state, int seat, int64_t* out) noexcept nogil:
        out[S_STONES] = (<const State*>state).stones[seat]

    cdef void features(self, const void* state, Move move, double* out) noexcept nogil:
        out[F_TAKEN] = a_of(move)
        out[F_LEFT] = (<const State*>state).pile - a_of(move)


cdef class FastPile(Pile):
    """Hooks with bodies of their own."""

    cdef void move_values(self, const void* state, const Move* moves, int n, const int32_t* weights,
                          int64_t* values) noexcept nogil:
        cdef double row[N_FEATURES]
        cdef int i
        for i in range(n):
            Pile.features(self, state, moves[i], row)
            values[i] = <int64_t>(weights[F_TAKEN] * row[F_TAKEN] + weights[F_LEFT] * row[F_LEFT])

    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept nogil:
        cdef int n = min(3, <int>(<const State*>state).pile)
        move[0] = pack(K_TAKE, 1 + (rng_below(key, index, n) if n > 1 else 0))
        return n


cdef class CrowdedPile(Pile):
    """For more players than there is room for in its state."""

    def __init__(self):
        SimpleGame.__init__(self, KERNEL_ABI)
        self.declare(__file__, title="Pile", size=sizeof(State), players=5, allowed=(2, 5))


cdef class StuckPile(Pile):
    """Broken rules: the last three stones cannot be taken, and the game goes on."""

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        return 0 if (<const State*>state).pile <= 3 else Pile.legal(self, state, moves)


cdef class EndlessPile(Pile):
    """Broken rules: the stones stay where they are."""

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        end_turn(&(<State*>state).turns)


cdef class PassingPile(Pile):
    """Broken rules: taking nothing is legal for ever; random players come to an end all the same."""

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        moves[0] = pack(K_TAKE)
        return 1 + Pile.legal(self, state, moves + 1)


cdef class HangingPile(Pile):
    """Broken rules: taking three stones never ends."""

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        while a_of(move) == 3 and (<volatile State*>state).pile:
            usleep(1000)
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
    """A counter that is recorded after every round and outgrows a byte."""

    def __init__(self, **options):
        super().__init__(**options)
        self.counters, self.n_running = (("taken", "twentieths of stones taken | count | parts"),), 1

    cdef void counters_of(self, const void* state, int seat, int64_t* out) noexcept nogil:
        out[0] = 20 * (<const State*>state).stones[seat]
