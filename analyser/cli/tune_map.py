"""`analyser tune --map`: what can be played in a game and how well, searched for, told and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import UsageError
from cext.safe_files import escape_controls

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyser.tuning.plan_map import MapProgress, MapSession, PlanMap

__all__ = ["reject_options", "tune_map"]


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
    options: Mapping[str, Any],
    out: Path | None,
    resume: Path | None,
    *,
    generations: int | None,
    minutes: float | None,
    workers: int | None,
    time_limit: float | None,
    memory_limit: str | None,
    json: bool,
    quiet: bool,
) -> None:
    """Begin a map or go on with one, write its folder, and tell it. Errors as of analyser.tuning.plan_map."""
    from analyser.tuning.map_files import write_map
    from analyser.tuning.plan_map import begin_map, play_map, resume_map
    from analyser.tuning.session import open_executor

    with open_executor(workers, time_limit, memory_limit) as executor:
        last: dict[str, Any] = {"generations": generations, "minutes": minutes, "executor": executor}
        session = begin_map(options, out, **last) if resume is None else resume_map(options, resume, **last)
        with map_display(session, quiet=quiet) as watch:
            plan_map = play_map(session, executor, watch)
    files = write_map(session, plan_map)
    if json:
        print_as_json(session, plan_map, files)
    else:
        print_map(session, plan_map)


@contextmanager
def map_display(session: MapSession, *, quiet: bool) -> Iterator[Callable[[MapProgress], None]]:
    """What is told on standard error: what is searched for, and a bar on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from analyser.cli.output import print_status
    from analyser.runs.prints import error_stream

    checkpoint, console = session.checkpoint, Console(file=error_stream(), highlight=False, markup=False)
    tuning = checkpoint.tuning
    print_status(
        f"{checkpoint.plan}: {len(session.parameters.keys)} numbers over "
        f"{' and '.join(axis.name for axis in session.axes)}, {tuning.goal_text}, "
        f"against {', '.join(tuning.against)}, seed {tuning.seed}; "
        f"{session.checkpoint_file} keeps the search",
        quiet=quiet,
    )
    is_visible = console.is_terminal and not quiet
    columns = (BarColumn(bar_width=30), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not is_visible) as bar:
        task = bar.add_task("", total=checkpoint.generations, completed=len(checkpoint.fitness_values))

        def watch(look: MapProgress) -> None:
            bar.update(task, completed=look.generation, description=f"{look.n_cells} cells")
            for notice in () if quiet else look.notices:
                console.print(escape_controls(notice), soft_wrap=True)

        yield watch


def print_map(session: MapSession, plan_map: PlanMap) -> None:
    """How much of the map can be played, and how well, in a few lines and a table for each axis."""
    from analyser.cli.output import print_table, print_words
    from analyser.tuning.map_files import map_frame
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
    print_words(f"Next: `analyser tune --map --resume {out} --generations {2 * plan_map.generations}` searches on.")


def print_as_json(session: MapSession, plan_map: PlanMap, files: list[Path]) -> None:
    """The same as one object."""
    from analyser.cli.output import print_json
    from analyser.tuning.map_files import map_frame

    print_json(
        {
            "plan": session.checkpoint.plan,
            "out": str(session.out),
            "settings": session.checkpoint.settings,
            "generations": plan_map.generations,
            "games": plan_map.games,
            "seconds": plan_map.seconds,
            "ended_by_time": plan_map.by_time,
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
