"""Boards against the baseline by who plays: players as they come, and players with weights of their own for the board
they sit at. All these comparisons are one family, so that an effect has one interval wherever it is told."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import NamedTuple

import numpy as np
import polars as pl

from reports import effects
from reports.boards.pairs import Compared, as_they_come, differences, pairs
from reports.frames import SCORE, RunFrames, text
from reports.stats.families import Family
from reports.stats.joint import joint

__all__ = ["COME", "MORE", "OWN", "Tuned", "by_board", "tuned"]

COME, OWN, MORE = "as they come", "tuned for it", "difference"


class Tuned(NamedTuple):
    """Boards that players are tuned for, in the game's order: what players as they come gain from them, what those
    tuned for it gain, and how much more. Parts of one family, of which `by_board` has the first for all boards."""

    boards: list[str]
    come: Family
    own: Family
    more: Family


def by_board(run: RunFrames) -> Compared:
    """Every board against side A over all strategies, players as they come."""
    return run.once(_against)[0]


def tuned(run: RunFrames) -> Tuned | None:
    """Both kinds of players on the same deals; None where only one kind played, and where the table shares a board."""
    if run.game.shared or not len(run.once(pairs)):
        return None
    return run.once(_against)[1]


def _against(run: RunFrames) -> tuple[Compared, Tuned | None]:
    """The whole family, judged together."""
    others = run.once(as_they_come)
    found = differences(others, ["board"], {"score": SCORE})
    rows = [others.with_columns(players=pl.lit(COME))]
    if len(others) < len(run.once(pairs)):
        rows.append(_of_their_own(run).with_columns(players=pl.lit(OWN)))
    moved = pl.concat(rows).with_columns(moved=pl.col("b_share60") - pl.col("a_share60"))
    means = joint(moved, ["board", "players"], "moved", scale=60, count="w")
    groups = text(means.groups, "board").select("board", "players").iter_rows()
    unit = dict(zip(groups, np.eye(len(means.estimate)), strict=True))
    known = text(found, "board")["board"].to_list()
    boards = [board for board in run.game.boards if (board, OWN) in unit and (board, COME) in unit]
    come, own = [unit[board, COME] for board in known], [unit[board, OWN] for board in boards]
    more = [unit[board, OWN] - unit[board, COME] for board in boards]
    n, m = len(known), len(boards)
    whole = effects.differences(run, means, np.array([*come, *own, *more]), "boards board")
    first = replace(whole.part(slice(n)), n=found["n"].to_numpy())
    compared = Compared(found.hstack(effects.together(first)), first)
    if not boards:
        return compared, None
    same = first.part([known.index(board) for board in boards])
    return compared, Tuned(boards, same, whole.part(slice(n, n + m)), whole.part(slice(n + m, n + 2 * m)))


def _of_their_own(run: RunFrames) -> pl.DataFrame:
    """The pairs of players on boards for which they have weights of their own."""
    strategy, board = (pl.col(name).cast(pl.String) for name in ("strategy", "board"))
    known = [(strategy == name) & board.is_in(list(boards)) for name, boards in run.tuned.items()]
    return run.once(pairs).filter(reduce(or_, known))
