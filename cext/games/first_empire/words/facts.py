"""What The First Empire says about itself to the questions: starting tiles, openings, cards, counters worth a chart."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from cext.games.deck_words import card_set, means_chart, opening, turns_chart, works_chart
from cext.games.first_empire.data.component_types import (
    ABILITIES,
    ASPECTS,
    BONUSES,
    OFFICIALS,
    REGIONS,
    TRIGGERS,
    Components,
    StartingTile,
)
from cext.games.first_empire.words.names import (
    ACTION_NAMES,
    ALCHEMIST_NAMES,
    CLASSES,
    MASTER_NAMES,
    RULINGS,
    ability_names,
    alchemist_names,
    bonus_name,
    governor_tile,
    holds,
    place_name,
    some,
    validated,
)
from cext.games.words import RulebookWords, counted_cards
from cext.kernel.value_inputs import InputFields

__all__ = ["INPUT_FIELDS", "of_game", "powers", "tile_label"]


# Fields that follow from others, that draws come from, or that only reports read.
UNUSED = """
key pending lead_changes deck head open full regions unmoved draws lisi_deck lisi_discard lisi_removed lisi_cards
dropped
seat.source seat.after_round seat.by_trigger seat.standing seat.aside seat.fulfilled seat.spots seat.opening
seat.actions seat.activated seat.rewards seat.ship_after seat.validated seat.hired seat.tokens
"""

# What networks that learn from the state are told of its fields.
INPUT_FIELDS = InputFields(
    seats=dict.fromkeys(("active", "leader", "track", "queue"), 0) | dict.fromkeys(("slot", "soldier", "governor"), 1),
    sets=frozenset({"seat.hand"}),
    own_sets=frozenset({"seat.card"}),
    masks=frozenset({"masters", "seat.emperor"}),
    names=frozenset({"stage", "round", "action", "within", "face", "tile", "space", "palace_tile", "target", "type"})
    | {"seat.wall_at", "seat.start", "seat.given"},
    unused=frozenset(UNUSED.split()),
)


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


BOARD = {
    "single": True,  # every starting tile exists once
    "priced": True,
    "nouns": ["starting tile", "starting tiles"],
    "page_question": "are the starting tiles balanced?",
    "other": "a starting tile given to it",
    "note": "By the rules a player is dealt two starting tiles and keeps one. A seat with a given tile has no choice "
    "and is compared, on the same deals, with a seat that chooses: below zero is what the choice is worth, and what "
    "differs between tiles is what they are worth.",
}

# Counters of winners and of all others, drawn by `balance`.
CHARTS = (
    works_chart(
        "placed, built, accepted or activated",
        (
            ("governors_placed", "governors placed"),
            ("palaces_built", "palaces built"),
            ("walls_built", "walls built"),
            ("rewards_accepted", "rewards accepted"),
            ("emperor_tiles", "Emperor tiles taken"),
            ("abilities_used", "card abilities activated"),
        ),
    ),
    {
        "key": "elixir_route",
        "title": "How fast do winners search for the elixir?",
        "subtitle": "Mean space of the ship at the end of each round, winners and all others.",
        "reading": "A ship that is ahead early brings soldiers and Alchemist cards while there are rounds left to use "
        "them; one that only arrives late brings points.",
        "unit": "space",
        "by_round": True,
        "tallies": {f"ship_after_round_{n}": f"space of the ship after round {n}" for n in range(1, 6)},
    },
    {
        "key": "elixir",
        "title": "How far do winners search for the elixir?",
        "subtitle": "Space of the ship at the end of the game, and the Alchemist cards it is multiplied with.",
        "reading": "The ship's VP count once for each Alchemist card: either alone scores nothing.",
        "unit": "a game",
        "tallies": {"ship": "space of the ship", "alchemist_cards": "Alchemist cards on the player board"},
    },
    {
        "key": "mausoleum",
        "title": "What do winners make of their Terracotta Soldiers?",
        "subtitle": "Mean number of a seat's soldiers by where they are at the end of the game, and of its full lines.",
        "reading": "A soldier on a tile scores by its slot and towards a row or column, one at the entrance little, "
        "one that stayed locked nothing.",
        "unit": "a game",
        "tallies": {
            "soldiers_placed": "soldiers on tiles",
            "lines": "full rows and columns",
            "soldiers_left": "soldiers left at the entrance",
            "soldiers_locked": "soldiers still locked",
        },
    },
    means_chart(
        "",
        (
            ("cards_placed", "cards on the player board"),
            ("tokens_taken", "small unification tokens taken"),
            ("officials_placed", "officials on the player board"),
            ("workers_hired", "workers hired or received"),
            ("workers_left", "workers not used"),
        ),
    ),
    {
        "key": "unrest",
        "title": "How much unrest do winners leave in their regions?",
        "subtitle": "Mean unrest of a seat by region at the end of the game; 3 is the most.",
        "reading": "A region at unrest 3 silences its cards; unrest of 0 after the last turn bought nothing, unless a "
        "wall tile counts it.",
        "unit": "unrest",
        "tallies": {f"unrest_{name}": name.capitalize() for name in REGIONS},
    },
    turns_chart(CLASSES[1:]),
)


# The six lines of the scorepad (End of the Game); what is scored in play by where it comes from.
SCOREPAD = (
    ("in_play", "1 VP scored during the game", ("palaces", "abilities", "bonuses", "soldiers")),
    ("governors", "2 majorities of governors", ("governors",)),
    ("elixir", "3 Alchemist cards and ship", ("elixir",)),
    ("mausoleum", "4 Mausoleum bonus", ("mausoleum",)),
    ("walls", "5 walls", ("walls",)),
    ("entrance", "6 extra Terracotta Soldiers", ("entrance",)),
)


def of_game(words: RulebookWords[Components]) -> dict[str, Any]:
    """Rulings, starting tiles and what they are called, openings, charts."""
    components = words.tables
    return {
        "scorepad": [{"name": name, "label": label, "sources": list(held)} for name, label, held in SCOREPAD],
        "bot": {"name": "Li Si", "option": "lisi", "labels": {str(n): f"Li Si {n}" for n in range(1, 5)}},
        "holdings": {counter: label for label, counter in alchemists(components)},
        "grids": [mausoleum(components)],
        "rulings": list(RULINGS),
        "boards": boards(components, words.game.boards),
        "board": BOARD,
        "opening": opening(),
        "charts": list(CHARTS),
        "cards": card_sets(components),
        "powers": powers(components),
    }


def powers(components: Components) -> list[dict[str, str]]:
    """What nobody uses where it is forbidden: abilities of cards, and what Governor tiles give."""
    halves: dict[str, list[str]] = {name: [] for name in BONUSES}
    for bonus in chain.from_iterable(components.governor_tiles):
        halves[BONUSES[bonus.kind]].append(bonus_name(bonus))
    given = {key: " or ".join(dict.fromkeys(names)) for key, names in halves.items() if names}
    sets = (
        ("Unification cards", "ability", ABILITIES, ability_names(components.ability_amounts)),
        ("Alchemist cards", "alchemist", ALCHEMIST_NAMES, alchemist_names(components.alchemists, ALCHEMIST_NAMES)),
        ("Master Alchemist cards", "master", MASTER_NAMES, alchemist_names(components.masters, MASTER_NAMES)),
        ("Governor tiles", "bonus", tuple(given), tuple(given.values())),
    )
    return [
        {"key": f"{kind}_{key}", "name": name, "of": where}
        for where, kind, keys, names in sets
        for key, name in zip(keys, names, strict=True)
    ]


def boards(components: Components, names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The choice of two tiles is side A; each tile that may be given instead is a B side."""
    tiles = components.starting_tiles
    facts: dict[str, dict[str, Any]] = {}
    for number, name in enumerate(names):
        label = f"tile {number} ({tile_label(tiles[number - 1])})" if number else "the choice of two"
        facts[name] = {"side": "B" if number else "A", "label": label}
    return facts


def mausoleum(components: Components) -> dict[str, Any]:
    """The nine spots as they are printed."""
    kinds = ("governors, palaces", "walls", "ship, cards")
    fields = [
        [validated(spot), f"{place_name(spot, components.sites).capitalize()}: {kinds[spot.kind]}"]
        for spot in components.mausoleum
    ]
    return {
        "key": "mausoleum_tiles",
        "title": "Which Mausoleum tiles do players validate, and when?",
        "subtitle": "The nine spots: part of the seats with a soldier on the tile there at the end of the game, of "
        "winners and of others, and the mean round in which it was placed.",
        "reading": "Three in a row or column are 10 VP more. A tile that hardly anybody validates asks for too much, "
        "or comes too late. In the advanced mode the spots lie elsewhere in every game: the fields then stand for what "
        "they ask for, not for where they lie.",
        "rows": [dict(fields[k : k + 3]) for k in (0, 3, 6)],
    }


def tile_label(tile: StartingTile) -> str:
    """What a starting tile gives after the General in Chu."""
    words = [some(n, kind) for kind, n in zip(OFFICIALS, tile.officials, strict=True) if n]
    words += [some(n, f"{aspect} token") for aspect, n in zip(ASPECTS, tile.tokens, strict=True) if n]
    words += [f"ship {some(tile.ship, 'space')}"] * bool(tile.ship)
    words += [some(tile.soldiers, "soldier")] * bool(tile.soldiers)
    words += [some(tile.workers, "worker")] * bool(tile.workers)
    words += [some(tile.alchemist_cards, "Alchemist card")] * bool(tile.alchemist_cards)
    unrest = [region.capitalize() for r, region in enumerate(REGIONS) if tile.unrest >> r & 1]
    first, last = unrest[:-1], unrest[-1:]
    where = " and ".join([", ".join(first)] * bool(first) + last)
    return ", ".join(words) + (f" for unrest in {where}" if unrest else "")
