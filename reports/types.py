"""What a report is made from: the answer to a question as it arrives, and the sections, charts and estimates the page
is built of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import polars as pl
from matplotlib.figure import Figure

__all__ = ["Answer", "Chart", "Estimate", "GameFacts", "Section", "Verdict"]

GameFacts = Mapping[str, Any]
"""The run's `game` facts: name, title, players, boards, sources, classes, rulings, options, provenance, opening."""


class Verdict(Protocol):
    """One judgement: what was compared, the words for it, and the estimate behind the words."""

    @property
    def subject(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def effect(self) -> float | None: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...
    @property
    def margin(self) -> float | None: ...
    @property
    def unit(self) -> str: ...
    @property
    def p(self) -> float | None: ...
    @property
    def n(self) -> int | None: ...
    @property
    def deals_needed(self) -> int | None: ...


class Answer(Protocol):
    """The answer to one question: verdicts, result tables by name, header facts and notes."""

    @property
    def question(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def verdicts(self) -> Sequence[Verdict]: ...
    @property
    def tables(self) -> Mapping[str, pl.DataFrame]: ...
    @property
    def facts(self) -> Mapping[str, Any]: ...
    @property
    def notes(self) -> Sequence[str]: ...


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
