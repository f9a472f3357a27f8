"""What cards have alike: an aspect, a trigger, an ability, a band of numbers; what one more of a kind is worth."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.card_facts import CardSet
from reports.cards.dealt import dealt_rows
from reports.cards.things import KEYS, SHRUNK, Q
from reports.charts import Row, forest
from reports.charts.scale import differences
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, Rows, ShownSection, Table, chart, estimate, section_of

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    *KEYS,
    c.count("cards", "cards with it"),
    c.N,
    c.pp("effect", "one more dealt: win share", estimate=True, note="in place of a random other card"),
    SHRUNK,
    Q,
    c.points("points", "one more dealt: score", sign=True, estimate=True),
)


def table(run: RunFrames) -> pl.DataFrame:
    """A row a level of a trait."""
    rows = run.once(dealt_rows)
    return rows.filter(pl.col("trait").is_not_null()) if len(rows) else rows


def section(evidence: Evidence) -> list[ShownSection]:
    """A section a set of cards with traits."""
    rows = evidence.rows("traits", "set", "trait", "thing", "effect")
    return [
        _section(evidence, one, [row for row in rows if row["set"] == one.key])
        for one in evidence.game.cards
        if any(row["set"] == one.key for row in rows)
    ]


def _section(evidence: Evidence, one: CardSet, rows: Rows) -> ShownSection:
    reading = (
        f"What one more {one.noun[0]} of a kind does, dealt in place of a random other: chance again, so cause and "
        "effect. Kinds gather many cards, so they are measured better than any card by itself."
    )

    # With the intervals that verdicts are read off, or dots and words would differ.
    said = {row["subject"]: row for row in evidence.rows("verdicts", "subject", "effect")}

    def draw() -> list[Chart]:
        title = f"What do the {one.noun[1]} that win have in common?"
        listed: list[Row] = []
        for trait, label in one.traits.items():
            own = [row for row in rows if row["trait"] == trait]
            listed += [Row(label, strong=True)] * bool(own)
            for row in own:
                measured = said.get(f"{label} {row['thing']}", row)
                listed.append(Row(str(row["thing"]), (estimate(measured, "effect", 100),)))
        figure = forest(
            title,
            f"Difference in win share for one more {one.noun[0]} of the kind dealt in a game, with 95 % intervals"
            f"{' that hold together' if said else ''}.",
            listed,
            differences("difference in win share", "pp", margin=evidence.margin),
            above="helps",
            below="hurts",
            n_label="seat-games",
            together=bool(said),
        )
        alt = "; ".join(f"{row['trait']} {row['thing']}: {100 * row['effect']:.1f} pp" for row in rows)
        return [chart(f"traits_{one.key}", title, alt, figure)]

    alike = [label for trait, label in one.traits.items() if not any(row["trait"] == trait for row in rows)]
    made = section_of(f"traits_{one.key}", f"What {one.noun[1]} have in common", reading, ("traits",), evidence, draw)
    notes = [f"Every hand has as many of each {label}: being dealt one says nothing of it." for label in alike]
    return ShownSection(made.key, made.heading, made.reading, made.charts, made.tables, (*made.notes, *notes))


PIECE = Piece(section, (Table("traits", COLUMNS, table),))
