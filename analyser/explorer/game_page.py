"""Games of a run in the explorer: their pages, and the chances to win that an open page is sent in pieces."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from analyser.errors import DataError
from analyser.records.file import Record
from analyser.records.recording import record_of_run
from analyser.replay.chances import (
    ChancePlan,
    chance_chart,
    chance_rows,
    chances_note,
    default_judge,
    join_chances,
    plan_chances,
    play_decisions,
)
from analyser.replay.example_pages import gc_paused
from analyser.replay.explain import judge_named
from analyser.replay.mistakes import analyse_game
from analyser.replay.page import page_text
from analyser.replay.timeline import Timeline, build_timeline
from analyser.runs.executors import InlineExecutor
from cext.user_code import trust_check

__all__ = ["chance_piece", "replay_page"]

GAMES = 2  # that are kept, for the pieces to come
PIECE = 32  # decisions of a piece, about half a second


def replay_page(
    path: str, scenario: str, number: int, *, mistakes: bool, check: Callable[[Path], None], source: str = ""
) -> str:
    """The page of a game, played again; mistakes: with the largest mistakes, by the players' own values. check: raises
    for a program of a strategy that may not be run. source: where the page asks for chances to win.

    Raises as `record_of_run`.
    """
    with trust_check(check):
        timeline = _timeline_of_game(path, scenario, number)
        return page_text(timeline, analyse_game(timeline) if mistakes else None, source=source)


def chance_piece(path: str, scenario: str, number: int, piece: int, *, check: Callable[[Path], None]) -> dict[str, Any]:
    """What an open page of a game is sent as piece number `piece` of its chances to win: the drawing of all decisions
    played out so far, its rows, a note, and how many decisions are left. The first piece has decisions of all parts of
    the game, those that follow what lies between them."""
    with trust_check(check):
        plan, shares = _chances_of_game(path, scenario, number)
        pieces = _spread_over_game(len(plan.plies))
        for places in pieces[: piece + 1]:
            shares.update(play_decisions(plan, [k for k in places if plan.plies[k] not in shares], InlineExecutor()))
        chances = join_chances(plan, shares)
        return {
            "chart": chance_chart(_timeline_of_game(path, scenario, number), chances),
            "rows": chance_rows(chances), "note": chances_note(chances), "left": len(plan.plies) - len(shares),
        }  # fmt: skip


def _spread_over_game(n: int) -> list[list[int]]:
    """The places of n decisions in pieces of about PIECE of them: each piece is spread over the whole game."""
    n_pieces = max(1, -(-n // PIECE))
    return [list(range(first, n, n_pieces)) for first in range(n_pieces)]


@lru_cache(maxsize=GAMES)
def _chances_of_game(path: str, scenario: str, number: int) -> tuple[ChancePlan, dict[int, Any]]:
    """What is played out for the chances of a game, and those that are known, which pieces fill in."""
    timeline = _timeline_of_game(path, scenario, number)
    if not timeline.positions:
        raise DataError(f"the game cannot be played out: {timeline.note}")
    game = timeline.positions[0].game
    return plan_chances(timeline, judge_named(default_judge(timeline.header["game"]), game)), {}


@lru_cache(maxsize=GAMES)
def _timeline_of_game(path: str, scenario: str, number: int) -> Timeline:
    """A game of a run, played again."""
    with gc_paused():
        lines = tuple(record_of_run(Path(path), number, scenario))
        return build_timeline(Record(f"game {number}", lines, tuple(range(1, len(lines) + 1))))
