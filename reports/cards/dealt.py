"""Effects of being dealt a card, or one more card of a trait: by themselves, shrunken, on points."""

from __future__ import annotations

import polars as pl

from reports.card_facts import DEALT
from reports.cards.exposed import exposed
from reports.cards.things import best_first, effect_rows, estimates, things_of
from reports.frames import RunFrames
from reports.stats.cluster import limits

__all__ = ["dealt_rows"]


def dealt_rows(run: RunFrames) -> pl.DataFrame:
    """A row a thing that chance deals, the most helpful of each kind first: what being dealt one more does to the win
    share, and to the score."""
    known, out = run.once(exposed), []
    if known is None:
        return pl.DataFrame()
    for things in things_of(run):
        found = known.of(things, DEALT)
        if found is None:
            continue
        points = known.points(things, DEALT)
        low, high = limits(points.estimate, points.se, points.deals)
        each = [len(at) for at in things.members]
        rows = effect_rows(things, found, {**estimates("points", points.estimate, low, high), "cards": each})
        out.append(best_first(rows, "shrunken"))
    return pl.concat(out) if out else pl.DataFrame()
