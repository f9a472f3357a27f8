"""Which opening wins? On each deal a line-up plays freely, then again with a seat's opening forced in every way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError
from analyser.experiments.arena import default_strategies, own_openings
from analyser.experiments.config import Config
from analyser.experiments.design import Design, Part
from analyser.experiments.forced import ForcedOpening, forced_opening, group_openings, line_of
from analyser.experiments.forcing import Forced
from analyser.experiments.kind import Kind
from analyser.experiments.pilot import Pilot, Play, pilot_deals, pilot_rows
from analyser.experiments.schemes import Rows
from analyser.experiments.setting import Setting
from reports.facts import GameFacts
from strategies.plan import FULL, NARROW

__all__ = ["LINES", "Openings"]

LINES = 8  # exact opening lines forced beside the groups that are compared
# Deals for each one on which tuned plans play as well: with a plan for each of seven groups a sixth of all games.
TUNED = 3
BARRED = 0.2  # of the seats told to open with a class: where fewer could, free play would drown the class
PILOT_DEALS = 500


class Openings(Kind):
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

    def pilot(self, setting: Setting, play: Play) -> Pilot:
        """The lines chosen most often, to be forced on the experiment's deals, and the groups hardly ever possible.

        Groups by the first turn are forced to see whether the rules allow them; any number of turns is followed as far
        as it can be.
        """
        game = setting.game
        groups = group_openings(game, setting.forbidden)
        scheme = Forced.of(replace(setting, rotate=True), () if game.counted_class else groups)
        deals = pilot_deals(setting, most=PILOT_DEALS)
        rows = pilot_rows(scheme, deals, setting.seed)
        codes = play(rows, scheme.openings).opening
        lines, counts = np.unique(codes[(rows.plan < 0).all(axis=1)], return_counts=True)
        seen = Counter({line_of(int(code), game): int(count) for code, count in zip(lines, counts, strict=True)})
        names = {opening.name for opening in groups}
        whole = {line: n for line, n in seen.items() if len(line) == game.opening_turns and line not in names}
        frequent = sorted(whole, key=lambda line: (-whole[line], line))[:LINES]
        followed = [_followed(opening, number, rows, codes) for number, opening in enumerate(scheme.openings)]
        barred = tuple(one.name for one, share in zip(scheme.openings, followed, strict=True) if share < BARRED)
        figures: dict[str, float | int | None] = {"deals": deals, "games": len(rows), "lines": len(whole)}
        return Pilot(lines=tuple(frequent), barred=barred, figures=figures)

    def design(self, setting: Setting, pilot: Pilot, *, sample: float) -> Design:
        """Every group that the rules allow and the lines chosen most often, forced beside free play."""
        groups = [one for one in group_openings(setting.game, setting.forbidden) if one.name not in pilot.barred]
        openings = [*groups, *(forced_opening(line, setting.game) for line in pilot.lines)]
        plain, tuned = (Forced.of(setting, openings, tuned=tuned) for tuned in (False, True))
        parts = [Part(plain, TUNED - 1), Part(tuned)] if tuned.tuned else [Part(plain)]
        return self.designed(setting, parts, sample=sample, forced=openings)


def _followed(opening: ForcedOpening, number: int, rows: Rows, codes: npt.NDArray[np.uint32]) -> float:
    """Fraction of the seats told to open so whose first turn was as told."""
    taken = codes[rows.plan == number].astype(np.int64) & 15
    return float((opening.masks[0] >> taken & 1).mean())
