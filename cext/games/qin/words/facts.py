"""What Qin says about itself to the questions: its maps, how they and openings are compared, counters worth a chart."""

from collections import Counter
from copy import deepcopy
from typing import Any

from cext.games.qin.data.components import Components
from cext.games.qin.data.maps import GameMap
from cext.games.qin.words.moves import RULINGS, TILE_NAMES, dealt
from cext.games.words import RulebookWords
from cext.kernel.value_inputs import InputFields

__all__ = ["INPUT_FIELDS", "of_game"]

# Fields that follow from others, that draws come from, or that only reports read.
UNUSED = """
near opening lead_changes n_places forbidden root after dealt bag score_after opened bans
"""

# What networks that learn from the state are told of its fields.
INPUT_FIELDS = InputFields(
    per_seat=dict.fromkeys(("hand", "supply", "counter"), 0) | {"force": 1},
    seats={"active": 0, "leader": 0, "owner": 1, "village": 1},
    names=frozenset({"stage", "board", "colour"}),
    unused=frozenset(UNUSED.split()),
)

BOARD = {
    "nouns": ["map", "maps"],
    "page_question": "do the maps play alike?",
    "note": (
        "Everybody plays on the same map, so no map wins or loses by itself. What is compared is how each seat and "
        "each bot does on one map against the other: the same tiles in the same order, the same bots in the same "
        "seats."
    ),
    "series": {"tally": "pagodas_left", "best": "lowest"},
}
ENDINGS = {"the last pagoda is placed": "pagodas_left = 0", "nobody can place a tile": "pagodas_left > 0"}
OPENING = {
    "by": "first",
    "ordered": False,
    "turn": ["placement", "placements"],
    "name": "first four placements",
    "tip": None,
    "confounded_by": "the tiles they held and what the players before them had placed",
}
CHARTS = [
    {
        "key": "provinces",
        "title": "What do winners do with provinces?",
        "subtitle": "Provinces a player founds, has expanded, raises to major ones or merges, in a game.",
        "reading": (
            "Every province founded places a pagoda, and so does every one that grows into a major province; a merger "
            "returns the pagodas of all but the new one. An expansion counts for the owner, whoever placed the tile."
        ),
        "unit": "times a game",
        "tallies": {
            "provinces_founded": "founded",
            "provinces_expanded": "expanded",
            "majors_gained": "major provinces gained",
            "provinces_absorbed": "absorbed from others",
            "provinces_united": "given up in own mergers",
        },
    },
    {
        "key": "villages",
        "title": "Do winners live by villages?",
        "subtitle": "Villages a player connects first, conquers from others and loses to others, in a game.",
        "reading": (
            "A village is a pagoda that costs no tile of its own. A conquest moves two: who conquers places one, who "
            "loses takes one back."
        ),
        "unit": "villages a game",
        "tallies": {
            "villages_connected": "connected",
            "villages_conquered": "conquered",
            "villages_lost": "lost",
        },
    },
    {
        "key": "gifts",
        "title": "What do winners leave to the others?",
        "subtitle": "Own provinces that others absorb, and pagodas that others place in one's own turns, in a game.",
        "reading": (
            "A tile that makes a rival's province major, or connects a village to it, places a pagoda for them. A "
            "province is lost when somebody joins it to a larger one."
        ),
        "unit": "times a game",
        "tallies": {
            "provinces_lost": "provinces absorbed by others",
            "pagodas_for_others": "pagodas placed for others",
        },
    },
]
TERRAIN = {
    ".": ["grassland", "#e4ecd2"],
    "v": ["village", "#b9a68a"],
    "~": ["water", "#bcd9ea"],
    "R": ["red province space", "#d98880"],
    "Y": ["yellow province space", "#f0d264"],
    "B": ["blue province space", "#7fa3d1"],
}  # fmt: skip


def of_game(words: RulebookWords[Components]) -> dict[str, Any]:
    """Rulings, maps, what they are called, openings, charts, and places on the maps, as new data."""
    components = words.tables
    fixed = {"rulings": list(RULINGS), "board": BOARD, "opening": OPENING, "charts": CHARTS, "endings": ENDINGS}
    return {"boards": boards(components), "places": places(components), "cards": [tiles()], **deepcopy(fixed)}


def tiles() -> dict[str, Any]:
    """The six kinds of tile: those of the first hand are dealt, later ones drawn in turn."""
    return {
        "key": "tiles",
        "nouns": ["tile", "tiles"],
        "cards": [
            {"number": number, "label": f"{name} tile", "tallies": {"dealt": dealt(name)}}
            for number, name in enumerate(TILE_NAMES)
        ],
        "uses": [{"key": "placed", "label": "placed", "kind": "place"}],
        "held_note": "in place of a tile of its hand drawn by lot",
    }


def boards(components: Components) -> dict[str, dict[str, Any]]:
    """The maps by name: that of the option is side A; a title that two maps share is told apart by the names."""
    titles = Counter(one.title for one in components.maps)
    return {
        one.name: {
            "side": "B" if number else "A",
            "label": one.title if titles[one.title] == 1 else f"{one.title}: {one.name}",
            "provenance": one.data,
        }
        for number, one in enumerate(components.maps)
    }


def places(components: Components) -> dict[str, Any]:
    """Every map as a grid on which first placements can be drawn."""
    return {
        "tallies": ["first_square_1", "first_square_2"],
        "noun": "first placement",
        "boards": {one.name: {"rows": list(one.rows), "legend": legend(one)} for one in components.maps},
    }


def legend(one: GameMap) -> dict[str, list[str]]:
    """What the symbols on this map mean, and their colours."""
    return {symbol: meaning for symbol, meaning in TERRAIN.items() if any(symbol in row for row in one.rows)}
