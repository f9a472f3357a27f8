"""Pieces of a drawn table that several games share; what a drawing is made of stands in analyser/replay/renderer.py."""

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["Text", "part", "pieces", "seat_sign", "seat_signs"]

Text = Any  # a str, or a list of str and [str, tone]


def part(title: Text, blocks: list[Any], *, seat: int | None = None, aside: str = "") -> dict[str, Any]:
    """A titled part of the drawing; seat: it lies in front of that player."""
    return {"title": title, "seat": seat, "aside": aside, "blocks": blocks}


def seat_sign(number: int) -> Text:
    """A player's piece."""
    return [f"{number}", f"on-seat{number}"]


def seat_signs(numbers: Sequence[int], lead: str) -> list[Text]:
    """Pieces of players side by side after a sign; nothing for none."""
    return [lead, *map(seat_sign, numbers)] if numbers else []


def pieces(numbers: Mapping[str, int], signs: Mapping[str, tuple[str, str]], *, count: bool = False) -> list[Text]:
    """So many of each kind as letters on their colours, or one letter each with its number. signs: letter, colour."""
    spans: list[Text] = []
    for name, (letter, ink) in signs.items():
        if count:
            spans += [[letter, f"on-{ink}"], f"{numbers[name]} "]
        elif numbers[name]:
            spans.append([letter * numbers[name], f"on-{ink}"])
    return spans
