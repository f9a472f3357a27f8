"""Replay pages of the games that a report's page leads to, written beside it where a core is left for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Self

from analyser.errors import AnalyserError
from analyser.experiments.merging import load_file, merge
from analyser.records.reading import parse_record
from analyser.records.source import records_of_run
from analyser.records.writing import record_text
from analyser.replay.page import write_page
from analyser.replay.story import story_of
from analyser.runs.digests import engine_digest
from analyser.runs.starting import changed_strategies
from analyser.runs.store import Run
from analyser.runs.workers import PipeExecutor, cores
from cext.games import GAMES
from reports import examples
from reports.several import Told

__all__ = ["Linked", "Writing", "linked", "why_not", "write_replay"]

OWN = ("python", "package")  # kinds of strategies that are programs of somebody's


@dataclass(frozen=True)
class Linked:
    """A game that a page is to link to: the path of its replay seen from there, and the file."""

    scenario: str
    game: int
    path: str
    file: Path


def why_not(run: Run, *, trust: bool) -> str:
    """Why games of the run cannot be played again for their replays, in a few words; "" where they can be.

    trust: also play the strategies that are programs of somebody's, not shipped with this one.
    """
    from strategies.catalogue import find

    manifest = run.manifest
    try:
        config = merge("run", {}, load_file(run.path))
        kinds = {name: find(name, config.game).kind for name in manifest.strategies}
        own = [name for name, kind in kinds.items() if kind in OWN]
        if own and not trust:
            return f"{', '.join(own)} would be run again, which --trust allows"
        import_module(GAMES[config.game])
        if engine_digest(config) != manifest.versions["engine"]:
            return "engine or component data have changed since the run was played"
        changed = changed_strategies(manifest, config)
    except (AnalyserError, ValueError) as error:
        return str(error)
    return f"changed since the run was played: {', '.join(changed)}" if changed else ""


def linked(told: Sequence[Told], folder: Path) -> list[Linked]:
    """The games that the page of these answers, in `folder`, is to link to."""
    return [
        Linked(scenario or one.scenario, game, path, folder / path)
        for one in told
        if examples.EXAMPLES in one.answer.tables
        for path, scenario, game in examples.linked(one.answer.tables[examples.EXAMPLES])
    ]


class Writing:
    """Replay pages beside a report: begun when its games are known, in another process where a core is left for it."""

    def __init__(self, run: Run) -> None:
        """A run that was played without workers gets no process for its replays either."""
        self.games: list[Linked] = []
        self._run = run.path
        self._beside = cores() > 1 and run.manifest.config["workers"] != 0
        self._pool: PipeExecutor | None = None
        self._pages: list[Future[None]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=kind is not None)

    def begin(self, told: Sequence[Told], folder: Path) -> None:
        """Write the pages that these answers link to, from now on or when they are waited for; what an earlier answer
        left beside them goes."""
        self.games = linked(told, folder)
        for where in {game.file.parent for game in self.games}:
            where.mkdir(parents=True, exist_ok=True)
            for old in where.glob("game-*.html"):
                old.unlink()
        if self._beside and self.games:
            self._pool = PipeExecutor(1)
            self._pages = [self._pool.submit(write_replay, self._run, game) for game in self.games]

    def finish(self, *, note: Callable[[Linked], None]) -> None:
        """Wait for the pages; `note` is told of each that is there. Raises AnalyserError as write_replay() does."""
        for i, game in enumerate(self.games):
            if self._pages:
                self._pages[i].result()
            else:
                write_replay(self._run, game)
            note(game)


def write_replay(run: Path, game: Linked) -> None:
    """Play the game once more and write its page. Raises AnalyserError where it cannot be played, or not be written."""
    (lines,) = records_of_run(run, [(game.scenario, game.game)])
    write_page(story_of(parse_record(record_text(lines), f"game {game.game}")), game.file)
