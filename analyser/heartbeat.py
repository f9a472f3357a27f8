"""What is being played now, where another process can read it: a strategy may never return, or end its process."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

__all__ = [
    "BYTES", "Activity", "Heartbeat", "announce_loading", "announce_policies", "own_heartbeat", "share_heartbeat",
]  # fmt: skip

N_NUMBERS = 8  # of 64 bits: those of the kernel's mark, how many tasks were taken up, whether a strategy is being made
GAME, TASKS, LOADING = 2, 6, 7  # places of the game, the tasks, the making
MAX_NAME_CHARS = 200  # characters of a name that are kept: its end
BYTES = 8 * N_NUMBERS + (1 << 18)  # the names of 255 strategies fit


@dataclass(frozen=True)
class Activity:
    """What was being played when it was looked at."""

    tasks: int  # taken up so far
    steps: int  # grows while games go on
    game: int | None  # None: none
    seed: int
    strategy: str | None  # that was asked; None: none that may take long
    decision: int
    player: int  # from 1 on
    is_loading: bool = False  # the strategy is being loaded, and made

    @property
    def is_played(self) -> bool:
        """Whether strategies are at work: a game is played, or one of them is being made."""
        return self.is_loading or self.game is not None

    def __str__(self) -> str:
        if self.is_loading:
            return f"strategy {self.strategy}: while it is imported and made"
        if self.game is None:
            return "between games"
        if self.strategy is None:
            return f"game {self.game}, seed {self.seed}"
        decision = f"decision {self.decision}, player {self.player}"
        return f"strategy {self.strategy}: game {self.game}, {decision}, seed {self.seed}"


class Heartbeat:
    """Memory of BYTES bytes in which a process marks what it plays."""

    def __init__(self, memory: Any) -> None:
        import numpy as np

        self.numbers = np.frombuffer(memory, np.int64, N_NUMBERS)
        self.text = memoryview(memory).cast("B")[8 * N_NUMBERS :]

    def clear(self) -> None:
        """Mark that nothing is played: an earlier task may have ended within a game."""
        self.numbers[GAME], self.numbers[LOADING] = -1, 0

    def read(self) -> Activity:
        """What is marked now."""
        steps, seed, game, decision, seat, policy = (int(number) for number in self.numbers[:TASKS])
        if self.numbers[LOADING]:
            return Activity(int(self.numbers[TASKS]), steps, None, seed, self._name(0), 0, 0, is_loading=True)
        playing = steps > 0 and game >= 0
        strategy = self._name(policy) if playing and policy >= 0 else None
        return Activity(int(self.numbers[TASKS]), steps, game if playing else None, seed, strategy, decision, seat + 1)

    def write(self, names: Sequence[str]) -> None:
        """Note names by their numbers, as long as they fit."""
        text = json.dumps([name[-MAX_NAME_CHARS:] for name in names]).encode() + b"\0"
        if len(text) <= len(self.text):
            self.text[: len(text)] = text

    def _name(self, number: int) -> str:
        text = bytes(self.text).partition(b"\0")[0]
        try:
            return str(json.loads(text)[number])
        except (ValueError, LookupError, TypeError):  # its process ended while it wrote them
            return f"number {number}"


_own_heartbeat: Heartbeat | None = None


def own_heartbeat() -> Heartbeat:
    """Where this process marks what it plays."""
    global _own_heartbeat
    if _own_heartbeat is None:
        _own_heartbeat = Heartbeat(bytearray(BYTES))
    return _own_heartbeat


def share_heartbeat(memory: Any) -> Heartbeat:
    """Mark it in this memory, which another process reads."""
    global _own_heartbeat
    _own_heartbeat = Heartbeat(memory)
    return _own_heartbeat


def announce_policies(names: Sequence[str]) -> None:
    """Note who the policies are that are going to play, by their numbers; their games are marked from now on."""
    from cext.kernel.heartbeat import set_heartbeat_memory

    heartbeat = own_heartbeat()
    set_heartbeat_memory(heartbeat.numbers[:TASKS])
    heartbeat.write(names)


@contextmanager
def announce_loading(name: str) -> Iterator[None]:
    """Mark that this strategy is being made, for the block."""
    heartbeat = own_heartbeat()
    heartbeat.write([name])
    heartbeat.numbers[LOADING] = 1
    try:
        yield
    finally:
        heartbeat.numbers[LOADING] = 0
