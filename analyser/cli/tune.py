"""`analyser tune`: better weights for a plan, found by CMA-ES on thousands of games, into a new file; with --map the
best plan of every cell of two axes, searched for, told and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from analyser.cli.option_parsers import check_resume, config_values, float_option, parse_counts, parse_names
from analyser.cli.options import declared
from analyser.errors import UsageError
from cext.commands import command
from cext.safe_files import escape_controls

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from analyser.experiments.parse import TuningBudget
    from analyser.tuning.map_start import MapSession
    from analyser.tuning.plan_map import PlanMap
    from analyser.tuning.session import TuningResult, Watch
    from analyser.tuning.start import SearchProgress, TuningSession

__all__ = ["tune"]


@declared(
    players=("N,…", "Players at the table; 2,3,4 tunes for all of them. [default: 4, or what the game has]"),
    opponents=("A,B,…", "Strategies of the other seats, drawn at random. [default: the game's other plans]"),
    games=("N", "Games of each plan in a generation, at a table of each size. [default: 400; of a map 200]"),
    out=("FILE|DIR", "The new plan, or the folder of the map. [default: PLAN-tuned.toml, PLAN-BOARD.toml, GAME-map]"),
    time_limit=("TIME", "Time limit for the games of a plan in a generation: seconds, 5m or 1h."),
    resume=("FILE|DIR", "Go on with the tuning, or the map, that is written there."),
)
def tune(
    plan: str | None, players: str | None, opponents: str | None, board: str | None, goal: str | None,
    bonus: str | None, weights: str | None, freeze: str | None, option: list[str] | None, components: Path | None,
    as_map: bool, axes: str | None, games: int | None, generations: int | None, minutes: float | None,
    starts: int | None, out: Path | None, json: bool, quiet: bool, seed: int | None, workers: int | None,
    time_limit: float | None, memory_limit: str | None, resume: Path | None, trust: bool,
) -> None:  # fmt: skip
    """Find better weights for a plan: CMA-ES plays it against others and says what it gains on fresh deals.

    What is found depends on plan, seed, games and generations, never on the number of workers.

    Example: `analyser tune zhanguo/balanced --minutes 5 --out mine.toml`

    Example: `analyser tune zhanguo/balanced --board triangle --out triangle.toml`

    Example: `analyser tune --resume triangle.toml`

    Example: `analyser tune zhanguo --map --minutes 10`
    """
    from analyser.experiments.parse import TuningBudget, check_limits
    from analyser.tuning import session as tuning_session

    check_limits(time_limit, memory_limit)
    check_resume(resume, out)
    options: dict[str, Any] = {
        "plan": plan, "board": board, "against": parse_names(opponents, "--opponents"), "goal": goal,
        "emphasis": factors(bonus), "tables": parse_names(weights, "--weights"),
        "keep": parse_names(freeze, "--freeze"), "games": games, "starts": starts, "players": parse_counts(players),
        **config_values(seed=seed, option=option, components=components),
    }  # fmt: skip
    if as_map:
        reject_options(board=board, starts=starts, bonus=bonus)
        options["axes"] = parse_names(axes, "--axes")
    elif axes is not None:
        raise UsageError("--axes needs --map")
    with tuning_session.open_executor(workers, time_limit, memory_limit) as executor:
        budget = TuningBudget(generations, minutes)
        if as_map:
            tune_map(options, out, resume, budget, executor, json=json, quiet=quiet)
            return
        from analyser.tuning.start import begin_tuning, resume_tuning

        if resume is None:
            session = begin_tuning(options, out, budget, executor)
        else:
            session = resume_tuning(options, resume, budget, executor)
        where = f" on {board}" if (board := session.checkpoint.tuning.board) else ""
        with search_display(session, where, quiet=quiet) as watch:
            result = tuning_session.tune(session, executor, watch)
    if json:
        print_as_json(session, result)
    else:
        print_result(session, result)


def factors(text: str | None) -> tuple[tuple[str, float], ...] | None:
    """COLUMN=FACTOR texts with commas between them; None stays None."""
    out = []
    for part in parse_names(text, "--bonus") or ():
        column, equals, factor = part.partition("=")
        try:
            out.append((column.strip(), float_option(factor)))
        except typer.BadParameter:
            equals = ""
        if not (column and equals):
            raise UsageError(f"--bonus {part}: write it as column=factor, for instance score_walls=0.5")
    return None if text is None else tuple(out)


@contextmanager
def search_display(session: TuningSession, extent: str, *, quiet: bool) -> Iterator[Watch]:
    """What is told on standard error: what is searched for, a bar on a terminal, and a line for each look at deals not
    searched on. extent: of the plan, on which board, or of the map."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from analyser.cli.output import print_status
    from analyser.runs.prints import error_stream

    checkpoint, console = session.checkpoint, Console(file=error_stream(), highlight=False, markup=False)
    tuning = checkpoint.tuning
    print_status(
        f"{checkpoint.plan}{extent}: {len(session.parameters.keys)} numbers, {tuning.goal_text}, "
        f"against {', '.join(tuning.against)}, seed {tuning.seed}; {session.checkpoint_file} keeps the search",
        quiet=quiet,
    )
    columns = (BarColumn(bar_width=30), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    is_visible = console.is_terminal and not quiet
    with Progress(*columns, console=console, transient=True, disable=not is_visible) as bar:
        task = bar.add_task("", total=checkpoint.generations, completed=len(checkpoint.fitness_values))

        def watch(look: SearchProgress) -> None:
            cells = "" if look.n_cells is None else f"{look.n_cells} cells"
            bar.update(task, completed=look.generation, description=cells)
            for notice in () if quiet else look.notices:
                console.print(escape_controls(notice), soft_wrap=True)
            if look.gain is not None and not quiet:
                console.print(
                    f"generation {look.generation}: on {look.gain.deals:,} deals not searched on {look.gain.words}",
                    soft_wrap=True,
                )

        yield watch


def print_result(session: TuningSession, result: TuningResult) -> None:
    """What was found, in a few lines."""
    from analyser.cli.output import print_table, print_words
    from cext.messages import count_noun

    gain, checkpoint = result.gain, session.checkpoint
    ended = ", ended by the time limit" if result.by_time else ""
    best = f"; start {result.start} of {checkpoint.starts} is the best" if checkpoint.starts > 1 else ""
    print_words(
        f"{count_noun(result.generations, 'generation')}, "
        f"{result.games:,} games in {result.seconds:.0f} s{ended}{best}."
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
        more = f"`{session.resume_command} --generations {2 * result.generations}` searches on"
        print_words(f"No improvement found, nothing saved. {more}.")
        return
    print_table(
        ["moved most", "before", "after"], [[name, f"{a:g}", f"{b:g}"] for name, a, b in result.moved], right=(1, 2)
    )
    print(f"{session.out} written; {session.checkpoint_file} can be removed.")
    others = ",".join(checkpoint.tuning.against[:3])
    print_words(f"Next: {command('balance', checkpoint.tuning.game, '--strategies', f'{session.out},{others}')}")


def print_as_json(session: TuningSession, result: TuningResult) -> None:
    """The same as one object."""
    from dataclasses import asdict

    from analyser.cli.output import print_json

    moved = [{"number": name, "before": old, "after": new} for name, old, new in result.moved]
    content = {**search_content(session, result), "start": result.start, "gain": asdict(result.gain), "moved": moved}
    print_json({**content, "out": str(session.out) if result.written else None})


def search_content(session: TuningSession, result: TuningResult | PlanMap) -> dict[str, Any]:
    """What any search is told by."""
    return {
        "plan": session.checkpoint.plan,
        "out": str(session.out),
        "settings": session.checkpoint.settings,
        "generations": result.generations,
        "games": result.games,
        "seconds": result.seconds,
        "ended_by_time": result.by_time,
    }


# -- maps -------------------------------------------------------------------------------------------------------------


def reject_options(*, board: str | None, starts: int | None, bonus: str | None) -> None:
    """UsageError for options of a tuning that a map has no use for."""
    why = {
        "--board": (board, "a map is of a plan on all boards"),
        "--starts": (starts, "a map begins with all plans of the game"),
        "--bonus": (bonus, "a map holds the best of every way to play, --axes says of which"),
    }
    for option, (value, reason) in why.items():
        if value is not None:
            raise UsageError(f"{option} with --map: {reason}: leave it out")


def tune_map(
    options: Mapping[str, Any], out: Path | None, resume: Path | None, budget: TuningBudget, executor: Executor, *,
    json: bool, quiet: bool,
) -> None:  # fmt: skip
    """Begin a map or go on with one, write its folder, and tell it. Errors as of analyser.tuning.plan_map."""
    from analyser.tuning.map_start import begin_map, resume_map
    from analyser.tuning.plan_map import play_map, write_map

    if resume is None:
        session = begin_map(options, out, budget, executor)
    else:
        session = resume_map(options, resume, budget, executor)
    over = f" over {' and '.join(axis.name for axis in session.axes)}"
    with search_display(session, over, quiet=quiet) as watch:
        plan_map = play_map(session, executor, watch)
    files = write_map(session, plan_map)
    if json:
        print_map_as_json(session, plan_map, files)
    else:
        print_map(session, plan_map)


def print_map(session: MapSession, plan_map: PlanMap) -> None:
    """How much of the map can be played, and how well, in a few lines and a table for each axis."""
    from analyser.cli.output import print_table, print_words
    from analyser.tuning.plan_map import map_frame
    from cext.messages import count_noun
    from reports.map import bests

    first, second = session.axes
    par, deals = session.facts.par or 0.0, plan_map.elites[0].deals
    ended = ", ended by the time limit" if plan_map.by_time else ""
    print_words(
        f"{count_noun(plan_map.generations, 'generation')}, "
        f"{plan_map.games:,} games in {plan_map.seconds:.0f} s{ended}."
    )
    n_lost = plan_map.n_cells - len(plan_map.elites)
    lost = f" ({n_lost} more of the search fell into cells of others on fresh deals)" if n_lost else ""
    at_par = sum(elite.high >= par for elite in plan_map.elites)
    print_words(
        f"{session.facts.title}: {len(plan_map.elites)} of {len(first.keys) * len(second.keys)} cells can be "
        f"played{lost}, {at_par} of them win at least their fair share, {100 * par:.0f} %."
    )
    frame = map_frame(session, plan_map)
    for axis, other in ((first, second), (second, first)):
        rows = []
        for label, best in zip(axis.labels, bests(frame, axis, other), strict=True):
            if best is None:
                rows.append([label, "–", "", "0", ""])
                continue
            share = f"{100 * best.share:.1f} [{100 * best.low:.1f}, {100 * best.high:.1f}]"
            rows.append([label, share, best.other, str(best.cells), best.plan])
        print_table([axis.name, "best, % won", other.name, "cells", "plan"], rows, right=(3,))
    print_words(
        f"Win shares are of {deals:,} deals on which nothing was chosen, with 95 % intervals of each; "
        f"{100 * par:.0f} % is fair. A cell without a plan is one that this search did not reach."
    )
    out = session.out
    print(f"{out}/map.svg draws it, {out}/archive.csv lists it; {out}/plans holds its plans.")
    print_words(f"Next: `{session.resume_command} --generations {2 * plan_map.generations}` searches on.")


def print_map_as_json(session: MapSession, plan_map: PlanMap, files: list[Path]) -> None:
    """The same as one object."""
    from analyser.cli.output import print_json
    from analyser.tuning.plan_map import map_frame

    print_json(
        {
            **search_content(session, plan_map),
            "par": session.facts.par,
            "cells": len(session.axes[0].keys) * len(session.axes[1].keys),
            "reached": plan_map.n_cells,
            "axes": [
                {"name": axis.name, "title": axis.title, "cells": dict(zip(axis.keys, axis.labels, strict=True))}
                for axis in session.axes
            ],
            "elites": map_frame(session, plan_map).to_dicts(),
            "files": [str(path) for path in files],
        }
    )
