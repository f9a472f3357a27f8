"""TOML written from plain data: the one writer for component files, configurations and plans."""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

__all__ = ["toml_text", "toml_value"]

BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(table: Mapping[str, Any], *, sections: Collection[str] = ()) -> str:
    """A table as TOML, one line a key, tables inline; those whose keys are in `sections` follow under [key].

    Raises TypeError for a value that TOML has no form for.
    """
    lines = [f"{key_text(key)} = {toml_value(value)}" for key, value in table.items() if key not in sections]
    for name in (key for key in table if key in sections):
        lines += ["", f"[{key_text(name)}]"] if lines else [f"[{key_text(name)}]"]
        lines += [f"{key_text(key)} = {toml_value(value)}" for key, value in table[name].items()]
    return "".join(f"{line}\n" for line in lines)


def toml_value(value: Any) -> str:
    """A value as TOML writes it on one line; raises TypeError for one that has no form there."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):  # a basic string is JSON's, but for one character
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key_text(key)} = {toml_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    raise TypeError(f"{value!r} has no form in TOML")


def key_text(key: object) -> str:
    """A key, quoted where it has to be."""
    return str(key) if BARE.fullmatch(str(key)) else toml_value(str(key))
