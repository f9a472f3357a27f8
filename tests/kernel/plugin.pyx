"""What another person compiles against the kernel: a game without a base, policies, and draws callable from Python."""

from cext.kernel.words import GameWords

from cext.kernel.game cimport KERNEL_ABI, Game
from cext.kernel.policy cimport Policy
from cext.kernel.rng cimport rng_below, rng_bits, rng_deal_key, rng_reshuffle, rng_shuffle, rng_stream
from cext.kernel.types cimport Decision, Move, Outcome, a_of, pack
from libc.stdint cimport uint32_t, uint64_t


cdef class Pennies(Game):
    """Matching pennies: both show a side at the same time, the second seat wins when they match. is_announced: whether
    the game says that the choice is made in secret. interface: what a compiled engine passes."""

    cdef bint is_announced

    def __init__(self, *, int players=2, components=None, is_announced=True, int interface=KERNEL_ABI):
        super().__init__(interface)
        self.name, self.title, self.players, self.state_size = "pennies", "Pennies", players, 2
        self.boards, self.rounds, self.categories, self.counters = (), (), (), ()
        self.feature_docs, self.kinds, self.stages, self.classes = (), ("show",), ("show",), (("", ""),)
        self.options, self.words, self.is_announced = {"is_announced": is_announced}, GameWords(self), is_announced

    cdef int to_move(self, const void* state) noexcept nogil:
        cdef const char* shown = <const char*>state
        return 0 if not shown[0] else 1 if not shown[1] else -1

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        moves[0], moves[1] = pack(0, 1), pack(0, 2)
        return 2

    cdef void apply(self, void* state, Move move) noexcept nogil:
        (<char*>state)[self.to_move(state)] = a_of(move)

    cdef void score(self, const void* state, Outcome* out) noexcept nogil:
        cdef int winner = (<const char*>state)[0] == (<const char*>state)[1]
        out.score[winner] = 1
        out.rank[winner], out.rank[1 - winner] = 1, 2

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        if seat == 1:
            (<char*>state)[0] = 1 + rng_below(key, 0, 2)

    cdef bint decides_secretly(self, const void* state) noexcept nogil:
        return self.is_announced


cdef class FirstMove(Policy):
    """Takes the first move that is offered."""

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        return 0


cdef class MuteFailure(Policy):
    """Fails without storing an exception."""

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        return -1


def bits(uint64_t key, uint64_t index):
    return rng_bits(key, index)


def deal_key(uint64_t seed, uint64_t deal):
    return rng_deal_key(seed, deal)


def stream(uint64_t key, uint64_t number):
    return rng_stream(key, number)


def below(uint64_t key, uint64_t index, uint32_t n):
    return rng_below(key, index, n)


def reshuffled(items, uint64_t key):
    """The items, bytes, in the order rng_reshuffle leaves them."""
    cdef bytearray order = bytearray(items)
    rng_reshuffle(<unsigned char*>order, len(order), key)
    return bytes(order)


def shuffled(items, uint64_t key):
    """The items, bytes, in the order rng_shuffle leaves them."""
    cdef bytearray order = bytearray(items)
    rng_shuffle(<unsigned char*>order, len(order), key)
    return bytes(order)
