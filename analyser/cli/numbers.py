"""Numbers typed by a user as typer's parsers: errors in our words."""

from collections.abc import Callable
from typing import Any, TypeVar

import typer

from analyser.experiments.parse import BOUNDS, parse_duration, parse_float, parse_int

__all__ = ["minutes", "number", "seconds", "whole", "whole_from"]

SHOWN = 80  # characters of what was typed

T = TypeVar("T")


def whole(text: Any) -> int:
    """A whole number from 20000, 20_000, 20k, 2M or 1e4; typer.BadParameter begins with what was typed."""
    return _read(parse_int, text)


def number(text: Any) -> float:
    """A number such as 1.5; typer.BadParameter begins with what was typed."""
    return _read(parse_float, text)


def seconds(text: Any) -> float:
    """Seconds from 90, 90s, 5m or 1h; typer.BadParameter begins with what was typed."""
    return _read(parse_duration, text)


def minutes(text: Any) -> float:
    """Minutes from 5, 5m, 90s or 1h, within their bounds; typer.BadParameter begins with what was typed."""
    found = _read(lambda words: parse_duration(words, "m"), text) / 60
    if not BOUNDS["minutes"].holds(found):
        raise typer.BadParameter(f"{text}: {BOUNDS['minutes']}")
    return found


def whole_from(low: int, high: int | None = None) -> Callable[[Any], int]:
    """A parser of whole numbers from `low` on, to `high` where it is given."""

    def limited(text: Any) -> int:
        found = whole(text)
        if found < low or (high is not None and found > high):
            to = "on" if high is None else f"to {high:,}"
            raise typer.BadParameter(f"{text}: give a whole number from {low} {to}")
        return found

    return limited


def _read(read: Callable[[str], T], text: Any) -> T:
    try:
        return read(str(text))
    except ValueError as error:
        typed = str(text)
        typed = typed if len(typed) <= SHOWN else f"{typed[:SHOWN]}…"
        raise typer.BadParameter(f"{typed if typed.strip() else repr('')} {error}") from error
