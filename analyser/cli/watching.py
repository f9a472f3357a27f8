"""Where a run stands while it is played: a bar on a terminal, a line a minute where standard error goes elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from analyser.runs.playing import Progress, Watch
from analyser.runs.prints import error_stream
from analyser.runs.store import RunDirectory
from cext.limits import visible

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["clock", "lines", "watching"]

EVERY = 60.0  # seconds between two lines


@contextmanager
def watching(run: RunDirectory, *, quiet: bool) -> Iterator[Watch | None]:
    """What is told of every step of the run: to standard error; nothing where quiet."""
    from rich.console import Console

    console = Console(file=error_stream())  # strategies in this process print elsewhere
    if quiet:
        yield None
    elif console.is_terminal:
        with _bar(run, console) as watch:
            yield watch
    else:
        yield lines(console.file, before=run.manifest.games_done)


def lines(out: IO[str], *, before: int, now: Callable[[], float] = time.monotonic) -> Watch:
    """A line a minute. before: games played when it began; now: the time in seconds."""
    begin = said = now()

    def watch(at: Progress) -> None:
        nonlocal said
        for notice in at.notices:
            print(visible(notice), file=out, flush=True)
        if (moment := now()) - said >= EVERY:
            said = moment
            parts = (f"{at.done:,} of {at.games:,} games", *_rate(at, before, moment - begin), *_estimate(at))
            print(" · ".join(parts), file=out, flush=True)

    return watch


@contextmanager
def _bar(run: RunDirectory, console: Console) -> Iterator[Watch]:
    """A bar, gone when the run has been played."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(bar_width=30), MofNCompleteColumn(), TextColumn("{task.fields[told]}"))
    before, begin = run.manifest.games_done, time.monotonic()
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=run.manifest.games, completed=before, told="")

        def watch(at: Progress) -> None:
            for notice in at.notices:
                bar.console.print(visible(notice), markup=False, highlight=False, soft_wrap=True)
            told = " · ".join((*_rate(at, before, time.monotonic() - begin), *_estimate(at)))
            bar.update(task, completed=at.done, total=at.games, told=told)

        yield watch


def _rate(at: Progress, before: int, seconds: float) -> Iterator[str]:
    """Games a second, and the time left."""
    if at.done > before and seconds:
        rate = (at.done - before) / seconds
        yield f"{rate:,.0f} games/s" if rate >= 10 else f"{rate:.1f} games/s"
        yield f"{clock((at.games - at.done) / rate)} left"


def _estimate(at: Progress) -> Iterator[str]:
    """The main contrast as far as it is known, with an interval one may look at all the time; batches given up."""
    if at.estimate is not None and at.half_width is not None:
        value, width = at.estimate * 100, at.half_width * 100
        shown = f"{value:+.2f} ± {width:.2f} pp" if at.difference else f"{value:.2f} ± {width:.2f} %"
        yield f"{at.measures}{f' ({at.scenario})' if at.scenario else ''} {shown} so far"
    if at.failed:
        yield f"{at.failed} batches failed"


def clock(seconds: float) -> str:
    """Seconds as h:mm:ss or m:ss."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
