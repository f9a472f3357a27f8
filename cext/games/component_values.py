"""Data of component files set one by one, each by its path: boards.triangle.tracks.4 to 2.

A path begins with the name of a file without its ending. In a TOML file keys follow; places in lists count from 1, and
`value` is left out. In a CSV file the row follows, by the first columns that tell all rows apart (else by its number,
as a spreadsheet counts), then the column and, in a cell that holds a list, the place.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from cext.games.component_edits import key_columns
from cext.games.components import ComponentSet
from cext.games.errors import ComponentError
from cext.spelling import did_you_mean

__all__ = ["set_datum"]

Content = dict[str, Any]  # ComponentSet.plain(): rows of CSV files, top tables of TOML files, by file
Slot = tuple[Any, Any]  # a container and the key in it
DATUM = {"value", "status", "source"}


def set_datum(components: ComponentSet[Any], content: Content, path: str, value: str) -> None:
    """Sets one datum of the content, and what follows from it; ComponentError names what is not there.

    Whether the value fits is told when the content is read.
    """
    stem, *words = path.split(".")
    files = {name.rpartition(".")[0]: name for name in content}
    if stem not in files:
        raise ComponentError(path, None, f"there is no component file '{stem}': {did_you_mean(stem, files)}")
    file = files[stem]
    before = deepcopy(content[file])
    if file in components.csv:
        _set_cell(file, content[file], words, value)
    else:
        held, key = _slot(file, content[file], words, ())
        held[key] = _like(held[key], value)
    components.follow(file, before, content[file])


def _set_cell(file: str, rows: Sequence[dict[str, Any]], words: Sequence[str], value: str) -> None:
    """Sets one cell of a CSV file, or one of the values in it."""
    columns, n = list(rows[0]), key_columns([rows])
    keys = [".".join(str(row[column]).strip() for column in columns[:n]) for row in rows]
    keyed = dict(zip(keys if n else map(str, range(2, len(rows) + 2)), rows, strict=True))
    size = n or 1
    key, rest = ".".join(words[:size]), words[size:]
    if key not in keyed:
        named = ".".join(columns[:n]) or "number"
        raise ComponentError(file, None, f"no row '{key}' (a row is called by its {named}): {_near(key, keyed)}")
    if not rest or rest[0] not in columns:
        said = f"no column '{rest[0]}'" if rest else "no column named"
        raise ComponentError(file, key, f"{said}: {_near(rest[0] if rest else '', columns)}")
    column, *place = rest
    if not place:
        keyed[key][column] = value
        return
    cell = str(keyed[key][column]).split()
    held, at = _slot(file, cell, place, (key, column))
    held[at] = value
    keyed[key][column] = " ".join(cell)


def _slot(file: str, node: Any, words: Sequence[str], said: tuple[str, ...]) -> Slot:
    """Where the datum at these words stands; `said` are the words before them."""
    where = ".".join(said) or None
    if not words:
        raise ComponentError(file, where, f"name a datum of it: {', '.join(map(str, node))}")
    word, *rest = words
    if isinstance(node, Mapping) and set(node) == DATUM and word not in node:
        return _slot(file, node["value"], words, said)
    key: Any = word
    if isinstance(node, Mapping):
        if word not in node:
            raise ComponentError(file, where, f"no key '{word}': {_near(word, node)}")
    elif isinstance(node, list):
        if not word.isdecimal() or not 1 <= int(word) <= len(node):
            raise ComponentError(file, where, f"no place '{word}': name one from 1 to {len(node)}")
        key = int(word) - 1
    else:
        raise ComponentError(file, where, f"holds {node!r}: nothing in it is called '{word}'")
    inner = node[key]
    if isinstance(inner, Mapping) and set(inner) == DATUM and not rest:
        return inner, "value"
    if rest or isinstance(inner, Mapping):
        return _slot(file, inner, rest, (*said, word))
    return node, key


def _like(old: Any, text: str) -> Any:
    """The value that stands in the text, as TOML writes it; a text stays one where a text stood."""
    if isinstance(old, str):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _near(word: str, known: Iterable[Any]) -> str:
    """The tail of an error about an unknown word; of many known ones the first few."""
    names = [str(name) for name in known]
    few = f"there are {', '.join(names[:8])}{', …' if len(names) > 8 else ''}"
    return did_you_mean(word, names, otherwise=few)
