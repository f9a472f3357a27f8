"""Schemes of play: how blocks of games are laid over deals, seats, boards and forced openings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.experiments.lineups import Int, Lineups, crossed, mirrored, rotated, seatings
from analyser.experiments.shape import Plan, Shape

__all__ = ["ARMS", "ROTATIONS", "Cross", "Free", "Mirror", "Openings", "Placed", "Rows", "Scheme", "Shared"]

ARMS = ("mirror", "cross", "table", "free", "chosen", "forced")
ROTATIONS = ("full", "half", "pair")
LINEUP_KEY, BOARD_KEY = 1_000_003, 2_000_003  # set one use of the seed apart from the other


@dataclass(frozen=True)
class Rows:
    """Games to play, one row a game: the arguments of play_games() and what the frames say about each game."""

    game: npt.NDArray[np.uint32]
    deal: npt.NDArray[np.uint32]
    lineup: npt.NDArray[np.uint16]
    arm: npt.NDArray[np.uint8]  # index into ARMS
    policy: npt.NDArray[np.uint8]  # [game, seat]
    board: npt.NDArray[np.int8]  # [game, seat]
    plan: npt.NDArray[np.int16]  # [game, seat], -1: free
    record: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.game)


@dataclass(frozen=True)
class Placed:
    """Where games stand: position in the table of line-ups, arm, and the forced seat with its plan (-1: none)."""

    position: Int
    arm: Int
    focal: Int
    plan: Int


@dataclass(frozen=True)
class Scheme(ABC):
    """A way to play blocks of games; a block is the smallest balanced piece and owns its deals."""

    lineups: Lineups

    block: int = field(init=False)  # games
    deals: int = field(init=False, default=1)  # deals of a block, one after the other, equal numbers of games on each
    measures: str = field(init=False, default="")  # what weights() measures, in words; "": nothing

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @abstractmethod
    def place(self, block: Int, step: Int) -> Placed:
        """Where the games number `step` of blocks number `block` stand."""

    @abstractmethod
    def weights(self, rows: Rows, step: Int) -> npt.NDArray[np.float64]:
        """[game, seat] weights whose weighted sum of win shares over a block estimates the scheme's main contrast."""


def _free(position: Int, arm: str) -> Placed:
    none = np.full(len(position), -1)
    return Placed(position, np.full(len(position), ARMS.index(arm)), none, none)


@dataclass(frozen=True)
class Mirror(Scheme):
    """One strategy in all seats; on each deal, patterns of A and B sides over one order of the boards.

    Every strategy plays the same deals.
    """

    n_strategies: int
    rotation: str
    plain: int
    measured: str

    @classmethod
    def of(cls, shape: Shape, n_strategies: int, rotation: str, seed: int) -> Mirror:
        """The scheme over all B sides of the game."""
        table = mirrored(n_strategies, shape.plain, shape.b_sides, shape.players, seed + BOARD_KEY)
        every = len(shape.b_sides) >= shape.players  # else seats without a B side would be taken for side A's
        measured = f"other boards minus {shape.boards[shape.plain]}" if every else ""
        return cls(table, n_strategies, rotation, shape.plain, measured)

    def __post_init__(self) -> None:
        patterns = {"full": 2**self.players, "half": 2 ** (self.players - 1), "pair": 2}[self.rotation]
        self._set(block=self.n_strategies * patterns, measures=self.measured)

    @property
    def players(self) -> int:
        return int(self.lineups.policy.shape[1])

    def pattern(self, block: Int, number: Int) -> Int:
        """Bit pattern of B sides: pattern `number` of a block.

        full: all 2^k. half: those with an even number of B sides on one block, with an odd number on the next. pair: a
        pattern and its complement. Half and pair change with the block, so that all meet every order of the boards.
        """
        if self.rotation == "full":
            return number
        turn = block // self.orders + block
        if self.rotation == "half":
            parity = np.bitwise_count(number.astype(np.uint64)).astype(np.int64) & 1
            return 2 * number + (parity ^ (turn & 1))
        low = turn % 2 ** (self.players - 1)
        paired: Int = np.where(number == 1, 2**self.players - 1 - low, low)
        return paired

    @property
    def orders(self) -> int:
        """Orders of boards in the table."""
        return int(len(self.lineups.at) // (self.n_strategies * 2**self.players))

    def place(self, block: Int, step: Int) -> Placed:
        patterns = self.block // self.n_strategies
        order, strategy = block % self.orders, step // patterns
        pattern = self.pattern(block, step % patterns)
        return _free((order * self.n_strategies + strategy) * 2**self.players + pattern, "mirror")

    def weights(self, rows: Rows, step: Int) -> npt.NDArray[np.float64]:
        return np.where(rows.board == self.plain, -1.0, 1.0) / (self.block * self.players / 2)


@dataclass(frozen=True)
class Cross(Scheme):
    """A strategy and a board side for every seat, each line-up in its k rotations on one deal."""

    @classmethod
    def of(cls, shape: Shape, n_strategies: int, seed: int) -> Cross:
        """The scheme over all B sides of the game."""
        return cls(crossed(n_strategies, shape.plain, shape.b_sides, shape.players, seed + LINEUP_KEY))

    def __post_init__(self) -> None:
        self._set(block=self.lineups.policy.shape[1])

    def place(self, block: Int, step: Int) -> Placed:
        return _free((block * self.block + step) % len(self.lineups.at), "cross")

    def weights(self, rows: Rows, step: Int) -> npt.NDArray[np.float64]:
        return np.zeros(rows.board.shape)


@dataclass(frozen=True)
class Shared(Scheme):
    """One board for all seats: a line-up in its k rotations on every board, all on one deal.

    As many deals in a row as there are boards keep the line-up, so that series of games, one on each board and each on
    a deal of its own, can be put together of them.
    """

    rotations: int
    n_boards: int
    plain: int
    plain_name: str

    @classmethod
    def of(cls, shape: Shape, n_strategies: int, seed: int) -> Shared:
        """The scheme over all boards of the game and the line-ups of Free."""
        m, k = len(shape.boards), shape.players
        base = seatings(n_strategies, k, seed + LINEUP_KEY)
        policy = rotated(base) if n_strategies > 1 else base
        board = np.repeat(np.tile(np.arange(m), len(policy))[:, None], k, axis=1)
        table = Lineups.of(np.repeat(policy, m, axis=0), board)
        return cls(table, len(policy) // len(base), m, shape.plain, shape.boards[shape.plain])

    def __post_init__(self) -> None:
        m = self.n_boards
        self._set(block=m * m * self.rotations, deals=m, measures=f"seat 1, other boards minus {self.plain_name}")

    def place(self, block: Int, step: Int) -> Placed:
        games = self.block // self.deals  # of a deal
        return _free((block * games + step % games) % len(self.lineups.at), "table")

    def weights(self, rows: Rows, step: Int) -> npt.NDArray[np.float64]:
        weights, games = np.zeros(rows.board.shape), self.block // self.n_boards  # of a block, on each board
        weights[:, 0] = np.where(rows.board[:, 0] == self.plain, -1 / games, 1 / (self.block - games))
        return weights


@dataclass(frozen=True)
class Free(Scheme):
    """Strategies in balanced line-ups, rotated through the seats on one deal or on fresh ones."""

    rotations: int
    same_deal: bool

    @classmethod
    def of(
        cls,
        shape: Shape,
        n_strategies: int,
        boards: Sequence[int],
        seed: int,
        *,
        rotate: bool = True,
        same_deal: bool = True,
        lineup: Sequence[int] | None = None,
    ) -> Free:
        """The scheme; boards[i] goes with position i of a line-up. `lineup`: the only one, if there is to be one."""
        k = shape.players
        policy = seatings(n_strategies, k, seed + LINEUP_KEY) if lineup is None else np.array([lineup], dtype=np.int64)
        board = np.broadcast_to(np.asarray(boards, dtype=np.int64), policy.shape)
        moving = rotate and (len(np.unique(policy)) > 1 or len(set(boards)) > 1)
        table = Lineups.of(rotated(policy), rotated(board)) if moving else Lineups.of(policy, board)
        return cls(table, k if moving else 1, same_deal)

    def __post_init__(self) -> None:
        self._set(block=self.rotations, deals=1 if self.same_deal else self.rotations, measures="share of seat 1")

    def place(self, block: Int, step: Int) -> Placed:
        return _free((block * self.rotations + step) % len(self.lineups.at), "free")

    def weights(self, rows: Rows, step: Int) -> npt.NDArray[np.float64]:
        weights = np.zeros(rows.board.shape)
        weights[:, 0] = 1.0 / self.block
        return weights


@dataclass(frozen=True)
class Openings(Scheme):
    """On each deal a line-up in its rotations, all free, then one of these games, a seat's opening forced each way."""

    rotations: int
    plans: tuple[Plan, ...]
    inside: tuple[str, ...]  # groups of openings that the main contrast compares with all others

    @classmethod
    def of(
        cls, shape: Shape, n_strategies: int, boards: Sequence[int], plans: Sequence[Plan], seed: int, *, rotate: bool
    ) -> Openings:
        """The scheme over the line-ups of Free."""
        free = Free.of(shape, n_strategies, boards, seed, rotate=rotate)
        groups = [plan.group for plan in plans if plan.group is not None]
        inside = tuple(str(level) for level in shape.tip_levels) or tuple(groups[:1])
        return cls(free.lineups, free.rotations, tuple(plans), inside)

    def __post_init__(self) -> None:
        measures = f"forced {'/'.join(self.inside)} minus the others" if self.inside else "share of seat 1"
        self._set(block=self.rotations + len(self.plans), measures=measures)

    def place(self, block: Int, step: Int) -> Placed:
        r, k = self.rotations, self.lineups.policy.shape[1]
        forced = step >= r
        base, cycle = block % (len(self.lineups.at) // r), block // (len(self.lineups.at) // r)
        rotation = np.where(forced, (block + cycle) % r, step % r)
        focal = (block + cycle // r) % k
        return Placed(
            position=base * r + rotation,
            arm=np.where(forced, ARMS.index("forced"), ARMS.index("chosen")),
            focal=np.where(forced, focal, -1),
            plan=np.where(forced, step - r, -1),
        )

    def weights(self, rows: Rows, step: Int) -> npt.NDArray[np.float64]:
        weights = np.zeros(rows.board.shape)
        groups = [plan.group for plan in self.plans]
        inside = [i for i, group in enumerate(groups) if group in self.inside]
        outside = [i for i, group in enumerate(groups) if group is not None and group not in self.inside]
        if not inside or not outside:
            weights[:, 0] = (step < self.rotations) / self.rotations
            return weights
        weights[np.isin(rows.plan, inside)] = 1.0 / len(inside)
        weights[np.isin(rows.plan, outside)] = -1.0 / len(outside)
        return weights
