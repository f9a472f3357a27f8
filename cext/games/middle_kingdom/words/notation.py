"""The short notation of Middle Kingdom's moves: printed, and read back; the README lists it."""

from collections.abc import Mapping
from typing import Any

__all__ = ["EXPECTED", "notation"]

LETTERS = {
    "Bureaucrat": "b", "Farmer": "f", "Merchant": "m", "Noble 2": "n2", "Noble 3": "n3", "Noble 4": "n4",
    "Warlord": "w", "Philosopher": "p", "Celestial Dragon": "d",
}  # fmt: skip
SIGNS = {"swap": "x", "claim": "+", "place": "@", "heir": "h"}
EXPECTED = {
    "bid": "the Bid Card (R: Reset), with /card for the tied card below",
    "harvest": "H and the card played, or keep",
    "emperor": "E and the Bid Card that gets .5",
    "swap": "x and the card (b f m n2 n3 n4 w)",
    "claim": "+ and the card (b f m n2 n3 n4 w p d), with > and the pile of a Merchant moved",
    "place": "@m, with > and the pile of a Merchant moved",
    "heir": "h and the card (b f m n2 n3 n4 w p d), with > and the pile of a Merchant moved",
}


def number(card: int) -> str:
    return str(card) if card else "R"


def notation(move: Mapping[str, Any]) -> str:
    """The notation of a move that describe() has put into words."""
    kind, card = move["kind"], move["card"]
    if kind == "bid":
        return number(card) + (f"/{move['on']}" if move["on"] is not None else "")
    if kind == "harvest":
        return f"H{card}" if card else "keep"
    if kind == "emperor":
        return f"E{number(card)}"
    moved = card == "Merchant" and move.get("pile", "Merchants") != "Merchants"
    return SIGNS[kind] + LETTERS[card] + (f">{move['pile'][0].lower()}" if moved else "")
