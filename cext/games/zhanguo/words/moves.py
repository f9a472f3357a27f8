"""ZhanGuo's moves in the rulebook's words: one table, from which text, notation and JSON Schema follow."""

from collections.abc import Mapping
from typing import Any

from cext.games.deck_words import ASPECT, CARD, CARD_FIELDS, STOP, play_kind
from cext.games.words import rule_constants, stages_of
from cext.games.zhanguo.data.components import (
    ASPECTS,
    BOARDS,
    CRITERIA,
    OFFICIALS,
    REWARD_KINDS,
    Card,
    Components,
    Reward,
)
from cext.games.zhanguo.words.names import ACTION_NAMES, CLASSES, REWARD_NAMES, TILE_NAMES, ability_names, square_names
from cext.kernel import json_schema as js
from cext.kernel.move_table import Fields, MoveField, MoveKind, MoveTable, Packed
from cext.messages import count_noun

__all__ = ["NOBODY", "RULES", "STAGES", "mask_words", "move_table"]

State = Mapping[str, Any]

# The constants of the rules by name.
RULES = rule_constants(__file__)
STAGES = stages_of(RULES)

NOBODY = RULES["NOBODY"]

AREA_CARDS, N_REGIONS, N_SLOTS = (RULES[name] for name in ("AREA_CARDS", "N_REGIONS", "N_SLOTS"))

# -- the moves --------------------------------------------------------------------------------------------------------

REGION = js.whole(1, N_REGIONS)
REGIONS = js.listed(REGION, unique=True)
OFFICIAL_LETTERS = {"military": "m", "civilian": "c", "inspector": "i"}
SQUARE_LETTERS = ("v", "o", "r", "")
COST_LETTERS = {n: f"={n}" if n > 1 else "" for n in range(1, 16)}
BOARD_ABILITY = RULES["BOARD_ABILITY"]
NOT_ASKED = 5  # region of a palace's third worker where none is to pay

AT = MoveField.number("region", "a", 1, N_REGIONS)
FROM = MoveField.number("origin", "a", 1, N_REGIONS)


def mask_words(mask: int) -> list[int]:
    """Regions of a mask, counted from 1."""
    return [region + 1 for region in range(N_REGIONS) if mask >> region & 1]


def area(code: int) -> str:
    """Name of an area: regions from 0, +5 for their workers areas."""
    return f"{'governors' if code < N_REGIONS else 'workers'} area of region {code % N_REGIONS + 1}"


def area_field(name: str, part: str) -> MoveField:
    """An area; in the notation 3, or 3w for a workers area."""
    names = [area(code) for code in range(2 * N_REGIONS)]
    return MoveField.of_names(
        name, part, names, {words: words[-1] + ("w" if words[0] == "w" else "") for words in names}
    )


def points_words(n: int) -> str:
    """Re-assignment points as one says them."""
    return "1 point" if n == 1 else f"{n} points"


def officials(code: int) -> list[str]:
    """Officials of a hire move: military + 3 x civilian + 9 x inspector."""
    return [name for k, name in enumerate(OFFICIALS) for _ in range(code // 3**k % 3)]


def reassign_text(fields: Fields) -> str:
    """A re-assignment with its cost."""
    cost = points_words(fields["points"])
    return f"{fields['official']} official: {fields['origin']} to {fields['target']} ({cost})"


def hire_text(fields: Fields) -> str:
    """A hire with the officials that move first."""
    first = f", moving {' and '.join(fields['moved'])} there first" if fields["moved"] else ""
    return f"hire in region {fields['region']}{first}"


def palace_text(fields: Fields) -> str:
    """A palace with the worker from elsewhere."""
    third = f", third worker from region {fields['third_worker']}" if fields["third_worker"] else ""
    return f"palace in region {fields['region']}{third}"


def pay_text(fields: Fields) -> str:
    """Workers given, a region at a time."""
    several = "s" * (len(fields["regions"]) > 1)
    return f"worker{several} from region{several} {', '.join(map(str, fields['regions']))}"


def wall_text(fields: Fields) -> str:
    """A wall with its slot, and what its tile gives points for."""
    tile, slot = TILE_NAMES[fields["tile"]], f"slot with {count_noun(fields['rods'], 'rod')}"
    return f"wall in section {fields['section']} ({fields['site']}, {tile}), {slot}"


def reward_text(fields: Fields) -> str:
    """A reward accepted, or left to the next."""
    verb = "accept" if fields["accept"] else "pass"
    return f"{verb} the {fields['aspect']} reward ({REWARD_NAMES[fields['reward']]})"


def ability_text(fields: Fields) -> str:
    """An ability activated."""
    if not fields["card"]:
        return f"activate {fields['ability']} ability"
    return f"activate card {fields['card']} in region {fields['region']}: {fields['ability']}"


def of_components(components: Components) -> dict[str, tuple[MoveField, ...]]:
    """Fields that show what is printed on components, by kind."""

    def card_of(state: State, move: Packed) -> Card | None:
        """The card an ability stands on; None: the board's own."""
        if move.a == BOARD_ABILITY:
            return None
        number = state["seat"][state["active"]]["card"][move.a // AREA_CARDS][move.a % AREA_CARDS]
        card: Card = components.cards[number - 1]
        return card

    def card_number(state: State, move: Packed) -> int | None:
        card = card_of(state, move)
        return card.number if card else None

    def ability(state: State, move: Packed) -> str:
        card = card_of(state, move)
        return abilities[card.ability] if card else "the board's"

    def reward_of(state: State) -> Reward:
        return components.rewards[state["aspect"]][state["round"]]

    sites = [components.sites[site] for site in components.site_of]
    abilities = ability_names(components.numbers.ability_points, components.numbers.ability_vp)
    return {
        "wall": (
            MoveField.number("section", "a", 1, len(sites)),
            MoveField("site", js.text(), lambda state, move: sites[move.a]),
            MoveField("rods", js.whole(1, N_SLOTS), lambda state, move: move.b),
            MoveField("tile", js.choice(CRITERIA), lambda state, move: CRITERIA[state["face"][move.a]]),
        ),
        "ability": (
            MoveField("card", js.or_none(CARD), card_number),
            MoveField("region", js.or_none(REGION),
                  lambda state, move: None if move.a == BOARD_ABILITY else move.a // AREA_CARDS + 1),
            MoveField("ability", js.choice((*abilities, "the board's")), ability),
        ),
        "reward": (
            MoveField("accept", js.flag(), lambda state, move: bool(move.a)),
            MoveField("aspect", js.choice(ASPECTS), lambda state, move: ASPECTS[state["aspect"]]),
            MoveField("reward", js.choice(REWARD_KINDS), lambda state, move: REWARD_KINDS[reward_of(state).kind]),
            MoveField("regions", REGIONS, lambda state, move: mask_words(reward_of(state).regions)),
        ),
    }  # fmt: skip


def move_table(components: Components) -> MoveTable:
    """The moves of a game with these components; regions and sections are numbered from 1, as on the board."""
    shown = of_components(components)
    squares = square_names(components.numbers.bonus_vp)
    square = MoveField.of_names("square", "b", squares, dict(zip(squares, SQUARE_LETTERS, strict=True)))
    return MoveTable(
        play_kind(
            CLASSES,
            ACTION_NAMES,
            "U unify, R recruit, A re-assign, G governor, H hire, P palace, W wall",
        ),
        MoveKind(
            name="region",
            fields=(AT,),
            text="place the card in region {region}",
            notation="@{region}",
            expected="@ and the region the card goes to",
        ),
        MoveKind(
            name="official",
            fields=(
                MoveField.of_names("official", "a", OFFICIALS, OFFICIAL_LETTERS),
                MoveField.number("region", "b", 1, N_REGIONS),
            ),
            text="{official} official to region {region}",
            notation="+{official}{region}",
            expected="+ with the official (m military, c civilian, i inspector) and the region",
        ),
        MoveKind(
            name="reassign",
            fields=(
                MoveField(
                    "official", js.choice(OFFICIALS), lambda state, move: OFFICIALS[move.c & 3], OFFICIAL_LETTERS
                ),
                area_field("origin", "a"),
                area_field("target", "b"),
                MoveField("points", js.whole(1, 15), lambda state, move: move.c >> 2, COST_LETTERS),
            ),
            text=reassign_text,
            notation="{official}{origin}>{target}{points}",
            expected="the official's letter, from>to, regions with w for their workers areas",
        ),
        STOP,
        MoveKind(
            name="governor",
            fields=(AT, square),
            text="governor in region {region}: {square}",
            notation="g{region}{square}",
            expected=f"g, the region and the bonus square (v {squares[0]}, o official, r re-assignment points)",
        ),
        MoveKind(
            name="hire",
            fields=(
                AT,
                MoveField("moved", js.listed(js.choice(OFFICIALS), 0, 2), lambda state, move: officials(move.b)),
            ),
            text=hire_text,
            notation=lambda fields: f"h{fields['region']}{''.join(OFFICIAL_LETTERS[name] for name in fields['moved'])}",
            expected="h, the region and the letters of officials that move to its workers area first",
        ),
        MoveKind(
            name="palace",
            fields=(
                AT,
                MoveField(
                    "third_worker", js.or_none(REGION), lambda state, move: move.b + 1 if move.b < NOT_ASKED else None
                ),
            ),
            text=palace_text,
            notation=lambda fields: (
                f"p{fields['region']}" + f"-{fields['third_worker']}" * bool(fields["third_worker"])
            ),
            expected="p and the region, with -region for the third worker",
        ),
        MoveKind(
            name="marker_3",
            fields=(ASPECT,),
            text="value-3 {aspect} marker",
            notation="*3{aspect}",
            expected="*3 and the aspect (w writing, c currency, l laws)",
        ),
        MoveKind(
            name="wall", fields=shown["wall"], text=wall_text, notation="w{section}/{rods}", expected="w section / rods"
        ),
        MoveKind(
            name="pay",
            fields=(
                MoveField("regions", js.listed(REGION, 1, 3, unique=True), lambda state, move: mask_words(move.a)),
            ),
            text=pay_text,
            notation=lambda fields: f"-{''.join(map(str, fields['regions']))}",
            expected="- and the regions that give a worker",
        ),
        MoveKind(
            name="ability",
            fields=shown["ability"],
            text=ability_text,
            notation=lambda fields: f"!{fields['card'] or 'board'}",
            expected="! and the card to activate, or !board",
        ),
        MoveKind(
            name="marker",
            fields=(ASPECT,),
            text="value-1 {aspect} marker",
            notation="*1{aspect}",
            expected="*1 and the aspect (w writing, c currency, l laws)",
        ),
        MoveKind(
            name="calm",
            fields=(AT,),
            text="unrest -1 in region {region}",
            notation="~{region}",
            expected="~ and the region where unrest falls",
        ),
        MoveKind(
            name="move_worker",
            fields=(FROM, MoveField.number("target", "b", 1, N_REGIONS)),
            text="worker from region {origin} to {target}",
            notation="{origin}>{target}",
            expected="from>to, for a worker",
        ),
        MoveKind(
            name="move_governor",
            fields=(FROM, square, MoveField.number("target", "c", 1, N_REGIONS)),
            text="governor ({square}) from region {origin} to {target}",
            notation="g{origin}{square}>{target}",
            expected="g from its square > to",
        ),
        MoveKind(
            name="reward",
            fields=shown["reward"],
            text=reward_text,
            notation=lambda fields: "take" if fields["accept"] else "leave",
            expected="take or leave",
        ),
        MoveKind(
            name="bid",
            fields=(MoveField("vp", js.whole(), lambda state, move: move.a),),
            text=lambda fields: f"bid {fields['vp']} VP" if fields["vp"] else "pass",
            notation=lambda fields: f"b{fields['vp']}" if fields["vp"] else "pass",
            expected="b and the victory points, or pass",
        ),
        MoveKind(
            name="board",
            fields=(MoveField.of_names("board", "a", BOARDS),),
            text="take the {board} board",
            notation="#{board}",
            expected="# and the board",
        ),
        MoveKind(
            name="discard",
            fields=CARD_FIELDS,
            text="discard card {card} ({aspect})",
            notation="x{card}",
            expected="x and the card",
        ),
    )
