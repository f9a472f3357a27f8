"""How a strategy is scored: by which criterion, against which opponents, at which tables, on which deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError
from analyser.experiments.loading import load_scenario, load_without, make_players, plays_slowly, restrict_policies
from analyser.experiments.restricted import forbid, parse_each
from analyser.experiments.scenario import Scenario, forbidden_kinds, forbidden_mask
from analyser.heartbeat import announce_policies
from cext.fields import Integer, Real, Seed
from cext.messages import format_switch
from reports.facts import GameFacts, parse_facts
from strategies.errors import StrategyFileError
from strategies.plan import Plan

__all__ = [
    "CHECK",
    "CHOICE",
    "FINAL",
    "GOALS",
    "SEARCH",
    "Gain",
    "Objective",
    "PlanScores",
    "StrategyGames",
    "boards_of",
    "changes_of",
    "columns",
    "deal_seed_of",
    "evaluate_plan",
    "evaluate_strategy",
    "fitness",
    "game_of",
]  # fmt: skip

Floats = npt.NDArray[np.float64]

GOALS = {"points": "points ahead of the mean opponent", "wins": "win share in percent"}
SEARCH, CHECK, FINAL, CHOICE = range(4)  # deals of a search, of looks at it, of its end, of a choice: never the same
WORST = -1e9  # fitness of numbers that no plan can have


@dataclass(frozen=True, kw_only=True)
class Objective:
    """All that decides what a search finds, but for how long it lasts and the plan itself; may be a key."""

    game: str
    against: tuple[str, ...]  # of the other seats, drawn at random
    players: tuple[Integer, ...] = (4,)  # a table of each size
    board: str | None = None  # of the plan's seat, or of the table; None: all
    goal: str = "points"  # of GOALS
    emphasis: tuple[tuple[str, Real], ...] = ()  # columns of the seats table that count so much besides
    games: Integer = 400  # of a candidate in a generation, at each table
    seed: Seed = 1
    option: tuple[tuple[str, str | Integer | bool], ...] = ()
    components: str | None = None
    data: tuple[str, ...] = ()  # component data set to other values, as a scenario has them
    forbidden: tuple[str, ...] = ()  # classes and kinds of moves that nobody takes, alike
    restriction: str = ""  # the word for what the plan's seat alone does without

    def scenario(self, players: int) -> Scenario:
        """The game at a table of that size."""
        return Scenario(
            players=players, option=dict(self.option), components=self.components, data=self.data,
            forbidden=self.forbidden,
        )  # fmt: skip

    @property
    def goal_text(self) -> str:
        """What counts, in words."""
        extra = (f", {column} counting {factor:g} extra" for column, factor in self.emphasis)
        return "".join([GOALS[self.goal], *extra])


@dataclass(frozen=True)
class PlanScores:
    """What a plan came to on each deal; the mean of the tables where there are several."""

    share: Floats  # win share
    lead: Floats  # points ahead of the mean opponent
    value: Floats  # what counts

    @classmethod
    def mean(cls, tables: Sequence[PlanScores]) -> PlanScores:
        """Of tables of different sizes on the same deals."""
        columns = ("share", "lead", "value")
        return cls(*(np.mean([getattr(table, column) for table in tables], axis=0) for column in columns))


def fitness(objective: Objective, plan: Plan, generation: int) -> float:
    """What counts, a game, on the deals of a generation: they are the same for all plans of one."""
    try:
        return float(evaluate_plan(objective, plan, SEARCH, generation * objective.games, objective.games).value.mean())
    except StrategyFileError:  # a weight that no file may have
        return WORST


def evaluate_plan(objective: Objective, plan: Plan, use: int, first: int, games: int) -> PlanScores:
    """Games of the plan on so many deals from number `first` on, of those for that use; DataError where a strategy
    fails. Line-ups and boards follow from seed, use and `first` alone."""
    return PlanScores.mean([_play_table(objective, players, plan, use, first, games) for players in objective.players])


def columns(objective: Objective) -> list[str]:
    """Columns of the seats table, of which any may count."""
    from cext.kernel.match import play_games
    from cext.kernel.policy import RandomPolicy

    game, facts = game_of(objective, objective.players[0])
    zeros = np.zeros((1, game.players), dtype=np.int8)
    board = zeros + facts.plain if facts.boards else zeros - 1
    done = play_games(game, [RandomPolicy()], seed=1, games=[0], deals=[0], policy=zeros.astype(np.uint8), board=board)
    return list(done.seats)


@dataclass(frozen=True)
class StrategyGames:
    """Games of a strategy alone among the opponents, each on a deal of its own."""

    share: Floats  # win share
    n_decisions: int  # of the strategy, where it takes long
    seconds: float  # processor time of these

    @classmethod
    def join(cls, parts: Sequence[StrategyGames]) -> StrategyGames:
        """Several parts as one."""
        shares = np.concatenate([part.share for part in parts])
        return cls(shares, sum(part.n_decisions for part in parts), sum(part.seconds for part in parts))

    @property
    def microseconds(self) -> float:
        """Processor time of a decision; NaN where none took long."""
        return 1e6 * self.seconds / self.n_decisions if self.n_decisions else float("nan")

    @property
    def limits(self) -> tuple[float, float]:
        """Both ends of the 95 % interval of the win share."""
        from reports.stats.intervals import share_limits

        n = len(self.share)
        low, high = share_limits(self.share.mean(), self.share.std(ddof=1) / np.sqrt(n), n)
        return float(low), float(high)


def evaluate_strategy(objective: Objective, strategy: str, use: int, first: int, games: int) -> StrategyGames:
    """Games of a strategy at a table of the first size, on deals as evaluate_plan() plays them."""
    players = objective.players[0]
    (policy,) = make_players([strategy], game_of(objective, players)[0], "--strategies")
    done, seat = _play_games(objective, players, policy, strategy, use, first, games)
    share = done.seats["win_share60"].reshape(games, -1)[np.arange(games), seat] / 60.0
    return StrategyGames(share, int(done.policies["asked"][0]), float(done.policies["seconds"][0]))


def _play_table(objective: Objective, players: int, plan: Plan, use: int, first: int, games: int) -> PlanScores:
    """The same with that number of players."""
    from strategies.plan import weighted_policy

    policy = weighted_policy(plan, game_of(objective, players)[0])
    done, seat = _play_games(objective, players, policy, plan.name, use, first, games)
    return _scores(objective, done.seats, seat)


def deal_seed_of(objective: Objective, use: int) -> int:
    """The seed of the deals for a use."""
    return int(np.random.SeedSequence([objective.seed, use]).generate_state(1, np.uint64)[0] >> np.uint64(1))


def _play_games(
    objective: Objective, players: int, player: Any, name: str, use: int, first: int, games: int
) -> tuple[Any, npt.NDArray[Any]]:
    """The kernel's GameResults of a policy among the opponents, and its seat by game."""
    from cext.kernel.match import play_games
    from cext.user_code import ProgramError

    game, facts = game_of(objective, players)
    slow = plays_slowly(objective.against, objective.game, "--opponents")  # who may remember something
    others = (_load_others if slow else _cached_others)(objective, players)
    rng = np.random.default_rng([objective.seed, use, first])
    order = np.arange(games, dtype=np.uint32)
    seat = order % players
    policy = 1 + rng.integers(len(others), size=(games, players))
    policy[order, seat] = 0
    board = boards_of(facts, objective.board, seat, rng)
    rules = [_own_restriction(objective, players)] if objective.restriction else []
    restricted = np.where(policy == 0, 0, -1).astype(np.int16) if rules else None
    announce_policies([name, *objective.against])
    try:
        done = play_games(
            game, [*_restrict([player], objective, game, facts), *others],
            seed=deal_seed_of(objective, use), games=order,
            deals=first + order, policy=policy.astype(np.uint8), board=board.astype(np.int8),
            forced_opening=restricted, forced_openings=[()] * len(rules), forbidden_by_opening=rules,
        )  # fmt: skip
    except ProgramError as error:
        raise DataError(f"--opponents: {error}") from error
    return done, seat


def _scores(objective: Objective, seats: Mapping[str, npt.NDArray[Any]], seat: npt.NDArray[Any]) -> PlanScores:
    """What counts of games of a plan. seats: columns of the seats table, game by game, a row for each seat that scores;
    seat: that of the plan, by game."""
    is_own = np.arange(len(seats["score"]) // len(seat))[None, :] == seat[:, None]

    def by_game(column: str) -> Floats:
        return seats[column].astype(np.float64).reshape(len(seat), -1)

    share, score = by_game("win_share60")[is_own] / 60.0, by_game("score")
    lead = score[is_own] - np.where(is_own, 0.0, score).sum(axis=1) / max(1, score.shape[1] - 1)
    value = lead if objective.goal == "points" else 100.0 * share
    for column, factor in objective.emphasis:
        value = value + factor * by_game(column)[is_own]
    return PlanScores(share, lead, value)


def boards_of(game: GameFacts, board: str | None, seat: npt.NDArray[Any], rng: np.random.Generator) -> npt.NDArray[Any]:
    """Boards [game, player] where the plan sits in those seats: in turn the plain one for all, and different others;
    the board named in the plan's seat. A board of the table is the same for all: the one named, or each in its turn."""
    k, n, board_names = game.players, len(seat), list(game.boards)
    row = np.arange(n)
    if not board_names:
        return np.full((n, k), -1)
    if game.shared:
        turn = row // k % len(board_names) if board is None else np.full(n, board_names.index(board))
        return np.repeat(turn[:, None], k, axis=1)
    own_board = game.plain if board is None else board_names.index(board)
    sides = [side for side in game.other_boards if side != own_board]
    shuffled = np.array(sides, dtype=np.int64)[rng.random((n, len(sides))).argsort(axis=1)][:, :k]
    out = np.full((n, k), game.plain)
    varied = row // k % 2 == 0
    out[varied, : shuffled.shape[1]] = shuffled[varied]
    if board is not None:
        out[row, seat] = own_board
    return out


@lru_cache(maxsize=8)
def game_of(objective: Objective, players: int) -> tuple[Any, GameFacts]:
    """The game and its facts, loaded once in a process."""
    game = load_scenario(objective.game, objective.scenario(players))
    return game, parse_facts(game.facts())


@lru_cache(maxsize=8)
def _own_restriction(objective: Objective, players: int) -> tuple[int, int, Any]:
    """What the plan's seat alone does not choose, and the game by whose rules it moves."""
    game, facts = game_of(objective, players)
    (restriction,) = parse_each([objective.restriction], facts, ()).values()
    forbidden, scenario = forbid(objective.restriction, restriction, facts), objective.scenario(players)
    own_game = load_without(objective.game, scenario, forbidden.powers) if forbidden.powers else game
    return *forbidden.masks_in(game), own_game


def _load_others(objective: Objective, players: int) -> list[Any]:
    game, facts = game_of(objective, players)
    return _restrict(make_players(objective.against, game, "--opponents"), objective, game, facts)


_cached_others = lru_cache(maxsize=8)(_load_others)


def _restrict(policies: list[Any], objective: Objective, game: Any, facts: GameFacts) -> list[Any]:
    """The policies kept from what nobody may do."""
    scenario = objective.scenario(facts.players)
    return restrict_policies(policies, game, forbidden=forbidden_mask(scenario, facts), kinds=forbidden_kinds(scenario))


def changes_of(objective: Objective) -> str:
    """What is not the game as it is shipped, in words for a file's provenance; "" where all is."""
    _, facts = game_of(objective, objective.players[0])
    texts = [f"{name}={format_switch(value)}" for name, value in objective.option]
    texts += [f"components {objective.components}"] if objective.components else []
    forbidden = [facts.classes.get(word, word) for word in objective.forbidden]
    texts += [*objective.data, *([f"without {' and '.join(forbidden)}"] if forbidden else [])]
    return ", ".join([*texts, *([f"itself without {objective.restriction}"] if objective.restriction else [])])


@dataclass(frozen=True)
class Gain:
    """What a plan has gained over the one it began as, on the same fresh deals; errors are clustered by deal."""

    deals: int
    before: float  # win share
    after: float
    share: float  # gain of win share, with its 95 % interval
    share_low: float
    share_high: float
    ahead: float  # gain of points ahead of the mean opponent
    ahead_low: float
    ahead_high: float
    value: float  # gain of what was searched for

    @classmethod
    def of(cls, baseline: PlanScores, new: PlanScores) -> Gain:
        """Of two plans on the same deals."""
        share, ahead = new.share - baseline.share, new.lead - baseline.lead
        low, high = _limits(share, bounded=True)
        ahead_low, ahead_high = _limits(ahead, bounded=False)
        return cls(
            len(share), float(baseline.share.mean()), float(new.share.mean()), float(share.mean()), low, high,
            float(ahead.mean()), ahead_low, ahead_high, float((new.value - baseline.value).mean()),
        )  # fmt: skip

    @property
    def words(self) -> str:
        """Both gains with their intervals."""
        share = f"{100 * self.share:+.1f} pp of win share ({100 * self.share_low:.1f} to {100 * self.share_high:.1f})"
        return f"{share}, {self.ahead:+.1f} points ahead ({self.ahead_low:.1f} to {self.ahead_high:.1f})"


def _limits(values: Any, *, bounded: bool) -> tuple[float, float]:
    """Both ends of the 95 % interval of the mean of one value a deal; bounded: it lies between -1 and 1, and they reach
    at least as far as rare deals may take it."""
    from reports.stats.deal_means import skewness_of
    from reports.stats.intervals import limits, rare_half

    n, mean = len(values), float(values.mean())
    if n < 2:
        return float("nan"), float("nan")
    off, se = values - mean, values.std(ddof=1) / np.sqrt(n)
    low, high = (float(end) for end in limits(mean, se, n))
    if not bounded:
        return low, high
    skewness = skewness_of((off**2).sum(), (off**3).sum())
    below = float(rare_half(0.025, 1.0 + mean, se, -skewness, n))
    above = float(rare_half(0.025, 1.0 - mean, se, skewness, n))
    return min(low, mean - below), max(high, mean + above)
