"""Every seat with another board than the plain one, as the rulebook deals them: free of charge, or at prices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyser.experiments.design_input import DesignInput
from analyser.experiments.lineups import MAX_LINEUPS, Int, Lineups, board_layouts, ordered_boards
from analyser.experiments.schemes import Placement, Scheme, free

__all__ = ["DistinctBoards", "can_be_dealt"]

DEALT_KEY = 4_000_037  # sets this use of the seed apart from the others
MAX_BOARD_LINEUPS = MAX_LINEUPS // 16  # there are two such tables, beside those of mirrored and crossed line-ups


def can_be_dealt(setting: DesignInput) -> bool:
    """Whether a board of its own, and not the plain one, can be dealt to every seat, and boards then differ."""
    game = setting.game
    enough = len(game.b_sides) >= (game.players if game.board.single else 2)
    return not game.shared and game.players > 1 and (enough or game.board.is_chosen)


@dataclass(frozen=True)
class DistinctBoards(Scheme):
    """One strategy in all seats, each with another board than the plain one: an order of them in its k rotations on one
    deal, so that every board sits in every seat. Strategies take turns from deal to deal, then orders. Seats that
    choose play a deal once."""

    n_strategies: int
    rotations: int
    prices: tuple[int, ...] = ()  # points that each of the game's boards costs at the start; (): nothing

    name = "dealt"

    @classmethod
    def of(
        cls, setting: DesignInput, prices: Sequence[int] = (), *, strategies: Sequence[int] | None = None
    ) -> DistinctBoards:
        """The scheme over all boards but the plain one; seats that choose get none. strategies: numbers of those who
        play, None: all."""
        game, k, n = setting.game, setting.game.players, len(setting.names)
        who = range(n) if strategies is None else strategies
        if game.board.is_chosen:
            board = np.full((1, k), -1)
        else:
            laid = board_layouts(game.b_sides, game.plain, k, single=game.board.single)
            board = ordered_boards(laid, k, setting.seed + DEALT_KEY, max(len(laid), MAX_BOARD_LINEUPS // (k * n)))
        policy = np.repeat(np.asarray(who), len(board))
        table = Lineups.of(np.tile(policy[:, None], (1, k)), np.tile(board, (len(who), 1)))
        return cls(table, len(who), 1 if game.board.is_chosen else k, tuple(prices))

    @property
    def block(self) -> int:
        """Games of a block: the rotations of an order."""
        return self.rotations

    def place(self, block: Int, step: Int) -> Placement:
        """An order of boards for each strategy in turn, in its rotations."""
        orders = len(self.lineups.at) // (self.n_strategies * self.block)
        strategy, order = block % self.n_strategies, block // self.n_strategies % orders
        return free((strategy * orders + order) * self.block + step, "priced" if self.prices else "dealt")

    def start(self, board: npt.NDArray[np.int8]) -> npt.NDArray[np.int16]:
        """What each seat pays for its board, as points below zero."""
        if not self.prices:
            return super().start(board)
        return -np.asarray(self.prices, dtype=np.int16)[board]
