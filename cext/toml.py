"""TOML written from plain data, and values of a TOML file changed where they stand; tomllib reads."""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

__all__ = ["edited", "toml_text", "toml_value"]

BARE = re.compile(r"[A-Za-z0-9_-]+")
COMMENTS = 26  # column of the comments behind edited values


def toml_text(table: Mapping[str, Any], *, sections: Collection[str] = ()) -> str:
    """A table as TOML, one line a key, tables inline; those whose keys are in `sections` follow, unless empty.

    A section's table stands under [key]; of a list of tables, each stands under its own [[key]]. None is left out.
    Raises TypeError for a value that TOML has no form for.
    """
    text = _lines({key: value for key, value in table.items() if key not in sections})
    for key in (key for key in table if key in sections):
        many = isinstance(table[key], list | tuple)
        for rows in table[key] if many else [table[key]] if table[key] else []:
            gap = "\n" if text else ""
            head = f"[[{key_text(key)}]]" if many else f"[{key_text(key)}]"
            text += f"{gap}{head}\n{_lines(rows)}"
    return text


def _lines(table: Mapping[str, Any]) -> str:
    """A line for each key that has a value."""
    present = {key: value for key, value in table.items() if value is not None}
    return "".join(f"{key_text(key)} = {toml_value(value)}\n" for key, value in present.items())


def toml_value(value: Any) -> str:
    """A value as TOML writes it on one line; raises TypeError for one that has no form there."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):  # a basic string is JSON's, but for one character
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        pairs = [f"{key_text(key)} = {toml_value(item)}" for key, item in value.items() if item is not None]
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    raise TypeError(f"{value!r} has no form in TOML")


def key_text(key: object) -> str:
    """A key, quoted where it has to be."""
    return str(key) if BARE.fullmatch(str(key)) else toml_value(str(key))


def edited(text: str, changes: Mapping[str, Mapping[str, Any]]) -> str:
    """A TOML file of one line a value with other values in its tables; comments and all other lines stay.

    changes: table ("weights", "by_round.two") -> key -> value. Keys that the text does not have are not added.
    """
    table, lines = "", []
    for line in text.splitlines():
        head = re.fullmatch(r"\[([\w.]+)\]\s*(#.*)?", line)
        entry = re.fullmatch(r"(\w+) *= *[^#]*?(#.*)?", line)
        if head:
            table = head[1]
        elif entry and entry[1] in changes.get(table, {}):
            changed = f"{entry[1]} = {toml_value(changes[table][entry[1]])}"
            line = f"{changed.ljust(COMMENTS)}{entry[2]}" if entry[2] else changed
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"
