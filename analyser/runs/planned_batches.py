"""Batches of games that a run is played in: planned, done or failed, with the digest of every part file; in the
manifest as few spans, in the journal a line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

from cext.fields import Count, Integer, Positive, Real, decode

__all__ = ["Batch", "PartFile", "Span", "coverage_errors", "games_words", "next_number", "numbered", "spans", "summed"]


class PartFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A part file as it was written."""

    rows: Integer
    bytes: Integer
    blake2b: str  # digest of the file, 16 bytes in hexadecimal digits


class Batch(Struct, forbid_unknown_fields=True):
    """Games lo to hi-1 of a scenario and how far they are: planned, done or failed."""

    scenario: str
    lo: Integer
    hi: Integer
    number: Integer = 0  # of its part files, one in a run
    tries: Integer = 0
    seconds: Real = 0.0
    parts: dict[str, PartFile] = field(default_factory=dict)  # table -> its part; empty until the batch is done
    error: str | None = None  # why it was given up
    thinking: dict[str, tuple[Integer, Real]] = field(default_factory=dict)  # slow strategy -> decisions, their seconds

    @property
    def games(self) -> int:
        """How many."""
        return self.hi - self.lo

    @property
    def state(self) -> str:
        """planned, done or failed."""
        return "failed" if self.error is not None else "done" if self.parts else "planned"

    def reset(self) -> None:
        """Forget what became of it: it is to be played."""
        self.tries, self.seconds, self.parts, self.error, self.thinking = 0, 0.0, {}, None, {}

    def to_record(self) -> dict[str, Any]:
        """What is noted of it once it is over."""
        noted: dict[str, Any] = {"number": self.number, "scenario": self.scenario, "lo": self.lo, "hi": self.hi}
        noted |= {"tries": self.tries, "seconds": self.seconds}
        noted |= {"thinking": self.thinking} if self.thinking else {}
        return noted | ({"parts": msgspec.to_builtins(self.parts)} if self.parts else {"error": self.error})

    @classmethod
    def from_record(cls, noted: Mapping[str, Any]) -> Batch:
        """What to_record() gave; ValueError if it is something else."""
        batch = decode(noted, cls)
        if batch.state == "planned" or not {"number", "tries", "seconds"} <= noted.keys():
            raise ValueError("says not what became of the batch")
        if batch.parts and (batch.parts.keys() < {"games", "seats"} or batch.parts["games"].rows != batch.games):
            raise ValueError("its parts are not those of its games")
        return batch

    def update(self, noted: Batch) -> None:
        """Take over what became of it, if that is of this batch."""
        if (noted.number, noted.scenario, noted.lo, noted.hi) == (self.number, self.scenario, self.lo, self.hi):
            self.tries, self.seconds, self.thinking = noted.tries, noted.seconds, noted.thinking
            self.parts, self.error = noted.parts, None if noted.parts else noted.error


class Span(Struct, frozen=True, forbid_unknown_fields=True):
    """Batches of a scenario that follow one another: games lo to hi-1 in pieces of `size`, the last perhaps smaller."""

    scenario: str
    lo: Count
    hi: Count
    size: Positive
    number: Count  # of the first; the others count on from it

    def batches(self) -> Iterator[Batch]:
        """Each of them."""
        for place, lo in enumerate(range(self.lo, self.hi, self.size)):
            yield Batch(self.scenario, lo, min(lo + self.size, self.hi), self.number + place)


def spans(batches: Iterable[Batch]) -> Iterator[Span]:
    """The batches, in their order, as few spans: a manifest of a billion games is as short as one of ten."""
    first: Batch | None = None
    last = Batch("", 0, 0)
    for batch in batches:
        follows = (batch.scenario, batch.lo, batch.number) == (last.scenario, last.hi, last.number + 1)
        if first is None or not follows or last.games != first.games or batch.games > first.games:
            if first is not None:
                yield Span(first.scenario, first.lo, last.hi, first.games, first.number)
            first = batch
        last = batch
    if first is not None:
        yield Span(first.scenario, first.lo, last.hi, first.games, first.number)


def next_number(batches: Iterable[Batch]) -> int:
    """The first number that no batch has."""
    return max((batch.number for batch in batches), default=-1) + 1


def numbered(edges: Iterable[tuple[str, int, int]], first: int) -> list[Batch]:
    """A batch for each scenario, first game and game after the last, numbered from `first`."""
    return [Batch(*edge, number) for number, edge in enumerate(edges, first)]


def coverage_errors(games: int, batches: Iterable[Batch]) -> Iterator[tuple[str, int, int]]:
    """Where the batches of a scenario do not hold each of its games once: ("no" or "two", first game, game
    after the last), or ("no such", …) of games beyond its last."""
    at = 0
    for batch in sorted(batches, key=lambda batch: (batch.lo, batch.hi)):
        if batch.lo > at:
            yield "no", at, batch.lo
        elif batch.lo < at:
            yield "two", batch.lo, min(at, batch.hi)
        at = max(at, batch.hi)
    if at < games:
        yield "no", at, games
    elif at > games:
        yield "no such", games, at


def games_words(lo: int, hi: int) -> str:
    """Games lo to hi-1 in words."""
    return f"games {lo} to {hi - 1}" if hi - lo > 1 else f"game {lo}"


def summed(parts: Iterable[Mapping[str, tuple[int, float]]]) -> dict[str, tuple[int, float]]:
    """Decisions of slow strategies and their seconds, added up."""
    totals: dict[str, tuple[int, float]] = {}
    for part in parts:
        for name, (decisions, seconds) in part.items():
            total = totals.get(name, (0, 0.0))
            totals[name] = total[0] + decisions, round(total[1] + seconds, 6)
    return totals
