"""TOML texts read, with errors that name the line, what stands there and what to write instead."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from cext.fields import FieldError, FieldPath, decode
from cext.safe_files import MAX_DEPTH, MAX_SETTINGS_BYTES, content_error, has_controls, read_limited

__all__ = ["TomlError", "copied", "locate", "read_toml", "toml_table"]

T = TypeVar("T")
STEP = re.compile(r"\"[^\"]*\"|'[^']*'|[^.\s\"']+")  # of a key that leads into tables

# What the parser of the standard library says, by how it begins, and what a person can do about it.
REMEDIES = (
    ("Invalid value", 'after = comes a number, "a text in quotes", true, false or [a, list]'),
    ("Expected newline", "one key = value a line; decimals have a point, thousands a _ (20_000)"),
    ("Expected '='", "write it as key = value"),
    ("Expected ']", "the name of a table stands in [brackets]"),
    ("Invalid statement", "a line is key = value, [table] or # a remark"),
    ("Invalid initial character", "a key is made of letters, digits, _ and -"),
    ("Cannot overwrite a value", "the key is there twice: leave one"),
    ("Cannot declare", "the table is there twice: join them"),
    ("Unclosed array", "a list is not closed: write ]"),
    ("Unclosed inline table", "a table is not closed: write }"),
    ("Unterminated string", "a text is not closed: write the closing quote"),
    ('Expected "', "a text is not closed: write the closing quote"),
    ("Unescaped", "write \\ twice, or the text in 'single quotes'"),
)
MAX_SHOWN = 40  # characters of a line


class TomlError(ValueError):
    """A text that is not TOML: in which line (from 1), what is wrong and what to do."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


def toml_table(text: str) -> dict[str, Any]:
    """The top table of a TOML text; raises TomlError."""
    table: dict[str, Any] = copied(_parsed(text))
    return table


def copied(table: Any) -> Any:
    """A copy of plain data, all through."""
    if isinstance(table, dict):
        return {key: copied(value) if isinstance(value, (dict, list)) else value for key, value in table.items()}
    return [copied(value) if isinstance(value, (dict, list)) else value for value in table]


@lru_cache(maxsize=64)  # plans and component files are read again for every printing and edit of a game
def _parsed(text: str) -> dict[str, Any]:
    try:
        table = tomllib.loads(text)
        if reason := content_error(table):
            raise TomlError(_suspect_line(text, reason), reason)
        return table
    except RecursionError as error:
        raise TomlError(_suspect_line(text, "deep"), f"nested deeper than {MAX_DEPTH}") from error
    except TomlError:
        raise
    except ValueError as error:  # broken syntax, or a number of thousands of digits
        message, _, location = str(error).partition(" (at ")
        lines = text.rstrip().split("\n")
        at_line = re.match(r"line (\d+)", location)
        line = min(int(at_line[1]), len(lines)) if at_line else len(lines)
        open_end = "a value is missing, or a [ is left open" if message == "Invalid value" and not at_line else ""
        remedy = open_end or next((text for begin, text in REMEDIES if message.startswith(begin)), "correct it")
        content = lines[line - 1].strip()
        content = content if len(content) <= MAX_SHOWN else f"{content[:MAX_SHOWN]}…"
        raise TomlError(line, f"`{content}` is not TOML: {remedy}") from error


def _suspect_line(text: str, reason: str) -> int:
    """The line that is likely at fault: with a character that a terminal obeys, or the most brackets."""
    lines = text.split("\n")
    if reason.startswith("control"):
        at = (n for n, line in enumerate(lines, 1) if has_controls(line) or re.search(r"\\[uUbefr]", line))
        return next(at, 1)
    return 1 + max(range(len(lines)), key=lambda n: lines[n].count("[") + lines[n].count("{") + lines[n].count("."))


def read_toml(path: Path, kind: type[T], error: type[Exception]) -> T:
    """The top table of a TOML file as that type; raises `error`, in a line with the file, the line in it, what is wrong
    and what to do."""
    try:
        return decode(toml_table(read_limited(path, MAX_SETTINGS_BYTES).decode()), kind)
    except UnicodeDecodeError as fault:
        raise error(f"{path}: not a text file in UTF-8 (byte {fault.start + 1}): save it as UTF-8") from fault
    except OSError as fault:
        raise error(f"{path}: cannot be read: {fault.strerror}: give the path of a .toml file") from fault
    except TomlError as fault:
        raise error(f"{path}, {fault}") from fault
    except FieldError as fault:
        raise error(f"{locate(path, fault.path)}: {fault}") from fault


def locate(path: Path, field: FieldPath) -> str:
    """A TOML file, with the line (from 1) on which a field or else the table that it is in begins."""
    lines = list(_fields_by_line(read_limited(path, MAX_SETTINGS_BYTES).decode()))
    for n_steps in range(len(field), 0, -1):
        for number, on_line in lines:
            if on_line[:n_steps] == field[:n_steps]:
                return f"{path}, line {number}"
    return str(path)


def _fields_by_line(text: str) -> Iterator[tuple[int, FieldPath]]:
    """The lines of a TOML text that begin a table or set a key, each with the path to it."""
    table: FieldPath = ()
    n_entries: Counter[FieldPath] = Counter()  # of lists of tables
    for number, line in enumerate(text.split("\n"), 1):
        head = re.match(r"\s*(\[{1,2})([^\[\]]+)\]", line)
        key, equals, _ = line.partition("=")
        steps = tuple(step.strip("\"'") for step in re.findall(STEP, head[2] if head else key))
        if head:
            table = (*steps, n_entries[steps]) if head[1] == "[[" else steps
            n_entries[steps] += 1
        if head or equals:
            yield number, table if head else (*table, *steps)
