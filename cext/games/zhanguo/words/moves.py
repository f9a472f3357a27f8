"""ZhanGuo's moves in the rulebook's words: one table, from which text, notation and JSON Schema follow."""

from collections.abc import Mapping
from typing import Any

from cext.games.deck_words import ASPECT, CARD, CARD_FIELDS, STOP, accept, play_kind
from cext.games.words import rule_constants, stages_of
from cext.games.zhanguo.data.component_types import (
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

__all__ = ["NOBODY", "REGION", "RULES", "STAGES", "mask_words", "move_table"]

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
BOARD_ABILITY = RULES["BOARD_ABILITY"]
NOT_ASKED = 5  # region of a palace's third worker where none is to pay

AT = MoveField.number("region", "a", 1, N_REGIONS)
FROM, TO = MoveField.number("origin", "a", 1, N_REGIONS), MoveField.number("target", "b", 1, N_REGIONS)
REASSIGNED = MoveField("official", js.choice(OFFICIALS), lambda state, move: OFFICIALS[move.c & 3], OFFICIAL_LETTERS)
POINTS = MoveField(
    "points", js.whole(1, 15), lambda state, move: move.c >> 2, {n: f"={n}" if n > 1 else "" for n in range(1, 16)},
    lambda n: count_noun(n, "point"),
)  # fmt: skip
MOVED = MoveField(
    "moved", js.listed(js.choice(OFFICIALS), 0, 2), lambda state, move: officials(move.b), OFFICIAL_LETTERS,
    lambda moved: f", moving {' and '.join(moved)} there first" if moved else "",
)  # fmt: skip
THIRD_WORKER = MoveField(
    "third_worker", js.or_none(REGION), lambda state, move: move.b + 1 if move.b < NOT_ASKED else None,
    {None: ""} | {n: f"-{n}" for n in range(1, N_REGIONS + 1)},
    lambda region: f", third worker from region {region}" if region else "",
)  # fmt: skip
PAID = MoveField("regions", js.listed(REGION, 1, 3, unique=True), lambda state, move: mask_words(move.a))
BID = MoveField(
    "vp", js.whole(), lambda state, move: move.a, {0: "pass"} | {n: f"b{n}" for n in range(1, 256)},
    lambda vp: f"bid {vp} VP" if vp else "pass",
)  # fmt: skip


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


def officials(code: int) -> list[str]:
    """Officials of a hire move: military + 3 x civilian + 9 x inspector."""
    return [name for k, name in enumerate(OFFICIALS) for _ in range(code // 3**k % 3)]


def pay_text(fields: Fields) -> str:
    """Workers given, a region at a time."""
    several = "s" * (len(fields["regions"]) > 1)
    return f"worker{several} from region{several} {', '.join(map(str, fields['regions']))}"


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
            MoveField("rods", js.whole(1, N_SLOTS), lambda state, move: move.b, text=lambda n: count_noun(n, "rod")),
            MoveField("tile", js.choice(CRITERIA), lambda state, move: CRITERIA[state["face"][move.a]],
                      text=TILE_NAMES.__getitem__),
        ),
        "ability": (
            MoveField("card", js.or_none(CARD), card_number),
            MoveField("region", js.or_none(REGION),
                  lambda state, move: None if move.a == BOARD_ABILITY else move.a // AREA_CARDS + 1),
            MoveField("ability", js.choice((*abilities, "the board's")), ability),
        ),
        "reward": (
            accept("pass"),
            MoveField("aspect", js.choice(ASPECTS), lambda state, move: ASPECTS[state["aspect"]]),
            MoveField("reward", js.choice(REWARD_KINDS), lambda state, move: REWARD_KINDS[reward_of(state).kind],
                      text=REWARD_NAMES.__getitem__),
            MoveField("regions", REGIONS, lambda state, move: mask_words(reward_of(state).regions)),
        ),
    }  # fmt: skip


def move_table(components: Components) -> MoveTable:
    """The moves of a game with these components; regions and sections are numbered from 1, as on the board."""
    shown = of_components(components)
    squares = square_names(components.numbers.bonus_vp)
    square = MoveField.of_names("square", "b", squares, dict(zip(squares, SQUARE_LETTERS, strict=True)))
    return MoveTable(
        play_kind(CLASSES, ACTION_NAMES, "U unify, R recruit, A re-assign, G governor, H hire, P palace, W wall"),
        MoveKind("region", "place the card in region {region}", "@{region}", "@ and the region the card goes to",
                 (AT,)),
        MoveKind("official", "{official} official to region {region}", "+{official}{region}",
                 "+ with the official (m military, c civilian, i inspector) and the region",
                 (MoveField.of_names("official", "a", OFFICIALS, OFFICIAL_LETTERS),
                  MoveField.number("region", "b", 1, N_REGIONS))),
        MoveKind("reassign", "{official} official: {origin} to {target} ({points})",
                 "{official}{origin}>{target}{points}",
                 "the official's letter, from>to, regions with w for their workers areas",
                 (REASSIGNED, area_field("origin", "a"), area_field("target", "b"), POINTS)),
        STOP,
        MoveKind("governor", "governor in region {region}: {square}", "g{region}{square}",
                 f"g, the region and the bonus square (v {squares[0]}, o official, r re-assignment points)",
                 (AT, square)),
        MoveKind("hire", "hire in region {region}{moved}", "h{region}{moved}",
                 "h, the region and the letters of officials that move to its workers area first", (AT, MOVED)),
        MoveKind("palace", "palace in region {region}{third_worker}", "p{region}{third_worker}",
                 "p and the region, with -region for the third worker", (AT, THIRD_WORKER)),
        MoveKind("marker_3", "value-3 {aspect} marker", "*3{aspect}",
                 "*3 and the aspect (w writing, c currency, l laws)", (ASPECT,)),
        MoveKind("wall", "wall in section {section} ({site}, {tile}), slot with {rods}", "w{section}/{rods}",
                 "w section / rods", shown["wall"]),
        MoveKind("pay", pay_text, lambda fields: f"-{''.join(map(str, fields['regions']))}",
                 "- and the regions that give a worker", (PAID,)),
        MoveKind("ability", ability_text, lambda fields: f"!{fields['card'] or 'board'}",
                 "! and the card to activate, or !board", shown["ability"]),
        MoveKind("marker", "value-1 {aspect} marker", "*1{aspect}",
                 "*1 and the aspect (w writing, c currency, l laws)", (ASPECT,)),
        MoveKind("calm", "unrest -1 in region {region}", "~{region}", "~ and the region where unrest falls", (AT,)),
        MoveKind("move_worker", "worker from region {origin} to {target}", "{origin}>{target}",
                 "from>to, for a worker", (FROM, TO)),
        MoveKind("move_governor", "governor ({square}) from region {origin} to {target}", "g{origin}{square}>{target}",
                 "g from its square > to", (FROM, square, MoveField.number("target", "c", 1, N_REGIONS))),
        MoveKind("reward", "{accept} the {aspect} reward ({reward})", "{accept}", "take or leave", shown["reward"]),
        MoveKind("bid", "{vp}", "{vp}", "b and the victory points, or pass", (BID,)),
        MoveKind("board", "take the {board} board", "#{board}", "# and the board",
                 (MoveField.of_names("board", "a", BOARDS),)),
        MoveKind("discard", "discard card {card} ({aspect})", "x{card}", "x and the card", CARD_FIELDS),
    )  # fmt: skip
