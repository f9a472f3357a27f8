"""How strong everybody is at each value of what is changed, and the value at which each is fair."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import polars as pl

from reports.change import Change
from reports.estimators.sides import BEFORE_CHANGE, BOARD, ORDINARY, Kind, kinds_of, subject_name, win_shares
from reports.frames import RunFrames
from reports.stats.crossing import Crossing, crossing
from reports.stats.joint import Contrast

__all__ = ["Response", "fair_value_table", "response_table", "responses"]

MIN_VALUES = 2  # values that make a response
NUMBERS = ("value", "value_low", "value_high", "within")  # columns that may be null in every row


@dataclass(frozen=True)
class Response:
    """Somebody's distance from fair at every value, and where it comes to none."""

    kind: Kind
    who: str
    contrast: Contrast  # a row a value
    par: float
    crossing: Crossing


def responses(run: RunFrames) -> tuple[list[Change], list[Response]]:
    """The changes by their values, and everybody's response; nothing where no two numbers are played."""
    changes = [change for change in run.changes if change.value is not None]
    if changes and changes[0].base_value is not None:  # the value before the change is one of those asked about
        changes.append(Change(BEFORE_CHANGE, run, of=changes[0].of, value=changes[0].base_value))
    ordered = sorted(changes, key=lambda change: change.value or 0.0)
    if len(ordered) < MIN_VALUES or run.par is None or not run.games_played:
        return [], []
    values, out = [float(change.value or 0.0) for change in ordered], []
    for kind in kinds_of(run):
        of = run.result(win_shares)[kind.name]
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
                out.append(Response(kind, who, contrast, par, zero))
    return ordered, out


def response_table(run: RunFrames) -> pl.DataFrame:
    """Distance from fair of everybody at every value, each interval by itself."""
    ordered, curves = run.result(responses)
    rows = []
    for response in curves:
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


def fair_value_table(run: RunFrames) -> pl.DataFrame:
    """The value at which each comes to fair."""
    ordered, curves = run.result(responses)
    rows = []
    for response in curves:
        zero = response.crossing
        fair_value = zero.at[0] if len(zero.at) == 1 else None
        row = {
            "kind": response.kind.name,
            "name": subject_name(run, response.kind.name, response.who),
            "changed": ordered[0].of,
            "value": fair_value,
        }
        ends = {f"value_{end}": x if math.isfinite(x) else None for end, x in (("low", zero.low), ("high", zero.high))}
        rows.append(row | ends | {"within": zero.within, "words": _format_fair_value(zero)})
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=dict.fromkeys(NUMBERS, pl.Float64))


def _format_fair_value(zero: Crossing) -> str:
    """Where something is fair, as a person says it."""
    if not zero.at:
        return "not within the values tried"
    if len(zero.at) > 1:
        return f"fair at several values: {', '.join(f'{x:.2f}' for x in zero.at)} (interpolated)"
    if math.isinf(zero.low) and math.isinf(zero.high):
        return "too close to fair at every value to tell one"
    ends = [f"{x:.2f}" if math.isfinite(x) else "beyond the values tried" for x in (zero.low, zero.high)]
    return f"fair at {zero.at[0]:.2f} (interpolated), 95 % interval {ends[0]} to {ends[1]}"
