"""What searches share: the hidden dealt anew, a game played out at random or by a plan, and what its end is worth."""

import numpy as np

from cext.kernel.checks import broken_rules

from cext.kernel.game cimport Game
from cext.kernel.policy cimport Policy, WeightedPolicy
from cext.kernel.position cimport Position
from cext.kernel.rng cimport STREAM_SEAT, rng_bits, rng_deal_key, rng_stream
from cext.kernel.types cimport (ENDLESS, MAX_DECISIONS, MAX_MOVES, MAX_SEATS, NO_MOVES, STATE_WORDS, Decision, Move,
                                Outcome)
from libc.math cimport fabs, sqrt
from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

__all__ = ["MAX_SIMULATIONS", "Search", "check_number"]

MAX_SIMULATIONS = 10_000_000
MAX_BIAS = MAX_EXPLORATION = 1000

cdef enum:
    STEEP = 10       # a lead of a tenth of both scores together counts as half of the way from a draw to a sure win


def check_number(str name, number, maximum, *, minimum=0):
    """The number, when it is one that can be asked for; else ValueError."""
    if not minimum <= number <= maximum:
        raise ValueError(f"{name} {number}: must be {minimum} to {maximum}")
    return number


cdef class Search(Policy):
    """A policy that plays games out before it decides.

    Each simulation deals anew what the seat cannot see, so its draws and the state it starts from follow from what the
    seat knows and from the key of the decision. prior: plan whose values of moves, standardised, raise or lower their
    mean rewards: by `bias` a standard deviation at a move's first visit, by bias / n at its n-th. playout: plan that
    plays games out, None: random moves. margin: part of the reward that is by how much a game is won; the rest is the
    share of the win. exploration: what that is depends on the search.
    """

    def __init__(self, Game game not None, *, WeightedPolicy prior=None, WeightedPolicy playout=None, double bias=1,
                 double margin=0, double exploration=0):
        game.finalise()
        cdef WeightedPolicy plan
        for plan in (prior, playout):
            if plan is not None:
                plan.check_game(game, "the plan that guides a search")
        self.game, self.prior, self.playout, self.slow = game, prior, playout, True
        self.bias, self.margin = check_number("bias", bias, MAX_BIAS), check_number("margin", margin, 1)
        self.exploration = check_number("exploration", exploration, MAX_EXPLORATION)

    def rewards(self, Position position not None, int n, *, seed=0):
        """Sum of the rewards of the seat to move over n games played out from a position, by the policy's players."""
        cdef uint64_t state[STATE_WORDS]
        cdef int32_t rewards[MAX_SEATS]
        cdef uint64_t key = rng_deal_key(seed, 0)
        cdef int seat = position.game.to_move(position.data), number, n_decisions = 0
        cdef int64_t total = 0
        if seat < 0:
            raise ValueError("the game is over: there is nothing to play out")
        with nogil:
            for number in range(n):
                memcpy(state, position.data, position.game.state_size)
                position.game.determinise(state, seat, rng_bits(key, number))
                n_decisions = self.playout_reward(position.game, state, rng_bits(key, number), rewards)
                if n_decisions < 0:
                    break
                total += rewards[seat]
        if n_decisions < 0:
            raise broken_rules(position.game, n_decisions, "a simulation")
        return total / <double>REWARD_UNITS

    def evaluate(self, Position position not None, *, seed=0, deal=0, index=0):
        """As of any policy; visits: games played out after each legal move."""
        cdef int32_t[::1] visits = np.zeros(len(position.moves()) or 1, dtype=np.int32)
        self.visit_counts = &visits[0]
        try:
            move, values, _ = Policy.evaluate(self, position, seed=seed, deal=deal, index=index)
        finally:
            self.visit_counts = NULL
        return move, values, np.asarray(visits)

    def win_shares(self, Position position not None, moves, int n, *, seed=0):
        """float64[n, moves]: the share of the win of the seat that is to move, as all_win_shares() has it."""
        return np.ascontiguousarray(self.all_win_shares(position, moves, n, seed=seed)[:, :, position.to_move])

    def all_win_shares(self, Position position not None, moves, int n, *, seed=0):
        """float64[n, moves, seats]: every seat's share of the win in n games that the policy's players play out after
        each of these legal moves; in game i all moves meet the same hidden cards and the same draws.

        ValueError where a move is not legal at the position.
        """
        legal = position.moves()
        for move in moves:
            if move not in legal:
                raise ValueError(f"{move} is not one of the {len(legal)} legal moves")
        return self.simulated_shares(position, moves, n, seed, position.game.to_move(position.data))

    def chances(self, Position position not None, int n, *, seed=0):
        """float64[n, seats]: every seat's share of the win in n games that the policy's players play out from here.

        In game i player i % players keeps what it knows, and the rest is dealt anew: the chances are those that the
        players see, all alike, and do not jump from what one knows to what the next one does. ValueError where the game
        is over.
        """
        if position.game.to_move(position.data) < 0:
            raise ValueError("the game is over: there is nothing to play out")
        return self.simulated_shares(position, [None], n, seed, -1)[:, 0]

    cdef object simulated_shares(self, Position position, moves, int n, seed, int knowing):
        """float64[n, moves, seats]: every seat's share of the win in n games played out after each move; None: after
        none. knowing: the seat that keeps what it knows in all of them; -1: each in turn."""
        cdef uint64_t world[STATE_WORDS]
        cdef uint64_t state[STATE_WORDS]
        cdef int32_t rewards[MAX_SEATS]
        cdef Outcome out
        cdef Game game = position.game
        cdef uint64_t deal_key = rng_deal_key(seed, 0), key
        cdef int number, i, seat, n_decisions = 0
        cdef bint has_moves = None not in moves
        cdef uint32_t[::1] tried = np.asarray(moves if has_moves else [0], dtype=np.uint32)
        cdef double[:, :, ::1] shares = np.empty((n, len(moves), game.n_seats))
        with nogil:
            for number in range(n):
                key = rng_bits(deal_key, number)
                memcpy(world, position.data, game.state_size)
                game.determinise(world, knowing if knowing >= 0 else number % game.players, key)
                for i in range(tried.shape[0]):
                    memcpy(state, world, game.state_size)
                    if has_moves:
                        game.apply(state, tried[i])
                    n_decisions = self.play_out(game, state, key, &out)
                    if n_decisions < 0:
                        break
                    reward(&out, game.n_seats, 0, rewards)
                    for seat in range(game.n_seats):
                        shares[number, i, seat] = rewards[seat] / <double>REWARD_UNITS
                if n_decisions < 0:
                    break
        if n_decisions < 0:
            raise broken_rules(game, n_decisions, "a simulation")
        return np.asarray(shares)

    cdef int playout_reward(self, Game game, void* state, uint64_t key, int32_t* rewards) noexcept nogil:
        """Play a game to its end; rewards[n_seats]: each seat's in REWARD_UNITS, bots too. NO_MOVES or ENDLESS where
        the rules are broken, else no negative number."""
        cdef Outcome out
        cdef int n_decisions = self.play_out(game, state, key, &out)
        if n_decisions >= 0:
            reward(&out, game.n_seats, self.margin, rewards)
        return n_decisions

    cdef int play_out(self, Game game, void* state, uint64_t key, Outcome* out) noexcept nogil:
        """Play a game to its end and score it; returns as playout_reward()."""
        cdef uint64_t keys[MAX_SEATS]
        cdef uint64_t indices[MAX_SEATS]
        cdef int seat
        for seat in range(game.players):
            keys[seat] = rng_stream(key, STREAM_SEAT + seat)
            indices[seat] = 0
        return self.play_out_from(game, state, keys, indices, out)

    cdef int play_out_from(self, Game game, void* state, const uint64_t* keys, uint64_t* indices,
                           Outcome* out) noexcept nogil:
        """The same with the stream of each player's draws, and the number of the first."""
        cdef int64_t move_counts[2]
        cdef int n_decisions
        move_counts[0] = move_counts[1] = 0
        if self.playout is None:
            n_decisions = game.playout(state, keys, indices, move_counts, NULL)
        else:
            n_decisions = play_out_plan(self.playout, game, state, keys, indices)
        if n_decisions >= 0:
            memset(out, 0, sizeof(Outcome))
            game.score(state, out)
        return n_decisions

    cdef int record_failure(self, Game game, const Decision* d, int how) noexcept nogil:
        """Keep as the policy's failure how a simulation broke the rules; -1, in place of a choice."""
        with gil:
            try:
                self.failure = broken_rules(game, how, f"a simulation of game {d.game}")
            except BaseException as error:
                self.failure = error
        return -1


cdef int play_out_plan(WeightedPolicy plan, Game game, void* state, const uint64_t* keys,
                       uint64_t* indices) noexcept nogil:
    """Play a game to its end by a plan in every seat; decisions asked, NO_MOVES or ENDLESS where the rules are
    broken."""
    cdef Move moves[MAX_MOVES]
    cdef int64_t values[MAX_MOVES]
    cdef Decision d
    cdef int ply, forced = 0
    d.state, d.moves, d.values = state, moves, values
    d.game, d.ply, d.valued = 0, 0, False
    for ply in range(MAX_DECISIONS):
        d.seat = game.to_move(state)
        if d.seat < 0:
            return ply - forced
        d.n = game.legal(state, moves)
        if d.n <= 1:
            if d.n < 1:
                return NO_MOVES
            game.apply(state, moves[0])
            forced += 1
            continue
        d.key, d.index = keys[d.seat], indices[d.seat]
        game.apply(state, moves[plan.choose(game, &d)])
        indices[d.seat] += 1
    return ENDLESS


cdef void reward(const Outcome* out, int seats, double margin, int32_t* rewards) noexcept nogil:
    """What the end of a game is worth to each seat: its share of the win, mixed with by how much it won or lost."""
    cdef int seat, winners = 0, best = -1, second = -1, share
    for seat in range(seats):
        winners += out.rank[seat] == 1
        if best < 0 or out.score[seat] > out.score[best]:
            second = best
            best = seat
        elif second < 0 or out.score[seat] > out.score[second]:
            second = seat
    for seat in range(seats):
        share = REWARD_UNITS // winners if out.rank[seat] == 1 else 0
        if margin > 0 and second >= 0:
            rewards[seat] = <int32_t>((1 - margin) * share + margin * REWARD_UNITS
                                      * margin_reward(out.score[seat], out.score[second if seat == best else best]))
        else:
            rewards[seat] = share


cdef inline double margin_reward(double own, double other) noexcept nogil:
    """By how much a seat is ahead of the best other one: 0 far behind, 1/2 even, 1 far ahead."""
    cdef double x = STEEP * (own - other) / (fabs(own) + fabs(other) + 1)
    return 0.5 + 0.5 * x / (1 + fabs(x))


cdef void standardise(const int64_t* values, int n, double* prior_scores) noexcept nogil:
    """Standard deviations that each value is above the mean of those considered; 0 for all where they are equal.

    Points of a plan are worth more at one time than at another: by themselves they would decide some moves alone.
    """
    cdef double mean = 0, spread = 0
    cdef int i, considered = 0
    for i in range(n):
        if values[i] != INT64_MIN:
            mean += <double>values[i]
            considered += 1
    mean /= considered if considered else 1
    for i in range(n):
        prior_scores[i] = 0
        if values[i] != INT64_MIN:
            prior_scores[i] = <double>values[i] - mean
            spread += prior_scores[i] * prior_scores[i]
    spread = sqrt(spread / considered) if considered else 0
    for i in range(n):
        prior_scores[i] = prior_scores[i] / spread if spread > 0 else 0
