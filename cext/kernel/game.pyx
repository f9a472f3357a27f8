"""The interface of a game with its default rules and hooks, and Position: one state as Python sees it."""

import numpy as np

from cext.kernel.checks import OFFERS, board_numbers, broken_rules, check_facts
from cext.kernel.declarations import from_plain, to_plain

from cext.kernel.record_buffer cimport RecordBuffer, buffer_move, buffer_position, buffer_score
from cext.kernel.rng cimport STREAM_SEAT, rng_below, rng_deal_key, rng_stream
from cext.kernel.types cimport (ENDLESS, MAX_COUNTERS, MAX_DECISIONS, MAX_FEATURES, MAX_MOVES, MAX_OFFERS, MAX_SEATS,
                                NO_MOVES, Clock, Move, Outcome, kind_of)
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

__all__ = ["Game", "Position"]


def rebuild(kind, int players, components, options):
    """The game a pickle describes."""
    return kind(players=players, components=components, **options)


cdef class Game:
    """The rules of one game for one number of players; stateless, shared by every state it plays."""

    def __init__(self, int interface):
        """interface: the engine passes the KERNEL_ABI it was compiled with."""
        if type(self) is Game:
            raise TypeError("Game is the interface of a game: load one with cext.games.load_game")
        if interface != KERNEL_ABI:
            raise ImportError(f"{type(self).__name__} was compiled for kernel interface {interface}, this kernel has "
                              f"{KERNEL_ABI}: compile it again")
        self.interface = interface

    cdef int finalise(self) except -1:
        """Check the facts the engine set; afterwards the lengths are valid."""
        if self.interface != KERNEL_ABI:
            raise ImportError(f"{type(self).__name__} does not call Game.__init__(KERNEL_ABI): it cannot be played")
        check_facts(self)
        self.n_seats = self.seats
        self.n_rounds, self.n_boards = len(self.rounds), len(self.boards)
        self.n_features = len(self.feature_docs)
        self.n_categories = len(self.categories)
        self.n_counters = len(self.counters)
        for stage, name in enumerate(self.stages):
            self.offer_shift[<int>stage] = OFFERS.get((self.offers or {}).get(name), -1)
        return 0

    @property
    def seats(self):
        """Seats that take part in turn order and scoring: players + bots."""
        return self.players + self.bots

    @property
    def n_weight_sets(self):
        """Weight sets a strategy may switch between: one for each round and board, 1 where the game has neither."""
        return max(1, len(self.rounds)) * max(1, len(self.boards))

    # -- rules: every engine has its own; these say that the game is over before it begins --------------------------

    cdef void deal_into(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        """Deal into `state`, state_size bytes. boards[players]: each deciding seat's number in Game.boards, -1: none
        given. Every random input is drawn from streams of deal_key."""
        memset(state, 0, self.state_size)

    cdef int to_move(self, const void* state) noexcept nogil:
        """The seat that decides, 0 to players - 1; -1: the game is over."""
        return -1

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        """Write the legal moves, MAX_MOVES at most and none twice; how many there are, 0 only when the game is over."""
        return 0

    cdef void apply(self, void* state, Move move) noexcept nogil:
        """Make a legal move in place."""
        pass

    cdef void score(self, const void* state, Outcome* out) noexcept nogil:
        """Final points, categories, ranks and openings of each of the n_seats seats, points as the state stands."""
        memset(out, 0, sizeof(Outcome))

    # -- defaults of a game without running scores, rounds, boards, classes, features, counters ---------

    cdef void points(self, const void* state, int16_t* out) noexcept nogil:
        """Running score of each seat in points, out[n_seats]."""
        memset(out, 0, self.n_seats * sizeof(int16_t))

    cdef void clock(self, const void* state, Clock* out) noexcept nogil:
        """Round, turn and stage of the pending decision."""
        memset(out, 0, sizeof(Clock))

    cdef int board_of(self, const void* state, int seat) noexcept nogil:
        """Number in Game.boards of a deciding seat's board; -1: it has none yet."""
        return -1

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        """Class of a legal move, 1 to N_CLASSES - 1; 0: it has none."""
        return 0

    cdef uint32_t offered(self, const void* state, int seat) noexcept nogil:
        """What the pending decision of a seat is among, a bit for each number that Game.offers has for the stage: kinds
        of legal moves; or first fields, or classes, of those moves whose kind has the stage's number. 0 where it has
        nothing."""
        cdef Move moves[MAX_MOVES]
        cdef Clock now
        cdef uint32_t offered = 0
        cdef int i, n, shift
        self.clock(state, &now)
        shift = self.offer_shift[now.stage]
        if shift < 0:
            return 0
        n = self.legal(state, moves)
        for i in range(n):
            if shift == 0 or kind_of(moves[i]) == now.stage:
                offered |= <uint32_t>1 << (moves[i] >> shift & MAX_OFFERS - 1)
        return offered

    cdef void features(self, const void* state, Move move, int32_t* out) noexcept nogil:
        """Features of a legal move of the player to move, out[n_features], each in its documented unit."""
        memset(out, 0, self.n_features * sizeof(int32_t))

    cdef void counters_of(self, const void* state, int seat, int32_t* out) noexcept nogil:
        """Counters of a seat, out[n_counters]."""
        memset(out, 0, self.n_counters * sizeof(int32_t))

    cdef void running_counters(self, const void* state, uint8_t* out, size_t step) noexcept nogil:
        """The counters that change from round to round, out[n_running] of each seat, `step` bytes behind the seat's
        before."""
        cdef int32_t counters[MAX_COUNTERS]
        cdef int seat, i
        for seat in range(self.n_seats):
            self.counters_of(state, seat, counters)
            for i in range(self.n_running):
                out[i] = <uint8_t>counters[i]
            out += step

    # -- defaults of a game without hidden information --------------------------------------------------------------

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        """Deal what `seat` cannot see anew, evenly among what it may be, by draws of stream `key`."""
        pass

    cdef int consistent(self, const void* state) noexcept nogil:
        """0 when every invariant of a state holds, else the number of the first that is broken."""
        return 0

    cdef bint decides_secretly(self, const void* state) noexcept nogil:
        """Whether the pending decision is one of several taken at the same time, unseen by each other."""
        return False

    # -- hooks: right for every game ----------------------------------------------------------------------------------

    cdef void move_values(self, const void* state, const Move* moves, int n, const int32_t* weights,
                          int64_t* values) noexcept nogil:
        """values[i] = sum of weights[f] * feature f of moves[i], in thousandths of a point."""
        cdef int32_t row[MAX_FEATURES]
        cdef int i, f
        cdef int64_t total
        for i in range(n):
            self.features(state, moves[i], row)
            total = 0
            for f in range(self.n_features):
                total += <int64_t>weights[f] * row[f]
            values[i] = total

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* options,
                     RecordBuffer* buffer) noexcept nogil:
        """Play to the end with uniform choices; returns the number of decisions, NO_MOVES or ENDLESS where the rules
        are broken.

        keys, indices: of each seat. options: two counters, [0] += legal moves, [1] += forced moves (the only legal
        one). buffer: where every move is recorded; NULL: nowhere.
        """
        cdef Move move
        cdef int n, seat, ply, forced = 0
        cdef int64_t n_moves = 0
        for ply in range(MAX_DECISIONS):
            seat = self.to_move(state)
            if seat < 0:
                options[0] += n_moves
                options[1] += forced
                return ply - forced
            n = self.draw(state, keys[seat], indices[seat], &move)
            if n < 1:
                return NO_MOVES
            if buffer is NULL:
                self.apply(state, move)
            else:
                buffer_move(buffer, ply, seat, n, move)
                self.apply_recorded(state, seat, move, buffer)
            if n == 1:
                forced += 1
            else:
                indices[seat] += 1
                n_moves += n
        return ENDLESS

    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept nogil:
        """One of the legal moves drawn evenly, by draw `index` of stream `key`; returns how many there are."""
        cdef Move moves[MAX_MOVES]
        cdef int n = self.legal(state, moves)
        if n:
            move[0] = moves[rng_below(key, index, n) if n > 1 else 0]
        return n

    cdef void apply_recorded(self, void* state, int seat, Move move, RecordBuffer* buffer) noexcept nogil:
        """Make a legal move of the deciding seat, for which buffer_move() was called, and record where it is made and
        what it brings."""
        cdef Clock now
        cdef int16_t points[MAX_SEATS]
        self.clock(state, &now)
        self.points(state, points)
        buffer_position(buffer, &now, self.move_class(state, move), points[seat], self.offered(state, seat))
        self.apply(state, move)
        self.points(state, points)
        buffer_score(buffer, points[seat])

    # -- experiments on a deal ----------------------------------------------------------------------------------------

    cdef void give_card(self, void* state, int seat, int card, uint64_t deal_key) noexcept nogil:
        """Let a deciding seat begin the dealt game with a card (`cards` of facts() with `held` say which there are): it
        changes places with one the seat was dealt; nothing where the seat has it already. A game without such cards
        leaves the deal as it is."""
        pass

    cdef bint add_start_points(self, void* state, int seat, int points) noexcept nogil:
        """Give a seat of a dealt game so many points (below 0: take them) before the first decision; False, and nothing
        done, where the game keeps no running points."""
        return False

    # -- what Python asks ---------------------------------------------------------------------------------------------

    @property
    def is_program(self):
        """Whether the rules are a program of somebody's."""
        return False

    def check_rules(self, broken=0, where=""):
        """Raise what rules that are a program of somebody's have raised; or what to say of them where `broken`
        (NO_MOVES or ENDLESS) says how they let no game end, and where. Compiled rules raise nothing."""

    def deal(self, *, seed, deal=0, boards=None, cards=()):
        """A new Position of deal number `deal`.

        boards: for every seat that decides a name or number from Game.boards; -1 or None where the game lets the seat
        choose. cards: (seat, card) of the seats that begin with a card. Raises ValueError when they do not fit.
        """
        cdef Position position = Position(self)
        cdef int8_t numbers[MAX_SEATS]
        for seat, number in enumerate(board_numbers(self, boards)):
            numbers[seat] = number
        self.deal_into(position.data, numbers, rng_deal_key(seed, deal))
        for seat, card in cards:
            if not 0 <= seat < self.players:
                raise ValueError(f"cards: seat {seat} must be from 0 to {self.players - 1}")
            self.give_card(position.data, seat, card, rng_deal_key(seed, deal))
        self.check_rules()
        return position

    def facts(self):
        """What reports are given about the game: plain data (SCHEMA.md)."""
        return self.words.facts()

    def state(self, Position position not None):
        """The whole state, hidden parts too, as plain data: by the names of the layout."""
        if self.layout is None:
            return {"bytes": bytes(position).hex()}
        return to_plain(np.frombuffer(bytes(position), dtype=self.layout)[0])

    def position_from(self, state):
        """The position that state() wrote out."""
        if self.layout is None:
            return Position(self, bytes.fromhex(state["bytes"]))
        states = np.zeros(1, dtype=self.layout)
        from_plain(states[0], state)
        return Position(self, states.tobytes())

    def __reduce__(self):
        return rebuild, (type(self), self.players, self.components, dict(self.options))


cdef class Position:
    """One state of a game, owned: copy, compare, ask and move. Made by Game.deal()."""

    def __cinit__(self, Game game not None, bytes data=None):
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
        cdef int16_t out[MAX_SEATS]
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
        return self.game.board_of(self.data, self.checked(seat, self.game.players))

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
        """Features of a legal move, int32[n_features]."""
        cdef int32_t row[MAX_FEATURES]
        self.game.features(self.data, self.legal_move(move), row)
        self.game.check_rules()
        return np.array([row[i] for i in range(self.game.n_features)], dtype=np.int32)

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
        cdef int32_t out[MAX_COUNTERS]
        self.game.counters_of(self.data, self.checked(seat, self.game.n_seats), out)
        return {name: out[i] for i, (name, _) in enumerate(self.game.counters)}

    cdef int checked(self, int seat, int seats) except -1:
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
        self.game.determinise(twin.data, self.checked(seat, self.game.players), key)
        self.game.check_rules()
        return twin

    def playout(self, seed, *, bint plain=False):
        """The finished position after uniform random choices; plain: by the default hook. RuntimeError where the rules
        let no game end."""
        cdef Position end = self.copy()
        cdef uint64_t keys[MAX_SEATS]
        cdef uint64_t indices[MAX_SEATS]
        cdef int64_t options[2]
        cdef uint64_t deal_key = rng_deal_key(seed, 0)
        cdef int seat, n_decisions
        for seat in range(self.game.players):
            keys[seat] = rng_stream(deal_key, STREAM_SEAT + seat)
            indices[seat] = 0
        options[0] = options[1] = 0
        if plain:
            n_decisions = Game.playout(end.game, end.data, keys, indices, options, NULL)
        else:
            n_decisions = end.game.playout(end.data, keys, indices, options, NULL)
        if n_decisions < 0:
            raise broken_rules(self.game, n_decisions, "a playout")
        return end
