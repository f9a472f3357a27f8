"""The First Empire's moves in the rulebook's words: one table, from which text, notation and JSON Schema follow."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cext.games.first_empire.data.components import (
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
    reward_name,
    some,
)
from cext.kernel import json_schema as js
from cext.kernel.layout import declarations
from cext.kernel.move_table import Field, Fields, Kind, MoveTable, Packed

__all__ = ["CARD", "CARD_ON_BOARD", "NOBODY", "REGION", "RULES", "STAGES", "card_of", "emperor_place", "move_table"]

State = Mapping[str, Any]

# The constants of the rules by name.
RULES = declarations(*(Path(__file__).parents[1] / "rules" / name for name in ("tables.pxd", "state.pxd"))).constants

# What a position may wait for: the kinds of move, then that the game is over.
STAGES = tuple(name.removeprefix("KIND_").lower() for name in RULES if name.startswith("KIND_"))

NOBODY, OPEN, FREE = RULES["NOBODY"], RULES["OPEN"], RULES["FREE"]
N_CARDS, FIRST_OWN, FIRST_MASTER, N_SECTIONS, DECK, AREA_CARDS, N_SPACES = (
    RULES[name] for name in ("N_CARDS", "FIRST_OWN", "FIRST_MASTER", "N_SECTIONS", "DECK", "AREA_CARDS",
                             "N_SPACES")
)  # fmt: skip

# -- letters and fields -----------------------------------------------------------------------------------------------

REGION_LETTERS = {"chu": "c", "wei": "w", "zhao": "z", "qi": "q", "yan": "y"}
ASPECT_LETTERS = {"writing": "w", "currency": "c", "laws": "l"}
OFFICIAL_LETTERS = {"alchemist": "a", "architect": "r", "general": "g"}
ACTION_LETTERS = {name: letter for letter, name in CLASSES[1:]}
TILE_LETTERS = {"writing": "w", "currency": "c", "laws": "l", "alchemist": "a", "any_for_unrest": "u"}
PIECES = (*OFFICIALS, "worker", "official")  # by State.type; the last: types are chosen one by one

REGION = js.choice(REGIONS)
CARD = js.whole(1, N_CARDS)
ALCHEMIST_CARDS = (*(f"alchemist {name}" for name in ALCHEMIST_NAMES), *(f"master {name}" for name in MASTER_NAMES))
CARD_ON_BOARD = js.either((CARD, js.choice(ALCHEMIST_CARDS)))


def region(part: str, name: str = "region") -> Field:
    """A region; part (a, b or c) is its number."""
    return Field.named(name, part, REGIONS, REGION_LETTERS)


AT = region("a")
CARD_PLAYED = Field("card", CARD, lambda state, move: move.a)
ASPECT_OF_CARD = Field("aspect", js.choice(ASPECTS), lambda state, move: ASPECTS[(move.a - 1) // DECK])
OFFICIAL = Field.named("official", "a", OFFICIALS, OFFICIAL_LETTERS)
ASPECT = Field.named("aspect", "a", ASPECTS, ASPECT_LETTERS)
MASK = Field("regions", js.listed(REGION, 1, len(REGIONS), unique=True), lambda state, move: mask_words(move.a))
POSITION = Field.number("position", "b", 1, AREA_CARDS)


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


def letters(names: Mapping[str, str], values: Any) -> str:
    """Letters of several names."""
    return "".join(names[name] for name in values)


def named(regions: Any) -> str:
    """Regions as one writes them."""
    return " and ".join(name.capitalize() for name in regions)


# -- texts ------------------------------------------------------------------------------------------------------------


def play_text(fields: Fields) -> str:
    """A card played, and what for."""
    action = ACTION_NAMES[[name for _, name in CLASSES].index(fields["action"])]
    return f"{action} with card {fields['card']} ({fields['aspect']})"


def palace_text(fields: Fields) -> str:
    """A palace with the worker from elsewhere."""
    third = f", third worker from {fields['third_worker'].capitalize()}" if fields["third_worker"] else " for free"
    return f"palace in {fields['region'].capitalize()}{third}"


def tokens_text(fields: Fields) -> str:
    """Tokens chosen."""
    return " and ".join(some(n, f"{name} token") for name, n in fields["tokens"].items() if n)


def spend_text(fields: Fields) -> str:
    """Tokens spent for soldiers."""
    return f"spend {some(fields['large'], 'large token')} and {some(fields['small'], 'small token')}"


def reward_text(fields: Fields) -> str:
    """A reward accepted or left to the next."""
    return f"{'accept' if fields['accept'] else 'decline'} the {fields['aspect']} reward ({fields['reward']})"


# -- what is printed --------------------------------------------------------------------------------------------------


def of_components(components: Components, options: Mapping[str, Any]) -> dict[str, tuple[Field, ...]]:
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
        return need_names(
            components.mausoleum[state["spot"][move.a]],
            components.mausoleum_tiles[state["tile"][move.a]],
            components.sites,
        )

    spots = (
        Field("row", js.whole(1, 3), lambda state, move: move.a // 3 + 1),
        Field("column", js.whole(1, 3), lambda state, move: move.a % 3 + 1),
        Field("tile", js.text(), spot),
    )
    tile_texts = [tile_label(tile) for tile in components.starting_tiles]
    on_board = Field("card", CARD_ON_BOARD, card_at)
    return {
        "start": (
            Field("tile", js.whole(1, len(tile_texts)), lambda state, move: move.a),
            Field("gives", js.text(), lambda state, move: tile_texts[move.a - 1]),
        ),
        "card": (
            Field("card", js.choice(ALCHEMIST_CARDS), lambda state, move: card_of(components, move.a)),
            region("b"),
        ),
        "master": (Field("card", js.choice(ALCHEMIST_CARDS), lambda state, move: card_of(components, move.a)),),
        "bonus": (Field.number("half", "a", 1, 2), Field("bonus", js.text(), half)),
        "wall": (
            Field.number("section", "a", 1, N_SECTIONS),
            Field("site", js.text(), lambda state, move: sites[move.a]),
            Field("workers", js.whole(1, 3), lambda state, move: move.b),
        ),
        "emperor": (AT, POSITION, on_board, Field("trigger", js.choice(TRIGGERS), emperor_tile)),
        "ability": (AT, POSITION, on_board),
        "soldier": spots,
        "reward": (
            Field("accept", js.flag(), lambda state, move: bool(move.a)),
            Field("aspect", js.choice(ASPECTS), lambda state, move: ASPECTS[rows[state["row"]]]),
            Field("reward", js.text(), reward),
        ),
    }


def move_table(components: Components, options: Mapping[str, Any]) -> MoveTable:
    """The moves of a game with these components and options; what counts from 0 in the rules counts from 1 here."""
    shown = of_components(components, options)
    return MoveTable(*turn_moves(shown), *gain_moves(), *phase_3_moves(shown))


def turn_moves(shown: Mapping[str, tuple[Field, ...]]) -> tuple[Kind, ...]:
    """The Starting tile, the card of a turn, what its action asks."""
    return (
        Kind(
            name="start",
            fields=shown["start"],
            text="starting tile {tile}: {gives}",
            notation="t{tile}",
            expected="t and the starting tile",
        ),
        Kind(
            name="play",
            fields=(CARD_PLAYED, ASPECT_OF_CARD,
                    Field.named("action", "b", [name for _, name in CLASSES], ACTION_LETTERS)),
            text=play_text,
            notation="{action}{card}",
            expected="the action's letter (U unify, R recruit, E elixir, G governor, H hire, P palace, W wall, "
            "N nothing) and a card",
        ),
        Kind(
            name="region",
            fields=(AT,),
            text=lambda fields: f"place the card in {named([fields['region']])}",
            notation="@{region}",
            expected="@ and the region the card goes to (c Chu, w Wei, z Zhao, q Qi, y Yan)",
        ),
        Kind(
            name="recruit",
            fields=(OFFICIAL, region("b")),
            text=lambda fields: f"{fields['official']} to {named([fields['region']])}",
            notation="+{official}{region}",
            expected="+ with the official (a alchemist, r architect, g general) and the region",
        ),
        Kind(
            name="card",
            fields=shown["card"],
            text=lambda fields: f"{card_name(fields['card'])} to {named([fields['region']])}",
            notation=lambda fields: f"{fields['card'].split()[1]}@{REGION_LETTERS[fields['region']]}",
            expected="the Alchemist card @ the region, or unlock for a soldier",
        ),
        Kind(
            name="unlock_one",
            text="unlock a soldier",
            notation="unlock",
            expected="unlock, or the Alchemist card @ the region",
        ),
        Kind(
            name="master",
            fields=shown["master"],
            text=lambda fields: f"take the {card_name(fields['card'])}",
            notation=lambda fields: f"M:{fields['card'].split()[1]}",
            expected="M: and the Master Alchemist card",
        ),
        Kind(
            name="governor",
            fields=(AT, Field("space", js.or_none(js.whole(1, N_SPACES)),
                              lambda state, move: None if move.b == OPEN else move.b + 1)),
            text=lambda fields: f"governor in {named([fields['region']])}, "
            + (f"space {fields['space']}" if fields["space"] else "open area"),
            notation=lambda fields: f"g{REGION_LETTERS[fields['region']]}{fields['space'] or 'o'}",
            expected="g, the region and the space (o: the open area)",
        ),
        Kind(
            name="bonus",
            fields=shown["bonus"],
            text="bonus: {bonus}",
            notation="b{half}",
            expected="b and the half of the governor tile",
        ),
        Kind(
            name="hire",
            fields=(AT,),
            text=lambda fields: f"hire in {named([fields['region']])}",
            notation="h{region}",
            expected="h and the region",
        ),
        Kind(
            name="palace",
            fields=(AT, Field("third_worker", js.or_none(REGION),
                              lambda state, move: None if move.b == FREE else REGIONS[move.b])),
            text=palace_text,
            notation=lambda fields: "p" + letters(REGION_LETTERS, filter(None, list(fields.values())[1:])),
            expected="p, the region, and the region of the third worker unless it is free",
        ),
        Kind(
            name="palace_tile",
            fields=(Field.named("counts", "a", PALACE_KINDS, TILE_LETTERS),),
            text=lambda fields: f"palace tile: {PALACE_TILE_NAMES[fields['counts']]}",
            notation="={counts}",
            expected="= and the palace tile (w writing, c currency, l laws, a Alchemist cards, u all for unrest)",
        ),
        Kind(
            name="large",
            fields=(ASPECT,),
            text="large {aspect} token",
            notation="*2{aspect}",
            expected="*2 and the aspect (w writing, c currency, l laws)",
        ),
        Kind(
            name="wall",
            fields=shown["wall"],
            text=lambda fields: f"wall in section {fields['section']} ({fields['site']}), "
            f"slot of {some(fields['workers'], 'worker')}",
            notation="w{section}/{workers}",
            expected="w section / workers of the slot",
        ),
        Kind(
            name="pay",
            fields=(MASK,),
            text=lambda fields: f"workers from {named(fields['regions'])}",
            notation=lambda fields: f"-{letters(REGION_LETTERS, fields['regions'])}",
            expected="- and the regions that give a worker",
        ),
        Kind(
            name="emperor",
            fields=shown["emperor"],
            text=lambda fields: f"Emperor tile ({fields['trigger']}) on {card_name(fields['card'])} "
            f"in {named([fields['region']])}",
            notation="^{region}{position}",
            expected="^, the region and the position of the card in it",
        ),
        Kind(
            name="ability",
            fields=shown["ability"],
            text=lambda fields: f"activate {card_name(fields['card'])} in {named([fields['region']])}",
            notation="!{region}{position}",
            expected="!, the region and the position of the card in it; an official with from>to; or stop",
        ),
    )  # fmt: skip


def gain_moves() -> tuple[Kind, ...]:
    """What abilities, bonuses and rewards ask."""
    return (
        Kind(
            name="move",
            fields=(OFFICIAL, region("b", "origin"), region("c", "target")),
            text=lambda fields: f"{fields['official']} from {named([fields['origin']])} to {named([fields['target']])}",
            notation="{official}{origin}>{target}",
            expected="the official's letter and from>to, or stop",
        ),
        Kind(name="stop", text="stop", notation="stop"),
        Kind(
            name="tokens",
            fields=(
                Field(
                    "tokens",
                    js.by_name(ASPECTS, js.whole()),
                    lambda state, move: dict(zip(ASPECTS, (move.a, move.b, move.c), strict=True)),
                ),
            ),
            text=tokens_text,
            notation=lambda fields: "*" + "".join(ASPECT_LETTERS[name] * n for name, n in fields["tokens"].items()),
            expected="* and the letters of the tokens (w writing, c currency, l laws)",
        ),
        Kind(
            name="calm",
            fields=(MASK,),
            text=lambda fields: f"unrest -1 in {named(fields['regions'])}",
            notation=lambda fields: f"~{letters(REGION_LETTERS, fields['regions'])}",
            expected="~ and the regions where unrest falls",
        ),
        Kind(
            name="move_worker",
            fields=(region("a", "origin"), region("b", "target")),
            text=lambda fields: f"worker from {named([fields['origin']])} to {named([fields['target']])}",
            notation="{origin}>{target}",
            expected="from>to, for a worker, or stop",
        ),
        Kind(
            name="place",
            fields=(
                AT,
                Field("piece", js.choice(PIECES), lambda state, move: PIECES[state["type"]]),
                Field("number", js.whole(), lambda state, move: state["amount"]),
            ),
            text=lambda fields: f"{some(fields['number'], fields['piece'])} to {named([fields['region']])}",
            notation=">{region}",
            expected="> and the region",
        ),
    )


def phase_3_moves(shown: Mapping[str, tuple[Field, ...]]) -> tuple[Kind, ...]:
    """Soldiers, rewards, tokens."""
    return (
        Kind(
            name="soldier",
            fields=shown["soldier"],
            text="soldier on {row}.{column} ({tile})",
            notation="s{row}{column}",
            expected="s, the row and the column of the tile, or stop",
        ),
        Kind(
            name="reward",
            fields=shown["reward"],
            text=reward_text,
            notation=lambda fields: "take" if fields["accept"] else "leave",
            expected="take or leave",
        ),
        Kind(
            name="unlock",
            fields=(Field("soldiers", js.whole(0), lambda state, move: move.a),),
            text=lambda fields: f"unlock {some(fields['soldiers'], 'soldier') if fields['soldiers'] else 'no soldier'}",
            notation="u{soldiers}",
            expected="u and the number of soldiers",
        ),
        Kind(
            name="spend",
            fields=(Field("large", js.whole(0), lambda state, move: move.a),
                    Field("small", js.whole(0), lambda state, move: move.b)),
            text=spend_text,
            notation="-{large}+{small}",
            expected="- large + small tokens",
        ),
        Kind(
            name="return",
            fields=(ASPECT, Field("tokens", js.whole(0), lambda state, move: move.b)),
            text=lambda fields: f"return {some(fields['tokens'], fields['aspect'] + ' token')}",
            notation="-{aspect}{tokens}",
            expected="- the aspect and the number of its small tokens that go back",
        ),
        Kind(
            name="his_soldier",
            fields=shown["soldier"],
            text="Li Si's soldier on {row}.{column} ({tile})",
            notation="S{row}{column}",
            expected="S, the row and the column of the tile",
        ),
    )  # fmt: skip
