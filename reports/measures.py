"""Measures: what is averaged over the rows of a group, in words and units."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import polars as pl

from reports.conditions import Condition, ConditionError, check_own, parse_condition

__all__ = ["WIN_MEASURES", "Measure", "parse_measure"]

QUANTILE = re.compile(r"(?:median|p(\d{1,2})) of (\w+)")
SPREAD = re.compile(r"sd of (\w+)")
RATIO = re.compile(r"(\w+) per (\w+)")


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

    @property
    def is_share(self) -> bool:
        """Whether its values are shares, printed in %."""
        return self.bounded

    @property
    def is_win_share(self) -> bool:
        """Whether it is the share of games won, which has a par and is judged."""
        return self.name == "win_share"


# Shares of games that a seat's share of the win makes, in words.
WIN_MEASURES: Mapping[str, str] = {
    "win_share": "games won; joint winners share one",
    "joint_win_share": "games won together with other seats",
}


def parse_measure(text: str, check: Callable[[str], None] = lambda name: None) -> Measure:
    """The measure a text names: `win_share`, `joint_win_share`, a column, `share of CONDITION`, `COLUMN per COLUMN`
    (the ratio of their sums), `sd of COLUMN`, `median of COLUMN`, `p90 of COLUMN`, or `frequency`: of each level of the
    last factor. check: raises for a column that is not known. Raises ConditionError for any other text."""
    name = " ".join(text.split())
    if name == "win_share":
        return Measure(name, pl.col("win_share60"), frozenset({"win_share60"}), scale=60, bounded=True)
    if name == "joint_win_share":
        is_joint = pl.col("win_share60").is_between(1, 59)
        return Measure(name, is_joint, frozenset({"win_share60"}), bounded=True)
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
        for column in match.groups():
            check(column)
        return Measure(name, pl.col(match[1]), frozenset(match.groups()), per=pl.col(match[2]))
    column = name.removeprefix("mean of ")
    if re.fullmatch(r"[A-Za-z_]\w*", column) is None:
        check_own(name)
        words = (
            "win_share, a column, frequency, 'X per Y', 'share of CONDITION', 'sd of', 'median of', 'p90 of' a column"
        )
        raise ConditionError(f"measure {text!r}: write {words}")
    check(column)
    return Measure(name, pl.col(column), frozenset({column}))
