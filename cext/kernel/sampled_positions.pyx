"""A sample of positions: of every game that is played one decision, each as likely as any other."""

from cext.kernel.game cimport Game
from cext.kernel.policy cimport Policy
from cext.kernel.position cimport Position
from cext.kernel.rng cimport rng_below, rng_stream
from cext.kernel.types cimport Decision
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

__all__ = ["PositionSample"]

cdef enum:
    STREAM_SAMPLE = 33         # of a seat's stream: which decision of a game is kept


cdef class PositionSample:
    """Policies that play as those given, and the positions met by them: one decision with a choice from each of the
    games number 0 to n_games - 1, drawn evenly while the game is played (reservoir sampling, Vitter 1985, algorithm R).
    """

    cdef readonly list policies    # in place of those given
    cdef Game game
    cdef int n_games
    cdef char* states              # [n_games] of the game's own size
    cdef uint32_t* n_seen          # decisions of each game so far
    cdef uint64_t* indices         # of the decision kept, among its seat's own

    def __cinit__(self, Game game not None, list policies not None, int n_games):
        if n_games < 1:
            raise ValueError(f"{n_games} games: must be 1 or more")
        game.finalise()
        self.game, self.n_games = game, n_games
        self.states = <char*>calloc(n_games, game.state_size)
        self.n_seen = <uint32_t*>calloc(n_games, sizeof(uint32_t))
        self.indices = <uint64_t*>calloc(n_games, sizeof(uint64_t))
        if self.states is NULL or self.n_seen is NULL or self.indices is NULL:
            raise MemoryError("no memory for the sampled positions")
        self.policies = [SampledPolicy(self, policy) for policy in policies]

    def __dealloc__(self):
        free(self.states)
        free(self.n_seen)
        free(self.indices)

    cdef void add(self, const Decision* d) noexcept nogil:
        """Count a decision, and keep it in place of the one kept before with the chance of one in those so far."""
        if d.n < 2 or d.game >= <uint32_t>self.n_games:
            return
        self.n_seen[d.game] += 1
        if rng_below(rng_stream(d.key, STREAM_SAMPLE), d.index, self.n_seen[d.game]) == 0:
            memcpy(self.states + <size_t>d.game * self.game.state_size, d.state, self.game.state_size)
            self.indices[d.game] = d.index

    def positions(self):
        """(number of the game, position, number of the decision among its seat's own) of each game with a choice."""
        cdef Position position
        cdef int number
        kept = []
        for number in range(self.n_games):
            if self.n_seen[number]:
                position = Position(self.game)
                memcpy(position.data, self.states + <size_t>number * self.game.state_size, self.game.state_size)
                kept.append((number, position, self.indices[number]))
        return kept


cdef class SampledPolicy(Policy):
    """A policy whose decisions a sample is drawn from."""

    cdef PositionSample sample
    cdef Policy inner

    def __init__(self, PositionSample sample not None, Policy inner not None):
        self.sample, self.inner = sample, inner
        self.game, self.slow = inner.game, inner.slow

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        cdef int choice
        self.sample.add(d)
        choice = self.inner.choose(game, d)
        if choice < 0:
            with gil:
                self.failure, self.inner.failure = self.inner.failure, None
        return choice
