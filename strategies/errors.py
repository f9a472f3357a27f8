"""Errors a user of strategies can cause; each message is one line: what, where, what to do."""

import difflib
from collections.abc import Iterable

__all__ = ["StrategyFileError", "StrategyNotFound", "nearest"]


class StrategyNotFound(ValueError):
    """No strategy has that name."""


class StrategyFileError(ValueError):
    """A strategy's file cannot be used; the message names the file and the key, line or class."""


def nearest(name: str, known: Iterable[str]) -> str:
    """The tail of an error about an unknown name: the nearest known one, else all of them."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"use one of {', '.join(names)}" if names else "there are none"
