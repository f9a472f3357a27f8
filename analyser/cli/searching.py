"""Options of commands that search for better weights, and their words."""

from collections.abc import Callable
from typing import Any

import typer

from analyser.cli.numbers import number, whole, whole_from

__all__ = ["SEARCH", "games", "generations", "minutes"]

SEARCH = "Search"
MOST_MINUTES = 1e6


def _positive(text: Any) -> float:
    """A parser of minutes."""
    found = number(text)
    if not 0 < found < MOST_MINUTES:
        raise typer.BadParameter(f"{text}: give a number of minutes above 0")
    return found


def _option(name: str, metavar: str, parser: Callable[[Any], Any], words: str) -> Any:
    return typer.Option(name, metavar=metavar, help=words, parser=parser, rich_help_panel=SEARCH)


def generations(words: str) -> Any:
    """What --generations of a command is; words: how many there are where nobody says."""
    return _option("--generations", "N", whole_from(1, 1_000_000), words)


def minutes(words: str) -> Any:
    """What --minutes of a command is; words: what they are for."""
    return _option("--minutes", "M", _positive, words)


def games(words: str) -> Any:
    """What --games of a command is; words: who plays them."""
    return _option("--games", "N", whole, words)
