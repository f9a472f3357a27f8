"""Axes and words of a comparison with the board all others are compared with."""

from __future__ import annotations

from typing import Any

from reports.charts import Row, Scale
from reports.charts.scale import differences as difference_scale
from reports.charts.sheet import signed
from reports.page.words import Words
from reports.questions.base import Evidence

__all__ = ["colours", "gap", "spoken", "than"]

LONGEST = 8  # letters of a baseline's name that fit beside an arrow


def gap(evidence: Evidence, label: str = "difference in win share") -> Scale:
    """The axis of a board's advantage over the baseline."""
    words = evidence.words
    return difference_scale(
        label, "pp", margin=evidence.margin, less=f"fewer wins{than(words)}", more=f"more wins{than(words)}"
    )


def than(words: Words) -> str:
    """The baseline beside an arrow below an axis: where its name is long the title alone says it."""
    return f" than {words.baseline}" if len(words.baseline) <= LONGEST else ""


def colours(base: str) -> dict[str, Any]:
    """What the colours of a forest mean."""
    return {"above": f"better than {base}", "below": f"worse than {base}"}


def spoken(rows: list[Row], unit: str = "") -> str:
    """The numbers of a one-series chart as a sentence."""
    found = [(row.label, e) for row in rows for e in row.estimates if e is not None]
    after = f" {unit}" if unit else ""
    return "; ".join(f"{name} {signed(e.value)}{after} [{signed(e.low)}, {signed(e.high)}]" for name, e in found) + "."
