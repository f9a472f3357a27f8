"""Forced openings: what a seat may take in its first turns, those of each group that is compared, and exact lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from cext.move_classes import class_mask
from reports.facts import OTHER_CLASS, GameFacts

__all__ = ["ForcedOpening", "forced_opening", "group_openings", "line_of", "planned_line"]

CLASS_BITS = 4  # of a packed opening a turn takes, the first turn lowest


@dataclass(frozen=True)
class ForcedOpening:
    """Its letters (x: anything but the class counted) and, per turn, a bit mask of the move classes allowed.

    Turns beyond its last are free. `card`: the number of the card the seat begins the game with; -1: as dealt.
    """

    name: str
    masks: tuple[int, ...]
    group: str | None = None  # group of openings it stands for; None: an exact line
    card: int = -1


def forced_opening(text: str, game: GameFacts, *, forbidden: int = 0, group: str | None = None) -> ForcedOpening:
    """What the text says, a letter a turn; x: any class but the one whose number the game compares.

    forbidden: mask of the classes that are never taken. group: the group of openings it stands for.
    """
    masks = {letter: class_mask(letter, game.letters) for letter in game.classes}
    if game.counted_class:
        masks[OTHER_CLASS] = class_mask(game.classes, game.letters) & ~(1 << game.counted_class)
    return ForcedOpening(text, tuple(masks[letter] & ~forbidden for letter in text), group)


def orders(letter: str, number: int, turns: int) -> list[str]:
    """Every order of so many turns of a class among the turns of an opening; a packed opening has at most 8 turns, so
    there are never more than 70."""
    return [
        "".join(letter if turn in subset else OTHER_CLASS for turn in range(turns))
        for subset in combinations(range(turns), number)
    ]


def group_openings(game: GameFacts, forbidden: int = 0) -> tuple[ForcedOpening, ...]:
    """Those of each group of openings that is compared: numbers of turns of a class, or classes of the first turn.

    For u = 0, 1, …: u turns of the opening take the class counted, the others anything but it, one for every order
    they can come in, earliest first. By the first turn: that turn alone is set. forbidden: mask of the classes that are
    never taken; what they leave impossible is left out.
    """
    turns, counted_letter = game.opening_turns, game.opening.letter
    if game.counted_class:
        texts = [(str(u), text) for u in range(turns + 1) for text in orders(counted_letter, u, turns)]
    else:
        texts = [(letter, letter) for letter in game.classes]
    forced = (forced_opening(text, game, forbidden=forbidden, group=group) for group, text in texts)
    return tuple(opening for opening in forced if all(opening.masks))


def planned_line(opening: Sequence[str], game: GameFacts) -> str:
    """The opening of a group that a plan's own one, letters of the classes it prefers on each turn, comes to: the name
    of one of group_openings(); "" where it leaves open which group."""
    if not game.counted_class:
        return opening[0] if opening and len(set(opening[0])) == 1 else ""
    counted_letter = game.opening.letter
    turns = [
        counted_letter if {*letters} == {counted_letter} else OTHER_CLASS
        for letters in opening[: game.opening_turns]
        if letters and ({*letters} == {counted_letter} or counted_letter not in letters)
    ]
    return "".join(turns) if len(turns) == game.opening_turns else ""


def line_of(code: int, game: GameFacts) -> str:
    """Letters of a packed opening; class 0 ends it."""
    letters = []
    while code:
        letters.append(game.letters[code & (1 << CLASS_BITS) - 1])
        code >>= CLASS_BITS
    return "".join(letters)
