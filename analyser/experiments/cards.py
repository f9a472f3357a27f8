"""Which cards win? Strategies play freely, who was dealt what being chance; then again with a card put into a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError
from analyser.experiments.config import Config, DesignInput
from analyser.experiments.design import Design, DesignPart, Pilot
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.forced_openings import ForcedOpening, ForcedOpenings
from analyser.experiments.lineups import Int
from reports.facts import GameFacts

__all__ = ["CardInHand", "Cards", "starting_cards"]

MAX_CARD_GAMES = 6  # games of a block in which a card is put into a hand: beside those of four rotations somewhat more


@dataclass(frozen=True)
class CardInHand(ForcedOpenings):
    """On each deal a line-up in its rotations as dealt, then as many of these games with a card put into a seat's hand.

    Cards take turns from deal to deal as the orders of an opening do: each as often, none with one line-up or seat.
    """

    name = "cards"

    @property
    def contrast_label(self) -> str:
        """The first seat's win share: who holds which card is the question's own business."""
        return "share of seat 1"

    def record_mask(self, step: Int) -> npt.NDArray[np.bool_]:
        """Of games as dealt: with a card put into a hand, what is held is no longer chance."""
        return np.asarray(step < self.rotations)


class Cards(ExperimentKind):
    """Cards as they fall, as they are played, and as they are put into hands on the same deals."""

    name = "cards"
    games = 80_000
    sample = 1.0

    def check(self, config: Config, game: GameFacts) -> None:
        """Boards must fit, and the game must say what its cards are."""
        super().check(config, game)
        if not game.cards:
            raise DataError(f"{game.name} does not say what its cards are: cards cannot be compared")

    def design(self, setting: DesignInput, pilot: Pilot, *, sample: float) -> Design:
        """Free play, and beside it the cards that a seat can begin the game with."""
        cards = starting_cards(setting)
        scheme = CardInHand.of(replace(setting, rotate=True), cards)
        kinds = {
            kind
            for card_set in setting.game.cards
            for kind in (*card_set.dealt, *(use.kind for use in card_set.uses))
            if kind
        }
        design = self.build_design(setting, [DesignPart(scheme)], sample=sample if kinds else 0.0, forced=cards)
        return replace(design, kinds=tuple(sorted(kinds)))


def starting_cards(setting: DesignInput) -> Sequence[ForcedOpening]:
    """Every card that a seat can begin the game with, in groups of equal size that each have a game of every block."""
    cards = [(card_set, card) for card_set in setting.game.cards if card_set.can_be_held for card in card_set.cards]
    groups = next((n for n in range(MAX_CARD_GAMES, 0, -1) if len(cards) % n == 0), 1)
    return tuple(
        ForcedOpening(card_set.plan(card), (), group=f"cards {number % groups}", card=card.number)
        for number, (card_set, card) in enumerate(cards)
    )
