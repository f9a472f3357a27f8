"""Values of options as a user types them: numbers, names with commas between them, switches; errors in our words."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import typer

from analyser.errors import UsageError
from analyser.experiments.parse import (
    BOUNDS,
    bound_error,
    check_bound,
    parse_duration,
    parse_float,
    parse_int,
    parse_value,
)
from cext.file_games import packaged_games, split_name
from cext.messages import did_you_mean
from cext.player_classes import ALL, CLASSES, EACH
from cext.safe_files import abbreviate, quote

__all__ = [
    "check_resume", "class_option", "config_values", "float_option", "int_option", "int_option_from", "minutes_option",
    "parse_counts", "parse_game", "parse_names", "parse_switches", "seconds_option",
]  # fmt: skip

MAX_CHARS = 80  # characters of what was typed

T = TypeVar("T")


def parse_game(text: str) -> str:
    """A game, or GAME/NAME; of one that comes with a package its file in place of its name."""
    from cext.games import is_game

    game, name = split_name(text)
    file = None if is_game(game) else packaged_games().get(game)
    return f"{file}/{name}" if file and name else file or text


def int_option(text: Any) -> int:
    """A whole number from 20000, 20_000, 20k, 2M or 1e4; typer.BadParameter begins with what was typed."""
    return _read(parse_int, text)


def float_option(text: Any) -> float:
    """A number such as 1.5; typer.BadParameter begins with what was typed."""
    return _read(parse_float, text)


def class_option(text: str) -> str:
    """A class of players, all or each; typer.BadParameter for any other word."""
    choices = (ALL, EACH, *CLASSES)
    if text not in choices:
        raise typer.BadParameter(f"'{text}': {did_you_mean(text, choices)}")
    return text


def seconds_option(text: Any) -> float:
    """Seconds from 90, 90s, 5m or 1h; typer.BadParameter begins with what was typed."""
    return _read(parse_duration, text)


def minutes_option(text: Any) -> float:
    """Minutes from 5, 5m, 90s or 1h, within their bounds; typer.BadParameter begins with what was typed."""
    value = _read(lambda words: parse_duration(words, "m"), text) / 60
    if not BOUNDS["minutes"].holds(value):
        raise typer.BadParameter(f"{text}: {BOUNDS['minutes']}")
    return value


def int_option_from(low: int, high: int | None = None) -> Callable[[Any], int]:
    """A parser of whole numbers from `low` on, to `high` where it is given."""

    def parse(text: Any) -> int:
        value = int_option(text)
        if value < low or (high is not None and value > high):
            to = "on" if high is None else f"to {high:,}"
            raise typer.BadParameter(f"{text}: give a whole number from {low} {to}")
        return value

    return parse


def _read(read: Callable[[str], T], text: Any) -> T:
    try:
        return read(str(text))
    except ValueError as error:
        option_text = str(text)
        option_text = option_text if len(option_text) <= MAX_CHARS else f"{option_text[:MAX_CHARS]}…"
        raise typer.BadParameter(f"{option_text if option_text.strip() else repr('')} {error}") from error


def parse_names(text: str | None, option: str) -> tuple[str, ...] | None:
    """Names with commas between them; None stays None. UsageError where one is missing, or they are too many."""
    if text is None:
        return None
    values = tuple(name.strip() for name in text.split(","))
    if not all(values):
        raise UsageError(f"{option} {quote(text)}: a name is missing{' between commas' * (len(values) > 1)}")
    check_bound(option, values, "strategies")
    return values


def parse_players(text: str | None) -> int | None:
    """The number of players of one game; None stays None."""
    counts = parse_counts(text)
    if counts is not None and len(counts) > 1:
        raise UsageError(f"--players {text}: one game has one number of players: name one")
    return counts[0] if counts else None


def parse_counts(text: str | None) -> tuple[int, ...] | None:
    """Integer numbers with commas between them; None stays None."""
    if text is None:
        return None
    try:
        values = tuple(parse_int(part) for part in text.split(","))
    except ValueError:
        values = ()
    if not values or bound_error("players", values):
        several = "or several with commas between them, such as 2,3,4"
        raise UsageError(f"--players {abbreviate(text)}: {BOUNDS['players']}, {several}")
    return values


def parse_switches(texts: list[str] | None) -> dict[str, str | int | bool] | None:
    """SWITCH=VALUE texts as a dictionary; true, false and whole numbers in their own types."""
    out: dict[str, str | int | bool] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise UsageError(f"--option {abbreviate(text)}: write it as switch=value, for instance draft=on")
        if name in out:
            raise UsageError(f"--option {name} is given twice: give it once")
        out[name] = parse_value(value)
    return out or None


def config_values(**options: Any) -> dict[str, Any]:
    """What was typed, by the names of a configuration and as it holds them, without what was not; of one game, unless
    `players` is read already. UsageError for what cannot be read."""
    values = {
        name: _CONFIG_PARSERS[name](value) if name in _CONFIG_PARSERS and value is not None else value
        for name, value in options.items()
    }
    return {name: value for name, value in values.items() if value is not None}


_CONFIG_PARSERS: dict[str, Callable[[Any], Any]] = {
    "players": lambda value: parse_players(value) if isinstance(value, str) else value,
    "strategies": lambda text: parse_names(text, "--strategies"),
    "boards": lambda text: parse_names(text, "--boards"),
    "option": parse_switches,
    "components": str,
    "out": str,
}


def check_resume(resume: Path | None, out: Path | None) -> None:
    """UsageError where --out names another place for work that is resumed."""
    if resume is not None and out is not None:
        raise UsageError(f"--resume {resume} and --out: leave --out out")
