"""Where on a map openings go, and how often those who went there win."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.charts import Spot, square_map
from reports.columns import Column
from reports.facts import MapFacts
from reports.frames import SHARE, RunFrames, text
from reports.openings.parts import CHOSEN, parts_of
from reports.page.words import pretty
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    Rows,
    ShownSection,
    Table,
    chart,
    estimate,
    number,
    section_of,
)
from reports.stats.cluster import grouped

__all__ = ["ANY", "PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    replace(
        c.word("tally", "placement"),
        note="of the fact `places`; `any`: where there are several, all together",
    ),
    c.count("square", "square"),
    c.N,
    replace(c.FREQUENCY, note="of the seat-games"),
    replace(c.SHARE, note="chosen openings; a square that fewer than 30 seat-games used is left out"),
)

ANY = "any"  # the name under which several tallies stand together

RARE = 30  # seat-games below which a square is left out


def table(run: RunFrames) -> pl.DataFrame:
    """Win share and frequency (of the seat-games that went anywhere) of every square the tallies of the fact `places`
    name, in chosen openings; with more than one tally also of all together, `any`."""
    named, parts = run.game.places, run.once(parts_of)
    tallies = [name for name in named.tallies if name in run.columns] if named else []
    if CHOSEN not in parts or not tallies:
        return pl.DataFrame()
    rows = parts[CHOSEN].select("game", "seat", "deal", "board", "win_share60", *tallies)
    long = rows.unpivot(
        tallies, index=["game", "seat", "deal", "board", "win_share60"], variable_name="tally", value_name="square"
    ).filter(pl.col("square") >= 0)
    if len(tallies) > 1:
        each = long.unique(["game", "seat", "square"]).with_columns(tally=pl.lit(ANY))
        long = pl.concat([long, each])
    sizes = long.group_by("board", "tally").agg(pl.struct("game", "seat").n_unique().alias("whole")).collect()
    found = grouped(long, ["board", "tally", "square"], {"share": SHARE}).filter(pl.col("n") >= RARE)
    table = found.join(sizes, on=["board", "tally"], how="left", nulls_equal=True).with_columns(
        frequency=pl.col("n") / pl.col("whole")
    )
    order = {name: i for i, name in enumerate([*tallies, ANY])}
    place = pl.col("tally").replace_strict(order, return_dtype=pl.Int64)
    return text(table.sort("board", place, "square"), "board")


def section(evidence: Evidence) -> ShownSection | None:
    """One map a board the run was played on; None for a game without places."""
    told = evidence.game.places
    if told is None or not told.boards:
        return None
    boards, noun = told.boards, told.noun
    rows = evidence.rows("places", "board", "tally", "square", "share", "frequency")

    def draw() -> list[Chart]:
        known = [name for name in boards if any(row["board"] == name for row in rows)]
        return [_map(evidence, name, boards[name], rows, noun, alone=len(known) == 1) for name in known]

    reading = (
        "A disc marks a square: the larger, the more often it was chosen; blue wins more than par, orange less. What "
        "was chosen is confounded by who chose it: a strategy that wins anyway colours the squares it likes."
    )
    return section_of("places", f"Where the {noun} goes", reading, ("places",), evidence, draw)


def _map(evidence: Evidence, name: str, board: MapFacts, rows: Rows, noun: str, *, alone: bool) -> Chart:
    """The map of one board: several tallies together where there are more than one."""
    own = [row for row in rows if row["board"] == name]
    own = [row for row in own if row["tally"] == ANY] or own
    across = max(len(line) for line in board.rows)
    par = evidence.par or 0.0
    spots = {}
    for row in own:
        share = estimate(row, "share", 100)
        if share is not None:
            clear = share.half is not None and not share.low <= par <= share.high
            weight = number(row, "frequency", 100) or 0.0
            spots[divmod(int(row["square"]), across)] = Spot(share.value, weight, clear, share.half, share.n)
    label = evidence.words.board(name)
    title = f"Where does a {noun} win?" if alone else f"Where does a {noun} win ({label})?"
    games = min((int(row["n"]) for row in own if number(row, "n") is not None), default=0)
    figure = square_map(
        title,
        f"{label}: win share of those whose {noun} covered the square, %; par is {par:.1f} %.",
        list(board.rows),
        {symbol: (pretty(word), colour) for symbol, (word, colour) in board.legend.items()},
        spots,
        centre=par,
        unit="%",
        weight_label=f"how often, % of {noun}s",
        note="Dark ring and bold: the 95 % interval leaves par out, as one in twenty does by chance. "
        f"Each disc rests on {games:,} seat-games or more.",
    )
    return chart(f"places_{name}", title, f"Map of {label} with {len(spots)} squares used.", figure)


PIECE = Piece(section, (Table("places", COLUMNS, table),))
