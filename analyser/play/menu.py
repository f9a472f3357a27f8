"""The menu of a person's moves: a few options at once, the others in groups, narrowed by numbers and by words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from cext.messages import count_noun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cext.kernel.game import Position

__all__ = ["MAX_SHOWN", "Choice", "Entry", "Menu"]

MAX_SHOWN = 12  # options at once


@dataclass(frozen=True)
class Choice:
    """A legal move."""

    move: int
    text: str
    notation: str
    group: str  # the name of its class; "": moves are not shown by classes


@dataclass(frozen=True)
class Entry:
    """A line of the menu: an option, or several that begin by_prefix or belong together."""

    key: str  # what to type for it: its place in the menu from 1, or its notation
    text: str
    choices: tuple[Choice, ...]

    @property
    def choice(self) -> Choice | None:
        """The option; None where there are several."""
        return self.choices[0] if len(self.choices) == 1 else None


class Menu:
    """The legal moves of a position, at most so many at once: by their classes where the game says so, else by the
    words they begin with.

    uses_notation: whether the game itself calls a move by a number (a bid of 3), so that places in the list would
    mislead and notations are typed instead.
    """

    def __init__(self, position: Position, max_shown: int = MAX_SHOWN) -> None:
        words = position.game.words
        moves = position.moves()
        of_class = {move: position.move_class(move) if words.by_class else 0 for move in moves}
        moves.sort(key=lambda move: of_class[move])
        names = [name for _, name in position.game.classes]
        self.position, self.max_shown = position, max_shown
        self.choices = [
            Choice(move, words.text(position, move), words.notation(position, move), names[of_class[move]])
            for move in moves
        ]
        self.uses_notation = any(choice.notation.isdecimal() for choice in self.choices)
        self.levels: list[tuple[str, Sequence[Choice]]] = [("", self.choices)]  # what was narrowed to, and by what
        self.first = 0  # of the entries that are shown

    @property
    def level(self) -> Sequence[Choice]:
        """The options that are left."""
        return self.levels[-1][1]

    @property
    def path(self) -> str:
        """What they were narrowed by."""
        return " › ".join(name for name, _ in self.levels[1:])

    @property
    def entries(self) -> list[Entry]:
        """All lines of this level."""
        groups = [] if self.uses_notation or len(self.level) <= self.max_shown else self._groups()
        groups = groups or [(choice.text, [choice]) for choice in self.level]
        return [
            Entry(choices[0].notation if self.uses_notation else str(number), text, tuple(choices))
            for number, (text, choices) in enumerate(groups, 1)
        ]

    @property
    def page(self) -> list[Entry]:
        """The lines that are shown now."""
        return self.entries[self.first : self.first + self.max_shown]

    @property
    def heads(self) -> list[tuple[str, list[Entry]]]:
        """The same under the names of their classes, where they are options and the game has classes."""
        return [
            (name, list(entries))
            for name, entries in groupby(self.page, key=lambda entry: entry.choice.group if entry.choice else "")
        ]

    def _groups(self) -> list[tuple[str, list[Choice]]]:
        """The options in at least two groups, at most as many as are shown at once; [] where there are none."""
        classes = [(name, list(choices)) for name, choices in groupby(self.level, key=lambda choice: choice.group)]
        if 1 < len(classes) <= self.max_shown:
            return [(_group_text(name, choices), choices) for name, choices in classes]
        groups: list[tuple[str, list[Choice]]] = []
        for n_words in range(1, 1 + max(len(choice.text.split()) for choice in self.level)):
            by_prefix: dict[str, list[Choice]] = {}
            for choice in self.level:
                by_prefix.setdefault(" ".join(choice.text.split()[:n_words]), []).append(choice)
            if len(by_prefix) > self.max_shown:
                break
            groups = [(_group_text(f"{name} …", choices), choices) for name, choices in by_prefix.items()]
        return groups if len(groups) > 1 else []

    def open(self, number: int) -> Choice | None:
        """The option at that place; None: it is a group, and the menu is narrowed to it. ValueError: there is none."""
        entries = self.entries
        if not 1 <= number <= len(entries):
            raise ValueError(f"{number}: type a number from 1 to {len(entries)}, or ? for help")
        entry = entries[number - 1]
        if entry.choice is None:
            self._narrow(entry.text.rpartition(" (")[0].removesuffix(" …"), entry.choices)
        return entry.choice

    def filter(self, words: str) -> None:
        """Narrow the menu to options with all of these words, or their beginnings; ValueError where there are none."""
        sought = _words(words)
        matches = [choice for choice in self.level if _has_words(choice, sought)]
        if not matches:
            key = "the sign before a move" if self.uses_notation else f"a number from 1 to {len(self.entries)}"
            raise ValueError(f"{words}: no option has these words: type {key}, or ? for help")
        self._narrow(words, matches)

    def _narrow(self, name: str, choices: Sequence[Choice]) -> None:
        self.levels.append((name, choices))
        self.first = 0

    def back(self) -> bool:
        """Undo the last narrowing; False where there was none."""
        self.first = 0
        if len(self.levels) == 1:
            return False
        self.levels.pop()
        return True

    def more(self) -> None:
        """Show the next lines, after the last ones the first again."""
        self.first = self.first + self.max_shown if self.first + self.max_shown < len(self.entries) else 0

    @property
    def note(self) -> str:
        """How to reach what is not shown; "": everything is."""
        hidden = len(self.entries) > self.max_shown
        ways = ["more shows others"] * hidden + ["back goes back"] * (len(self.levels) > 1)
        if hidden or any(entry.choice is None for entry in self.page):
            ways.append("words narrow the list")
        place = f"{self.first + 1} to {self.first + len(self.page)} of {len(self.entries)}; " if hidden else ""
        return place + ", ".join(ways)


def _group_text(name: str, choices: Sequence[Choice]) -> str:
    """What a group says; of a single option all it says."""
    return choices[0].text if len(choices) == 1 else f"{name} ({count_noun(len(choices), 'option')})"


def _has_words(choice: Choice, sought: Sequence[str]) -> bool:
    """Whether an option, or its class, has all of these words or beginnings of words."""
    words = _words(f"{choice.text} {choice.group}")
    return all(any(word.startswith(each) for word in words) for each in sought)


def _words(text: str) -> list[str]:
    """Its words in small letters, without signs."""
    return [word.strip("(),:;") for word in text.lower().split()]
