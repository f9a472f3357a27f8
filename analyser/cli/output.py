"""What commands print: tables for people, one JSON object for programs."""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from analyser.runs.manifest import SCHEMA_VERSION
from cext.safe_files import escape_controls
from reports.page.terminal import WIDTH, wrap_text

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["plain_json", "print_json", "print_status", "print_table", "print_words", "table_lines"]

GAP = 2  # columns between those of a table
INDENT = "  "  # of rows below a title
COMMAND = re.compile(r"`[^`]+`")


def plain_json(value: Any) -> Any:
    """The value with everything JSON cannot hold made plain: NaN and infinities are null, tuples are lists."""
    if isinstance(value, Mapping):
        return {str(key): plain_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_json(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def print_json(content: Mapping[str, Any]) -> None:
    """One object with its schema version on standard output."""
    complete = {"schema_version": SCHEMA_VERSION, **content}
    utf8 = (sys.stdout.encoding or "utf-8").lower().startswith("utf")  # else characters are written as JSON escapes
    print(json.dumps(plain_json(complete), ensure_ascii=not utf8, allow_nan=False, indent=1))


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> None:
    """A table on standard output, as wide as the terminal; columns numbered in `right` are set to the right."""
    print("\n".join(table_lines(head, {"": rows}, right=right)))


def print_words(text: str) -> None:
    """Running text on standard output, in lines as long as others."""
    print("\n".join(wrap_text(escape_controls(text))))


def table_lines(
    head: Sequence[str], tables: Mapping[str, Sequence[Sequence[str]]], *, right: Sequence[int] = ()
) -> list[str]:
    """The lines of tables under one head for standard output, the rows of each below its title, where it has one."""
    from rich import box
    from rich.padding import Padding
    from rich.table import Table

    console = _console()
    head = [escape_controls(name) for name in head]
    tables = {
        escape_controls(title): [[escape_controls(cell) for cell in row] for row in rows]
        for title, rows in tables.items()
    }
    rows_set_in = [[INDENT * bool(title) + row[0], *row[1:]] for title, rows in tables.items() for row in rows]
    widths = _widths(head, rows_set_in, console.width, right)

    def new_table(*, headed: bool) -> Table:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True, show_header=headed)
        for number, name in enumerate(head):
            justify: Literal["left", "right"] = "right" if number in right else "left"
            table.add_column(name, justify=justify, overflow="fold", width=widths[number])
        return table

    table = new_table(headed=True)
    with console.capture() as capture:
        for title, rows in tables.items():
            if title:
                console.print(table)
                console.print(title)
                table = new_table(headed=False)
            for first, *rest in rows:
                table.add_row(Padding(first, (0, 0, 0, len(INDENT) * bool(title))), *rest)
        console.print(table)
    return [line.rstrip() for line in capture.get().splitlines()]


def _console() -> Console:
    """Standard output as tables are set for it."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, markup=False)


def _widths(head: Sequence[str], rows: Sequence[Sequence[str]], total: int, right: Sequence[int]) -> list[int]:
    """Columns as wide as their cells; where all do not fit, words give way before numbers, at blanks."""
    columns = list(zip(head, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    min_widths = [max(len(word) for cell in column for word in cell.split() or [""]) for column in columns]
    while sum(widths) + GAP * (len(widths) - 1) > total:
        spare = [width - word for width, word in zip(widths, min_widths, strict=True)]
        at = max(range(len(widths)), key=lambda at: (spare[at] > 0, at not in right, spare[at]))
        if spare[at] <= 0:
            break
        widths[at] -= 1
    return widths


def print_status(words: str, *, quiet: bool = False) -> None:
    """A remark on standard error: on a terminal in lines broken between words, never within a command."""
    if quiet:
        return
    text = escape_controls(words)
    if sys.stderr.isatty():
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or WIDTH
        text = COMMAND.sub(lambda match: match[0].replace(" ", "\0"), text)
        text = "\n".join(wrap_text(text, columns)).replace("\0", " ")
    print(text, file=sys.stderr)
