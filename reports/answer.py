"""What a question gives back: verdicts in words, result tables, facts for the header, notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from reports.stats.verdict import Word

__all__ = ["Answer", "Fact", "Verdict"]

Fact = str | int | float  # a single value in the head of a report


@dataclass(frozen=True)
class Verdict:
    """One judgement.

    `effect`, `low`, `high` (95 % interval) and `margin` are fractions of win share, printed in `unit` (pp); `p` is
    corrected for its family; `n` counts seat-games; `deals_needed` is how many more deals an undecided question needs
    (None: decided, or no number helps).
    """

    subject: str
    sentence: str
    verdict: Word
    effect: float | None
    low: float | None
    high: float | None
    margin: float
    unit: str
    p: float | None
    n: int
    deals_needed: int | None


@dataclass(frozen=True)
class Answer:
    """The answer to one question about one run; `warnings` stand before everything else, wherever it is told."""

    question: str
    title: str
    verdicts: Sequence[Verdict]
    tables: Mapping[str, pl.DataFrame]
    facts: Mapping[str, Fact]
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()
