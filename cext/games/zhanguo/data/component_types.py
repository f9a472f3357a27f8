"""What ZhanGuo's component files may say: the names in them, numbered from 0, and the tables they become."""

from dataclasses import dataclass

from cext.games.card_decks import Card, Face
from cext.games.component_schema import ComponentEntry, ConstantValue, IntValue, ListValue, datum
from cext.kernel import json_schema as js

__all__ = [
    "ABILITIES", "ACTIONS", "ASPECTS", "BLOCKS", "BOARDS", "BOARD_EFFECTS", "CRITERIA", "MAX_SQUARES", "MAX_TASK_SLOTS",
    "OFFICIALS", "REWARD_KINDS", "SQUARE_KINDS", "TASK_TYPES", "TRIGGERS", "BlockAbility", "Board", "Card",
    "Components", "Face", "Numbers", "Reward", "Task",
]  # fmt: skip

N_REGIONS, N_SITES, N_SECTIONS, N_ROUNDS, N_CARDS, DECK = 5, 3, 6, 5, 120, 40
MAX_SQUARES = 4  # governor bonus squares of a region the engine has room for
MAX_TASK_SLOTS = 4  # slots of a task the engine has room for
PLAYERS = (2, 3, 4)

ASPECTS = ("writing", "currency", "laws")  # ivory 1-40, orange 41-80, brown 81-120 (The cards)
OFFICIALS = ("military", "civilian", "inspector")  # red, gray, white (13. Officials)
# How a player may use his turn, numbered like the move classes; 0 is none of them (How to play a card).
ACTIONS = ("none", "unify", "recruit", "reassign", "governor", "hire", "palace", "wall")
# Court actions that trigger cards; the first three want a higher card, the last two a lower one (Activation).
TRIGGERS = ("wall", "palace", "hire", "recruit", "governor")
# In the order of Card abilities - bonusses. vp_2 and vp_3 score Numbers.ability_vp, reassign gives ability_points.
ABILITIES = (
    "marker", "reassign", "vp_2", "vp_3", "worker", "vp_per_writing", "vp_per_currency", "vp_per_laws", "calm_any",
    "calm_here", "move_worker", "military_here", "civilian_here", "inspector_here",
)  # fmt: skip
BOARDS = ("A", "circle", "square", "triangle", "star")  # the A sides are all equal (12. Player boards)
BLOCKS = ("none", "hire", "marker", "calm", "moves")  # the four pictures of B-sides abilities; none: an A side
BOARD_EFFECTS = ("worker_reassign_1", "move_worker", "marker", "calm_for_worker", "reassign_2", "move_governor")
# What each block does, on which actions (Player boards - B-sides abilities): the engine is built for these.
BLOCK_RULES = (
    ("hire", ("hire",), "worker_reassign_1"),
    ("hire", ("governor",), "move_worker"),
    ("marker", ("wall", "recruit"), "marker"),
    ("calm", ("reassign", "wall"), "calm_for_worker"),
    ("moves", ("recruit",), "reassign_2"),
    ("moves", ("governor",), "move_governor"),
)
SQUARE_KINDS = ("vp_4", "official", "reassign_4")  # they give bonus_vp, an official, bonus_points (Available bonuses)
REWARD_KINDS = ("official", "military_2", "civilian_2", "workers_2", "governor", "wall", "palace")
TASK_TYPES = ("wall", "palace", "governor")
# In the order of Wall tiles.
CRITERIA = (
    "unrest_empty", "colour_sets", "officials_cover_unrest", "full_regions", "civilian_official", "two_same_colour",
    "military_official", "currency_card", "inspector_official", "laws_card", "less_unrest", "writing_card",
)  # fmt: skip


@dataclass(frozen=True)
class Slots:
    """VP of 1 to MAX_TASK_SLOTS slots: players take the first empty one, so none is worth more than the one before."""

    form: IntValue

    def read(self, entry: ComponentEntry, key: str, value: object) -> tuple[int, ...]:
        """The VP, from most to least."""
        vp: tuple[int, ...] = ListValue(self.form).read(entry, key, value)
        if not 1 <= len(vp) <= MAX_TASK_SLOTS:
            raise entry.error(f"{len(vp)} slots: write 1 to {MAX_TASK_SLOTS}")
        if list(vp) != sorted(vp, reverse=True):
            raise entry.error(f"value is {list(vp)}: write the slots from most to least VP")
        return vp

    def schema(self) -> js.Schema:
        """The JSON Schema of such a list."""
        return js.listed(self.form.schema(), 1, MAX_TASK_SLOTS)


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The numbers of numbers.toml; each name's source there says what it counts."""

    auction_vp: int = datum(IntValue(1, 99))  # everybody must be able to make the minimum bid
    auction_min_bid: int = datum(ConstantValue(1))
    supply_officials: int = datum(IntValue(1, 15))
    supply_governors: int = datum(IntValue(0, 15))
    supply_palaces: int = datum(IntValue(0, 15))
    supply_walls: int = datum(IntValue(0, N_SECTIONS))
    supply_unrest: int = datum(ConstantValue(N_REGIONS))
    supply_task_discs: int = datum(ConstantValue(6))
    supply_workers: int = datum(ConstantValue(40))
    start_officials: int = datum(ConstantValue(3))
    markers_3: int = datum(ConstantValue(1))
    marker_3_value: int = datum(ConstantValue(3))
    tasks_in_play: int = datum(ConstantValue(2))
    rounds: int = datum(ConstantValue(N_ROUNDS))
    cards_per_aspect: int = datum(ConstantValue(DECK))
    hand_per_deck: int = datum(ConstantValue(2))
    draft_per_deck: int = datum(ConstantValue(3))
    cards_per_region: int = datum(ConstantValue(3))
    card_markers: tuple[int, ...] = datum(ListValue(IntValue(0, 9), 3))
    card_unrest: tuple[int, ...] = datum(ListValue(IntValue(0, 4), 3))
    missing_marker_vp: int = datum(ConstantValue(1))
    reassign_points: int = datum(IntValue(1, 15))
    workers_area_officials: int = datum(ConstantValue(2))
    bonus_points: int = datum(IntValue(0, 15))
    bonus_vp: int = datum(IntValue(0, 99))
    governor_officials: int = datum(ConstantValue(1))
    hire_unrest: int = datum(ConstantValue(1))
    palace_workers: tuple[int, ...] = datum(ConstantValue((2, 1)))
    wall_workers: tuple[int, ...] = datum(ConstantValue((1, 2, 3)))
    ability_vp: tuple[int, ...] = datum(ListValue(IntValue(0, 99), 2))
    ability_points: int = datum(IntValue(0, 15))
    board_points: tuple[int, ...] = datum(ConstantValue((1, 2)))
    majority_vp: int = datum(IntValue(0, 99))
    majority_each: int = datum(IntValue(0, 99))
    marker_vp: tuple[int, ...] = datum(ListValue(IntValue(0, 99), len(ASPECTS)))
    task_vp: tuple[int, ...] = datum(Slots(IntValue(0, 99)))
    task_multiplier: tuple[int, ...] = datum(ConstantValue((1, 2, 3)))


@dataclass(frozen=True)
class Board:
    """One side of the player boards."""

    name: str  # BOARDS
    block: int  # BLOCKS
    tracks: tuple[int, ...]  # slots of the unrest track, by region
    no_palace: tuple[int, ...]  # by region: bit l = unrest level l forbids palaces
    officials: tuple[int, ...]  # at the start in region 1, by OFFICIALS


@dataclass(frozen=True)
class BlockAbility:
    """One ability of a block of B-side abilities."""

    block: int  # BLOCKS
    actions: tuple[int, ...]  # ACTIONS that offer it
    effect: int  # BOARD_EFFECTS


@dataclass(frozen=True)
class Reward:
    """One cell of the rewards table."""

    kind: int  # REWARD_KINDS
    regions: int  # bit r: it may be placed in region r; 0 for a wall


@dataclass(frozen=True)
class Task:
    """One of the 12 task tiles."""

    type: int  # TASK_TYPES
    regions: int  # palace, governor: bit r = one in region r; 0 for wall tasks
    walls: tuple[int, ...]  # wall: walls wanted at each site; zeros for the others


@dataclass(frozen=True, kw_only=True)
class Components:
    """Everything the component files say; regions, sites, sections and rounds are numbered from 0."""

    cards: tuple[Card, ...]  # 120, by number: card n stands at n - 1
    adjacent: tuple[int, ...]  # by region: bit q = region q is a neighbour
    sites: tuple[str, ...]  # names of the wall sites
    site_of: tuple[int, ...]  # by section: its site
    squares: tuple[tuple[int, ...], ...]  # by region: SQUARE_KINDS of its bonus squares, at most MAX_SQUARES
    palace_slots: tuple[int, ...]  # per region, at players - 2
    markers: tuple[int, ...]  # value-1 markers of each aspect, at players - 2
    boards: tuple[Board, ...]  # by BOARDS
    abilities: tuple[BlockAbility, ...]  # of the blocks, in the order of the file
    rewards: tuple[tuple[Reward, ...], ...]  # [aspect][round]
    tasks: tuple[Task, ...]  # 12: 0-3 wall, 4-7 palace, 8-11 governor
    wall_tiles: tuple[tuple[Face, Face], ...]  # 6 tiles of 2 faces
    wall_vp: tuple[tuple[int, ...], ...]  # [criterion][rods - 1], the same as on the faces
    numbers: Numbers
    statuses: tuple[tuple[str, int], ...]  # data by STATUSES; no part of the digest
