"""Texts of messages: the names most like an unknown one, things with their number, switches that are on or off."""

import difflib
from collections.abc import Iterable

__all__ = ["closest_match", "count_noun", "did_you_mean", "format_switch", "parse_switch"]

SWITCH_VALUES = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
MAX_NAMES = 12  # that a message lists
MAX_LETTERS = 100  # of a word that are compared


def closest_match(word: str, names: Iterable[str]) -> str | None:
    """The name most like this word, capitals apart; None where none is like it."""
    by_folded = {name.lower(): name for name in reversed(list(names))}
    closest = difflib.get_close_matches(word.lower(), by_folded, n=1)
    return by_folded[closest[0]] if closest else None


def did_you_mean(word: str, names: Iterable[str], *, otherwise: str | None = None) -> str:
    """The tail of an error about an unknown word: the name most like it, else `otherwise`, else all of them; of many
    those most like it."""
    names, word = list(names), word[:MAX_LETTERS]
    closest = closest_match(word, names)
    if closest is not None:
        return f"did you mean {closest}?"
    if otherwise is not None:
        return otherwise
    if not names:
        return "there are none"
    if len(names) <= MAX_NAMES:
        return f"choose from {', '.join(names)}"
    similar = sorted(names, key=lambda name: -difflib.SequenceMatcher(None, name.lower(), word.lower()).ratio())
    return f"choose from {', '.join(similar[:MAX_NAMES])} and {len(names) - MAX_NAMES} more"


def count_noun(n: int, thing: str) -> str:
    """So many of a thing: 1 player, 2 players."""
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def parse_switch(text: str) -> bool | None:
    """Whether a text means on or off, capitals apart; None where it means neither."""
    return SWITCH_VALUES.get(text.strip().lower())


def format_switch(value: object) -> str:
    """The value of a switch as the command line takes it: on, off, or its own text."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
