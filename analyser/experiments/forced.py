"""Forced openings: what a seat may take in its first turns, one for each group that is compared and for exact lines."""

from __future__ import annotations

from dataclasses import dataclass

from reports.facts import OTHER_CLASS, GameFacts

__all__ = ["ForcedOpening", "exact_opening", "group_openings", "line_of"]

CLASS_BITS = 4  # of a packed opening a turn takes, the first turn lowest


@dataclass(frozen=True)
class ForcedOpening:
    """Its letters (x: anything but the class counted) and, per turn, a bit mask of the move classes allowed.

    Turns beyond its last are free.
    """

    name: str
    masks: tuple[int, ...]
    group: str | None = None  # group of openings it stands for; None: an exact line


def group_openings(game: GameFacts, forbidden: int = 0) -> tuple[ForcedOpening, ...]:
    """One for each group of openings that is compared: numbers of turns of a class, or classes of the first turn.

    For u = 0, 1, …: the first u turns of the opening take the class counted, the others anything but it. By the first
    turn: that turn alone is set. forbidden: mask of the classes that are never taken; what they leave impossible is
    left out.
    """
    every = sum(1 << number for number in range(1, len(game.letters))) & ~forbidden
    if not game.counted:
        first = [(letter, 1 << number & every) for number, letter in enumerate(game.letters) if number]
        return tuple(ForcedOpening(letter, (mask,), letter) for letter, mask in first if mask)
    only, turns = 1 << game.counted & every, game.opening_turns
    others = every & ~(1 << game.counted)
    forced = (
        ForcedOpening(
            game.opening.letter * u + OTHER_CLASS * (turns - u), (only,) * u + (others,) * (turns - u), group=str(u)
        )
        for u in range(turns + 1)
    )
    return tuple(opening for opening in forced if all(opening.masks))


def exact_opening(line: str, game: GameFacts) -> ForcedOpening:
    """The line itself, turn by turn."""
    return ForcedOpening(line, tuple(1 << game.letters.index(letter) for letter in line))


def line_of(code: int, game: GameFacts) -> str:
    """Letters of a packed opening; class 0 ends it."""
    letters = []
    while code:
        letters.append(game.letters[code & (1 << CLASS_BITS) - 1])
        code >>= CLASS_BITS
    return "".join(letters)
