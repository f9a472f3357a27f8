"""Which estimates are certain enough for a heading: those that would differ from 0 on any page of at most eight."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["HEADING_ERROR", "certain_rows", "is_certain"]

HEADING_ERROR = 0.05 / 8  # of a heading: a page has at most eight (Bonferroni)
Z95 = 1.959963984540054


def is_certain(effect: float, low: float | None, high: float | None, *, size: int = 1) -> bool:
    """Whether an effect differs from 0 at the error of a heading, read off its 95 % interval. size: of how many such
    effects it may be the largest; 1 where the interval holds together with theirs."""
    half = None if low is None or high is None else effect - low if effect > 0 else high - effect
    if not half or not math.isfinite(half):
        return False
    return size * math.erfc(abs(effect) / half * Z95 / math.sqrt(2.0)) <= HEADING_ERROR


def certain_rows(rows: Sequence[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    """Rows of a table whose estimate `name` is certain among all of them, each interval being its own."""
    return [r for r in rows if is_certain(r[name], r[f"{name}_low"], r[f"{name}_high"], size=len(rows))]
