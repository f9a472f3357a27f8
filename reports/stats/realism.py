"""How far played games lie from what is known of games people play, and what weight that gives to a reconstruction.

An expectation is flat from `low` to `high` and Gaussian beyond: a figure x with the standard error s of its games lies
d = max(low - x, x - high, 0) / sqrt(spread^2 + s^2) standard deviations away. Its weight is exp(-c d^2 / 2) with the
confidence c as exponent (a power likelihood: Grunwald and van Ommen 2017); weights of several expectations multiply.
Printings of equal prior weight, weighed so, are importance sampling: draws stay what (seed, number) make them, groups
of unknowns stay independent for pick-freeze, and a weighted interval conditions on realism. How much is left of P
printings is Kish's effective size, (sum w)^2 / sum w^2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports.stats.sums import numbers, sum_groups

__all__ = ["Expected", "distances", "effective_size", "figure", "realism_weights"]

Floats = NDArray[np.float64]


class Expected(Protocol):
    """What is expected of a figure over games."""

    @property
    def of(self) -> str:
        """Whose points: "seat", "winner"; "tie": games that several win."""

    @property
    def sources(self) -> tuple[str, ...]:
        """`score`, or lines of the scorepad."""

    @property
    def at_least(self) -> int | None:
        """Points that are counted from; None: the figure is a mean."""

    @property
    def low(self) -> float:
        """Least value that is as expected."""

    @property
    def high(self) -> float:
        """Largest value that is as expected."""

    @property
    def spread(self) -> float:
        """Standard deviation beyond them."""

    @property
    def confidence(self) -> float:
        """Exponent of its weight, 0 to 1."""


def figure(seats: pl.DataFrame, expected: Expected) -> tuple[float, float, int]:
    """The figure, its standard error clustered by deal, and the number of games; of rows of the run frame `seats` of
    players (deal, game, score, win_share60, score_…). ValueError where a row has no value."""
    names = [name if name == "score" else f"score_{name}" for name in expected.sources]
    points = np.sum([numbers(seats[name]) for name in names], axis=0)
    value = pl.col("points") if expected.at_least is None else pl.col("points") >= expected.at_least
    won = pl.col("win_share60") > 0
    value_of_game = {
        "seat": value.mean(),
        "winner": value.filter(won).mean(),
        "tie": won.sum() > 1,
    }[expected.of]
    seats = seats.with_columns(points=pl.Series(points))
    games = seats.group_by("deal", "game").agg(value_of_game.cast(pl.Float64).alias("value"))
    deals = sum_groups(games, [], ["value"], cluster="deal").sort("deal")
    totals, n = deals["t_value"].to_numpy(), deals["n_"].to_numpy()
    mean = float(totals.sum() / n.sum())
    d = len(totals)
    spread = float(((totals - mean * n) ** 2).sum())
    error = (d / (d - 1) * spread) ** 0.5 / float(n.sum()) if d > 1 else float("nan")
    return mean, error, int(n.sum())


def distances(values: ArrayLike, errors: ArrayLike, expected: Sequence[Expected]) -> Floats:
    """Standard deviations from what is expected, [..., expectation] as the values are; 0 within the range."""
    x, s = np.asarray(values, dtype=np.float64), np.nan_to_num(np.asarray(errors, dtype=np.float64))
    low, high, spread = (
        np.array([getattr(figure_range, name) for figure_range in expected]) for name in ("low", "high", "spread")
    )
    return np.asarray(np.maximum(np.maximum(low - x, x - high), 0.0) / np.sqrt(spread**2 + s**2))


def realism_weights(values: ArrayLike, errors: ArrayLike, expected: Sequence[Expected]) -> Floats:
    """The weight of each of P printings, of mean 1, from their figures [printing, expectation] and standard errors."""
    confidence = np.array([figure_range.confidence for figure_range in expected])
    log = -(confidence * distances(values, errors, expected) ** 2).sum(axis=-1) / 2
    weights = np.exp(log - log.max())
    return np.asarray(weights / weights.mean())


def effective_size(weights: ArrayLike) -> float:
    """Equally weighted draws that tell as much as these (Kish)."""
    w = np.asarray(weights, dtype=np.float64)
    return float(w.sum() ** 2 / (w**2).sum())
