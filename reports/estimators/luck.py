"""How much of who wins is skill, how much luck of the set-up and how much luck of what is drawn later.

From games of arm `skill`, in which a line-up plays a deal once as it is and once more for every seat, with all that
this seat does not see at the start dealt anew.

Y_s(D, L, R) is the result of seat s: D is what the seat sees once a game is set up, L the line-up (who sits where, with
which board), R everything else: what is hidden from the seat, what is drawn later, and the draws of the players. D, L
and R are independent. With f_s = E[Y_s | D, L] the variance within a seat is the sum of three parts,

    skill     E_D Var_L f_s          what who plays changes, on what is set up
    set-up    Var_D E_L f_s          what the set-up changes, whoever plays
    later     E Var(Y_s | D, L)      the rest: R alone,

as Var f_s = Var_D E_L f_s + E_D Var_L f_s. On each of n deals m line-ups are drawn independently, each played twice
with the same D: a is the result of the first replay, b that of the second, whose R is independent. Over line-ups l, l'
of a deal and over deals d, d' the means of products

    A = a_dl b_dl       B = a_dl b_dl', l' other than l       C = a_dl b_d'l', d' other than d

have the expectations E f^2, E_D (E_L f)^2 and (E f)^2, whatever the line-ups of one replay have in common. So A - B is
an unbiased estimate of skill, B - C of the set-up, and half the mean of (a - b)^2 of the rest (U-statistics: Hoeffding
1948; replays of one part of the inputs: Jansen 1999; Sun, Apley and Staum 2011). Among line-ups drawn independently one
may come twice, as it may in the variance. Shares are ratios of sums over seats, and biased by a term of the order 1/n.

A lottery has no skill, though a move shifts all later draws: a and b then differ as much for one line-up as for two. A
game without chance has nothing else. Players who decide alike, near copies, have hardly any where chance decides later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports import columns as c
from reports.frames import ScenarioRun, in_order, seatwise

__all__ = [
    "GROUPS", "LATER", "LUCK_COLUMNS", "LUCK_TERMS", "SETUP", "SKILL", "VarianceShare", "VarianceShares",
    "luck_figures", "luck_rows", "luck_words", "shares_of_run", "variance_shares",
]  # fmt: skip

Floats = NDArray[np.float64]

GROUPS = 50  # of deals, which the jackknife leaves out in turn
UNSEEN = 3.0  # deals in which what was never seen may be so: the rule of three (Hanley and Lippman-Hand 1983)
LUCK_COLUMNS = (
    c.word("part", "part", note="of the variance of who wins over deals and line-ups, seats apart; seat: of all of it"),
    c.percent("share", "share", estimate=True, note="jackknife by deal"),
    c.count("deals", "deals", note="on which line-ups played and replayed"),
)
SKILL, SETUP, LATER = "skill", "luck of the set-up", "luck of later draws"  # parts of the variance
LUCK_TERMS = (
    (
        "Skill",
        (
            "How far a seat's chance to win, given what it sees at the start, changes with who plays: equal players "
            f"have none. Known where results vary and line-ups replay {GROUPS} deals or more, as `balance` does from "
            "about 6,000 games on."
        ),
    ),
    (
        "Luck",
        (
            "Of the set-up: how far that chance changes with what the seat sees, over all players. Of later draws: all "
            "that is hidden from the seat or drawn later. Seats are set apart."
        ),
    ),
)
SMALL = 0.05  # shares below it have a decimal


@dataclass(frozen=True)
class VarianceShare:
    """A share of the variance with its 95 % interval, fractions that chance may carry below 0 or above 1."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class VarianceShares:
    """Shares of the variance within seats, which add up to 1; seat: of the whole variance, what lies between seats."""

    skill: VarianceShare
    setup: VarianceShare
    later: VarianceShare
    seat: VarianceShare
    deals: int


def variance_shares(first: ArrayLike, second: ArrayLike) -> VarianceShares | None:
    """The shares from the results of both replays, float64[deal, line-up, seat] each, two line-ups or more a deal.

    Intervals are those of a jackknife that leaves out a fiftieth of the deals at a time (Shao and Wu 1989), Student's
    with 49 degrees of freedom, and reach at least as far as three deals may of which no deal is like. None where no
    result varies within a seat. ValueError for fewer than GROUPS deals or fewer than two line-ups.
    """
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if a.shape != b.shape or a.ndim != 3 or len(a) < GROUPS or a.shape[1] < 2:
        raise ValueError(f"replays {a.shape} and {b.shape}: at least {GROUPS} deals of two line-ups or more, alike")
    sums = _deal_sums(a, b)
    groups = np.zeros((GROUPS, *sums.shape[1:]))
    np.add.at(groups, np.arange(len(a)) % GROUPS, sums)
    size = np.bincount(np.arange(len(a)) % GROUPS, minlength=GROUPS)
    total = groups.sum(axis=0)
    overall = _shares(total[None], np.array([len(a)]))[0]
    if not np.isfinite(overall).all():
        return None
    partial = _shares(total - groups, len(a) - size)
    from scipy.special import stdtrit

    error = np.sqrt((GROUPS - 1) / GROUPS * np.nansum((partial - np.nanmean(partial, axis=0)) ** 2, axis=0))
    reach = np.maximum(float(stdtrit(GROUPS - 1, 0.975)) * error, UNSEEN / len(a))
    skill, setup, later, seat = (
        VarianceShare(*map(float, part)) for part in zip(overall, overall - reach, overall + reach, strict=True)
    )
    return VarianceShares(skill, setup, later, seat, deals=len(a))


def _deal_sums(a: Floats, b: Floats) -> Floats:
    """Of each deal and seat [deal, sum, seat], means over its line-ups: a, b, A, B, half of (a - b)^2, and the product
    of the means of a and of b, which C leaves out. The last seat is the mean of all."""
    a, b = (np.concatenate([x, x.mean(axis=2, keepdims=True)], axis=2) for x in (a, b))
    m = a.shape[1]
    mean_a, mean_b, same = a.mean(axis=1), b.mean(axis=1), (a * b).mean(axis=1)
    other = (m * mean_a * mean_b - same) / (m - 1)
    return np.stack([mean_a, mean_b, same, other, ((a - b) ** 2).mean(axis=1) / 2, mean_a * mean_b], axis=1)


def _shares(sums: Floats, deals: NDArray[np.int64]) -> Floats:
    """Skill, set-up, later and seat [group, part] from sums over so many deals [group, sum, seat]."""
    n = deals[:, None].astype(np.float64)
    total_a, total_b, same, other, later, products = np.moveaxis(sums, 1, 0)
    means = (total_a * total_b - products) / (n * (n - 1.0))  # C
    skill, setup = (same - other) / n, other / n - means
    parts = np.stack([x[:, :-1].mean(axis=1) for x in (skill, setup, later / n)], axis=1)
    within = parts.sum(axis=1, keepdims=True)
    between = means[:, :-1].mean(axis=1, keepdims=True) - means[:, -1:]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.concatenate([parts / within, between / (between + within)], axis=1)


# -- of a run ---------------------------------------------------------------------------------------------------------


def luck_rows(run: ScenarioRun) -> pl.DataFrame:
    """Shares of skill, both kinds of luck, and the seat in who wins, a row each, within 0 and 1, the first three 1
    together; none where fewer than GROUPS deals were replayed, or no result varies."""
    shares = shares_of_run(run) if run.n_replays else None
    if shares is None:
        return pl.DataFrame()
    parts = {SKILL: shares.skill, SETUP: shares.setup, LATER: shares.later, "seat": shares.seat}
    clipped = {name: np.clip([part.share, part.low, part.high], 0.0, 1.0) for name, part in parts.items()}
    together = sum(clipped[name][0] for name in (SKILL, SETUP, LATER))
    rows = [
        (name, share if name == "seat" else share / together, low, high, shares.deals)
        for name, (share, low, high) in clipped.items()
    ]
    return pl.DataFrame(rows, schema=["part", "share", "share_low", "share_high", "deals"], orient="row")


def shares_of_run(run: ScenarioRun) -> VarianceShares | None:
    """The shares, from the deals whose line-ups all count and were replayed for every seat."""
    k = run.players
    rows, seats = run.replays_of_deals
    games = rows.select("game", "deal", "redraw").sort("game").collect()
    share = seatwise(in_order(seats, ["win_share60"]), "win_share60", k)
    n_games = games.select(pl.len().over("deal")).to_series().to_numpy()
    m = int(n_games.max(initial=0)) // (k + 1)  # line-ups of a deal
    is_whole = n_games == m * (k + 1)
    if m < 2 or is_whole.sum() < GROUPS * m * (k + 1):
        return None
    order = np.lexsort([games[name].to_numpy()[is_whole] for name in ("game", "redraw", "deal")])
    results = share[is_whole][order].reshape(-1, k + 1, m, k).astype(np.float64)
    seat = np.arange(k)
    replays = np.moveaxis(results[:, seat + 1, :, seat], 0, 2)  # what each seat sees is kept in a replay of its own
    return variance_shares(results[:, 0], replays)


def luck_words(rows: Sequence[Mapping[str, Any]]) -> str:
    """How much skill decides, as a heading; "" where it is not known."""
    skill = next((row for row in rows if row["part"] == SKILL), None)
    if skill is None:
        return ""
    if skill["share_low"] <= 0:
        return f"Skill decides at most {_percent(skill['share_high'], skill['share_high'])} % of who wins"
    return f"Skill decides {_percent(skill['share'], skill['share'])} % of who wins"


def luck_figures(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    """The share of skill with its interval and the shares of luck, as a number that stands alone; none where it is not
    known."""
    parts = {row["part"]: row for row in rows}
    if not parts:
        return []
    skill, setup, later = (parts[name] for name in (SKILL, SETUP, LATER))
    low, high = (_percent(skill[name], skill["share"]) for name in ("share_low", "share_high"))
    luck = [f"{_percent(row['share'], row['share'])} %" for row in (setup, later)]
    note = f"of who wins, {low} to {high} %; {SETUP} {luck[0]}, {LATER} {luck[1]}"
    return [(f"{_percent(skill['share'], skill['share'])} %", SKILL, note)]


def _percent(fraction: float, share: float) -> str:
    """In per cent with as many digits as the share needs."""
    return f"{100 * fraction:.{0 if share >= SMALL else 1}f}"
