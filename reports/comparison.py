"""A comparison as it is typed or declared: measures by factors, against references, where a condition holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cext.player_classes import ALL, CLASSES, EACH
from reports.conditions import Condition, ConditionError, NothingToCompare, parse_condition
from reports.derived import names_by_round
from reports.factors import (
    FAMILIES,
    WEIGHTS,
    WIN_MEASURES,
    Factor,
    Measure,
    check_expression,
    expand_measure,
    expression_measure,
    parse_factor,
    parse_measure,
    widen,
)
from reports.frame_columns import BOARD, SEAT, STRATEGY
from reports.frames import ScenarioRun
from reports.measure_lists import list_of
from reports.scenarios import Scenarios, frame_of, is_share, rows_with

__all__ = [
    "FRAMES", "KINDS", "Against", "Comparison", "Group", "Measured", "Reference", "choose_frame",
    "parse_comparison", "parse_references", "split_reference",
]  # fmt: skip


Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Group = Mapping[str, object]  # the levels of the factors it is a group of
Measured = str | pl.Expr | Measure
Against = str | float | Mapping[str, str] | Sequence[str | Mapping[str, str]] | None

KINDS = ("par", "mean", "rest", "each")
SETS = ("split", "each")  # that name several levels


@dataclass(frozen=True)
class Reference:
    """What the levels of a factor are compared with: `par` (the win share of equals), a `level` of it, the `rest` (the
    mean of the other levels), the `mean` of all, or `each` other level in turn. Of a `split` the mean of some levels
    (`level`, with + between them; * and ? stand for any letters) is compared with the mean of all others, or, of `each`
    with levels, with each other level in turn. `relative` to a level: the difference from it in parts of its mean."""

    kind: str
    factor: str
    level: str = ""

    @property
    def words(self) -> str:
        """As the table of estimates has it."""
        if self.kind == "par":
            return "par"
        if self.kind == "split":
            return f"other levels of {self.factor}"
        if self.kind == "each" and self.level:
            return f"each other level of {self.factor}"
        prefix = {"level": "", "relative": "relative to "}.get(self.kind)
        return f"{self.kind} of {self.factor}" if prefix is None else f"{prefix}{self.factor} = {self.level}"

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that it names."""
        names = self.level.split("+") if self.kind in SETS else [self.level]
        return tuple(name.strip() for name in names if name)

    def is_level(self, value: object, text: str) -> bool:
        """Whether a level is the one, or of several one of those, that a text names."""
        return is_same(value, text) or (self.kind in SETS and fnmatchcase(str(value), text))

    def weights(self, groups: Sequence[Group], unit: Floats) -> tuple[list[Group], Floats]:
        """The groups that have the reference, and the weights (a row each) of their difference from it; unit: those of
        the groups themselves."""
        if self.kind == "par":
            return list(groups), unit
        if self.kind in SETS and self.level:
            return self._split(groups, unit)
        if self.kind == "each":
            return self._pairs(groups, unit)
        rows, shares = self._shares(groups)
        return [groups[i] for i in rows], unit[rows] - shares @ unit

    def relative(self, groups: Sequence[Group], unit: Floats, means: Floats) -> tuple[list[Group], Floats, Floats]:
        """The groups whose reference is above 0; the weights (a row each) whose error is that of the difference from it
        in parts of it, by the delta method; and those differences. means: what the weights are of."""
        rows, shares = self._shares(groups)
        base = shares @ unit @ means
        rows, shares, base = [i for i, x in zip(rows, base, strict=True) if x > 0], shares[base > 0], base[base > 0]
        ratio = unit[rows] @ means / base
        weights = (unit[rows] - ratio[:, None] * (shares @ unit)) / base[:, None]
        return [groups[i] for i in rows], weights, ratio - 1.0

    def sides(self, groups: Sequence[Group]) -> tuple[list[Group], list[tuple[Flags, Flags]]]:
        """The groups that have the reference, and of each which groups are on either side of its difference from it: it
        is on both where the reference is the mean."""
        if self.kind == "mean":
            rows, unit, members = self._shares(groups)[0], np.eye(len(groups)), self._reference_groups(groups)
            return [groups[i] for i in rows], [(unit[i] > 0, members[i] > 0) for i in rows]
        of_groups, weights = self.weights(groups, np.eye(len(groups)))
        return of_groups, [(row > 0, row < 0) for row in weights]

    def _shares(self, groups: Sequence[Group]) -> tuple[list[int], Floats]:
        """The places of groups that have a reference, and the share of every group (a column) in it."""
        members = self._reference_groups(groups)
        rows = [int(i) for i in np.flatnonzero(members.sum(axis=1) > 0)]
        return rows, members[rows] / members[rows].sum(axis=1, keepdims=True)

    def _reference_groups(self, groups: Sequence[Group]) -> Floats:
        """For each group (a row) the groups that make its reference."""
        same = self._same_rest(groups)
        if self.kind in ("level", "relative"):
            is_level = np.array([is_same(group[self.factor], self.level) for group in groups], dtype=bool)
            return np.asarray(same * is_level[None, :] * ~is_level[:, None])
        if self.kind == "rest":
            return same - np.eye(len(groups))
        return np.asarray(same * (same.sum(axis=1, keepdims=True) > 1))

    def _pairs(self, groups: Sequence[Group], unit: Floats) -> tuple[list[Group], Floats]:
        """Every group with each later one that agrees in all other factors."""
        same = self._same_rest(groups)
        pairs = [(i, j) for i, j in combinations(range(len(groups)), 2) if same[i, j]]
        pair_groups: list[Group] = [{**groups[i], f"{self.factor}_other": groups[j][self.factor]} for i, j in pairs]
        return pair_groups, np.array([unit[i] - unit[j] for i, j in pairs]).reshape(len(pairs), unit.shape[1])

    def _split(self, groups: Sequence[Group], unit: Floats) -> tuple[list[Group], Floats]:
        """The mean of some levels less that of the others, for each combination of the other factors that has both; or
        less each other level in turn."""
        is_chosen = np.array([any(self.is_level(group[self.factor], x) for x in self.levels) for group in groups])
        same = self._same_rest(groups)
        if self.kind == "each":
            sides = {i: (same[i] * is_chosen, row) for i, row in enumerate(np.eye(len(groups))) if not is_chosen[i]}
        else:
            firsts = [i for i in range(len(groups)) if not same[i, :i].any()]
            sides = {i: (same[i] * is_chosen, same[i] * ~is_chosen) for i in firsts}
        sides = {i: (first, second) for i, (first, second) in sides.items() if first.any() and second.any()}
        members: list[Group] = [{**groups[i], self.factor: " + ".join(self.levels)} for i in sides]
        if self.kind == "each":
            other = f"{self.factor}_other"
            members = [{**group, other: groups[i][self.factor]} for group, i in zip(members, sides, strict=True)]
        weights = [first / first.sum() @ unit - second / second.sum() @ unit for first, second in sides.values()]
        return members, np.array(weights).reshape(len(sides), unit.shape[1])

    def _same_rest(self, groups: Sequence[Group]) -> Floats:
        """Whether two groups (row and column) agree in every other factor, as 0 or 1."""
        rest = [tuple((name, x) for name, x in group.items() if name != self.factor) for group in groups]
        return np.array([[a == b for b in rest] for a in rest], dtype=np.float64).reshape(len(groups), len(groups))


def is_same(value: object, text: str) -> bool:
    """Whether a level is the one that a text names."""
    if isinstance(value, float):
        try:
            return value == float(text)
        except ValueError:
            return False
    return str(value) == text


def parse_references(against: Against, by: Sequence[str]) -> list[tuple[Reference, ...]]:
    """What groups by these factors are compared with: chains of references, each a difference from one, then the
    difference of that from the next.

    against: None; `par`, `mean`, `rest`, `each`, a level, `split LEVEL+LEVEL`, `each LEVEL+LEVEL` or `relative to
    LEVEL`, of the first factor; `factor=word` of another; a mapping of factors to such words, which is one chain; or
    several of these, whose intervals hold together.
    """
    if against is None or against == "":
        return []
    if isinstance(against, str | int | float):
        return [(_reference(str(against), by),)]
    if isinstance(against, Mapping):
        return [tuple(_reference(f"{factor}={word}", by) for factor, word in against.items())]
    return [chain for reference in against for chain in parse_references(reference, by)]


def split_reference(text: str, by: Sequence[str]) -> tuple[str, str]:
    """The factor among these that a reference begins with, "" where it names none, and the reference itself."""
    matches = [(name, re.match(rf"\s*{re.escape(name)}\s*=", text)) for name in sorted(by, key=len, reverse=True)]
    factor, match = next(((name, match) for name, match in matches if match), ("", None))
    return factor, text[match.end() if match else 0 :].strip()


def _reference(text: str, by: Sequence[str]) -> Reference:
    factor, word = split_reference(text, by)
    if not by:
        raise ConditionError(f"against {text!r}: name a factor with by")
    if not factor and "=" in text:
        name = text.partition("=")[0].strip()
        raise ConditionError(f"against {text!r}: {name} is not among the factors {', '.join(by)}")
    factor = factor or by[0]
    for kind, start in (("split", "split "), ("each", "each "), ("relative", "relative to ")):
        if word.startswith(start):
            return Reference(kind, factor, word.removeprefix(start))
    return Reference(word, factor) if word in KINDS else Reference("level", factor, word)


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
    counts: str = ""  # whose rows (ScenarioRun.counting)
    weights: str = next(iter(WEIGHTS))  # of the levels of `within`

    @property
    def factors(self) -> tuple[Factor, ...]:
        """All factors whose levels are told apart: not those that the pairing of another holds equal already, where
        families do not count once."""
        is_apart = self.weights == FAMILIES or not self.is_paired_within
        return (*self.by, *([self.within] if self.within and is_apart else []))

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
    def names_class(self) -> bool:
        """Whether it tells classes of players apart by itself."""
        others = {name for condition in self.conditions for seat in condition.quantified for name in seat.columns}
        return bool({"player_class", "table_class"} & (self.names | others))

    @property
    def is_class_typed(self) -> bool:
        """Whether who counts was asked for."""
        return bool(self.counts) and not (self.counts == ALL and self.names_class)

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
        parts += [f"weights {self.weights}"] if self.weights != next(iter(WEIGHTS)) else []
        parts += [f"where {self.where.text}"] if self.where else []
        parts += [f"class {self.counts}"] if self.is_class_typed else []
        return " ".join(parts)

    def measures_in(self, scenario: ScenarioRun) -> list[Measure]:
        """The measures whose columns a scenario has."""
        return [measure for measure in self.measures if all(frame_of(scenario, name) for name in measure.columns)]

    def is_in(self, scenario: ScenarioRun) -> bool:
        """Whether a scenario has all the columns of the factors and the condition, and those of some measure."""
        measures = not self.measures or bool(self.measures_in(scenario))
        return measures and all(frame_of(scenario, name) for name in self.group_names - set(scenario.settings))

    def merges_sides(self, scenario: ScenarioRun) -> bool:
        """Whether the boards of side A count as one, with which others are compared."""
        is_side = any(r.factor == BOARD and r.level == "A" for chain in self.against for r in chain)
        return is_side and len(scenario.game.plain_boards) > 1

    def assignable(self, scenario: ScenarioRun) -> list[str]:
        """Columns that line-ups assign, where one of them is compared and deals do not pair its levels: one may go with
        another. None for a family with a name: its report says what line-ups mix."""
        columns = [name for name in (STRATEGY, BOARD, SEAT) if name != BOARD or not scenario.game.shared]
        is_compared = bool({factor.name for factor in self.by} & set(columns))
        return columns if is_compared and not self.name and self.of == "seats" and self.pairing is None else []


def parse_comparison(
    run: Scenarios,
    measure: Measured | Sequence[Measured] = "win_share",
    *,
    by: str | Sequence[str] = (),
    against: Against = None,
    within: str = "",
    where: str | None = "",
    of: str = "",
    player_class: str = "",
    weights: str = "",
    unit: str = "",
    name: str = "",
) -> Comparison:
    """The comparison that texts say; ConditionError for what the run cannot answer."""
    measured = [measure] if isinstance(measure, str | pl.Expr | Measure) else measure
    if unit and not any(isinstance(text, pl.Expr) for text in measured):
        raise ConditionError(f"unit {unit}: a column has its own: leave it out, or measure a polars expression")
    measures = [each for text in measured for each in _parse_measures(run, text, unit)]
    by_name = {each.name: each for each in measures}  # patterns may name one twice
    if twice := next((each.name for each in measures if not each.value.meta.eq(by_name[each.name].value)), ""):
        raise ConditionError(f"measure {twice}: the name of two measures: give one another with .alias(...)")
    if player_class not in ("", ALL, EACH, *CLASSES):
        raise ConditionError(f"class {player_class}: choose from {', '.join((ALL, EACH, *CLASSES))}")
    texts = (by,) if isinstance(by, str) and by else tuple(by)
    texts = (*texts, "player_class") if player_class == EACH and "player_class" not in texts else texts
    factors = tuple(parse_factor(text, run.settings) for text in texts)
    comparison = Comparison(
        tuple(by_name.values()),
        factors,
        tuple(parse_references(against, [factor.name for factor in factors])),
        parse_factor(within, run.settings) if within else None,
        parse_condition(where) if where and where.strip() else None,
        name=name,
        counts=player_class,
        weights=weights or next(iter(WEIGHTS)),
    )
    if comparison.weights not in WEIGHTS or (weights and not within):
        reason = f"choose from {', '.join(WEIGHTS)}" if within else "needs a factor that is held equal, with within"
        raise ConditionError(f"weights {weights}: {reason}")
    if weights == FAMILIES and within != STRATEGY:
        raise ConditionError(f"weights {weights}: families are of plans: hold these equal, with within {STRATEGY}")
    comparison = replace(comparison, counts=player_class or (ALL if comparison.names_class else ""))
    _check_factors(comparison)
    comparison = replace(comparison, of=choose_frame(run, comparison, of))
    comparison = replace(comparison, measures=_with_shares(run, comparison))
    _check_references(run, comparison)
    return comparison


def _parse_measures(run: Scenarios, measure: Measured, unit: str) -> list[Measure]:
    """The measures that a text, a polars expression or a measure stands for."""
    if isinstance(measure, Measure):
        return [measure]
    if isinstance(measure, str):
        columns = [name for scenario in run.scenarios for of in FRAMES for name in scenario.columns[of]]
        game, name = run.scenarios[0].game, " ".join(measure.split())
        texts = [text for each in list_of(name, game, columns) for text in expand_measure(each, columns)]
        if not texts:
            raise NothingToCompare(f"measure {name}: {game.name} has none")
        if any("*" in text for text in texts):
            of_rounds = [n for each in run.scenarios for n in names_by_round(each.game, each.columns["seats"])]
            texts = [text for each in texts for text in expand_measure(each, of_rounds)]
        return [parse_measure(text, run.check_column) for text in texts]
    if measure.meta.is_column() and not unit:
        return [parse_measure(measure.meta.output_name(), run.check_column)]
    parsed = expression_measure(measure, unit)
    name = parsed.name
    if name in WIN_MEASURES or (run.frames_of(name) and not measure.meta.is_column()):
        raise ConditionError(f"measure {name}: the run has a measure of that name: give it another with .alias(...)")
    return [parsed]


def choose_frame(run: Scenarios, comparison: Comparison, of: str) -> str:
    """The frame whose rows are counted: decisions, or meetings of two seats, where a column is of one, games where all
    are, else seats."""
    if of and of not in (*FRAMES, *OWN_ROWS):
        raise ConditionError(f"of {of}: choose from {', '.join(dict.fromkeys((*FRAMES, *OWN_ROWS)))}")
    quantified = {name for condition in comparison.conditions for seat in condition.quantified for name in seat.columns}
    for name in sorted(comparison.names | quantified):
        run.check_column(name)
    frames_of = {name: run.frames_of(name) for name in sorted(comparison.names | quantified)}
    special = {name: frame for name, frames in frames_of.items() for frame in OWN_ROWS if frames == {frame}}
    if not of:
        frames = set[str]().union(*(frames_of[name] for name in comparison.names))
        of_all = "games" if comparison.measures and frames == {"games"} else "seats"
        of = next((frame for frame in OWN_ROWS if frame in special.values()), of_all)
    if of == "decisions" and not any(scenario.decisions is not None for scenario in run.scenarios):
        raise NothingToCompare(f"{run.source} has no decisions: play it with --record decisions")
    if misplaced := [name for name, frame in special.items() if of != frame or name in quantified]:
        frame = special[misplaced[0]]
        row = OWN_ROWS[frame]
        raise ConditionError(f"{misplaced[0]} is of {row}, not of a seat or game: count {frame}, with of {frame}")
    if of == "games":
        for name in sorted(comparison.names - set(run.settings)):
            is_shared = name == "board" and any(each.game.shared for each in run.scenarios)
            if not is_shared and "games" not in run.frames_of(name):
                raise ConditionError(
                    f"{name} is of a seat, not of a game: write any.{name}, all.{name} or winner.{name}"
                )
    return of


def _check_factors(comparison: Comparison) -> None:
    """ConditionError for a factor that is named twice."""
    by = [factor.name for factor in comparison.by]
    if repeated := next((name for name in by if by.count(name) > 1), ""):
        raise ConditionError(f"by {', '.join(by)}: {repeated} is named twice")
    if comparison.within and comparison.within.name in by:
        raise ConditionError(f"within {comparison.within.name}: by compares it already")


def _check_references(run: Scenarios, comparison: Comparison) -> None:
    """ConditionError for references that mean nothing."""
    kinds = {reference.kind for chain in comparison.against for reference in chain}
    if "par" in kinds:
        if other := next((measure.name for measure in comparison.measures if not measure.is_win_share), ""):
            raise ConditionError(f"against par: {other} has no fair share; win_share has")
        if any(scenario.par is None for scenario in run.scenarios):
            raise NothingToCompare("against par: with one player there is no fair share: leave against out")
        if any(len(chain) > 1 for chain in comparison.against):
            raise ConditionError("against par: a difference from the fair share has no further reference")
    if not comparison.by and any(measure.statistic == "frequency" for measure in comparison.measures):
        raise ConditionError("frequency: name the factor whose levels are counted with by")
    is_early = any(reference.kind == "relative" for chain in comparison.against for reference in chain[:-1])
    if is_early or (comparison.within and "relative" in kinds):
        raise ConditionError("relative to: make it the last reference, and leave within out")
    if comparison.within and comparison.weights != FAMILIES and (not comparison.against or "par" in kinds):
        raise ConditionError(f"within {comparison.within.name}: needs a level, rest, mean or each to compare with")


def _with_shares(run: Scenarios, comparison: Comparison) -> tuple[Measure, ...]:
    """The measures, those of yes and no, and of parts of one, as shares; ConditionError for a measure of texts."""
    shares = set()
    for scenario in run.scenarios:
        measures = comparison.measures_in(scenario)
        quantified = [seat for measure in measures if measure.condition for seat in measure.condition.quantified]
        names = set[str]().union(*(measure.columns for measure in measures))
        numbers = {factor.number for factor in comparison.factors} - {""}
        rows = rows_with(scenario, comparison.of, names | numbers, quantified)
        schema = rows.collect_schema()
        bands = [(factor.name, factor.number) for factor in comparison.factors if factor.number in schema]
        ratios = [(measure.name, name) for measure in measures if measure.per is not None for name in measure.columns]
        for text, name in (*bands, *ratios):
            if not schema[name].is_numeric():
                raise ConditionError(f"{text}: {name} is no number")
        for measure in measures:
            if measure.unit is not None:
                check_expression(measure, widen(rows, measure.columns).collect_schema())
            kind = rows.select(x=measure.value).collect_schema()["x"]
            if not (kind.is_numeric() or kind == pl.Boolean):
                column = measure.name.rpartition(" ")[2]
                raise ConditionError(f"{column} is a text: write share of {column} = '...'")
            if measure.statistic == "mean" and (kind == pl.Boolean or is_share(scenario, measure)):
                shares.add(measure.name)
    return tuple(replace(each, bounded=each.bounded or each.name in shares) for each in comparison.measures)


OWN_ROWS = {"decisions": "a decision", "meetings": "two seats of a game"}  # rows whose columns no others have
FRAMES = ("seats", "games", "decisions")
