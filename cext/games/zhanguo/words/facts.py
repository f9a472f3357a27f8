"""What ZhanGuo says about itself to the questions: player boards, how openings are compared, counters worth a chart."""

from typing import Any

from cext.games.zhanguo.data.component_types import ACTIONS, TRIGGERS
from cext.games.zhanguo.data.components import ABILITIES, ASPECTS, BLOCKS, Components
from cext.games.zhanguo.words.names import ACTION_NAMES, CLASSES, POWER_NAMES, RULINGS, ability_names

__all__ = ["of_game", "powers"]

BOARD = {
    "single": True,  # each of the four boards has a B side of its own (12. Player boards)
    "others": "B sides",
    "priced": True,
    "noun": ["player board", "player boards"],
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

OPENING = {
    "by": "number",
    "class": "U",
    "ordered": True,
    "turn": ["turn", "turns"],
    "name": "first round",
    "tip": {"levels": [3, 4], "text": "playing 3 or 4 cards on your player board in the first round"},
    "confounded_by": "the cards they held",
}

# Counters of winners and of all others, drawn by `balance`.
CHARTS = (
    {
        "key": "works",
        "title": "What do winners get done?",
        "subtitle": "Mean number a seat has placed, built, accomplished or accepted by the end of the game.",
        "reading": "All of these cost turns, officials or workers. A difference near zero says that the effort earns "
        "about what it earns elsewhere; one below zero, that those who lose overspend on it.",
        "unit": "a game",
        "tallies": (
            ("governors_placed", "governors placed"),
            ("palaces_built", "palaces built"),
            ("walls_built", "walls built"),
            ("tasks_done", "tasks accomplished"),
            ("rewards_accepted", "rewards accepted"),
        ),
    },
    {
        "key": "means",
        "title": "What do winners gather to build with?",
        "subtitle": "Mean number a seat gathers in a game, or has at the end of it.",
        "reading": "Means are worth what is made of them: workers that are left at the end of the game were hired "
        "for nothing, and missing markers are points instead of majorities.",
        "unit": "a game",
        "tallies": (
            ("cards_placed", "cards on the player board"),
            ("officials_placed", "officials on the player board"),
            ("workers_hired", "workers hired or received"),
            ("workers_left", "workers not used"),
            ("markers_missed", "markers missing in the supply"),
        ),
    },
    {
        "key": "turns",
        "title": "What do winners spend their turns on?",
        "subtitle": "Mean number of turns of a seat in a game, by the action taken.",
        "reading": "All seats have the same number of turns, so that more of one action is less of another: the "
        "differences add up to zero.",
        "unit": "turns",
        "tallies": tuple((f"action_{letter}", name) for letter, name in CLASSES[1:]),
    },
)


def of_game(components: Components, boards_by: str) -> dict[str, Any]:
    """Rulings, boards and what they are called, openings, charts; boards_by: the switch, as it is set."""
    numbers = components.numbers
    purse = {"purse": numbers.auction_vp, "least": numbers.auction_min_bid}
    auction = {"option": "boards_by", "value": "auction", "left": "bids", **purse}
    return {
        "rulings": list(RULINGS),
        "boards": boards(components),
        "board": {**BOARD, "taken": boards_by != "given", "auction": auction},
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
                {"name": name, "brings": unit, "uses": f"power_uses_{n}", "brought": f"power_brought_{n}"}
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


BAND = 10  # numbers of a band: whether a court card triggers depends on which is higher


def cards(components: Components) -> dict[str, Any]:
    """The 120 cards: every card of a hand is played in its round, so whoever plays or drafts one away was dealt it."""
    abilities = ability_names(components.numbers.ability_points, components.numbers.ability_vp)
    court = "".join(letter for letter, _ in CLASSES[2:])
    listed = []
    for card in components.cards:
        first = (card.number - 1) // BAND * BAND + 1
        traits = {
            "aspect": ASPECTS[card.aspect],
            "trigger": ACTION_NAMES[ACTIONS.index(TRIGGERS[card.trigger])],
            "ability": abilities[card.ability],
            "numbers": f"{first} to {first + BAND - 1}",
        }
        label = f"{card.number} {traits['aspect']}: {traits['trigger']} → {traits['ability']}"
        listed.append({"number": card.number, "label": label, "traits": traits})
    return {
        "key": "cards",
        "noun": ["card", "cards"],
        "cards": listed,
        "traits": [["aspect", "aspect"], ["trigger", "trigger"], ["ability", "ability"], ["numbers", "numbers"]],
        "dealt": ["play", "discard"],
        "uses": [
            {"key": "own", "label": "played on the own player board", "kind": "play", "classes": CLASSES[1][0]},
            {"key": "court", "label": "played to the court", "kind": "play", "classes": court},
        ],
        "held": "in place of the first card of its aspect that it is dealt in round 1",
    }
