"""Replay pages of the games that a report's page leads to, written when the answer has been given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from analyser.errors import AnalyserError
from analyser.experiments.merging import load_file, merge
from analyser.records.reading import parse_record
from analyser.records.source import records_of_run
from analyser.records.writing import record_text
from analyser.replay.page import write_page
from analyser.replay.story import story_of
from analyser.runs.answers import Answered
from analyser.runs.digests import engine_digest
from analyser.runs.starting import changed_strategies
from analyser.runs.store import Run
from cext.games import GAMES
from reports import examples

__all__ = ["Linked", "linked", "why_not", "write_replays"]

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


def linked(found: Sequence[Answered]) -> list[Linked]:
    """The games that the page of these answers is to link to."""
    return [
        Linked(scenario or one.scenario, game, path, one.page.parent / path)
        for one in found
        if examples.EXAMPLES in one.answer.tables
        for path, scenario, game in examples.linked(one.answer.tables[examples.EXAMPLES])
    ]


def write_replays(run: Run, games: Sequence[Linked], *, note: Callable[[Linked], None] = lambda game: None) -> None:
    """Play the games once more and write their pages; those an earlier answer left beside them go. `note` is told of
    each page that is there. Raises AnalyserError where a game cannot be played or a page not be written."""
    for folder in {game.file.parent for game in games}:
        folder.mkdir(parents=True, exist_ok=True)
        for old in set(folder.glob("game-*.html")) - {game.file for game in games}:
            old.unlink()
    played = records_of_run(run.path, [(game.scenario, game.game) for game in games])
    for game, lines in zip(games, played, strict=True):
        write_page(story_of(parse_record(record_text(lines), f"game {game.game}")), game.file)
        note(game)
