"""How many games fit into a time budget: those of a game in a Python file without --games, and those of strong players,
a scenario in which the game's expert sits in every seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from msgspec import structs

from analyser.errors import DataError, UsageError
from analyser.experiments.config import Config
from analyser.experiments.experiment import Experiment, prepare
from analyser.experiments.experiment_kind import PILOT_DEAL
from analyser.experiments.printings import DEFAULT_PRINTINGS, default_printing_games
from analyser.experiments.scenario import LEVEL_QUESTIONS
from analyser.experiments.schedule import GameRows
from analyser.experiments.simulator import Simulator
from analyser.runs.executors import worker_count
from cext.player_classes import STRONG, STRONG_AND_TUNED
from cext.user_code import ProgramError
from reports.stats.verdict import FEW_DEALS

__all__ = ["STRONG_SECONDS", "fit_games", "with_strong_players"]

STRONG_SECONDS = 45.0  # without --strong
BUDGET_SECONDS = 60  # for a game in a Python file, without --games
PLAYING = 0.6  # of it is for the games; the rest for the pilot, for starting and for writing rows
FEWEST_GAMES = 200
TIMING_SECONDS = 0.2
PART = 10  # without --strong, strong players get at most one game in ten of those requested
NAME = "strong"  # of their scenario


def with_strong_players(experiment: Experiment, tell: Callable[[str], None]) -> tuple[Experiment, str]:
    """The experiment with a scenario of strong players for each of its own, where they are asked for, or no players are
    named and there are enough games; and why they do not play though they would ("": they do, or would not). tell:
    receives what is being done. UsageError where they are asked for and cannot play."""
    config = experiment.config
    if config.strong == 0 or any(scenario.player is not None for scenario in config.scenarios):
        return experiment, ""
    player = _strong_player(config.game)
    reason = _reason_without(experiment, player)
    if config.strong is not None and reason:
        raise UsageError(f"--strong: {reason}")
    if reason or player is None or (config.strong is None and not _is_default(experiment)):
        return experiment, ""
    tell(f"Timing some games of strong players, {player} in every seat…")
    games = _fitting_games(config, player)
    if config.strong is not None:
        return prepare(_with_scenarios(config, player, games)), ""
    games = {name: min(n, config.games // PART) for name, n in games.items()}
    if _are_enough(config, games):
        return prepare(_with_scenarios(config, player, games)), ""
    few = f"Strong players ({player}) play {sum(games.values()):,} games in {STRONG_SECONDS:.0f} s here"
    return experiment, f"{few}, too few to tell anything: --strong 10m plays longer."


def _strong_player(game: str) -> str | None:
    """The strategy of the game's last level, where it is a strong one; None: there is none."""
    from strategies import player_class
    from strategies.levels import levels_of

    levels = levels_of(game)
    is_strong = bool(levels) and player_class(levels[-1].strategy, game) in (STRONG, STRONG_AND_TUNED)
    return levels[-1].strategy if is_strong else None


def _reason_without(experiment: Experiment, player: str | None) -> str:
    """Why strong players cannot play beside the others; "" where they can."""
    config = experiment.config
    if config.design not in LEVEL_QUESTIONS:
        return f"`{config.design}` has none: {', '.join(LEVEL_QUESTIONS)} have"
    if player is None:
        return f"{config.game} has no level of strong players: name some with --strategies"
    if any(scenario.levels is not None for scenario in config.scenarios):
        return "--levels plays them already: leave one out"
    if any(scenario.players == 1 for scenario in config.scenarios):
        return "one seat decides: there is no fair share"
    if any(simulator.prepared.own_openings for simulator in experiment.simulators):
        return "plans tuned to their opening are compared: name others with --strategies"
    return "--until plays the other games to a verdict: leave one out" if config.until is not None else ""


def _is_default(experiment: Experiment) -> bool:
    """Whether players and scenarios are left at their defaults, and enough games are asked for."""
    config = experiment.config
    has_changes = config.components is not None or bool(config.scenario)
    games = {scenario.name: config.games // PART for scenario in config.scenarios}
    return experiment.has_default_players and not has_changes and _are_enough(config, games)


def _are_enough(config: Config, games: Mapping[str, int]) -> bool:
    """Whether that many games of each scenario can tell anything: a deal is played from every seat."""
    return all(n >= FEW_DEALS * scenario.players for scenario in config.scenarios if (n := games.get(scenario.name)))


def _fitting_games(config: Config, player: str) -> dict[str, int]:
    """How many games of each scenario strong players play in their time, which the scenarios share."""
    names = [scenario.name for scenario in config.scenarios if scenario.of is None]
    workers = max(1, worker_count(config.workers, config.memory_limit))
    seconds = (STRONG_SECONDS if config.strong is None else config.strong) * workers / len(names)
    simulators = prepare(_with_scenarios(config, player, dict.fromkeys(names, 1))).simulators
    return {
        simulator.prepared.scenario.of: max(1, int(seconds / _game_seconds(simulator)))
        for simulator in simulators
        if simulator.prepared.scenario.player is not None and simulator.prepared.scenario.of is not None
    }


def _with_scenarios(config: Config, player: str, games: Mapping[str, int]) -> Config:
    """The configuration with games of that player beside those of each scenario; games: by scenario."""
    strong = [
        structs.replace(
            scenario,
            name=NAME if len(games) == 1 else f"{scenario.name}.{NAME}",
            of=scenario.name,
            player=player,
            games=games[scenario.name],
        )
        for scenario in config.scenarios
        if scenario.name in games
    ]
    return replace(config, scenario=(*config.scenarios, *strong))


def fit_games(experiment: Experiment) -> Experiment:
    """The experiment with as many games of each scenario, a round number, as are played in about BUDGET_SECONDS by the
    time that some games of its players take, those asked for at most. Raises DataError."""
    config = experiment.config
    seconds = sum(_game_seconds(simulator) for simulator in experiment.simulators)
    budget = BUDGET_SECONDS * max(1, worker_count(config.workers, config.memory_limit))
    capacity = PLAYING * budget / seconds
    prepared = experiment.simulators[0].prepared
    if each := default_printing_games(config, prepared, min(config.games, int(capacity))):
        capacity /= 1 + DEFAULT_PRINTINGS * each / min(config.games, int(capacity))
    digits = str(int(capacity))
    games = min(config.games, max(FEWEST_GAMES, int(digits[0] + "0" * len(digits[1:]))))
    fitted = prepare(replace(config, games=games))
    return replace(fitted, has_default_players=experiment.has_default_players)


def _game_seconds(simulator: Simulator) -> float:
    """Seconds of a core that a game takes, its players seated in turn, on deals that no experiment plays."""
    k, n, spent = simulator.game.players, 1, 0.0
    _ = simulator.policies  # loaded before the clock runs
    while spent < TIMING_SECONDS:
        n *= 4
        policy = np.arange(n * k).reshape(n, k) % len(simulator.prepared.names)
        rows = GameRows.plain(policy, [0 if simulator.game.boards else -1] * k)
        rows = replace(rows, deal=rows.deal + np.uint32(PILOT_DEAL))
        begin = time.perf_counter()
        try:
            simulator.play(rows)
        except ProgramError as error:
            raise DataError(str(error)) from error
        spent = time.perf_counter() - begin
    return spent / n
