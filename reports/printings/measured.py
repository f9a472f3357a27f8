"""Effects of every printing, as the question measures them, and what they come to."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.effects import Judged
from reports.frames import RunFrames
from reports.stats.exchange import Shares, variance_shares
from reports.stats.random_effects import Spread, spread_of

__all__ = [
    "ALL",
    "PERCENT",
    "POINTS",
    "PP",
    "Exchanged",
    "Judge",
    "Measured",
    "Printings",
    "by_printing",
    "measured",
    "shares_of",
    "with_unit",
]

Judge = Callable[[RunFrames], Judged]
ALL = "all together"  # the subject that stands for several
PP, PERCENT, POINTS = "pp", "%", "points"  # units: the first two are of fractions of win share


@dataclass(frozen=True, eq=False)
class Exchanged:
    """Games of printing `number` with one group of data taken from printing `other`."""

    number: int
    group: str
    other: int
    run: RunFrames


@dataclass(frozen=True, eq=False)
class Printings:
    """The printings of a scenario: their games by number, and those with a group exchanged; groups: all that vary, each
    with how many numbers or words an owner of the box would read off, and where they stand."""

    drawn: Mapping[int, RunFrames]
    exchanged: Sequence[Exchanged] = ()
    groups: Mapping[str, tuple[int, str]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Measured:
    """What printings say of one subject: the numbers of those that have it, effects and standard errors [printing]."""

    subject: str
    printings: tuple[int, ...]
    effect: tuple[float, ...]
    se: tuple[float, ...]
    games: int  # of each printing
    spread: Spread
    unit: str = PP  # of the effect, as it is printed: a difference of win shares, a win share, or points


def by_printing(printings: Printings, judge: Judge) -> pl.DataFrame:
    """Effects of every subject in every printing: printing, subject, unit, effect, se, games."""
    rows = [
        frame.with_columns(printing=pl.lit(number, pl.Int64), games=pl.lit(run.games_played, pl.Int64))
        for (number, run), frame in zip(printings.drawn.items(), _judged(printings.drawn.values(), judge), strict=True)
        if len(frame)
    ]
    return pl.concat(rows) if rows else pl.DataFrame()


def measured(table: pl.DataFrame) -> dict[str, Measured]:
    """Subjects that at least three printings have, in the order of the first."""
    found: dict[str, Measured] = {}
    if table.is_empty():
        return found
    for (subject,), rows in table.group_by("subject", maintain_order=True):
        spread = spread_of(rows["effect"].to_numpy(), rows["se"].to_numpy(), shared=True)
        if spread is not None:
            columns = {name: tuple(rows[name].to_list()) for name in ("printing", "effect", "se")}
            name, unit = str(subject), str(rows["unit"][0])
            if unit == PERCENT:  # no win share lies beyond these ends, whatever a symmetrical interval says
                spread = replace(spread, low=max(spread.low, 0.0), high=min(spread.high, 1.0))
            found[name] = Measured(
                name, columns["printing"], columns["effect"], columns["se"], min(rows["games"].to_list()), spread, unit
            )
    return found


def shares_of(
    printings: Printings, judge: Judge, together: Collection[str], *, seed: int
) -> tuple[list[str], dict[str, Shares]]:
    """The groups, and the shares they have of every subject's variance, where groups were exchanged and it varies at
    all. ALL are those of the subjects named, together: where these do not vary, none does."""
    if not printings.exchanged:
        return [], {}
    groups = list(dict.fromkeys(one.group for one in printings.exchanged))
    pairs = list(dict.fromkeys((one.number, one.other) for one in printings.exchanged))
    runs = [printings.drawn[number] for pair in zip(*pairs, strict=True) for number in pair]
    mixed = {(one.group, one.number): one.run for one in printings.exchanged}
    runs += [mixed[group, number] for group in groups for number, _ in pairs]
    deals = min(_deals(run) for run in runs)  # those that all have played: equal games must meet equal games
    parts = ((0, deals // 2), (deals // 2, deals))
    halves = [_effects(_judged([_between(run, *part) for run in runs], judge)) for part in parts]
    n = len(pairs)
    known: dict[str, NDArray[np.float64]] = {}  # [half, run]
    for subject in halves[0][0]:
        values = np.array([[one.get(subject, np.nan) for one in half] for half in halves])
        if np.isfinite(values).all():
            known[subject] = values
    found: dict[str, Shares] = {}
    for name, subjects in {ALL: [one for one in known if one in together], **{one: [one] for one in known}}.items():
        if subjects:
            values = np.stack([known[one] for one in subjects])
            mixed_in = np.moveaxis(values[..., 2 * n :].reshape(len(subjects), 2, len(groups), n), 2, 0)
            shares = variance_shares(values[..., :n], values[..., n : 2 * n], mixed_in, seed=seed)
            if shares is None and name == ALL:
                return groups, {}  # one of many subjects seems to vary by chance
            found |= {} if shares is None else {name: shares}
    return groups, found


def _deals(run: RunFrames) -> int:
    """Deals of the run, numbered from 0."""
    return int(run.games.select(pl.col("deal").max().cast(pl.Int64)).collect().item()) + 1


def _between(run: RunFrames, low: int, high: int) -> RunFrames:
    """The games of some of the deals, which have nothing of the noise of others."""
    own = (pl.col("deal") >= low) & (pl.col("deal") < high)
    seats, table, games = (frame.filter(own) for frame in (run.seats, run.table, run.games))
    arms = games.group_by("arm").len().sort("arm").collect()
    counted = {str(arm): int(n) for arm, n in arms.iter_rows() if n}
    return replace(run, seats=seats, table=table, games=games, arms=counted, decisions=None, _known={})


def _judged(runs: Iterable[RunFrames], judge: Judge) -> list[pl.DataFrame]:
    """Subject, effect, se and unit of every run: printings are many and small, so several at a time."""

    def one(run: RunFrames) -> pl.DataFrame:
        rows = run.once(judge)[0]
        return with_unit(rows).select("subject", "effect", "se", "unit") if len(rows) else pl.DataFrame()

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(one, runs))


def _effects(frames: Sequence[pl.DataFrame]) -> list[dict[str, float]]:
    """Effects by subject."""
    nan = float("nan")
    return [
        {subject: nan if effect is None else effect for subject, effect, *_ in frame.iter_rows()} if len(frame) else {}
        for frame in frames
    ]


def with_unit(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows of effects, each with its unit: those that say none are differences of win shares."""
    return rows if "unit" in rows.columns else rows.with_columns(unit=pl.lit(PP))
