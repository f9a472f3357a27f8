"""Which group of openings wins: numbers of turns of one class, or classes of the first turn, forced and chosen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from reports import columns as c
from reports.charts import Row, Series, forest, lines
from reports.charts.sheet import Key
from reports.charts.style import CATEGORIES, SMALL, wrap
from reports.columns import Column
from reports.frames import SCORE, SHARE, RunFrames
from reports.openings.drawing import HOWS, alike_of, order_of, share_scale
from reports.openings.forced import PLAYERS
from reports.openings.parts import FORCED, ORDINARY, TUNED, free_plans, parts_of, tuned_rows
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    Rows,
    ShownSection,
    Table,
    chart,
    enough,
    estimate,
    number,
    section_of,
)
from reports.stats.cluster import grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (c.GROUP, c.HOW, PLAYERS, c.N, c.SHARE, c.SCORE, c.FREQUENCY)


Often = Mapping[str, float | None]  # how often each group was chosen, %

BY_TUNED = f"forced, {TUNED}"
SERIES = ((BY_TUNED, CATEGORIES[2], "point"), *HOWS)


def table(run: RunFrames) -> pl.DataFrame:
    """Win share and score of every group of openings, chosen and forced."""
    out = []
    parts = [(how, ORDINARY, rows) for how, rows in run.once(parts_of).items()]
    if (tuned := run.once(tuned_rows)) is not None:
        parts.append((FORCED, TUNED, tuned))
    for how, players, rows in parts:
        kept = free_plans(rows) if how == FORCED else rows
        found = grouped(kept, ["group"], {"share": SHARE, "score": SCORE})
        named = {"how": pl.lit(how), "players": pl.lit(players)}
        out.append(found.with_columns(frequency=pl.col("n") / found["n"].sum(), **named))
    return pl.concat(out) if out else pl.DataFrame()


def section(evidence: Evidence) -> ShownSection:
    """Win share of every group of openings, forced and chosen."""
    rows = evidence.rows("groups", "group", "how", "share")
    words = evidence.words

    alike = alike_of(evidence)
    shown = [row for row in rows if row["how"] != "chosen" or not alike]

    def draw() -> list[Chart]:
        if not shown:
            return []
        drawn, note = enough(shown)
        title = f"How many {words.groups} win?" if words.counted else f"Which {words.groups} wins?"
        often = {str(row["group"]): number(row, "frequency", 100) for row in rows if row["how"] == "chosen"}
        figure = (_line if words.ordered else _rows)(evidence, title, drawn, often, note)
        alt = "; ".join(f"{_series(row)} {words.group(row['group'])}: {100 * row['share']:.1f} %" for row in rows)
        return [chart("groups", title, alt, figure)]

    depends = f"depends on {evidence.game.opening.confounded_by}"
    reading = (
        f"Forced is cause and effect: same deals, {'number' if words.counted else words.groups} drawn by lot. Chosen "
        f"also {depends}, so trust it for what happens at a table, not for advice."
    )
    heading = f"Number of {words.counted} {words.turn[1]}" if words.counted else f"The {words.groups}"
    made = section_of("groups", heading, reading, ("groups", "verdicts"), evidence, draw, why=alike)
    return replace(made, notes=(f"Chosen openings are not drawn: {alike}.",)) if alike and made.charts else made


def _series(row: Mapping[str, object]) -> str:
    """The series a row belongs to."""
    return BY_TUNED if row["players"] == TUNED else str(row["how"])


def _label(series: str, present: Collection[str]) -> str:
    """What a series is called beside those present; "" where it is not."""
    label = f"{series}, {ORDINARY}" if series == FORCED and BY_TUNED in present else series
    return label if series in present else ""


def _line(evidence: Evidence, title: str, rows: Rows, often: Often, note: str) -> Figure:
    """Groups that have an order: a line for forced, by whom, and one for chosen."""
    words, tip = evidence.words, evidence.game.opening.tip
    order, present = order_of(evidence, rows), {_series(row) for row in rows}
    series = []
    for how, colour, _ in SERIES:
        own = [
            (float(order.index(row["group"])), e)
            for row in rows
            if _series(row) == how and (e := estimate(row, "share", 100)) is not None
        ]
        if own:
            own.sort(key=lambda point: point[0])
            places, estimates = zip(*own, strict=True)
            label = _label(how, present)
            series.append(Series(label, colour, places, estimates, bars=True, dashed=how == "chosen"))
    ticks = {float(x): _tick(words.group(name), often.get(name), len(order)) for x, name in enumerate(order)}
    spans = [float(order.index(str(level))) for level in evidence.game.tip_levels if str(level) in order]
    return lines(
        title,
        "Win share and 95 % interval. Forced: drawn by lot, on the same deals. Chosen: what the strategies wanted.",
        series,
        share_scale(evidence),
        x_label=f"{words.groups}; below: how often chosen",
        tick_labels=ticks,
        marked=spans,
        marked_label="the rulebook’s tip" if spans else "",
        note=" ".join(filter(None, [f"Rulebook: “{tip.text}”" if tip else "", note])),
    )


def _tick(name: str, often: float | None, groups: int) -> str:
    """A group under its place on the axis, and how often it was chosen."""
    label = wrap(name, 5.2 / groups, SMALL, lines=3)
    return label if often is None else f"{label}\n{_percent(often)}"


def _percent(value: float) -> str:
    return "under 1 %" if 0 < value < 0.5 else f"{value:.0f} %"


def _rows(evidence: Evidence, title: str, rows: Rows, often: Often, note: str) -> Figure:
    """Groups without an order: a row for each, the best first by its forced win share."""
    words = evidence.words
    found = {(row["group"], _series(row)): estimate(row, "share", 100) for row in rows}

    def worth(name: str) -> float:
        known = found.get((name, "forced")) or found.get((name, "chosen"))
        return known.value if known else 0.0

    order = sorted(order_of(evidence, rows), key=lambda name: -worth(name))
    present = {_series(row) for row in rows}
    shares = {name: often.get(name) for name in order}
    labels = {name: f"{words.group(name)}{'' if x is None else f' ({_percent(x)})'}" for name, x in shares.items()}
    return forest(
        title,
        "Win share and 95 % interval. Forced: drawn by lot, on the same deals. Chosen: what the strategies wanted"
        + (" (in brackets: how often)." if often else "."),
        [Row(labels[name], tuple(found.get((name, how)) for how, _, _ in SERIES)) for name in order],
        share_scale(evidence),
        series=[Key(_label(how, present), colour, mark) for how, colour, mark in SERIES],
        n_label="seat-games",
        note=note,
    )


PIECE = Piece(section, (Table("groups", COLUMNS, table),))
