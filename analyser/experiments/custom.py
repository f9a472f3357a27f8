"""An experiment of one's own: strategies in balanced line-ups, or in the one line-up that is named."""

from analyser.experiments.design import Design, DesignPart
from analyser.experiments.design_input import DesignInput
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.pilot import Pilot
from analyser.experiments.schemes import Free

__all__ = ["CustomExperiment"]


class CustomExperiment(ExperimentKind):
    """Whatever is named; as many strategies as players sit in the order given."""

    name = "run"
    games = 20_000
    has_verdicts = False

    def design(self, setting: DesignInput, pilot: Pilot, *, sample: float) -> Design:
        """Line-ups with their rotations on one deal each."""
        strategies = setting.strategies
        fixed = len(strategies) == setting.game.players
        lineup = [setting.names.index(name) for name in strategies] if fixed else None
        free = Free.of(setting, same_deal=pilot.same_deal, lineup=lineup)
        return self.build_design(setting, [DesignPart(free)], sample=sample)
