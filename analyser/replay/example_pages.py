"""Replay pages of the games that a report's page leads to, written beside it where a core is left for them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from analyser.errors import AnalyserError
from analyser.experiments.config_loader import run_config
from analyser.experiments.loading import OWN_KINDS
from analyser.experiments.scenario import is_start_points
from analyser.records.file import parse_record, record_text
from analyser.records.recording import records_of_run
from analyser.replay.mistakes import analyse_game
from analyser.replay.page import write_page
from analyser.replay.timeline import build_timeline
from analyser.runs.lifecycle import changed_since_start
from analyser.runs.limits import enforce_limits, limits_of
from analyser.runs.store import RunDirectory
from cext.games import game_module
from reports.estimators.example_games import linked_games

__all__ = ["ReplayLink", "ReplayPages", "gc_paused", "replay_links", "replay_obstacle", "write_replay"]


@dataclass(frozen=True)
class ReplayLink:
    """A game that a page is to link to: the path of its replay seen from there, and the file."""

    scenario: str
    game: int
    path: str
    file: Path


def replay_obstacle(run: RunDirectory, *, trust: bool) -> str:
    """Why games of the run cannot be played again for their replays, in a few words; "" where they can be.

    trust: also play the strategies that are programs of somebody's, not shipped with this one.
    """
    from strategies.catalogue import find

    manifest = run.manifest
    if any(is_start_points(datum) for entry in manifest.scenarios for datum in entry.data):
        return "seats begin with points beyond the rules, which records do not tell"
    try:
        config = run_config(run.path)
        kinds = {name: find(name, config.game).kind for name in manifest.strategies}
        programs = [name for name, kind in kinds.items() if kind in OWN_KINDS]
        if programs and not trust:
            return f"{', '.join(programs)} would be run again, which --trust allows"
        game_module(config.game, "engine")
        change = changed_since_start(manifest, config)
    except (AnalyserError, ValueError) as error:
        return str(error)
    return f"{change} since the run was played" if change else ""


def replay_links(folder: Path, scenario: str, examples: pl.DataFrame) -> list[ReplayLink]:
    """The games to look at that a page in `folder` is to link to; scenario: whose games they are, where no other is
    named."""
    return [ReplayLink(other or scenario, game, path, folder / path) for path, other, game in linked_games(examples)]


class ReplayPages:
    """Replay pages beside a report: begun when its games are known, by the pool's processes where there is one."""

    def __init__(self, run: RunDirectory, pool: Executor | None = None) -> None:
        self.games: list[ReplayLink] = []
        self._run = run.path
        self._pool = pool
        self._pages: list[Future[None] | None] = []

    def begin(self, folder: Path, scenario: str, examples: pl.DataFrame) -> None:
        """Write the pages of a scenario's games to look at, from now on or when they are waited for; what an earlier
        answer left beside them goes."""
        from reports.page.write import claim_folder

        games = replay_links(folder, scenario, examples)
        try:
            claim_folder(folder)
            for where in {game.file.parent for game in games}:
                where.mkdir(parents=True, exist_ok=True)
                for old in where.glob("game-*.html"):
                    old.unlink()
        except OSError:  # whoever writes the report says so, once the answer is out
            return
        self.games += games
        self._pages += [self._pool.submit(write_replay, self._run, game) if self._pool else None for game in games]

    def written_paths(self) -> list[str]:
        """Paths of the pages that are written by now."""
        pages = zip(self.games, self._pages, strict=True)
        return [game.path for game, page in pages if page and page.done() and not page.exception()]

    def finish(self, *, note: Callable[[ReplayLink], None]) -> None:
        """Wait for the pages, and write those that nobody has begun; `note` is told of each that is there. Raises
        AnalyserError as write_replay() does."""
        for game, page in zip(self.games, self._pages, strict=True):
            if page is None or page.cancel():
                write_replay(self._run, game)
            else:
                page.result()
            note(game)


@contextmanager
def gc_paused() -> Iterator[None]:
    """The collector of cycles rests in the block or function, in which hundreds of thousands of small objects are
    made that live until its end: it would go through all of them again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@gc_paused()  # and what was made is gone when the collector is back
def write_replay(run: Path, game: ReplayLink) -> None:
    """Play the game once more and write its page. Raises AnalyserError where it cannot be played, or not be written."""
    (lines,) = records_of_run(run, [(game.scenario, game.game)])
    with enforce_limits(limits_of(None, None, 1), clock=True):
        text = record_text(lines)
    timeline = build_timeline(parse_record(text, f"game {game.game}"))
    write_page(timeline, game.file, analyse_game(timeline))
