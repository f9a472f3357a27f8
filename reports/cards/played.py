"""How seats do that use a card: chosen, and so confounded by what else they held and how they stood."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.card_facts import DEALT, CardSet, Use
from reports.cards.exposed import exposed
from reports.cards.things import KEYS, best_first, effect_rows, things_of
from reports.charts import Row, forest
from reports.charts.scale import differences
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, Rows, ShownSection, Table, chart, estimate, section_of
from reports.stats.exposure import Slopes

__all__ = ["PIECE"]

DRAWN = 20  # things of a set that are drawn; the table has all

COLUMNS: tuple[Column, ...] = (
    *KEYS,
    c.code("use", "use"),
    c.N,
    c.percent("often", "how often", note="of the copies dealt; null: the set is not dealt to seats"),
    c.pp("effect", "used: difference in win share", estimate=True, note="who does it minus the others of their games"),
)


def table(run: RunFrames) -> pl.DataFrame:
    """A row a thing and use."""
    known = run.once(exposed)
    if known is None:
        return pl.DataFrame()
    rows = []
    for things in things_of(run):
        for use in things.of.uses:
            used = known.of(things, use.key)
            if used is not None:
                # An opening hand is not all that is dealt.
                dealt = known.of(things, DEALT) if things.of.dealt else None
                found = effect_rows(things, used, {"often": _often(used, dealt)})
                rows.append(best_first(found.with_columns(use=pl.lit(use.label)), "effect"))
    return pl.concat(rows) if rows else pl.DataFrame()


def _often(used: Slopes, dealt: Slopes | None) -> NDArray[np.float64]:
    """Copies so used over copies dealt."""
    if dealt is None:
        return np.full(len(used.copies), np.nan)
    return np.asarray(used.copies / np.maximum(dealt.copies, 1))


def section(evidence: Evidence) -> list[ShownSection]:
    """A section a set whose uses the game names."""
    rows = evidence.rows("played", "set", "thing", "use", "effect")
    return [
        _section(evidence, one, [row for row in rows if row["set"] == one.key])
        for one in evidence.game.cards
        if any(row["set"] == one.key for row in rows)
    ]


def _section(evidence: Evidence, one: CardSet, rows: Rows) -> ShownSection:
    reading = (
        "Chosen, so no cause: who uses a card so held cards, pieces and a position that invited it, and who is ahead "
        "can afford more of everything. Read it for what happens at a table, not for what a card is worth."
    )

    def draw() -> list[Chart]:
        by_use = {use: [row for row in rows if row["use"] == use.label] for use in one.uses}
        return [_chart(evidence, one, use, own) for use, each in by_use.items() if (own := _shown(one.traits, each))]

    heading = f"How seats do that use {one.noun[1]}"
    return section_of(f"played_{one.key}", heading, reading, ("played",), evidence, draw)


def _shown(traits: Mapping[str, str], rows: Rows) -> Rows:
    """Cards themselves where they are few, else the levels of the trait that has most of them within reason."""
    cards = [row for row in rows if row["trait"] is None]
    if 0 < len(cards) <= DRAWN:
        return cards
    by_trait = {trait: [row for row in rows if row["trait"] == trait] for trait in traits}
    return max((own for own in by_trait.values() if len(own) <= DRAWN), key=len, default=[])


def _chart(evidence: Evidence, one: CardSet, use: Use, rows: Rows) -> Chart:
    """Win shares of those who use them so."""
    by = f" by {one.traits[rows[0]['trait']]}" if rows[0]["trait"] else ""
    title = f"How do seats do with {one.noun[1]}{by} {use.label}?"
    figure = forest(
        title,
        "Win share of who does it minus the others of their games, for each copy; chosen, so no proof of cause.",
        [Row(str(row["thing"]), (estimate(row, "effect", 100),)) for row in rows],
        differences("difference in win share", "pp", margin=evidence.margin),
        above="with wins",
        below="with losses",
        n_label="seat-games",
    )
    alt = "; ".join(f"{row['thing']}: {100 * row['effect']:.1f} pp" for row in rows)
    return chart(f"played_{one.key}_{use.key}", title, alt, figure)


PIECE = Piece(section, (Table("played", COLUMNS, table),))
