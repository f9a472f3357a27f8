"""Heaps: three heaps of stones, take one to three of one heap; a whole game in one file."""

from cext.games.simple_game cimport SimpleGame, Turns, end_game, end_turn
from cext.kernel.game cimport KERNEL_ABI
from cext.kernel.rng cimport STREAM_DEAL, rng_below, rng_stream
from cext.kernel.types cimport Move, a_of, b_of, pack
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t

cdef enum:
    N_HEAPS = 3
    N_SEATS = 4

cdef enum:  # Kind
    K_TAKE                 # take stones of a heap

cdef enum:  # MoveClass
    C_ONE                  # O | one stone
    C_MORE                 # M | more stones

cdef enum:  # Category
    S_STONES               # stones taken
    S_LAST                 # the last stone: 3, on board B 5

cdef enum:  # Feature
    F_STONES               # stones taken | stones
    F_CLEARED              # the heap is cleared | 0/1


cdef struct State:
    Turns turns
    uint8_t heap[N_HEAPS]
    int16_t stones[N_SEATS]
    int16_t last[N_SEATS]
    int8_t board[N_SEATS]


cdef class Heaps(SimpleGame):
    """Heaps for 2 to 4 players."""

    def __init__(self, *, players=2, components=None, **options):
        super().__init__(KERNEL_ABI)
        self.declare(__file__, title="Heaps", size=sizeof(State), players=players, boards=("A", "B"), opening_turns=2,
                     hidden=False, options=options)

    cdef void begin(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        cdef State* s = <State*>state
        cdef int i
        for i in range(N_HEAPS):
            s.heap[i] = 6 + rng_below(rng_stream(deal_key, STREAM_DEAL), i, 5)
        for i in range(min(self.players, N_SEATS)):
            s.board[i] = boards[i] if boards[i] > 0 else 0

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        cdef const State* s = <const State*>state
        cdef int i, stones, n = 0
        for i in range(N_HEAPS):
            for stones in range(1, min(3, <int>s.heap[i]) + 1):
                moves[n] = pack(K_TAKE, i, stones)
                n += 1
        return n

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        cdef State* s = <State*>state
        cdef int seat = s.turns.seat
        s.heap[a_of(move)] -= b_of(move)
        s.stones[seat] += b_of(move)
        end_turn(&s.turns)
        if s.heap[0] + s.heap[1] + s.heap[2] == 0:
            s.last[seat] = 5 if s.board[seat] else 3
            end_game(&s.turns)

    cdef void categories_of(self, const void* state, int seat, int64_t* out) noexcept nogil:
        out[S_STONES] = (<const State*>state).stones[seat]
        out[S_LAST] = (<const State*>state).last[seat]

    cdef int board_of(self, const void* state, int seat) noexcept nogil:
        return (<const State*>state).board[seat]

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        return 1 + (C_ONE if b_of(move) == 1 else C_MORE)

    cdef void features(self, const void* state, Move move, double* out) noexcept nogil:
        out[F_STONES] = b_of(move)
        out[F_CLEARED] = (<const State*>state).heap[a_of(move)] == b_of(move)


GAME = Heaps
