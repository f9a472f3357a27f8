"""Position: one state of a game as Python sees it."""

import numpy as np

from cext.kernel.checks import broken_rules

from cext.kernel.game cimport Game, weight_set
from cext.kernel.rng cimport STREAM_SEAT, rng_deal_key, rng_stream
from cext.kernel.types cimport MAX_COUNTERS, MAX_FEATURES, MAX_MOVES, MAX_SEATS, Clock, Move, Outcome
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

__all__ = ["Position"]


cdef class Position:
    """One state of a game, owned: copy, compare, ask and move. Made by Game.deal()."""

    def __cinit__(self, Game game not None, bytes data=None):
        if game.n_seats == 0:
            game.finalise()
        if data is not None and len(data) != game.state_size:
            raise ValueError(f"a position of {game.name} takes {game.state_size} bytes, not {len(data)}")
        self.game = game
        self.data = calloc(1, game.state_size)
        if self.data is NULL:
            raise MemoryError()
        if data is not None:
            memcpy(self.data, PyBytes_AS_STRING(data), game.state_size)

    def __dealloc__(self):
        free(self.data)

    def __reduce__(self):
        return Position, (self.game, bytes(self))

    def __bytes__(self):
        return PyBytes_FromStringAndSize(<char*>self.data, self.game.state_size)

    def __eq__(self, other):
        if not isinstance(other, Position) or (<Position>other).game.state_size != self.game.state_size:
            return NotImplemented
        return memcmp(self.data, (<Position>other).data, self.game.state_size) == 0

    __hash__ = None

    def __repr__(self):
        return f"<Position of {self.game.name}, {self.game.players} players, to move: {self.to_move}>"

    def copy(self):
        """An independent copy."""
        cdef Position twin = Position(self.game)
        memcpy(twin.data, self.data, self.game.state_size)
        return twin

    # -- the rules -----------------------------------------------------------------------------------------------------

    @property
    def to_move(self):
        """Seat that decides, from 0; None when the game is over."""
        cdef int seat = self.game.to_move(self.data)
        return None if seat < 0 else seat

    def moves(self):
        """The legal moves; none when the game is over."""
        cdef Move moves[MAX_MOVES]
        cdef int i, n = self.game.legal(self.data, moves) if self.game.to_move(self.data) >= 0 else 0
        self.game.check_rules()
        return [moves[i] for i in range(n)]

    def apply(self, move):
        """Make a legal move in place; raises ValueError for any other."""
        self.game.apply(self.data, self.legal_move(move))
        self.game.check_rules()

    cdef Move legal_move(self, move) except? 0xffffffff:
        """The move as a number, when it is legal here."""
        moves = self.moves()
        if move not in moves:
            raise ValueError(f"move {move!r} is not legal here: {self.game.name} offers {len(moves)} other moves")
        return <Move>move

    def scores(self):
        """Points of each seat: {'score': [...]} and the same by scoring category."""
        cdef Outcome out = self.outcome()
        cdef int seat, i
        seats = range(self.game.n_seats)
        scores = {"score": [out.score[seat] for seat in seats]}
        for i, (name, _) in enumerate(self.game.categories):
            scores[name] = [out.category[seat][i] for seat in seats]
        return scores

    def ranks(self):
        """Rank of each seat, 1 = best; ties share the smaller rank."""
        cdef Outcome out = self.outcome()
        cdef int seat
        return [out.rank[seat] for seat in range(self.game.n_seats)]

    def openings(self):
        """Move classes of each seat's first turns, four bits a turn, the first turn lowest."""
        cdef Outcome out = self.outcome()
        cdef int seat
        return [out.opening[seat] for seat in range(self.game.n_seats)]

    def lead_changes(self):
        """Times the leading seat changed at the end of a turn."""
        return self.outcome().lead_changes

    cdef Outcome outcome(self) noexcept:
        """What the rules score this position as."""
        cdef Outcome out
        memset(&out, 0, sizeof(Outcome))
        self.game.score(self.data, &out)
        return out

    # -- what strategies and reports read -----------------------------------------------------------------------------

    def points(self):
        """Running score of each seat."""
        cdef int64_t out[MAX_SEATS]
        cdef int seat
        self.game.points(self.data, out)
        return [out[seat] for seat in range(self.game.n_seats)]

    def clock(self):
        """(round, turn, stage) of the pending decision."""
        cdef Clock clock
        self.game.clock(self.data, &clock)
        return clock.round, clock.turn, clock.stage

    def board_of(self, int seat):
        """Number of the seat's board in Game.boards, -1: none yet."""
        return self.game.board_of(self.data, self.checked_seat(seat, self.game.players))

    def weight_set(self):
        """Number of the weight set of the pending decision, 0 when the game is over."""
        cdef int seat = self.game.to_move(self.data)
        return 0 if seat < 0 else weight_set(self.game, self.data, seat)

    def move_class(self, move):
        """Class of a legal move, 0 when it has none."""
        return self.game.move_class(self.data, self.legal_move(move))

    def offered(self):
        """What the pending decision is among, a bit each (SCHEMA.md); 0 when the game is over."""
        cdef int seat = self.game.to_move(self.data)
        return 0 if seat < 0 else self.game.offered(self.data, seat)

    def features(self, move):
        """Features of a legal move: int64[n_features], or float64 where some are fractions."""
        cdef double row[MAX_FEATURES]
        self.game.features(self.data, self.legal_move(move), row)
        self.game.check_rules()
        features = np.array([row[i] for i in range(self.game.n_features)])
        return features if (features % 1).any() else features.astype(np.int64)

    def values(self, weights, *, bint plain=False):
        """Value of each legal move under int32[n_features] weights, int64; plain: by the default hook."""
        cdef Move moves[MAX_MOVES]
        cdef int n = self.game.legal(self.data, moves) if self.game.to_move(self.data) >= 0 else 0
        cdef const int32_t[::1] row = np.ascontiguousarray(weights, dtype=np.int32)
        values = np.zeros(max(n, 1), dtype=np.int64)
        cdef int64_t[::1] out = values
        if row.shape[0] != self.game.n_features:
            raise ValueError(f"{row.shape[0]} weights for {self.game.n_features} features of {self.game.name}")
        if n == 0 or self.game.n_features == 0:
            return values[:n]
        if plain:
            Game.move_values(self.game, self.data, moves, n, &row[0], &out[0])
        else:
            self.game.move_values(self.data, moves, n, &row[0], &out[0])
        self.game.check_rules()
        return values[:n]

    def counters(self, int seat):
        """The game's counters of a seat by name."""
        cdef int64_t out[MAX_COUNTERS]
        self.game.counters_of(self.data, self.checked_seat(seat, self.game.n_seats), out)
        return {name: out[i] for i, (name, _) in enumerate(self.game.counters)}

    cdef int checked_seat(self, int seat, int seats) except -1:
        """The seat, when it is one of the first `seats`; else ValueError."""
        if not 0 <= seat < seats:
            raise ValueError(f"seat {seat}: {self.game.name} has seats 0 to {seats - 1}")
        return seat

    # -- checks and search ---------------------------------------------------------------------------------------------

    def consistent(self):
        """0 when every invariant holds, else the number of the first broken one."""
        return self.game.consistent(self.data)

    def decides_secretly(self):
        """Whether the pending decision is one of several that players take at the same time, unseen by each other."""
        return self.to_move is not None and self.game.decides_secretly(self.data)

    def determinised(self, int seat, key):
        """A copy with everything `seat` cannot see dealt anew from the stream `key`."""
        cdef Position twin = self.copy()
        self.game.determinise(twin.data, self.checked_seat(seat, self.game.players), key)
        self.game.check_rules()
        return twin

    def playout(self, seed, *, bint plain=False):
        """The finished position after uniform random choices; plain: by the default hook. RuntimeError where the rules
        let no game end."""
        cdef Position end = self.copy()
        cdef uint64_t keys[MAX_SEATS]
        cdef uint64_t indices[MAX_SEATS]
        cdef int64_t move_counts[2]
        cdef uint64_t deal_key = rng_deal_key(seed, 0)
        cdef int seat, n_decisions
        for seat in range(self.game.players):
            keys[seat] = rng_stream(deal_key, STREAM_SEAT + seat)
            indices[seat] = 0
        move_counts[0] = move_counts[1] = 0
        if plain:
            n_decisions = Game.playout(end.game, end.data, keys, indices, move_counts, NULL)
        else:
            n_decisions = end.game.playout(end.data, keys, indices, move_counts, NULL)
        if n_decisions < 0:
            raise broken_rules(self.game, n_decisions, "a playout")
        return end
