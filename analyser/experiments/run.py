"""An experiment of one's own: strategies in balanced line-ups, or in the one line-up that is named."""

from analyser.experiments.design import Design, Part
from analyser.experiments.kind import Kind
from analyser.experiments.pilot import Pilot
from analyser.experiments.schemes import Free
from analyser.experiments.setting import Setting

__all__ = ["Own"]


class Own(Kind):
    """Whatever is named; as many strategies as players sit in the order given."""

    name = "run"
    games = 20_000
    judged = False

    def design(self, setting: Setting, pilot: Pilot, *, sample: float) -> Design:
        """Line-ups with their rotations on one deal each."""
        named = setting.strategies
        fixed = len(named) == setting.game.players
        lineup = [setting.names.index(name) for name in named] if fixed else None
        free = Free.of(setting, same_deal=pilot.same_deal, lineup=lineup)
        return self.designed(setting, [Part(free)], sample=sample)
