"""What a command is doing: on a terminal a line that says so and, while games are played, their provisional answer; a
line a minute where standard error goes elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from threading import Thread
from typing import IO, TYPE_CHECKING

from analyser.experiments.config import LOCAL
from analyser.runs.executors import worker_count
from analyser.runs.play import Progress, ProgressCallback
from analyser.runs.prints import error_stream
from analyser.runs.store import RunDirectory
from cext.safe_files import escape_controls

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.progress import Progress as RichProgress
    from rich.text import Text

    from reports.answer import FirstScreen

    Screens = list[tuple[str, str, FirstScreen]]

__all__ = [
    "Counter", "ProvisionalAnswers", "counter_display", "format_clock", "hidden_display", "load_answers",
    "progress_display", "progress_lines", "spaced_lines", "stage_display", "stage_lines",
]  # fmt: skip

LINE_SECONDS = 60.0  # between two lines
LOOK_SECONDS = 1.0  # between two provisional answers, at least
# Of the time of one core for provisional answers: where two workers have two cores, an answer takes it from them.
LOOK_SHARE = 0.2
FRAMES_A_SECOND = 2

_displays: list[Live] = []  # on the terminal now, the innermost last


@contextmanager
def stage_display(words: str, *, quiet: bool, seconds: float = LINE_SECONDS) -> Iterator[Callable[[str], None]]:
    """Say on a terminal what is being done, and for how long already, until the block ends; yields a function that
    changes the words. Without a terminal each change is a line on standard error, at most one every `seconds` seconds.
    Prints nothing when quiet."""
    stage = _Stage(words)
    with _console() as console:
        if quiet:
            yield lambda words: None
        elif not console.is_terminal:
            yield spaced_lines(console.file, seconds)
        else:
            with _drawing(console, stage.text) as display:

                def change(words: str) -> None:
                    stage.change(words)
                    display.refresh()  # it may not last until the next frame

                yield change


@contextmanager
def stage_lines(words: str, *, quiet: bool) -> Iterator[Callable[[str], None]]:
    """As `stage_display`, but where standard error is no terminal each stage is a line of it."""
    with stage_display(words, quiet=quiet, seconds=0) as announce:
        yield announce


def spaced_lines(out: IO[str], seconds: float, *, now: Callable[[], float] = time.monotonic) -> Callable[[str], None]:
    """A function that prints a line, unless fewer seconds have passed since the last one. now: the time in seconds."""
    last = now()

    def announce(words: str) -> None:
        nonlocal last
        if (moment := now()) - last >= seconds:
            last = moment
            print(escape_controls(words), file=out, flush=True)

    return announce


class Counter:
    """A bar on a terminal, and lines that stay."""

    def __init__(self, bar: RichProgress, total: int | None, done: int, *, quiet: bool) -> None:
        self._bar, self._quiet = bar, quiet
        self._task = bar.add_task("", total=total, completed=done)

    def change(self, done: int, words: str = "") -> None:
        """Show how much is done, and what is being done."""
        self._bar.update(self._task, completed=done, description=escape_controls(words))

    def say(self, *lines: str) -> None:
        """Print lines on standard error, unless quiet."""
        for line in () if self._quiet else lines:
            self._bar.console.print(escape_controls(line), soft_wrap=True)


@contextmanager
def counter_display(total: int | None, done: int, *, quiet: bool) -> Iterator[Counter]:
    """A bar that counts to `total`, while standard error is a terminal, and lines for good."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress

    console = Console(file=error_stream(), highlight=False, markup=False)
    columns = (BarColumn(bar_width=20), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    is_visible = console.is_terminal and not quiet
    with RichProgress(*columns, console=console, transient=True, disable=not is_visible) as bar:
        yield Counter(bar, total, done, quiet=quiet)


@contextmanager
def progress_display(*runs: RunDirectory, quiet: bool) -> Iterator[ProgressCallback | None]:
    """The callback for every step of runs that are played one after the other; None where quiet. One run has a
    provisional answer."""
    with _console() as console:
        if quiet:
            yield None
        elif console.is_terminal:
            screen = _Screen(runs, console)
            try:
                with _drawing(console, screen.text):
                    yield screen.watch
            finally:
                screen.close()
        else:
            yield progress_lines(*runs, out=console.file)


def load_answers() -> None:
    """Load what provisional answers are worked out and drawn with, which takes half a second."""
    for name in ("scipy.special", "analyser.runs.answer", "reports.first_screen", "reports.page.terminal"):
        import_module(name)


@contextmanager
def hidden_display() -> Iterator[None]:
    """Hide all displays while the user is asked a question."""
    for display in _displays:
        display.stop()
    try:
        yield
    finally:
        for display in _displays:
            display.start()


@contextmanager
def _console() -> Iterator[Console]:
    """Standard error; strategies in this process print elsewhere."""
    from rich.console import Console

    stream = error_stream()
    try:
        yield Console(file=stream, highlight=False)
    finally:
        if stream is not sys.stderr:
            with suppress(OSError):
                stream.close()


@contextmanager
def _drawing(console: Console, text: Callable[[], Text]) -> Iterator[Live]:
    """The text at the end of the terminal, redrawn until the block ends, then removed."""
    from rich.live import Live

    display = Live(
        get_renderable=text, console=console, transient=True, refresh_per_second=FRAMES_A_SECOND,
        redirect_stdout=False, redirect_stderr=False, vertical_overflow="crop",
    )  # fmt: skip
    with ExitStack() as ending:
        ending.callback(_displays.remove, display)
        _displays.append(display)
        yield ending.enter_context(display)


@dataclass
class _Stage:
    """A line that says what is being done."""

    words: str
    begin: float = field(default_factory=time.monotonic)

    def change(self, words: str) -> None:
        """Something else is being done from now on."""
        self.words, self.begin = words, time.monotonic()

    def text(self) -> Text:
        """The line, with the time where that is long."""
        seconds = time.monotonic() - self.begin
        return _text([f"{self.words}{f' ({format_clock(seconds)})' if seconds >= 1 else ''}"])


class ProvisionalAnswers:
    """Provisional answers of a run, as often as they may be worked out. now: the time in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.screens: Screens = []
        self.games = 0  # that they rest on
        self.next = 0.0

    def is_due(self, progress: Progress) -> bool:
        """Whether there are more games, and it is time for another answer."""
        return progress.done != self.games and self.now() >= self.next

    def update(self, run: RunDirectory, progress: Progress, seconds: float) -> bool:
        """Work out another answer where it is due; whether there is one. seconds: between two of them, at least."""
        if not self.is_due(progress):
            return False
        from analyser.runs.answer import provisional_screens

        begin = time.process_time()
        screens: Screens = []
        with suppress(Exception):  # too few games for it, or a damaged file: the answer at the end says what is wrong
            screens = provisional_screens(run)
        spent = time.process_time() - begin
        is_first = not self.screens  # it loads what the answer at the end needs as well
        self.next = self.now() + max(seconds, 0.0 if is_first else spent / LOOK_SHARE)
        if screens:
            self.screens, self.games = screens, progress.done
        return bool(screens)


class _Screen:
    """Runs on a terminal: how far they are, and the provisional answer of the first."""

    def __init__(self, runs: Sequence[RunDirectory], console: Console) -> None:
        self.console, self.run = console, runs[0]
        self.looks = ProvisionalAnswers()
        self.look = Thread()  # works out the provisional answer, so that games are handed out meanwhile
        self.progress = Progress.of(*runs)
        self.lines: list[str] = []  # of the answer
        self.state = partial(_state, runs=runs, n_before=self.progress.done, begin=time.monotonic())

    def watch(self, progress: Progress) -> None:
        """A step of a run."""
        for notice in progress.notices:
            self.console.print(escape_controls(notice), markup=False, soft_wrap=True)
        self.progress = progress
        if progress.done < progress.games and self.looks.is_due(progress) and not self.look.is_alive():
            self.look = Thread(target=self._update, args=(self.run.snapshot(), progress), daemon=True)
            self.look.start()

    def close(self) -> None:
        """Wait for the provisional answer that is being worked out: the answer needs the processor."""
        if self.look.is_alive():
            self.look.join()

    def _update(self, run: RunDirectory, progress: Progress) -> None:
        if self.looks.update(run, progress, LOOK_SECONDS):
            self.lines = self._answer()

    def _answer(self) -> list[str]:
        """The provisional answer, in no more lines than the terminal has."""
        from reports.page.terminal import MAX_LINES, WIDTH, screen_lines
        from reports.several import finding_of_all

        (_, question, screen), *_ = self.looks.screens
        findings = [(label, screen.finding) for label, _, screen in self.looks.screens if label]
        if findings:
            title = finding_of_all([(label, screen) for label, _, screen in self.looks.screens])
            screen = replace(screen, finding=title, lead=f"{findings[0][0]}: {screen.lead}" if screen.lead else "")
        size = self.console.size
        room = max(1, min(MAX_LINES, size.height) - 3)
        lines = screen_lines(question, screen, width=min(WIDTH, size.width), max_lines=room, findings=findings)
        return [f"Provisional, from {self.looks.games:,} games:", "", *lines]

    def text(self) -> Text:
        """All that is drawn."""
        return _text([" · ".join(self.state(self.progress)), *self.lines])


def progress_lines(*runs: RunDirectory, out: IO[str], now: Callable[[], float] = time.monotonic) -> ProgressCallback:
    """The callback that prints a line a minute. now: the time in seconds."""
    begin = last = now()
    looks = ProvisionalAnswers()
    state = partial(_state, runs=runs, n_before=Progress.of(*runs).done, begin=begin, now=now)

    def watch(progress: Progress) -> None:
        nonlocal last
        for notice in progress.notices:
            print(escape_controls(notice), file=out, flush=True)
        if (moment := now()) - last >= LINE_SECONDS:
            last = moment
            looks.update(runs[0], progress, LINE_SECONDS / 2)
            several = f"{looks.screens[0][0]}: " if looks.screens and looks.screens[0][0] else ""
            findings = [f"so far: {several}{looks.screens[0][2].finding}"] if looks.screens else []
            print(escape_controls(" · ".join([*state(progress), *findings])), file=out, flush=True)

    return watch


def _state(
    progress: Progress, *, runs: Sequence[RunDirectory], n_before: int, begin: float,
    now: Callable[[], float] = time.monotonic,
) -> list[str]:  # fmt: skip
    """How many games are played, how fast, how much time is left; before any is, what the run waits for; and the games
    of strong players, which take their time and come last. n_before: games played when it began."""
    n_played, seconds = progress.done - n_before, now() - begin
    failed = [f"{progress.failed} batches failed"] if progress.failed else []
    games = f"{progress.done:,} of {progress.games:,} games"
    strong = [(run, entry) for run in runs for entry in run.manifest.scenarios if entry.player is not None]
    n_strong = sum(entry.games for _, entry in strong)
    strong_done = sum(run.manifest.games_done_in(entry.name) for run, entry in strong)
    if strong_done:
        return [games, f"strong players {strong_done:,} of {n_strong:,}", *failed]
    if not n_played or not seconds:
        game_seconds = runs[0].game_seconds
        pace = f": about {game_seconds:.0f} s a game" if game_seconds and game_seconds >= 1 else ""
        waiting = f"waiting for the first games{pace} ({format_clock(seconds)})"
        return [games, waiting, *failed]
    rate = n_played / seconds
    speed = f"{rate:,.0f} games/s" if rate >= 10 else f"{rate:.1f} games/s" if rate >= 1 else f"{1 / rate:.0f} s a game"
    seconds_left = _seconds_left(runs)
    if seconds_left is None:
        seconds_left = max(0, progress.games - n_strong - progress.done) / rate
    left = f"{format_clock(seconds_left)} left"
    coming = [f"then {n_strong:,} games of strong players"] if n_strong else []
    return [games, speed, left, *coming, *failed]


def _seconds_left(runs: Sequence[RunDirectory]) -> float | None:
    """Seconds until all games but those of strong players are played, by the time that finished games of each scenario
    took: players who look ahead are slow. None before games are finished, and on a cluster."""
    config = runs[0].manifest.config
    names = dict.fromkeys(entry.name for run in runs for entry in run.manifest.scenarios if entry.player is None)
    sums = []  # of each scenario: seconds and games that are done, games that are left
    for name in names:
        batches = [batch for run in runs for batch in run.manifest.batches if batch.scenario == name]
        done = [batch for batch in batches if batch.parts]
        n_done = sum(batch.games for batch in done)
        sums.append((sum(batch.seconds for batch in done), n_done, sum(batch.games for batch in batches) - n_done))
    seconds, games, _ = map(sum, zip(*sums, strict=True))
    if not seconds or config.get("engine", LOCAL) != LOCAL:
        return None
    work = sum(left * (spent / done if done else seconds / games) for spent, done, left in sums)
    return float(work) / max(1, worker_count(config["workers"], config["memory_limit"]))


def _text(lines: list[str]) -> Text:
    """Lines as they are, cut where the terminal ends."""
    from rich.text import Text

    return Text(escape_controls("\n".join(lines)), no_wrap=True, overflow="ellipsis")


def format_clock(seconds: float) -> str:
    """Seconds as h:mm:ss or m:ss."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
