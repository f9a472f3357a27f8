"""How long are the tracks on the boards, and how much of them is used."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import columns as c
from reports.boards.pairs import come, seat_arm
from reports.charts import track_panels
from reports.charts.estimate import Estimate
from reports.columns import Column
from reports.facts import Track
from reports.frames import RunFrames
from reports.page.words import pretty
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    ShownSection,
    Table,
    chart,
    estimate,
    number,
    section_of,
    unique,
)
from reports.stats.cluster import Measure, grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    c.word("track", "track"),
    c.count("length", "slots", note="slots"),
    c.number("mean_final", "at the end", 1, "slots", estimate=True),
    c.percent("at_maximum", "at maximum at the end", note="fraction of seat-games at the end"),
    c.N,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Where each track of each board stands at the end, and how often at its last slot, players as they come."""
    named = [(name, track) for name, board in run.game.boards.items() for track in board.tracks]
    named = [(name, track) for name, track in named if track.tally in run.columns]
    if run.game.shared or seat_arm(run) is None or not named:
        return pl.DataFrame()
    slots: dict[str, dict[str, int]] = {}
    for name, track in named:
        slots.setdefault(track.tally, {})[name] = track.slots
    board = pl.col("board").cast(pl.String)
    rows = (
        come(run, run.seats)
        .filter(board.is_in([name for name, _ in named]))
        .with_columns(
            (pl.col(tally) >= board.replace_strict(on, default=None, return_dtype=pl.Int64)).alias(f"full_{tally}")
            for tally, on in slots.items()
        )
    )
    measures = {tally: Measure(tally) for tally in slots}
    measures |= {f"full_{tally}": Measure(f"full_{tally}", bounded=True) for tally in slots}
    found = {str(row["board"]): row for row in grouped(rows, ["board"], measures).iter_rows(named=True)}
    out = [_row(found[name], track) | {"board": name} for name, track in named if name in found]
    return pl.DataFrame(out, infer_schema_length=None)


def _row(found: dict[str, Any], track: Track) -> dict[str, Any]:
    """What was measured of one track on one board."""
    row = {"track": track.name, "length": track.slots, "at_maximum": found[f"full_{track.tally}"], "n": found["n"]}
    return row | {f"mean_final{end}": found[f"{track.tally}{end}"] for end in ("", "_low", "_high")}


def section(evidence: Evidence) -> ShownSection | None:
    """How much of each board's tracks is in use at the end; nothing where boards have none."""
    said = evidence.game.board.tracks
    if said is None or evidence.game.shared or not any(board.tracks for board in evidence.game.boards.values()):
        return None
    rows = evidence.rows("tracks", "board", "track", "length", "mean_final")

    def draw() -> list[Chart]:
        if not rows:
            return []
        names, boards = unique(row["track"] for row in rows), unique(row["board"] for row in rows)
        found = {(row["board"], row["track"]): _use(row) for row in rows}
        panels = [(evidence.words.board(board), [found.get((board, name)) for name in names]) for board in boards]
        note = "% full: seat-games that end at the maximum."
        figure = track_panels(said.title, said.subtitle, [pretty(name) for name in names], panels, note=note)
        return [chart("tracks", said.title, f"Tracks of {len(boards)} boards, {len(names)} each.", figure)]

    return section_of("tracks", said.heading, said.reading, ("tracks",), evidence, draw)


def _use(row: dict[str, Any]) -> tuple[float, Estimate, str] | None:
    """Length of a track, how much of it is used, and how often all of it; None where nothing was measured."""
    measured, full = estimate(row, "mean_final", n=False), number(row, "at_maximum", 100)
    if measured is None:
        return None
    return float(row["length"]), measured, "" if full is None else f"{full:.0f} % full"


PIECE = Piece(section, (Table("tracks", COLUMNS, table),))
