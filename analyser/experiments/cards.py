"""Which cards win? Strategies play freely, who was dealt what being chance; then again with a card put into a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analyser.errors import DataError
from analyser.experiments.config import Config, DesignInput
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.schedule import Design, DesignPart, ForcedOpening, Pilot, Scheme
from analyser.experiments.schemes import forced_openings
from reports.facts import GameFacts

__all__ = ["Cards", "starting_cards"]

MAX_CARD_GAMES = 6  # games of a block in which a card is put into a hand: beside those of four rotations somewhat more


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
        scheme = card_in_hand(replace(setting, rotate=True), cards)
        kinds = {
            kind
            for card_set in setting.game.cards
            for kind in (*card_set.dealt, *(use.kind for use in card_set.uses))
            if kind
        }
        design = self.build_design(setting, [DesignPart(scheme)], sample=sample if kinds else 0.0, forced=cards)
        return replace(design, kinds=tuple(sorted(kinds)))


def card_in_hand(setting: DesignInput, cards: Sequence[ForcedOpening]) -> Scheme:
    """On each deal a line-up in its rotations as dealt, then as many of these games with a card put into a seat's hand.

    Cards take turns from deal to deal as the orders of an opening do: each as often, none with one line-up or seat.
    Decisions of games as dealt alone are recorded: with a card put into a hand, what is held is no longer chance. The
    main contrast is of seats: who holds which card is the question's own business.
    """
    scheme = forced_openings(setting, cards)
    as_dealt = scheme.block - len({card.group for card in cards})
    return replace(scheme, name="cards", contrast_label="share of seat 1", recorded=as_dealt)


def starting_cards(setting: DesignInput) -> Sequence[ForcedOpening]:
    """Every card that a seat can begin the game with, in groups of equal size that each have a game of every block."""
    cards = [(card_set, card) for card_set in setting.game.cards if card_set.can_be_held for card in card_set.cards]
    groups = next((n for n in range(MAX_CARD_GAMES, 0, -1) if len(cards) % n == 0), 1)
    return tuple(
        ForcedOpening(card_set.plan(card), (), group=f"cards {number % groups}", card=card.number)
        for number, (card_set, card) in enumerate(cards)
    )
