"""Boards against the baseline by who plays: players as they come, and players with weights of their own for the board
they sit at. All these comparisons are one family, so that an effect has one interval wherever it is told."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_

import numpy as np
import polars as pl

from reports import effects
from reports.boards.pairs import Compared, as_they_come, differences, pairs
from reports.frames import SCORE, RunFrames, text
from reports.stats.joint import joint
from reports.tuned import COME, OWN, Tuned, parts, weights

__all__ = ["by_board", "tuned"]


def by_board(run: RunFrames) -> Compared:
    """Every board against side A over all strategies, players as they come."""
    return run.once(_against)[0]


def tuned(run: RunFrames) -> Tuned[str] | None:
    """The boards that players are tuned for, in the game's order, by both kinds of players; None where only one kind
    played, and where the table shares a board. `by_board` has the first part for all boards."""
    if run.game.shared or not len(run.once(pairs)):
        return None
    return run.once(_against)[1]


def _against(run: RunFrames) -> tuple[Compared, Tuned[str] | None]:
    """The whole family, judged together."""
    others = run.once(as_they_come)
    found = differences(others, ["board"], {"score": SCORE})
    rows = [others.with_columns(players=pl.lit(COME))]
    if len(others) < len(run.once(pairs)):
        rows.append(_of_their_own(run).with_columns(players=pl.lit(OWN)))
    moved = pl.concat(rows).with_columns(moved=pl.col("b_win_share60") - pl.col("a_win_share60"))
    means = joint(moved, ["board", "players"], "moved", scale=60, count="w")
    groups = text(means.groups, "board").select("board", "players").iter_rows()
    unit = dict(zip(groups, np.eye(len(means.estimate)), strict=True))
    known = text(found, "board")["board"].to_list()
    boards = [board for board in run.game.boards if (board, OWN) in unit and (board, COME) in unit]
    come, own = [unit[board, COME] for board in known], [unit[board, OWN] for board in boards]
    same = [known.index(board) for board in boards]
    whole = effects.differences(run, means, weights(come, own, same), "boards board")
    first = replace(whole.part(slice(len(known))), n=found["n"].to_numpy())
    return Compared(found.hstack(effects.together(first)), first), parts(whole, first, boards, same)


def _of_their_own(run: RunFrames) -> pl.DataFrame:
    """The pairs of players on boards for which they have weights of their own."""
    strategy, board = (pl.col(name).cast(pl.String) for name in ("strategy", "board"))
    known = [(strategy == name) & board.is_in(list(boards)) for name, boards in run.tuned.items()]
    return run.once(pairs).filter(reduce(or_, known))
