"""Replay pages of the games that a report's page leads to, written beside it where a core is left for them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from analyser import collecting
from analyser.errors import AnalyserError
from analyser.experiments.arena import OWN_KINDS
from analyser.experiments.merging import run_config
from analyser.explain import reckoned
from analyser.records.reading import parse_record
from analyser.records.source import records_of_run
from analyser.records.writing import record_text
from analyser.replay.page import write_page
from analyser.replay.story import story_of
from analyser.runs.lifecycle import changed_since_start
from analyser.runs.limits import enforce_limits, limits_of
from analyser.runs.store import RunDirectory
from cext.games import game_module
from reports.estimators.example_games import linked_games

__all__ = ["Linked", "Writing", "linked", "why_not", "write_replay"]


@dataclass(frozen=True)
class Linked:
    """A game that a page is to link to: the path of its replay seen from there, and the file."""

    scenario: str
    game: int
    path: str
    file: Path


def why_not(run: RunDirectory, *, trust: bool) -> str:
    """Why games of the run cannot be played again for their replays, in a few words; "" where they can be.

    trust: also play the strategies that are programs of somebody's, not shipped with this one.
    """
    from strategies.catalogue import find

    manifest = run.manifest
    try:
        config = run_config(run.path)
        kinds = {name: find(name, config.game).kind for name in manifest.strategies}
        own = [name for name, kind in kinds.items() if kind in OWN_KINDS]
        if own and not trust:
            return f"{', '.join(own)} would be run again, which --trust allows"
        game_module(config.game, "engine")
        changed = changed_since_start(manifest, config)
    except (AnalyserError, ValueError) as error:
        return str(error)
    return f"{changed} since the run was played" if changed else ""


def linked(folder: Path, scenario: str, found: pl.DataFrame) -> list[Linked]:
    """The games to look at that a page in `folder` is to link to; scenario: whose games they are, where no other is
    named."""
    return [Linked(other or scenario, game, path, folder / path) for path, other, game in linked_games(found)]


class Writing:
    """Replay pages beside a report: begun when its games are known, by the pool's processes where there is one."""

    def __init__(self, run: RunDirectory, pool: Executor | None = None) -> None:
        self.games: list[Linked] = []
        self._run = run.path
        self._pool = pool
        self._pages: list[Future[None] | None] = []

    def begin(self, folder: Path, scenario: str, found: pl.DataFrame) -> None:
        """Write the pages of a scenario's games to look at, from now on or when they are waited for; what an earlier
        answer left beside them goes."""
        from reports.page.write import claim_folder

        games = linked(folder, scenario, found)
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

    def there(self) -> list[str]:
        """Paths of the pages that are written by now."""
        pages = zip(self.games, self._pages, strict=True)
        return [game.path for game, page in pages if page and page.done() and not page.exception()]

    def finish(self, *, note: Callable[[Linked], None]) -> None:
        """Wait for the pages, and write those that nobody has begun; `note` is told of each that is there. Raises
        AnalyserError as write_replay() does."""
        for game, page in zip(self.games, self._pages, strict=True):
            if page is None or page.cancel():
                write_replay(self._run, game)
            else:
                page.result()
            note(game)


@collecting.never()  # and what was made is gone when the collector is back
def write_replay(run: Path, game: Linked) -> None:
    """Play the game once more and write its page. Raises AnalyserError where it cannot be played, or not be written."""
    (lines,) = records_of_run(run, [(game.scenario, game.game)])
    with enforce_limits(limits_of(None, None, 1), clock=True):
        text = record_text(lines)
    story = story_of(parse_record(text, f"game {game.game}"))
    write_page(story, game.file, reckoned(story))
