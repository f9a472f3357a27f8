"""What a report's page is built of: sections, charts and estimates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from matplotlib.figure import Figure

__all__ = ["Chart", "Estimate", "GameFacts", "Section"]

GameFacts = Mapping[str, Any]
"""The run's `game` facts: name, title, players, boards, sources, classes, rulings, options, provenance, opening."""


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval, in the unit it is drawn in; missing bounds equal the value."""

    value: float
    low: float
    high: float
    n: int | None = None


@dataclass(frozen=True)
class Chart:
    """A drawn figure: file stem, the question it answers, a text for those who cannot see it."""

    name: str
    title: str
    alt: str
    figure: Figure


@dataclass(frozen=True)
class Section:
    """One piece of evidence on the page: heading, how to read it, charts, the tables behind them, notes on what is
    missing."""

    key: str
    heading: str
    reading: str
    charts: tuple[Chart, ...] = ()
    tables: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
