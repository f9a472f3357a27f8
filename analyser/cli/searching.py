"""Options of commands that search for better weights, and their words."""

from collections.abc import Callable
from typing import Any

import typer

from analyser.cli import numbers
from analyser.cli.numbers import int_option, int_option_from
from analyser.experiments.values import BOUNDS

__all__ = ["SEARCH", "games", "generations", "minutes"]

SEARCH = "Search"


def _option(name: str, metavar: str, parser: Callable[[Any], Any], words: str) -> Any:
    return typer.Option(name, metavar=metavar, help=words, parser=parser, rich_help_panel=SEARCH)


def generations(words: str) -> Any:
    """What --generations of a command is; words: how many there are where nobody says."""
    return _option("--generations", "N", int_option_from(1, int(BOUNDS["generations"].high)), words)


def minutes(words: str) -> Any:
    """What --minutes of a command is; words: what they are for."""
    return _option("--minutes", "M|TIME", numbers.minutes_option, f"{words} 5 and 5m are five minutes; 90s, 1h.")


def games(words: str) -> Any:
    """What --games of a command is; words: who plays them."""
    return _option("--games", "N", int_option, words)
