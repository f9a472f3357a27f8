"""Quick games of the shipped plans with a set of components, held against what is known of games people play, and what
weight that gives to a printing.

An expectation is flat from `low` to `high` and Gaussian beyond: a figure x with the standard error s of its games lies
d = max(low - x, x - high, 0) / sqrt(spread^2 + s^2) standard deviations away. Its weight is exp(-c d^2 / 2) with the
confidence c as exponent (a power likelihood: Grunwald and van Ommen 2017); weights of several expectations multiply.
Printings of equal prior weight, weighed so, are importance sampling: draws stay what (seed, number) make them, groups
of unknowns stay independent for pick-freeze, and a weighted interval conditions on realism. How much is left of P
printings is Kish's effective size, (sum w)^2 / sum w^2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from analyser.experiments.loading import default_strategies
from analyser.experiments.scenario import Scenario
from analyser.experiments.schedule import GameRows
from analyser.experiments.simulator import plain_simulator
from cext.games.printings import unknown_data_of
from cext.games.realism import Expectation, expectations_of
from reports.stats.group_means import mean_table
from reports.stats.intervals import Averaged, share_limits
from reports.stats.sums import numbers

__all__ = [
    "ExpectationCheck", "Realism", "check_realism", "distances", "effective_size", "figure", "over_printings",
    "realism_weights",
]  # fmt: skip

Floats = NDArray[np.float64]

PRINTINGS = 1  # the series of printings that `components draw` draws
SEED = 2014  # of the deals; a fixed one makes the figures the same again
Z95 = 1.96


@dataclass(frozen=True)
class ExpectationCheck:
    """A figure of the games played, its 95 % interval, and its standard deviations from what is expected."""

    expected: Expectation
    value: float
    low: float
    high: float
    games: int
    distance: float
    error: float  # standard error of the figure

    def to_dict(self) -> dict[str, object]:
        """As --json prints it."""
        return {**asdict(self.expected), "found": self.value, "games": self.games,
                "distance": self.distance, "interval": [self.low, self.high]}  # fmt: skip

    def format_value(self, value: float) -> str:
        """A value of the figure, with its unit."""
        return f"{100 * value:.1f} %" if self.expected.is_share else f"{value:.1f}"

    def cells(self) -> list[str]:
        """A row of the table."""
        expected, text = self.expected, self.format_value
        return [
            expected.name,
            str(expected.players),
            f"{text(expected.low)} to {text(expected.high)}",
            text(self.value),
            f"{text(self.low)} to {text(self.high)}",
            f"{self.distance:.1f}",
        ]


@dataclass(frozen=True)
class Realism:
    """What is known of play over printings: the least and largest figure of each expectation, the weight of each
    printing (mean 1), and how many equally weighted ones they are worth."""

    limits: tuple[tuple[float, float], ...]
    weights: tuple[float, ...]
    effective: float


def check_realism(game: str, folder: Path | None, games: int) -> list[ExpectationCheck]:
    """Every expectation of a game against so many games, each on a deal of its own; plans go round the seats, all with
    the plain board. DataError as from loading."""
    checks = []
    expectations = expectations_of(game)
    for players in sorted({expectation.players for expectation in expectations}):
        expected = [expectation for expectation in expectations if expectation.players == players]
        checks += check_expectations(quick_games(game, folder, players, games), expected)
    return checks


def over_printings(game: str, folder: Path | None, printings: int, games: int) -> Realism | None:
    """The expectations of a game against so many games of each of the first printings; what is of status owner in the
    folder stays. None where there is nothing to draw or to expect."""
    unknowns, expected = unknown_data_of(game), expectations_of(game)
    if unknowns is None or not expected:
        return None
    values, errors = [], []
    for number in range(printings):
        with TemporaryDirectory() as temporary:
            unknowns.write(Path(temporary) / "printing", seed=PRINTINGS, printing=number, base=folder)
            checks = check_realism(game, Path(temporary) / "printing", games)
        values.append([check.value for check in checks])
        errors.append([check.error for check in checks])
    weights = realism_weights(values, errors, [check.expected for check in checks])
    limits = tuple((float(low), float(high)) for low, high in zip(np.min(values, 0), np.max(values, 0), strict=True))
    return Realism(limits, tuple(map(float, weights)), effective_size(weights))


def check_expectations(seats: pl.DataFrame, expected: Sequence[Expectation]) -> list[ExpectationCheck]:
    """The expectations of one number of players against the seats of its games."""
    figures = [figure(seats, expectation) for expectation in expected]
    away = distances([row[0] for row in figures], [row[1] for row in figures], expected)
    checks = []
    for expectation, (value, error, n), distance in zip(expected, figures, away, strict=True):
        low, high = (value - Z95 * error, value + Z95 * error)
        if expectation.is_share:
            low, high = (float(limit) for limit in share_limits(value, error, n))
        checks.append(ExpectationCheck(expectation, value, low, high, n, float(distance), error))
    return checks


def quick_games(game: str, folder: Path | None, players: int, games: int) -> pl.DataFrame:
    """The rows of `seats` that figures are made of."""
    scenario = Scenario(players=players, components=None if folder is None else str(folder))
    names = default_strategies(game)
    simulator = plain_simulator(game, scenario, names, seed=SEED)
    first, step = np.divmod(np.arange(games) % (len(names) ** 2), len(names))
    policy = (first[:, None] + np.arange(players) * (1 + step[:, None])) % len(names)
    result = simulator.play(GameRows.plain(policy, simulator.prepared.boards))
    deal = np.arange(games, dtype=np.uint32)
    columns = ["score", "win_share60", *(f"score_{name}" for name in simulator.prepared.game.sources)]
    return pl.DataFrame(
        {"game": np.repeat(deal, players), "deal": np.repeat(deal, players)}
        | {name: simulator.of_players(result.seats[name]).reshape(-1) for name in columns}
    )


# -- figures and weights ----------------------------------------------------------------------------------------------


def figure(seats: pl.DataFrame, expected: Expectation) -> tuple[float, float, int]:
    """The figure, its standard error clustered by deal, and the number of games; of rows of the run frame `seats` of
    players (deal, game, score, win_share60, score_…). ValueError where a row has no value."""
    names = [name if name == "score" else f"score_{name}" for name in expected.sources]
    points = np.sum([numbers(seats[name]) for name in names], axis=0)
    value = pl.col("points") if expected.at_least is None else pl.col("points") >= expected.at_least
    won = pl.col("win_share60") > 0
    of_game = {"seat": value.mean(), "winner": value.filter(won).mean(), "tie": won.sum() > 1}[expected.of]
    games = seats.with_columns(points=pl.Series(points)).group_by("deal", "game").agg(value=of_game.cast(pl.Float64))
    (row,) = mean_table(games, [], {"value": Averaged("value")}, detail=True).iter_rows(named=True)
    return row["value"], float("nan") if row["value_se"] is None else row["value_se"], row["n"]


def distances(values: ArrayLike, errors: ArrayLike, expected: Sequence[Expectation]) -> Floats:
    """Standard deviations from what is expected, [..., expectation] as the values are; 0 within the range."""
    x, s = np.asarray(values, dtype=np.float64), np.nan_to_num(np.asarray(errors, dtype=np.float64))
    low, high, spread = np.array([(each.low, each.high, each.spread) for each in expected]).T
    return np.asarray(np.maximum(np.maximum(low - x, x - high), 0.0) / np.sqrt(spread**2 + s**2))


def realism_weights(values: ArrayLike, errors: ArrayLike, expected: Sequence[Expectation]) -> Floats:
    """The weight of each of P printings, of mean 1, from their figures [printing, expectation] and standard errors."""
    confidence = np.array([each.confidence for each in expected])
    log = -(confidence * distances(values, errors, expected) ** 2).sum(axis=-1) / 2
    weights = np.exp(log - log.max())
    return np.asarray(weights / weights.mean())


def effective_size(weights: ArrayLike) -> float:
    """Equally weighted draws that tell as much as these (Kish)."""
    w = np.asarray(weights, dtype=np.float64)
    return float(w.sum() ** 2 / (w**2).sum())
