"""`analyser replay`: watch a recorded game."""

from pathlib import Path
from typing import TYPE_CHECKING

from analyser.cli.options import argument, declared

if TYPE_CHECKING:
    from analyser.replay.timeline import Timeline

__all__ = ["replay"]


@declared(
    record=argument(Path, "FILE", "A game record: `analyser record` and `analyser play` write them."),
    out=("DIR", "Folder for the chart of --explain. [default: beside the record]"),
)
def replay(
    record: Path, explain: int | None, judge: str | None, plain: bool, html: Path | None, out: Path | None, quiet: bool,
    trust: bool,
) -> None:  # fmt: skip
    """Watch a recorded game: step by step in the terminal, as a log, or as one page for a browser.

    Keys in the terminal: right and left for a decision, n and p for a turn, a number for a round, ? for all others.

    Example: `analyser replay game.jsonl`

    As a page, with values of all options and the largest mistakes: `analyser replay --html game.html game.jsonl`

    Why was decision 37 made so: `analyser replay game.jsonl --explain 37 --judge search:balanced:64`
    """
    from analyser.errors import UsageError
    from analyser.records import read_record
    from analyser.replay.timeline import build_timeline, locate_damage

    if plain + (html is not None) + (explain is not None) > 1:
        raise UsageError("--plain, --html and --explain: choose one of them")
    if out is not None and explain is None:
        raise UsageError("--out needs --explain")
    if judge is not None and not plain and html is None and explain is None:
        raise UsageError("--judge needs --explain, --html or --plain")
    read = read_record(record)
    with locate_damage(read):
        timeline = build_timeline(read)
        if explain is None:
            show(timeline, plain=plain, html=html, judge=judge, quiet=quiet)
        else:
            from analyser.cli.explain import print_explanation

            print_explanation(timeline, explain, judge, name=str(record), out=out or record.parent, quiet=quiet)


def show(timeline: "Timeline", *, plain: bool, html: Path | None, judge: str | None, quiet: bool) -> None:
    """The game as a log, as a page, or step by step in the terminal."""
    import sys

    from analyser.cli.explain import find_judge, mistake_lines
    from analyser.cli.output import print_status
    from analyser.errors import UsageError
    from analyser.replay.page import check_page_place

    if not plain and html is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("not a terminal: --plain prints the game as a log, --html FILE writes it as a page")
    if html is not None:
        check_page_place(html)  # before a judge thinks
    if timeline.note and not plain:
        print_status(f"note: {timeline.note}", quiet=quiet)
    if plain:
        from analyser.replay.timeline import log_lines

        lines = [*log_lines(timeline)]
        if named_judge := find_judge(timeline, judge):
            from analyser.replay.mistakes import analyse_game

            lines += [
                "",
                f"Largest mistakes by {named_judge.name}:",
                *mistake_lines(timeline, analyse_game(timeline, named_judge).mistakes),
            ]
        print("\n".join(lines))
    elif html is not None:
        from analyser.replay.mistakes import analyse_game
        from analyser.replay.page import write_page

        write_page(timeline, html, analyse_game(timeline, find_judge(timeline, judge)))
        print_status(
            f"{html}: {len(timeline.moments) - 1} decisions, {html.stat().st_size / 1000:,.0f} kB", quiet=quiet
        )
    else:
        from rich.console import Console

        from analyser.replay.watch import watch

        watch(timeline, Console(highlight=False))
