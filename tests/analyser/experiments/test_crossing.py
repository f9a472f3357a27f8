"""Line-ups that nobody named cross strategies with boards and seats; a named one keeps its boards."""

import numpy as np
import polars as pl
import pytest

from analyser.experiments.openings import group_openings
from analyser.experiments.schedule import Design, DesignPart, GameRows
from analyser.experiments.schemes import forced_openings, free
from reports.stats.aliasing import aliasing
from tests.analyser.experiments.settings import facts, setting


def levels(rows: GameRows) -> pl.DataFrame:
    """Strategy, board and seat of every seat of every game."""
    seat = np.broadcast_to(np.arange(rows.policy.shape[1]), rows.policy.shape)
    columns = {"strategy": rows.policy.ravel(), "board": rows.board.ravel(), "seat": seat.ravel()}
    return pl.DataFrame(columns)


@pytest.mark.parametrize(("n", "boards"), [(4, (0, 1, 0, 4)), (2, (0, 1, 2, 3)), (7, (0, 0, 0, 1))])
def test_every_block_crosses_its_strategies_with_boards_and_seats(n: int, boards: tuple[int, ...]) -> None:
    scheme = free(setting(facts(4), n, seed=3, boards=boards))
    design = Design("balance", (DesignPart(scheme, 5),), 3)
    for block in range(5):
        rows = design.rows(block * scheme.block, (block + 1) * scheme.block)
        met = levels(rows).group_by("strategy", "board", "seat").len()
        per_board = np.bincount(boards, minlength=5)
        times = np.bincount(rows.policy[0], minlength=n)  # a strategy may sit in several places
        for strategy, board, _, games in met.iter_rows():
            assert games == times[strategy] * per_board[board]
        assert len(met) == np.count_nonzero(times) * np.count_nonzero(per_board) * 4
        it = aliasing(levels(rows), ("strategy", "board", "seat"))
        assert (it.inseparable, it.uneven) == ((), ())
        assert len(np.unique(rows.deal)) == 4


def test_boards_turn_as_often_as_they_differ_and_not_without_need() -> None:
    assert free(setting(facts(4), 4, boards=(0, 1, 0, 1))).deals == 2
    assert free(setting(facts(4), 4, boards=(1, 1, 1, 1))).deals == 1
    named = free(setting(facts(4), 4, boards=(0, 1, 2, 3)), lineup=[0, 1, 2, 3])
    assert (named.deals, named.block) == (1, 4)
    assert free(setting(facts(4), 4, boards=(0, 1, 2, 3), rotate=False)).deals == 1


def test_openings_are_forced_with_every_turn_of_the_boards() -> None:
    game = facts(4)
    plans = group_openings(game)
    scheme = forced_openings(setting(game, 4, boards=(0, 1, 2, 3)), plans)
    blocks = len(scheme.lineups.at)  # every line-up is the forced one once
    rows = Design("openings", (DesignPart(scheme, blocks),), 7, forced=plans).rows(0, blocks * scheme.block)
    it = aliasing(levels(rows), ("strategy", "board", "seat"))
    assert (it.inseparable, it.uneven) == ((), ())
