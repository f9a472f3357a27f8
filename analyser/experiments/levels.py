"""Who plays a scenario: the strategies of the run, or, where it names a level of the game, players of that level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyser.errors import DataError, UsageError
from analyser.experiments.config import Config
from analyser.experiments.scenario import Scenario
from strategies.errors import StrategyFileError, StrategyNotFound
from strategies.levels import Level, level_of, levels_of

__all__ = ["GAMES", "QUESTIONS", "for_each_level", "players_of_level", "strategies_of"]

GAMES = 2_000  # of each level where none are said: experts look ahead, and play some games a second
QUESTIONS = ("boards", "balance", "openings")


def for_each_level(game: str, design: str, options: Mapping[str, Any], *, several: bool) -> tuple[dict[str, Any], ...]:
    """A scenario table for each level of a game; several: whether scenarios come of something else as well. UsageError
    or DataError where levels cannot be played."""
    if design not in QUESTIONS:
        raise UsageError(f"--levels: `analyser {design}` has none: {', '.join(QUESTIONS)} have")
    if options.get("strategies"):
        raise UsageError("--levels and --strategies: levels are played by their own players: leave one of them out")
    if several:
        raise UsageError(
            "--levels: scenarios differ in something else already (--players, --option or [[scenario]]): one at a time"
        )
    try:
        levels = levels_of(game)
    except StrategyFileError as error:
        raise DataError(str(error)) from error
    if not levels:
        raise DataError(f"--levels: {game} names no levels (strategies/{game}/levels.toml): name --strategies")
    return tuple({"name": level.name, "levels": level.name} for level in levels)


def players_of_level(game: str, name: str) -> Level:
    """The level of that name; DataError where the game has none."""
    try:
        return level_of(game, name)
    except (StrategyNotFound, StrategyFileError) as error:
        raise DataError(f"levels: {error}") from error


def strategies_of(config: Config, scenario: Scenario) -> tuple[str, ...]:
    """The strategies of a scenario; DataError where the run was begun when its level was another."""
    if scenario.levels is None:
        return config.strategies
    strategy = players_of_level(config.game, scenario.levels).strategy
    if strategy not in config.strategies:
        raise DataError(f"level {scenario.levels} of {config.game} is {strategy} now, which the run does not name")
    return (strategy,)
