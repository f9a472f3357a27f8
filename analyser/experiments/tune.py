"""Tuning of a plan: what counts, against whom, at which tables, on which deals; what a plan is worth there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError
from analyser.experiments.arena import load_scenario, make_players, plays_slowly, restricted
from analyser.experiments.scenario import Scenario, forbidden_kinds, forbidden_mask
from analyser.heartbeat import announce_policies
from cext.switch_words import switch_words
from reports.facts import GameFacts
from strategies.errors import StrategyFileError
from strategies.plan import Plan

__all__ = [
    "CHECK", "FINAL", "GOALS", "SEARCH", "Games", "Table", "Tuning", "changes_of", "columns", "played", "table",
    "worth",
]  # fmt: skip

Floats = npt.NDArray[np.float64]

GOALS = {"points": "points ahead of the mean opponent", "wins": "win share in percent"}
SEARCH, CHECK, FINAL = range(3)  # deals of the search, of a look at it, of its end: never the same
WORST = -1e9  # worth of numbers that no plan can have


@dataclass(frozen=True, kw_only=True)
class Tuning:
    """All that decides what a search finds, but for how long it lasts and the plan itself; may be a key."""

    game: str
    against: tuple[str, ...]  # of the other seats, drawn at random
    players: tuple[int, ...] = (4,)  # a table of each size
    board: str | None = None  # of the plan's seat, or of the table; None: all
    goal: str = "points"  # of GOALS
    emphasis: tuple[tuple[str, float], ...] = ()  # columns of the seats table that count so much besides
    games: int = 400  # of a candidate in a generation, at each table
    seed: int = 1
    option: tuple[tuple[str, str | int | bool], ...] = ()
    components: str | None = None
    data: tuple[str, ...] = ()  # component data set to other values, as a scenario has them
    forbidden: tuple[str, ...] = ()  # classes and kinds of moves that nobody takes, alike

    def scenario(self, players: int) -> Scenario:
        """The game at a table of that size."""
        return Scenario(
            players=players, option=dict(self.option), components=self.components, data=self.data,
            forbidden=self.forbidden,
        )  # fmt: skip

    @property
    def worth(self) -> str:
        """What a plan is worth, in words."""
        extra = (f", {column} counting {factor:g} extra" for column, factor in self.emphasis)
        return "".join([GOALS[self.goal], *extra])


@dataclass(frozen=True)
class Games:
    """What a plan came to on each deal; the mean of the tables where there are several."""

    share: Floats  # win share
    ahead: Floats  # points ahead of the mean opponent
    value: Floats  # what counts

    @classmethod
    def mean(cls, tables: Sequence[Games]) -> Games:
        """Of tables of different sizes on the same deals."""
        columns = ("share", "ahead", "value")
        return cls(*(np.mean([getattr(table, column) for table in tables], axis=0) for column in columns))


@dataclass(frozen=True)
class Table:
    """Games of a plan at one table, a deal each: the columns of the seats table, and which seat was the plan's."""

    tuning: Tuning
    facts: GameFacts
    seats: Mapping[str, npt.NDArray[Any]]  # game by game, a row for each seat that scores
    seat: npt.NDArray[Any]  # of the plan, by game

    def own(self, column: str) -> Floats:
        """What the plan came to in that column, by game."""
        return self._by_game(column)[self._mine]

    def ahead(self, column: str) -> Floats:
        """How far the plan was ahead of the mean opponent there, by game."""
        values = self._by_game(column)
        rest = np.maximum(1, values.shape[1] - 1)
        return np.asarray(values[self._mine] - np.where(self._mine, 0.0, values).sum(axis=1) / rest)

    @property
    def games(self) -> Games:
        """What counts of them."""
        share, ahead = self.own("win_share60") / 60.0, self.ahead("score")
        value = ahead if self.tuning.goal == "points" else 100.0 * share
        for column, factor in self.tuning.emphasis:
            value = value + factor * self.own(column)
        return Games(share, ahead, value)

    @property
    def _mine(self) -> npt.NDArray[np.bool_]:
        return np.asarray(np.arange(len(self.seats["score"]) // len(self.seat))[None, :] == self.seat[:, None])

    def _by_game(self, column: str) -> Floats:
        return self.seats[column].astype(np.float64).reshape(len(self.seat), -1)


def worth(tuning: Tuning, plan: Plan, generation: int) -> float:
    """What counts, a game, on the deals of a generation: they are the same for all plans of one."""
    try:
        return float(played(tuning, plan, SEARCH, generation * tuning.games, tuning.games).value.mean())
    except StrategyFileError:  # a weight that no file may have
        return WORST


def played(tuning: Tuning, plan: Plan, use: int, first: int, games: int) -> Games:
    """Games of the plan on so many deals from number `first` on, of those for that use; DataError where a strategy
    fails. Line-ups and boards follow from seed, use and `first` alone."""
    return Games.mean([table(tuning, players, plan, use, first, games).games for players in tuning.players])


def columns(tuning: Tuning) -> list[str]:
    """Columns of the seats table, of which any may count."""
    from cext.kernel.match import play_games
    from cext.kernel.policy import RandomPolicy

    game, facts = _game(tuning, tuning.players[0])
    one = np.zeros((1, game.players), dtype=np.int8)
    board = one + facts.plain if facts.boards else one - 1
    done = play_games(game, [RandomPolicy()], seed=1, games=[0], deals=[0], policy=one.astype(np.uint8), board=board)
    return list(done.seats)


def table(tuning: Tuning, players: int, plan: Plan, use: int, first: int, games: int) -> Table:
    """The same at a table of so many players, with all columns."""
    from cext.kernel.match import play_games
    from cext.kernel.policy import StrategyError
    from strategies.plan import weighted_policy

    game, facts, others = _loaded(tuning, players)
    rng = np.random.default_rng([tuning.seed, use, first])
    order = np.arange(games, dtype=np.uint32)
    seat = order % players
    policy = 1 + rng.integers(len(others), size=(games, players))
    policy[order, seat] = 0
    board = boards_of(facts, tuning.board, seat, rng)
    announce_policies([plan.name, *tuning.against])
    try:
        done = play_games(
            game, [*_allowed([weighted_policy(plan, game)], tuning, game, facts), *others],
            seed=_seed(tuning.seed, use), games=order,
            deals=first + order, policy=policy.astype(np.uint8), board=board.astype(np.int8),
        )  # fmt: skip
    except StrategyError as error:
        raise DataError(f"--against: {error}") from error
    return Table(tuning, facts, done.seats, seat)


def boards_of(game: GameFacts, board: str | None, seat: npt.NDArray[Any], rng: np.random.Generator) -> npt.NDArray[Any]:
    """Boards [game, player] where the plan sits in those seats: in turn the plain one for all, and different others;
    the board named in the plan's seat. A board of the table is the same for all: the one named, or each in its turn."""
    k, n, known = game.players, len(seat), list(game.boards)
    row = np.arange(n)
    if not known:
        return np.full((n, k), -1)
    if game.shared:
        turn = row // k % len(known) if board is None else np.full(n, known.index(board))
        return np.repeat(turn[:, None], k, axis=1)
    named = game.plain if board is None else known.index(board)
    sides = [side for side in game.b_sides if side != named]
    shuffled = np.array(sides, dtype=np.int64)[rng.random((n, len(sides))).argsort(axis=1)][:, :k]
    out = np.full((n, k), game.plain)
    turned = row // k % 2 == 0
    out[turned, : shuffled.shape[1]] = shuffled[turned]
    if board is not None:
        out[row, seat] = named
    return out


def _loaded(tuning: Tuning, players: int) -> tuple[Any, GameFacts, list[Any]]:
    """The game, its facts and the policies of the others; those that may remember something are loaded each time."""
    slow = plays_slowly(tuning.against, tuning.game, "--against")
    return *_game(tuning, players), (_others if slow else _kept_others)(tuning, players)


@lru_cache(maxsize=8)
def _game(tuning: Tuning, players: int) -> tuple[Any, GameFacts]:
    """The game and its facts, loaded once in a process."""
    game = load_scenario(tuning.game, tuning.scenario(players))
    return game, GameFacts.read(game.facts())


def _others(tuning: Tuning, players: int) -> list[Any]:
    game, facts = _game(tuning, players)
    return _allowed(make_players(tuning.against, game, "--against"), tuning, game, facts)


_kept_others = lru_cache(maxsize=8)(_others)


def _allowed(policies: list[Any], tuning: Tuning, game: Any, facts: GameFacts) -> list[Any]:
    """The policies kept from what nobody may do."""
    scenario = tuning.scenario(facts.players)
    return restricted(policies, game, forbidden=forbidden_mask(scenario, facts), kinds=forbidden_kinds(scenario))


def changes_of(tuning: Tuning) -> str:
    """What is not the game as it is shipped, in words for a file's provenance; "" where all is."""
    _, facts = _game(tuning, tuning.players[0])
    told = [f"{name}={switch_words(value)}" for name, value in tuning.option]
    told += [f"components {tuning.components}"] if tuning.components else []
    nobody = [facts.classes.get(word, word) for word in tuning.forbidden]
    return ", ".join([*told, *tuning.data, *([f"without {' and '.join(nobody)}"] if nobody else [])])


def _seed(seed: int, use: int) -> int:
    """Of the deals for a use."""
    return int(np.random.SeedSequence([seed, use]).generate_state(1, np.uint64)[0] >> np.uint64(1))
