"""What searches share: the hidden dealt anew, a game played out at random or by a plan, and what its end is worth."""

from cext.kernel.game cimport Game
from cext.kernel.policy cimport Policy, WeightedPolicy
from cext.kernel.position cimport Position
from cext.kernel.rng cimport STREAM_SEARCH, rng_bits, rng_stream
from cext.kernel.types cimport SHARE_UNITS, Decision, Outcome
from libc.stdint cimport int32_t, int64_t, uint64_t

cdef enum:
    REWARD_UNITS = SHARE_UNITS * 1024   # parts of a reward of 1: shares of a win are whole numbers of them
    PER_CENT = 100_000              # thousandths of a per cent in a reward of 1
    DRAW_BITS = 32                  # simulations of one decision that have draws of their own
    DRAW_EQUALS = 0xffffffff        # the choice among equals


cdef inline uint64_t simulation_key(const Decision* d, uint64_t number) noexcept nogil:
    """Key of everything random in one simulation of a decision."""
    return rng_bits(rng_stream(d.key, STREAM_SEARCH), d.index << DRAW_BITS | number)


cdef class Search(Policy):
    cdef readonly WeightedPolicy prior      # whose values of moves count before there are playouts; None: nobody's
    cdef readonly WeightedPolicy playout    # who plays games out; None: random moves
    cdef readonly double bias               # reward of a move a standard deviation above the others, at its first visit
    cdef readonly double margin             # part of the reward that is by how much the game is won, 0 to 1
    cdef readonly double exploration        # weight of what is little tried, against rewards between 0 and 1
    cdef int32_t* visit_counts              # where games played out after each legal move are told; NULL: nobody asks

    cdef object simulated_shares(self, Position position, moves, int n, seed, int knowing)
    cdef int playout_reward(self, Game game, void* state, uint64_t key, int32_t* rewards) noexcept nogil
    cdef int play_out(self, Game game, void* state, uint64_t key, Outcome* out) noexcept nogil
    cdef int play_out_from(self, Game game, void* state, const uint64_t* keys, uint64_t* indices,
                           Outcome* out) noexcept nogil
    cdef int record_failure(self, Game game, const Decision* d, int how) noexcept nogil


cdef void reward(const Outcome* out, int seats, double margin, int32_t* rewards) noexcept nogil


cdef void standardise(const int64_t* values, int n, double* prior_scores) noexcept nogil
