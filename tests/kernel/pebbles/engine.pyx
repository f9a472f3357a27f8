"""Pebbles: take one to three of one pile; a game without rounds, classes, features, boards, counters and data/."""

from cext.games.pebbles.words import MOVES
from cext.games.words import OpenInformationWords

from cext.games.simple_game cimport SimpleGame, Turns, end_game, end_turn
from cext.kernel.game cimport KERNEL_ABI
from cext.kernel.rng cimport STREAM_DEAL, rng_below, rng_stream
from cext.kernel.types cimport Move, a_of, pack
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint64_t

cdef enum:  # Kind
    K_TAKE                 # take stones

cdef enum:  # Category
    S_STONES               # stones taken


cdef struct State:
    Turns turns
    uint8_t pile
    int16_t stones[2]


cdef class Pebbles(SimpleGame):
    """Pebbles for 2 players."""

    def __init__(self, *, players=2, components=None, **options):
        super().__init__(KERNEL_ABI)
        self.declare(__file__, title="Pebbles", size=sizeof(State), players=players, allowed=(2,), hidden=False,
                     options=options)
        self.words = OpenInformationWords(self, moves=MOVES)

    cdef void begin(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        (<State*>state).pile = 10 + rng_below(rng_stream(deal_key, STREAM_DEAL), 0, 10)

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


GAME = Pebbles
