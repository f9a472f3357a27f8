"""An estimate as charts draw it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Estimate"]


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval, in the unit it is drawn in; missing bounds equal the value."""

    value: float
    low: float
    high: float
    n: int | None = None
