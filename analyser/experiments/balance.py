"""Are seats and strategies balanced, and who is stronger? Strategies in balanced line-ups, each from every seat; of a
tournament on every map, and each as often with every other."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from analyser.errors import UsageError
from analyser.experiments.boards import Boards
from analyser.experiments.config import Config, PreparedScenario
from analyser.experiments.experiment_kind import ExperimentKind, Pilot, Play, pilot_deals, pilot_rows, ratio
from analyser.experiments.loading import default_strategies, name_option
from analyser.experiments.schedule import Design, DesignPart
from analyser.experiments.schemes import free, shared_board
from cext.commands import command
from reports.facts import GameFacts
from strategies.catalogue import find, plan_of
from strategies.plan import FULL, LEARNER

__all__ = ["Balance", "Tournament"]

# Of a plan what does not decide how it plays.
WITHOUT_EFFECT: dict[str, Any] = {
    "path": Path(), "name": "", "idea": "", "strength": FULL, "alike": {}, "provenance": {}
}  # fmt: skip


class Balance(ExperimentKind):
    """Every strategy meets all others from every seat; for a sample of the deals every decision is recorded."""

    name = "balance"
    sample: ClassVar[float | None] = 0.02
    every_opponent = True
    tries: ClassVar[int] = 1  # at line-ups in which those meet who have met least, where not all are played

    def pilot(self, prepared: PreparedScenario, play: Play) -> Pilot:
        """Design effect of rotating a line-up on one deal: below 1 its rotations share it, else each gets its own."""
        if not prepared.rotate:
            return Pilot()
        scheme = free(prepared, tries=self.tries)
        k = scheme.block // scheme.deals
        blocks = pilot_deals(prepared, games=k, pilots=1 + self.times_decisions) // scheme.deals
        if k == 1 or not blocks:
            return Pilot(figures={"deals": 0, "games": 0})
        rows = pilot_rows(scheme, blocks, prepared.seed)
        deals = len(rows) // k
        effect = self.same_deal_effect(rows.policy, play(rows).share, k)
        return Pilot(
            same_deal=effect is None or effect < 1,
            figures={
                "deals": deals,
                "games": len(rows),
                "design_effect_same_deal": effect,
                "design_effect": min(effect or 1.0, 1.0),
            },
        )

    def same_deal_effect(self, policy: NDArray[np.uint8], share: NDArray[np.float64], k: int) -> float | None:
        """Variance of what is to be measured when a deal has all k rotations of a line-up, over that when each has a
        deal of its own; here of the win share of a seat. policy, share: [game, seat]; None: nothing varies."""
        by_deal = share.reshape(len(share) // k, k, -1)
        return ratio(float(by_deal.mean(axis=1).var(axis=0).mean()) * k, float(share.var(axis=0).mean()))

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float, replayed: bool = True) -> Design:
        """Line-ups with their rotations, on one deal or on fresh ones as the pilot decided. replayed: some deals are
        played again by several line-ups, where there are several seats."""
        replayed = replayed and prepared.game.players > 1 and prepared.scenario.player is None
        scheme = free(prepared, same_deal=pilot.same_deal, replayed=replayed, tries=self.tries)
        return self.build_design(prepared, [DesignPart(scheme)], sample=sample)


class Tournament(Balance):
    """The line-ups and the pilot of `balance`, every plan of the game among them, decisions of few deals recorded.

    Where there are more strategies than seats, each meets all others about equally often. Where all seats play on one
    map, every line-up plays on each, unless one is named."""

    name = "tournament"
    games = 20_000
    sample: ClassVar[float | None] = 0.05  # enough to tell what they do
    times_decisions = True
    every_opponent = False
    tries_plans = False  # how weak the weakest are is what is asked
    tries = 16  # of twelve strategies every two then meet within 7 % of the mean, with one try within 35 %

    def strengths(self, game: GameFacts) -> tuple[str, ...]:
        """Plans that play weakly on purpose have a place in the standing too."""
        return (FULL, LEARNER)

    def check(self, config: Config, game: GameFacts) -> None:
        """There must be two who can meet."""
        super().check(config, game)
        if game.players < 2:
            compares = command("balance", game.name, "--players", game.players)
            raise UsageError(f"--players {game.players}: nobody meets another at the table: {compares} compares plans")
        names = config.strategies or default_strategies(config.game, self.strengths(game))
        if len(set(names)) < 2:
            raise UsageError(f"--strategies {','.join(names)}: one alone meets nobody else: name two or more")
        players = [_behaviour(name, config.game) for name in names]
        if all(player == players[0] for player in players):
            plans = " and ".join(names)
            raise UsageError(f"--strategies {','.join(names)}: {plans} are the same plan: name others")

    def boards(self, prepared: PreparedScenario) -> frozenset[int]:
        """All maps, or the boards of the seats."""
        return Boards().boards(prepared) if _plays_every_map(prepared) else super().boards(prepared)

    def pilot(self, prepared: PreparedScenario, play: Play) -> Pilot:
        """None where maps share deals anyway; else as `balance` has it."""
        return Pilot() if _plays_every_map(prepared) else super().pilot(prepared, play)

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float, replayed: bool = False) -> Design:
        """Line-ups with their rotations, on every map where there are several."""
        if not _plays_every_map(prepared):
            return super().design(prepared, pilot, sample=sample, replayed=replayed)
        return self.build_design(prepared, [DesignPart(shared_board(prepared, tries=self.tries))], sample=sample)

    def same_deal_effect(self, policy: NDArray[np.uint8], share: NDArray[np.float64], k: int) -> float | None:
        """The same of the win share of a strategy, less its mean: on one deal it has the cards of every seat, but the
        same opponents too."""
        games, won = np.bincount(policy.ravel()), np.bincount(policy.ravel(), weights=share.ravel())
        luck = (share - (won / np.maximum(games, 1))[policy]).reshape(-1, k, k)
        seat = (np.arange(k)[None, :] - np.arange(k)[:, None]) % k  # [rotation, place of the line-up]
        by_strategy = luck[:, np.arange(k)[:, None], seat]
        return ratio(float((by_strategy.mean(axis=1) ** 2).mean()) * k, float((luck**2).mean()))


def _plays_every_map(prepared: PreparedScenario) -> bool:
    """Whether line-ups play on all boards of the whole table."""
    return prepared.game.shared and prepared.rotate and not prepared.fixed_boards and len(prepared.game.boards) > 1


def _behaviour(name: str, game: str) -> object:
    """What decides how a strategy plays: of a plan all that is weighed, of any other its name."""
    with name_option("--strategies"):
        source = find(name, game)
        if source.kind != "weighted":
            return name
        return structs.replace(plan_of(source), **WITHOUT_EFFECT)
