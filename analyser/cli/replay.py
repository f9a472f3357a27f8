"""`analyser replay`: watch a recorded game."""

from pathlib import Path
from typing import TYPE_CHECKING

from analyser.cli.option_parsers import int_option
from analyser.cli.options import AMOUNT, TASK, argument, declared, flag, option

if TYPE_CHECKING:
    from analyser.replay.timeline import Timeline

__all__ = ["replay"]

JUDGE = (
    "Plan or search that values moves, such as search:balanced:64. [default: the players themselves; with --chances "
    "the game's own search, of 64 games a decision]"
)


@declared(
    record=argument(Path, "FILE", "A game record: `record` and `play` write them."),
    judge=("NAME", JUDGE),
    chances=flag(TASK, "On the page, also the chance of every player to win over the game."),
    playouts=option(
        int, AMOUNT, "N", "Games played out from each decision for --chances. [default: 256]", parser=int_option
    ),
    out=("DIR", "Folder for the chart of --explain. [default: beside the record]"),
    seed=("S", "Seed of the games played out for --chances. [default: 0]"),
)
def replay(
    record: Path, explain: int | None, judge: str | None, chances: bool, playouts: int | None, plain: bool,
    html: Path | None, out: Path | None, quiet: bool, seed: int | None, workers: int | None, trust: bool,
) -> None:  # fmt: skip
    """Watch a recorded game: step by step in the terminal, as a log, or as one page for a browser.

    Keys in the terminal: right and left for a decision, n and p for a turn, a number for a round, ? for all others.

    Example: `analyser replay game.jsonl`

    As a page, with values of all options and the largest mistakes: `analyser replay --html game.html game.jsonl`

    The same with the chances to win, judged by a search: `analyser replay game.jsonl --html game.html --chances`

    Why was decision 37 made so: `analyser replay game.jsonl --explain 37 --judge search:balanced:64`
    """
    from analyser.errors import UsageError
    from analyser.records import read_record
    from analyser.replay.chances import PLAYOUTS
    from analyser.replay.timeline import build_timeline, locate_damage

    if plain + (html is not None) + (explain is not None) > 1:
        raise UsageError("--plain, --html and --explain: choose one of them")
    if out is not None and explain is None:
        raise UsageError("--out needs --explain")
    if judge is not None and not plain and html is None and explain is None:
        raise UsageError("--judge needs --explain, --html or --plain")
    if chances and html is None:
        raise UsageError("--chances needs --html: the page shows them")
    for name, value in (("--playouts", playouts), ("--seed", seed)):
        if value is not None and not chances:
            raise UsageError(f"{name} needs --chances")
    if workers is not None and html is None:
        raise UsageError("--workers needs --html")
    read = read_record(record)
    with locate_damage(read):
        timeline = build_timeline(read)
        if html is not None:
            playouts = (PLAYOUTS if playouts is None else playouts) if chances else None
            write_html(timeline, html, judge=judge, playouts=playouts, seed=seed or 0, workers=workers, quiet=quiet)
        elif explain is None:
            show(timeline, plain=plain, judge=judge, quiet=quiet)
        else:
            from analyser.cli.explain import print_explanation

            print_explanation(timeline, explain, judge, name=str(record), out=out or record.parent, quiet=quiet)


def show(timeline: "Timeline", *, plain: bool, judge: str | None, quiet: bool) -> None:
    """The game as a log, or step by step in the terminal."""
    import sys

    from analyser.cli.explain import find_judge, mistake_lines
    from analyser.cli.output import print_status
    from analyser.errors import UsageError

    if not plain and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("not a terminal: --plain prints the game as a log, --html FILE writes it as a page")
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
        return
    if timeline.note:
        print_status(f"note: {timeline.note}", quiet=quiet)
    from rich.console import Console

    from analyser.replay.watch import watch

    watch(timeline, Console(highlight=False))


def write_html(
    timeline: "Timeline", html: Path, *, judge: str | None, playouts: int | None, seed: int, workers: int | None,
    quiet: bool,
) -> None:  # fmt: skip
    """Write the game as a page, with the largest mistakes. playouts: games played out from each decision for the
    chances to win, with mistakes judged by a search; None: no chances."""
    from analyser.cli.explain import find_judge
    from analyser.cli.output import print_status
    from analyser.replay.chances import default_judge, measure_chances, plan_chances
    from analyser.replay.mistakes import analyse_game
    from analyser.replay.page import check_page_place, write_page
    from analyser.runs.executors import local_executor, managed_executor, worker_count

    check_page_place(html)  # before a judge thinks
    if timeline.note:
        print_status(f"note: {timeline.note}", quiet=quiet)
    has_chances = playouts is not None
    named_judge = find_judge(timeline, judge or (default_judge(timeline.header["game"]) if has_chances else None))
    plan = None
    if playouts is not None and named_judge is not None:
        plan = plan_chances(timeline, named_judge, playouts, seed)
        n_games, n_decisions = len(plan.plies) * playouts, len(plan.plies)
        print_status(f"{n_games:,} games are played out by {plan.judge}, {n_decisions} decisions judged", quiet=quiet)
    # Without chances there is less to do than processes take to start: they are had where they are asked for.
    n_workers = worker_count(workers, None) if has_chances or workers is not None else 0
    with managed_executor(local_executor(n_workers)) as executor:
        chances = measure_chances(plan, executor) if plan else None
        analysis = analyse_game(timeline, named_judge, executor)
    write_page(timeline, html, analysis, chances)
    print_status(f"{html}: {len(timeline.moments) - 1} decisions, {html.stat().st_size / 1000:,.0f} kB", quiet=quiet)
