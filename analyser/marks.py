"""What is being played now, where another process can read it: a strategy may never return, or end its process."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

__all__ = ["BYTES", "Mark", "Marks", "here", "making", "mark_in", "seated"]

NUMBERS = 8  # of 64 bits: those of the kernel's mark, how many tasks were taken up, whether a strategy is being made
GAME, TASKS, MAKING = 2, 6, 7  # places of the game, the tasks, the making
LONGEST = 200  # characters of a name that are kept: its end
BYTES = 8 * NUMBERS + (1 << 18)  # the names of 255 strategies fit


@dataclass(frozen=True)
class Mark:
    """What was being played when it was looked at."""

    tasks: int  # taken up so far
    steps: int  # grows while games go on
    game: int | None  # None: none
    seed: int
    strategy: str | None  # that was asked; None: none that may take long
    decision: int
    player: int  # from 1 on
    making: bool = False  # the strategy is being loaded, and made

    @property
    def is_played(self) -> bool:
        """Whether strategies are at work: a game is played, or one of them is being made."""
        return self.making or self.game is not None

    def __str__(self) -> str:
        if self.making:
            return f"strategy {self.strategy}: while it is imported and made"
        if self.game is None:
            return "between games"
        if self.strategy is None:
            return f"game {self.game}, seed {self.seed}"
        asked = f"decision {self.decision}, player {self.player}"
        return f"strategy {self.strategy}: game {self.game}, {asked}, seed {self.seed}"


class Marks:
    """Memory of BYTES bytes in which a process marks what it plays."""

    def __init__(self, memory: Any) -> None:
        import numpy as np

        self.numbers = np.frombuffer(memory, np.int64, NUMBERS)
        self.text = memoryview(memory).cast("B")[8 * NUMBERS :]

    def clear(self) -> None:
        """Mark that nothing is played: an earlier task may have ended within a game."""
        self.numbers[GAME], self.numbers[MAKING] = -1, 0

    def read(self) -> Mark:
        """What is marked now."""
        steps, seed, game, decision, seat, policy = (int(number) for number in self.numbers[:TASKS])
        if self.numbers[MAKING]:
            return Mark(int(self.numbers[TASKS]), steps, None, seed, self._name(0), 0, 0, making=True)
        playing = steps > 0 and game >= 0
        strategy = self._name(policy) if playing and policy >= 0 else None
        return Mark(int(self.numbers[TASKS]), steps, game if playing else None, seed, strategy, decision, seat + 1)

    def write(self, names: Sequence[str]) -> None:
        """Note names by their numbers, as long as they fit."""
        text = json.dumps([name[-LONGEST:] for name in names]).encode() + b"\0"
        if len(text) <= len(self.text):
            self.text[: len(text)] = text

    def _name(self, number: int) -> str:
        text = bytes(self.text).partition(b"\0")[0]
        try:
            return str(json.loads(text)[number])
        except (ValueError, LookupError, TypeError):  # its process ended while it wrote them
            return f"number {number}"


_here: Marks | None = None


def here() -> Marks:
    """Where this process marks what it plays."""
    global _here
    if _here is None:
        _here = Marks(bytearray(BYTES))
    return _here


def mark_in(memory: Any) -> Marks:
    """Mark it in this memory, which another process reads."""
    global _here
    _here = Marks(memory)
    return _here


def seated(names: Sequence[str]) -> None:
    """Note who the policies are that are going to play, by their numbers; their games are marked from now on."""
    from cext.kernel.match import mark_into

    marks = here()
    mark_into(marks.numbers[:TASKS])
    marks.write(names)


@contextmanager
def making(name: str) -> Iterator[None]:
    """Mark that this strategy is being made, for the block."""
    marks = here()
    marks.write([name])
    marks.numbers[MAKING] = 1
    try:
        yield
    finally:
        marks.numbers[MAKING] = 0
