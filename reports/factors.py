"""Factors, what groups of rows are made of, each with its design; and measures, what is averaged over a group."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl

from reports.conditions import (
    NAME,
    Condition,
    ConditionError,
    NothingToCompare,
    check_own,
    is_flag,
    parse_condition,
    parse_number,
)
from reports.frame_columns import STRATEGY

__all__ = [
    "ARMS", "ASSIGNED", "FAMILIES", "OF_OTHERS", "SETTINGS", "WIN_MEASURES", "Design", "Factor", "Measure",
    "check_arms", "choose_arm", "design_of", "expand_measure", "level_text", "parse_factor", "parse_measure",
]  # fmt: skip


@dataclass(frozen=True)
class Design:
    """How the levels of a factor come to seats: the arms that assign them at random, the best first; those in which
    two levels meet on one deal, and within which columns they are then paired."""

    assigned: tuple[str, ...]
    paired: tuple[str, ...] = ()
    within: tuple[str, ...] = ()


# Arms of a run, in words.
ARMS: Mapping[str, str] = {
    "mirror": "one strategy in all seats, every order of sides on each deal",
    "cross": "strategies, boards and seats crossed",
    "table": "every line-up on every board of the table, on the same deals",
    "free": "strategies and seats crossed, as the players choose",
    "chosen": "openings as the players choose them",
    "forced": "one seat told how to open, on the same deals",
    "dealt": "every seat has another board than side A",
    "priced": "every seat has another board than side A, and pays for it",
    "tuned": "one seat told how to open and played by a plan tuned to that, on the same deals",
    "forbidden": "one seat unrestricted, then without one thing after another, on the same deals",
    "skill": "line-ups drawn at random, on a deal and with what a seat does not see of it dealt anew",
}
ASSIGNED: Mapping[str, Design] = {
    "board": Design(("table", "dealt", "cross", "mirror", "free"), ("table", "mirror"), ("strategy", "seat")),
    "strategy": Design(("free", "cross", "table", "dealt", "chosen", "mirror")),
    "seat": Design(("free", "cross", "table", "dealt", "chosen", "mirror")),
    "player_class": Design(("free", "cross", "table", "dealt", "chosen", "mirror")),
    "table_class": Design(("free", "cross", "table", "dealt", "chosen", "mirror")),
    "forced_opening": Design(("forced", "tuned", "forbidden"), ("forbidden",), ("seat",)),
    "forced_group": Design(("forced", "tuned")),
    "forced_line": Design(("forced",)),
}

# Cards that a seat was told to begin with: in the same seat of the same deal as in the games that are as dealt.
BEGUN_WITH = Design(("forced",), ("forced", "chosen", "free", "table", "mirror", "cross"), ("lineup", "seat"))
# What other seats of the game have of a column that is assigned is assigned as well, and by it no levels are paired.
OF_OTHERS = re.compile(r"(\w+)_(?:before|after)|(?:others_with_same|opponent)_(\w+)|(others)")


def design_of(column: str) -> Design | None:
    """How a column of seats comes to them; None: its values are chosen."""
    if column in ASSIGNED:
        return ASSIGNED[column]
    if column.startswith("forced_"):
        return BEGUN_WITH
    match = OF_OTHERS.fullmatch(column)
    design = ASSIGNED.get(STRATEGY if match[3] else match[1] or match[2]) if match else None
    return design and replace(design, within=())


FAMILIES = "families"
# How levels of a factor that is held equal weigh, in words; the first is the default.
WEIGHTS: Mapping[str, str] = {
    "overlap": "n1 n2 / (n1 + n2), from its rows on both sides (Mantel and Haenszel)",
    "treated": "n1, the rows that the group itself has of it",
    FAMILIES: "one in so many as its family has of plans that choose alike: each family counts once",
}


def choose_arm(arms: Sequence[str], factors: Mapping[str, Design | None], levels: Collection[str]) -> str:
    """The arm to compare in: the first that assigns the levels of all factors that are ever assigned; for the factors
    of which one level is the reference, one that pairs it with the others on a deal.

    factors: the design of each, None: chosen by players. Raises ConditionError where no arm assigns them all, or where
    none is ever assigned and there are several arms.
    """
    assigned = {name: design for name, design in factors.items() if design}
    if not assigned:
        if len(arms) == 1:
            return arms[0]
        listed_arms = ", ".join(arms)
        raise ConditionError(
            f"the run has games of several kinds ({listed_arms}): add where \"arm = '{arms[0]}'\", or another"
        )
    order = list(next(iter(assigned.values())).assigned)
    for name, design in assigned.items():
        if name in levels and design.paired:  # a reference such as side A is not dealt in games of other boards alone
            order = [*design.paired, *(arm for arm in order if arm not in (*design.paired, "dealt"))]
    for arm in order:
        if arm in arms and all(arm in (*design.assigned, *design.paired) for design in assigned.values()):
            return arm
    listed_arms = ", ".join(arms)
    raise NothingToCompare(
        f"no games assign {' and '.join(assigned)} at random: name an arm with where ({listed_arms})"
    )


def check_arms(arms: Sequence[str], factors: Mapping[str, Design | None]) -> None:
    """ConditionError where a factor that players choose would be compared over several arms: they differ in more."""
    factor = next((name for name, design in factors.items() if design is None), "")
    if len(arms) > 1 and factor:
        raise ConditionError(f"{factor} is chosen by players, not assigned: name one arm, not {', '.join(arms)}")


# What a whole scenario was played with. One that differs in a run and that a comparison does not mention splits it.
SETTINGS: Mapping[str, str] = {
    "scenario": "the scenario: all that is set for a part of the run's games",
    "players": "number of players",
    "level": "skill level of the players, from novice to expert",
    "printing": "number of a printing: admissible values of the data that no rulebook states; null: as shipped",
    "tuned": "whether the players were tuned for their side of a change",
}


BAND = re.compile(r"band\(\s*(\w+)\s*((?:,\s*-?\d+(?:\.\d+)?\s*)+)\)")


@dataclass(frozen=True)
class Factor:
    """A factor as it is named: the column it stands in, the columns it is made of, and its design; None: players choose
    its levels, or the cards do, so that what it goes with is confounded."""

    name: str
    expression: pl.Expr
    columns: frozenset[str]
    design: Design | None = None
    condition: Condition | None = None  # whose levels are yes and no
    number: str = ""  # the column of whose numbers it makes bands
    width: float = 0.0  # of bands of one width

    @property
    def is_setting(self) -> bool:
        """Whether whole scenarios have its levels."""
        return self.name in SETTINGS


def parse_factor(text: str, settings: Sequence[str] = ()) -> Factor:
    """The factor a text names: a column, `band(score, 20)` (bands that wide), `band(score, 50, 100)` (bands that begin
    there), or a condition, whose levels are yes and no. settings: further settings of the run.

    Raises ConditionError for a text that is none of these.
    """
    name = text.strip()
    if name in SETTINGS or name in settings:
        return Factor(name, pl.col(name), frozenset(), Design(tuple(ARMS)))
    if re.fullmatch(r"[\w.]+|band\(.*", name) and not is_flag(name):
        check_own(name)
    if re.fullmatch(NAME, name):
        return Factor(name, pl.col(name), frozenset({name}), design_of(name))
    if match := BAND.fullmatch(name):
        edges = [float(parse_number(edge.strip())) for edge in match[2].split(",") if edge.strip()]
        if (len(edges) == 1 and edges[0] <= 0) or edges != sorted(set(edges)):
            raise ConditionError(f"{name}: give a width above 0, or edges that rise")
        width = edges[0] if len(edges) == 1 else 0.0
        return Factor(name, _band(pl.col(match[1]), edges), frozenset({match[1]}), number=match[1], width=width)
    condition = parse_condition(name)
    levels = pl.when(condition.holds).then(pl.lit("yes")).when(condition.holds.not_()).then(pl.lit("no"))
    designs = {design_of(column) for column in condition.names}
    design = designs.pop() if len(designs) == 1 else None
    return Factor(name, levels, condition.columns, design, condition)


def _band(column: pl.Expr, edges: Sequence[float]) -> pl.Expr:
    """The band that a number lies in: of bands of one width the number it begins with, else its two edges in words."""
    number = column.cast(pl.Float64)
    if len(edges) == 1:
        return (number / edges[0]).floor() * edges[0]
    names = [f"below {edges[0]:g}"]
    names += [f"{low:g} to {high:g}" for low, high in pairwise(edges)] + [f"from {edges[-1]:g}"]
    place = pl.sum_horizontal(*(number >= edge for edge in edges), ignore_nulls=False)
    return place.replace_strict(dict(enumerate(names)), return_dtype=pl.Enum(names))


QUANTILE = re.compile(r"(?:median|p(\d{1,2})) of (\w+)")
SPREAD = re.compile(r"sd of (\w+)")
RATIO = re.compile(r"(\w+) (per|out of) (\w+)")


@dataclass(frozen=True)
class Measure:
    """What is measured: its name as typed, the number of a row, the columns that number is made of, over what whole
    number it is divided, whether it is a share, and which statistic of the rows is taken."""

    name: str
    value: pl.Expr
    columns: frozenset[str]
    scale: int = 1
    per: pl.Expr | None = None  # a whole number, the sum of which it is divided by (None: the number of rows)
    bounded: bool = False  # a share, from 0 to 1
    statistic: str = "mean"  # mean, sd, quantile or frequency
    fraction: float = 0.5  # of a quantile
    condition: Condition | None = None  # of a share of rows
    unit: str | None = None  # of a polars expression, "" where none was given; None: it is none

    @property
    def is_share(self) -> bool:
        """Whether its values are shares, printed in %."""
        return self.bounded

    @property
    def is_win_share(self) -> bool:
        """Whether it is the share of games won, which has a par and is judged."""
        return self.name == "win_share"


# Shares that a seat's share of the win, or its rank, makes: of which rows, in words.
WIN_MEASURES: Mapping[str, tuple[str, str]] = {
    "win_share": ("seats", "games won; joint winners share one"),
    "joint_win_share": ("seats", "games won together with other seats"),
    "finishes_ahead": ("meetings", "opponents at the table who finish behind; equal ranks count half"),
}


def expand_measure(text: str, columns: Iterable[str]) -> list[str]:
    """The columns that a pattern such as `score_after_round_*` stands for, in their order; any other text itself."""
    names = [name for name in dict.fromkeys(columns) if "*" in text and fnmatchcase(name, text)]
    return names or [text]


def parse_measure(text: str, check: Callable[[str], None] = lambda name: None) -> Measure:
    """The measure a text names: one of WIN_MEASURES, a column, `share of CONDITION`, `COLUMN per COLUMN` (the ratio of
    their sums), `COLUMN out of COLUMN` (the same of a part of what the other counts: a share), `sd of COLUMN`, `median
    of COLUMN`, `p90 of COLUMN`, or `frequency`: of each level of the last factor. check: raises for a column that is
    not known. Raises ConditionError for any other text."""
    name = " ".join(text.split())
    if name == "win_share":
        return Measure(name, pl.col("win_share60"), frozenset({"win_share60"}), scale=60, bounded=True)
    if name == "joint_win_share":
        is_joint = pl.col("win_share60").is_between(1, 59)
        return Measure(name, is_joint, frozenset({"win_share60"}), bounded=True)
    if name == "finishes_ahead":
        difference = pl.col("opponent_rank").cast(pl.Int64) - pl.col("rank").cast(pl.Int64)
        return Measure(name, difference.sign() + 1, frozenset({"opponent_rank", "rank"}), scale=2, bounded=True)
    if name == "frequency":
        return Measure(name, pl.lit(1), frozenset(), bounded=True, statistic=name)
    if name.startswith("share of "):
        condition = parse_condition(name.removeprefix("share of "))
        return Measure(name, condition.holds, condition.columns, bounded=True, condition=condition)
    for pattern, statistic in ((QUANTILE, "quantile"), (SPREAD, "sd")):
        if match := pattern.fullmatch(name):
            column = match[match.lastindex or 1] if statistic == "sd" else match[2]
            check(column)
            fraction = int(match[1]) / 100 if statistic == "quantile" and match[1] else 0.5
            return Measure(name, pl.col(column), frozenset({column}), statistic=statistic, fraction=fraction)
    if match := RATIO.fullmatch(name):
        for column in match.group(1, 3):
            check(column)
        columns, is_share = frozenset(match.group(1, 3)), match[2] == "out of"
        return Measure(name, pl.col(match[1]), columns, per=pl.col(match[3]), bounded=is_share)
    column = name.removeprefix("mean of ")
    if re.fullmatch(NAME, column) is None:
        check_own(name)
        words = (
            "win_share, a column, frequency, 'X per Y', 'X out of Y', 'share of CONDITION', 'sd of', 'median of', "
            "'p90 of' a column"
        )
        raise ConditionError(f"measure {text!r}: write {words}")
    check(column)
    return Measure(name, pl.col(column), frozenset({column}))


# -- polars expressions as measures ------------------------------------------------------------------------------------


MAX_WHOLE = 10**12  # sums of whole numbers stay exact
OPERATORS = r"[-+*/%&|^<>]|//|[=!<>]="
# whole numbers of the rows that an expression is tried on, some twice; None: no value
PROBE = (3, 7, 3, None, 5, 2, 7, 4, 1, 9, 0, 2)


def expression_measure(expression: pl.Expr, unit: str) -> Measure:
    """The measure of an expression, under its alias, else as it is written; ConditionError for one that is not made of
    single columns."""
    bare = expression.meta.undo_aliases()
    has_alias = not bare.meta.eq(expression) and not expression.meta.has_multiple_outputs()
    name = expression.meta.output_name() if has_alias else _text_of(bare)
    names = frozenset(expression.meta.root_names())
    if expression.meta.has_multiple_outputs():
        raise ConditionError(f"measure {name}: it stands for several columns: give a list of measures")
    if not names:
        raise ConditionError(f"measure {name}: it names no column")
    return Measure(name, expression, names, unit=unit)


def _text_of(expression: pl.Expr) -> str:
    """An expression as it is written, without the calls that name columns; polars has [(a) + (b)] for a + b."""
    text = re.sub(r'col\("([^"]*)"\)', r"\1", " ".join(str(expression).split()))
    text = re.sub(r"dyn (?:int|float): ", "", text)
    is_binary = text.startswith("[(") and text.endswith(")]")
    text = re.sub(rf"\) ({OPERATORS}) \(", r" \1 ", text.replace("[(", "(").replace(")]", ")"))
    return text[1:-1] if is_binary else text.removeprefix(".")


def widen(rows: pl.LazyFrame, names: Collection[str]) -> pl.LazyFrame:
    """Rows with these columns wide enough to reckon with: those of a run are as narrow as their numbers."""
    kinds = rows.select(sorted(names)).collect_schema()
    wide = {name: pl.Float64 if kind.is_float() else pl.Int64 for name, kind in kinds.items() if kind.is_numeric()}
    return rows.with_columns(pl.col(name).cast(kind) for name, kind in wide.items())


def check_expression(measure: Measure, schema: Mapping[str, pl.DataType]) -> None:
    """ConditionError unless an expression gives a number to each row by itself, tried on a few rows of these types."""
    rows = pl.DataFrame(_probe(schema[name], i).alias(name) for i, name in enumerate(sorted(measure.columns)))
    start = f"measure {measure.name}: "
    try:
        values = rows.select(x=measure.value)["x"]
        single = pl.concat([rows[i].select(x=measure.value) for i in range(len(rows))], how="vertical_relaxed")["x"]
    except pl.exceptions.PolarsError as error:
        raise ConditionError(start + str(error).splitlines()[0]) from error
    if len(values) != len(rows) or not _agree(values, single):
        raise ConditionError(f"{start}not a number of each row by itself: leave out mean, sum, over and their like")
    if not (values.dtype.is_numeric() or values.dtype == pl.Boolean):
        kind = "a text" if values.dtype in (pl.String, pl.Enum, pl.Categorical) else "not a number"
        raise ConditionError(f"{start}{kind}: compare it with a value, such as pl.col('strategy') == 'walls'")


def _agree(values: pl.Series, others: pl.Series) -> bool:
    """Whether two columns are the same, but for rounding: polars divides a column by a number another way than one."""
    if not values.dtype.is_float():
        return values.equals(others)
    return np.allclose(values.to_numpy(), others.cast(values.dtype).to_numpy(), rtol=1e-9, atol=0.0, equal_nan=True)


def _probe(kind: pl.DataType, start: int) -> pl.Series:
    """Values of a type, some twice and one missing; start: the place of the first."""
    numbers = pl.Series([*PROBE[start % len(PROBE) :], *PROBE[: start % len(PROBE)]])
    if isinstance(kind, pl.Enum):
        return kind.categories.gather((numbers % len(kind.categories)).cast(pl.UInt32)).cast(kind)
    if kind == pl.Boolean:
        return numbers > 3
    return numbers.cast(kind) / 2 if kind.is_float() else numbers.cast(kind)


def check_values(measure: Measure, values: pl.Series) -> None:
    """ConditionError where numbers of an expression cannot be added up."""
    if values.dtype.is_float():
        if n := int(values.is_infinite().sum()):
            raise ConditionError(
                f"measure {measure.name}: infinite in {n:,} rows, as after a division by 0: leave them out with where"
            )
    elif len(values) and max(abs(int(x or 0)) for x in (values.min(), values.max())) > MAX_WHOLE:  # type: ignore[arg-type]
        raise ConditionError(f"measure {measure.name}: numbers beyond 10^12: divide it by a number")


# -- levels ------------------------------------------------------------------------------------------------------------


def level_text(value: Any, width: float = 0.0) -> str:
    """A level of a factor as it is printed; width: of the band that begins with it."""
    if value is None:
        return ""
    if isinstance(value, float):
        text = f"{value:g} to {value + width:g}" if width else f"{value:g}"
        return text.replace("-", "−")
    return str(value)
