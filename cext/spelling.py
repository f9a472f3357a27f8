"""Words in messages: the nearest of some known ones, for errors about one nobody knows; things with their number."""

import difflib
from collections.abc import Iterable

__all__ = ["counted", "did_you_mean", "nearest"]

MAX_WORDS = 12  # that a message lists
MAX_LETTERS = 100  # of a word that are compared


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one, capitals apart; None where none is like it."""
    by_folded = {name.lower(): name for name in reversed(list(known))}
    near = difflib.get_close_matches(word.lower(), by_folded, n=1)
    return by_folded[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str], *, otherwise: str | None = None) -> str:
    """The tail of an error about an unknown word: the nearest known one, else `otherwise`, else all of them; of many
    those most like it."""
    words, word = list(known), word[:MAX_LETTERS]
    near = nearest(word, words)
    if near is not None:
        return f"did you mean {near}?"
    if otherwise is not None:
        return otherwise
    if not words:
        return "there are none"
    if len(words) <= MAX_WORDS:
        return f"choose from {', '.join(words)}"
    like = sorted(words, key=lambda known: -difflib.SequenceMatcher(None, known.lower(), word.lower()).ratio())
    return f"choose from {', '.join(like[:MAX_WORDS])} and {len(words) - MAX_WORDS} more"


def counted(n: int, thing: str) -> str:
    """So many of a thing: 1 player, 2 players."""
    return f"{n:,} {thing}{'' if n == 1 else 's'}"
