"""What must be said of a run's cards on the whole: the best and worst first, and what the numbers rest on."""

from __future__ import annotations

import polars as pl

from reports.card_facts import DEALT
from reports.cards.dealt import dealt_rows
from reports.cards.exposed import exposed
from reports.frames import RunFrames
from reports.sentences import signed_pp

__all__ = ["after", "best_and_worst"]

SURE = 0.05  # q below which a card is named before all others
NAMED = 3


def best_and_worst(run: RunFrames) -> list[str]:
    """The best and the worst cards to be dealt, where some are surely so."""
    rows, out = run.once(dealt_rows), []
    for one in run.game.cards:
        own = rows.filter((pl.col("set") == one.key) & pl.col("trait").is_null()) if len(rows) else rows
        if not len(own):
            continue
        sure = own.filter(pl.col("q") < SURE)
        best = [row for row in sure.iter_rows(named=True) if row["shrunken"] > 0][:NAMED]
        worst = [row for row in sure.reverse().iter_rows(named=True) if row["shrunken"] < 0][:NAMED]
        named = [f"{what}: {_told(some)}." for what, some in (("Best dealt", best), ("Worst dealt", worst)) if some]
        none = f"No {one.noun[0]} is surely better or worse to be dealt than another (all q above {SURE:g})."
        out.append(" ".join(named) if named else none)
    return out


def _told(rows: list[dict[str, object]]) -> str:
    return "; ".join(f"{row['thing']} ({signed_pp(float(str(row['shrunken'])))} pp)" for row in rows)


def after(run: RunFrames) -> list[str]:
    """What could not be told, and what the numbers stand for."""
    if not run.game.cards:
        return [f"{run.game.title} does not say what its cards are: there is nothing to compare."]
    known, out = run.once(exposed), []
    for one in run.game.cards:
        if one.dealt and (known is None or (one.key, DEALT) not in known.share):
            out.append(f"No decisions were recorded: who was dealt which {one.noun[0]} is not known.")
        if not one.is_dealt and not one.held:
            out.append(f"The {one.noun[1]} are not dealt to seats: what is told of them was chosen, and is no cause.")
    return out
