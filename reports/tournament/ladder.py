"""Ladders: one search with ever more games a decision. How strong it becomes, how often the better player wins, and
what the first seat is worth to players of each strength."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import polars as pl

from reports import columns as c
from reports.charts import Row, Scale, Series, forest, lines
from reports.charts.sheet import signed
from reports.charts.style import CATEGORIES
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    Rows,
    ShownSection,
    Table,
    chart,
    estimate,
    present,
    section_of,
    unique,
)
from reports.questions.views import alt_text
from reports.tournament import finish_ahead, places
from reports.tournament.standing import MILLISECONDS, standing

__all__ = ["PIECE", "climbed"]

STEP = re.compile(r"(?P<before>(?:flat|mcts|search:.+?):)(?P<games>\d+)(?P<after>(?::.+)?)")  # a search by its name
COLUMNS: tuple[Column, ...] = (
    c.code("ladder", "ladder"),
    c.count("games", "games", "a decision"),
    c.number("elo", "Elo", 0, sign=True, estimate=True, note="as in the standing"),
    c.percent(
        "ahead",
        "finishes ahead of the step below",
        estimate=True,
        note="in games where both sat at the table, equal ranks counted half; null: there is none below",
    ),
    c.pp(
        "first", "wins more in seat 1", estimate=True, note="than in all seats; simultaneous 95 % interval of all seats"
    ),
    MILLISECONDS,
    replace(c.N, note="those of its Elo"),
)


def ladders(names: Iterable[str]) -> dict[str, list[tuple[int, str]]]:
    """Of each search that played with several numbers of games: these, the least first, and its names with them."""
    found: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        if step := STEP.fullmatch(name):
            found.setdefault(f"{step['before']}N{step['after']}", []).append((int(step["games"]), name))
    return {ladder: sorted(steps) for ladder, steps in found.items() if len(steps) > 1}


def table(run: RunFrames) -> pl.DataFrame:
    """A row a step, ladder by ladder, the least games first."""
    found = run.once(standing)
    if not len(found):
        return pl.DataFrame()
    known = {row["strategy"]: row for row in found.iter_rows(named=True)}
    met = {(row["row"], row["column"]): row for row in run.once(finish_ahead.table).iter_rows(named=True)}
    seats = run.once(places.by_seat)
    first = {row["strategy"]: row for row in seats.iter_rows(named=True) if row["seat"] == 1}
    rows = []
    for ladder, steps in ladders(known).items():
        for (games, name), below in zip(steps, [None, *(one for _, one in steps)], strict=False):
            own = known[name]
            row = {"ladder": ladder, "games": games, "n": own["n"], "milliseconds": own["milliseconds"]}
            row |= _copied("elo", own, "elo")
            row |= _copied("ahead", met.get((name, below or ""), {}), "ahead")
            rows.append(row | _copied("first", first.get(name, {}), "effect"))
    estimates = [f"{name}{end}" for name in ("elo", "ahead", "first") for end in ("", "_low", "_high")]
    types = dict.fromkeys((*estimates, "milliseconds"), pl.Float64)
    return pl.DataFrame(rows, schema_overrides=types) if rows else pl.DataFrame()


def _copied(name: str, row: dict[str, object], source: str) -> dict[str, object]:
    """An estimate with its ends under another name."""
    return {f"{name}{end}": row.get(f"{source}{end}") for end in ("", "_low", "_high")}


def climbed(run: RunFrames) -> list[str]:
    """How surely more games make each ladder stronger, in a sentence each."""
    out = []
    frame = run.once(table)
    rows = frame.rows(named=True) if len(frame) else []
    for ladder in unique(row["ladder"] for row in rows):
        steps = [row for row in rows if row["ladder"] == ladder]
        ahead = [row for row in steps if present(row["ahead_low"])]
        if not ahead:
            continue
        sure = sum(row["ahead_low"] > 0.5 for row in ahead)
        least, most = (f"{100 * pick(row['ahead'] for row in ahead):.1f} %" for pick in (min, max))
        often = least if len(ahead) == 1 else f"{least} to {most}"
        out.append(
            f"{ladder}, N from {steps[0]['games']:,} to {steps[-1]['games']:,}: a step finishes ahead of the one below "
            f"in {often} of the games, surely more than half in {sure} of {len(ahead)}."
        )
    return out


def section(evidence: Evidence) -> ShownSection | None:
    """Strength by games a decision, the better player's chance, the first seat by strength."""
    rows = evidence.rows("ladder", "ladder", "elo")
    if not rows:
        return None
    reading = (
        "Each step plays more games before a decision than the one below. How often it then finishes ahead tells skill "
        "from luck: 50 % is a coin, 100 % a game without luck between players so far apart."
    )
    return section_of("ladder", "More thinking", reading, ("ladder",), evidence, lambda: _charts(rows))


def _charts(rows: Rows) -> list[Chart]:
    out = [_strength(rows)]
    of = {row["ladder"]: [one for one in rows if one["ladder"] == row["ladder"]] for row in rows}
    pairs = [(below, row) for steps in of.values() for below, row in pairwise(steps)]
    better = [
        Row(f"{_name(row, of)} over {below['games']:,}", (estimate(row, "ahead", 100, n=False),))
        for below, row in pairs
        if present(row["ahead"])
    ]
    if better:
        title = "How often does the better player finish ahead?"
        scale = Scale("finishes ahead, %", 50.0, "a coin")
        subtitle = "Chance that a step of the ladder ranks above the one below, in one game."
        figure = forest(title, subtitle, better, scale, above="more than half", below="less than half")
        out.append(chart("ladder_ahead", title, alt_text(better), figure))
    seats = [Row(_name(row, of), (estimate(row, "first", 100, n=False),)) for row in rows if present(row["first"])]
    if seats:
        title = "What is the first seat worth to players of each strength?"
        scale = Scale("win share in seat 1 minus that in all, pp", 0.0, "no difference", text=signed)
        figure = forest(
            title,
            "Win share in seat 1 minus the mean over all seats, from few games a decision to many.",
            seats,
            scale,
            above="seat 1 wins more",
            below="seat 1 wins less",
            together=True,
        )
        out.append(chart("ladder_first", title, alt_text(seats, "pp"), figure))
    return out


def _name(row: Mapping[str, Any], ladders: Mapping[str, Rows]) -> str:
    """The step: its games, and of which ladder where there are several."""
    games = f"{row['games']:,} games"
    return games if len(ladders) == 1 else f"{row['ladder']}, {games}"


def _strength(rows: Rows) -> Chart:
    """Elo over doublings of the games a decision."""
    series = []
    for number, ladder in enumerate(unique(row["ladder"] for row in rows)):
        steps = [(math.log2(row["games"]), estimate(row, "elo")) for row in rows if row["ladder"] == ladder]
        known = [(x, one) for x, one in steps if one is not None]
        colour = CATEGORIES[number % len(CATEGORIES)]
        series.append(Series(ladder, colour, tuple(x for x, _ in known), tuple(one for _, one in known), bars=True))
    title = "How much stronger does more thinking make?"
    ticks = {math.log2(row["games"]): f"{row['games']:,}" for row in rows}
    figure = lines(
        title,
        "Elo by games a decision, with simultaneous 95 % intervals; 0 is the mean strength of all who played.",
        series,
        Scale("Elo", text=lambda value: signed(value, 0)),
        x_label="games a decision (N)",
        tick_labels=dict(sorted(ticks.items())),
    )
    told = "; ".join(f"{row['ladder']} {row['games']:,}: {row['elo']:+.0f}" for row in rows)
    return chart("ladder", title, f"{told}.", figure)


PIECE = Piece(section, (Table("ladder", COLUMNS, table),))
