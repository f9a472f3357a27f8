"""What every answer is given beside its question's own tables, as tables too: what is changed, and how strong those are
who played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import polars as pl
from markupsafe import Markup

from reports import columns as c
from reports.answer import Answer
from reports.page.words import Words
from reports.questions.base import Table
from reports.strength import Elo, Share

__all__ = ["DIFFERENCES", "GIVEN", "STRENGTH", "given"]

DIFFERENCES, STRENGTH = "differences", "strength"


def _before(value: object, words: Words) -> str:
    return Markup("<del>{}</del>").format(value)


def _after(value: object, words: Words) -> str:
    return Markup("<ins>{}</ins>").format(value)


def _not_made(run: object) -> pl.DataFrame:
    """These tables are no run's: `given` makes them of an answer."""
    return pl.DataFrame()


# What stands in each, by name.
GIVEN = {
    DIFFERENCES: Table(
        DIFFERENCES,
        (
            c.code("change", "change", note="where there are several"),
            c.code("what", "what"),
            c.worded("before", "before", _before),
            c.worded("after", "after", _after),
        ),
        _not_made,
    ),
    STRENGTH: Table(
        STRENGTH,
        (
            c.STRATEGY,
            c.code("purpose", "plays", note="weak on purpose; null: as well as it can"),
            c.number("elo", "Elo", 0, sign=True, estimate=True, note="among the levels and plans of the game"),
            c.percent("alone", "wins alone among players at random", estimate=True, note="win share"),
            c.count("alone_games", "n", "games"),
            c.percent("searched", "a search player wins among them", estimate=True, note="its win share"),
            c.count("searched_games", "n", "games"),
        ),
        _not_made,
    ),
}


def given(answer: Answer) -> dict[str, pl.DataFrame]:
    """The tables that have something to say, by name."""
    frames = {DIFFERENCES: _differences(answer), STRENGTH: _strength(answer)}
    return {name: GIVEN[name].shaped(frame) for name, frame in frames.items() if frame.height}


def _differences(answer: Answer) -> pl.DataFrame:
    """A row for each thing that is not the same before and after; `change` where there are several changes."""
    several = len({one.change for one in answer.differences}) > 1
    frame = pl.DataFrame([asdict(one) for one in answer.differences])
    return frame if several or frame.is_empty() else frame.with_columns(change=pl.lit(None, dtype=pl.String))


def _strength(answer: Answer) -> pl.DataFrame:
    """A row for each strategy that played."""
    rows = [
        {
            "strategy": one.strategy,
            "purpose": "weak on purpose" if one.learner else None,
            **_elo(one.elo),
            **_share("alone", one.random),
            **_share("searched", one.search),
        }
        for one in (answer.strength.strategies if answer.strength else ())
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _elo(elo: Elo | None) -> Mapping[str, float | None]:
    """A measured rating as columns; null where it was not measured."""
    if elo is None:
        return dict.fromkeys(("elo", "elo_low", "elo_high"))
    return {"elo": elo.elo, "elo_low": elo.low, "elo_high": elo.high}


def _share(name: str, share: Share | None) -> Mapping[str, float | int | None]:
    """A measured share as columns; null where it was not measured."""
    if share is None:
        return dict.fromkeys((name, f"{name}_low", f"{name}_high", f"{name}_games"))
    return {name: share.share, f"{name}_low": share.low, f"{name}_high": share.high, f"{name}_games": share.games}
