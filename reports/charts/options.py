"""The options of one decision: what speaks for the best against the next ones, or how well games went after each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.bars import BarRow, small_bars, stacked_bars
from reports.charts.estimate import Estimate
from reports.charts.scale import differences
from reports.charts.sheet import Key

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["feature_bars", "value_bars"]


def feature_bars(
    decision: str, judge: str, options: Sequence[str], terms: Sequence[tuple[str, Sequence[float]]], *, max_terms: int
) -> Figure:
    """What speaks for the first option: points by feature over each of the others. terms: (feature, points by which the
    first option is ahead of each other one); those that differ most are drawn, the rest as one."""
    differing = sorted(
        (term for term in terms if any(term[1])), key=lambda term: -max(abs(points) for points in term[1])
    )
    rows = [*differing[:max_terms]]
    if rest := differing[max_terms:]:
        rows.append((f"{len(rest)} others", [sum(points) for points in zip(*(term[1] for term in rest), strict=True)]))
    rows.append(("", [sum(term[1][at] for term in terms) for at in range(len(options) - 1)]))
    panels = [
        (f"over: {other}", [_exact(points[at]) if points[at] or not name else None for name, points in rows])
        for at, other in enumerate(options[1:])
    ]
    return small_bars(
        f"What speaks for the best option at {decision}?",
        f"{options[0]}: points ahead of the next options, by feature, as {judge} weighs them.",
        [name or "all together" for name, _ in rows],
        panels,
        differences("ahead", "points"),
        above="speaks for it",
        below="speaks against it",
    )


def value_bars(
    decision: str, judge: str, options: Sequence[str], values: Sequence[float | None], games: Sequence[str]
) -> Figure:
    """How well the games went that were played out after each option, None of one that was not tried; the first is the
    judge's choice. games: how many there were, in words."""
    rows = [
        BarRow(text, () if value is None else (value,), tail)
        for text, value, tail in zip(options, values, games, strict=True)
    ]
    return stacked_bars(
        f"How well do the options of {decision} do when they are played out?",
        f"Mean reward of the games that {judge} played out after each option, %; its choice first.",
        rows,
        [Key("reward", style.MEASURE)],
        digits=1,
        note="A reward is the share of the win, mixed with by how much a game is won where the search says so.",
    )


def _exact(value: float) -> Estimate:
    return Estimate(value, value, value)
