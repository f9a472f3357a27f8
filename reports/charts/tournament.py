"""Charts of the question who is stronger: each draws rows of a table of the evidence under a title."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from reports.charts import BarRow, Row, Scale, Series, forest, heat_map, lines, stacked_bars
from reports.charts.sheet import Key
from reports.charts.style import CATEGORIES, signed
from reports.charts.views import action_colours, alias_note, alt_text
from reports.questions.base import Chart, Evidence, Rows, cell_note, chart, estimate, grid, unique

__all__ = ["action_charts", "ladder_charts", "place_charts", "standing_charts"]

FAR = 4.0  # times the span of all others: whoever makes an axis so much longer is not drawn on it


def standing_charts(evidence: Evidence, title: str) -> Iterator[Chart]:
    """Elo of each strategy, from the strongest to the weakest."""
    rows = evidence.rows("standing", "strategy", "elo")
    near = rows[: _near(rows)]
    chart_rows = [Row(str(row["strategy"]), (estimate(row, "elo"),)) for row in near]
    far_names = ", ".join(str(row["strategy"]) for row in rows[len(near) :])
    notes = [f"Far below, left to the table: {far_names}." if far_names else "", alias_note(rows, "strategy")]
    scale = Scale("Elo", 0.0, "mean", text=lambda value: signed(value, 0))
    if rows:
        figure = forest(
            title,
            "Elo by who won, the strongest first; 0 is the mean strength of those who played.",
            chart_rows,
            scale,
            above="above the mean",
            below="below the mean",
            n_label="seats",
            together=True,
            note=" ".join(filter(None, notes)),
        )
        yield chart("standing", title, alt_text(chart_rows, "Elo"), figure)


def _near(rows: Rows) -> int:
    """How many of the strongest are drawn: all, unless some, half of them at most, are so far below that the others
    could not be told apart on one axis with them."""
    estimates = [elo for elo in (estimate(row, "elo") for row in rows) if elo]
    if not estimates:
        return 0
    spans = max(elo.high for elo in estimates) - np.minimum.accumulate([elo.low for elo in estimates])
    jumps = {m: float(spans[m] / spans[m - 1]) for m in range(max(2, (len(rows) + 1) // 2), len(rows))}
    far = max(jumps, key=lambda m: jumps[m], default=len(rows))
    return far if jumps.get(far, 1.0) > FAR else len(rows)


def place_charts(evidence: Evidence, title: str, key: str) -> Iterator[Chart]:
    """What each strategy wins more or less than on the whole, by seat or by board (`key`)."""
    rows = evidence.rows(f"strategy_{key}", "strategy", key, "effect")
    if not rows:
        return
    down, across, cells = grid(rows, "strategy", key, "effect", centre=0)
    figure = heat_map(
        title,
        "Win share there minus the strategy's mean, points ± half its interval; the strongest above.",
        [str(name) for name in down],
        [f"seat {place}" if key == "seat" else evidence.words.board(place) for place in across],
        cells,
        centre=0,
        unit="pp",
        note=cell_note(rows, "0"),
    )
    yield chart(f"strategy_{key}", title, f"Heat map of {len(down)} strategies in {len(across)} columns.", figure)


def ladder_charts(evidence: Evidence, title: str) -> Iterator[Chart]:
    """Elo over doublings of the games a decision."""
    rows, series = evidence.rows("ladder", "ladder", "elo"), []
    for number, ladder in enumerate(unique(row["ladder"] for row in rows)):
        steps = [(math.log2(row["games"]), estimate(row, "elo")) for row in rows if row["ladder"] == ladder]
        points = [(x, elo) for x, elo in steps if elo is not None]
        colour = CATEGORIES[number % len(CATEGORIES)]
        series.append(Series(ladder, colour, tuple(x for x, _ in points), tuple(elo for _, elo in points), bars=True))
    figure = lines(
        title,
        "Elo by games a decision; bars: 95 % intervals, all together. 0 is the mean strength of all who played.",
        series,
        Scale("Elo", text=lambda value: signed(value, 0)),
        x_label="games a decision (N)",
        tick_labels={math.log2(games): f"{games:,}" for games in sorted({row["games"] for row in rows})},
    )
    alt = "; ".join(f"{row['ladder']} {row['games']:,}: {row['elo']:+.0f}" for row in rows)
    yield chart("ladder", title, f"{alt}.", figure)


def action_charts(evidence: Evidence, title: str) -> Iterator[Chart]:
    """Which part of the turns of each strategy each action takes."""
    rows = evidence.rows("behaviour", "strategy", "action", "share")
    order = {letter: place for place, letter in enumerate(evidence.words.classes)}
    names = sorted(unique(row["action"] for row in rows), key=lambda name: order.get(name, len(order)))
    total = {name: sum(row["share"] for row in rows if row["action"] == name) for name in names}
    rest = len(names) > len(CATEGORIES)
    if rest:
        common = sorted(names, key=lambda name: -total[name])[: len(CATEGORIES) - 1]
        names = [name for name in names if name in common]
    shares = {(row["strategy"], row["action"]): 100.0 * row["share"] for row in rows}
    bars = []
    for who in unique(row["strategy"] for row in rows):
        parts = [shares.get((who, name), 0.0) for name in names]
        bars.append(BarRow(str(who), (*parts, *([100.0 - sum(parts)] if rest else []))))
    names = [*names, *(["others"] if rest else [])]
    colour_of = zip(names, action_colours(names, evidence.words), strict=False)
    keys = [Key(evidence.words.action(name), colour) for name, colour in colour_of]
    subtitle = "Share of the turns of each strategy by the action taken, the strongest first."
    figure = stacked_bars(title, subtitle, bars, keys, unit="turns, %", digits=0)
    yield chart("behaviour", title, f"{len(bars)} strategies by {len(names)} actions.", figure)
