"""Players as they come, and each side of a change played by players tuned for it: does it matter who plays?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports import columns as c
from reports.charts import Row, forest
from reports.charts.scale import differences as difference_scale
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, Term, chart, section_of
from reports.tuned import MORE
from reports.whatif.drawing import CHANGE, WHO, alt_text, grouped_rows, keys
from reports.whatif.sides import kinds_of
from reports.whatif.verdicts import subject_name, tuned_win_share_changes

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    *WHO,
    c.word("players", "players", note="as they come, tuned for the side they play, or how far the two differ"),
    c.N,
    c.pp("effect", "effect", estimate=True, note=f"share, after minus before, on the same deals; {c.TOGETHER}"),
    c.P,
)
GAINED: tuple[Column, ...] = (
    CHANGE,
    c.STRATEGY,
    c.word(
        "plays",
        "plays",
        note="found on which side: the best there of all found; as it comes where none gains",
    ),
    c.count("generations", "generations", note="of 16 plans"),
    c.count("deals", "fresh deals"),
    c.pp("share", "gain of win share", estimate=True, note="over the plan as it comes, whose seat it takes"),
    c.points("ahead", "points ahead", sign=True, estimate=True, note="gain, of the mean opponent"),
)


def table(run: RunFrames) -> pl.DataFrame:
    """After minus before by who plays, and how far the two differ, judged in one family with all of their kind."""
    tables = []
    for kind in kinds_of(run) if run.retuned and run.games_played else ():
        if (tuned_changes := tuned_win_share_changes(run, kind)) is None:
            continue

        def frame(names: Sequence[tuple[str, str]], of: str = kind.name) -> pl.DataFrame:
            who = [subject_name(run, of, name) for name, _ in names]
            return pl.DataFrame({"kind": of, "name": who, "scenario": [label for _, label in names]})

        tables.append(tuned_changes.rows(frame))
    return pl.concat(tables) if tables else pl.DataFrame()


def gained(run: RunFrames) -> pl.DataFrame:
    """What tuning gained each plan on each side."""
    rows = [
        {**vars(gain), "scenario": gain.side, "plays": f"found {gain.found}" if gain.found else "as it comes"}
        for gain in (run.retuned.gained if run.retuned else ())
    ]
    return pl.DataFrame(rows) if rows else pl.DataFrame()


def section(evidence: Evidence) -> ShownSection | None:
    """Both on one axis; no section where nobody was tuned."""
    rows = [row for row in evidence.rows("tuned_players", "name", "players", "effect") if row["players"] != MORE]
    if not rows and not evidence.rows("retuned"):
        return None

    def draw() -> list[Chart]:
        chart_rows = [{**row, "name": f"{row['name']}, {row['players']}"} for row in rows]
        forest_rows: list[Row] = grouped_rows(chart_rows, "effect", 100, evidence)
        if not forest_rows:
            return []
        title = "Is the change another one to players who know it?"
        scale = difference_scale("difference in win share", "pp", margin=evidence.margin, less="loses", more="gains")
        subtitle = "Win share after the change minus win share before, on the same deals and seats, by who plays."
        figure = forest(
            title, subtitle, forest_rows, scale, series=keys(chart_rows), together=True, above="gains", below="loses"
        )
        return [chart("tuned_players", title, alt_text(forest_rows, chart_rows), figure)]

    reading = (
        "Players as they come know the game as it was. Players tuned for it have searched for better weights on either "
        "side, for as many generations; where their dot lies apart from the other, what the change does depends on "
        "whether players have learnt it. Each side is played by the best there of the plans found on any, or by the "
        "plan as it comes where none gains. Intervals are over deals: another search may find other weights."
    )
    tables = ("tuned_players", "retuned")
    return section_of("tuned_players", "Players as they come, players tuned for it", reading, tables, evidence, draw)


TERMS: tuple[Term, ...] = (
    ("As they come, tuned for it", "Players with the weights they have; with such as were searched for in their game."),
)

PIECE = Piece(section, (Table("tuned_players", COLUMNS, table), Table("retuned", GAINED, gained)), terms=TERMS)
