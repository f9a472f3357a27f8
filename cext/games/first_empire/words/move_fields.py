"""What The First Empire's moves are written with: constants of the rules, letters, fields, words of components."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from cext.games.deck_words import ASPECT_LETTERS, CARD, N_SECTIONS, accept
from cext.games.first_empire.data.component_types import (
    ASPECTS,
    OFFICIALS,
    REGIONS,
    REWARD_KINDS,
    TABLEAUS,
    TRIGGERS,
    Components,
)
from cext.games.first_empire.words.facts import tile_label
from cext.games.first_empire.words.names import (
    ALCHEMIST_NAMES,
    MASTER_NAMES,
    bonus_name,
    card_name,
    mask_words,
    need_names,
    place_name,
    reward_name,
    some,
)
from cext.games.words import rule_constants, stages_of
from cext.kernel import json_schema as js
from cext.kernel.move_table import MoveField, Packed

__all__ = [
    "AT", "CARD_ON_BOARD", "FREE", "MASK", "NOBODY", "N_SPACES", "OFFICIAL", "OPEN", "PIECES", "REGION",
    "REGION_LETTERS", "RULES", "STAGES", "TILE_LETTERS", "card_of", "emperor_place", "of_components", "region",
]  # fmt: skip

State = Mapping[str, Any]

# The constants of the rules by name.
RULES = rule_constants(__file__)
STAGES = stages_of(RULES)

NOBODY, OPEN, FREE = RULES["NOBODY"], RULES["OPEN"], RULES["FREE"]
FIRST_OWN, FIRST_MASTER, AREA_CARDS, N_SPACES = (
    RULES[name] for name in ("FIRST_OWN", "FIRST_MASTER", "AREA_CARDS", "N_SPACES")
)

# -- letters and fields -----------------------------------------------------------------------------------------------

REGION_LETTERS = {"chu": "c", "wei": "w", "zhao": "z", "qi": "q", "yan": "y"}
OFFICIAL_LETTERS = {"alchemist": "a", "architect": "r", "general": "g"}
TILE_LETTERS = {**ASPECT_LETTERS, "alchemist": "a", "any_for_unrest": "u"}
PIECES = (*OFFICIALS, "worker", "official")  # by State.type; the last: types are chosen one by one

REGION = js.choice(REGIONS)
ALCHEMIST_CARDS = (*(f"alchemist {name}" for name in ALCHEMIST_NAMES), *(f"master {name}" for name in MASTER_NAMES))
CARD_ON_BOARD = js.either((CARD, js.choice(ALCHEMIST_CARDS)))


def region(part: str, name: str = "region") -> MoveField:
    """A region; part (a, b or c) is its number."""
    return MoveField.of_names(name, part, REGIONS, REGION_LETTERS, str.capitalize)


AT = region("a")
OFFICIAL = MoveField.of_names("official", "a", OFFICIALS, OFFICIAL_LETTERS)
MASK = MoveField(
    "regions", js.listed(REGION, 1, len(REGIONS), unique=True), lambda state, move: mask_words(move.a), REGION_LETTERS,
    lambda regions: " and ".join(name.capitalize() for name in regions),
)  # fmt: skip
POSITION = MoveField.number("position", "b", 1, AREA_CARDS)


def card_of(components: Components, number: int) -> int | str:
    """A card as records name it: Unification cards by number, Alchemist cards by what they do."""
    if number < FIRST_OWN:
        return number
    if number < FIRST_MASTER:
        return f"alchemist {ALCHEMIST_NAMES[components.alchemists[number - FIRST_OWN].ability]}"
    return f"master {MASTER_NAMES[components.masters[number - FIRST_MASTER].ability]}"


def emperor_place(components: Components, options: Mapping[str, Any], section: int) -> int:
    """Where the Emperor tiles of a section lie: on the section, or in the stack of its site (F8)."""
    return components.site_of[section] if options["emperor_tiles"] == "site" else section


# -- what is printed --------------------------------------------------------------------------------------------------


def of_components(components: Components, options: Mapping[str, Any]) -> dict[str, tuple[MoveField, ...]]:
    """Fields that show what is printed on components, by kind."""
    sites = [components.sites[site] for site in components.site_of]
    rows = components.tableaus[TABLEAUS.index(options["tableau"])]

    def card_at(state: State, move: Packed) -> int | str:
        return card_of(components, state["seat"][state["active"]]["card"][move.a][move.b])

    def emperor_tile(state: State, move: Packed) -> str:
        return TRIGGERS[state["emperor"][emperor_place(components, options, state["target"])][0] - 1]

    def half(state: State, move: Packed) -> str:
        return bonus_name(components.governor_tiles[state["target"]][move.a])

    def reward(state: State, move: Packed) -> str:
        cell = components.rewards[rows[state["row"]]][state["round"]]
        return reward_name(REWARD_KINDS[cell.kind], cell)

    def spot(state: State, move: Packed) -> str:
        place = place_name(components.mausoleum[state["spot"][move.a]], components.sites)
        return need_names(place, asdict(components.mausoleum_tiles[state["tile"][move.a]]))

    spots = (
        MoveField("row", js.whole(1, 3), lambda state, move: move.a // 3 + 1),
        MoveField("column", js.whole(1, 3), lambda state, move: move.a % 3 + 1),
        MoveField("tile", js.text(), spot),
    )
    tile_texts = [tile_label(tile) for tile in components.starting_tiles]
    on_board = MoveField("card", CARD_ON_BOARD, card_at, text=card_name)
    abilities = {name: name.split()[1] for name in ALCHEMIST_CARDS}
    alchemist = MoveField(
        "card", js.choice(ALCHEMIST_CARDS), lambda state, move: card_of(components, move.a), abilities, card_name
    )
    return {
        "start": (
            MoveField("tile", js.whole(1, len(tile_texts)), lambda state, move: move.a),
            MoveField("gives", js.text(), lambda state, move: tile_texts[move.a - 1]),
        ),
        "card": (alchemist, region("b")),
        "master": (alchemist,),
        "bonus": (MoveField.number("half", "a", 1, 2), MoveField("bonus", js.text(), half)),
        "wall": (
            MoveField.number("section", "a", 1, N_SECTIONS),
            MoveField("site", js.text(), lambda state, move: sites[move.a]),
            MoveField("workers", js.whole(1, 3), lambda state, move: move.b, text=lambda n: some(n, "worker")),
        ),
        "emperor": (AT, POSITION, on_board, MoveField("trigger", js.choice(TRIGGERS), emperor_tile)),
        "ability": (AT, POSITION, on_board),
        "soldier": spots,
        "reward": (
            accept("decline"),
            MoveField("aspect", js.choice(ASPECTS), lambda state, move: ASPECTS[rows[state["row"]]]),
            MoveField("reward", js.text(), reward),
        ),
    }
