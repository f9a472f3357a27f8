"""What may be done now, as a person reads it: moves in groups, each with what to type for it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cext.kernel.game import Position

__all__ = ["Choice", "Menu"]


@dataclass(frozen=True)
class Choice:
    """A legal move of the menu."""

    key: str  # what to type for it: its place in the menu from 1, or its notation
    move: int
    text: str
    notation: str
    group: str  # the name of its class; "": moves are not shown by classes


class Menu:
    """The legal moves of a position in the order in which they are shown: by their classes where the game says so.

    spoken: whether the game itself calls a move by a number (a bid of 3), so that places in the list would mislead and
    notations are typed instead.
    """

    def __init__(self, position: Position) -> None:
        words = position.game.words
        moves = position.moves()
        of_class = {move: position.move_class(move) if words.by_class else 0 for move in moves}
        moves.sort(key=lambda move: of_class[move])
        signs = [words.notation(position, move) for move in moves]
        names = [name for _, name in position.game.classes]
        self.uses_notation = any(sign.isdecimal() for sign in signs)
        self.choices = [
            Choice(
                sign if self.uses_notation else str(i), move, words.text(position, move), sign, names[of_class[move]]
            )
            for i, (move, sign) in enumerate(zip(moves, signs, strict=True), 1)
        ]

    def groups(self) -> list[tuple[str, list[Choice]]]:
        """The choices by their groups."""
        return [(name, list(choices)) for name, choices in groupby(self.choices, key=lambda choice: choice.group)]

    def choice_of(self, move: int) -> Choice:
        """The choice that is that move."""
        return next(choice for choice in self.choices if choice.move == move)

    def choice_at(self, number: int) -> Choice:
        """The choice at that place; ValueError where there is none."""
        if not 1 <= number <= len(self.choices):
            raise ValueError(f"{number}: type a number from 1 to {len(self.choices)}, or ? for help")
        return self.choices[number - 1]
