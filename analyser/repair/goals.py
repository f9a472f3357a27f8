"""What is to become fair: boards, seats, strategies or openings; what runs of scenarios say of it: how far each is from
fair, in which games and against what, and what else an edit moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analyser.errors import DataError, UsageError
from analyser.experiments.repair import Variable
from analyser.experiments.scenario import START_POINTS
from analyser.experiments.whatif import AFTER_CHANGE, BEFORE_CHANGE
from analyser.repair.search import Edits, Measurement, Surface, Z
from cext.messages import did_you_mean
from reports.conditions import ConditionError
from reports.estimates import Block, Estimates, estimates_of, together
from reports.estimators.board_effects import AGAINST_PLAIN, AMONG_OTHERS
from reports.estimators.board_prices import overall_prices
from reports.estimators.free_games import price_seats
from reports.estimators.openings import Grouping
from reports.facts import GameFacts
from reports.run import Run
from reports.stats.deal_means import DealMeans, stacked

__all__ = [
    "BOARDS", "FACTOR", "GOALS", "OPENINGS", "PLAIN", "PROBABLE", "SEATS", "STRATEGIES", "Distances", "arm_of",
    "choose_goals", "condition_of", "count_fair_printings", "distances_from_fair", "group_of_level", "has_tuned",
    "judge", "largest_distance", "largest_end", "measure", "predict", "reference_of", "shares_of", "shows_unfair",
    "start_sets", "unused_abilities",
]  # fmt: skip

Floats = NDArray[np.float64]

BOARDS, PLAIN, SEATS, STRATEGIES, OPENINGS = GOALS = ("boards", "plain", "seats", "strategies", "openings")
FACTOR = {BOARDS: "board", PLAIN: "board", SEATS: "seat", STRATEGIES: "strategy", OPENINGS: "forced_opening"}
ARMS = {BOARDS: ("dealt", "mirror"), PLAIN: ("mirror",), OPENINGS: ("forced",)}  # in which a goal is measured
FREE_ARMS = ("cross", "free", "chosen")  # in which seats and strategies are


def choose_goals(names: Sequence[str] | None, game: GameFacts, strategies: Sequence[str]) -> tuple[str, ...]:
    """What is to become fair, of GOALS: what was named or, where nothing was, boards among each other; else boards
    against the plain one, also where there are two, of which one loses what the other wins; else seats. Raises
    UsageError or DataError."""
    if game.par is None:
        raise DataError(f"{game.name}: one seat decides: there is no fair share, and nothing to repair")
    n_others = 0 if game.shared or game.board.is_chosen else len(game.other_boards)
    if names is None:
        return (BOARDS if n_others > 1 + game.has_plain else PLAIN if n_others else SEATS,)
    for name in names:
        if name not in GOALS:
            raise UsageError(f"--goal {name}: {did_you_mean(name, GOALS)}")
        if name == STRATEGIES and len(set(strategies)) < 2:
            raise DataError(f"--goal {name}: a single strategy plays: name others with --strategies")
        if name == PLAIN and n_others and not game.has_plain:
            raise DataError(f"--goal plain: no board of {game.name} is the plain one: name boards")
        if name in (BOARDS, PLAIN) and n_others < (2 if name == BOARDS else 1):
            raise DataError(f"--goal {name}: {game.name} has too few {game.nouns[1]} that seats may have: name seats")
        if name == OPENINGS and len(set(names)) > 1:
            raise UsageError(f"--goal {name}: other games are played for openings: name it alone")
    return tuple(dict.fromkeys(names))


def arm_of(run: Run, goal: str) -> str:
    """The part of the schedule in which a goal is measured."""
    arms = {arm for scenario in run.scenarios for arm in scenario.arms}
    return next((arm for arm in ARMS.get(goal, FREE_ARMS) if arm in arms), "")


def has_tuned(run: Run) -> bool:
    """Whether players tuned for each scenario have played, too."""
    return "tuned" in run.differing


def condition_of(run: Run, goal: str, scenario: str = "", *, players: str = "ordinary") -> str:
    """The condition on rows in which a goal is measured."""
    parts = [f"arm = '{arm}'" if (arm := arm_of(run, goal)) else "arm != 'forced'"]
    parts += [f"tuned = '{players}'"] if has_tuned(run) else []
    game = run.scenarios[0].game
    if goal == BOARDS:
        names = ", ".join(f"'{list(game.boards)[number]}'" for number in game.other_boards)
        parts.append(f"board in ({names})")
    return " and ".join([*parts, *([f"scenario = '{scenario}'"] if scenario else [])])


def reference_of(run: Run, goal: str) -> str:
    """What is fair: par, the plain board, or the mean of what is compared: of boards where no games seat them all
    alone, and of openings."""
    game = run.scenarios[0].game
    if goal == PLAIN:
        return list(game.boards)[game.plain]
    return "mean" if goal == OPENINGS or (goal == BOARDS and arm_of(run, goal) == "mirror") else "par"


def group_of_level(game: GameFacts, goal: str, level: str) -> str:
    """The target that a level of the goal's factor stands for: of openings the number of turns of the class that the
    game counts; orders of it are one."""
    letter = Grouping(game).letter
    return str(level.count(letter)) if goal == OPENINGS and letter else level


def distances_from_fair(goals: Iterable[str], values: Floats) -> Floats:
    """How far from fair: openings that win less than others are not, as nobody has to choose them."""
    is_one_sided = np.array([goal == OPENINGS for goal in goals], dtype=bool)
    return np.where(is_one_sided, np.maximum(values, 0.0), np.abs(values))


RARE = 0.01  # uses of an ability by a seat, below which hardly anybody uses it
DRAWS = 400  # of what printings may be like
PROBABLE = 0.8  # how surely all intervals hold together where something is probably fair


# -- the search -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Distances:
    """How far targets are from fair in each scenario: names of goal and target, and the measurement."""

    targets: tuple[tuple[str, str], ...]
    measurement: Measurement


def measure(run: Run, goals: Sequence[str], sets_of: Mapping[str, Edits], *, by: str = "scenario") -> Distances:
    """The distances of all targets in the scenarios of a run, or by another setting; sets_of: the edits of each.
    DataError where games are too few for all to be seen."""
    targets: list[tuple[str, str]] = []
    means: DealMeans | None = None
    for goal in goals:
        names, part, _ = _distances(run, goal, list(sets_of), by)
        targets += [(goal, name) for name in names]
        means = part if means is None else stacked(means, part, share_deals=True)
    assert means is not None
    groups = list(means.groups.select("scenario", "goal", "target").iter_rows())
    order = [groups.index((scenario, *target)) for scenario in sets_of for target in targets]
    contrast = means.combine(np.eye(len(groups))[order]).contrast()
    distance = contrast.estimate.reshape(len(sets_of), len(targets))
    covariance = regular_covariance(contrast.covariance, len(sets_of), int(contrast.clusters.min()))
    measurement = Measurement(tuple(sets_of.values()), distance, covariance, one_sided=OPENINGS in goals)
    return Distances(tuple(targets), measurement)


def regular_covariance(covariance: Floats, n_sets: int, deals: int) -> Floats:
    """A covariance of many numbers from not so many deals, drawn towards one in which all sets are alike: that of two
    targets is the same in every set, and the same between every two sets. The more so the fewer deals there are for a
    number; one of as many numbers as deals would know some of their sums without any error."""
    size, n = len(covariance), len(covariance) // n_sets
    blocks = covariance.reshape(n_sets, n, n_sets, n)
    inside = np.einsum("iaib->ab", blocks) / n_sets
    across = (blocks.sum(axis=(0, 2)) - n_sets * inside) / max(1, n_sets * (n_sets - 1))
    alike_sets = np.kron(np.eye(n_sets), inside - across) + np.kron(np.ones((n_sets, n_sets)), across)
    part = size / (size + deals)
    return np.asarray(part * alike_sets + (1.0 - part) * covariance)


def _distances(
    run: Run, goal: str, scenarios: Sequence[str], by: str, *, players: str = "ordinary"
) -> tuple[list[str], DealMeans, Block]:
    """Names of a goal's targets, their distances from fair in each scenario, a level of `by`, and what they are made
    of."""
    factor, reference = FACTOR[goal], reference_of(run, goal)
    where = condition_of(run, goal, players=players)
    try:
        block = run.compare("win_share", by=[by, factor], where=where).blocks[0]
    except ConditionError as error:
        raise DataError(f"{run.source}: {error}") from error
    game, means = run.scenarios[0].game, block.means
    levels = list(means.groups.select(pl.col(by, factor).cast(pl.String)).iter_rows())
    targets = [(scenario, group_of_level(game, goal, level)) for scenario, level in levels]
    names = list(dict.fromkeys(name for _, name in targets if name != reference))
    if not {(scenario, name) for scenario in scenarios for name in (*names, *_fair_levels(reference, names))} <= {
        *targets
    }:
        raise DataError(f"{run.source}: too few games for all to be seen: allow more --time")
    shares = {
        target: np.array([each == target for each in targets], dtype=np.float64) for target in dict.fromkeys(targets)
    }
    shares = {target: weights / weights.sum() for target, weights in shares.items()}
    rows, weights = [], []
    for scenario in scenarios:
        fair = [shares[scenario, name] for name in _fair_levels(reference, names)]
        for name in names:
            rows.append({"scenario": scenario, "goal": goal, "target": name})
            weights.append(shares[scenario, name] - (np.mean(fair, axis=0) if fair else 0.0))
    distances = means.combine(np.array(weights), pl.DataFrame(rows))
    if reference == "par":
        distances.estimate[:] -= run.scenarios[0].par or 0.0
    return names, distances, block


def _fair_levels(reference: str, names: Sequence[str]) -> Sequence[str]:
    """The targets whose mean is fair; none: par is."""
    return {"par": (), "mean": names}.get(reference, (reference,))


def start_sets(run: Run, goals: Sequence[str], variables: Sequence[Variable], max_edits: int) -> list[Edits]:
    """Points at the start that `boards` and `balance` work out of these games, as sets of 1, 2, … edits, the largest
    first; as near to them as what may change goes. None where no points bring boards or seats to what is fair."""
    scenario, points = run.scenarios[0], dict[str, int]()
    situations = {AMONG_OTHERS: BOARDS, AGAINST_PLAIN: PLAIN}
    for prices in overall_prices(scenario) if {BOARDS, PLAIN} & {*goals} else ():
        if situations[prices.situation] in goals:
            prices_of = zip(prices.boards, prices.prices.rounded, strict=True)
            points |= {f"{START_POINTS}.boards.{board}": -int(price) for board, price in prices_of}
    if SEATS in goals and len(seats := price_seats(scenario)):
        points |= {f"{START_POINTS}.seats.{seat}": n for seat, n in seats.select("seat", "points").iter_rows()}
    edits = []
    for number, variable in enumerate(variables):
        n = points.get(variable.paths[0], 0) if len(variable.paths) == 1 else 0
        _, steps = min((abs(step * variable.step - n), step) for step in (0, *variable.steps))
        edits += [(number, steps)] if steps else []
    edits.sort(key=lambda edit: -abs(edit[1] * variables[edit[0]].step))
    return [tuple(sorted(edits[:size])) for size in range(1, min(max_edits, len(edits)) + 1)]


# -- the judgement ----------------------------------------------------------------------------------------------------


def judge(
    run: Run, goals: Sequence[str], scenario: str, *, side_effects: bool, players: str = "ordinary"
) -> pl.DataFrame:
    """How far each target of the goals is from fair in a scenario, and how far all else is moved by it, with intervals
    that hold together; players: ordinary, or tuned ones. Columns: goal, target, moves (whether the row is a change),
    estimate, low, high, and how far from fair it is: off as measured, least and end at least and at most (NaN where
    games are too few), and probable_end at most with all intervals at PROBABLE."""
    comparisons: list[tuple[str, bool, Estimates]] = []
    for goal in goals:
        comparisons.append((goal, False, _compare_targets(run, goal, scenario, players)))
    if side_effects:
        game = run.scenarios[0].game
        for goal in GOALS:
            has_boards = not game.shared and bool(game.other_boards) and bool(arm_of(run, BOARDS))
            is_board = FACTOR[goal] == "board"
            if goal in goals or goal == OPENINGS or (is_board and (goal == PLAIN or not has_boards)):
                continue
            chain = {"scenario": BEFORE_CHANGE}
            try:
                change = run.compare(by=["scenario", FACTOR[goal]], against=chain, where=condition_of(run, goal))
            except ConditionError:  # a single strategy, for instance
                continue
            if len(change.table) > 1:
                comparisons.append((goal, True, change))
    all_estimates = together(*(estimates for _, _, estimates in comparisons), name="repair")
    table, (family,) = all_estimates.table, all_estimates.families
    labels = [(goal, moves) for goal, moves, estimates in comparisons for _ in range(len(estimates.table))]
    targets = [
        str(name)
        for goal, _, estimates in comparisons
        for name in estimates.table[FACTOR[goal]].cast(pl.String).to_list()
    ]
    ends = [(table["low"].to_numpy(), table["high"].to_numpy()), family.limits_at(1.0 - PROBABLE)]
    names = [(goal, target) for (goal, _), target in zip(labels, targets, strict=True)]
    return _judgement_rows(names, [moves for _, moves in labels], table["estimate"].to_numpy(), *ends)


def _judgement_rows(
    targets: Sequence[tuple[str, str]], moves: Sequence[bool], estimate: Floats, interval: tuple[Floats, Floats],
    probable: tuple[Floats, Floats],
) -> pl.DataFrame:  # fmt: skip
    """The rows of a judgement: the ends of its intervals, and those at which all hold with less certainty."""
    goals = [goal for goal, _ in targets]
    (low, high), ends = interval, [distances_from_fair(goals, values) for values in interval]
    return pl.DataFrame(
        {
            "goal": goals,
            "target": [target for _, target in targets],
            "moves": moves,
            "estimate": estimate,
            "low": low,
            "high": high,
            "off": distances_from_fair(goals, estimate),
            "least": np.where((low <= 0.0) & (high >= 0.0), 0.0, np.minimum(*ends)),
            "end": np.maximum(*ends),
            "probable_end": np.maximum(*(distances_from_fair(goals, values) for values in probable)),
        }
    )


def _compare_targets(run: Run, goal: str, scenario: str, players: str) -> Estimates:
    """How far each target of a goal is from fair in a scenario."""
    if goal != OPENINGS:
        where = condition_of(run, goal, scenario, players=players)
        return run.compare(by=FACTOR[goal], against=reference_of(run, goal), where=where)
    names, means, block = _distances(run, goal, [scenario], "scenario", players=players)
    means = replace(means, groups=pl.DataFrame({FACTOR[goal]: names}))
    return estimates_of(run, "openings", [replace(block, means=means, against=["mean"] * len(names))])


def largest_distance(rows: pl.DataFrame) -> float:
    """How far from fair the furthest target is, as measured."""
    return float(np.max(rows["off"].to_numpy()))


def largest_end(rows: pl.DataFrame, column: str = "end") -> float:
    """How far from fair some target may be, at most; NaN where games are too few to say."""
    return float(np.max(rows[column].to_numpy()))  # of polars' own, NaN would not count


def shows_unfair(rows: pl.DataFrame, margin: float) -> bool:
    """Whether a target is shown to be further from fair than the margin."""
    return bool((rows["least"].to_numpy() > margin).any())


def lengths_of(run: Run) -> tuple[float, ...]:
    """Decisions of a game in each scenario."""
    table = run.compare("n_decisions", by="scenario", where="arm != 'forced'", of="games").table
    ordinary = table.filter(pl.col("tuned").cast(pl.String) == "ordinary") if has_tuned(run) else table
    return tuple(ordinary["estimate"])


def shares_of(run: Run, goals: Sequence[str]) -> dict[tuple[str, str, str], float]:
    """The win share of each target, by goal, target and scenario."""
    shares = {}
    for goal in set(goals) - {OPENINGS}:  # of which the distance is told
        table = run.compare(by=["scenario", FACTOR[goal]], where=condition_of(run, goal)).table
        for scenario, name, value in table.select(
            "scenario", pl.col(FACTOR[goal]).cast(pl.String), "estimate"
        ).iter_rows():
            shares[goal, name, scenario] = value
    return shares


def unused_abilities(run: Run) -> list[str]:
    """Abilities that are used as the game is, and that hardly anybody uses once it is edited, in words."""
    game = run.scenarios[0].game
    columns = set(run.seats.collect_schema().names())
    powers = [power for power in game.powers if power.key in columns]
    if not powers:
        return []
    keys = list(dict.fromkeys(power.key for power in powers))
    means = run.seats.group_by(pl.col("scenario").cast(pl.String)).agg(pl.col(keys).mean()).collect()
    old, new = (
        means.row(by_predicate=pl.col("scenario") == name, named=True) for name in (BEFORE_CHANGE, AFTER_CHANGE)
    )
    return [f"{power.name} of {power.of}" for power in powers if old[power.key] >= RARE > 10 * new[power.key]]


# -- what no game was played for, what no rulebook states -------------------------------------------------------------


def predict(surface: Surface, measured: Distances, edits: Edits) -> pl.DataFrame:
    """As `judge` has it, what the surface says of a set of edits that was not judged."""
    mean, error = (values[0] for values in surface.predict([edits]))
    interval = mean - Z * error, mean + Z * error
    return _judgement_rows(measured.targets, [False] * len(mean), mean, interval, interval)


def count_fair_printings(measurement: Measurement, margin: float, *, seed: int) -> tuple[float, int, int]:
    """In how many printings all targets are within the margin: about so many, between these numbers with 95 %
    certainty. Few games of each say little of it alone: printings are drawn towards their mean as far as they differ by
    luck (empirical Bayes; what is not known of mean and spread is drawn by taking printings with replacement)."""
    distance, random = measurement.distance, np.random.default_rng(seed)
    n, n_targets = distance.shape
    blocks = measurement.covariance.reshape(n, n_targets, n, n_targets)
    inside = np.einsum("iaib->ab", blocks) / n
    across = (blocks.sum(axis=(0, 2)) - n * inside) / (n * (n - 1))
    noise = inside - across  # of a printing alone; the deals move all alike
    counts = []
    for _ in range(DRAWS):
        some = distance[random.integers(n, size=n)]
        spread = _positive(np.cov(some.T).reshape(n_targets, n_targets) - noise)
        weight = spread @ np.linalg.pinv(spread + noise)
        mean = some.mean(axis=0)
        center = mean + (distance - mean) @ weight.T + _root(across) @ random.normal(size=n_targets)
        printing = center + random.normal(size=distance.shape) @ _root(spread - weight @ spread).T
        counts.append(int((measurement.size_of(printing).max(axis=1) <= margin).sum()))
    low, high = np.percentile(counts, (2.5, 97.5))
    return float(np.mean(counts)), int(low), int(np.ceil(high))


def _positive(matrix: Floats) -> Floats:
    """The nearest matrix that can be a covariance."""
    root = _root(matrix)
    return np.asarray(root @ root.T)


def _root(matrix: Floats) -> Floats:
    """A matrix whose product with its transpose is this one, but for its negative eigenvalues."""
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))
