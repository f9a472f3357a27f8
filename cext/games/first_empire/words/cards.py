"""What The First Empire says its cards are: Unification cards, Alchemist cards, Governor tiles."""

from typing import Any

from cext.games.deck_words import card_set
from cext.games.first_empire.data.component_types import TRIGGERS, Components
from cext.games.first_empire.words.names import (
    ACTION_NAMES,
    ALCHEMIST_NAMES,
    CLASSES,
    MASTER_NAMES,
    ability_names,
    alchemist_names,
    bonus_name,
    governor_tile,
    holds,
)
from cext.games.words import counted_cards

__all__ = ["alchemists", "card_sets"]


def card_sets(components: Components) -> list[dict[str, Any]]:
    """The Unification cards, which are dealt; the Alchemist cards and Governor tiles, which are taken."""
    tiles = [
        (f"tile {number} ({' or '.join(map(bonus_name, tile))})", governor_tile(number))
        for number, tile in enumerate(components.governor_tiles, 1)
    ]
    placed = "on the player board at the end"
    return [
        unification(components),
        counted_cards("alchemists", "Alchemist card", alchemists(components), "placed", placed),
        counted_cards("governor_tiles", "Governor tile", tiles, "taken", "taken", first=1),
    ]


def unification(components: Components) -> dict[str, Any]:
    """The Unification cards, which are dealt."""
    abilities = ability_names(components.ability_amounts)
    triggers = [ACTION_NAMES[[word for _, word in CLASSES].index(name)] for name in TRIGGERS]
    noun, dealt = "Unification card", ["play"]
    return card_set(components.cards, noun, triggers, abilities, CLASSES[1:], court="Court", dealt=dealt)


def alchemists(components: Components) -> list[tuple[str, str]]:
    """Alchemist cards, of which every player has the same five, and Master Alchemist cards, which lie open: in words,
    and the counters of whether they lie on the player board at the end."""
    own = zip(ALCHEMIST_NAMES, alchemist_names(components.alchemists, ALCHEMIST_NAMES), strict=True)
    masters = zip(MASTER_NAMES, alchemist_names(components.masters, MASTER_NAMES), strict=True)
    return [
        *((f"Alchemist: {text}", holds(name)) for name, text in own),
        *((f"Master: {text}", holds(name)) for name, text in masters),
    ]
