"""`analyser replay`: watch a recorded game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyser.cli import options as o

if TYPE_CHECKING:
    from analyser.replay.story import Story

__all__ = ["replay"]


@o.guarded
def replay(
    record: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A game record: `analyser record` and `analyser play` write them.", show_default=False
        ),
    ],
    plain: Annotated[
        bool, typer.Option("--plain", help="Print the game as a log, one line a decision.", rich_help_panel=o.OUTPUT)
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", help="Write the game as one page for a browser.", rich_help_panel=o.OUTPUT
        ),
    ] = None,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
) -> None:
    """Watch a recorded game: step by step in the terminal, as a log, or as one page for a browser.

    Keys in the terminal: right and left for a decision, n and p for a turn, a number for a round, ? for all others.

    Example: `analyser replay game.jsonl`

    As a page: `analyser replay --html game.html game.jsonl`
    """
    from analyser.errors import UsageError
    from analyser.records import read_record
    from analyser.replay.story import showing, story_of

    if plain and html is not None:
        raise UsageError("--plain and --html: choose one of them")
    read = read_record(record)
    with showing(read):
        show(story_of(read), plain=plain, html=html, quiet=quiet)


def show(story: "Story", *, plain: bool, html: Path | None, quiet: bool) -> None:
    """The game as a log, as a page, or step by step in the terminal."""
    import sys

    from analyser.cli.output import say
    from analyser.errors import UsageError

    if not plain and html is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("not a terminal: --plain prints the game as a log, --html FILE writes it as a page")
    if story.note and not plain:
        say(f"note: {story.note}", quiet=quiet)
    if plain:
        from analyser.replay.log import log_lines

        print("\n".join(log_lines(story)))
    elif html is not None:
        from analyser.replay.page import write_page

        write_page(story, html)
        say(f"{html}: {len(story.frames) - 1} decisions, {html.stat().st_size / 1000:,.0f} kB", quiet=quiet)
    else:
        from rich.console import Console

        from analyser.replay.watch import watch

        watch(story, Console(highlight=False))
