"""Are seats and strategies balanced? Strategies in balanced line-ups, each from every seat."""

import math
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from analyser.experiments.config import DesignInput
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.schedule import Design, DesignPart, Pilot, Play, pilot_deals, pilot_rows, ratio
from analyser.experiments.schemes import free

__all__ = ["Balance"]


class Balance(ExperimentKind):
    """Every strategy meets all others from every seat; for a sample of the deals every decision is recorded."""

    name = "balance"
    sample: ClassVar[float | None] = 0.02
    every_opponent = True
    tries: ClassVar[int] = 1  # at line-ups in which those meet who have met least, where not all are played

    def pilot(self, setting: DesignInput, play: Play) -> Pilot:
        """Design effect of rotating a line-up on one deal: below 1 its rotations share it, else each gets its own."""
        if not setting.rotate:
            return Pilot()
        scheme = free(setting, tries=self.tries)
        k = scheme.block // scheme.deals
        if k == 1:
            return Pilot(figures={"deals": 0, "games": 0})
        rows = pilot_rows(scheme, math.ceil(pilot_deals(setting, games=k) / scheme.deals), setting.seed)
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

    def design(self, setting: DesignInput, pilot: Pilot, *, sample: float, crossed: bool = True) -> Design:
        """Line-ups with their rotations, on one deal or on fresh ones as the pilot decided. crossed: two of them meet
        on some deals, where there are several seats."""
        crossed = crossed and setting.game.players > 1
        scheme = free(setting, same_deal=pilot.same_deal, crossed=crossed, tries=self.tries)
        return self.build_design(setting, [DesignPart(scheme)], sample=sample)
