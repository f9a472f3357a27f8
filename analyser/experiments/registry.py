"""The kinds of experiment: a line each; and the one that is no question, of strategies in line-ups of one's own."""

from analyser.experiments.balance import Balance
from analyser.experiments.boards import Boards
from analyser.experiments.cards import Cards
from analyser.experiments.config import DesignInput
from analyser.experiments.design import Design, DesignPart, Pilot
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.openings import Openings
from analyser.experiments.schemes import Free
from analyser.experiments.tournament import Tournament
from analyser.experiments.whatif import WhatIf

__all__ = ["EXPERIMENTS", "CustomExperiment"]


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


EXPERIMENTS: dict[str, ExperimentKind] = {
    kind.name: kind for kind in (Boards(), Balance(), Openings(), Cards(), WhatIf(), Tournament(), CustomExperiment())
}
