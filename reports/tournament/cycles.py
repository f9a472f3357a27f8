"""Do strategies beat each other in turn: cycles, and the mixture that nobody beats."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.charts import Row, Scale, forest
from reports.charts.sheet import Key
from reports.charts.style import CATEGORIES
from reports.columns import Column
from reports.estimators.free_games import free_rows
from reports.frames import RunFrames
from reports.head_to_head import meetings
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, section_of
from reports.stats.cycles import Cycle, alpha_rank, equilibria, nash_average, resampled, three_cycles
from reports.stats.verdict import FEW_DEALS
from reports.tournament.standing import standing

__all__ = ["PIECE", "TERMS", "said"]

STABLE = 0.95  # of the resamples
SHOWN = 20  # cycles
RESAMPLED = "95 of 100 resamples of whole deals lie within"
MIX: tuple[Column, ...] = (
    c.STRATEGY,
    c.percent("nash", "in the mixture nobody beats", estimate=True, note=f"Nash averaging; {RESAMPLED}"),
    c.percent("alpha", "of a population's time", estimate=True, note=f"alpha-rank; {RESAMPLED}"),
)
CYCLES: tuple[Column, ...] = (
    c.code("first", "first"),
    c.code("second", "second"),
    c.code("third", "third"),
    c.percent("first_second", "first ahead of second"),
    c.percent("second_third", "second of third"),
    c.percent("third_first", "third of first"),
    c.percent("stable", "in so many resamples", note="of whole deals, in which all three links hold"),
)
NASH = (
    "How often to send each strategy so that no other finishes ahead of it on average, as evenly as can be (Nash "
    "averaging); where one is ahead of all others it is always that one."
)
ALPHA = "Where players who copy whoever finishes ahead spend their time (alpha-rank); on a cycle they go round."
TERMS = (("Mixture nobody beats", NASH), ("Of a population's time", ALPHA))


@dataclass(frozen=True)
class Circle:
    """Strategies from the strongest to the weakest, shares of the two mixtures with their resamples, cycles."""

    names: tuple[str, ...]
    nash: NDArray[np.float64]
    alpha: NDArray[np.float64]
    nash_drawn: NDArray[np.float64]  # [resample, strategy]
    alpha_drawn: NDArray[np.float64]
    cycles: tuple[Cycle, ...]


def circle(run: RunFrames) -> Circle | None:
    """What who finishes ahead of whom comes to; None where fewer than three met all others, or on too few deals."""
    found = run.once(standing)
    names = tuple(found["strategy"].to_list()) if len(found) else ()
    known, met = meetings(run, free_rows(run), "strategy") if len(names) > 2 else ([], pl.DataFrame())
    if not len(met) or met["deal"].n_unique() < FEW_DEALS:
        return None
    place = np.array([names.index(name) for name in known])
    deal = met["deal"].rank("dense").to_numpy().astype(np.int64) - 1
    first, second = place[met["row"].to_numpy()], place[met["column"].to_numpy()]
    n = len(names)
    won, games = np.zeros((2, int(deal.max()) + 1, n * n), dtype=np.int64)
    won[deal, first * n + second] = met["half"].to_numpy()
    games[deal, first * n + second] = met["games"].to_numpy()
    pairs = np.flatnonzero(games.any(axis=0))
    if len(pairs) < n * (n - 1) // 2:
        return None
    won, games = won[:, pairs], games[:, pairs]
    row, column = np.divmod(pairs, n)

    def square(share: NDArray[np.float64]) -> NDArray[np.float64]:
        out = np.full((*share.shape[:-1], n, n), 0.5)
        out[..., row, column], out[..., column, row] = share, 1.0 - share
        return out

    ahead = square(won.sum(axis=0) / (2.0 * games.sum(axis=0)))
    drawn = square(resampled(won, games, 2, seed=zlib.crc32(f"{run.seed} cycles".encode())))
    return Circle(
        names,
        nash_average(ahead),
        alpha_rank(ahead),
        equilibria(drawn),
        alpha_rank(drawn),
        tuple(three_cycles(ahead, drawn)),
    )


def mixes(run: RunFrames) -> pl.DataFrame:
    """A row a strategy, in the order of the standing."""
    found = run.once(circle)
    if found is None:
        return pl.DataFrame()
    columns: dict[str, object] = {"strategy": found.names}
    for name, share, drawn in (("nash", found.nash, found.nash_drawn), ("alpha", found.alpha, found.alpha_drawn)):
        low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
        columns |= {name: share, f"{name}_low": np.minimum(low, share), f"{name}_high": np.maximum(high, share)}
    return pl.DataFrame(columns)


def cycles(run: RunFrames) -> pl.DataFrame:
    """A row for each three who finish ahead of each other in turn, the stablest first."""
    found = run.once(circle)
    if found is None or not found.cycles:
        return pl.DataFrame()
    names = ("first", "second", "third", "first_second", "second_third", "third_first", "stable")
    rows = [(*(found.names[at] for at in one.players), *one.ahead, one.stable) for one in found.cycles[:SHOWN]]
    return pl.DataFrame(rows, schema=names, orient="row")


def said(run: RunFrames) -> list[str]:
    """The stablest cycle, where there is one that is stable."""
    found = run.once(circle)
    stable = [one for one in found.cycles if one.stable >= STABLE] if found else []
    if found is None or not stable:
        return []
    one, (a, b, c) = stable[0], (found.names[at] for at in stable[0].players)
    first, second, third = (f"{100 * share:.1f} %" for share in one.ahead)
    links = f"{a} finishes ahead of {b} ({first}), {b} of {c} ({second}) and {c} of {a} ({third})"
    more = f"; {len(stable) - 1} more are as stable" if len(stable) > 1 else ""
    return [f"A cycle: {links}, in {100 * one.stable:.0f} of 100 resamples of the deals{more}."]


def section(evidence: Evidence) -> ShownSection | None:
    """The two mixtures, and the cycles behind them."""
    rows = evidence.rows("mixtures", "strategy", "nash", "alpha")
    if not rows:
        return None

    def draw() -> list[Chart]:
        series = (Key("mixture nobody beats", CATEGORIES[0], "point"), Key("alpha-rank", CATEGORIES[1], "point"))
        drawn = [Row(str(row["strategy"]), (estimate(row, "nash", 100), estimate(row, "alpha", 100))) for row in rows]
        title = "Do they beat each other in turn?"
        figure = forest(
            title,
            "Share of each strategy in the mixture nobody beats, and of a population that copies whoever is ahead.",
            drawn,
            Scale("share, %"),
            series=series,
            interval="95 % of resamples",
        )
        told = "; ".join(f"{row['strategy']} {100 * row['nash']:.0f} % and {100 * row['alpha']:.0f} %" for row in rows)
        return [chart("mixtures", title, f"{told}.", figure)]

    stable = [row for row in evidence.rows("cycles", "first") if row["stable"] >= STABLE]
    none = "No cycle is stable: none of three holds in 95 of 100 resamples of the deals." if not stable else ""
    reading = (
        "Where one strategy is ahead of every other, both shares are all its own; on a cycle they are shared out. "
        f"{none or 'The table lists cycles of three, the stablest first.'}"
    )
    return section_of("mixtures", "Cycles", reading, ("mixtures", "cycles"), evidence, draw)


PIECE = Piece(section, (Table("mixtures", MIX, mixes), Table("cycles", CYCLES, cycles)), terms=TERMS)
