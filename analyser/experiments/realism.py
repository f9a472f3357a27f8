"""Quick games of the shipped plans with a set of components, held against what is known of games people play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl

from analyser.experiments.arena import default_strategies, plain_arena
from analyser.experiments.scenario import Scenario
from analyser.experiments.schedule import GameRows
from cext.games.printings import unknown_data_of
from cext.games.realism import Expectation, expectations_of
from reports.stats.cluster import share_limits
from reports.stats.realism import distances, effective_size, figure, realism_weights

__all__ = ["ExpectationCheck", "Realism", "check_realism", "over_printings"]

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
    arena = plain_arena(game, scenario, names, seed=SEED)
    first, step = np.divmod(np.arange(games) % (len(names) ** 2), len(names))
    policy = (first[:, None] + np.arange(players) * (1 + step[:, None])) % len(names)
    result = arena.play(GameRows.plain(policy, arena.setting.boards))
    deal = np.arange(games, dtype=np.uint32)
    columns = ["score", "win_share60", *(f"score_{name}" for name in arena.setting.game.sources)]
    return pl.DataFrame(
        {"game": np.repeat(deal, players), "deal": np.repeat(deal, players)}
        | {name: arena.of_players(result.seats[name]).reshape(-1) for name in columns}
    )
