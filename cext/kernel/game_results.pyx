"""What games come to: the columns of their outcomes, laid out before they are played, and all columns handed over."""

import numpy as np

from cext.kernel.game cimport Game
from cext.kernel.types cimport MAX_COUNTERS, MAX_SEATS, SHARE_UNITS, Clock, Outcome, total_and_rank
from libc.stdint cimport INT64_MIN, int32_t, int64_t
from libc.string cimport memset

__all__ = ["GameResults", "ResultColumns"]

cdef enum:
    IN_A_LINE = 8          # numbers of 64 bits in a line of the cache


class GameResults:
    """Columns of the games played: `games` (one row a game), `seats` (one row a game and seat, bots last), `decisions`
    (one row a recorded decision; without `move_value` and `move_value_lead` where no policy valued moves) and `rounds`
    (one row a seat and round of a recorded game: its running counters at the end of the round) or None, `policies` (one
    a policy: how often one that takes long was `asked`, and the processor `seconds` it took; 0 of quick ones).
    """

    def __init__(self, *, games, seats, policies, decisions, rounds):
        self.games, self.seats, self.policies, self.decisions, self.rounds = games, seats, policies, decisions, rounds

    def __repr__(self):
        recorded = 0 if self.decisions is None else len(self.decisions["game"])
        return f"<GameResults: {len(self.games['n_decisions'])} games, {recorded} decisions recorded>"


cdef class ResultColumns:
    """Columns for n games, each written when it is over."""

    def __cinit__(self, Game game, n):
        rows = n * game.n_seats
        self.game = game
        self.n_decisions, self.n_forced, self.rounds, self.lead_changes = np.zeros((4, n), np.uint16)
        self.n_legal_moves, self.winners = np.zeros(n, np.uint32), np.zeros(n, np.uint8)
        self.winning_margin, self.score = np.zeros(n, np.int64), np.zeros(rows, np.int64)
        self.rank, self.tie_break, self.win_share60 = np.zeros((3, rows), np.uint8)
        self.opening, self.board = np.zeros(rows, np.uint32), np.zeros(rows, np.int8)
        self.category = padded_columns(game.n_categories, rows)
        self.counter = padded_columns(game.n_counters, rows)

    cdef void write(self, Py_ssize_t row, const void* state, int n_decisions, const int64_t* move_counts,
                    const int32_t* late_points) noexcept nogil:
        """The finished game of a row; late_points: of each seat that decides, for its first category; NULL: none."""
        cdef Clock clock
        cdef Outcome out
        cdef int64_t* categories
        cdef int64_t* counters
        cdef int64_t counter[MAX_SEATS][MAX_COUNTERS]
        cdef int64_t best = INT64_MIN, second = INT64_MIN
        cdef int seats = self.game.n_seats, winners = 0, seat, other, i
        cdef Py_ssize_t first = row * seats
        self.game.clock(state, &clock)
        memset(&out, 0, sizeof(Outcome))
        self.game.score(state, &out)
        if late_points is not NULL:
            for seat in range(self.game.players):
                out.category[seat][0] += late_points[seat]
            total_and_rank(&out, seats, self.game.n_categories)
        for seat in range(seats):
            winners += out.rank[seat] == 1
            second = max(second, min(best, out.score[seat]))
            best = max(best, out.score[seat])
        self.n_decisions[row], self.rounds[row] = n_decisions, clock.round
        self.n_legal_moves[row], self.n_forced[row] = move_counts[0], move_counts[1]
        self.winners[row], self.lead_changes[row] = winners, out.lead_changes
        self.winning_margin[row] = best - second if seats > 1 else 0
        for seat in range(seats):
            self.score[first + seat] = out.score[seat]
            self.rank[first + seat] = out.rank[seat]
            self.tie_break[first + seat] = 1
            for other in range(seats):
                self.tie_break[first + seat] += out.tie[other] > out.tie[seat]
            self.win_share60[first + seat] = SHARE_UNITS // winners if out.rank[seat] == 1 else 0
            self.opening[first + seat] = out.opening[seat]
            self.board[first + seat] = self.game.board_of(state, seat) if seat < self.game.players else -1
            if self.game.n_counters:
                self.game.counters_of(state, seat, counter[seat])
        # by column, all seats of one together: the next column lies in another page
        for i in range(self.game.n_categories):
            categories = &self.category[i, first]
            for seat in range(seats):
                categories[seat] = out.category[seat][i]
        for i in range(self.game.n_counters):
            counters = &self.counter[i, first]
            for seat in range(seats):
                counters[seat] = counter[seat][i]

    def first_games(self, n):
        """The columns of the first n games, and those of their seats."""
        rows = n * self.game.n_seats
        games = {"n_decisions": self.n_decisions, "n_legal_moves": self.n_legal_moves, "n_forced": self.n_forced,
                 "rounds": self.rounds, "lead_changes": self.lead_changes, "winners": self.winners,
                 "winning_margin": self.winning_margin}
        seats = {"score": self.score, "rank": self.rank, "tie_break": self.tie_break, "win_share60": self.win_share60,
                 "opening": self.opening, "board": self.board}
        categories = {f"score_{name}": np.asarray(self.category)[i] for i, (name, _) in enumerate(self.game.categories)}
        counters = {name: np.asarray(self.counter)[i] for i, (name, _) in enumerate(self.game.counters)}
        return ({name: np.asarray(column)[:n] for name, column in games.items()},
                {name: np.asarray(column)[:rows] for name, column in (seats | categories | counters).items()})


def padded_columns(n, rows):
    """Room for n columns of that many rows, an odd number of lines of the cache apart: a game writes into all of them,
    and so they do not ask for the same few places of the cache."""
    return np.empty((n, (rows // IN_A_LINE + 1 | 1) * IN_A_LINE), np.int64)
