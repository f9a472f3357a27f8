"""What ZhanGuo says about itself to the questions: player boards, how openings are compared, counters worth a chart."""

from typing import Any

from cext.games.deck_words import card_set, means_chart, opening, turns_chart, works_chart
from cext.games.words import RulebookWords
from cext.games.zhanguo.data.component_types import ABILITIES, ACTIONS, BLOCKS, TRIGGERS, Components
from cext.games.zhanguo.words.names import ACTION_NAMES, CLASSES, POWER_NAMES, RULINGS, ability_names
from cext.kernel.value_inputs import InputFields

__all__ = ["INPUT_FIELDS", "of_game", "powers"]

BOARD = {
    "single": True,  # each of the four boards has a B side of its own (12. Player boards)
    "others": "B sides",
    "priced": True,
    "fields": {"no_palace": "unrest that forbids palaces in region {n}"},
    "nouns": ["player board", "player boards"],
    "tracks": {
        "heading": "Unrest tracks in play",
        "title": "How long are the unrest tracks, and how much of them is used?",
        "subtitle": "Boxes: slots of each region's track; filled: mean unrest at the end of the game, with its "
        "interval.",
        "reading": "A shorter track silences its region sooner; a high share of full tracks means that the limit "
        "bites.",
        "unit": "slots",
    },
}

# Fields that follow from others, that draws come from, or that only reports read.
UNUSED = """
key pending lead_changes deck head discard taken passed palaces_full boards draft_aspect drafter
seat.source seat.after_round seat.by_trigger seat.opening seat.drafted seat.walled seat.governing_at
seat.working_at seat.silent seat.open_to_card seat.open_to_palace seat.workers_at seat.pairs_at seat.activated
seat.power_uses seat.power_brought seat.rewards seat.missing
"""

# What networks that learn from the state are told of its fields.
INPUT_FIELDS = InputFields(
    seats=dict.fromkeys(("active", "leader", "order", "turn_order", "queue", "bidder"), 0) | {"slot": 1, "square": 1},
    sets=frozenset({"seat.hand"}),
    own_sets=frozenset({"seat.card"}),
    names=frozenset({"stage", "round", "seat.board", "action", "within", "aspect", "face", "tile", "power"})
    | {"seat.wall_at", "seat.task"},
    unused=frozenset(UNUSED.split()),
)

OPENING = opening({"levels": [3, 4], "text": "playing 3 or 4 cards on your player board in the first round"})

# Counters of winners and of all others, drawn by `balance`.
CHARTS = (
    works_chart(
        "placed, built, accomplished or accepted",
        (
            ("governors_placed", "governors placed"),
            ("palaces_built", "palaces built"),
            ("walls_built", "walls built"),
            ("tasks_done", "tasks accomplished"),
            ("rewards_accepted", "rewards accepted"),
        ),
    ),
    means_chart(
        ", and missing markers are points instead of majorities",
        (
            ("cards_placed", "cards on the player board"),
            ("officials_placed", "officials on the player board"),
            ("workers_hired", "workers hired or received"),
            ("workers_left", "workers not used"),
            ("markers_missed", "markers missing in the supply"),
        ),
    ),
    turns_chart(CLASSES[1:]),
)


def of_game(words: RulebookWords[Components]) -> dict[str, Any]:
    """Rulings, boards and what they are called, openings, charts."""
    components, numbers = words.tables, words.tables.numbers
    purse = {"purse": numbers.auction_vp, "min_bid": numbers.auction_min_bid}
    auction = {"option": "boards_by", "value": "auction", "left": "bids", **purse}
    return {
        "rulings": list(RULINGS),
        "boards": boards(components),
        "board": {**BOARD, "is_chosen": words.options["boards_by"] != "given", "auction": auction},
        "opening": OPENING,
        "charts": list(CHARTS),
        "cards": [cards(components)],
        "powers": powers(components),
    }


def boards(components: Components) -> dict[str, dict[str, Any]]:
    """Side A and the B sides, each with the abilities of its block and its unrest tracks."""
    return {
        board.name: {
            "side": "A" if board.name == "A" else "B",
            "label": "A" if board.name == "A" else f"{board.name} (B)",
            "abilities": [
                {"name": name, "brings": unit, "uses": f"power_uses_{n}", "gains": f"power_brought_{n}"}
                for n, (name, unit) in enumerate(POWER_NAMES[BLOCKS[board.block]], 1)
            ],
            "tracks": [
                {"name": f"region {n}", "slots": slots, "tally": f"unrest_{n}"}
                for n, slots in enumerate(board.tracks, 1)
            ],
        }
        for board in components.boards
    }


def powers(components: Components) -> list[dict[str, str]]:
    """What nobody uses where it is forbidden: abilities of cards, and those of boards by their places."""
    numbers = components.numbers
    names = ability_names(numbers.ability_points, numbers.ability_vp)
    out = [{"key": f"ability_{key}", "name": name, "of": "cards"} for key, name in zip(ABILITIES, names, strict=True)]
    for name, board in boards(components).items():
        out += [
            {"key": f"{name}_{n}", "name": one["name"], "of": board["label"]}
            for n, one in enumerate(board["abilities"], 1)
        ]
    return out


def cards(components: Components) -> dict[str, Any]:
    """The cards, which are dealt."""
    abilities = ability_names(components.numbers.ability_points, components.numbers.ability_vp)
    triggers = [ACTION_NAMES[ACTIONS.index(name)] for name in TRIGGERS]
    dealt = ["play", "discard"]
    return card_set(components.cards, "card", triggers, abilities, CLASSES[1:], court="court", dealt=dealt)
