"""Policies: random, weighted with softmax and an opening, restricted, and a Python strategy as a policy."""

import math
import operator
from contextlib import nullcontext

import numpy as np

from cext.commands import command
from cext.user_code import ProgramError, Visit, error_location, stops_program
from cext.messages import did_you_mean

from cext.kernel.game cimport Game, weight_set
from cext.kernel.position cimport Position
from cext.kernel.rng cimport STREAM_SEAT, rng_below, rng_bits, rng_deal_key, rng_stream
from cext.kernel.types cimport MAX_MOVES, N_CLASSES, Decision, Move, kind_of
from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint64_t
from libc.string cimport memcpy

__all__ = ["GUMBEL", "LegalMove", "Policy", "PythonPolicy", "RandomPolicy", "Restriction", "StrategyError",
           "WeightedPolicy"]

# Quantiles of the standard Gumbel distribution at the midpoints of 1,024 equal steps, in thousandths: the largest of
# value + temperature * Gumbel noise is a draw from the softmax of value / temperature (Gumbel 1954; Yellott 1977).
GUMBEL = tuple(round(-1000 * math.log(-math.log((step + 0.5) / 1024))) for step in range(1024))

MAX_TEMPERATURE = 100_000_000   # thousandths; noise stays inside 32 bits
FEATURES = f"{command('strategies', 'GAME', '--features')} lists them"
MAX_QUOTED = 80                 # characters of what a strategy returned that a message quotes

cdef enum:
    QUANTILES = 6               # ten-bit table numbers taken from one draw
    VALUE_BITS = 51             # values are smaller in size than 2 to this power: PLACES times one fits 64 bits
    PLACES = 2048               # more than MAX_MOVES, a power of 2
    DRAW_BITS = 7               # draws 0-85 of a decision: noise of six moves each; 127: choice among equals
    DRAW_EQUALS = 127


class StrategyError(ProgramError):
    """A Python strategy failed at a decision; the message names strategy, game, decision and view."""


cdef int set_class_limits(ClassLimits* limits, opening, excluded, kinds=0) except -1:
    """Fill in limits: opening = class masks of the first turns (0: no preference), excluded = class mask, kinds = mask
    of kinds by their numbers in Game.kinds."""
    limits.n_turns = len(opening)
    if limits.n_turns > MAX_OPENING_TURNS:
        raise ValueError(f"an opening of {len(opening)} turns: at most {MAX_OPENING_TURNS} can be forced")
    for turn, mask in enumerate(opening):
        if not 0 <= mask <= ALL_CLASSES:
            raise ValueError(f"opening, turn {turn + 1}: mask {mask} must be made of classes 0 to {N_CLASSES - 1}")
        limits.opening[turn] = mask or ALL_CLASSES
    if not 0 <= excluded <= ALL_CLASSES:
        raise ValueError(f"excluded: mask {excluded} must be made of classes 0 to {N_CLASSES - 1}")
    if not 0 <= kinds < 1 << 64:
        raise ValueError(f"kinds: mask {kinds} must be made of kinds 0 to 63")
    limits.excluded, limits.kinds = excluded, kinds
    return 0


cdef class Policy:
    """Decides for a seat. Compiled policies override choose(); what they keep between decisions changes no choice."""

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        """Number of the chosen move; -1: failed, with the exception stored in `failure`."""
        return 0

    cdef int check_game(self, Game game, str name) except -1:
        """Raise ValueError, which calls the policy `name`, where it was made for another game."""
        cdef Game own = self.game
        if own is not None and (type(own) is not type(game) or own.n_features != game.n_features
                                or own.n_weight_sets != game.n_weight_sets or own.players != game.players):
            raise ValueError(f"{name} was made for {own.name} with {own.players} players, not for {game.name} with "
                             f"{game.players}: make it anew")
        return 0

    def choice(self, Position position not None, *, seed=0):
        """The move this policy chooses at a position that is not over, with draws of that seed."""
        return self.evaluate(position, seed=seed)[0]

    def evaluate(self, Position position not None, *, seed=0, deal=0, index=0):
        """(move, values, visits): what this policy chooses at a position that is not over, and why.

        values: int64[moves], of each legal move in thousandths, INT64_MIN where it was left out of consideration; None
        where the policy values none. visits: int32[moves], games played out after each, of a search; else None. Draws
        are those of the seat's decision number `index`, forced ones not counted, in that deal of a run with that seed.
        """
        cdef Move moves[MAX_MOVES]
        cdef int64_t values[MAX_MOVES]
        cdef Decision d
        cdef int number
        d.state, d.moves, d.values = position.data, moves, values
        d.seat = position.game.to_move(position.data)
        if d.seat < 0:
            raise ValueError("the game is over: there is nothing to choose")
        d.n = position.game.legal(position.data, moves)
        d.key, d.index = rng_stream(rng_deal_key(seed, deal), STREAM_SEAT + d.seat), index
        d.valued, d.seed, d.game, d.ply = False, seed, 0, 0
        with Visit() if self.slow else nullcontext():
            number = self.choose(position.game, &d)
        if number < 0:
            error, self.failure = self.failure, None
            raise error
        return moves[number], np.array(<int64_t[:d.n]>values) if d.valued else None, None


cdef class RandomPolicy(Policy):
    """Every legal move alike."""

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        return rng_below(d.key, d.index, d.n)


cdef class WeightedPolicy(Policy):
    """Prefers moves by a weighted sum of the game's features.

    weights: int[n_weight_sets, n_features] in thousandths of a point. temperature: thousandths of a point; 0 takes the
    best move, more draws from the softmax. opening: for each of the seat's first turns a mask of the move classes to
    choose from where one is legal. excluded: mask of classes not chosen while another is legal. Raises ValueError.
    """

    def __init__(self, Game game not None, weights, int temperature=0, opening=(), excluded=0):
        game.finalise()
        table = np.array(weights, order="C")
        if table.shape != (game.n_weight_sets, game.n_features) or game.n_features == 0:
            raise ValueError(f"weights of shape {table.shape}: {game.name} has {game.n_weight_sets} weight sets of "
                             f"{game.n_features} features")
        if table.dtype.kind not in "iu" or np.abs(table.astype(np.int64)).max() >= 1 << 31:
            raise ValueError("weights must be 32-bit integers, in thousandths of a point")
        if not 0 <= temperature <= MAX_TEMPERATURE:
            raise ValueError(f"temperature {temperature}: must be 0 to {MAX_TEMPERATURE} thousandths of a point")
        self.game = game
        self.table = table.astype(np.int32)
        self.temperature = temperature
        for step, quantile in enumerate(GUMBEL):
            self.noise[step] = (temperature * quantile + 500) // 1000
        set_class_limits(&self.limits, opening, excluded)
        self.has_limits = self.limits.n_turns > 0 or self.limits.excluded != 0

    @property
    def weights(self):
        """A copy of the weights, int32[n_weight_sets, n_features]."""
        return np.array(self.table)

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        cdef MaskedDecision part
        if self.has_limits and mask_decision(&self.limits, game, d, &part):
            return unmask_choice(&part, self.choose_best(game, &part.decision), d)
        return self.choose_best(game, d)

    cdef int choose_best(self, Game game, Decision* d) noexcept nogil:
        """The move of highest value plus noise; equal ones are drawn from evenly."""
        cdef int64_t noisy[MAX_MOVES]
        cdef uint64_t draw = d.index << DRAW_BITS
        cdef int choice
        game.move_values(d.state, d.moves, d.n, &self.table[weight_set(game, d.state, d.seat), 0], d.values)
        d.valued = True
        if self.temperature == 0:
            return highest(d.values, d.n, d.key, draw | DRAW_EQUALS)
        choice = highest_with_noise(d, self.noise)
        if choice < 0:
            add_noise(d, self.noise, noisy)
            choice = highest(noisy, d.n, d.key, draw | DRAW_EQUALS)
        return choice


cdef inline int highest_with_noise(const Decision* d, const int32_t* noise) noexcept nogil:
    """Number of the highest value once noise is added to all; -1 where two may be as high.

    Values and numbers are compared as one, a value first, so that no branch depends on a value. Moves are looked at in
    sixes, as many as a draw has noise for: what stands behind the last, where MAX_MOVES leaves room, is not counted.
    """
    cdef uint64_t bits, draw = d.index << DRAW_BITS
    cdef int64_t value, rating, best = INT64_MIN, none = -(<int64_t>1 << VALUE_BITS)
    cdef int i = 0, k, equals = 0
    while i < d.n:
        bits = rng_bits(d.key, draw)
        draw += 1
        for k in range(QUANTILES):
            value = d.values[i + k]
            value = value if i + k < d.n else none
            rating = (value + noise[bits & 1023]) * PLACES - (i + k)
            bits >>= 10
            equals |= <uint64_t>rating - <uint64_t>best + PLACES < 2 * PLACES
            best = rating if rating > best else best
        i += QUANTILES
    return -1 if equals else <int>(-best & PLACES - 1)


cdef inline void add_noise(const Decision* d, const int32_t* noise, int64_t* noisy) noexcept nogil:
    """The values with their noise."""
    cdef int i
    cdef uint64_t bits = 0, draw = d.index << DRAW_BITS
    for i in range(d.n):
        bits = bits >> 10 if i % QUANTILES else rng_bits(d.key, draw + i // QUANTILES)
        noisy[i] = d.values[i] + noise[bits & 1023]


cdef class Restriction(Policy):
    """Any policy, kept from some classes and kinds of moves and held to an opening; masks as in WeightedPolicy, that of
    kinds by their numbers in Game.kinds."""

    def __init__(self, Policy inner not None, opening=(), excluded=0, kinds=0):
        self.inner = inner
        self.game = inner.game
        self.slow = inner.slow
        set_class_limits(&self.limits, opening, excluded, kinds)

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        cdef MaskedDecision part
        cdef int choice
        if mask_decision(&self.limits, game, d, &part):
            choice = unmask_choice(&part, self.inner.choose(game, &part.decision), d)
        else:
            choice = self.inner.choose(game, d)
        if choice < 0:
            with gil:
                self.failure = self.inner.failure
        return choice


cdef class LegalMove:
    """A legal move as a Python strategy sees it: kind, text, fields (every field is an attribute too), and what it
    would do: the features that plans weigh."""

    cdef Position position
    cdef readonly Move number
    cdef dict field_values
    cdef dict feature_values

    @property
    def kind(self):
        """Name of the kind of move."""
        return self.position.game.kinds[kind_of(self.number)]

    @property
    def text(self):
        """The move in one line."""
        return self.position.game.words.text(self.position, self.number)

    @property
    def fields(self):
        """The move's fields in the rulebook's words."""
        if self.field_values is None:
            self.field_values = dict(self.position.game.words.describe(self.position, self.number))
            self.field_values.pop("kind", None)
        return self.field_values

    @property
    def features(self):
        """What the move would do, by the names of `analyser strategies GAME --features`: numbers in their units.

        Chance and hidden things are not looked at, nor what others will do.
        """
        if self.feature_values is None:
            names = [name for name, *_ in self.position.game.feature_docs]
            self.feature_values = dict(zip(names, self.position.features(self.number).tolist(), strict=True))
        return self.feature_values

    def worth(self, weights):
        """Points of the move where a unit of each feature is worth `weights[feature]`; ValueError for a name that is
        none."""
        features = self.features
        for name in weights:
            if name not in features:
                raise ValueError(f"no feature {name!r}: {did_you_mean(name, features, otherwise=FEATURES)}")
        return sum(points * features[name] for name, points in weights.items())

    def __getattr__(self, name):
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(f"a move of kind {self.kind!r} has no field {name!r}: it has "
                                 f"{', '.join(self.fields) or 'none'}") from None

    def __repr__(self):
        return f"<{self.text}>"


cdef class PythonPolicy(Policy):
    """A Python strategy: its choose(view, moves) returns the index of a move.

    The view is the game's own, of what the seat may see; its entry `draw` is a random 64-bit integer that belongs to
    this decision, for strategies that want chance and repeatable games.
    """

    def __init__(self, Game game not None, strategy, str name not None):
        game.finalise()
        if not callable(getattr(strategy, "choose", None)):
            raise StrategyError(f"strategy {name} has no method choose(view, moves): add one")
        self.game = game
        self.strategy = strategy
        self.name = name
        self.slow = True

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        with gil:
            try:
                return self.ask(d)
            except BaseException as error:  # no exception may leave: the caller would read it as move 0
                self.failure = error
            return -1

    cdef int ask(self, Decision* d) except -1:
        """The strategy's choice; raises StrategyError for what it raised, and as it is what stops the program."""
        where = f"game {d.game}, decision {d.ply}, player {d.seat + 1}"
        try:
            position = Position(self.game)
            memcpy((<Position>position).data, d.state, self.game.state_size)
            where = f"{where} ({self.game.stages[position.clock()[2]]})"
            view = self.game.words.view(position, d.seat)
            view["draw"] = rng_bits(d.key, d.index)
            return index_of_choice(self.strategy.choose(view, legal_moves(position, d)), d.n)
        except BaseException as error:
            Visit.restore()
            if stops_program(error):
                raise
            raise StrategyError(f"strategy {self.name}: {where}, seed {d.seed}: {explain_error(error, self.strategy)}; "
                                f"print(view) in choose() shows what it saw") from error


class BadChoice(ValueError):
    """What choose() returned is not the index of a move."""


cdef list legal_moves(Position position, const Decision* d):
    """The legal moves as objects."""
    cdef LegalMove move
    cdef list moves = []
    cdef int i
    for i in range(d.n):
        move = LegalMove.__new__(LegalMove)
        move.position = position
        move.number = d.moves[i]
        moves.append(move)
    return moves


def index_of_choice(choice, int n):
    """The choice as an index below n; raises BadChoice."""
    try:
        index = -1 if isinstance(choice, bool) else operator.index(choice)
    except TypeError:
        index = -1
    if not 0 <= index < n:
        raise BadChoice(f"choose() returned {shorten(choice)}: return the index of a move, 0 to {n - 1}")
    return index


def explain_error(error, strategy):
    """What went wrong, where in the author's file, and what to do, in one line."""
    code = getattr(type(strategy).choose, "__code__", None)
    if isinstance(error, BadChoice):
        return f"{error}" + (f" ({code.co_filename}, line {code.co_firstlineno})" if code else "")
    what = " ".join(describe(error, str).split())
    place = error_location(error, code.co_filename if code else None)
    return f"{type(error).__name__}: {what} ({place}: correct it there)"


def shorten(value):
    """The value as text that fits into a message."""
    text = " ".join(describe(value, repr).split())
    return text if len(text) <= MAX_QUOTED else text[:MAX_QUOTED] + "…"


def describe(value, words):
    """words(value), or a stand-in where that fails: a strategy's objects may raise, or lie too deep for repr()."""
    try:
        return words(value)
    except Exception as error:
        return f"<{type(value).__name__} without words: {words.__name__}() raises {type(error).__name__}>"
