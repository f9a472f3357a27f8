"""How long are the unrest tracks of the boards, and how much of them is used."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.boards.pairs import seat_arm
from reports.columns import Column
from reports.draw import track_panels
from reports.draw.estimate import Estimate
from reports.evidence import Chart, Evidence, Section, chart, estimate, number, section_of, unique
from reports.frames import RunFrames, text
from reports.page.words import pretty
from reports.question import Piece, Table
from reports.stats.cluster import Measure, grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    c.word("region", "region"),
    c.count("length", "slots", note="slots"),
    c.number("mean_final", "at the end", 1, "slots", estimate=True),
    c.percent("at_maximum", "at maximum at the end", note="fraction of seat-games at the end"),
    c.N,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Where the unrest markers of each region stand at the end, and how often at the track's last slot."""
    named = [name for name in run.game.tallies if name.startswith("unrest_")]
    columns = [name for name in named if name in run.columns]
    tracks = {name: board.tracks for name, board in run.game.boards.items()}
    tracks = {b: t for b, t in tracks.items() if len(t) == len(columns)}
    if run.game.shared or seat_arm(run) is None or not columns or not tracks:
        return pl.DataFrame()
    rows = run.seats.with_columns(
        (
            pl.col(c)
            >= pl.col("board").cast(pl.String).replace_strict({b: t[i] for b, t in tracks.items()}, default=None)
        ).alias(f"full_{c}")
        for i, c in enumerate(columns)
    ).filter(pl.col("board").cast(pl.String).is_in(list(tracks)))
    measures = {x: Measure(x) for x in columns} | {f"full_{x}": Measure(f"full_{x}", bounded=True) for x in columns}
    found = text(grouped(rows, ["board"], measures), "board")
    parts = [
        found.select(
            "board",
            pl.lit(_region(c.removeprefix("unrest_"))).alias("region"),
            pl.col("board").replace_strict({b: t[i] for b, t in tracks.items()}, return_dtype=pl.Int64).alias("length"),
            *(pl.col(f"{c}{end}").alias(f"mean_final{end}") for end in ("", "_low", "_high")),
            pl.col(f"full_{c}").alias("at_maximum"),
            "n",
        )
        for i, c in enumerate(columns)
    ]
    order = {b: i for i, b in enumerate(tracks)}
    return pl.concat(parts).sort(pl.col("board").replace_strict(order), maintain_order=True)


def _region(name: str) -> str:
    return f"region {name}" if name.isdigit() else name


def section(evidence: Evidence) -> Section | None:
    """How much of each board's tracks is in use at the end; nothing where boards have none."""
    if evidence.game.shared or not any(board.tracks for board in evidence.game.boards.values()):
        return None
    rows = evidence.rows("unrest", "board", "region", "length", "mean_final")

    def draw() -> list[Chart]:
        if not rows:
            return []
        regions, boards = unique(row["region"] for row in rows), unique(row["board"] for row in rows)
        found: dict[tuple[object, object], tuple[float, Estimate, str]] = {}
        for row in rows:
            measured, full = estimate(row, "mean_final", n=False), number(row, "at_maximum", 100)
            if measured is not None:
                found[row["board"], row["region"]] = (
                    float(row["length"]),
                    measured,
                    "" if full is None else f"{full:.0f} % full",
                )
        panels = [(evidence.words.board(board), [found.get((board, region)) for region in regions]) for board in boards]
        title = "How long are the unrest tracks, and how much of them is used?"
        figure = track_panels(
            title,
            "Boxes: slots of each region's track; filled: mean unrest at the end of the game, with its interval.",
            [pretty(region) for region in regions],
            panels,
            note="% full: seat-games that end at the maximum.",
        )
        return [chart("unrest", title, f"Tracks of {len(boards)} boards by {len(regions)} regions.", figure)]

    reading = "A shorter track silences its region sooner; a high share of full tracks means that the limit bites."
    return section_of("unrest", "Unrest tracks in play", reading, ("unrest",), evidence, draw)


PIECE = Piece(section, (Table("unrest", COLUMNS, table),))
