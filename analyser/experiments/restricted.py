"""What is indispensable? On each deal a line-up plays, then again with one thing after another forbidden to one seat
(restricted play: Jaffe, Miller, Andersen, Liu, Karlin, Popovic 2012)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyser.errors import DataError, UsageError
from analyser.experiments.config import Config, DesignInput, board_numbers
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.restrictions import Restrictions, list_restrictable, parse_restrictions
from analyser.experiments.schedule import ARMS, Design, DesignPart, Forbidden, Pilot, Placement, Scheme
from analyser.experiments.schemes import free
from reports.estimators.restricted import UNRESTRICTED, WITHOUT
from reports.facts import GameFacts
from strategies.levels import levels_of
from strategies.plan import class_mask

__all__ = ["EACH", "Restricted", "default_search", "forbid", "parse_each"]

EACH = "each"  # all actions, and the abilities that are in these games; without either, all kinds of moves
SEARCH_GAMES = 8  # of the search that plays where nobody is named, before each decision
SEARCH = "search:"


class Restricted(ExperimentKind):
    """One seat is restricted, the others are not: each line-up from every seat, all restrictions on the same deal."""

    name = "restricted"
    games = 4_000  # a search plays

    def players(self, game: GameFacts) -> tuple[str, ...]:
        """A search, which plays the restricted game as well as any."""
        return (default_search(game.name),)

    def check(self, config: Config, game: GameFacts) -> None:
        """Boards must fit, and there must be something to forbid."""
        super().check(config, game)
        if not config.restrictions:
            raise UsageError("nothing is forbidden: say what with --forbid, or --forbid each")
        if EACH in config.restrictions and len(config.restrictions) > 1:
            other = next(word for word in config.restrictions if word != EACH)
            raise UsageError(f"--forbid each is all there is: leave out --forbid {other}")
        if game.par is None:
            raise UsageError("--forbid: one seat decides, and nobody has what it has not: ask `analyser whatif`")
        parse_each(config.restrictions, game, board_numbers(config.boards, game))

    def design(self, setting: DesignInput, pilot: Pilot, *, sample: float) -> Design:
        """A block is a deal: a seat unrestricted, then without each of the things."""
        restrictions = parse_each(setting.restrictions, setting.game, setting.boards)
        forced = [Forbidden(UNRESTRICTED, ())]
        forced += [forbid(word, restriction, setting.game) for word, restriction in restrictions.items()]
        return self.build_design(setting, [DesignPart(one_restricted(setting, len(forced)))], sample=0.0, forced=forced)

    def rotation(self, pilot: Pilot) -> str:
        """What the design is, in words."""
        return "all restrictions of a seat share a deal"


def default_search(game: str, games: int = SEARCH_GAMES) -> str:
    """The search of the game's strongest level that has one, with so many games a decision, or one without a plan."""
    for level in reversed(levels_of(game)):
        if level.strategy.startswith(SEARCH):
            return ":".join([*level.strategy.split(":")[:2], str(games)])
    return f"mcts:{games}"


def forbid(word: str, restriction: Restrictions, game: GameFacts) -> Forbidden:
    """What one seat does without, by the word for it."""
    letters = [move for move in restriction.moves if move in game.classes]
    kinds = tuple(move for move in restriction.moves if move not in game.classes)
    classes = class_mask(letters, game.letters)
    return Forbidden(WITHOUT + word, (), classes=classes, kinds=kinds, powers=restriction.powers)


def one_restricted(setting: DesignInput, restrictions: int) -> Scheme:
    """On each deal one line-up, one seat of which has each restriction in turn, the first of which is none.

    Every seat of a line-up is restricted, deal after deal, before the next line-up is played; once all have been, their
    rotations follow.
    """
    scheme = free(setting)
    lineups, rotations, k = scheme.lineups, int(scheme.choices["rotations"]), setting.game.players
    bases = len(lineups.at) // rotations
    arm = ARMS.index("forbidden")

    def place(block: Any, step: Any) -> Placement:
        base, rotation = block // k % bases, block // (k * bases) % rotations
        return Placement(base * rotations + rotation, np.full(len(block), arm), block % k, step)

    return Scheme(
        name="restricted", lineups=lineups, block=restrictions, place=place, contrast_label="restricted minus not",
        choices={"rotations": rotations},
    )  # fmt: skip


def parse_each(words: Sequence[str], game: GameFacts, boards: Sequence[int]) -> dict[str, Restrictions]:
    """What is forbidden in turn, by the words for it: those given, one by one, or `each`: every action, and every
    ability but those of boards that nobody has; of a game without, every kind of moves. DataError for a word that names
    nothing, and where there is nothing to forbid."""
    kinds = game.kinds
    if EACH not in words:
        return {word: parse_restrictions([word], game, kinds) for word in dict.fromkeys(words)}
    groups = list_restrictable(game, kinds)
    *rest, last = groups
    others = {board.label for number, board in enumerate(game.boards.values()) if number not in boards}
    names = [name for group in rest if group.removeprefix("abilities of ") not in others for name in groups[group]]
    names = names or list(groups[last] if len(kinds) > 1 else ())
    if not names:
        file = f"analyser games {game.name} --forbiddable"
        raise DataError(
            f"--forbid each: {game.name} has nothing to forbid: no actions, abilities or kinds of moves ({file})"
        )
    return {name: parse_restrictions([name], game, kinds) for name in names}
