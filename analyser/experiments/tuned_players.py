"""Players tuned for each side of a change: for how long, which plans, and the scenarios in which they play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analyser.errors import DataError, UsageError
from analyser.experiments.config import Config
from analyser.experiments.objective import Objective
from analyser.experiments.parse import BOUNDS, parse_duration, parse_int
from analyser.experiments.scenario import Scenario
from cext.safe_files import abbreviate

__all__ = ["GAMES", "TuningBudget", "change_sides", "check_plans", "objective_of", "parse_budget", "with_tuned_players"]

GAMES = 200  # of a candidate in a generation: half of what `analyser tune` plays, as there are many plans to tune
GENERATIONS = "gen"


@dataclass(frozen=True)
class TuningBudget:
    """How long players are tuned: every plan for so many generations, or all of them together for so many minutes."""

    generations: int | None
    minutes: float | None

    def per_plan(self, plans: int) -> TuningBudget:
        """That of one of so many plans."""
        return self if self.minutes is None else TuningBudget(None, self.minutes / plans)


def parse_budget(text: str) -> TuningBudget:
    """The limit that a user writes: minutes (5), a time (90s, 1h), generations (20gen). Raises UsageError."""
    amount = text.strip()
    number = amount.removesuffix(GENERATIONS).strip()
    try:
        if number != amount and BOUNDS["generations"].holds(generations := parse_int(number)):
            return TuningBudget(generations, None)
        if number == amount and BOUNDS["minutes"].holds(minutes := parse_duration(number, "m") / 60):
            return TuningBudget(None, minutes)
    except ValueError:
        pass
    high = f"{BOUNDS['minutes'].high:,}"
    raise UsageError(
        f"--retune {abbreviate(text)}: give minutes for all plans together (5, or 90s, 1h), or generations for each of "
        f"them (20{GENERATIONS}), at most {high} of either"
    )


def check_plans(config: Config) -> None:
    """DataError unless players can be tuned: all of them are plans of weights, and what tunes them is installed."""
    from analyser.tuning.cma_search import cma_version
    from strategies.catalogue import find

    cma_version()
    for name in config.strategies:
        source = find(name, config.game)
        if source.kind != "weighted" or source.noise is not None:
            raise DataError(f"--retune: {name} is no plan of weights: name plans with --strategies")


def change_sides(config: Config) -> list[Scenario]:
    """The game before a change, and after each."""
    return [scenario for scenario in config.scenarios if scenario.of is None]


def objective_of(config: Config, side: Scenario, strategy: str) -> Objective:
    """How a strategy is tuned for a side: in its game, against the others of the line-ups as they come; against itself
    where there are none."""
    names = dict.fromkeys(config.strategies)
    others = tuple(name for name in names if name != strategy)
    return Objective(
        game=config.game,
        against=others or (strategy,),
        players=(side.players,),
        games=GAMES,
        seed=config.seed,
        option=tuple(side.option.items()),
        components=side.components,
        data=side.data,
        forbidden=side.forbidden,
    )


def with_tuned_players(config: Config, files: Mapping[str, Mapping[str, str]]) -> Config:
    """The configuration with a scenario more for each side, in which strategies play by plans that were tuned for it;
    files: by side and strategy."""
    more = [
        replace(side, name=f"{side.name}.retuned", of=side.name, retuned=dict(files.get(side.name, {})))
        for side in change_sides(config)
    ]
    return replace(config, scenario=(*config.scenarios, *more))
