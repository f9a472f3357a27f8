"""Numbers typed by a user as typer's parsers: errors in our words."""

from collections.abc import Callable
from typing import Any, TypeVar

import typer

from analyser.experiments.values import BOUNDS, read_duration, read_number, read_whole

__all__ = ["float_option", "int_option", "int_option_from", "minutes_option", "seconds_option"]

MAX_CHARS = 80  # characters of what was typed

T = TypeVar("T")


def int_option(text: Any) -> int:
    """A whole number from 20000, 20_000, 20k, 2M or 1e4; typer.BadParameter begins with what was typed."""
    return _read(read_whole, text)


def float_option(text: Any) -> float:
    """A number such as 1.5; typer.BadParameter begins with what was typed."""
    return _read(read_number, text)


def seconds_option(text: Any) -> float:
    """Seconds from 90, 90s, 5m or 1h; typer.BadParameter begins with what was typed."""
    return _read(read_duration, text)


def minutes_option(text: Any) -> float:
    """Minutes from 5, 5m, 90s or 1h, within their bounds; typer.BadParameter begins with what was typed."""
    value = _read(lambda words: read_duration(words, "m"), text) / 60
    if not BOUNDS["minutes"].holds(value):
        raise typer.BadParameter(f"{text}: {BOUNDS['minutes']}")
    return value


def int_option_from(low: int, high: int | None = None) -> Callable[[Any], int]:
    """A parser of whole numbers from `low` on, to `high` where it is given."""

    def limited(text: Any) -> int:
        value = int_option(text)
        if value < low or (high is not None and value > high):
            to = "on" if high is None else f"to {high:,}"
            raise typer.BadParameter(f"{text}: give a whole number from {low} {to}")
        return value

    return limited


def _read(read: Callable[[str], T], text: Any) -> T:
    try:
        return read(str(text))
    except ValueError as error:
        option_text = str(text)
        option_text = option_text if len(option_text) <= MAX_CHARS else f"{option_text[:MAX_CHARS]}…"
        raise typer.BadParameter(f"{option_text if option_text.strip() else repr('')} {error}") from error
