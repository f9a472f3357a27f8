"""Comparisons: a measure by factors, against a reference, where a condition holds, clustered by deal.

rows of the games that the factors' design allows -> sums by deal and group -> estimates with what every deal adds
to their errors -> differences from the references -> a family of intervals -> a row each of one long table
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cext.player_classes import ALL
from reports.comparison import Comparison, Group, choose_frame
from reports.conditions import ConditionError, NothingToCompare, parse_condition
from reports.deal_sums import DESIGN, DealSums, rows_of, sum_rows
from reports.estimates import Block, Estimates, RunBase, estimates_of
from reports.factors import ARMS, FAMILIES, WEIGHTS, Measure, check_arms, choose_arm, level_text
from reports.frame_columns import STRATEGY
from reports.frames import ScenarioRun
from reports.plans import number_families
from reports.scenarios import Scenarios
from reports.sentences import Mixed
from reports.stats.aliasing import aliasing
from reports.stats.deal_means import DealMeans
from reports.stats.group_means import GroupSums, cells_of, frequencies, means, number_groups
from reports.stats.random_effects import family_shares

__all__ = ["MAX_LEVELS", "compare", "estimate_comparisons", "games_where", "rows_of_group"]

MAX_LEVELS = 200  # of all factors but settings together: more is no table that anybody reads


def compare(run: RunBase, comparison: Comparison) -> Estimates:
    """The estimates of a comparison; ConditionError where there is nothing to compare."""
    (estimates,) = estimate_comparisons(run, [comparison])
    if not estimates.blocks:
        arms = {arm for scenario in run.scenarios for arm in _arms(comparison, [scenario])}
        refuse_empty(run, replace(comparison, arms=tuple(sorted(arms))))
    return estimates


def estimate_comparisons(run: RunBase, comparisons: Sequence[Comparison]) -> list[Estimates]:
    """The estimates of each comparison, no rows where there is nothing to compare. Their rows are read together, and
    what several of them sum is summed once."""
    tasks: list[list[tuple[Comparison, dict[str, object], tuple[ScenarioRun, ...]]]] = []
    for comparison in comparisons:
        tasks.append([])
        for labels, scenarios in run.split({factor.name for factor in comparison.factors} | _settings(comparison, run)):
            in_arms = replace(comparison, arms=_arms(comparison, scenarios))
            tasks[-1].append((in_arms, labels, tuple(scenario for scenario in scenarios if in_arms.is_in(scenario))))
    sums = sum_rows(run, [(comparison, scenarios) for task in tasks for comparison, _, scenarios in task])
    shared: dict[tuple[object, ...], DealSums] = {}
    estimates = []
    for comparison, task in zip(comparisons, tasks, strict=True):
        blocks: list[Block] = []
        for in_arms, labels, scenarios in task:
            if scenarios:
                deal_sums = DealSums(scenarios, in_arms, run, sums)
                blocks += _blocks(shared.setdefault(deal_sums.key, deal_sums), in_arms, labels)
        keys = [factor.name for factor in comparison.factors]
        estimates.append(estimates_of(run, comparison.words, blocks, name=comparison.name, keys=keys))
    return estimates


def _settings(comparison: Comparison, run: Scenarios) -> set[str]:
    """Settings that the condition names."""
    return {name for name in comparison.where.names if name in run.settings} if comparison.where else set()


def _arms(comparison: Comparison, scenarios: Sequence[ScenarioRun]) -> tuple[str, ...]:
    """The arms in whose games these scenarios are compared: those that the condition lets in where it names any."""
    arms = tuple(dict.fromkeys(arm for scenario in scenarios for arm in scenario.arms))
    factors = {factor.name: factor.design for factor in comparison.factors if not factor.is_setting}
    condition, by_arm = comparison.where, "arm" in factors
    factors.pop("arm", None)
    if condition and "arm" in condition.columns:
        if unknown := [name for column, name in condition.texts if column == "arm" and name not in ARMS]:
            raise ConditionError(f"no arm '{unknown[0]}': choose from {', '.join(arms)}")
        if condition.names == {"arm"}:
            condition.check({"arm": pl.String()})
            frames = [pl.DataFrame({"arm": arms}).filter(condition.holds)]
        else:
            rows = replace(comparison, arms=arms, by=(), against=(), within=None)
            lazies = [
                rows_of(scenario, rows, keys=("arm",)).select("arm").unique()
                for scenario in scenarios
                if rows.is_in(scenario)
            ]
            frames = pl.collect_all(lazies)
        names = {str(arm) for frame in frames for arm in frame["arm"]}
        arms = tuple(arm for arm in arms if arm in names)
        check_arms(arms, factors)
        return arms
    if by_arm:
        check_arms(arms, factors)
        return arms
    levels = {chain[0].factor for chain in comparison.against if chain[0].levels}
    return (choose_arm(arms, factors, levels),) if factors or not comparison.by else arms


def _blocks(sums: DealSums, comparison: Comparison, labels: Mapping[str, object]) -> list[Block]:
    """The estimates of each measure, of one value of the settings that are not mentioned."""
    cells = sums.cells
    if not len(cells):
        return []
    _check_size(cells, comparison)
    caveats, pairs = _caveats(sums), None
    blocks = []
    for measure in comparison.measures:
        if f"n_{measure.name}" in cells.columns:
            is_paired = comparison.pairing is not None and measure.statistic == "mean"
            if is_paired:
                pairs = _pairs(cells, comparison) if pairs is None else pairs
                estimates = _paired(cells, pairs, measure, comparison)
            elif measure.statistic == "frequency":
                estimates = _frequencies(cells, comparison)
            else:
                estimates = sums.means_of(measure)
            block = Block(
                measure, estimates, labels, comparison, sums.scenarios[0], paired=is_paired, caveats=caveats,
                left_out=sums.left_out(measure),
            )  # fmt: skip
            blocks += _referred(block) if len(estimates.estimate) else []
    return blocks


def _check_size(cells: pl.DataFrame, comparison: Comparison) -> None:
    """ConditionError where there are more groups than anybody reads; what a report compares it chose itself."""
    keys = [f"by_{factor.name}" for factor in comparison.by if not factor.is_setting]
    n_levels = cells.select(keys).n_unique() if keys else 1
    if n_levels > MAX_LEVELS and not comparison.name:  # a table that a section declares is read in parts
        names = ", ".join(key.removeprefix("by_") for key in keys)
        raise ConditionError(f"{names}: {n_levels:,} groups, at most {MAX_LEVELS} are compared: use band(...) or where")


def _caveats(sums: DealSums) -> list[str]:
    """What the factors are confounded with."""
    columns = sums.comparison.assignable(sums.scenarios[0])
    if not columns:
        return []
    meetings = sums.of(DESIGN).group_by(columns).agg(pl.col("n_").sum())
    design = Mixed(aliasing(meetings, columns, count="n_"), sums.scenarios[0].game)
    return design.confounding([factor.name for factor in sums.comparison.by])


def _frequencies(cells: pl.DataFrame, comparison: Comparison) -> DealMeans:
    """How often rows have each level of the last factor, of all rows that agree in the others."""
    others = [key for key in comparison.keys if key != f"by_{comparison.by[-1].name}"]
    sums = GroupSums.of(cells, comparison.keys)
    return frequencies(sums, cells["n"].to_numpy(), sums.groups.select(others).rows() or [()] * len(sums.groups))


def _paired(cells: pl.DataFrame, pairs: NDArray[np.int64], measure: Measure, comparison: Comparison) -> DealMeans:
    """Differences between the levels of a factor and one of them on the same deal, within the columns of its pairing,
    pairs weighted to equal numbers of games."""
    pairing = comparison.pairing
    assert pairing is not None
    keys, key = comparison.keys, f"by_{pairing.factor}"
    total, count = (cells[f"{name}_{measure.name}"].fill_null(0).to_numpy() for name in "tn")
    total, count = (x if x.dtype.kind == "f" else x.astype(np.int64) for x in (total, count))
    b, a = (rows[(count[pairs] > 0).all(axis=0)] for rows in pairs)
    equal = count[b] == count[a]
    of_b, of_a = (np.where(equal, 1, x) for x in (count[a], count[b]))
    sums, row_of, sum_of = cells_of(cells.select("deal", *keys)[b], keys)
    if not len(row_of):
        levels = cells.filter(count > 0)[key].cast(pl.String).unique().sort().to_list()
        if pairing.level in levels:
            raise NothingToCompare(f"{pairing.factor} {pairing.level} meets no other on the same deal")
        raise NothingToCompare(f"{pairing.factor} {pairing.level} was not played: choose from {', '.join(levels)}")
    by_deal = sum_of(total[b] * of_b - total[a] * of_a), sum_of(count[b] * of_b)
    estimates = means(sums, *by_deal, scale=measure.scale)
    return replace(estimates, n=sums.totals(sum_of(count[b])))


def _pairs(cells: pl.DataFrame, comparison: Comparison) -> NDArray[np.int64]:
    """The places of cells and of what each is paired with: the cell of the reference level on the same deal that agrees
    in the columns of its pairing (two rows)."""
    pairing = comparison.pairing
    assert pairing is not None
    key = f"by_{pairing.factor}"
    groups, column = number_groups(cells, [*comparison.pairs, *(name for name in comparison.keys if name != key)])
    at = cells.select(
        at=pl.col("deal").cast(pl.Int64) * len(groups) + pl.Series(column),
        is_level=pl.col(key).cast(pl.String) == pairing.level,
    ).with_row_index("cell")
    base = at.filter("is_level").select("at", base="cell")
    return at.filter(~pl.col("is_level")).join(base, on="at").select("cell", "base").to_numpy().T.astype(np.int64)


# -- references -------------------------------------------------------------------------------------------------------


def _referred(block: Block) -> list[Block]:
    """The differences of group means from their references; the means themselves where there is none."""
    comparison, estimates = block.comparison, block.means
    names = [factor.name for factor in comparison.factors]
    texts = estimates.groups.with_columns(pl.col(pl.Enum, pl.Categorical).cast(pl.String))
    groups: list[Group] = [dict(zip(names, row, strict=True)) for row in texts.iter_rows()] if names else [{}]
    if not comparison.against and comparison.weights != FAMILIES:
        return [replace(block, means=replace(estimates, groups=_frame_of(groups)), against=[""] * len(groups))]
    members: list[Group] = [] if comparison.against else groups
    words: list[str] = [""] * len(members)
    matrices, values = [np.eye(len(members), len(groups))], [estimates.estimate[: len(members)]]
    for chain in comparison.against:
        rows, weights, value = list(groups), np.eye(len(groups)), estimates.estimate
        for reference in chain[1:] if block.paired and chain[0] == comparison.pairing else chain:
            levels = list(dict.fromkeys(group.get(reference.factor) for group in groups))
            missing = [
                text for text in reference.levels if not any(reference.is_level(level, text) for level in levels)
            ]
            if missing:
                choice = ", ".join(level_text(level) for level in levels)
                raise NothingToCompare(f"{reference.factor} {missing[0]} was not played: choose from {choice}")
            if reference.kind == "relative":
                rows, weights, value = reference.relative(rows, weights, estimates.estimate)
            else:
                value = reference.weights(rows, value[:, None])[1][:, 0]  # step by step: what is exactly 0 stays 0
                rows, weights = reference.weights(rows, weights)
        members += rows
        values.append(value)
        words += ["; ".join(reference.words for reference in chain)] * len(rows)
        matrices.append(np.asarray(weights, dtype=np.float64).reshape(len(rows), len(groups)))
    if not members:
        factors = [reference.factor for chain in comparison.against for reference in chain]
        single = next((name for name in factors if len({group.get(name) for group in groups}) == 1), "")
        if single:
            level = groups[0][single]
            raise NothingToCompare(f"{single} is {level} in all these games: there is nothing to compare it with")
        return []
    matrix, value = np.vstack(matrices), np.concatenate(values)
    if comparison.weights == FAMILIES:
        members, words, shares = _over_families(members, words, block.scenario.plan_families)
        matrix, value = shares @ matrix, shares @ value
    elif comparison.within is not None and not comparison.is_paired_within:
        return _within(block, groups)
    elif comparison.weights != next(iter(WEIGHTS)):
        raise ConditionError(
            f"weights {comparison.weights}: rows are paired on each deal, which weighs them: leave it out"
        )
    table = _frame_of(members)
    if comparison.within is not None:
        table = table.with_columns(within=pl.lit(comparison.within.name))
    means = estimates.combine(matrix, table, pooled=comparison.weights == FAMILIES)
    if comparison.weights == FAMILIES:  # rows of the groups themselves
        means = replace(means, n=np.where(matrix > 0, estimates.n, 0).sum(axis=1))
    return [replace(block, means=replace(means, estimate=value), against=words)]


def _over_families(
    groups: Sequence[Group], words: Sequence[str], families: Mapping[str, int]
) -> tuple[list[Group], list[str], NDArray[np.float64]]:
    """Groups without their plan, the reference of each, and the share of every row (a column) in it: each family of
    plans that choose alike counts once, each of its plans alike. words: the reference of each row."""
    rows_of: dict[tuple[object, ...], list[int]] = {}
    for row, (group, text) in enumerate(zip(groups, words, strict=True)):
        key = tuple((name, level) for name, level in group.items() if name != STRATEGY)
        rows_of.setdefault((key, text), []).append(row)
    shares = np.zeros((len(rows_of), len(groups)))
    for share, rows in zip(shares, rows_of.values(), strict=True):
        share[rows] = family_shares(number_families([str(groups[row][STRATEGY]) for row in rows], families))
    first = [rows[0] for rows in rows_of.values()]
    members: list[Group] = [{name: x for name, x in groups[row].items() if name != STRATEGY} for row in first]
    return members, [words[row] for row in first], shares


def _within(block: Block, groups: Sequence[Group]) -> list[Block]:
    """Differences with a factor held equal, and the same differences mixed over it."""
    comparison, estimates = block.comparison, block.means
    assert comparison.within is not None
    factor = comparison.within.name
    levels = list(dict.fromkeys(group[factor] for group in groups))
    outer = list(dict.fromkeys(tuple((k, x) for k, x in group.items() if k != factor) for group in groups))
    index = np.full((len(outer), len(levels)), -1)
    for i, group in enumerate(groups):
        index[outer.index(tuple((k, x) for k, x in group.items() if k != factor)), levels.index(group[factor])] = i
    n = np.where(index >= 0, estimates.n[index], 0).astype(np.float64)
    if len(comparison.against) > 1 or len(comparison.against[0]) > 1:
        raise ConditionError(f"within {factor}: give one reference; several are compared without it, or one by one")
    ((reference,),) = comparison.against
    rows, sides = reference.sides([dict(group) for group in outer])
    members: list[Group] = []
    weights: dict[str, list[NDArray[np.float64]]] = {factor: [], "": []}
    for group, (plus, minus) in zip(rows, sides, strict=True):
        standard = _standardised(n, plus, minus, comparison.weights)
        if standard is None:
            continue
        members.append(group)
        for name, weight in zip(weights, standard, strict=True):
            row = np.zeros(len(groups))
            row[index[index >= 0]] = weight[index >= 0]
            weights[name].append(row)
    if not members:
        return []
    blocks, words = [], [reference.words] * len(members)
    for name, matrix in weights.items():
        table = _frame_of(members).with_columns(within=pl.lit(name))
        blocks.append(replace(block, means=estimates.combine(np.array(matrix), table, pooled=True), against=words))
    return blocks


def _frame_of(groups: Sequence[Group]) -> pl.DataFrame:
    return pl.DataFrame([dict(group) or {"": 0} for group in groups], infer_schema_length=None)


def _standardised(
    n: NDArray[np.float64], plus: NDArray[np.bool_], minus: NDArray[np.bool_], weights: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Weights [group, level] of the difference between two sides with a factor held equal, and of the same difference
    mixed over it; n: rows of each group at each level of the factor; None where no level has both sides.

    Of levels that have both sides: by overlap they weigh n1 n2 / (n1 + n2) (Mantel and Haenszel 1959; the coefficient
    of a regression with a constant for each level, Frisch and Waugh 1933), which is the most precise; as treated they
    weigh n1, the rows of the first side: the mean difference for those rows.
    """
    sums = [np.where(side[:, None], n, 0.0) for side in (plus, minus)]
    first, second = (side.sum(axis=0) for side in sums)
    mix = first if weights == "treated" else first * second / np.maximum(first + second, 1.0)
    weight = np.where(first * second > 0, mix, 0.0)
    if not weight.any():
        return None
    weight = weight / weight.sum()
    inside = [
        np.divide(side, total, out=np.zeros(n.shape), where=total > 0)
        for side, total in zip(sums, (first, second), strict=True)
    ]
    mixed = [side / side.sum() for side in sums]
    return weight * (inside[0] - inside[1]), mixed[0] - mixed[1]


# -- games ------------------------------------------------------------------------------------------------------------


def refuse_empty(run: Scenarios, comparison: Comparison) -> None:
    """ConditionError that says why there is nothing to compare."""
    rows = f"no rows meet {comparison.where.text}" if comparison.where else "no rows have a value"
    several = len({arm for scenario in run.scenarios for arm in scenario.arms}) > len(comparison.arms) > 0
    where = f" in games of arm {', '.join(comparison.arms)}: name another with where" if several else ""
    scenarios = [scenario.counting(comparison.counts) for scenario in run.scenarios]
    who = next((frames.who_counts for frames in scenarios if frames.others), "")
    others = f" among {who}: class all counts all" if who else ""
    raise NothingToCompare(f"{run.source}: {rows}{where or others}")


def rows_of_group(estimates: Estimates, row: int) -> pl.DataFrame:
    """The rows of an estimate's group; see `Estimates.games`."""
    if not 0 <= row < len(estimates.table):
        raise ConditionError(f"row {row}: the table has {len(estimates.table)}, numbered from 0")
    at = row
    for block in estimates.blocks:
        if at < len(block.means.estimate):
            break
        at -= len(block.means.estimate)
    comparison, run = block.comparison, estimates.run
    group = block.means.groups[at].to_dicts()[0]
    frames = []
    for scenario in run.scenarios:
        if not comparison.is_in(scenario) or any(scenario.settings[s] != x for s, x in block.labels.items()):
            continue
        rows = rows_of(scenario, comparison, ("game", "arm", *(["seat"] if comparison.of != "games" else [])))
        for factor in comparison.factors:
            if factor.name in group:
                rows = rows.filter(
                    pl.col(f"by_{factor.name}").cast(pl.String) == pl.lit(group[factor.name]).cast(pl.String)
                )
        seat = [pl.col("seat")] if comparison.of != "games" else []
        frames.append(
            rows.select(
                pl.lit(scenario.name).alias("scenario"),
                "game",
                "deal",
                pl.col("arm").cast(pl.String),
                *seat,
                value=pl.col(f"x_{block.measure.name}") / block.measure.scale,
            ).collect()
        )
    table = _recordable(pl.concat(frames, how="diagonal_relaxed")).drop("arm")
    typical = (pl.col("value") - pl.col("value").mean()).abs()
    return table.sort(typical, "scenario", "game", maintain_order=True)


def games_where(run: Scenarios, condition: str) -> pl.DataFrame:
    """The games in which some player's seat meets a condition; see `Run.games_where`."""
    arms = tuple(dict.fromkeys(arm for scenario in run.scenarios for arm in scenario.arms))
    comparison = Comparison((), (), where=parse_condition(condition), arms=arms, counts=ALL)
    comparison = replace(comparison, of=choose_frame(run, comparison, ""))
    rows = [
        rows_of(scenario, comparison, ("game", "arm"))
        .select(pl.lit(scenario.name).alias("scenario"), "game", "deal", pl.col("arm").cast(pl.String))
        .unique()
        .sort("game")
        for scenario in run.scenarios
        if comparison.is_in(scenario)
    ]
    games = pl.concat(pl.collect_all(rows)) if rows else pl.DataFrame()
    if not len(games):
        refuse_empty(run, comparison)
    return _recordable(games)


def _recordable(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of games that can be recorded: records do not say what a board cost at the start."""
    games = rows.filter(pl.col("arm") != "priced")
    if len(rows) and not len(games):
        raise ConditionError("games in which boards are paid for at the start cannot be recorded: name another arm")
    return games
