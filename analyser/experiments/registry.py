"""The kinds of experiment: a line each."""

from analyser.experiments.balance import Balance
from analyser.experiments.boards import Boards
from analyser.experiments.cards import Cards
from analyser.experiments.custom import CustomExperiment
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.openings import Openings
from analyser.experiments.tournament import Tournament
from analyser.experiments.whatif import WhatIf

__all__ = ["EXPERIMENTS"]

EXPERIMENTS: dict[str, ExperimentKind] = {
    kind.name: kind for kind in (Boards(), Balance(), Openings(), Cards(), WhatIf(), Tournament(), CustomExperiment())
}
