"""Players tuned for each side of a change: for how long, which plans, and the scenarios in which they play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analyser.errors import DataError, UsageError
from analyser.experiments.config import Config
from analyser.experiments.scenario import Scenario
from analyser.experiments.tune import Tuning
from analyser.experiments.values import BOUNDS, read_duration, read_whole
from cext.limits import abbreviate

__all__ = ["GAMES", "Limit", "check_plans", "limit_of", "sides", "tuning_of", "with_retuned"]

GAMES = 200  # of a candidate in a generation: half of what `analyser tune` plays, as there are many plans to tune
GENERATIONS = "gen"


@dataclass(frozen=True)
class Limit:
    """How long players are tuned: every plan for so many generations, or all of them together for so many minutes."""

    generations: int | None
    minutes: float | None

    def each(self, plans: int) -> Limit:
        """That of one of so many plans."""
        return self if self.minutes is None else Limit(None, self.minutes / plans)


def limit_of(text: str) -> Limit:
    """The limit that a user writes: minutes (5), a time (90s, 1h), generations (20gen). Raises UsageError."""
    asked = text.strip()
    number = asked.removesuffix(GENERATIONS).strip()
    try:
        if number != asked and BOUNDS["generations"].holds(generations := read_whole(number)):
            return Limit(generations, None)
        if number == asked and BOUNDS["minutes"].holds(minutes := read_duration(number, "m") / 60):
            return Limit(None, minutes)
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


def sides(config: Config) -> list[Scenario]:
    """The game before a change, and after each."""
    return [one for one in config.scenarios if one.of is None]


def tuning_of(config: Config, side: Scenario, strategy: str) -> Tuning:
    """How a strategy is tuned for a side: in its game, against the others of the line-ups as they come; against itself
    where there are none."""
    named = dict.fromkeys(config.strategies)
    others = tuple(name for name in named if name != strategy)
    return Tuning(
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


def with_retuned(config: Config, files: Mapping[str, Mapping[str, str]]) -> Config:
    """The configuration with a scenario more for each side, in which strategies play by plans that were tuned for it;
    files: by side and strategy."""
    more = [
        replace(one, name=f"{one.name}.retuned", of=one.name, retuned=dict(files.get(one.name, {})))
        for one in sides(config)
    ]
    return replace(config, scenario=(*config.scenarios, *more))
