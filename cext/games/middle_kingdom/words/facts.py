"""What Middle Kingdom's reports compare and draw: starting Goal Cards, first bids, Goal Cards held, counters."""

from typing import Any

from cext.games.middle_kingdom.data.components import Components
from cext.games.middle_kingdom.words.moves import BOARDS, GOAL_NAMES, PILES, RULINGS
from cext.games.words import RulebookWords, counted_cards
from cext.kernel.value_inputs import InputFields

__all__ = ["INPUT_FIELDS", "of_game"]

CARDS = (*GOAL_NAMES, "Dragon")
# Goal Cards and the counters of who holds them when the last round ends; Dynasty Cards and those of who took them.
GOALS = [(name, f"ends_with_{name.lower()}") for name in CARDS]
DYNASTY = [*((pile, f"cards_{pile.lower()}") for pile in PILES), ("Philosopher", "has_philosopher")]

BOARD = {
    "nouns": ["starting Goal Card", "starting Goal Cards"],
    "other": "a starting Goal Card",
    "use": {
        "heading": "How long a starting Goal Card stays",
        "title": "How long does a starting Goal Card stay, and what does it score?",
        "subtitle": "Mean rounds that ended with the card still held; at the right: seats that held it at the end of "
        "no round, and its VP at the end of the game.",
        "reading": "A card that leaves early gave its power for a few rounds only; one that stays may be worth more "
        "for its power than for its VP.",
        "unit": "rounds a game",
    },
    "page_question": "what is a Goal Card worth from the start?",
    "note": "An experiment, not in the rulebook: a seat begins the game with a Goal Card, held like one taken with no "
    "cards until another player has two cards of its type and more than the holder; the Celestial Dragon is "
    "swapped in round 1. A seat with none plays the game as printed. Who holds a Goal Card at the end is often ahead "
    "already; a card given at random on the same deals shows what it is worth by itself.",
}

# Fields that follow from others, that draws come from, or that only reports read.
UNUSED = """
lead_changes after deck ranked_bid kinds seat.opening seat.bids seat.held seat.claims seat.nothing seat.ties
seat.stacks seat.draws seat.heir_claims seat.swaps seat.merchants_moved seat.harvests
"""

# What networks that learn from the state are told of its fields.
INPUT_FIELDS = InputFields(
    seats=dict.fromkeys(("active", "leader", "dragon", "holder"), 0),
    masks=frozenset({"seat.hand"}),
    names=frozenset({"stage", "open", "pending", "n_ranked_bids", "n_settled"})
    | {"seat.bid", "seat.on", "seat.tied", "seat.half", "seat.reset", "seat.stays"},
    unused=frozenset(UNUSED.split()),
)

OPENING = {
    "by": "first",
    "ordered": True,
    "turn": ["bid", "bids"],
    "name": "first four bids",
    "tip": None,
    "confounded_by": "what lay face up",
}

CHARTS = [
    {
        "key": "bids",
        "title": "Which bids do winners lay?",
        "subtitle": "Bid Cards laid in one game, by number, tied ones and those below stacks included.",
        "reading": "A set comes back with the Reset, so whoever lays one card more often lays others less often; a "
        "winner's longer bar at a low number says that cheap claims paid.",
        "unit": "bids a game",
        "tallies": {"bids_0": "Reset", **{f"bids_{n}": str(n) for n in range(1, 8)}},
    },
    {
        "key": "cards",
        "title": "Which Dynasty Cards do winners take?",
        "subtitle": "Dynasty Cards in front of a player when the last round ends, by type.",
        "reading": "Nobles and Warlords carry jade, Farmers score by the chart, Bureaucrats only with the Philosopher; "
        "Merchants score nothing but spare the penalty for a missing type and move Goal Cards.",
        "unit": "cards a game",
        "tallies": {counter: name for name, counter in DYNASTY},
    },
    {
        "key": "goals",
        "title": "Which Goal Cards do winners hold, and how long?",
        "subtitle": "Rounds that ended with the card held; the Celestial Dragon goes to whoever has the fewest cards.",
        "reading": "A card held for many rounds worked for many rounds; but whoever leads in cards of a type also "
        "keeps its Goal Card, so a difference is no proof of cause.",
        "unit": "rounds a game",
        "tallies": {f"held_{name.lower()}": name for name in CARDS},
    },
    {
        "key": "events",
        "title": "How do winners get their cards: by ties, stacks or powers?",
        "subtitle": "How often each happened to a player in one game.",
        "reading": "Bids that tie claim nothing but come back as stacks; a bid that finds nothing left is a card spent "
        "for nothing.",
        "unit": "times a game",
        "tallies": {
            "ties": "single bids that tied",
            "stacks": "stacks bid",
            "draws": "cards drawn for tied stacks",
            "nothing": "bids that found no card left",
            "heir_claims": "cards claimed with the Heir",
            "harvests": "Resets replaced with the Harvest",
            "moved": "Merchants put on other piles",
            "swaps": "swaps of the Dragon",
        },
    },
]  # fmt: skip


def of_game(words: RulebookWords[Components]) -> dict[str, Any]:
    """Rulings, starting Goal Cards and what they are called, openings, Goal Cards held, charts."""
    return {
        "rulings": list(RULINGS),
        "boards": boards(),
        "board": BOARD,
        "opening": OPENING,
        "holdings": {counter: name for name, counter in GOALS},
        "charts": CHARTS,
        "cards": [
            # nobody is dealt a Goal Card: it goes to whoever has most cards of a type, or a seat begins with it
            counted_cards(
                "goals", "Goal Card", GOALS, "held", "held when the last round ends",
                held_note="an experiment that is not in the rulebook",
            ),
            counted_cards("dynasty", "Dynasty Card", DYNASTY, "taken", "taken"),  # face up for all, and bids claim them
        ],
    }  # fmt: skip


def boards() -> dict[str, dict[str, Any]]:
    """Side A is the game as printed; each B side gives the seat one Goal Card before round 1."""
    facts: dict[str, dict[str, Any]] = {BOARDS[0]: {"side": "A", "label": "no starting card"}}
    for board, name in zip(BOARDS[1:], CARDS, strict=True):
        # the Dragon is swapped in round 1: it can only come back
        ability = {"name": "rounds held" if name in GOAL_NAMES else "rounds held again", "brings": "VP"}
        ability |= {"uses": "start_rounds", "gains": "start_vp"}
        facts[board] = {"side": "B", "label": f"{name} from the start", "abilities": [ability]}
    return facts
