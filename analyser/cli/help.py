"""The help of commands: options in groups, in few lines, and without rich, which takes longer to load."""

import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from typing import Any

import typer

from analyser.errors import EXIT_CODES

__all__ = ["GROUPS", "print_help"]

Rows = list[tuple[str, str]]  # what is typed, and what it means

# Of options: what is played and asked, how many games, where the answer goes, and what is rarely used. Arguments and
# options of no group come in the first.
GROUPS = ("What", "How many", "Where to", "More")
MAX_WIDTH = 100  # of a line
MAX_NAME = 23  # of an option with its value: a longer one has a line of its own


def print_help(command: Any, context: Any) -> None:
    """Print usage, purpose, options and commands; the line is ended by typer."""
    width = min(MAX_WIDTH, shutil.get_terminal_size().columns)
    lines = [" ".join(["Usage:", context.command_path, *_usage(command)]), *_paragraphs(command.help or "", width)]
    options = [(title, _options(command, title)) for title in GROUPS]
    tables = [options]
    if hasattr(command, "commands"):
        tables = [_commands(command), [("Options", options[0][1])]]
    if context.parent is None:
        tables.append([("Exit codes", [(str(code), meaning) for code, meaning in EXIT_CODES.items()])])
    for table in tables:
        names = [name for _, rows in table for name, _ in rows]
        column = 4 + max((len(name) for name in names if len(name) <= MAX_NAME), default=0)
        for title, rows in table:
            if rows:
                head = typer.style(title, bold=True) if sys.stdout.isatty() else title
                lines += ["", head, *_table(rows, column, width)]
    print("\n".join(lines).replace("`", ""), end="", flush=True)


def _usage(command: Any) -> Iterator[str]:
    """What follows the name of a command."""
    yield "[OPTIONS]"
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            yield parameter.metavar if parameter.required else f"[{parameter.metavar}]"
    if hasattr(command, "commands"):
        yield "COMMAND …"


def _paragraphs(text: str, width: int) -> Iterator[str]:
    """Lines of paragraphs, a blank one before each but examples after the first."""
    previous = ""
    for paragraph in cleandoc(text).split("\n\n"):
        if not paragraph.startswith("Example:") or not previous.startswith("Example:"):
            yield ""
        yield from textwrap.wrap(paragraph, width, break_on_hyphens=False)
        previous = paragraph


def _options(command: Any, title: str) -> Rows:
    """The arguments and options of a group."""
    groups = [(parameter, getattr(parameter, "rich_help_panel", None) or GROUPS[0]) for parameter in command.params]
    return [(_name(parameter), parameter.help or "") for parameter, group in groups if group == title]


def _commands(command: Any) -> list[tuple[str, Rows]]:
    """The groups of commands: each command with the first paragraph of its help."""
    groups: dict[str, Rows] = {}
    for name, part in command.commands.items():
        purpose = cleandoc(part.help or "").partition("\n\n")[0]
        groups.setdefault(part.rich_help_panel or "Commands", []).append((name, purpose))
    return list(groups.items())


def _name(parameter: Any) -> str:
    """A parameter with its value: --games N."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar)
    names = "/".join([*parameter.opts, *parameter.secondary_opts])
    return names if parameter.is_flag else f"{names} {parameter.metavar}"


def _table(rows: Sequence[tuple[str, str]], column: int, width: int) -> Iterator[str]:
    """Lines of names, with their meanings from that column on."""
    for name, meaning in rows:
        lines = textwrap.wrap(meaning, width - column, break_on_hyphens=False) or [""]
        if len(name) > column - 4:
            lines.insert(0, "")
        yield f"  {name:{column - 2}}{lines[0]}".rstrip()
        yield from (f"{'':{column}}{line}" for line in lines[1:])
