"""Replay pages beside a report: whether some are written, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from analyser.cli.output import say
from analyser.cli.progress import stage_display
from analyser.errors import AnalyserError, UsageError
from analyser.runs.store import RunDirectory
from cext.spelling import counted

if TYPE_CHECKING:
    from analyser.replay.examples import Linked, Writing

__all__ = ["LARGE", "of_each_kind", "write_beside"]

LARGE = 5_000  # games of a run that is worth some seconds more: a smaller one is a trial


def of_each_kind(run: RunDirectory, asked: int | None, *, trust: bool) -> int:
    """Of how many games of each kind to look at replays are written: as many as asked, or one in a large run.

    Raises UsageError where they were asked for and cannot be.
    """
    from analyser.replay.examples import why_not

    explicit = bool(asked) or trust
    if asked == 0 or (not explicit and run.manifest.games_done < LARGE):
        return 0
    reason = why_not(run, trust=trust)
    if reason and explicit:
        raise UsageError(f"--replays: no game of {run.path} can be played again: {reason}")
    return 0 if reason else asked or 1


def write_beside(pages: Writing, linked: Collection[str], link: Callable[[list[str]], None], *, quiet: bool) -> None:
    """Have the replays of games to look at, once the report is out; its page is then to `link` to those that are there,
    all of them or the ones before an error or an interruption, unless they are those it has `linked` to already."""
    if not pages.games:
        return
    games = counted(len(pages.games), "game")
    there: list[str] = []

    def note(game: Linked) -> None:
        there.append(game.path)

    try:
        with stage_display(f"Writing replays of {games} to watch…", quiet=quiet):
            pages.finish(note=note)
    except AnalyserError as error:
        say(f"analyser: replays were not all written: {error}")
    finally:
        if there != list(linked):
            link(there)
