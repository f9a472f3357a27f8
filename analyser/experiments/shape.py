"""What a design must know of a game, and the openings it can force on a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Plan", "Shape", "exact_plan", "group_plans", "nouns"]


@dataclass(frozen=True)
class Shape:
    """What a design must know of a game."""

    players: int
    boards: tuple[str, ...]
    sides: tuple[str, ...]  # "A" or "B" for each board
    classes: tuple[str, ...]  # letter of each move class, class 0 is ""
    opening_turns: int
    counted: int  # move class whose number in the opening is compared; 0: openings are compared by their first turn
    tip_levels: tuple[int, ...]  # numbers of it the rulebook recommends
    shared: bool = False  # a board is the whole table's: all seats have the same one

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Shape:
        """From the game's facts."""
        boards: Mapping[str, Mapping[str, Any]] = facts["boards"]
        letters = [letter for letter, _ in facts["classes"]]
        classes = tuple(letters) if letters and letters[0] == "" else ("", *letters)
        opening = facts["opening"]
        by_number = opening["by"] == "number" and len(classes) > 1
        return cls(
            players=facts["players"],
            boards=tuple(boards),
            sides=tuple(board["side"] for board in boards.values()),
            classes=classes,
            opening_turns=facts["opening_turns"],
            counted=classes.index(opening["class"] or classes[1]) if by_number else 0,
            tip_levels=tuple((opening["tip"] or {}).get("levels", ())) if by_number else (),
            shared=(facts.get("board") or {}).get("scope") == "table",
        )

    @property
    def plain(self) -> int:
        """The board every other is compared with."""
        return self.sides.index("A") if "A" in self.sides else 0

    @property
    def b_sides(self) -> tuple[int, ...]:
        """The boards compared with `plain`; where each seat has its own, they exist once each."""
        if self.shared:
            return tuple(i for i in range(len(self.boards)) if i != self.plain)
        return tuple(i for i, side in enumerate(self.sides) if side == "B")


def nouns(facts: Mapping[str, Any]) -> tuple[str, str]:
    """What the game calls a board, and several of them."""
    one, many = (facts.get("board") or {}).get("noun") or ("board", "boards")
    return one, many


@dataclass(frozen=True)
class Plan:
    """A forced opening: its letters (x: anything but the class counted) and, per turn, a bit mask of the move classes
    allowed; turns beyond its last are free."""

    name: str
    masks: tuple[int, ...]
    group: str | None = None  # group of openings it stands for; None: an exact line


def group_plans(shape: Shape) -> tuple[Plan, ...]:
    """One plan for each group of openings that is compared: numbers of turns of a class, or classes of the first turn.

    For u = 0, 1, …: the first u turns of the opening take the class counted, the others anything but it. By the first
    turn: that turn alone is set.
    """
    if not shape.counted:
        return tuple(Plan(letter, (1 << number,), letter) for number, letter in enumerate(shape.classes) if number)
    every = sum(1 << number for number in range(1, len(shape.classes)))
    only, letter, turns = 1 << shape.counted, shape.classes[shape.counted], shape.opening_turns
    return tuple(
        Plan(letter * u + "x" * (turns - u), (only,) * u + (every & ~only,) * (turns - u), group=str(u))
        for u in range(turns + 1)
    )


def exact_plan(line: str, shape: Shape) -> Plan:
    """The line itself, turn by turn."""
    return Plan(line, tuple(1 << shape.classes.index(letter) for letter in line))
