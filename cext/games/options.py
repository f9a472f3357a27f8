"""Options of a game: switches and choices by name, read from Python or from the text of a command line."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cext.commands import command
from cext.games.errors import OptionError
from cext.messages import closest_match, did_you_mean, format_switch, parse_switch

__all__ = ["FORBIDDEN", "Switch", "Switches", "explain_switches", "forbidden_powers", "read_options"]

# name -> (default, meaning): a bool is on or off, a str is free text; or (default, meaning, choices).
Switches = Mapping[str, tuple[Any, ...]]

FORBIDDEN = "forbidden"  # the option that lists what nobody ever uses; it is there where something is


def read_options(
    game: str, switches: Switches, given: Mapping[str, Any], *, powers: Collection[str] = ()
) -> dict[str, Any]:
    """Every option of the game with its value, the default where none is given; OptionError for what does not fit.

    powers: keys of the abilities of cards and boards that the game can do without (`FORBIDDEN`).
    """
    options = {name: spec[0] for name, spec in switches.items()}
    for name, value in given.items():
        if name == FORBIDDEN and powers:
            options[name] = read_forbidden(str(value), powers)
            continue
        if name not in switches:
            near = closest_match(name, switches)
            meant = f"did you mean {near}? " if near else ""
            raise OptionError(
                f"{game} has no option '{name}': {meant}{command('games', game, '--options')} lists what it has"
            )
        options[name] = read_option(name, value, *switches[name])
    return options


def read_option(name: str, value: Any, default: Any, meaning: str, choices: tuple[str, ...] = ()) -> Any:
    """The value of one option."""
    if choices:
        word = format_switch(value)
        if (switch := parse_switch(word)) is not None:
            word = format_switch(switch)
        if word not in choices:
            raise OptionError(f"option {name}={word}: {did_you_mean(word, choices)}")
        return word
    if isinstance(default, str):
        if not str(value).strip():
            raise OptionError(f"option {name} is empty: {meaning}")
        return str(value)
    known = {"1": True, "0": False}.get(str(value), parse_switch(format_switch(value)))
    if known is None:
        raise OptionError(f"option {name}={value}: use on or off")
    return known


def read_forbidden(text: str, powers: Collection[str]) -> str:
    """The keys in a text with commas, each once and in the game's order."""
    named = [name.strip() for name in text.split(",")]
    for name in named:
        if name not in powers:
            raise OptionError(f"option {FORBIDDEN}={text}: no ability '{name}': {did_you_mean(name, powers)}")
    return ",".join(key for key in powers if key in named)


def forbidden_powers(options: Mapping[str, Any]) -> frozenset[str]:
    """Keys of the abilities that nobody uses under these options."""
    return frozenset(filter(None, str(options.get(FORBIDDEN, "")).split(",")))


@dataclass(frozen=True)
class Switch:
    """A switch as it is explained to a user."""

    name: str
    values: tuple[str, ...]  # empty: a text of its own
    default: str
    meaning: str
    ruling: str  # the reading of the rulebook that it is about; "": none


def explain_switches(switches: Switches, rulings: Sequence[str]) -> tuple[Switch, ...]:
    """The switches of a game in words; a ruling belongs to the switch that it names."""
    out = []
    for name, (default, meaning, *choices) in switches.items():
        values = choices[0] if choices else ("on", "off") if isinstance(default, bool) else ()
        ruling = next((text for text in rulings if re.search(rf"\b{name}\b", text)), "")
        out.append(Switch(name, tuple(values), format_switch(default), meaning, ruling))
    return tuple(out)
