"""Options of a game: switches and choices by name, read from Python or from the text of a command line."""

from collections.abc import Mapping
from typing import Any

from cext.games.errors import OptionError

__all__ = ["Switches", "read_options"]

# name -> (default, meaning): a bool is on or off, a str is free text; or (default, meaning, choices).
Switches = Mapping[str, tuple[Any, ...]]

WORDS = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}


def read_options(game: str, switches: Switches, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of the game with its value, the default where none is given; OptionError for what does not fit."""
    options = {name: spec[0] for name, spec in switches.items()}
    for name, value in given.items():
        if name not in switches:
            raise OptionError(f"{game} has no option {name!r}: it has {', '.join(switches)}")
        options[name] = read_option(name, value, *switches[name])
    return options


def read_option(name: str, value: Any, default: Any, meaning: str, choices: tuple[str, ...] = ()) -> Any:
    """The value of one option."""
    if choices:
        if value not in choices:
            raise OptionError(f"option {name}={value!r}: use one of {', '.join(choices)}")
        return value
    if isinstance(default, str):
        if not str(value).strip():
            raise OptionError(f"option {name} is empty: {meaning}")
        return str(value)
    known = value if isinstance(value, bool) else WORDS.get(str(value).lower())
    if known is None:
        raise OptionError(f"option {name}={value!r}: use on or off")
    return known
