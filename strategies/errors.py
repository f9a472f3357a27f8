"""Errors a user of strategies can cause; each message is one line: what, where, what to do."""

from collections.abc import Iterable

from cext.spelling import nearest

__all__ = ["StrategyFileError", "StrategyNotFound", "hint"]


class StrategyNotFound(ValueError):
    """No strategy has that name."""


class StrategyFileError(ValueError):
    """A strategy's file cannot be used; the message names the file and the key, line or class."""


def hint(name: str, known: Iterable[str]) -> str:
    """The tail of an error about an unknown name: the nearest known one, else all of them."""
    names = list(known)
    near = nearest(name, names)
    if near is not None:
        return f"did you mean {near}?"
    return f"use one of {', '.join(names)}" if names else "there are none"
