"""How strong everybody is at each value of what is changed, and the value at which each comes to par."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import polars as pl

from reports import columns as c
from reports.change import Change
from reports.charts import Scale, Series, lines
from reports.charts.sheet import signed
from reports.charts.style import category
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
    section_of,
    unique,
)
from reports.stats.crossing import Crossing, crossing
from reports.stats.joint import Contrast
from reports.whatif.sides import BEFORE_CHANGE, BOARD, ORDINARY, Kind, kinds_of, win_shares
from reports.whatif.verdicts import subject_name

__all__ = ["PIECE", "first"]

MIN_VALUES = 2  # values that make a response
NUMBERS = ("value", "value_low", "value_high", "within")  # columns that may be null in every row
COLUMNS: tuple[Column, ...] = (
    c.word("kind", "kind", note="board / seat / strategy"),
    c.code("name", "who"),
    c.code("changed", "what is set"),
    c.number("value", "value", 0),
    c.pp(
        "apart", "from fair", estimate=True, note="a board from the baseline on the same deal and seat, others from par"
    ),
)
PAR: tuple[Column, ...] = (
    c.word("kind", "kind", note="board / seat / strategy"),
    c.code("name", "who"),
    c.code("changed", "what is set"),
    c.number(
        "value", "fair at", 2, estimate=True, note="interpolated between the values played; null: not within them"
    ),
    c.percent("within", "how surely within the values played", note="share of draws with a fair value"),
    c.code("words", "in words"),
)


@dataclass(frozen=True)
class _Response:
    """Somebody's distance from fair at every value, and where it comes to none."""

    kind: Kind
    who: str
    contrast: Contrast  # a row a value
    par: float
    crossing: Crossing


def _responses(run: RunFrames) -> tuple[list[Change], list[_Response]]:
    """The changes by their values, and everybody's response; nothing where no two numbers are played."""
    changes = [change for change in run.changes if change.value is not None]
    if changes and changes[0].before is not None:  # the value before the change is one of those asked about
        changes.append(Change(BEFORE_CHANGE, run, of=changes[0].of, value=changes[0].before))
    ordered = sorted(changes, key=lambda change: change.value or 0.0)
    if len(ordered) < MIN_VALUES or run.par is None or not run.games_played:
        return [], []
    values, out = [float(change.value or 0.0) for change in ordered], []
    for kind in kinds_of(run):
        of = run.once(win_shares)[kind.name]
        comparison = of.fair_together if kind.name == BOARD else of.shares
        if comparison is None:
            continue
        means, par = comparison.blocks[0].means, 0.0 if kind.name == BOARD else run.par
        groups = means.groups.select(pl.col(kind.name).cast(pl.String), "scenario", "tuned").rows()
        for who in sorted({name for name, _, players in groups if players == ORDINARY}):
            rows = [(who, change.label, ORDINARY) for change in ordered]
            if all(row in groups for row in rows):
                contrast = means.combine(np.eye(len(groups))[[groups.index(row) for row in rows]]).contrast()
                zero = crossing(values, contrast.estimate - par, contrast.covariance, seed=run.seed)
                out.append(_Response(kind, who, contrast, par, zero))
    return ordered, out


def table(run: RunFrames) -> pl.DataFrame:
    """Distance from fair of everybody at every value, each interval by itself."""
    ordered, responses = run.once(_responses)
    rows = []
    for response in responses:
        for i, change in enumerate(ordered):
            row = {
                "kind": response.kind.name,
                "name": subject_name(run, response.kind.name, response.who),
                "changed": change.of,
                "value": change.value,
            }
            contrast = response.contrast
            ends = zip(("", "_low", "_high"), (contrast.estimate, contrast.low, contrast.high), strict=True)
            rows.append(row | {f"apart{end}": float(x[i]) - response.par for end, x in ends})
    return pl.DataFrame(rows, infer_schema_length=None)


def fair_values(run: RunFrames) -> pl.DataFrame:
    """The value at which each comes to fair."""
    ordered, responses = run.once(_responses)
    rows = []
    for response in responses:
        zero = response.crossing
        fair_value = zero.at[0] if len(zero.at) == 1 else None
        row = {
            "kind": response.kind.name,
            "name": subject_name(run, response.kind.name, response.who),
            "changed": ordered[0].of,
            "value": fair_value,
        }
        ends = {f"value_{end}": x if math.isfinite(x) else None for end, x in (("low", zero.low), ("high", zero.high))}
        rows.append(row | ends | {"within": zero.within, "words": _words(zero)})
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=dict.fromkeys(NUMBERS, pl.Float64))


def _words(zero: Crossing) -> str:
    """Where something is fair, as a person says it."""
    if not zero.at:
        return "not within the values tried"
    if len(zero.at) > 1:
        return f"fair at several values: {', '.join(f'{x:.2f}' for x in zero.at)} (interpolated)"
    if math.isinf(zero.low) and math.isinf(zero.high):
        return "too close to fair at every value to tell one"
    ends = [f"{x:.2f}" if math.isfinite(x) else "beyond the values tried" for x in (zero.low, zero.high)]
    return f"fair at {zero.at[0]:.2f} (interpolated), 95 % interval {ends[0]} to {ends[1]}"


def first(run: RunFrames) -> list[str]:
    """Where the boards are fair, or else seats and strategies."""
    ordered, responses = run.once(_responses)
    boards = [response for response in responses if response.kind.name == BOARD] or responses
    names_of: dict[str, list[str]] = {}
    for response in boards:
        names_of.setdefault(_words(response.crossing), []).append(subject_name(run, response.kind.name, response.who))
    sentence = "; ".join(f"{', '.join(names)} {words}" for words, names in names_of.items())
    return [f"Values of {ordered[0].of}: {sentence}."] if sentence else []


def section(evidence: Evidence) -> ShownSection | None:
    """A chart a kind: lines over the values, with the value at which each is fair."""
    rows = evidence.rows("response", "name", "value", "apart")
    if not rows:
        return None
    reading = (
        "Where a line crosses that of fair, the thing is fair: the value is interpolated between those played, and its "
        "interval is drawn with the covariance over deals."
    )
    return section_of(
        "response",
        "Response to the value",
        reading,
        ("fair_values", "response"),
        evidence,
        lambda: [_chart(kind, rows, evidence) for kind in unique(row["kind"] for row in rows)],
    )


def _chart(kind: str, rows: Rows, evidence: Evidence) -> Chart:
    """The lines of a kind."""
    kind_rows = [row for row in rows if row["kind"] == kind]
    series = []
    for number, who in enumerate(unique(row["name"] for row in kind_rows)):
        of = [row for row in kind_rows if row["name"] == who]
        estimates_of_values = [(float(row["value"]), estimate(row, "apart", 100, n=False)) for row in of]
        points = [(x, e) for x, e in estimates_of_values if e is not None]
        x, estimates = tuple(x for x, _ in points), tuple(e for _, e in points)
        series.append(Series(who, category(number), x, estimates, bars=True))
    plural = {BOARD: evidence.words.nouns[1]}.get(kind, "seats" if kind == "seat" else "strategies")
    title = f"At which value are the {plural} fair?"
    against = evidence.words.baseline if kind == BOARD else "par"
    scale = Scale("distance from fair, pp", 0.0, "fair", evidence.margin, signed)
    fair_rows = [row for row in evidence.rows("fair_values", "words") if row["kind"] == kind]
    minus = f"that of {against}, same deal and seat" if kind == BOARD else against
    figure = lines(
        title,
        f"Win share minus {minus}; bars: 95 % intervals.",
        series,
        scale,
        x_label=str(kind_rows[0]["changed"]),
    )
    return chart(f"response_{kind}", title, "; ".join(f"{row['name']}: {row['words']}" for row in fair_rows), figure)


PIECE = Piece(section, (Table("response", COLUMNS, table), Table("fair_values", PAR, fair_values)))
