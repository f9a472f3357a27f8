"""What commands print: tables for people, one JSON object for programs."""

import json
import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from analyser.runs.store import SCHEMA_VERSION

__all__ = ["WIDTH", "plain_json", "print_json", "print_table", "print_tables", "say"]

WIDTH = 80  # columns, where standard output is no terminal
GAP = 2  # columns between those of a table


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
    whole = {"schema_version": SCHEMA_VERSION, **content}
    print(json.dumps(plain_json(whole), ensure_ascii=False, allow_nan=False, indent=1))


def print_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, title: str | None = None, right: Sequence[int] = ()
) -> None:
    """A table on standard output, as wide as the terminal; columns numbered in `right` are set to the right."""
    print_tables(head, {title or "": rows}, right=right)


def print_tables(
    head: Sequence[str], tables: Mapping[str, Sequence[Sequence[str]]], *, right: Sequence[int] = ()
) -> None:
    """Tables with one head under each other on standard output, each under its title, their columns in line."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, markup=False)
    widths = _widths(head, [row for rows in tables.values() for row in rows], console.width, right)
    for place, (title, rows) in enumerate(tables.items()):
        if place:
            console.print()
        table = Table(
            title=title or None,
            title_justify="left",
            box=box.SIMPLE_HEAD,
            show_edge=False,
            pad_edge=False,
            collapse_padding=True,
            show_header=place == 0,
        )
        for number, name in enumerate(head):
            justify: Literal["left", "right"] = "right" if number in right else "left"
            table.add_column(name, justify=justify, overflow="fold", width=widths[number])
        for row in rows:
            table.add_row(*row)
        console.print(table)


def _widths(head: Sequence[str], rows: Sequence[Sequence[str]], whole: int, right: Sequence[int]) -> list[int]:
    """Columns as wide as what stands in them; where all do not fit, words give way before numbers, at blanks."""
    columns = list(zip(head, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    least = [max(len(word) for cell in column for word in cell.split() or [""]) for column in columns]
    while sum(widths) + GAP * (len(widths) - 1) > whole:
        spare = [width - word for width, word in zip(widths, least, strict=True)]
        at = max(range(len(widths)), key=lambda at: (spare[at] > 0, at not in right, spare[at]))
        if spare[at] <= 0:
            break
        widths[at] -= 1
    return widths


def say(words: str, *, quiet: bool = False) -> None:
    """A remark on standard error."""
    if not quiet:
        print(words, file=sys.stderr)
