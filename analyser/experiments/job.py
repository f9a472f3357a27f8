"""A job: all a worker needs to rebuild the game, its strategies and the design by itself."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyser.errors import DataError
from analyser.experiments.config import Config
from analyser.experiments.design import Design, Part
from analyser.experiments.pilot import Pilot
from analyser.experiments.schemes import Cross, Free, Mirror, Openings, Rows, Scheme, Shared
from analyser.experiments.shape import Shape, exact_plan, group_plans
from analyser.runs.frames import Frames, frames

__all__ = ["Arena", "Job", "build_design", "load", "open_arena"]

MIRROR_SHARE = 2 / 3  # of a boards experiment's games; the rest is crossed


@dataclass(frozen=True)
class Job:
    """A configuration and what its pilot decided; small, and enough."""

    config: Config
    pilot: Pilot

    @property
    def key(self) -> str:
        """Equal for equal jobs."""
        return json.dumps([self.config.stored(), self.pilot.stored()], sort_keys=True)


@dataclass(frozen=True)
class Arena:
    """A game, the policies of the strategies, and how they are seated."""

    game: Any
    policies: list[Any]
    facts: Mapping[str, Any]
    design: Design
    strategies: tuple[str, ...]

    def play(self, rows: Rows) -> Any:
        """The kernel's Played for these rows."""
        from cext.kernel.match import play_games

        return play_games(
            self.game,
            self.policies,
            seed=self.design.seed,
            games=rows.game,
            deals=rows.deal,
            policy=rows.policy,
            board=rows.board,
            plan=rows.plan,
            plans=[list(plan.masks) for plan in self.design.plans],
            record=rows.record,
        )

    def frames(self, rows: Rows, played: Any) -> Frames:
        """The run frames of played rows."""
        return frames(
            rows, played, strategies=self.strategies, plans=[plan.name for plan in self.design.plans], game=self.game
        )


def load(config: Config) -> tuple[Any, list[Any], tuple[str, ...]]:
    """The game, one policy for each different strategy, and their names; DataError in the loaders' words."""
    from cext.games import load_game
    from strategies import load_strategy

    folder = Path(config.components) if config.components else None
    try:
        game = load_game(config.game, players=config.players, components=folder, **config.option)
    except (ValueError, OSError) as error:
        raise DataError(str(error)) from error
    names = tuple(dict.fromkeys(config.strategies))
    try:
        return game, [load_strategy(name, game) for name in names], names
    except Exception as error:
        raise DataError(f"--strategies: {error}") from error


def board_numbers(config: Config, shape: Shape) -> tuple[int, ...]:
    """The board at each position of a line-up: the one named, the k named, or the one all others are compared with."""
    names = config.boards or (shape.boards[shape.plain],)
    numbers = tuple(shape.boards.index(name) for name in names)
    return numbers * shape.players if len(numbers) == 1 else numbers


def _part(scheme: Scheme, games: float) -> Part:
    return Part(scheme, max(1, math.ceil(games / scheme.block)))


def build_design(config: Config, shape: Shape, pilot: Pilot) -> Design:
    """The design that answers the configuration's question, in whole blocks: at least `config.games` games."""
    names = tuple(dict.fromkeys(config.strategies))
    boards, seed, plans = board_numbers(config, shape), config.seed, []
    if config.design == "boards" and shape.shared:
        parts = [_part(Shared.of(shape, len(names), seed), config.games)]
    elif config.design == "boards":
        mirror = Mirror.of(shape, len(names), pilot.rotation, seed)
        cross = Cross.of(shape, len(names), seed)
        parts = [_part(mirror, config.games * MIRROR_SHARE), _part(cross, config.games * (1 - MIRROR_SHARE))]
    elif config.design == "openings":
        groups = [plan for plan in group_plans(shape) if plan.name not in pilot.barred]
        plans = [*groups, *(exact_plan(line, shape) for line in pilot.lines)]
        parts = [_part(Openings.of(shape, len(names), boards, plans, seed, rotate=config.rotate), config.games)]
    else:
        fixed = config.design == "run" and len(config.strategies) == shape.players
        lineup = [names.index(name) for name in config.strategies] if fixed else None
        free = Free.of(shape, len(names), boards, seed, rotate=config.rotate, same_deal=pilot.same_deal, lineup=lineup)
        parts = [_part(free, config.games)]
    sample = config.sample if config.record == "decisions" else 0.0
    return Design(config.design, tuple(parts), seed, sample, tuple(plans))


_arenas: dict[str, Arena] = {}  # the last job's arena, kept from batch to batch


def open_arena(job: Job) -> Arena:
    """The job's arena; a worker builds it once."""
    key = job.key
    if key not in _arenas:
        game, policies, names = load(job.config)
        facts = game.facts()
        _arenas.clear()
        _arenas[key] = Arena(game, policies, facts, build_design(job.config, Shape.of(facts), job.pilot), names)
    return _arenas[key]
