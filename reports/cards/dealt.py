"""Effects of being dealt a card, or one more card of a trait: by themselves, shrunken, on points."""

from __future__ import annotations

import polars as pl

from reports.card_facts import DEALT
from reports.cards.exposed import exposed
from reports.cards.things import Things, effect_rows, estimates, things_of
from reports.frames import RunFrames
from reports.stats.cluster import limits
from reports.stats.exposure import Slopes

__all__ = ["dealt", "dealt_rows"]


def dealt(run: RunFrames) -> list[tuple[Things, Slopes]]:
    """Every kind of things that chance deals, with what being dealt one more of each does to the win share."""
    known = run.once(exposed)
    if known is None:
        return []
    every = ((one, known.copies.get((one.of.key, DEALT))) for one in things_of(run))
    return [(one, known.effects(one.gathered(copies))) for one, copies in every if copies is not None]


def dealt_rows(run: RunFrames) -> pl.DataFrame:
    """The same as rows, the most helpful of each kind first, with what it does to the score."""
    known, out = run.once(exposed), []
    for things, found in run.once(dealt):
        assert known is not None
        points = known.points(things.gathered(known.copies[things.of.key, DEALT]))
        low, high = limits(points.estimate, points.se, points.deals)
        each = [len(at) for at in things.members]
        rows = effect_rows(things, found, {**estimates("points", points.estimate, low, high), "cards": each})
        out.append(rows.sort("shrunken", "thing", descending=[True, False], maintain_order=True))
    return pl.concat(out) if out else pl.DataFrame()
