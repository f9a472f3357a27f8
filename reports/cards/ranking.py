"""Which cards are worth most to whoever is dealt them: all cards, the ten best and worst, and against how they are
used."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.card_facts import CardSet
from reports.cards.dealt import dealt_rows
from reports.cards.things import KEYS, SHRUNK, Q
from reports.charts import Row, forest
from reports.charts.scale import differences
from reports.charts.scatter import Dot, scatter
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
    number,
    section_of,
)

__all__ = ["MOST", "PIECE", "said"]

MOST = 10  # best and worst cards that are drawn and told
LEAST_SHOWN = 0.01  # of the seats dealt a card: a card used less often has no place on a logarithmic axis

COLUMNS: tuple[Column, ...] = (
    *(column for column in KEYS if column.name != "trait"),
    c.N,
    c.pp("effect", "dealt: difference in win share", estimate=True, note="holders minus the others of their games"),
    SHRUNK,
    Q,
    c.points("points", "dealt: difference in score", sign=True, estimate=True),
)


def table(run: RunFrames) -> pl.DataFrame:
    """A row a card that chance deals."""
    rows = run.once(dealt_rows)
    return rows.filter(pl.col("trait").is_null()) if len(rows) else rows


def section(evidence: Evidence) -> list[ShownSection]:
    """A section a set of cards that chance deals."""
    rows = evidence.rows("cards", "set", "thing", "effect", "shrunken")
    return [
        _section(evidence, one, [row for row in rows if row["set"] == one.key])
        for one in evidence.game.cards
        if one.is_dealt
    ]


def _section(evidence: Evidence, one: CardSet, rows: Rows) -> ShownSection:
    """The best and worst of a set, and all against how often they are used."""

    def draw() -> list[Chart]:
        return [_extremes(evidence, one, rows), *_used(evidence, one, rows)] if rows else []

    reading = (
        f"Chance deals the {one.noun[1]}, so this is cause and effect: what holding one does to the win share of a "
        "seat that plays as these strategies do. The shrunken effect is the one to rank by; of those with a q below "
        "0.05 one in twenty is a false alarm, or fewer."
    )
    heading = f"What each {one.noun[0]} is worth when dealt"
    made = section_of(f"dealt_{one.key}", heading, reading, ("cards", "verdicts"), evidence, draw)
    told = (said(rows, one.noun, best=True), said(rows, one.noun, best=False)) if len(rows) > 1 else ()
    return replace(made, notes=(*made.notes, *told))


def said(rows: Rows, noun: tuple[str, str], *, best: bool) -> str:
    """The ten best, or worst, of the upper or lower half in words, by their shrunken effects; `rows` best first."""
    most = min(MOST, len(rows) // 2)
    ends = rows[:most] if best else rows[::-1][:most]
    told = "; ".join(f"{row['thing']} ({_signed(row['shrunken'])} pp)" for row in ends)
    return f"The {'best' if best else 'worst'} {noun[1]} to be dealt, shrunken: {told}."


def _signed(fraction: float) -> str:
    return f"{100 * fraction:+.1f}".replace("-", "−")


def _extremes(evidence: Evidence, one: CardSet, rows: Rows) -> Chart:
    """A forest of the best and the worst."""
    ends = rows if len(rows) <= 2 * MOST else [*rows[:MOST], *rows[-MOST:]]
    title = f"Which {one.noun[1]} win for whoever is dealt them?"
    few = "" if len(ends) == len(rows) else f"The {MOST} best and {MOST} worst of {len(rows)}; the table has all. "
    figure = forest(
        title,
        "Win share of seats dealt it minus the others of their games, shrunken, with 95 % posterior intervals.",
        [Row(str(row["thing"]), (estimate(row, "shrunken", 100),)) for row in ends],
        differences("difference in win share", "pp", margin=evidence.margin),
        above="helps", below="hurts", n_label="seat-games",
        note=f"{few}A posterior interval of many at once is as wide for each as for one.",
    )  # fmt: skip
    alt = "; ".join(f"{row['thing']}: {_signed(row['shrunken'])} pp" for row in ends)
    return chart(f"dealt_{one.key}", title, alt, figure)


def _used(evidence: Evidence, one: CardSet, rows: Rows) -> list[Chart]:
    """Every card's effect against how often seats that were dealt it use it in the first way the game names."""
    if not one.uses:
        return []
    use = one.uses[0]
    often = {
        str(row["thing"]): number(row, "often", 100)
        for row in evidence.rows("played", "thing", "use", "often")
        if row["set"] == one.key and row["use"] == use.label and row["trait"] is None
    }
    dots = [
        Dot(str(row["thing"]), x, measured)
        for row in rows
        if (x := often.get(str(row["thing"]))) and x >= 100 * LEAST_SHOWN and (measured := estimate(row, "effect", 100))
    ]
    if len(dots) < 2:
        return []
    title = f"Are the {one.noun[1]} that win the ones that are {use.label}?"
    figure = scatter(
        title,
        "Win share of seats dealt it minus the others of their games, with 95 % intervals, by how often it is so used. "
        "Named: the most used and the decided ones.",
        dots,
        differences("difference in win share", "pp", margin=evidence.margin),
        x_label=f"seats dealt it that had it {use.label}, %",
        above="helps", below="hurts",
    )  # fmt: skip
    return [
        chart(f"used_{one.key}", title, f"{len(dots)} {one.noun[1]}; the tables cards and played hold them.", figure)
    ]


PIECE = Piece(section, (Table("cards", COLUMNS, table),))
