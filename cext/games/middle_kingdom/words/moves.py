"""Middle Kingdom's states and moves in the rulebook's words."""

from typing import Any

__all__ = [
    "BOARDS", "CARD_NAMES", "CLASSES", "GOAL_NAMES", "KINDS", "RULINGS", "SOURCES", "TYPE_NAMES", "describe",
    "text", "things_counted", "view",
]  # fmt: skip

NOBODY = NONE = 255
PILES = ("Bureaucrats", "Farmers", "Merchants", "Nobles", "Warlords")
TYPE_NAMES = ("bureaucrat", "farmer", "merchant", "noble", "warlord")
GOAL_NAMES = ("Palace", "Harvest", "Market", "Heir", "Emperor")
STARTING_CARDS = (None, *GOAL_NAMES, "Celestial Dragon")
CARD_NAMES = (
    "Bureaucrat", "Farmer", "Merchant", "Noble 2", "Noble 3", "Noble 4", "Warlord", "Philosopher", "Celestial Dragon",
)  # fmt: skip
KINDS = ("bid", "harvest", "emperor", "swap", "claim", "place", "heir", "over")
CLASSES = (("", ""), ("R", "the Reset"), *((str(n), f"a bid of {n}") for n in range(1, 8)))
BOARDS = ("equal", *(name.lower() for name in (*GOAL_NAMES, "Dragon")))

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
    """Counters of several things, by the number rules/readout.pxd gives the first: name, and what it is of."""
    goals = (*GOAL_NAMES, "Dragon")
    return {
        "bids": tuple((f"bids_{n}", n or "Reset") for n in range(8)),
        "held": tuple((f"held_{name.lower()}", name) for name in goals),
        "ends_with": tuple((f"ends_with_{name.lower()}", name) for name in goals),
        "cards_of": tuple((f"cards_{name.lower()}", name) for name in PILES),
        "after_round": tuple((f"after_round_{n}", n) for n in range(1, rounds + 1)),
    }


RULINGS = (
    "M1 The Harvest counts the hand before the bid, or before both of two, the Reset included (switch harvest_after).",
    "M2 A Reset replaced with the Harvest counts as played; a replacement that ties stays on the table.",
    "M3 The Harvest is optional, decided after all reveals and the Palace, before the Emperor.",
    "M4 The Emperor's .5 breaks ties of stacks; of two bids a Reset alone may be given it (switch reset_no_half).",
    "M5 Tied stacks draw from the deck, all of a tie or none of it; several ties in bid order.",
    "M6 Of two equal players who reach or pass a Goal Card at once neither takes it until one has more.",
    "M7 Palace, Harvest and Emperor work as held when bids are played, Market and Heir as held at the moment.",
    "M8 A Merchant on another pile counts 2 for most of that type, and for nothing else.",
    "M9 The Dragon's swap is no claim: a Merchant swapped for goes to the Merchants.",
    "M10 All types tied for most are barred to the Dragon; with no cards none is; the Philosopher always.",
    "M11 A Dragon nobody claims is set aside.",
    "M12 The Dragon is assigned each round; one who never had it had it least recently; two such: nobody.",
    "M13 Tokens are not limited.",
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


def describe(state: dict[str, Any], kind: int, a: int, b: int, c: int) -> dict[str, Any]:
    """The fields of a move by name."""
    name = KINDS[kind]
    player = state["seat"][state["active"]]
    if name == "bid":
        if c:
            return {"kind": name, "card": a, "on": player["tied"][c - 1]}
        return {"kind": name, "card": a, "on": laid_on(state, player)}
    if name == "harvest":
        return {"kind": name, "card": a or None}
    if name == "emperor":
        return {"kind": name, "card": player["bid"][a]}
    if name == "swap" or a == 8:
        return {"kind": name, "card": CARD_NAMES[a]}
    return {"kind": name, "card": CARD_NAMES[a], "pile": PILES[b]}


def laid_on(state: dict[str, Any], player: dict[str, Any]) -> int | None:
    """The tied card the next bid is laid on without being told: the first that waits."""
    told = state["two_bids"] and player["bid"][0] == NONE
    if told and (state["holder"][0] == state["active"] or player["start"] == 1):
        return None
    for j, card in enumerate(player["tied"]):
        if card != NONE and j + 1 not in player["on"]:
            return int(card)
    return None


def counted(n: int, name: str) -> str:
    """Equal cards: "Farmer", "2 × Noble 3"."""
    return name if n == 1 else f"{n} × {name}"


def bid_name(card: int) -> str:
    return str(card) if card else "the Reset"


def text(move: dict[str, Any]) -> str:
    """One line in words for a described move."""
    kind, card = move["kind"], move["card"]
    if kind == "bid":
        return f"bid {bid_name(card)}" + (f" on the tied {move['on']}" if move["on"] is not None else "")
    if kind == "harvest":
        return f"Harvest: play {card} in place of the Reset" if card else "leave the Reset"
    if kind == "emperor":
        return f"Emperor: +.5 for the {card or 'Reset'}"
    if kind == "swap":
        return f"swap the Celestial Dragon for a {card}"
    moved = f", as two {move['pile']}" if card == "Merchant" and move["pile"] != "Merchants" else ""
    verb = {"claim": "claim", "heir": "claim with the Heir", "place": "place the drawn"}[kind]
    article = "" if kind == "place" else "the " if card in ("Philosopher", "Celestial Dragon") else "a "
    return f"{verb} {article}{card}{moved}"


def bids_of(player: dict[str, Any]) -> list[dict[str, Any]]:
    """The bids a player has laid, with the tied card below."""
    return [
        {"card": card, "on": player["tied"][on - 1] if on else None}
        for card, on in zip(player["bid"], player["on"], strict=True)
        if card != NONE
    ]


def cards_in(mask: int) -> list[int]:
    return [c for c in range(8) if mask >> c & 1]


def player_words(state: dict[str, Any], i: int, *, shown: bool) -> dict[str, Any]:
    """What lies in front of a player; Bid Cards in hand follow from those set aside, secret bids among them."""
    p = state["seat"][i]
    tied = [card for card in p["tied"] if card != NONE]
    played = [bid["card"] for bid in bids_of(p)] if state["revealed"] else []
    away = [c for c in range(8) if not p["hand"] >> c & 1 and c not in tied and c not in played]
    return {
        "hand": cards_in(p["hand"]),
        "set_aside": away,
        "tied": tied,
        "bids": bids_of(p) if shown else None,
        "half": p["half"] - 1 if p["half"] and shown else None,
        "cards": {CARD_NAMES[k]: n for k, n in enumerate(p["card"])},
        "piles": {PILES[k]: n for k, n in enumerate(p["pile"])},
        "tokens": p["tokens"],
        "goal_cards": [GOAL_NAMES[k] for k, holder in enumerate(state["holder"]) if holder == i]
        + (["Celestial Dragon"] if state["dragon"] == i else []),
        "began_with": STARTING_CARDS[p["began_with"]],
        "had_dragon_in_round": p["had_dragon"] or None,
        "vp": p["vp"],
    }


def order_words(state: dict[str, Any]) -> list[dict[str, Any]]:
    """The bids still to be settled, in order."""
    return [
        {"player": (unit & 15) // 2 + 1, "bid": unit >> 9, "half": bool(unit >> 8 & 1), "stack": bool(unit >> 7 & 1)}
        for unit in state["unit"][state["at"] : state["n_units"]]
        if state["stage"] in (3, 4, 5)
    ]


def table_words(state: dict[str, Any]) -> dict[str, Any]:
    """What lies open for all."""
    return {
        "face_up": {CARD_NAMES[k]: n for k, n in enumerate(state["open"]) if n},
        "drawn": CARD_NAMES[state["pending"]] if state["pending"] != NONE else None,
        "discarded": {CARD_NAMES[k]: n for k, n in enumerate(state["discard"])},
        "goal_cards": {GOAL_NAMES[k]: seat_name(holder) for k, holder in enumerate(state["holder"])},
        "dragon": seat_name(state["dragon"]),
        "bids_in_order": order_words(state),
    }


def seat_name(seat: int) -> int | None:
    return None if seat == NOBODY else seat + 1


def view(state: dict[str, Any], players: int, n_deck: int, seat: int) -> dict[str, Any]:
    """What the player in `seat` sees: everything but the deck and the secret bids of the others."""
    shown = [bool(state["revealed"]) or i == seat for i in range(players)]
    return {
        "seat": seat + 1,
        "to_move": seat_name(state["active"]),
        "round": state["round"] + 1,
        "decision": KINDS[state["stage"]],
        "revealed": bool(state["revealed"]),
        "players": [player_words(state, i, shown=shown[i]) for i in range(players)],
        **table_words(state),
        "cards_in_deck": n_deck - state["next"],
    }
