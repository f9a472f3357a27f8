"""Comparisons: a measure by factors, against a reference, where a condition holds, clustered by deal.

rows of the games that the factors' design allows -> sums by deal and group -> estimates with what every deal adds
to their errors -> differences from the references -> a family of intervals -> a row each of one long table

Sums are made scenario by scenario, and once for all comparisons that are estimated together and need the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

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

__all__ = ["MAX_LEVELS", "Comparison", "compare", "estimate_comparisons", "games_where", "parse_comparison"]

MAX_LEVELS = 200  # of all factors but settings together: more is no table that anybody reads


@dataclass(frozen=True)
class Comparison:
    """Measures by factors, against references, where a condition holds, with a factor held equal, in the games of some
    arms (none: all), counted by rows of a frame. name: of its family (none: as it is typed); it keys the family's
    draws."""

    measures: tuple[Measure, ...]
    by: tuple[Factor, ...]
    against: tuple[tuple[Reference, ...], ...] = ()
    within: Factor | None = None
    where: Condition | None = None
    arms: tuple[str, ...] = ()
    of: str = "seats"
    name: str = ""

    @property
    def keys(self) -> list[str]:
        """Columns of sums by deal that hold the factors' levels."""
        return [f"by_{one.name}" for one in self.factors]

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
        return self.group_names.union(*(one.columns for one in self.measures))

    @property
    def group_names(self) -> set[str]:
        """Columns that it needs whatever is measured."""
        return set().union(*(one.columns for one in self.factors), self.where.columns if self.where else ())

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
    measure: str | Measure | Sequence[str | Measure] = "win_share",
    *,
    by: str | Sequence[str] = (),
    against: Against = None,
    within: str = "",
    where: str = "",
    of: str = "",
) -> Estimates:
    """The estimates of a comparison typed as texts; see `Run.compare`."""
    made = parse_comparison(run, measure, by=by, against=against, within=within, where=where, of=of)
    (found,) = estimate_comparisons(run, [made])
    if not found.blocks:
        _refuse_empty(run, made)
    return found


def parse_comparison(
    run: Run,
    measure: str | Measure | Sequence[str | Measure] = "win_share",
    *,
    by: str | Sequence[str] = (),
    against: Against = None,
    within: str = "",
    where: str = "",
    of: str = "",
    name: str = "",
) -> Comparison:
    """The comparison of a run that texts say; ConditionError for what the run cannot answer."""
    listed = (measure,) if isinstance(measure, str | Measure) else tuple(measure)
    factors = tuple(parse_factor(one, run.settings) for one in ((by,) if isinstance(by, str) and by else tuple(by)))
    made = Comparison(
        tuple(one if isinstance(one, Measure) else parse_measure(one, run.check_column) for one in listed),
        factors,
        tuple(parse_references(against, [one.name for one in factors])),
        parse_factor(within, run.settings) if within else None,
        parse_condition(where) if where.strip() else None,
        name=name,
    )
    made = replace(made, of=_frame(run, made, of))
    _check_numbers(run, made)
    _check_references(run, made)
    return made


def estimate_comparisons(run: Run, comparisons: Sequence[Comparison]) -> list[Estimates]:
    """The estimates of each comparison, no rows where there is nothing to compare. All rows are read together, and what
    several comparisons sum is summed once."""
    asked: list[tuple[Comparison, Comparison, dict[str, object], tuple[Part, ...]]] = []
    for made in comparisons:
        for labels, parts in run.split({one.name for one in made.factors} | _settings_in(made.where, run)):
            chosen = replace(made, arms=_arms(made, parts, run))
            asked.append((made, chosen, labels, tuple(part for part in parts if _has(part, chosen))))
    wanted: dict[Rows, tuple[Part, Comparison]] = {}
    for _, chosen, _, parts in asked:
        for part in parts:
            rows = _rows_of(part, chosen)
            others = wanted[rows][1].measures if rows in wanted else ()
            measures = {one.name: one for one in (*others, *chosen.measures)}
            wanted[rows] = part, replace(chosen, measures=tuple(measures.values()))
    sums: dict[tuple[Rows, str], pl.DataFrame] = {}
    for one in run.parts:  # a scenario's rows after another's, not to hold them all
        own = [(rows, _queries(part, made, run)) for rows, (part, made) in wanted.items() if part is one]
        queries = {(rows, kind): query for rows, kinds in own for kind, query in kinds.items()}
        sums |= zip(queries, pl.collect_all(list(queries.values())), strict=True)
    found, summed = [], dict[tuple[Any, ...], _Sums]()
    for comparison in comparisons:
        blocks: list[Block] = []
        for made, chosen, labels, parts in asked:
            if made is comparison and parts:
                key = (*(_rows_of(part, chosen) for part in parts), *chosen.keys)
                known = summed.setdefault(key, _Sums(parts, chosen, run, sums))
                blocks += _blocks(known, chosen, labels)
        found.append(estimates_of(run, comparison.words, blocks, name=comparison.name))
    return found


def _arms(made: Comparison, parts: Sequence[Part], run: Run) -> tuple[str, ...]:
    """The arms in whose games these parts are compared: those that the condition lets in where it names any."""
    played = tuple(dict.fromkeys(arm for part in parts for arm in part.frames.arms))
    factors = {one.name: one.design for one in made.factors if not one.is_setting}
    if made.where and made.where.names == {"arm"}:
        met = pl.DataFrame({"arm": played}).filter(made.where.holds)["arm"].to_list()
        check_arms(met, factors)
        return tuple(met)
    if made.where and "arm" in made.where.columns:
        every = replace(made, arms=played, by=(), against=(), within=None)
        met = [_rows(part, every, run, keys=("arm",)).select("arm").unique() for part in parts if _has(part, every)]
        names = {str(arm) for rows in pl.collect_all(met) for arm in rows["arm"].to_list()}
        named = tuple(arm for arm in played if arm in names)
        check_arms(named, factors)
        return named
    levels = {chain[0].factor for chain in made.against if chain[0].levels}
    return (choose_arm(played, factors, levels),) if factors or not made.by else played


def _assignable(made: Comparison, part: Part) -> tuple[str, ...]:
    """Columns that line-ups assign, where one of them is compared and deals do not pair its levels: one may go with
    another. None for a family with a name: its report says what line-ups mix."""
    if made.name:
        return ()
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
    if any(one.kind == "relative" for chain in made.against for one in chain[:-1]) or (
        made.within and "relative" in kinds
    ):
        raise ConditionError("relative to: comes last, and without within")
    if made.within and (not made.against or kinds & {"par", "mean"}):
        raise ConditionError(f"within {made.within.name}: needs a level, rest or each to compare with")


def _check_numbers(run: Run, made: Comparison) -> None:
    """ConditionError for a measure of texts."""
    for part in run.parts:
        here = [one for one in made.measures if all(part.frame_of(name) for name in one.columns)]
        quantified = [other for one in here if one.condition for other in one.condition.quantified]
        names = set().union(*(one.columns for one in here))
        values = {f"x_{i}": one.value for i, one in enumerate(here)}
        kinds = part.rows(made.of, names, quantified).select(**values).collect_schema() if here else {}
        for one, kind in zip(here, kinds.values(), strict=True):
            if not (kind.is_numeric() or kind == pl.Boolean):
                raise ConditionError(f"{one.name} is a text: write share of {one.name} = '...'")
        if len(here) == len(made.measures):
            return


def _has(part: Part, made: Comparison) -> bool:
    """Whether the part has all the columns of the factors and the condition, and those of some measure."""
    return all(part.frame_of(name) for name in made.group_names) and (not made.measures or bool(_measured(part, made)))


def _measured(part: Part, made: Comparison) -> list[Measure]:
    """The measures whose columns the part has."""
    return [one for one in made.measures if all(part.frame_of(name) for name in one.columns)]


# -- rows and sums ----------------------------------------------------------------------------------------------------


def _rows(part: Part, made: Comparison, run: Run, keys: Sequence[str] = ()) -> pl.LazyFrame:
    """The rows of a part that count, with a column for each factor, one for each measure, and these keys."""
    quantified = [one for condition in made.conditions for one in condition.quantified]
    measures = _measured(part, made)
    rows = part.rows(made.of, {"arm"}.union(made.group_names, *(one.columns for one in measures)), quantified)
    rows = rows.with_columns(**{name: pl.lit(part.settings[name]) for name in part.settings})
    rows = rows.filter(pl.col("arm").cast(pl.String).is_in(made.arms))
    sides = list(part.frames.game.a_sides)
    if _merges_sides(made, part):
        board = pl.col("board").cast(pl.String)
        rows = rows.with_columns(board=pl.when(board.is_in(sides)).then(pl.lit("A")).otherwise(board))
    schema = rows.collect_schema()
    for condition in made.conditions:
        condition.check(schema)
    if made.where:
        rows = rows.filter(made.where.holds)
    expressions = {f"by_{one.name}": one.expression for one in made.factors}
    expressions |= {f"x_{one.name}": one.value for one in measures}
    kinds = rows.select(**expressions).collect_schema()
    values = {name: _column(one, kinds[name], counts=name.startswith("x_")) for name, one in expressions.items()}
    values |= {f"w_{one.name}": one.per.cast(pl.Int64) for one in measures if one.per is not None}
    names = dict.fromkeys([*keys, *_pairs(made), *_assignable(made, part)])
    kept = rows.select("deal", *names, **values)
    return kept.filter(pl.all_horizontal(pl.col(made.keys).is_not_null())) if made.factors else kept


def _merges_sides(made: Comparison, part: Part) -> bool:
    """Whether the boards of side A count as one, with which others are compared."""
    sides = part.frames.game.a_sides
    return len(sides) > 1 and any(r.factor == "board" and r.level == "A" for chain in made.against for r in chain)


def _column(value: pl.Expr, kind: pl.DataType, *, counts: bool) -> pl.Expr:
    """A level as it is, that of a flag as yes or no; a number: whole ones as they are, yes as 1."""
    if counts:
        whole = value.cast(pl.Int64) if kind == pl.Boolean else value  # widened when summed: rows stay narrow
        return value.cast(pl.Float64).fill_nan(None) if kind.is_float() else whole
    if kind != pl.Boolean:
        return value
    return pl.when(value).then(pl.lit("yes")).when(value.not_()).then(pl.lit("no"))


def _pairs(made: Comparison) -> list[str]:
    """Columns within which levels are paired, beside those that are factors."""
    if made.pairing is None or any(one.statistic != "mean" for one in made.measures):
        return []
    design = next(one.design for one in made.by if one.name == made.pairing.factor)
    return [name for name in design.within if name not in {one.name for one in made.factors}] if design else []


# Which rows of which part by which groups: what is summed over the same is summed together.
Rows = tuple[Any, ...]
CELLS, DESIGN = "cells", "design"  # sums by deal and group; how often levels of assigned factors meet


def _rows_of(part: Part, made: Comparison) -> Rows:
    """What decides which rows of a part are summed, and by what."""
    keys, where = tuple(_own_keys(made)), made.where.text if made.where else ""
    assigned = bool(_assignable(made, part))
    return (id(part), made.of, made.arms, where, keys, tuple(_pairs(made)), _merges_sides(made, part), assigned)


def _own_keys(made: Comparison) -> list[str]:
    """Columns of levels that differ between rows of a scenario."""
    return [key for key, one in zip(made.keys, made.factors, strict=True) if not one.is_setting]


def _queries(part: Part, made: Comparison, run: Run) -> dict[str, pl.LazyFrame]:
    """All that is summed over rows of a part: cells, design, and how often each value of a measure of quantiles is."""
    rows, keys = _rows(part, made, run), _own_keys(made)
    aggregates, queries, schema = [pl.len().cast(pl.Int64).alias("n")], {}, rows.collect_schema()
    for one in _measured(part, made):
        x = pl.col(f"x_{one.name}")
        x = x if schema[f"x_{one.name}"].is_float() else x.cast(pl.Int64)
        count = x.count().cast(pl.Int64) if one.per is None else pl.col(f"w_{one.name}").filter(x.is_not_null()).sum()
        aggregates += [x.sum().alias(f"t_{one.name}"), count.alias(f"n_{one.name}")]
        aggregates += [(x * x).sum().alias(f"q_{one.name}")] if one.statistic == "sd" else []
        if one.statistic == "quantile":
            counted = rows.filter(x.is_not_null()).group_by(["deal", *keys, x])
            queries[one.name] = counted.agg(n_=pl.len().cast(pl.Int64))
    queries[CELLS] = rows.group_by(["deal", *_pairs(made), *keys]).agg(aggregates)
    if columns := _assignable(made, part):
        queries[DESIGN] = rows.group_by(columns).agg(n_=pl.len().cast(pl.Int64))
    return queries


@dataclass(frozen=True)
class _Sums:
    """What was summed over parts that are taken together, for comparisons by the same factors."""

    parts: Sequence[Part]
    made: Comparison
    run: Run
    sums: Mapping[tuple[Rows, str], pl.DataFrame]
    _known: dict[str, DealMeans] = field(default_factory=dict)

    @cached_property
    def cells(self) -> pl.DataFrame:
        """Sums by deal and group."""
        return self.of(CELLS)

    @cached_property
    def places(self) -> Sums:
        """Where all of them stand."""
        return Sums.of(self.cells, self.made.keys)

    def means_of(self, measure: Measure) -> DealMeans:
        """A measure's means, standard deviations or quantiles of every group."""
        name = measure.name
        if name not in self._known:
            self._known[name] = self._means_of(name, measure)
        return self._known[name]

    def _means_of(self, name: str, measure: Measure) -> DealMeans:
        if measure.statistic == "quantile":
            return quantiles(self.of(name), self.made.keys, f"x_{name}", measure.fraction)
        every = self.cells[f"n_{name}"]
        known, places = self.cells, self.places
        if every.null_count() or every.min() == 0:
            known = self.cells.filter(pl.col(f"n_{name}") > 0)
            places = Sums.of(known, self.made.keys)
        total, count = known[f"t_{name}"].to_numpy(), known[f"n_{name}"].to_numpy()
        if measure.statistic == "sd":
            return spreads(places, total, known[f"q_{name}"].to_numpy(), count)
        return means(places, total, count, scale=measure.scale)

    def of(self, kind: str) -> pl.DataFrame:
        """The sums of a kind of all parts, with their settings, levels in order: those of a setting as they were
        played, boards as the game has them, all else by number or name."""
        frames = []
        settings = [one.name for one in self.made.factors if one.is_setting]
        for part in self.parts:
            found = self.sums.get((_rows_of(part, self.made), kind))
            if found is not None and all(part.settings[name] is not None for name in settings):
                frames.append(found.with_columns(**{f"by_{name}": pl.lit(part.settings[name]) for name in settings}))
        if not frames:
            return pl.DataFrame()
        texts = [one.with_columns(pl.col(pl.Enum, pl.Categorical).cast(pl.String)) for one in frames]
        table = pl.concat(texts, how="diagonal_relaxed") if len(texts) > 1 else texts[0]
        return table.with_columns(
            self._ordered(one, table) for one in self.made.factors if f"by_{one.name}" in table.columns
        )

    def _ordered(self, factor: Factor, table: pl.DataFrame) -> pl.Expr:
        column = pl.col(f"by_{factor.name}")
        if table.schema[f"by_{factor.name}"] != pl.String:
            return column
        levels = sorted(table[f"by_{factor.name}"].unique())
        first = [str(part.settings[factor.name]) for part in self.run.parts] if factor.is_setting else []
        first = list(self.parts[0].frames.game.boards) if factor.name == "board" else first
        return column.cast(pl.Enum(list(dict.fromkeys([*first, *levels]))))


def _blocks(summed: _Sums, made: Comparison, labels: Mapping[str, object]) -> list[Block]:
    """The estimates of each measure, of one value of the settings that are not mentioned."""
    parts, cells = summed.parts, summed.cells
    if not len(cells):
        return []
    _check_size(cells, made)
    caveats = _caveats(summed) if _assignable(made, parts[0]) else []
    out = []
    for one in made.measures:
        if f"n_{one.name}" not in cells.columns:
            continue
        if made.pairing is not None and one.statistic == "mean":
            out += _paired(cells, made, one, parts, labels)
        else:
            found = _frequencies(cells, made) if one.statistic == "frequency" else summed.means_of(one)
            out += _referred(found, made, one, parts, labels, paired=False)
    return [replace(one, caveats=caveats) for one in out]


def _check_size(cells: pl.DataFrame, made: Comparison) -> None:
    """ConditionError where there are more groups than anybody reads."""
    chosen = [one.name for one in made.factors if not one.is_setting]
    n_levels = cells.select(f"by_{name}" for name in chosen).n_unique() if chosen else 1
    if n_levels > MAX_LEVELS:
        names = ", ".join(chosen)
        raise ConditionError(f"{names}: {n_levels:,} groups, at most {MAX_LEVELS} are compared: use band(...) or where")


def _caveats(summed: _Sums) -> list[str]:
    """What the factors are confounded with."""
    met = summed.of(DESIGN)
    columns = _assignable(summed.made, summed.parts[0])
    counts = met.group_by(columns).agg(pl.col("n_").sum())
    design = Mixed(aliasing(counts, columns, count="n_"), summed.parts[0].frames.game)
    return design.confounding([one.name for one in summed.made.by])


def _frequencies(cells: pl.DataFrame, made: Comparison) -> DealMeans:
    """How often rows have each level of the last factor, of all rows that agree in the others."""
    keys = made.keys
    others = [key for key in keys if key != f"by_{made.by[-1].name}"]
    counts = cells.group_by(["deal", *keys]).agg(pl.col("n").sum())
    every = counts.group_by(["deal", *others]).agg(pl.col("n").sum().alias("of"))
    levels = counts.select(keys).unique()
    grid = every.join(levels, on=others) if others else every.join(levels, how="cross")
    full = grid.join(counts, on=["deal", *keys], how="left").with_columns(pl.col("n").fill_null(0))
    return means(Sums.of(full, keys), full["n"].to_numpy(), full["of"].to_numpy())


def _paired(
    cells: pl.DataFrame, made: Comparison, measure: Measure, parts: Sequence[Part], labels: Mapping[str, object]
) -> list[Block]:
    """Differences between the levels of a factor and one of them on the same deal, within the columns of its pairing,
    both weighted to equal numbers of games."""
    pairing = made.pairing
    assert pairing is not None
    keys, key = made.keys, f"by_{pairing.factor}"
    rest = ["deal", *_pairs(made), *(name for name in keys if name != key)]
    is_level = pl.col(key).cast(pl.String) == pairing.level
    t, n = f"t_{measure.name}", f"n_{measure.name}"
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
    sums_of = both.group_by(["deal", *keys]).agg(pl.col("d", "w", "pairs").sum())
    if not len(sums_of):
        levels = cells[key].cast(pl.String).unique().sort().to_list()
        if pairing.level in levels:
            raise ConditionError(f"{pairing.factor} {pairing.level} meets no other on the same deal")
        raise ConditionError(f"{pairing.factor} {pairing.level} was not played: choose from {', '.join(levels)}")
    sums = Sums.of(sums_of, keys)
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
    found = []
    for part in run.parts:
        if not _has(part, made) or any(part.settings[s] != x for s, x in block.labels.items()):
            continue
        rows = _rows(part, made, run, keys=("game", "arm", *(["seat"] if made.of != "games" else [])))
        for factor in made.factors:
            if factor.name in group:
                rows = rows.filter(
                    pl.col(f"by_{factor.name}").cast(pl.String) == pl.lit(group[factor.name]).cast(pl.String)
                )
        seat = [pl.col("seat")] if made.of != "games" else []
        found.append(
            rows.select(
                pl.lit(part.name).alias("scenario"),
                "game",
                "deal",
                pl.col("arm").cast(pl.String),
                *seat,
                value=pl.col(f"x_{block.measure.name}") / block.measure.scale,
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
        return [replace(base, means=replace(found, groups=_frame_of(groups)), against=[""] * len(groups))]
    named: list[Group] = []
    words: list[str] = []
    matrices, values = [], []
    for chain in made.against:
        rest = chain[1:] if paired and chain[0] == made.pairing else chain
        own, weights, value = list(groups), unit, found.estimate
        for reference in rest:
            levels = dict.fromkeys(str(group.get(reference.factor)) for group in groups)
            missing = [one for one in reference.levels if one not in levels]
            if missing:
                raise ConditionError(f"{reference.factor} {missing[0]} was not played: choose from {', '.join(levels)}")
            if reference.kind == "relative":
                own, weights, value = reference.relative(own, weights, found.estimate)
            else:
                own, weights = reference.weights(own, weights)
                value = weights @ found.estimate
        named += own
        values.append(value)
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
    combined = replace(found.combine(np.vstack(matrices), table), estimate=np.concatenate(values))
    return [replace(base, means=combined, against=words)]


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
    return pl.DataFrame([dict(one) or {"": 0} for one in groups], infer_schema_length=None)


def _texts(groups: pl.DataFrame) -> pl.DataFrame:
    return groups.with_columns(pl.col(pl.Enum, pl.Categorical).cast(pl.String))


def _refuse_empty(run: Run, made: Comparison) -> None:
    what = f"no rows meet {made.where.text}" if made.where else "no rows"
    raise ConditionError(f"{run.source}: {what}: nothing can be compared")


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
