"""Games from which a value is learned: positions in which a turn begins, and what their games come to."""

from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from cext.kernel.checks import broken_rules, check_boards, check_seed, schedule_column
from cext.user_code import Visit

from cext.kernel.game cimport Game
from cext.kernel.policy cimport Policy
from cext.kernel.rng cimport STREAM_SEAT, rng_bits, rng_deal_key, rng_stream
from cext.kernel.simulation cimport REWARD_UNITS, reward
from cext.kernel.types cimport (ENDLESS, MAX_DECISIONS, MAX_MOVES, MAX_SEATS, NO_MOVES, STATE_WORDS, Clock, Decision,
                                Move, Outcome)
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

__all__ = ["Positions", "redealt_bytes", "sample_positions"]

cdef enum:
    FAILED = -3            # the policy says why
    REDEALS = 3            # times that each position is dealt anew
    STREAM_KEPT = 64       # draws of which positions are kept: apart from those of seats and searches


@dataclass(frozen=True, eq=False)
class Positions:
    """n positions in which a seat's turn begins, or in which it decides."""

    states: "np.ndarray"   # uint8[n, state_size]; hidden parts too
    viewers: "np.ndarray"  # int8[n]: that seat
    rewards: "np.ndarray"  # float32[n, players]: what the end of the game was worth to each seat, 0 to 1
    deals: "np.ndarray"    # int64[n]: the game's deal

    def __len__(self):
        return len(self.viewers)

    def __getitem__(self, which):
        return Positions(self.states[which], self.viewers[which], self.rewards[which], self.deals[which])

    @classmethod
    def join(cls, lots):
        """Several lots as one."""
        return cls(*(np.concatenate([getattr(lot, name) for lot in lots])
                     for name in ("states", "viewers", "rewards", "deals")))


def sample_positions(Game game not None, policies, *, seed, boards, policy, double keep, double margin,
                     int64_t first_deal=0, bint every_decision=False):
    """Positions of games between policies, each beginning of a turn kept with probability `keep`; every_decision: each
    decision, for a leaf that is asked within a turn (`turns` 0).

    boards: int8[n, players] and policy: uint8[n, players] of n games, as play_games() takes them; game i is that of
    deal first_deal + i. margin: part of the reward that is by how much a game is won. Raises what stops a policy.
    """
    cdef const int8_t[:, ::1] board
    cdef const uint8_t[:, ::1] who
    cdef list table = list(policies)
    cdef int64_t number, n
    game.finalise()
    seed = check_seed(seed)
    n = len(policy)
    check_boards(game, boards)
    board = schedule_column("boards", boards, np.int8, (n, game.players), -1, len(game.boards))
    who = schedule_column("policy", policy, np.uint8, (n, game.players), 0, len(table))
    for number, each in enumerate(table):
        (<Policy?>each).check_game(game, f"policy {number}")
    cdef Sampler sampler = Sampler(game, keep, margin, every_decision)
    with Visit() if game.is_program or any((<Policy>each).slow for each in table) else nullcontext():
        for number in range(n):
            if not number % 64:
                PyErr_CheckSignals()
            sampler.play(table, &board[number, 0], &who[number, 0], seed, first_deal + number)
    return sampler.positions()


cdef class Sampler:
    """Plays games and keeps positions of them."""

    cdef Game game
    cdef double keep, margin
    cdef bint every_decision
    cdef uint64_t state[STATE_WORDS]
    cdef list states, viewers, rewards, deals

    def __cinit__(self, Game game, double keep, double margin, bint every_decision):
        self.game, self.keep, self.margin, self.every_decision = game, keep, margin, every_decision
        self.states, self.viewers, self.rewards, self.deals = [], [], [], []

    cdef int play(self, list policies, const int8_t* board, const uint8_t* who, uint64_t seed, int64_t deal) except -1:
        """Play one game."""
        cdef Move moves[MAX_MOVES]
        cdef int64_t values[MAX_MOVES + 8]
        cdef uint64_t keys[MAX_SEATS]
        cdef uint64_t indices[MAX_SEATS]
        cdef int turns[MAX_SEATS]              # begun by each seat
        cdef int32_t rewards[MAX_SEATS]
        cdef Decision d
        cdef Outcome out
        cdef Clock now
        cdef Game game = self.game
        cdef Policy policy
        cdef uint64_t key = rng_deal_key(seed, deal), kept = rng_stream(key, STREAM_KEPT)
        cdef int ply, choice, n_kept = 0
        memset(self.state, 0, game.state_size)
        game.deal_into(self.state, board, key)
        for ply in range(game.players):
            keys[ply], indices[ply], turns[ply] = rng_stream(key, STREAM_SEAT + ply), 0, -1
        d.state, d.moves, d.values, d.seed, d.game = self.state, moves, values, seed, 0
        for ply in range(MAX_DECISIONS):
            d.seat = game.to_move(self.state)
            if d.seat < 0:
                break
            game.clock(self.state, &now)
            if self.every_decision or <int>now.turn != turns[d.seat]:
                turns[d.seat] = now.turn
                if (rng_bits(kept, ply) >> 11) * 2.0**-53 < self.keep:
                    self.states.append(PyBytes_FromStringAndSize(<char*>self.state, game.state_size))
                    self.viewers.append(d.seat)
                    n_kept += 1
            d.n = game.legal(self.state, moves)
            if d.n < 1:
                game.check_rules()
                raise broken_rules(game, NO_MOVES, f"game {deal}")
            if d.n == 1:
                game.apply(self.state, moves[0])
                continue
            d.key, d.index, d.ply, d.valued = keys[d.seat], indices[d.seat], ply, False
            policy = <Policy>policies[who[d.seat]]
            choice = policy.choose(game, &d)
            if choice < 0:
                error, policy.failure = policy.failure, None
                raise error
            game.apply(self.state, moves[choice])
            indices[d.seat] += 1
        else:
            raise broken_rules(game, ENDLESS, f"game {deal}")
        if n_kept:
            memset(&out, 0, sizeof(Outcome))
            game.score(self.state, &out)
            game.check_rules()
            reward(&out, game.n_seats, self.margin, rewards)
            row = [rewards[seat] / <double>REWARD_UNITS for seat in range(game.players)]
            self.rewards += [row] * n_kept
            self.deals += [deal] * n_kept
        return 0

    def positions(self):
        """All that were kept."""
        n = len(self.viewers)
        return Positions(np.frombuffer(b"".join(self.states), np.uint8).reshape(n, self.game.state_size),
                         np.array(self.viewers, np.int8),
                         np.array(self.rewards, np.float32).reshape(n, self.game.players),
                         np.array(self.deals, np.int64))


def redealt_bytes(Game game not None, states, *, seed=0):
    """uint8[players, state_size]: 1 where dealing anew what that seat cannot see changes the byte in any of these
    uint8[n, state_size] states."""
    cdef const uint8_t[:, ::1] s = np.ascontiguousarray(states, np.uint8)
    if s.shape[1] != game.state_size:
        raise ValueError(f"states of {s.shape[1]} bytes: {game.name} has states of {game.state_size}")
    cdef uint8_t[:, ::1] changed = np.zeros((game.players, game.state_size), np.uint8)
    cdef uint64_t world[STATE_WORDS]
    cdef uint64_t key = rng_deal_key(check_seed(seed), 0)
    cdef Py_ssize_t i
    cdef int viewer, number, b
    with Visit() if game.is_program else nullcontext():
        for i in range(s.shape[0]):
            for viewer in range(game.players):
                for number in range(REDEALS):
                    memcpy(world, &s[i, 0], game.state_size)
                    game.determinise(world, viewer, rng_bits(key, <uint64_t>(i * REDEALS + number)))
                    game.check_rules()
                    for b in range(game.state_size):
                        changed[viewer, b] |= (<uint8_t*>world)[b] != s[i, b]
    return np.asarray(changed)
