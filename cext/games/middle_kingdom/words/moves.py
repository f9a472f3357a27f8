"""Middle Kingdom's moves in the rulebook's words, and the names of its cards, classes, categories and counters."""

from collections.abc import Callable, Mapping
from typing import Any

from cext.games.words import rule_constants
from cext.kernel import json_schema as js
from cext.kernel.move_table import Fields, MoveField, MoveKind, MoveTable, Packed

__all__ = [
    "BOARDS", "CARD_NAMES", "CLASSES", "DRAGON", "GOAL_NAMES", "HARVEST_AFTER", "LETTERS", "MOVED_MERCHANTS", "MOVES",
    "NEVER_HAD_DRAGON", "PILES", "RULES", "RULINGS", "SOURCES", "STAGES", "STARTING_CARDS", "bid_name",
    "bid_sign", "counted", "things_counted",
]  # fmt: skip

State = Mapping[str, Any]

# The constants of the rules by name.
RULES = rule_constants(__file__)

NONE = RULES["NONE"]  # no card
PILES = ("Bureaucrats", "Farmers", "Merchants", "Nobles", "Warlords")
GOAL_NAMES = ("Palace", "Harvest", "Market", "Heir", "Emperor")
STARTING_CARDS = (None, *GOAL_NAMES, "Celestial Dragon")
CARD_NAMES = (
    "Bureaucrat", "Farmer", "Merchant", "Noble 2", "Noble 3", "Noble 4", "Warlord", "Philosopher", "Celestial Dragon",
)  # fmt: skip
DRAGON = CARD_NAMES[-1]
LETTERS = dict(zip(CARD_NAMES, ("b", "f", "m", "n2", "n3", "n4", "w", "p", "d"), strict=True))
CLASSES = (("", ""), ("R", "the Reset"), *((str(n), f"a bid of {n}") for n in range(1, 8)))
BOARDS = ("equal", *(name.lower() for name in (*GOAL_NAMES, "Dragon")))

# Values of options, the default first; of the first and the last in the order of their numbers in rules/tables.pxd.
HARVEST_AFTER = ("off", "other", "on")
MOVED_MERCHANTS = ("everywhere", "except_taking", "except_swap", "except_heir", "goal_cards")
NEVER_HAD_DRAGON = ("first", "last", "undecided")

SOURCES = (
    ("heir", "Heir, given to the player with the most Warlords"),
    ("palace", "Palace held at the end"),
    ("market", "Market held at the end"),
    ("dragon", "Celestial Dragon held at the end"),
    ("tokens", "tokens"),
    ("nobles", "Nobles"),
    ("warlords", "Warlords"),
    ("bureaucrats", "the Philosopher, and Bureaucrats with him"),
    ("farmers", "Farmers, after the discard"),
    ("missing", "penalty for missing types of Dynasty Cards"),
)


def things_counted(rounds: int) -> dict[str, tuple[tuple[str, object], ...]]:
    """Counters of several things, by the number rules/observables.pxd gives the first: name, and what it is of."""
    goals = (*GOAL_NAMES, "Dragon")
    return {
        "bids": tuple((f"bids_{n}", n or "Reset") for n in range(8)),
        "held": tuple((f"held_{name.lower()}", name) for name in goals),
        "ends_with": tuple((f"ends_with_{name.lower()}", name) for name in goals),
        "cards_of": tuple((f"cards_{name.lower()}", name) for name in PILES),
        "score_after_round": tuple((f"score_after_round_{n}", n) for n in range(1, rounds + 1)),
    }


RULINGS = (
    "M1 The Harvest counts the hand before the bid, or before both of two, the Reset included (switch harvest_after).",
    "M2 A Reset replaced with the Harvest counts as played; a replacement that ties stays on the table.",
    "M3 The Harvest is optional, decided after all reveals and the Palace, before the Emperor.",
    "M4 The Emperor's .5 breaks ties of stacks; of two bids a Reset alone may be given it (switch reset_no_half).",
    "M5 Tied stacks draw from the deck, all of a tie or none of it; several ties in bid order.",
    "M6 Of two equal players who reach or pass a Goal Card at once neither takes it until one has more.",
    "M7 Palace, Harvest and Emperor work as held when bids are played, Market and Heir as held at the moment.",
    "M8 A Merchant on another pile counts 2 for most of that type wherever it matters (switch moved_merchants).",
    "M9 The Dragon's swap is no claim: a Merchant swapped for goes to the Merchants (switch swap_market).",
    "M10 All types tied for most are barred to the Dragon; with no cards none is; the Philosopher always.",
    "M11 A Dragon nobody claims is set aside.",
    "M12 Who never had the Dragon had it least recently; of two such nobody gets it (switch never_had_dragon).",
    "M13 Tokens are not limited (switch token_limit).",
    "M14 Claims are compulsory, what to claim is free.",
    "M15 Two Resets alone do not tie; the Reset comes back to the hand with the rest.",
    "M17 With two bids, one tied card gets the first, two get one each; the Palace player and a lone Reset choose.",
    "M18 Two player game: a tied card a lone Reset does not cover waits another round.",
    "M19 Two player game: the Emperor's .5 is designated after all reveals (switch emperor_first).",
    "M20 Two player game: the Palace player lays one bid with the others, one after the reveal; a lone Reset before.",
    "M23 The Heir goes to the most Warlords even if nobody held it; nobody with Warlords is a tie.",
    "M24 Fewest Dynasty Cards counts cards.",
    "M25 Experiment: a Goal Card from the start is lost to two cards of its type that are more than the holder's.",
    "M26 Experiment: who began with the Dragon swaps it in round 1, and had it longer ago than anyone given it since.",
    "M27 The Philosopher counts in the Bureaucrats: for the Dragon's swap, and as a pile for the Market.",
    "M28 Types are missing by the cards before Farmers are discarded: a discarded Farmer was one.",
)


def counted(n: int, name: str) -> str:
    """Equal cards: "Farmer", "2 × Noble 3"."""
    return name if n == 1 else f"{n} × {name}"


def bid_name(card: int) -> str:
    """A Bid Card as one says it."""
    return str(card) if card else "the Reset"


def bid_sign(card: int) -> str:
    """A Bid Card in short."""
    return str(card) if card else "R"


# -- the moves --------------------------------------------------------------------------------------------------------


def laid_on(state: State, move: Packed) -> int | None:
    """The tied card a bid is laid on: the one the player names, else the first that waits."""
    player = state["seat"][state["active"]]
    if move.c:
        return int(player["tied"][move.c - 1])
    told = state["two_bids"] and player["bid"][0] == NONE
    if told and (state["holder"][0] == state["active"] or player["start"] == 1):
        return None
    for j, card in enumerate(player["tied"]):
        if card != NONE and j + 1 not in player["on"]:
            return int(card)
    return None


def own_bid(state: State, move: Packed) -> int:
    """The bid of that number of the player who decides."""
    return int(state["seat"][state["active"]]["bid"][move.a])


def bid_text(fields: Fields) -> str:
    """A bid in words."""
    return f"bid {bid_name(fields['card'])}" + (f" on the tied {fields['on']}" if fields["on"] is not None else "")


def bid_notation(fields: Fields) -> str:
    """A bid in short: 5, R, 5/6."""
    return bid_sign(fields["card"]) + (f"/{fields['on']}" if fields["on"] is not None else "")


def taken(state: State, move: Packed) -> Fields:
    """A card claimed and its pile; the Celestial Dragon goes to none."""
    card = CARD_NAMES[move.a]
    return {"card": card} if card == DRAGON else {"card": card, "pile": PILES[move.b]}


def taken_schema(kind: str) -> js.Schema:
    """The form of taken()."""
    named = js.exactly(kind)
    return js.either((js.table(kind=named, card=js.exactly(DRAGON)), js.table(kind=named, card=CARD, pile=PILE)))


def moved(fields: Fields) -> bool:
    """Whether a Merchant goes to another pile than his own."""
    return bool(fields["card"] == "Merchant" and fields.get("pile", "Merchants") != "Merchants")


def swap_fields(state: State, move: Packed) -> Fields:
    """A card the Dragon is swapped for; its pile where that is a choice of the Market, another than its own."""
    fields = taken(state, move)
    return fields if moved(fields) else {"card": fields["card"]}


SWAP_SCHEMA = js.either(
    (
        js.table(kind=js.exactly("swap"), card=js.choice(CARD_NAMES[:-1])),
        js.table(kind=js.exactly("swap"), card=js.exactly("Merchant"), pile=js.choice(PILES)),
    )
)


def with_pile(verb: str, *, article: bool = True) -> Callable[[Fields], str]:
    """Words for a card that comes to a pile."""

    def text(fields: Fields) -> str:
        card = fields["card"]
        which = ("the " if card in ("Philosopher", DRAGON) else "a ") if article else ""
        return f"{verb} {which}{card}" + (f", as two {fields['pile']}" if moved(fields) else "")

    return text


def pile_notation(sign: str) -> Callable[[Fields], str]:
    """A card that comes to a pile, in short: +n3, +m>w."""
    return lambda fields: sign + LETTERS[fields["card"]] + (f">{fields['pile'][0].lower()}" if moved(fields) else "")


CARD, PILE, BID = js.choice(CARD_NAMES[:-1]), js.choice(PILES), js.whole(0, 7)
TAKEN = "the card (b f m n2 n3 n4 w p d), with > and the pile of a Merchant moved"

MOVES = MoveTable(
    MoveKind("bid", bid_text, bid_notation, "the Bid Card (R: Reset), with /card for the tied card below",
             (MoveField("card", BID, lambda state, move: move.a), MoveField("on", js.or_none(BID), laid_on))),
    MoveKind("harvest", "{card}", "{card}", "H and the card played, or keep",
             (MoveField("card", js.or_none(BID), lambda state, move: move.a or None,
                        {None: "keep"} | {n: f"H{n}" for n in range(1, 8)},
                        lambda n: f"Harvest: play {n} in place of the Reset" if n else "leave the Reset"),)),
    MoveKind("emperor", "Emperor: +.5 for the {card}", "E{card}", "E and the Bid Card that gets .5",
             (MoveField("card", BID, own_bid, {0: "R"}, lambda n: str(n or "Reset")),)),
    MoveKind("swap", with_pile("swap the Celestial Dragon for"), pile_notation("x"),
             "x and the card (b f m n2 n3 n4 w), with > and the pile of a Merchant moved",
             describe=swap_fields, schema=SWAP_SCHEMA),
    MoveKind("claim", with_pile("claim"), pile_notation("+"), f"+ and {TAKEN}",
             describe=taken, schema=taken_schema("claim")),
    MoveKind("place", with_pile("place the drawn", article=False), pile_notation("@"),
             "@m, with > and the pile of a Merchant moved",
             (MoveField.of_names("card", "a", CARD_NAMES[:-1]), MoveField.of_names("pile", "b", PILES))),
    MoveKind("heir", with_pile("claim with the Heir"), pile_notation("h"), f"h and {TAKEN}",
             describe=taken, schema=taken_schema("heir")),
)  # fmt: skip
STAGES = (*MOVES.names, "over")
