"""What a seat is worth in points: the whole points at the start with which every seat wins its share, found on half of
the deals, and the win shares that follow on the other half."""

from __future__ import annotations

import zlib

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.estimators.free_games import free_rows
from reports.frames import SHARE, RunFrames, in_order, seatwise
from reports.stats.cluster import grouped
from reports.stats.price import Claims, Recorded, keyed, prices, won
from reports.stats.verdict import FEW_DEALS

__all__ = ["START_POINTS", "price_seats"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

START_POINTS = (
    c.SEAT,
    c.number("points", "start points", 0, sign=True, note="below 0: points to pay"),
    c.number("exact", "between whole points", 1, sign=True, note="0 on average"),
    c.percent("before", "win share without", estimate=True, note="on deals that had no say in the points"),
    c.percent("after", "win share with them", estimate=True, note="winners of the same games found anew"),
    c.count("n", "n", "games"),
    c.count("deals", "deals"),
)


def price_seats(run: RunFrames) -> pl.DataFrame:
    """A row a seat: the whole `points` that it is given at the start (below 0: that it pays), `exact` those between
    whole ones, 0 on average, at which it wins its share, and its win share, `before` and `after`, with 95 % intervals,
    in n games on the `deals` of the other half. Winners of recorded games are found anew with the points, by the game's
    own tie-breaks; players decide as they did without. No rows where there is no par, bots take part, deals are few, or
    no points bring all seats to par."""
    if run.par is None or run.game.bots or "tie_break" not in run.columns:
        return pl.DataFrame()
    rows = in_order(free_rows(run), ["score", "tie_break", "win_share60"])
    is_tested = _draw_half(run, rows["deal"])
    first, second = rows.filter(~is_tested), rows.filter(is_tested)
    if min(half["deal"].n_unique() for half in (first, second)) < FEW_DEALS:
        return pl.DataFrame()
    solution = prices(_recorded(run, first), _claims(run, first), seed=run.seed, replicates=0)
    if solution is None:
        return pl.DataFrame()
    points = _round(run, first, -solution.price)
    share = won(_recorded(run, second), -points).reshape(-1)
    after = grouped(second.with_columns(win_share60=pl.Series(share)), ["seat"], {"after": SHARE})
    table = grouped(second, ["seat"], {"before": SHARE}).join(after.drop("n", "deals"), on="seat")
    return table.sort("seat").with_columns(points=pl.Series(points), exact=pl.Series(-solution.price))


def _round(run: RunFrames, rows: pl.DataFrame, exact: Floats) -> Ints:
    """Whole points near the exact ones with which the seat farthest from its share is nearest to it. Only differences
    count, so that all may be rounded up or down together; few seats have points other than 0, and few have to pay."""
    games, claims = _recorded(run, rows), _claims(run, rows)
    candidates = [np.floor(exact + shift).astype(np.int64) for shift in np.unique([0.0, *(-exact % 1.0)])]
    shares = [claims.totals(won(games, -points)).sum(axis=0) / claims.size.sum(axis=0) for points in candidates]
    best = candidates[int(np.argmin([np.abs(share - claims.par).max() for share in shares]))]
    zeros = sorted(set(best.tolist()))
    zero = min(zeros, key=lambda points: (np.abs(best - points).sum(), points))
    return np.asarray(best - zero)


def _draw_half(run: RunFrames, deal: pl.Series) -> pl.Series:
    """Which rows are of the half of the deals, drawn by the run's seed, that points are not found on."""
    deals = deal.unique().sort()
    order = np.random.default_rng(zlib.crc32(f"{run.seed} start points".encode())).permutation(len(deals))
    return deal.is_in(deals.gather(np.sort(order[: len(deals) // 2])).implode())


def _recorded(run: RunFrames, rows: pl.DataFrame) -> Recorded:
    """The games, in which each seat pays for itself."""
    key = keyed(*(seatwise(rows, column, run.players).astype(np.int64) for column in ("score", "tie_break")))
    return Recorded(key, np.tile(np.arange(run.players), (len(key), 1)))


def _claims(run: RunFrames, rows: pl.DataFrame) -> Claims:
    """The win share of every seat is par; only differences of prices count."""
    row = np.arange(len(rows))
    deal = rows["deal"].rank("dense").to_numpy().astype(np.int64) - 1
    seat = row % run.players
    size = np.zeros((int(deal.max()) + 1, run.players))
    np.add.at(size, (deal, seat), 1.0)
    return Claims(row, seat, np.ones_like(row), deal, size, run.par or 0.0, free=True)
