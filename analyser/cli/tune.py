"""`analyser tune`: better weights for a plan, found by CMA-ES on thousands of games, into a new file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyser.cli import completion as complete
from analyser.cli import options as o
from analyser.cli.error_report import report_errors
from analyser.cli.option_parsers import (
    float_option,
    int_option,
    int_option_from,
    minutes_option,
    parse_counts,
    parse_names,
    parse_switches,
)
from analyser.errors import UsageError
from analyser.experiments.parse import BOUNDS
from cext.limits import visible

if TYPE_CHECKING:
    from analyser.tuning.session import TuningProgress, TuningResult, Watch
    from analyser.tuning.start import TuningSession

__all__ = ["SEARCH", "search_games", "search_generations", "search_minutes", "tune"]

SEARCH = "Search"


def _option(name: str, metavar: str, parser: Callable[[Any], Any], words: str) -> Any:
    return typer.Option(name, metavar=metavar, help=words, parser=parser, rich_help_panel=SEARCH)


def search_generations(words: str) -> Any:
    """What --generations of a command is; words: how many there are where nobody says."""
    return _option("--generations", "N", int_option_from(1, int(BOUNDS["generations"].high)), words)


def search_minutes(words: str) -> Any:
    """What --minutes of a command is; words: what they are for."""
    return _option("--minutes", "M|TIME", minutes_option, f"{words} 5 and 5m are five minutes; 90s, 1h.")


def search_games(words: str) -> Any:
    """What --games of a command is; words: who plays them."""
    return _option("--games", "N", int_option, words)


@report_errors
def tune(
    plan: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME/PLAN",
            help="The plan to begin with; a file of yours is GAME/FILE.toml.",
            autocompletion=complete.plans_by_game,
            show_default=False,
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            "--board",
            metavar="BOARD",
            help="Tune the weights of this one board, the plan's own there; the others stay as they are. "
            "[default: the weights of all]",
            autocompletion=complete.boards_of_plan,
            rich_help_panel=SEARCH,
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="A,B,…",
            help="Strategies of the other seats, drawn at random. [default: the game's other plans]",
            autocompletion=complete.strategies_of_plan,
            rich_help_panel=SEARCH,
        ),
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(
            "--goal",
            metavar="points|wins",
            help="What is made as large as can be: points ahead of the mean opponent, or the win share (needs more "
            "games). [default: points]",
            autocompletion=complete.choices("points", "wins"),
            rich_help_panel=SEARCH,
        ),
    ] = None,
    emphasis: Annotated[
        str | None,
        typer.Option(
            "--emphasis",
            metavar="COLUMN=F,…",
            help="What counts so much besides, so that a plan stays itself: a column of the seats table (SCHEMA.md), "
            "such as score_walls=0.5.",
            rich_help_panel=SEARCH,
        ),
    ] = None,
    tables: Annotated[
        str | None,
        typer.Option(
            "--tables",
            metavar="A,B,…",
            help="Which numbers of the file: weights, by_round, by_board. [default: all it has]",
            rich_help_panel=SEARCH,
        ),
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option(
            "--keep", metavar="A,B,…", help="Features whose numbers stay as they are.", rich_help_panel=SEARCH
        ),
    ] = None,
    generations: Annotated[
        int | None,
        search_generations("Generations of 16 plans, of a map 48. [default: 60, or as many as --minutes allow]"),
    ] = None,
    minutes: Annotated[
        float | None, search_minutes("Time for the search, all sessions together; it stops between generations.")
    ] = None,
    games: Annotated[
        int | None,
        search_games("Games each plan of a generation plays, at a table of each size. [default: 400; of a map 200]"),
    ] = None,
    starts: Annotated[
        int | None,
        typer.Option(
            "--starts",
            metavar="N",
            help="Searches side by side: the first begins at the plan, others some way off; the best is kept. "
            "[default: 1]",
            parser=int_option,
            rich_help_panel=SEARCH,
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="N,N,…",
            help="Players at the table; 2,3,4: the mean of tables of each size. [default: 4, or what the game has]",
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = None,
    seed: o.Seed = None,
    option: o.Option = None,
    components: o.Components = None,
    workers: o.Workers = None,
    time_limit: Annotated[
        float | None,
        o.time_limit(
            "the games of one plan of a generation may take: longer ones end the search, whose generations are kept, "
            "and are named"
        ),
    ] = None,
    memory_limit: Annotated[
        str | None,
        o.memory_limit(
            "a worker process may take, such as 500MB or 2GB: one that takes more ends the search in the same way"
        ),
    ] = None,
    as_map: Annotated[
        bool,
        typer.Option(
            "--map",
            help="Search for the best plan of every cell of two axes instead (MAP-Elites): what can be played, and how "
            "well. GAME alone will do.",
            rich_help_panel=SEARCH,
        ),
    ] = False,
    axes: Annotated[
        str | None,
        typer.Option(
            "--axes",
            metavar="A,B",
            help="Of a map: opening, source (the category of points farthest ahead), or a column of the seats table. "
            "[default: opening,source]",
            autocompletion=complete.choices("opening,source", "source,opening"),
            rich_help_panel=SEARCH,
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Go on with the tuning or the map that ends in --out.", rich_help_panel=o.EXECUTION
        ),
    ] = False,
    trust: o.Trusted = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE.toml|DIR",
            help="The new plan; nothing is overwritten. Beside it FILE.tuning.json keeps the search. Of a map: its "
            "folder. [default: PLAN-tuned.toml, or PLAN-BOARD.toml; GAME-map]",
            rich_help_panel=o.OUTPUT,
        ),
    ] = None,
    json: o.Json = False,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
) -> None:
    """Find better weights for a plan: CMA-ES plays it against others and says what it gains on fresh deals.

    What is found depends on plan, seed, games and generations, never on the number of workers.

    Example: `analyser tune zhanguo/balanced --minutes 5 --out mine.toml`

    Example: `analyser tune zhanguo/balanced --board triangle --out triangle.toml`

    Example: `analyser tune --resume --out triangle.toml`

    Example: `analyser tune zhanguo --map --minutes 10`
    """

    from analyser.cli.tune_map import reject_options, tune_map
    from analyser.experiments.parse import check_limits
    from analyser.tuning import session as tuning_session
    from analyser.tuning.start import begin_tuning, resume_tuning

    check_limits(time_limit, memory_limit)
    options = {
        "plan": plan, "board": board, "against": parse_names(against, "--against"), "goal": goal,
        "emphasis": factors(emphasis),
        "tables": parse_names(tables, "--tables"), "keep": parse_names(keep, "--keep"), "games": games,
        "starts": starts, "players": parse_counts(players), "seed": seed, "option": parse_switches(option),
        "components": None if components is None else str(components),
    }  # fmt: skip
    if as_map:
        reject_options(board=board, starts=starts, emphasis=emphasis)
        tune_map(
            {**options, "axes": parse_names(axes, "--axes")}, out, generations=generations, minutes=minutes,
            workers=workers, time_limit=time_limit, memory_limit=memory_limit, resume=resume, json=json, quiet=quiet,
        )  # fmt: skip
        return
    if axes is not None:
        raise UsageError("--axes: they are those of a map: add --map")
    with tuning_session.open_executor(workers, time_limit, memory_limit) as executor:
        begin = resume_tuning if resume else begin_tuning
        session = begin(options, out, generations=generations, minutes=minutes, executor=executor)
        with tuning_display(session, quiet=quiet) as watch:
            result = tuning_session.tune(session, executor, watch)
    if json:
        print_as_json(session, result)
    else:
        print_result(session, result)


def factors(text: str | None) -> tuple[tuple[str, float], ...] | None:
    """COLUMN=FACTOR texts with commas between them; None stays None."""
    out = []
    for part in parse_names(text, "--emphasis") or ():
        column, equals, factor = part.partition("=")
        try:
            out.append((column.strip(), float_option(factor)))
        except typer.BadParameter:
            equals = ""
        if not (column and equals):
            raise UsageError(f"--emphasis {part}: write it as column=factor, for instance score_walls=0.5")
    return None if text is None else tuple(out)


@contextmanager
def tuning_display(session: TuningSession, *, quiet: bool) -> Iterator[Watch]:
    """What is told on standard error: a bar on a terminal, and a line for each look at deals not searched on."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    from analyser.cli.output import print_status
    from analyser.runs.prints import error_stream
    from analyser.tuning.checkpoint import checkpoint_file_of

    checkpoint, console = session.checkpoint, Console(file=error_stream(), highlight=False, markup=False)
    tuning = checkpoint.tuning
    where = f" on {tuning.board}" if tuning.board else ""
    print_status(
        f"{checkpoint.plan}{where}: {len(session.parameters.keys)} numbers, {tuning.goal_text}, "
        f"against {', '.join(tuning.against)}, seed {tuning.seed}; {checkpoint_file_of(session.out)} keeps the search",
        quiet=quiet,
    )
    columns = (BarColumn(bar_width=30), MofNCompleteColumn(), TimeElapsedColumn())
    is_visible = console.is_terminal and not quiet
    with Progress(*columns, console=console, transient=True, disable=not is_visible) as bar:
        task = bar.add_task("", total=checkpoint.generations, completed=len(checkpoint.fitness_values))

        def watch(look: TuningProgress) -> None:
            bar.update(task, completed=look.generation)
            for notice in () if quiet else look.notices:
                console.print(visible(notice), soft_wrap=True)
            if look.gain is not None and not quiet:
                console.print(
                    f"generation {look.generation}: on {look.gain.deals:,} deals not searched on {look.gain.words}",
                    soft_wrap=True,
                )

        yield watch


def print_result(session: TuningSession, result: TuningResult) -> None:
    """What was found, in a few lines."""
    from analyser.cli.output import print_table, print_words
    from analyser.tuning.checkpoint import checkpoint_file_of
    from cext.spelling import counted

    gain, checkpoint = result.gain, session.checkpoint
    ended = ", ended by the time limit" if result.by_time else ""
    best = f"; start {result.start} of {checkpoint.starts} is the best" if checkpoint.starts > 1 else ""
    print_words(
        f"{counted(result.generations, 'generation')}, {result.games:,} games in {result.seconds:.0f} s{ended}{best}."
    )
    print_words(
        f"On {gain.deals:,} fresh deals {checkpoint.plan} wins {100 * gain.before:.1f} % before and "
        f"{100 * gain.after:.1f} % after: {gain.words}, 95 % intervals."
    )
    if gain.share_low <= 0 <= gain.share_high:
        print_words("Whether it wins more is not known yet: its interval holds 0.")
    elif gain.share_high < 0:
        print_words("It wins less often than before: search with --goal wins and more --games.")
    if not result.written:
        more = f"`analyser tune --resume --out {session.out} --generations {2 * result.generations}` searches on"
        print_words(f"Nothing gained: no file is written. {more}.")
        return
    print_table(
        ["moved most", "before", "after"], [[name, f"{a:g}", f"{b:g}"] for name, a, b in result.moved], right=(1, 2)
    )
    print(f"{session.out} written; {checkpoint_file_of(session.out)} can be removed.")
    others = ",".join(checkpoint.tuning.against[:3])
    print_words(f"Next: `analyser balance {checkpoint.tuning.game} --strategies {session.out},{others}`")


def print_as_json(session: TuningSession, result: TuningResult) -> None:
    """The same as one object."""
    from dataclasses import asdict

    from analyser.cli.output import print_json

    print_json(
        {
            "plan": session.checkpoint.plan,
            "out": str(session.out) if result.written else None,
            "settings": session.checkpoint.settings,
            "generations": result.generations,
            "games": result.games,
            "seconds": result.seconds,
            "start": result.start,
            "ended_by_time": result.by_time,
            "gain": asdict(result.gain),
            "moved": [{"number": name, "before": old, "after": new} for name, old, new in result.moved],
        }
    )
