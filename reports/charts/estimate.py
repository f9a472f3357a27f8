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

    @property
    def half(self) -> float | None:
        """Half the width of the interval; None where it has none."""
        return (self.high - self.low) / 2 if self.high > self.low else None
