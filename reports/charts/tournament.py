"""Charts of the question who is stronger: each draws rows of a table of the evidence under a title."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from reports.charts.bars import BarRow, stacked_bars
from reports.charts.lines import lines
from reports.charts.sheet import Scale
from reports.charts.style import category, signed
from reports.charts.views import action_mix, alias_note, cell_note, forest_chart, forest_rows, heat_chart, line_of
from reports.questions.base import Chart, Evidence, Rows, chart, estimate, unique

__all__ = ["action_charts", "ladder_charts", "place_charts", "standing_charts"]

FAR = 4.0  # times the span of all others: whoever makes an axis so much longer is not drawn on it


def _elo(value: float) -> str:
    return signed(value, 0)


def standing_charts(evidence: Evidence, title: str) -> Iterator[Chart | None]:
    """Elo of each strategy, from the strongest to the weakest."""
    rows = evidence.rows("standing", "strategy", "elo")
    n_near = _near(rows)
    far_names = ", ".join(str(row["strategy"]) for row in rows[n_near:])
    notes = [f"Too far below to be drawn: {far_names}." if far_names else "", alias_note(rows)]
    yield forest_chart(
        "standing", title, "Elo by who won, the strongest first; 0 is the mean strength of those who played.",
        forest_rows(rows[:n_near], "strategy", "elo", factor=1), Scale("Elo of each bot", 0.0, "mean", text=_elo),
        above="above the mean", below="below the mean", together=True, note=" ".join(filter(None, notes)),
    )  # fmt: skip


def _near(rows: Rows) -> int:
    """How many of the strongest are drawn: all, unless some, half of them at most, are so far below that the others
    could not be told apart on one axis with them."""
    estimates = [elo for elo in (estimate(row, "elo") for row in rows) if elo]
    if not estimates:
        return 0
    spans = max(elo.high for elo in estimates) - np.minimum.accumulate([elo.low for elo in estimates])
    # equals without an interval span nothing, and need no room to be told apart
    jumps = {m: float(spans[m] / spans[m - 1]) for m in range(max(2, (len(rows) + 1) // 2), len(rows)) if spans[m - 1]}
    far = max(jumps, key=lambda m: jumps[m], default=len(rows))
    return far if jumps.get(far, 1.0) > FAR else len(rows)


def place_charts(evidence: Evidence, title: str, key: str) -> Iterator[Chart | None]:
    """What each strategy wins more or less than on the whole, by seat or by board (`key`)."""
    rows = evidence.rows(f"strategy_{key}", "strategy", key, "effect")
    yield heat_chart(
        f"strategy_{key}", title,
        "Win share there minus the bot's mean, pp; the strongest above.",
        rows, ("strategy", key), "effect", centre=0, unit="pp",
        labels=(str, "seat {}".format if key == "seat" else evidence.game.label), note=cell_note(rows, "0"),
    )  # fmt: skip


def ladder_charts(evidence: Evidence, title: str) -> Iterator[Chart]:
    """Elo over doublings of the games a decision."""
    rows = evidence.rows("ladder", "ladder", "elo")
    figure = lines(
        title,
        "Elo by games a decision; bars: 95 % intervals, all together. 0 is the mean strength of all who played.",
        [
            line_of(
                ladder, category(number), [row for row in rows if row["ladder"] == ladder],
                lambda row: math.log2(row["games"]), "elo", bars=True, n=True,
            )
            for number, ladder in enumerate(unique(row["ladder"] for row in rows))
        ],
        Scale("Elo", text=_elo),
        x_label="games a decision (N)",
        tick_labels={math.log2(games): f"{games:,}" for games in sorted({row["games"] for row in rows})},
    )  # fmt: skip
    alt = "; ".join(f"{row['ladder']} {row['games']:,}: {row['elo']:+.0f}" for row in rows)
    yield chart("ladder", title, f"{alt}.", figure)


def action_charts(evidence: Evidence, title: str) -> Iterator[Chart]:
    """Which part of the turns of each strategy each action takes."""
    keys, shares = action_mix(evidence.rows("behaviour", "strategy", "action", "share"), "strategy", evidence.words)
    bars = [BarRow(str(strategy), parts) for strategy, parts in shares.items()]
    subtitle = "Share of the turns of each bot by the action taken, the strongest first."
    figure = stacked_bars(title, subtitle, bars, keys, unit="turns, %", digits=0)
    yield chart("behaviour", title, f"{len(bars)} bots by {len(keys)} actions.", figure)
