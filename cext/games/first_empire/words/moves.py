"""The First Empire's moves in the rulebook's words: one table, from which text, notation and JSON Schema follow."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from cext.games.deck_words import ASPECT, ASPECT_LETTERS, CARD, N_SECTIONS, STOP, accept, play_kind
from cext.games.first_empire.data.component_types import (
    ASPECTS,
    OFFICIALS,
    PALACE_KINDS,
    REGIONS,
    REWARD_KINDS,
    TABLEAUS,
    TRIGGERS,
    Components,
)
from cext.games.first_empire.words.facts import tile_label
from cext.games.first_empire.words.names import (
    ACTION_NAMES,
    ALCHEMIST_NAMES,
    CLASSES,
    MASTER_NAMES,
    PALACE_TILE_NAMES,
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
from cext.kernel.move_table import MoveField, MoveKind, MoveTable, Packed

__all__ = ["CARD_ON_BOARD", "NOBODY", "REGION", "RULES", "STAGES", "card_of", "emperor_place", "move_table"]

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


SPACE = MoveField(
    "space", js.or_none(js.whole(1, N_SPACES)), lambda state, move: None if move.b == OPEN else move.b + 1,
    {None: "o"}, lambda space: f"space {space}" if space else "open area",
)  # fmt: skip
THIRD_WORKER = MoveField(
    "third_worker", js.or_none(REGION), lambda state, move: None if move.b == FREE else REGIONS[move.b],
    {**REGION_LETTERS, None: ""}, lambda place: f", third worker from {place.capitalize()}" if place else " for free",
)  # fmt: skip
TOKENS = MoveField(
    "tokens", js.by_name(ASPECTS, js.whole()), lambda state, move: dict(zip(ASPECTS, move[1:], strict=True)),
    text=lambda tokens: " and ".join(some(n, f"{name} token") for name, n in tokens.items() if n),
)  # fmt: skip


def number(name: str, part: str, noun: str) -> MoveField:
    """A number of things, none perhaps."""
    return MoveField(name, js.whole(0), lambda state, move: getattr(move, part), text=lambda n: some(n, noun))


def move_table(components: Components, options: Mapping[str, Any]) -> MoveTable:
    """The moves of a game with these components and options; what counts from 0 in the rules counts from 1 here."""
    shown = of_components(components, options)
    return MoveTable(*turn_moves(shown), *gain_moves(), *phase_3_moves(shown))


def turn_moves(shown: Mapping[str, tuple[MoveField, ...]]) -> tuple[MoveKind, ...]:
    """The Starting tile, the card of a turn, what its action asks."""
    return (
        MoveKind("start", "starting tile {tile}: {gives}", "t{tile}", "t and the starting tile", shown["start"]),
        play_kind(CLASSES, ACTION_NAMES,
                  "U unify, R recruit, E elixir, G governor, H hire, P palace, W wall, N nothing"),
        MoveKind("region", "place the card in {region}", "@{region}",
                 "@ and the region the card goes to (c Chu, w Wei, z Zhao, q Qi, y Yan)", (AT,)),
        MoveKind("recruit", "{official} to {region}", "+{official}{region}",
                 "+ with the official (a alchemist, r architect, g general) and the region", (OFFICIAL, region("b"))),
        MoveKind("card", "{card} to {region}", "{card}@{region}",
                 "the Alchemist card @ the region, unlock for a soldier, or stop", shown["card"]),
        MoveKind("unlock_one", "unlock a soldier", "unlock", "unlock, or the Alchemist card @ the region"),
        MoveKind("master", "take the {card}", "M:{card}", "M: and the Master Alchemist card", shown["master"]),
        MoveKind("governor", "governor in {region}, {space}", "g{region}{space}",
                 "g, the region and the space (o: the open area)", (AT, SPACE)),
        MoveKind("bonus", "bonus: {bonus}", "b{half}", "b and the half of the governor tile", shown["bonus"]),
        MoveKind("hire", "hire in {region}", "h{region}", "h and the region", (AT,)),
        MoveKind("palace", "palace in {region}{third_worker}", "p{region}{third_worker}",
                 "p, the region, and the region of the third worker unless it is free", (AT, THIRD_WORKER)),
        MoveKind("palace_tile", "palace tile: {counts}", "={counts}",
                 "= and the palace tile (w writing, c currency, l laws, a Alchemist cards, u all for unrest)",
                 (MoveField.of_names("counts", "a", PALACE_KINDS, TILE_LETTERS, PALACE_TILE_NAMES.__getitem__),)),
        MoveKind("large", "large {aspect} token", "*2{aspect}",
                 "*2 and the aspect (w writing, c currency, l laws)", (ASPECT,)),
        MoveKind("wall", "wall in section {section} ({site}), slot of {workers}",
                 "w{section}/{workers}", "w section / workers of the slot",
                 shown["wall"]),
        MoveKind("pay", "workers from {regions}", "-{regions}", "- and the regions that give a worker", (MASK,)),
        MoveKind("emperor", "Emperor tile ({trigger}) on {card} in {region}", "^{region}{position}",
                 "^, the region and the position of the card in it", shown["emperor"]),
        MoveKind("ability", "activate {card} in {region}", "!{region}{position}",
                 "!, the region and the position of the card in it; an official with from>to; or stop",
                 shown["ability"]),
    )  # fmt: skip


def gain_moves() -> tuple[MoveKind, ...]:
    """What abilities, bonuses and rewards ask."""
    piece = MoveField("piece", js.choice(PIECES), lambda state, move: PIECES[state["type"]])
    return (
        MoveKind("move", "{official} from {origin} to {target}", "{official}{origin}>{target}",
                 "the official's letter and from>to, or stop",
                 (OFFICIAL, region("b", "origin"), region("c", "target"))),
        STOP,
        MoveKind("tokens", "{tokens}",
                 lambda fields: "*" + "".join(ASPECT_LETTERS[name] * n for name, n in fields["tokens"].items()),
                 "* and the letters of the tokens (w writing, c currency, l laws)", (TOKENS,)),
        MoveKind("calm", "unrest -1 in {regions}", "~{regions}", "~ and the regions where unrest falls", (MASK,)),
        MoveKind("move_worker", "worker from {origin} to {target}", "{origin}>{target}",
                 "from>to, for a worker, or stop", (region("a", "origin"), region("b", "target"))),
        MoveKind("place",
                 lambda fields: f"{some(fields['number'], fields['piece'])} to {fields['region'].capitalize()}",
                 ">{region}", "> and the region",
                 (AT, piece, MoveField("number", js.whole(), lambda state, move: state["amount"]))),
    )  # fmt: skip


def phase_3_moves(shown: Mapping[str, tuple[MoveField, ...]]) -> tuple[MoveKind, ...]:
    """Soldiers, rewards, tokens."""
    soldiers = MoveField("soldiers", js.whole(0), lambda state, move: move.a)
    tokens = MoveField("tokens", js.whole(0), lambda state, move: move.b)
    return (
        MoveKind("soldier", "soldier on {row}.{column} ({tile})", "s{row}{column}",
                 "s, the row and the column of the tile, or stop", shown["soldier"]),
        MoveKind("reward", "{accept} the {aspect} reward ({reward})", "{accept}", "take or leave",
                 shown["reward"]),
        MoveKind("unlock",
                 lambda fields: f"unlock {some(fields['soldiers'], 'soldier') if fields['soldiers'] else 'no soldier'}",
                 "u{soldiers}", "u and the number of soldiers", (soldiers,)),
        MoveKind("spend", "spend {large} and {small}", "-{large}+{small}",
                 "- large + small tokens", (number("large", "a", "large token"), number("small", "b", "small token"))),
        MoveKind("return", lambda fields: f"return {some(fields['tokens'], fields['aspect'] + ' token')}",
                 "-{aspect}{tokens}", "- the aspect and the number of its small tokens that go back", (ASPECT, tokens)),
        MoveKind("his_soldier", "Li Si's soldier on {row}.{column} ({tile})", "S{row}{column}",
                 "S, the row and the column of the tile", shown["soldier"]),
    )  # fmt: skip
