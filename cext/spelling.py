"""The nearest of some known words, for errors about a word nobody knows."""

import difflib
from collections.abc import Iterable

__all__ = ["nearest"]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one, capitals apart; None where none is like it."""
    by_folded = {name.lower(): name for name in reversed(list(known))}
    near = difflib.get_close_matches(word.lower(), by_folded, n=1)
    return by_folded[near[0]] if near else None
