"""Do bots play as people do? One level of bots in all seats, with the boards that people had."""

from __future__ import annotations

import numpy as np

from analyser.experiments.config import Config, DesignInput
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.lineups import Int, Lineups, shuffled_numbers
from analyser.experiments.scenario import LEVEL_GAMES
from analyser.experiments.schedule import Design, DesignPart, Pilot, Placement, Scheme, free_placement
from reports.facts import GameFacts

__all__ = ["MAX_SEATINGS", "People"]

MAX_SEATINGS = 1_000  # plays whose boards bots have, of one number of players


class People(ExperimentKind):
    """Every game on a deal of its own; the boards of its seats are those of one of the plays, each in turn."""

    name = "people"
    games = LEVEL_GAMES
    has_verdicts = False

    @property
    def question(self) -> str:
        """What a level by itself is asked."""
        return "balance"

    def check(self, config: Config, game: GameFacts) -> None:
        """The boards of seats, one play after the other, were checked when the plays were read."""

    def design(self, setting: DesignInput, pilot: Pilot, *, sample: float) -> Design:
        """As many games as asked for."""
        boards = np.asarray(setting.boards, dtype=np.int64).reshape(-1, setting.game.players)
        boards = boards[shuffled_numbers(len(boards), setting.seed)]
        table = Lineups.of(np.zeros_like(boards), boards)

        def place(block: Int, step: Int) -> Placement:
            return free_placement(block % len(boards), "free")

        scheme = Scheme(name="people", lineups=table, block=1, place=place)
        return self.build_design(setting, [DesignPart(scheme)], sample=sample)
