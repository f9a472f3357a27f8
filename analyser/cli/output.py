"""What commands print: tables for people, one JSON object for programs."""

import json
import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from analyser.runs.store import SCHEMA_VERSION

__all__ = ["plain_json", "print_json", "print_table", "say"]


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
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if sys.stdout.isatty() else 120, highlight=False, markup=False)
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, name in enumerate(head):
        table.add_column(name, justify="right" if number in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def say(words: str, *, quiet: bool = False) -> None:
    """A remark on standard error."""
    if not quiet:
        print(words, file=sys.stderr)
