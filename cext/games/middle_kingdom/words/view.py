"""What lies before the players of Middle Kingdom, in the rulebook's words; what each of them sees of it."""

from collections.abc import Mapping
from typing import Any

from cext.games.middle_kingdom.data.components import Components
from cext.games.middle_kingdom.words.moves import (
    CARD_NAMES,
    DRAGON,
    GOAL_NAMES,
    NONE,
    PILES,
    RULES,
    STAGES,
    STARTING_CARDS,
)
from cext.games.words import RulebookWords

__all__ = ["Words", "bids_of", "player_words", "table_words", "view"]

Words = RulebookWords[Components]
State = Mapping[str, Any]

NOBODY = RULES["NOBODY"]
SETTLING = ("swap", "claim", "place")  # stages at which bids are settled in order


def bids_of(player: State) -> list[dict[str, Any]]:
    """The bids a player has laid, with the tied card below."""
    return [
        {"card": card, "on": player["tied"][on - 1] if on else None}
        for card, on in zip(player["bid"], player["on"], strict=True)
        if card != NONE
    ]


def cards_in(mask: int) -> list[int]:
    """Bid Cards of a hand."""
    return [c for c in range(8) if mask >> c & 1]


def player_words(state: State, i: int, *, shown: bool) -> dict[str, Any]:
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
        + ([DRAGON] if state["dragon"] == i else []),
        "began_with": STARTING_CARDS[p["began_with"]],
        "had_dragon_in_round": p["had_dragon"] or None,
        "vp": p["vp"],
    }


def order_words(state: State) -> list[dict[str, Any]]:
    """The bids still to be settled, in order."""
    return [
        {"player": (unit & 15) // 2 + 1, "bid": unit >> 9, "half": bool(unit >> 8 & 1), "stack": bool(unit >> 7 & 1)}
        for unit in state["unit"][state["at"] : state["n_units"]]
        if STAGES[state["stage"]] in SETTLING
    ]


def table_words(state: State) -> dict[str, Any]:
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
    """A seat counted from 1."""
    return None if seat == NOBODY else seat + 1


def view(words: Words, state: State, seat: int) -> dict[str, Any]:
    """What the player in `seat` sees: everything but the deck and the secret bids of the others."""
    revealed = bool(state["revealed"])
    return {
        "seat": seat + 1,
        "to_move": seat_name(state["active"]),
        "round": state["round"] + 1,
        "decision": STAGES[state["stage"]],
        "revealed": revealed,
        "players": [player_words(state, i, shown=revealed or i == seat) for i in range(words.seats)],
        **table_words(state),
        "cards_in_deck": sum(words.tables.count) - state["next"],
    }
