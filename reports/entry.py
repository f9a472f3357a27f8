"""A value out of a game's facts under its key, checked as it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Entry", "FactsError"]


class FactsError(ValueError):
    """The facts of a game are wrong: one line with the game, the key and the reason."""


@dataclass(frozen=True)
class Entry:
    """A value of the facts under its key, so that an error can name the game, the key and the reason."""

    game: str
    key: str
    value: Any

    def wrong(self, reason: str) -> FactsError:
        """The error that says so."""
        return FactsError(f"{self.game}: fact {self.key or 'facts'}: {reason}")

    def __getitem__(self, key: str) -> Entry:
        known = self.mapping()
        if key not in known:
            raise self._under(key, None).wrong("is missing; analyser/SCHEMA.md says what a game must tell")
        return self._under(key, known[key])

    def _under(self, key: str, value: Any) -> Entry:
        return Entry(self.game, f"{self.key}.{key}" if self.key else key, value)

    def mapping(self, *keys: str) -> Mapping[str, Any]:
        """The value as a mapping, with no other keys than these where any are given."""
        if not isinstance(self.value, Mapping):
            raise self.wrong(f"{self.value!r} is not a mapping")
        unknown = [str(key) for key in self.value if keys and key not in keys]
        if unknown:
            raise self.wrong(f"unknown key '{unknown[0]}'; known are {', '.join(keys)}")
        return self.value

    def entries(self) -> dict[str, Entry]:
        """The values of a mapping by their keys."""
        return {str(key): self._under(str(key), value) for key, value in self.mapping().items()}

    def each(self) -> list[Entry]:
        """The members of a list."""
        if not isinstance(self.value, Sequence) or isinstance(self.value, str):
            raise self.wrong(f"{self.value!r} is not a list")
        return [Entry(self.game, f"{self.key}[{i}]", value) for i, value in enumerate(self.value)]

    def text(self, *, empty: bool = False) -> str:
        """A text, which says something unless it may be empty."""
        if not isinstance(self.value, str):
            raise self.wrong(f"{self.value!r} is not a text")
        if not self.value and not empty:
            raise self.wrong("is empty")
        return self.value

    def choice(self, *words: str) -> str:
        """One of these words."""
        if self.value not in words:
            raise self.wrong(f"{self.value!r} is not one of {', '.join(words)}")
        return str(self.value)

    def whole(self, *, least: int = 0) -> int:
        """A whole number not below `least`."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or self.value < least:
            raise self.wrong(f"{self.value!r} is not a whole number from {least} on")
        return self.value

    def pair(self, *, empty: bool = False) -> tuple[str, str]:
        """Two texts."""
        parts = self.each()
        if len(parts) != 2:
            raise self.wrong(f"{self.value!r} are not two texts")
        return parts[0].text(), parts[1].text(empty=empty)

    def tally(self, tallies: Mapping[str, str]) -> str:
        """The name of one of the game's tallies."""
        if not isinstance(self.value, str) or self.value not in tallies:
            raise self.wrong(f"{self.value!r} is not among the tallies of the game")
        return self.value
