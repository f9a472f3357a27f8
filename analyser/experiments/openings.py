"""Which opening wins? On each deal a line-up plays freely, then again with a seat's opening forced in every way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError
from analyser.experiments.arena import default_strategies, own_openings
from analyser.experiments.config import Config, DesignInput
from analyser.experiments.design import Design, DesignPart, Pilot, Play, pilot_deals, pilot_rows
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.forced_openings import ForcedOpening, ForcedOpenings, forced_opening, group_openings, line_of
from analyser.experiments.schemes import GameRows
from reports.facts import GameFacts
from strategies.plan import FULL, NARROW

__all__ = ["LINES", "Openings"]

LINES = 8  # exact opening lines forced beside the groups that are compared
# Deals for each one on which tuned plans play as well: with a plan for each of seven groups a sixth of all games.
DEALS_PER_TUNED = 3
MIN_FOLLOW_RATE = 0.2  # of the seats told to open with a class: where fewer could, free play would drown the class
PILOT_DEALS = 500


class Openings(ExperimentKind):
    """Openings as chosen, and as forced on the same deals, by ordinary plans and by those that are tuned to open so.

    A plan is tuned to open so if its file says that it is narrow, and its `opening` sets one of the groups compared: it
    plays that in the forced seat only, and no other. Where nobody else is named, all play as ordinary plans.
    """

    name = "openings"

    def players(self, game: GameFacts) -> tuple[str, ...]:
        """Plans of full strength, and those tuned to an opening."""
        narrow = default_strategies(game.name, (FULL, NARROW))
        ordinary = super().players(game)
        return (*ordinary, *own_openings([name for name in narrow if name not in ordinary], game))

    def check(self, config: Config, game: GameFacts) -> None:
        """Boards must fit, and there must be classes of moves to open with."""
        super().check(config, game)
        if game.opening_turns < 1 or len(game.classes) < 2:
            raise DataError(f"{game.name} names no classes of moves: openings cannot be compared")

    def pilot(self, setting: DesignInput, play: Play) -> Pilot:
        """The lines chosen most often, to be forced on the experiment's deals, and the groups hardly ever possible.

        Groups by the first turn are forced to see whether the rules allow them; any number of turns is followed as far
        as it can be.
        """
        game = setting.game
        groups = group_openings(game, setting.forbidden)
        scheme = ForcedOpenings.of(replace(setting, rotate=True), () if game.counted_class else groups)
        deals = pilot_deals(setting, max_deals=PILOT_DEALS)
        rows = pilot_rows(scheme, deals, setting.seed)
        codes = play(rows, scheme.openings).opening
        lines, counts = np.unique(codes[(rows.forced_opening < 0).all(axis=1)], return_counts=True)
        line_counts = Counter({line_of(int(code), game): int(count) for code, count in zip(lines, counts, strict=True)})
        names = {opening.name for opening in groups}
        complete = {line: n for line, n in line_counts.items() if len(line) == game.opening_turns and line not in names}
        frequent = sorted(complete, key=lambda line: (-complete[line], line))[:LINES]
        follow_rates = [_follow_rate(opening, number, rows, codes) for number, opening in enumerate(scheme.openings)]
        rates = zip(scheme.openings, follow_rates, strict=True)
        barred = tuple(opening.name for opening, rate in rates if rate < MIN_FOLLOW_RATE)
        figures: dict[str, float | int | None] = {"deals": deals, "games": len(rows), "lines": len(complete)}
        return Pilot(lines=tuple(frequent), barred=barred, figures=figures)

    def design(self, setting: DesignInput, pilot: Pilot, *, sample: float) -> Design:
        """Every group that the rules allow and the lines chosen most often, forced beside free play."""
        groups = group_openings(setting.game, setting.forbidden)
        openings = [opening for opening in groups if opening.name not in pilot.barred]
        openings += [forced_opening(line, setting.game) for line in pilot.lines]
        plain, tuned = (ForcedOpenings.of(setting, openings, tuned=tuned) for tuned in (False, True))
        parts = [DesignPart(plain, DEALS_PER_TUNED - 1), DesignPart(tuned)] if tuned.tuned else [DesignPart(plain)]
        return self.build_design(setting, parts, sample=sample, forced=openings)


def _follow_rate(opening: ForcedOpening, number: int, rows: GameRows, codes: npt.NDArray[np.uint32]) -> float:
    """Fraction of the seats told to open so whose first turn was as told."""
    classes = codes[rows.forced_opening == number].astype(np.int64) & 15
    return float((opening.masks[0] >> classes & 1).mean())
