"""The interface of a game with its default rules and hooks."""

import numpy as np

from cext.kernel.checks import OFFERS, board_numbers, check_facts
from cext.kernel.declarations import from_plain, state_reader
from cext.kernel.position import Position

from cext.kernel.features cimport weighted_sum
from cext.kernel.record_buffer cimport RecordBuffer, buffer_move, buffer_position, buffer_score
from cext.kernel.rng cimport rng_below, rng_deal_key
from cext.kernel.types cimport (ENDLESS, MAX_COUNTERS, MAX_DECISIONS, MAX_FEATURES, MAX_MOVES, MAX_OFFERS, MAX_SEATS,
                                NO_MOVES, STATE_WORDS, Clock, Move, Outcome, kind_of)
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

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
        self.interface, self.running_bytes = interface, sizeof(int32_t)

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

    cdef void points(self, const void* state, int64_t* out) noexcept nogil:
        """Running score of each seat in points, out[n_seats]."""
        memset(out, 0, self.n_seats * sizeof(int64_t))

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

    cdef void features(self, const void* state, Move move, double* out) noexcept nogil:
        """Features of a legal move of the player to move, out[n_features], each in its documented unit."""
        memset(out, 0, self.n_features * sizeof(double))

    cdef void counters_of(self, const void* state, int seat, int64_t* out) noexcept nogil:
        """Counters of a seat, out[n_counters]."""
        memset(out, 0, self.n_counters * sizeof(int64_t))

    cdef void running_counters(self, const void* state, void* out, size_t step) noexcept nogil:
        """The counters that change from round to round, out[n_running] of each seat, `step` bytes behind the seat's
        before; each of running_bytes."""
        cdef int64_t counters[MAX_COUNTERS]
        cdef int seat, i
        for seat in range(self.n_seats):
            self.counters_of(state, seat, counters)
            for i in range(self.n_running):
                (<int32_t*>out)[i] = <int32_t>counters[i]
            out = <char*>out + step

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
        """values[i] = sum of weights[f] * feature f of moves[i], in whole thousandths of a point."""
        cdef double row[MAX_FEATURES]
        cdef int i
        for i in range(n):
            self.features(state, moves[i], row)
            values[i] = weighted_sum(row, weights, self.n_features)

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* move_counts,
                     RecordBuffer* buffer) noexcept nogil:
        """Play to the end with uniform choices; returns the number of decisions, NO_MOVES or ENDLESS where the rules
        are broken.

        keys, indices: of each seat. move_counts: two, [0] += legal moves, [1] += forced moves (the only legal
        one). buffer: where every move is recorded; NULL: nowhere.
        """
        cdef Move move
        cdef int n, seat, ply, forced = 0
        cdef int64_t n_moves = 0
        for ply in range(MAX_DECISIONS):
            seat = self.to_move(state)
            if seat < 0:
                move_counts[0] += n_moves
                move_counts[1] += forced
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
        cdef int64_t points[MAX_SEATS]
        self.clock(state, &now)
        self.points(state, points)
        buffer_position(buffer, &now, self.move_class(state, move), points[seat], self.offered(state, seat))
        self.apply(state, move)
        self.points(state, points)
        buffer_score(buffer, points[seat])

    # -- experiments on a deal ----------------------------------------------------------------------------------------

    cdef void give_card(self, void* state, int seat, int card, uint64_t deal_key) noexcept nogil:
        """Let a deciding seat begin the dealt game with a card (of a set in facts() with a `held_note`): it changes
        places with one the seat was dealt; nothing where the seat has it already. A game without such cards leaves the
        deal as it is."""
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
        cdef uint64_t state[STATE_WORDS]
        cdef int8_t numbers[MAX_SEATS]
        self.finalise()
        for seat, number in enumerate(board_numbers(self, boards)):
            numbers[seat] = number
        self.deal_into(state, numbers, rng_deal_key(seed, deal))
        for seat, card in cards:
            if not 0 <= seat < self.players:
                raise ValueError(f"cards: seat {seat} must be from 0 to {self.players - 1}")
            self.give_card(state, seat, card, rng_deal_key(seed, deal))
        self.check_rules()
        return Position(self, PyBytes_FromStringAndSize(<char*>state, self.state_size))

    def facts(self):
        """What reports are given about the game: plain data (SCHEMA.md)."""
        return self.words.facts()

    def state(self, position):
        """The whole state, hidden parts too, as plain data: by the names of the layout."""
        if self.layout is None:
            return {"bytes": bytes(position).hex()}
        return state_reader(self.layout)(bytes(position))

    def position_from(self, state):
        """The position that state() wrote out."""
        if self.layout is None:
            return Position(self, bytes.fromhex(state["bytes"]))
        record = np.zeros((), dtype=self.layout)
        from_plain(record, state)
        return Position(self, record.tobytes())

    def __reduce__(self):
        return rebuild, (type(self), self.players, self.components, dict(self.options))
