"""The short notation of ZhanGuo's moves: printed, and read back; the README lists it."""

from collections.abc import Mapping
from typing import Any

__all__ = ["EXPECTED", "notation"]

ASPECT_LETTERS = {"writing": "w", "currency": "c", "laws": "l"}
OFFICIAL_LETTERS = {"military": "m", "civilian": "c", "inspector": "i"}
ACTION_LETTERS = {
    "unify": "U", "recruit": "R", "re-assign": "A", "governor": "G", "hire": "H", "palace": "P", "wall": "W",
}  # fmt: skip
SQUARE_LETTERS = {"4 VP": "v", "an official": "o", "re-assignment points": "r", "no bonus": ""}

# What a player may write at each stage.
EXPECTED = {
    "play": "the action's letter (U unify, R recruit, A re-assign, G governor, H hire, P palace, W wall) and a card",
    "region": "@ and the region the card goes to",
    "official": "+ with the official (m military, c civilian, i inspector) and the region",
    "reassign": "the official's letter, from>to, regions with w for their workers areas",
    "governor": "g, the region and the bonus square (v 4 VP, o official, r re-assignment points)",
    "hire": "h, the region and the letters of officials that move to its workers area first",
    "palace": "p and the region, with -region for the third worker",
    "marker_3": "*3 and the aspect (w writing, c currency, l laws)",
    "wall": "w section / rods",
    "pay": "- and the regions that give a worker",
    "ability": "! and the card to activate, or !board",
    "marker": "*1 and the aspect (w writing, c currency, l laws)",
    "calm": "~ and the region where unrest falls",
    "move_worker": "from>to, for a worker",
    "move_governor": "g from its square > to",
    "reward": "take or leave",
    "bid": "b and the victory points, or pass",
    "board": "# and the board",
    "discard": "x and the card",
}


def notation(move: Mapping[str, Any]) -> str:
    """The notation of a move that describe() has put into words."""
    kind = move["kind"]
    if kind == "play":
        return f"{ACTION_LETTERS[move['action']]}{move['card']}"
    if kind == "region":
        return f"@{move['region']}"
    if kind == "official":
        return f"+{OFFICIAL_LETTERS[move['official']]}{move['region']}"
    if kind == "reassign":
        points = f"={move['points']}" if move["points"] > 1 else ""
        return f"{OFFICIAL_LETTERS[move['official']]}{area(move['origin'])}>{area(move['target'])}{points}"
    if kind == "governor":
        return f"g{move['region']}{SQUARE_LETTERS[move['square']]}"
    if kind == "hire":
        return f"h{move['region']}{''.join(OFFICIAL_LETTERS[name] for name in move['moved'])}"
    if kind == "palace":
        return f"p{move['region']}" + (f"-{move['third_worker']}" if move["third_worker"] else "")
    if kind in ("marker", "marker_3"):
        return f"*{3 if kind == 'marker_3' else 1}{ASPECT_LETTERS[move['aspect']]}"
    if kind == "wall":
        return f"w{move['section']}/{move['rods']}"
    if kind == "pay":
        return f"-{''.join(map(str, move['regions']))}"
    return after_an_action(kind, move)


def after_an_action(kind: str, move: Mapping[str, Any]) -> str:
    """Abilities, rewards and what comes before the first round."""
    if kind == "ability":
        return f"!{move['card'] or 'board'}"
    if kind == "calm":
        return f"~{move['region']}"
    if kind == "move_worker":
        return f"{move['origin']}>{move['target']}"
    if kind == "move_governor":
        return f"g{move['origin']}{SQUARE_LETTERS[move['square']]}>{move['target']}"
    if kind == "reward":
        return "take" if move["accept"] else "leave"
    if kind == "bid":
        return f"b{move['vp']}" if move["vp"] else "pass"
    if kind == "board":
        return f"#{move['board']}"
    if kind == "discard":
        return f"x{move['card']}"
    return "stop"


def area(words: str) -> str:
    """'governors area of region 3' is 3, 'workers area of region 3' is 3w."""
    return words[-1] + ("w" if words.startswith("workers") else "")
