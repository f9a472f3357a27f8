"""Chances to win as the page draws them: lines and bands that any width stretches, and their numbers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from analyser.replay.chances import Chances
from analyser.replay.timeline import Timeline, seat_names
from reports.page import templates

__all__ = ["chance_chart", "chance_rows"]

HEIGHT = 100  # of the drawing: a unit a per cent
MIN_GAP = 3.5  # per cent of the width between two numbers of rounds


def chance_chart(timeline: Timeline, chances: Chances) -> str:
    """The drawing as HTML, and what it says of the last decision that is known."""
    last = max(1, len(timeline.moments) - 1)
    names = seat_names(timeline.header)
    table = list(zip(chances.plies, chances.shares, chances.low, chances.high, strict=True))
    seats = []
    for at, name in enumerate(names):
        lows, highs = ([(ply, low[at]) for ply, _, low, _ in table], [(ply, high[at]) for ply, _, _, high in table])
        line = _points((ply, share[at]) for ply, share, _, _ in table)
        seats.append({"number": at + 1, "name": name, "line": line, "band": _points([*highs, *reversed(lows)])})
    rounds: list[tuple[int, float]] = []
    for number, ply in timeline.rounds.items():
        if not rounds or 100 * ply / last - rounds[-1][1] >= MIN_GAP:
            rounds.append((number, 100 * ply / last))
    folder = Path(__file__).parent / "templates"
    return (
        templates(folder)
        .get_template("chances.html.j2")
        .render(seats=seats, rounds=rounds, last=last, rows=chance_rows(chances), exact=timeline.end["finished"])
    )


def _points(points: Iterable[tuple[int, float]]) -> str:
    """Points of a drawing that is 100 high, 1 at its top."""
    return " ".join(f"{ply},{HEIGHT - HEIGHT * share:.4g}" for ply, share in points)


def chance_rows(chances: Chances) -> list[list[Any]]:
    """[ply, [per cent, low, high] of each seat], in whole per cent, for every decision."""
    rows = []
    for ply, *row in zip(chances.plies, chances.shares, chances.low, chances.high, strict=True):
        rows.append([ply, [[round(100 * float(value)) for value in each] for each in zip(*row, strict=True)]])
    return rows
