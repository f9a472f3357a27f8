"""Replay pages beside a report: whether some are written, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from analyser.cli.output import print_status
from analyser.cli.progress import stage_display
from analyser.errors import AnalyserError, UsageError
from analyser.runs.store import RunDirectory
from cext.spelling import counted

if TYPE_CHECKING:
    from analyser.replay.examples import ReplayLink, ReplayPages

__all__ = ["LARGE_RUN_GAMES", "n_replays", "write_replays"]

LARGE_RUN_GAMES = 5_000  # games of a run that is worth some seconds more: a smaller one is a trial


def n_replays(run: RunDirectory, requested: int | None, *, trust: bool) -> int:
    """Of how many games of each kind to look at replays are written: as many as asked, or one in a large run.

    Raises UsageError where they were asked for and cannot be.
    """
    from analyser.replay.examples import replay_obstacle

    explicit = bool(requested) or trust
    if requested == 0 or (not explicit and run.manifest.games_done < LARGE_RUN_GAMES):
        return 0
    reason = replay_obstacle(run, trust=trust)
    if reason and explicit:
        raise UsageError(f"--replays: no game of {run.path} can be played again: {reason}")
    return 0 if reason else requested or 1


def write_replays(
    pages: ReplayPages, linked: Collection[str], link: Callable[[list[str]], None], *, quiet: bool
) -> None:
    """Have the replays of games to look at, once the report is out; its page is then to `link` to those that are there,
    all of them or the ones before an error or an interruption, unless they are those it has `linked` to already."""
    if not pages.games:
        return
    games = counted(len(pages.games), "game")
    written: list[str] = []

    def note(game: ReplayLink) -> None:
        written.append(game.path)

    try:
        with stage_display(f"Writing replays of {games} to watch…", quiet=quiet):
            pages.finish(note=note)
    except AnalyserError as error:
        print_status(f"analyser: replays were not all written: {error}")
    finally:
        if written != list(linked):
            link(written)
