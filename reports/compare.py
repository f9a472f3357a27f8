"""Comparisons: a measure by factors, against a reference, where a condition holds, clustered by deal.

rows of the games that the factors' design allows -> sums by deal and group -> estimates with what every deal adds
to their errors -> differences from the references -> a family of intervals -> a row each of one long table
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.arms import check_arms, choose_arm
from reports.conditions import Condition, ConditionError, parse_condition
from reports.estimates import Block, Estimates, estimates_of
from reports.factors import Factor, parse_factor
from reports.measures import Measure, parse_measure
from reports.mixed import BOARD, SEAT, STRATEGY, Mixed
from reports.references import Against, Group, Reference, parse_references
from reports.run import FRAMES, Part, Run
from reports.stats.aliasing import aliasing
from reports.stats.deal_means import DealMeans, Sums, means, quantiles, spreads
from reports.stats.within import standardised

__all__ = ["MAX_LEVELS", "Comparison", "compare", "games_where"]

MAX_LEVELS = 200  # of all factors together: more is no table that anybody reads


@dataclass(frozen=True)
class Comparison:
    """Measures by factors, against references, where a condition holds, with a factor held equal, in the games of some
    arms (none: all), counted by rows of a frame."""

    measures: tuple[Measure, ...]
    by: tuple[Factor, ...]
    against: tuple[tuple[Reference, ...], ...] = ()
    within: Factor | None = None
    where: Condition | None = None
    arms: tuple[str, ...] = ()
    of: str = "seats"

    @property
    def factors(self) -> tuple[Factor, ...]:
        """All factors whose levels are told apart: not those that the pairing of another holds equal already."""
        return (*self.by, *([self.within] if self.within and not self.is_paired_within else []))

    @property
    def is_paired_within(self) -> bool:
        """Whether the pairing of levels on a deal holds the factor of `within` equal."""
        pairing, within = self.pairing, self.within
        if pairing is None or within is None:
            return False
        design = next(one.design for one in self.by if one.name == pairing.factor)
        return design is not None and within.name in design.within

    @property
    def conditions(self) -> list[Condition]:
        """All conditions in it."""
        others = [one.condition for one in self.measures] + [one.condition for one in self.factors]
        return [one for one in (self.where, *others) if one]

    @property
    def names(self) -> set[str]:
        """Columns that it needs."""
        named = [one.columns for one in self.measures] + [one.columns for one in self.factors]
        return set().union(*named, self.where.columns if self.where else ())

    @property
    def pairing(self) -> Reference | None:
        """The reference whose factor meets it on the same deal, deal by deal."""
        for chain in self.against:
            first = chain[0]
            design = next((one.design for one in self.by if one.name == first.factor), None)
            if first.kind == "level" and design and design.within and set(self.arms) <= set(design.paired):
                return first
        return None

    @property
    def words(self) -> str:
        """In one line, as it is typed: the name of its family."""
        parts = [", ".join(one.name for one in self.measures)]
        parts += [f"by {', '.join(one.name for one in self.by)}"] if self.by else []
        if self.against:
            parts.append("against " + " and ".join(", then ".join(r.words for r in chain) for chain in self.against))
        parts += [f"within {self.within.name}"] if self.within else []
        parts += [f"where {self.where.text}"] if self.where else []
        return " ".join(parts)


def compare(
    run: Run,
    measure: str | Sequence[str] = "win_share",
    *,
    by: str | Sequence[str] = (),
    against: Against = None,
    within: str = "",
    where: str = "",
    of: str = "",
) -> Estimates:
    """The estimates of a comparison typed as texts; see `Run.compare`."""
    texts = (measure,) if isinstance(measure, str) else tuple(measure)
    factors = tuple(parse_factor(one, run.settings) for one in ((by,) if isinstance(by, str) and by else tuple(by)))
    condition = parse_condition(where) if where.strip() else None
    made = Comparison(
        tuple(parse_measure(one, run.check_column) for one in texts),
        factors,
        tuple(parse_references(against, [one.name for one in factors])),
        parse_factor(within, run.settings) if within else None,
        condition,
    )
    made = replace(made, of=_frame(run, made, of))
    for one in made.measures:
        _check_number(run, made.of, one)
    _check_references(run, made)
    blocks: list[Block] = []
    for labels, parts in run.split({one.name for one in made.factors} | _settings_in(condition, run)):
        chosen = replace(made, arms=_arms(made, parts, run))
        lazies = [_rows(part, chosen, run, keys=_assignable(chosen, part)) for part in parts if _has(part, chosen)]
        if lazies:
            rows = pl.concat(lazies, how="diagonal_relaxed") if len(lazies) > 1 else lazies[0]
            blocks += _blocks(rows, chosen, parts, labels)
    if not blocks:
        _refuse_empty(run, made)
    return estimates_of(run, made.words, blocks)


def _arms(made: Comparison, parts: Sequence[Part], run: Run) -> tuple[str, ...]:
    """The arms in whose games these parts are compared: those that the condition lets in where it names any."""
    played = tuple(dict.fromkeys(arm for part in parts for arm in part.frames.arms))
    factors = {one.name: one.design for one in made.factors if not one.is_setting}
    if made.where and "arm" in made.where.columns:
        every = replace(made, arms=played, by=(), against=(), within=None)
        met = [_rows(part, every, run, keys=("arm",)).select("arm").unique() for part in parts if _has(part, every)]
        names = {str(arm) for rows in pl.collect_all(met) for arm in rows["arm"].to_list()}
        named = tuple(arm for arm in played if arm in names)
        check_arms(named, factors)
        return named
    levels = {chain[0].factor for chain in made.against if chain[0].kind in ("level", "split")}
    return (choose_arm(played, factors, levels),) if factors or not made.by else played


def _assignable(made: Comparison, part: Part) -> tuple[str, ...]:
    """Columns that line-ups assign, where one of them is compared and deals do not pair its levels: one may go with
    another."""
    columns = [name for name in (STRATEGY, BOARD, SEAT) if name != BOARD or not part.frames.game.shared]
    compared = {one.name for one in made.by} & set(columns)
    return tuple(columns) if compared and made.of == "seats" and made.pairing is None else ()


def _settings_in(condition: Condition | None, run: Run) -> set[str]:
    return {name for name in condition.names if name in run.settings} if condition else set()


def _frame(run: Run, made: Comparison, of: str) -> str:
    """The frame whose rows are counted: decisions where a column is of one, games where all are, else seats."""
    if of and of not in FRAMES:
        raise ConditionError(f"of {of}: choose from {', '.join(FRAMES)}")
    quantified = {name for one in made.conditions for other in one.quantified for name in other.columns}
    for name in sorted(made.names | quantified):
        run.check_column(name)
    of_decisions = sorted(name for name in made.names | quantified if run.frames_of(name) == {"decisions"})
    if not of:
        frames = set[str]().union(*(run.frames_of(name) for name in made.names))
        of = "decisions" if of_decisions else "games" if made.measures and frames == {"games"} else "seats"
    if of == "decisions" and not any(part.frames.decisions is not None for part in run.parts):
        raise ConditionError(f"{run.source} has no decisions: play it with --record decisions")
    wrong = [name for name in of_decisions if of != "decisions" or name in quantified]
    if wrong:
        raise ConditionError(f"{wrong[0]} is of a decision, not of a seat or game: count decisions, with of decisions")
    if of == "games":
        for name in sorted(made.names):
            if not any(
                part.frame_of(name) == "games" or (name == "board" and part.frames.game.shared) for part in run.parts
            ):
                raise ConditionError(
                    f"{name} is of a seat, not of a game: write any.{name}, all.{name} or winner.{name}"
                )
    return of


def _check_references(run: Run, made: Comparison) -> None:
    """ConditionError for references that mean nothing."""
    kinds = {one.kind for chain in made.against for one in chain}
    if "par" in kinds:
        wrong = next((one.name for one in made.measures if not one.is_win_share), "")
        if wrong:
            raise ConditionError(f"against par: {wrong} has no par; win_share has")
        if any(part.frames.par is None for part in run.parts):
            raise ConditionError("against par: with one player there is no par: leave against out")
        if any(len(chain) > 1 for chain in made.against):
            raise ConditionError("against par: a difference from par has no further reference")
    if not made.by and any(one.statistic == "frequency" for one in made.measures):
        raise ConditionError("frequency: name the factor whose levels are counted with by")
    if made.within and (not made.against or kinds & {"par", "mean"}):
        raise ConditionError(f"within {made.within.name}: needs a level, rest or each to compare with")


def _check_number(run: Run, of: str, measure: Measure) -> None:
    """ConditionError for a measure of texts."""
    part = next(part for part in run.parts if all(part.frame_of(name) for name in measure.columns))
    quantified = measure.condition.quantified if measure.condition else ()
    kind = part.rows(of, measure.columns, quantified).select(measure.value.alias("x")).collect_schema()["x"]
    if not (kind.is_numeric() or kind == pl.Boolean):
        raise ConditionError(f"{measure.name} is a text: write share of {measure.name} = '...'")


def _has(part: Part, made: Comparison) -> bool:
    """Whether the part has all the columns."""
    return all(part.frame_of(name) for name in made.names)


# -- rows and sums ----------------------------------------------------------------------------------------------------


def _rows(part: Part, made: Comparison, run: Run, keys: Sequence[str] = ()) -> pl.LazyFrame:
    """The rows of a part that count, with a column for each factor, one for each measure, and these keys."""
    quantified = [one for condition in made.conditions for one in condition.quantified]
    rows = part.rows(made.of, made.names | {"arm"}, quantified)
    rows = rows.with_columns(**{name: pl.lit(part.settings[name]) for name in part.settings})
    rows = rows.filter(pl.col("arm").cast(pl.String).is_in(made.arms))
    sides = list(part.frames.game.a_sides)
    if len(sides) > 1 and any(r.factor == "board" and r.level == "A" for chain in made.against for r in chain):
        board = pl.col("board").cast(pl.String)
        rows = rows.with_columns(board=pl.when(board.is_in(sides)).then(pl.lit("A")).otherwise(board))
    schema = rows.collect_schema()
    for condition in made.conditions:
        condition.check(schema)
    if made.where:
        rows = rows.filter(made.where.holds)
    factors = {f"by_{i}": _levels(one, rows) for i, one in enumerate(made.factors)}
    values = {f"x_{i}": _number(one, rows) for i, one in enumerate(made.measures)}
    pairs = _pairs(made)
    kept = rows.select("deal", *keys, *(name for name in pairs if name not in keys), **factors, **values)
    return kept.filter(pl.all_horizontal(pl.col(list(factors)).is_not_null())) if factors else kept


def _levels(factor: Factor, rows: pl.LazyFrame) -> pl.Expr:
    """The factor's levels; those of a flag are yes and no."""
    kind = rows.select(factor.expression.alias("x")).collect_schema()["x"]
    if kind != pl.Boolean:
        return factor.expression
    return pl.when(factor.expression).then(pl.lit("yes")).when(factor.expression.not_()).then(pl.lit("no"))


def _number(measure: Measure, rows: pl.LazyFrame) -> pl.Expr:
    """The measure's number of a row: whole numbers as they are, yes as 1."""
    kind = rows.select(measure.value.alias("x")).collect_schema()["x"]
    return measure.value.cast(pl.Float64).fill_nan(None) if kind.is_float() else measure.value.cast(pl.Int64)


def _pairs(made: Comparison) -> list[str]:
    """Columns within which levels are paired, beside those that are factors."""
    if made.pairing is None or any(one.statistic != "mean" for one in made.measures):
        return []
    design = next(one.design for one in made.by if one.name == made.pairing.factor)
    return [name for name in design.within if name not in {one.name for one in made.factors}] if design else []


def _blocks(rows: pl.LazyFrame, made: Comparison, parts: Sequence[Part], labels: Mapping[str, object]) -> list[Block]:
    """The estimates of each measure, of one value of the settings that are not mentioned."""
    keys = [f"by_{i}" for i in range(len(made.factors))]
    pairs = _pairs(made)
    aggregates = [pl.len().alias("n")]
    for i, one in enumerate(made.measures):
        x = pl.col(f"x_{i}")
        aggregates += [x.sum().alias(f"t_{i}"), x.count().cast(pl.Int64).alias(f"n_{i}")]
        aggregates += [(x * x).sum().alias(f"q_{i}")] if one.statistic == "sd" else []
    wanted = [rows.group_by(["deal", *pairs, *keys]).agg(aggregates)]
    assigned = _assignable(made, parts[0])
    if assigned:
        wanted.append(rows.group_by(assigned).agg(n_=pl.len().cast(pl.Int64)))
    for i, one in enumerate(made.measures):
        if one.statistic == "quantile":
            x = pl.col(f"x_{i}")
            wanted.append(
                rows.filter(x.is_not_null()).group_by(["deal", *keys, f"x_{i}"]).agg(n_=pl.len().cast(pl.Int64))
            )
    cells, *spread = pl.collect_all(wanted)
    if not len(cells):
        return []
    design = Mixed(aliasing(spread.pop(0), assigned, count="n_"), parts[0].frames.game) if assigned else None
    caveats = design.confounding([one.name for one in made.by]) if design else []
    n_levels = cells.select(keys).n_unique() if keys else 1
    if n_levels > MAX_LEVELS:
        names = ", ".join(one.name for one in made.factors)
        raise ConditionError(f"{names}: {n_levels:,} groups, at most {MAX_LEVELS} are compared: use band(...) or where")
    out = []
    quantile_cells = iter(spread)
    for i, one in enumerate(made.measures):
        if one.statistic == "quantile":
            found = quantiles(next(quantile_cells), keys, f"x_{i}", one.fraction)
            out += _referred(found, made, one, parts, labels, paired=False)
            continue
        if one.statistic == "frequency":
            out += _referred(_frequencies(cells, made), made, one, parts, labels, paired=False)
            continue
        if made.pairing is not None and one.statistic == "mean":
            out += _paired(cells, made, i, parts, labels)
            continue
        known = cells.filter(pl.col(f"n_{i}") > 0)
        sums = Sums.of(known, keys)
        total, count = known[f"t_{i}"].to_numpy(), known[f"n_{i}"].to_numpy()
        if one.statistic == "sd":
            found = spreads(sums, total, known[f"q_{i}"].to_numpy(), count)
        else:
            found = means(sums, total, count, scale=one.scale)
        out += _referred(found, made, one, parts, labels, paired=False)
    return [replace(one, caveats=caveats) for one in out]


def _frequencies(cells: pl.DataFrame, made: Comparison) -> DealMeans:
    """How often rows have each level of the last factor, of all rows that agree in the others."""
    keys = [f"by_{i}" for i in range(len(made.factors))]
    others = [key for key in keys if key != f"by_{len(made.by) - 1}"]
    counts = cells.group_by(["deal", *keys]).agg(pl.col("n").sum())
    every = counts.group_by(["deal", *others]).agg(pl.col("n").sum().alias("of"))
    levels = counts.select(keys).unique()
    grid = every.join(levels, on=others) if others else every.join(levels, how="cross")
    full = grid.join(counts, on=["deal", *keys], how="left").with_columns(pl.col("n").fill_null(0))
    return means(Sums.of(full, keys), full["n"].to_numpy(), full["of"].to_numpy())


def _paired(
    cells: pl.DataFrame, made: Comparison, i: int, parts: Sequence[Part], labels: Mapping[str, object]
) -> list[Block]:
    """Differences between the levels of a factor and one of them on the same deal, within the columns of its pairing,
    both weighted to equal numbers of games."""
    pairing = made.pairing
    assert pairing is not None
    at = next(j for j, one in enumerate(made.by) if one.name == pairing.factor)
    key = f"by_{at}"
    rest = ["deal", *_pairs(made), *(f"by_{j}" for j in range(len(made.factors)) if j != at)]
    is_level = pl.col(key).cast(pl.String) == pairing.level
    t, n = f"t_{i}", f"n_{i}"
    known = cells.filter(pl.col(n) > 0)
    base = known.filter(is_level).select(*rest, pl.col(t).alias("t_a"), pl.col(n).alias("n_a"))
    equal = pl.col(n) == pl.col("n_a")
    of_b, of_a = (pl.when(equal).then(1).otherwise(pl.col(c)) for c in ("n_a", n))
    both = (
        known.filter(~is_level)
        .join(base, on=rest)
        .select(
            *rest, key, d=pl.col(t) * of_b - pl.col("t_a") * of_a, w=pl.col(n) * of_b, pairs=pl.min_horizontal(n, "n_a")
        )
    )
    keys = [f"by_{j}" for j in range(len(made.factors))]
    sums_of = both.group_by(["deal", *keys]).agg(pl.col("d", "w", "pairs").sum())
    if not len(sums_of):
        levels = cells[key].cast(pl.String).unique().sort().to_list()
        if pairing.level in levels:
            raise ConditionError(f"{pairing.factor} {pairing.level} meets no other on the same deal")
        raise ConditionError(f"{pairing.factor} {pairing.level} was not played: choose from {', '.join(levels)}")
    sums = Sums.of(sums_of, keys)
    measure = made.measures[i]
    found = means(sums, sums_of["d"].to_numpy(), sums_of["w"].to_numpy(), scale=measure.scale)
    found = replace(found, n=sums.totals(sums_of["pairs"].to_numpy()))
    return _referred(found, made, measure, parts, labels, paired=True)


# -- references -------------------------------------------------------------------------------------------------------


def rows_of_group(estimates: Estimates, row: int) -> pl.DataFrame:
    """The rows of an estimate's group; see `Estimates.games`."""
    if not 0 <= row < len(estimates.table):
        raise ConditionError(f"row {row}: the table has {len(estimates.table)}, numbered from 0")
    at = row
    for block in estimates.blocks:
        if at < len(block.means.estimate):
            break
        at -= len(block.means.estimate)
    made, run = block.comparison, estimates.run
    group = block.means.groups[at].to_dicts()[0]
    i = next(i for i, one in enumerate(made.measures) if one.name == block.measure.name)
    found = []
    for part in run.parts:
        if not _has(part, made) or any(part.settings[s] != x for s, x in block.labels.items()):
            continue
        rows = _rows(part, made, run, keys=("game", "arm", *(["seat"] if made.of != "games" else [])))
        for j, factor in enumerate(made.factors):
            if factor.name in group:
                rows = rows.filter(pl.col(f"by_{j}").cast(pl.String) == pl.lit(group[factor.name]).cast(pl.String))
        seat = [pl.col("seat")] if made.of != "games" else []
        found.append(
            rows.select(
                pl.lit(part.name).alias("scenario"),
                "game",
                "deal",
                pl.col("arm").cast(pl.String),
                *seat,
                value=pl.col(f"x_{i}") / block.measure.scale,
            ).collect()
        )
    table = _recordable(pl.concat(found, how="diagonal_relaxed")).drop("arm")
    typical = (pl.col("value") - pl.col("value").mean()).abs()
    return table.sort(typical, "scenario", "game", maintain_order=True)


def _referred(
    found: DealMeans,
    made: Comparison,
    measure: Measure,
    parts: Sequence[Part],
    labels: Mapping[str, object],
    *,
    paired: bool,
) -> list[Block]:
    """The differences of group means from their references; the means themselves where there is none."""
    frames = parts[0].frames
    names = [one.name for one in made.factors]
    groups: list[Group] = (
        [dict(zip(names, row, strict=True)) for row in _texts(found.groups).iter_rows()] if names else [{}]
    )
    unit = np.eye(len(groups))
    base = Block(measure, found, labels, made, frames, paired=paired)
    if not made.against:
        return [
            replace(
                base,
                means=found.combine(unit, pl.DataFrame(groups) if names else pl.DataFrame({"": [0]})),
                against=[""] * len(groups),
            )
        ]
    named: list[Group] = []
    words: list[str] = []
    matrices = []
    for chain in made.against:
        rest = chain[1:] if paired and chain[0] == made.pairing else chain
        own, weights = list(groups), unit
        for reference in rest:
            if reference.kind in ("level", "split"):
                levels = dict.fromkeys(str(group.get(reference.factor)) for group in groups)
                missing = [one for one in reference.levels if one not in levels]
                if missing:
                    raise ConditionError(
                        f"{reference.factor} {missing[0]} was not played: choose from {', '.join(levels)}"
                    )
            own, weights = reference.weights(own, weights)
        named += own
        words += ["; ".join(one.words for one in chain)] * len(own)
        matrices.append(np.asarray(weights, dtype=np.float64).reshape(len(own), len(groups)))
    if not named:
        single = next(
            (r.factor for chain in made.against for r in chain if len({g.get(r.factor) for g in groups}) == 1), ""
        )
        if single:
            level = groups[0][single]
            raise ConditionError(f"{single} is {level} in all these games: there is nothing to compare it with")
        return []
    if made.within is not None and not made.is_paired_within:
        return _within(base, found, groups, made)
    table = _frame_of(named)
    if made.within is not None:
        table = table.with_columns(within=pl.lit(made.within.name))
    return [replace(base, means=found.combine(np.vstack(matrices), table), against=words)]


def _within(base: Block, found: DealMeans, groups: Sequence[Group], made: Comparison) -> list[Block]:
    """Differences with a factor held equal, and the same differences mixed over it."""
    assert made.within is not None
    factor = made.within.name
    levels = list(dict.fromkeys(group[factor] for group in groups))
    outer = list(dict.fromkeys(tuple((k, x) for k, x in group.items() if k != factor) for group in groups))
    index = np.full((len(outer), len(levels)), -1)
    for i, group in enumerate(groups):
        index[outer.index(tuple((k, x) for k, x in group.items() if k != factor)), levels.index(group[factor])] = i
    n = np.where(index >= 0, found.n[index], 0).astype(np.float64)
    (reference, *_), *_ = made.against
    own, sides = reference.weights([dict(one) for one in outer], np.eye(len(outer)))
    named: list[Group] = []
    weights: dict[str, list[NDArray[np.float64]]] = {factor: [], "": []}
    for group, side in zip(own, sides, strict=True):
        both = standardised(n, side > 0, side < 0)
        if both is None:
            continue
        named.append(group)
        for name, one in zip(weights, both, strict=True):
            row = np.zeros(len(groups))
            row[index[index >= 0]] = one[index >= 0]
            weights[name].append(row)
    if not named:
        return []
    out = []
    for name, rows in weights.items():
        table = _frame_of(named).with_columns(within=pl.lit(name))
        means_of = found.combine(np.array(rows), table, pooled=True)
        out.append(replace(base, means=means_of, against=[reference.words] * len(named)))
    return out


def _frame_of(groups: Sequence[Group]) -> pl.DataFrame:
    return pl.DataFrame([dict(one) for one in groups], infer_schema_length=None)


def _texts(groups: pl.DataFrame) -> pl.DataFrame:
    return groups.with_columns(pl.col(pl.Enum, pl.Categorical).cast(pl.String))


def games_where(run: Run, condition: str) -> pl.DataFrame:
    """The games in which some player's seat meets a condition; see `Run.games_where`."""
    arms = tuple(dict.fromkeys(arm for part in run.parts for arm in part.frames.arms))
    made = Comparison((), (), where=parse_condition(condition), arms=arms)
    made = replace(made, of=_frame(run, made, ""))
    rows = [
        _rows(part, made, run, keys=("game", "arm"))
        .select(pl.lit(part.name).alias("scenario"), "game", "deal", pl.col("arm").cast(pl.String))
        .unique()
        .sort("game")
        for part in run.parts
        if _has(part, made)
    ]
    found = pl.concat(pl.collect_all(rows)) if rows else pl.DataFrame()
    if not len(found):
        _refuse_empty(run, made)
    return _recordable(found)


def _recordable(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of games that can be recorded: records do not say what a board cost at the start."""
    found = rows.filter(pl.col("arm") != "priced")
    if len(rows) and not len(found):
        raise ConditionError("games in which boards are paid for at the start cannot be recorded: name another arm")
    return found


def _refuse_empty(run: Run, made: Comparison) -> None:
    what = f"no rows meet {made.where.text}" if made.where else "no rows"
    raise ConditionError(f"{run.source}: {what}")
