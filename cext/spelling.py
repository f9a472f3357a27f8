"""Words in messages: the nearest of some known ones, for errors about one nobody knows; things with their number."""

import difflib
from collections.abc import Iterable

__all__ = ["counted", "did_you_mean", "nearest"]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one, capitals apart; None where none is like it."""
    by_folded = {name.lower(): name for name in reversed(list(known))}
    near = difflib.get_close_matches(word.lower(), by_folded, n=1)
    return by_folded[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str], *, otherwise: str | None = None) -> str:
    """The tail of an error about an unknown word: the nearest known one, else `otherwise`, else all of them."""
    words = list(known)
    near = nearest(word, words)
    if near is not None:
        return f"did you mean {near}?"
    if otherwise is not None:
        return otherwise
    return f"choose from {', '.join(words)}" if words else "there are none"


def counted(n: int, thing: str) -> str:
    """So many of a thing: 1 player, 2 players."""
    return f"{n:,} {thing}{'' if n == 1 else 's'}"
