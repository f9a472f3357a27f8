"""A comparison as it is typed or declared: measures by factors, against references, where a condition holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from reports.conditions import Condition, ConditionError, parse_condition
from reports.factors import Factor, parse_factor
from reports.measures import Measure, parse_measure
from reports.mixed import BOARD, SEAT, STRATEGY
from reports.references import Against, Reference, parse_references
from reports.run import FRAMES, Part, Run

__all__ = ["Comparison", "choose_frame", "parse_comparison"]


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
    def factors(self) -> tuple[Factor, ...]:
        """All factors whose levels are told apart: not those that the pairing of another holds equal already."""
        return (*self.by, *([self.within] if self.within and not self.is_paired_within else []))

    @property
    def keys(self) -> list[str]:
        """Columns that hold the factors' levels."""
        return [f"by_{factor.name}" for factor in self.factors]

    @property
    def row_keys(self) -> list[str]:
        """Those in which rows of one scenario differ."""
        return [f"by_{factor.name}" for factor in self.factors if not factor.is_setting]

    @property
    def is_paired_within(self) -> bool:
        """Whether the pairing of levels on a deal holds the factor of `within` equal."""
        pairing, within = self.pairing, self.within
        if pairing is None or within is None:
            return False
        design = next(factor.design for factor in self.by if factor.name == pairing.factor)
        return design is not None and within.name in design.within

    @property
    def conditions(self) -> list[Condition]:
        """All conditions in it."""
        others = [measure.condition for measure in self.measures] + [factor.condition for factor in self.factors]
        return [condition for condition in (self.where, *others) if condition]

    @property
    def group_names(self) -> set[str]:
        """Columns that it needs whatever is measured."""
        condition = self.where.columns if self.where else frozenset[str]()
        return set[str]().union(*(factor.columns for factor in self.factors), condition)

    @property
    def names(self) -> set[str]:
        """Columns that it needs."""
        return self.group_names | self.measured

    @property
    def measured(self) -> set[str]:
        """Columns that are measured."""
        return set[str]().union(*(measure.columns for measure in self.measures))

    @property
    def pairing(self) -> Reference | None:
        """The reference whose factor meets it on the same deal, deal by deal."""
        for chain in self.against:
            first = chain[0]
            design = next((factor.design for factor in self.by if factor.name == first.factor), None)
            if first.kind == "level" and design and design.within and set(self.arms) <= set(design.paired):
                return first
        return None

    @property
    def pairs(self) -> list[str]:
        """Columns within which levels are paired, beside those that are factors."""
        if self.pairing is None or any(measure.statistic != "mean" for measure in self.measures):
            return []
        design = next(factor.design for factor in self.by if factor.name == self.pairing.factor)
        factors = {factor.name for factor in self.factors}
        return [name for name in design.within if name not in factors] if design else []

    @property
    def words(self) -> str:
        """In one line, as it is typed: the name of its family."""
        parts = [", ".join(measure.name for measure in self.measures)]
        parts += [f"by {', '.join(factor.name for factor in self.by)}"] if self.by else []
        if self.against:
            parts.append("against " + " and ".join(", then ".join(r.words for r in chain) for chain in self.against))
        parts += [f"within {self.within.name}"] if self.within else []
        parts += [f"where {self.where.text}"] if self.where else []
        return " ".join(parts)

    def measures_in(self, part: Part) -> list[Measure]:
        """The measures whose columns a part has."""
        return [measure for measure in self.measures if all(part.frame_of(name) for name in measure.columns)]

    def is_in(self, part: Part) -> bool:
        """Whether a part has all the columns of the factors and the condition, and those of some measure."""
        measures = not self.measures or bool(self.measures_in(part))
        return measures and all(part.frame_of(name) for name in self.group_names - set(part.settings))

    def merges_sides(self, part: Part) -> bool:
        """Whether the boards of side A count as one, with which others are compared."""
        is_side = any(r.factor == BOARD and r.level == "A" for chain in self.against for r in chain)
        return is_side and len(part.frames.game.a_sides) > 1

    def assignable(self, part: Part) -> list[str]:
        """Columns that line-ups assign, where one of them is compared and deals do not pair its levels: one may go with
        another. None for a family with a name: its report says what line-ups mix."""
        columns = [name for name in (STRATEGY, BOARD, SEAT) if name != BOARD or not part.frames.game.shared]
        is_compared = bool({factor.name for factor in self.by} & set(columns))
        return columns if is_compared and not self.name and self.of == "seats" and self.pairing is None else []


def parse_comparison(
    run: Run,
    measure: str | Measure | Sequence[str | Measure] = "win_share",
    *,
    by: str | Sequence[str] = (),
    against: Against = None,
    within: str = "",
    where: str | None = "",
    of: str = "",
    name: str = "",
) -> Comparison:
    """The comparison that texts say; ConditionError for what the run cannot answer."""
    measures = (measure,) if isinstance(measure, str | Measure) else measure
    factors = tuple(parse_factor(text, run.settings) for text in ((by,) if isinstance(by, str) and by else tuple(by)))
    comparison = Comparison(
        tuple(text if isinstance(text, Measure) else parse_measure(text, run.check_column) for text in measures),
        factors,
        tuple(parse_references(against, [factor.name for factor in factors])),
        parse_factor(within, run.settings) if within else None,
        parse_condition(where) if where and where.strip() else None,
        name=name,
    )
    comparison = replace(comparison, of=choose_frame(run, comparison, of))
    _check_numbers(run, comparison)
    _check_references(run, comparison)
    return comparison


def choose_frame(run: Run, comparison: Comparison, of: str) -> str:
    """The frame whose rows are counted: decisions where a column is of one, games where all are, else seats."""
    if of and of not in FRAMES:
        raise ConditionError(f"of {of}: choose from {', '.join(FRAMES)}")
    quantified = {name for condition in comparison.conditions for seat in condition.quantified for name in seat.columns}
    for name in sorted(comparison.names | quantified):
        run.check_column(name)
    of_decisions = sorted(name for name in comparison.names | quantified if run.frames_of(name) == {"decisions"})
    if not of:
        frames = set[str]().union(*(run.frames_of(name) for name in comparison.names))
        of = "decisions" if of_decisions else "games" if comparison.measures and frames == {"games"} else "seats"
    if of == "decisions" and not any(part.frames.decisions is not None for part in run.parts):
        raise ConditionError(f"{run.source} has no decisions: play it with --record decisions")
    misplaced = [name for name in of_decisions if of != "decisions" or name in quantified]
    if misplaced:
        raise ConditionError(
            f"{misplaced[0]} is of a decision, not of a seat or game: count decisions, with of decisions"
        )
    if of == "games":
        for name in sorted(comparison.names):
            if not any(
                part.frame_of(name) == "games" or (name == "board" and part.frames.game.shared) for part in run.parts
            ):
                raise ConditionError(
                    f"{name} is of a seat, not of a game: write any.{name}, all.{name} or winner.{name}"
                )
    return of


def _check_references(run: Run, comparison: Comparison) -> None:
    """ConditionError for references that mean nothing."""
    kinds = {reference.kind for chain in comparison.against for reference in chain}
    if "par" in kinds:
        other = next((measure.name for measure in comparison.measures if not measure.is_win_share), "")
        if other:
            raise ConditionError(f"against par: {other} has no par; win_share has")
        if any(part.frames.par is None for part in run.parts):
            raise ConditionError("against par: with one player there is no par: leave against out")
        if any(len(chain) > 1 for chain in comparison.against):
            raise ConditionError("against par: a difference from par has no further reference")
    if not comparison.by and any(measure.statistic == "frequency" for measure in comparison.measures):
        raise ConditionError("frequency: name the factor whose levels are counted with by")
    is_early = any(reference.kind == "relative" for chain in comparison.against for reference in chain[:-1])
    if is_early or (comparison.within and "relative" in kinds):
        raise ConditionError("relative to: make it the last reference, and leave within out")
    if comparison.within and (not comparison.against or kinds & {"par", "mean"}):
        raise ConditionError(f"within {comparison.within.name}: needs a level, rest or each to compare with")


def _check_numbers(run: Run, comparison: Comparison) -> None:
    """ConditionError for a measure of texts."""
    for part in run.parts:
        measures = comparison.measures_in(part)
        quantified = [seat for measure in measures if measure.condition for seat in measure.condition.quantified]
        names = set[str]().union(*(measure.columns for measure in measures))
        rows = part.rows(comparison.of, names | {factor.number for factor in comparison.factors} - {""}, quantified)
        schema = rows.collect_schema()
        bands = [(factor.name, factor.number) for factor in comparison.factors if factor.number in schema]
        ratios = [(measure.name, name) for measure in measures if measure.per is not None for name in measure.columns]
        for text, name in (*bands, *ratios):
            if not schema[name].is_numeric():
                raise ConditionError(f"{text}: {name} is no number")
        kinds = [rows.select(x=measure.value).collect_schema()["x"] for measure in measures]
        for measure, kind in zip(measures, kinds, strict=True):
            if not (kind.is_numeric() or kind == pl.Boolean):
                column = measure.name.rpartition(" ")[2]
                raise ConditionError(f"{column} is a text: write share of {column} = '...'")
