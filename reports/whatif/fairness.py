"""What became fair and what broke: boards against the baseline, seats and strategies against par, before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from reports import columns as c
from reports.charts import Row, forest
from reports.charts.scale import differences as difference_scale
from reports.charts.sheet import Key
from reports.charts.style import NEUTRAL, colours_of
from reports.columns import Column
from reports.estimates import Estimates
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
    section_of,
    unique,
)
from reports.sentences import sentence_case
from reports.stats.verdict import FAIR, UNCLEAR, Word, judge
from reports.whatif.drawing import WHO, alt_text
from reports.whatif.sides import BEFORE_CHANGE, BOARD, ORDINARY, Kind, change_labels, kinds_of, win_shares
from reports.whatif.verdicts import subject_name

__all__ = ["PIECE", "first"]

BECAME, BROKE = "became fair", "no longer fair"
STAYED, UNFAIR, REVERSED, OPEN = "fair as before", "unfair as before", "unfair the other way", "not decided"
COLUMNS: tuple[Column, ...] = (
    *WHO,
    c.count("n", "n", "seat-games or pairs"),
    c.pp(
        "before", "from fair, before", estimate=True, note=f"a board from the baseline, others from par; {c.TOGETHER}"
    ),
    c.word("word_before", "verdict before"),
    c.pp("after", "from fair, after", estimate=True, note=c.TOGETHER),
    c.word("word_after", "verdict after"),
    c.word("outcome", "so it"),
)

Side = tuple[float | None, float | None, float | None, Word, int]  # estimate, its interval, the word, n


def table(run: RunFrames) -> pl.DataFrame:
    """How far each is from fair on both sides, the words for it, and what they come to."""
    if run.par is None or not run.changes or not run.games_played:
        return pl.DataFrame()
    rows = [row for kind in kinds_of(run) for row in _of_kind(run, kind)]
    return pl.DataFrame(rows, infer_schema_length=None)


def _of_kind(run: RunFrames, kind: Kind) -> Iterator[dict[str, Any]]:
    estimates = run.once(win_shares)[kind.name].fair
    sides = dict(_fairness_by_side(run, kind, estimates)) if estimates else {}
    for label in change_labels(run) if sides else ():
        for who, side_before in sides[BEFORE_CHANGE].items():
            if (side_after := sides[label].get(who)) is not None:
                row: dict[str, Any] = {"kind": kind.name, "name": subject_name(run, kind.name, who), "scenario": label}
                for side, (value, low, high, word, n) in (("before", side_before), ("after", side_after)):
                    row |= {side: value, f"{side}_low": low, f"{side}_high": high, f"word_{side}": word, "n": n}
                yield row | {"outcome": _outcome(side_before, side_after)}


def _fairness_by_side(run: RunFrames, kind: Kind, estimates: Estimates) -> Iterator[tuple[str, dict[str, Side]]]:
    """For each side of the change everybody of a kind with the distance from fair and the word for it."""
    for block, family in zip(estimates.blocks, estimates.families, strict=True):
        if block.labels.get("tuned", ORDINARY) == ORDINARY:
            names = block.means.groups[kind.name].cast(pl.String)
            numbers = (column.tolist() for column in (family.effect, family.low, family.high, family.deals, family.n))
            yield (
                str(block.labels["scenario"]),
                {
                    name: (value, low, high, judge(low, high, deals, run.margin).verdict, n)
                    for name, value, low, high, deals, n in zip(names, *numbers, strict=True)
                },
            )


def _outcome(side_before: Side, side_after: Side) -> str:
    """What two words come to."""
    words = side_before[3], side_after[3]
    if UNCLEAR in words:
        return OPEN
    inside = tuple(word == FAIR for word in words)
    if inside == (False, False):
        return UNFAIR if words[0] == words[1] else REVERSED
    return {(False, True): BECAME, (True, False): BROKE, (True, True): STAYED}[inside[0], inside[1]]


def first(run: RunFrames) -> list[str]:
    """What became fair and what broke; change by change where one does."""
    rows = run.once(table)
    if not len(rows):
        return []
    remarks = []
    for change in run.changes:
        of = rows.filter(pl.col("scenario") == change.label)
        outcomes = [
            f"{words}: {', '.join(names)}"
            for outcome, words in ((BECAME, BECAME), (BROKE, "was fair and is no longer"), (REVERSED, REVERSED))
            if (names := of.filter(pl.col("outcome") == outcome)["name"].to_list())
        ]
        if outcomes:
            remark = "; ".join(outcomes)
            remarks.append(f"with {change.label} {remark}" if len(run.changes) > 1 else remark)
    sentence = ". ".join(map(sentence_case, remarks)) if remarks else "Nothing is seen to become fair or to break"
    undecided = rows.filter(pl.col("outcome") == OPEN).height
    caveat = f" In {undecided} of {rows.height} cases the games do not tell, before or after." if undecided else ""
    return [f"{sentence}.{caveat}"]


def section(evidence: Evidence) -> ShownSection | None:
    """Before and after side by side."""
    rows = evidence.rows("fairness", "name", "scenario", "before", "after")
    if evidence.par is None:
        return None

    def draw() -> list[Chart]:
        return [_chart(rows, evidence)] if rows else []

    reading = (
        f"A {evidence.words.nouns[0]} is held against {evidence.words.baseline}, seats and strategies against par "
        f"({evidence.par:.1f} %). Inside the grey band something counts as fair; what moves into it has become fair, "
        "what moves out of it has broken."
    )
    return section_of("fairness", "What became fair, what broke", reading, ("fairness",), evidence, draw)


def _chart(rows: Rows, evidence: Evidence) -> Chart:
    labels = unique(row["scenario"] for row in rows)
    forest_rows: list[Row] = []
    for kind in unique(row["kind"] for row in rows):
        plural = evidence.words.nouns[1] if kind == BOARD else f"{kind}s".replace("ys", "ies")
        forest_rows.append(Row(sentence_case(plural)))
        for who in unique(row["name"] for row in rows if row["kind"] == kind):
            of = {row["scenario"]: row for row in rows if row["kind"] == kind and row["name"] == who}
            forest_rows.append(Row(who, _estimates(of, labels)))
    title = "Is it fair, before and after?"
    after = labels if len(labels) > 1 else ["after"]
    keys = [Key(label, colour, "point") for label, colour in zip(after, colours_of(after), strict=True)]
    series = [Key(BEFORE_CHANGE, NEUTRAL, "point"), *keys]
    figure = forest(
        title,
        _subtitle(evidence, any(row["kind"] == BOARD for row in rows)),
        forest_rows,
        difference_scale("distance from fair", "pp", margin=evidence.margin, less="weaker", more="stronger"),
        series=series,
        together=True,
    )
    return chart("fairness", title, alt_text(forest_rows, [{"scenario": key.label} for key in series]), figure)


def _subtitle(evidence: Evidence, boards: bool) -> str:
    """What is measured from what."""
    noun, baseline = evidence.words.nouns[0], evidence.words.baseline
    of = f"of a {noun} minus that of {baseline}, " if boards else ""
    return f"Distance from fair: win share {of}of seats and strategies minus par."


def _estimates(of: Mapping[str, Mapping[str, Any]], labels: list[str]) -> tuple[Any, ...]:
    estimate_before = estimate(next(iter(of.values())), "before", 100, n=False)
    return estimate_before, *(estimate(of[label], "after", 100, n=False) if label in of else None for label in labels)


PIECE = Piece(section, (Table("fairness", COLUMNS, table),))
