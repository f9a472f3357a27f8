"""The run's own words: what its boards, move classes and scoring sources are called, taken from the game's facts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from reports.facts import GameFacts

__all__ = ["Words", "pretty"]


def pretty(name: object) -> str:
    """A key as a person writes it: underscores become spaces."""
    return str(name).replace("_", " ").strip()


@dataclass(frozen=True)
class Words:
    """Phrases for keys of the tables, in the words of the game that was played."""

    game: GameFacts

    @property
    def classes(self) -> Mapping[str, str]:
        """Names of the move classes by letter."""
        return self.game.classes

    @property
    def nouns(self) -> tuple[str, str]:
        """What the game calls a board, and several of them."""
        return self.game.nouns

    @property
    def baseline(self) -> str:
        """The board others are compared with."""
        return self.game.baseline

    def board(self, name: object) -> str:
        """A board's label."""
        return self.game.label(name)

    def kind(self, name: object) -> str:
        """A kind of term of a model, with what the game calls a board."""
        return pretty(name).replace("board", self.nouns[0]).replace(" x ", " × ")

    def action(self, name: object) -> str:
        """A move class in words."""
        return pretty(self.classes.get(str(name)) or name)

    @property
    def counted_class(self) -> str:
        """The move class whose number groups the openings, in words; empty where the first turn groups them."""
        return pretty(self.classes.get(self.game.opening.letter, ""))

    @property
    def ordered(self) -> bool:
        """Whether the groups of openings have an order, as numbers always have."""
        return bool(self.counted_class) or self.game.opening.ordered

    @property
    def turn(self) -> tuple[str, str]:
        """What a turn of the opening is called: one and several."""
        singular, plural = self.game.opening.turn
        return pretty(singular), pretty(plural)

    @property
    def opening_name(self) -> str:
        """The turns that make an opening: "first round"."""
        return pretty(self.game.opening.name)

    def opening(self, code: str) -> str:
        """An opening in words, from the letters of its turns or, its order ignored, of its kinds of turns.

        `UUR` is "unify ×2 → recruit" and `U2R1` "unify ×2, recruit". Where openings are grouped by the number of turns
        of a class, x is any other turn: `UxxU` is "unify on turns 1, 4" and `U2x2` "unify on 2 of 4 turns".
        """
        letter = self.game.opening.letter
        if letter and (pooled := re.fullmatch(rf"{letter}(\d+)x(\d+)", code)):
            return f"{self.counted_class} on {pooled[1]} of {int(pooled[1]) + int(pooled[2])} {self.turn[1]}"
        if letter and "x" in code and set(code) <= {letter, "x"}:
            turns = [str(number) for number, turn in enumerate(code, 1) if turn == letter]
            singular, plural = self.turn
            return (
                f"{self.counted_class} on {plural if turns[1:] else singular} {', '.join(turns)}"
                if turns
                else f"no {self.counted_class}"
            )
        if " " in code:  # kinds of turns, whose letters may be digits
            return self._kinds(code.split())
        if kinds := re.fullmatch(r"([^\d\s]\d+)+", code):
            pairs = re.findall(r"(\D)(\d+)", kinds[0])
            return self._kinds([kind for kind, count in pairs for _ in range(int(count))])
        if not set(code) <= {*self.classes, "x"}:  # a name
            return code
        return " → ".join(self._times(kind, len(list(same))) for kind, same in groupby(code))

    def _kinds(self, letters: list[str]) -> str:
        return ", ".join(self._times(letter, letters.count(letter)) for letter in dict.fromkeys(letters))

    def _times(self, letter: str, count: int) -> str:
        """A kind of turn without its article; a number stands for itself where its words end with it."""
        word = pretty(self.classes.get(letter) or "other")
        word = letter if word.split()[-1:] == [letter] else re.sub(r"^an? ", "", word)
        return word if count == 1 else f"{word} ×{count}"

    @property
    def groups(self) -> str:
        """What openings are grouped by: "market turns in the first round", "first bid"."""
        return (
            f"{self.counted_class} {self.turn[1]} in the {self.opening_name}"
            if self.counted_class
            else f"first {self.turn[0]}"
        )

    def group(self, name: object) -> str:
        """A group of openings: a number, or the class of the first turn in words."""
        return str(name) if self.counted_class else pretty(self.classes.get(str(name), name))
