"""Are seats and strategies balanced? Strategies in balanced line-ups, each from every seat."""

import math

from analyser.experiments.design import Design, Part
from analyser.experiments.kind import Kind
from analyser.experiments.pilot import Pilot, Play, pilot_deals, pilot_rows, ratio
from analyser.experiments.schemes import Free
from analyser.experiments.setting import Setting

__all__ = ["Balance"]


class Balance(Kind):
    """Every strategy meets all others from every seat; for a sample of the deals every decision is recorded."""

    name = "balance"
    sample = 0.02
    every_opponent = True

    def pilot(self, setting: Setting, play: Play) -> Pilot:
        """Design effect of rotating a line-up on one deal: below 1 its rotations share it, else each gets its own."""
        if not setting.rotate:
            return Pilot()
        scheme = Free.of(setting)
        k = scheme.rotations
        if k == 1:
            return Pilot(figures={"deals": 0, "games": 0})
        rows = pilot_rows(scheme, math.ceil(pilot_deals(setting) / scheme.turns), setting.seed)
        deals = len(rows) // k
        share = play(rows).share.reshape(deals, k, setting.game.players)
        effect = ratio(
            float(share.mean(axis=1).var(axis=0).mean()) * k, float(share.reshape(deals * k, -1).var(axis=0).mean())
        )
        return Pilot(
            same_deal=effect is None or effect < 1,
            figures={
                "deals": deals,
                "games": len(rows),
                "design_effect_same_deal": effect,
                "design_effect": min(effect or 1.0, 1.0),
            },
        )

    def design(self, setting: Setting, pilot: Pilot, *, sample: float) -> Design:
        """Line-ups with their rotations, on one deal or on fresh ones as the pilot decided."""
        free = Free.of(setting, same_deal=pilot.same_deal)
        return self.designed(setting, [Part(free)], sample=sample)
