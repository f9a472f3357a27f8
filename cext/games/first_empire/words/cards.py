"""What The First Empire says its cards are: Unification cards, Alchemist cards, Governor tiles."""

from typing import Any

from cext.games.first_empire.data.component_types import ASPECTS, TRIGGERS, Components
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

__all__ = ["card_sets"]

BAND = 10  # numbers of a band: whether a Court card is right depends on which number is higher
TRIGGER_NAMES = {name: ACTION_NAMES[[word for _, word in CLASSES].index(name)] for name in TRIGGERS}


def card_sets(components: Components) -> list[dict[str, Any]]:
    """The Unification cards, which are dealt; the Alchemist cards and Governor tiles, which are taken."""
    return [unification(components), alchemists(components), governor_tiles(components)]


def unification(components: Components) -> dict[str, Any]:
    """The 120 cards: every card of a hand is played in its round, so whoever plays one was dealt it."""
    abilities = ability_names(components.ability_amounts)
    court = "".join(letter for letter, _ in CLASSES[2:])
    listed = []
    for card in components.cards:
        first = (card.number - 1) // BAND * BAND + 1
        traits = {
            "aspect": ASPECTS[card.aspect],
            "trigger": TRIGGER_NAMES[TRIGGERS[card.trigger]],
            "ability": abilities[card.ability],
            "numbers": f"{first} to {first + BAND - 1}",
        }
        label = f"{card.number} {traits['aspect']}: {traits['trigger']} → {traits['ability']}"
        listed.append({"number": card.number, "label": label, "traits": traits})
    return {
        "key": "cards",
        "noun": ["Unification card", "Unification cards"],
        "cards": listed,
        "traits": [["aspect", "aspect"], ["trigger", "trigger"], ["ability", "ability"], ["numbers", "numbers"]],
        "dealt": ["play"],
        "uses": [
            {"key": "own", "label": "played on the own player board", "kind": "play", "classes": CLASSES[1][0]},
            {"key": "court", "label": "played to the Court", "kind": "play", "classes": court},
        ],
        "held": "in place of the first card of its aspect that it is dealt in round 1",
    }


def alchemists(components: Components) -> dict[str, Any]:
    """Alchemist cards, of which every player has the same five, and Master Alchemist cards, which lie open."""
    own = zip(ALCHEMIST_NAMES, alchemist_names(components.alchemists, ALCHEMIST_NAMES), strict=True)
    masters = zip(MASTER_NAMES, alchemist_names(components.masters, MASTER_NAMES), strict=True)
    named = [*((name, f"Alchemist: {text}") for name, text in own), *((n, f"Master: {text}") for n, text in masters)]
    return {
        "key": "alchemists",
        "noun": ["Alchemist card", "Alchemist cards"],
        "cards": [
            {"number": number, "label": label, "tallies": {"placed": holds(name)}}
            for number, (name, label) in enumerate(named)
        ],
        "uses": [{"key": "placed", "label": "on the player board at the end"}],
    }


def governor_tiles(components: Components) -> dict[str, Any]:
    """Governor tiles, which lie on the regions and are used by the first Governor there."""
    return {
        "key": "governor_tiles",
        "noun": ["Governor tile", "Governor tiles"],
        "cards": [
            {
                "number": number,
                "label": f"tile {number} ({' or '.join(map(bonus_name, tile))})",
                "tallies": {"taken": governor_tile(number)},
            }
            for number, tile in enumerate(components.governor_tiles, 1)
        ],
        "uses": [{"key": "taken", "label": "taken"}],
    }
