"""How much of who wins is skill and how much luck: shares of the variance of a seat's result over deals and line-ups.

Y(s, D, L) is the result of seat s on deal D with line-up L; deals and line-ups are drawn independently. Within a seat
the variance is V. With two line-ups on one deal, half the mean square of the difference of their results is the part of
V that the line-up decides, alone or together with the deal: the total Sobol' index of the line-up (Jansen 1999; Owen
2013), S_T = 1 - Cov(Y(D, L), Y(D, L')) / V. It is 0 where the deal decides, a toss of a coin among them, and 1 where
who plays decides and the deal nothing. What the line-up does whatever the deal is its first-order index,
Cov(Y(D, L), Y(D', L)) / V. What both should be of games of chance and of games without any, and the spread of Elo
between players as a measure of skill: Duersch, Lambrecht and Oechssler (2020), European Economic Review 127.

Every mean of products is a U-statistic, over pairs of games with different deals, or with different line-ups, and so is
unbiased whatever a design repeats. Line-ups are those that were played, with their frequencies: two on a deal are
rotations of one another as often as the whole table has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.frames import ScenarioRun, free_deciders, in_order, seatwise
from reports.stats.group_means import number_groups

__all__ = [
    "ALWAYS", "LUCK", "LUCK_COLUMNS", "MIN_DEALS", "SKILL", "LuckAndSkill", "VarianceShare", "luck_and_skill",
    "luck_rows",
]  # fmt: skip

Floats = NDArray[np.float64]

MIN_DEALS = 50  # on which line-ups met: fewer say nothing
GROUPS = 50  # of deals, which the jackknife leaves out in turn
LUCK_COLUMNS = (
    c.word("part", "part", note="of the variance of who wins over deals and line-ups, seats apart; seat: of all of it"),
    c.percent("share", "share", estimate=True, note="jackknife by deal"),
    c.count("deals", "deals", note="on which two line-ups played or one was rotated"),
)
SKILL, ALWAYS, LUCK = "skill", "skill, whatever is dealt", "luck of the deal"  # parts of the variance
SMALL = 0.05  # shares below it have a decimal
UNSEEN = 3.0  # deals in which what was never seen may be so: the rule of three (Hanley and Lippman-Hand 1983)


@dataclass(frozen=True)
class VarianceShare:
    """A share of the variance, a fraction, with its 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class LuckAndSkill:
    """Shares of the variance within seats: `skill`, the line-up's total index, of which `first_order` whatever the
    deal; and `luck`, the deal alone: 1 - skill. seat: share of the whole variance that lies between seats. deals: on
    which line-ups met; games: on them."""

    skill: VarianceShare
    first_order: VarianceShare
    luck: VarianceShare
    seat: VarianceShare
    deals: int
    games: int


def luck_and_skill(frame: pl.DataFrame, value: str) -> LuckAndSkill | None:
    """The shares from seat rows: deal, seat, lineup (who sits where), circle (the same for rotations of a line-up) and
    a value that is whole.

    Intervals are those of a jackknife that leaves out a fiftieth of the deals at a time (Shao and Wu 1989), Student's
    with 49 degrees of freedom, kept within 0 and 1, and never nearer than what three deals may do of which no deal is
    like. They hold for the line-ups played, each deal having drawn its own. None where line-ups met on fewer than
    MIN_DEALS deals, or where no result varies within a seat.
    """
    games = frame.group_by("deal", "circle").agg(n=pl.len() // pl.col("seat").n_unique())
    several = games["circle"].n_unique() > 1
    meeting = games.group_by("deal").agg(pl.len().alias("circles"), pl.col("n").sum())
    crossed = meeting.filter(pl.col("circles") > 1 if several else pl.col("n") > 1)
    if len(crossed) < MIN_DEALS:
        return None
    sums = _Sums.of(frame, value, crossed["deal"])
    estimates = _shares(sums.without_each())
    if not np.isfinite(estimates[0]).all():
        return None
    from scipy.special import stdtrit

    error = np.sqrt((GROUPS - 1) / GROUPS * np.nansum((estimates[1:] - np.nanmean(estimates[1:], axis=0)) ** 2, axis=0))
    deals = np.array([len(crossed), frame["deal"].n_unique(), frame["deal"].n_unique()])
    reach = np.maximum(float(stdtrit(GROUPS - 1, 0.975)) * error, UNSEEN / deals)
    skill, first_order, seat = (
        VarianceShare(*(float(x) for x in np.clip((share, share - half, share + half), 0.0, 1.0)))
        for share, half in zip(estimates[0], reach, strict=True)
    )
    within_skill = VarianceShare(
        min(first_order.share, skill.share), min(first_order.low, skill.share), min(first_order.high, skill.high)
    )
    luck = VarianceShare(1.0 - skill.share, 1.0 - skill.high, 1.0 - skill.low)
    return LuckAndSkill(skill, within_skill, luck, seat, len(crossed), int(crossed["n"].sum()))


@dataclass(frozen=True)
class _Sums:
    """What the shares are made of, added up in groups of deals [group, seat], of line-ups too [group, line-up, seat].

    Of all deals, and of those on which line-ups met: games n, totals t and squares q of results, and sums over deals of
    n^2 and t^2; of the latter also those over deals and circles. all_seats: sums over deals of the squares of a deal's
    rows and of their total, all seats together [group]. rows: of each circle [group, circle].
    """

    all_deals: Floats  # [n, t, q, nn, tt]
    crossed: Floats  # [n, t, q, nn, tt]
    circles: Floats  # [nn, tt]
    lineups: Floats  # [n, t, nn, tt] x line-up
    all_seats: Floats  # [nn, tt]
    rows: Floats

    @classmethod
    def of(cls, frame: pl.DataFrame, value: str, crossed: pl.Series) -> _Sums:
        deals, deal = np.unique(frame["deal"].to_numpy(), return_inverse=True)
        is_crossed = np.isin(deals, crossed.to_numpy())
        group_of = (np.where(is_crossed, np.cumsum(is_crossed), np.cumsum(~is_crossed)) - 1) % GROUPS
        codes = {key: frame[key].rank("dense").to_numpy().astype(np.int64) - 1 for key in ("seat", "lineup", "circle")}
        size = {key: int(code.max()) + 1 for key, code in codes.items()}
        all_rows = {**codes, "deal": deal.reshape(-1), "y": frame[value].to_numpy().astype(np.float64)}
        crossed_rows = {name: x[is_crossed[all_rows["deal"]]] for name, x in all_rows.items()}

        def add(
            rows: Mapping[str, NDArray[Any]], by: Sequence[str], names: Sequence[str], within: Sequence[str] = ()
        ) -> Floats:
            """Sums by group and these keys; nn and tt add squares of what a deal, or a level within it, adds up to."""
            levels = [size[key] for key in by]
            shape = GROUPS, int(np.prod(levels))
            place = np.zeros(len(rows["deal"]), dtype=np.int64)
            for key in by:
                place = place * size[key] + rows[key]
            place += group_of[rows["deal"]] * shape[1]
            cell = rows["deal"]
            for key in (*by, *within):
                cell = cell * size[key] + rows[key]
            first, n, t = _add_cells(cell, rows["y"])
            of_cells = {"n": n, "t": t, "nn": n * n, "tt": t * t}
            sums = [
                np.bincount(place, rows["y"] ** 2, minlength=shape[0] * shape[1])
                if name == "q"
                else np.bincount(place[first], of_cells[name], minlength=shape[0] * shape[1])
                for name in names
            ]
            return np.stack(sums).astype(np.float64).reshape(len(names), GROUPS, *levels)

        five = ("n", "t", "q", "nn", "tt")
        return cls(
            all_deals=add(all_rows, ["seat"], five),
            crossed=add(crossed_rows, ["seat"], five),
            circles=add(crossed_rows, ["seat"], ("nn", "tt"), within=["circle"]),
            lineups=add(all_rows, ["lineup", "seat"], ("n", "t", "nn", "tt")),
            all_seats=add(all_rows, [], ("nn", "tt")),
            rows=add(all_rows, ["circle"], ("n",))[0],
        )

    def without_each(self) -> _Sums:
        """The sums of all groups, and of all but each: in the place of the groups' axis."""

        def remaining(values: Floats, axis: int) -> Floats:
            total = values.sum(axis=axis, keepdims=True)
            return np.concatenate([total, total - values], axis=axis)

        names = ("all_deals", "crossed", "circles", "lineups", "all_seats")
        return _Sums(**{name: remaining(getattr(self, name), 1) for name in names}, rows=remaining(self.rows, 0))


def _add_cells(cell: NDArray[np.int64], y: Floats) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Of rows by the numbers of their cells: a row of each cell, how many rows it has, and the total of y, in whole
    numbers and so exact."""
    order = np.argsort(cell, kind="stable")
    numbers = cell[order]
    start = np.flatnonzero(np.diff(numbers, prepend=-1))
    n = np.diff(start, append=len(cell)).astype(np.float64)
    return order[start], n, np.add.reduceat(y[order], start) if len(start) else np.empty(0)


def _shares(sums: _Sums) -> Floats:
    """Skill, the line-up alone, and the seat [group, part], from sums over groups of deals."""
    n, t, q, nn, tt = sums.all_deals
    with np.errstate(divide="ignore", invalid="ignore"):
        other_deals = (t**2 - tt) / (n**2 - nn)  # mean product of two games of a seat on different deals
        variance = np.sum(q / n - other_deals, axis=1)
        n_met, _, q_met, nn_met, tt_met = sums.crossed
        nn_circle, tt_circle = sums.circles
        # How often two line-ups are of one circle.
        rotations = (np.sum(sums.rows**2, axis=1) / np.sum(sums.rows, axis=1) ** 2)[:, None]
        same_circle = tt_circle / nn_circle
        pairs = nn_met - nn_circle
        other_circles = np.where(pairs > 0, (tt_met - tt_circle) / np.where(pairs > 0, pairs, 1.0), same_circle)
        skill = np.sum(q_met / n_met - (1.0 - rotations) * other_circles - rotations * same_circle, axis=1)
        size, total, squares, products = sums.lineups
        same_lineup = np.sum(total**2 - products, axis=1) / np.sum(size**2 - squares, axis=1)
        first_order = np.sum(same_lineup - other_deals, axis=1)
        any_seats = (np.sum(t, axis=1) ** 2 - sums.all_seats[1]) / (np.sum(n, axis=1) ** 2 - sums.all_seats[0])
        between = np.maximum(np.mean(other_deals, axis=1) - any_seats, 0.0)
        seat = between / (between + variance / n.shape[1])
        return np.stack([skill / variance, first_order / variance, seat], axis=1)


# -- of a run ---------------------------------------------------------------------------------------------------------


def luck_rows(run: ScenarioRun) -> pl.DataFrame:
    """Shares of skill, luck and seat in who wins, a row each; none where line-ups meet on too few deals."""
    shares = _luck_of_run(run) if run.players > 1 else None
    if shares is None:
        return pl.DataFrame()
    parts = {
        SKILL: shares.skill,
        ALWAYS: shares.first_order,
        LUCK: shares.luck,
        "seat": shares.seat,
    }
    rows = [(name, part.share, part.low, part.high, shares.deals) for name, part in parts.items()]
    return pl.DataFrame(rows, schema=["part", "share", "share_low", "share_high", "deals"], orient="row")


def _luck_of_run(run: ScenarioRun) -> LuckAndSkill | None:
    rows = in_order(free_deciders(run), ["strategy", "board", "seat", "win_share60"])
    lineup = number_groups(rows, ["strategy", "board"])[1].astype(np.int64).reshape(-1, run.players)
    digits = (int(lineup.max(initial=0)) + 1) ** np.arange(run.players)
    rotations = np.stack([np.roll(lineup, shift, axis=1) @ digits for shift in range(run.players)])
    columns = {
        "deal": rows["deal"],
        "seat": rows["seat"],
        "lineup": np.repeat(rotations[0], run.players),
        "circle": np.repeat(rotations.min(axis=0), run.players),
        "win_share60": seatwise(rows, "win_share60", run.players).ravel(),
    }
    return luck_and_skill(pl.DataFrame(columns), "win_share60")


def luck_words(rows: Sequence[Mapping[str, Any]]) -> str:
    """What players and the deal decide, as a heading; "" where it is not known."""
    parts = {row["part"]: _percent(row["share"], row["share"]) for row in rows}
    if not parts:
        return ""
    return f"Skill decides {parts[SKILL]} % of who wins, the deal alone {parts[LUCK]} %"


def luck_sentence(rows: Sequence[Mapping[str, Any]]) -> str:
    """The shares in a sentence to quote, with their intervals; where they are not known, what gives them."""
    if not rows:
        return (
            "Luck and skill are not told apart: that takes results that vary, and line-ups that meet on "
            f"{MIN_DEALS} deals or more, as `balance` plays them from about 6,500 games on."
        )
    parts = {}
    for row in rows:
        share, low, high = (_percent(row[name], row["share"]) for name in ("share", "share_low", "share_high"))
        parts[row["part"]] = f"{share} % ({low} to {high})"
    return (
        f"Skill decides {parts[SKILL]} of who wins, the deal alone {parts[LUCK]}, seats apart. Skill is what changes "
        "when others play the same deal, new draws after their moves included; what makes some of them win more on any "
        f"deal is {parts[ALWAYS]}."
    )


def _percent(fraction: float, share: float) -> str:
    """In per cent with as many digits as the share needs."""
    return f"{100 * fraction:.{0 if share >= SMALL else 1}f}"
