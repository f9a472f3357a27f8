"""Schemes of play: how blocks of games are laid over deals, seats, boards and forced openings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from analyser.experiments.config import DesignInput
from analyser.experiments.lineups import (
    Int,
    Lineups,
    board_layouts,
    crossed_lineups,
    cyclic_rotations,
    distinct_rotations,
    mirrored_lineups,
    seatings,
)

__all__ = [
    "ARMS",
    "ROTATIONS",
    "Cross",
    "Free",
    "GameRows",
    "Mirror",
    "Placement",
    "Scheme",
    "SharedBoard",
    "free_placement",
]

ARMS = ("mirror", "cross", "table", "free", "chosen", "forced", "dealt", "priced", "tuned")
ROTATIONS = ("full", "half", "pair")
LINEUP_KEY, BOARD_KEY = 1_000_003, 2_000_003  # set one use of the seed apart from the other
# Of so many blocks of free games the last two may share their deals: a sixteenth of the games tells luck from skill, a
# run of fewer blocks has as many deals as without, and a prime number of them meets the line-ups in turn.
PERIOD = 31
OWN_DEALS = PERIOD - 2


@dataclass(frozen=True)
class GameRows:
    """Games to play, one row a game: the arguments of play_games() and what the frames say about each game."""

    game: npt.NDArray[np.uint32]
    deal: npt.NDArray[np.uint32]
    lineup: npt.NDArray[np.uint16]
    arm: npt.NDArray[np.uint8]  # index into ARMS
    policy: npt.NDArray[np.uint8]  # [game, seat]
    board: npt.NDArray[np.int8]  # [game, seat]
    forced_opening: npt.NDArray[np.int16]  # [game, seat] its number, -1: free
    record: npt.NDArray[np.uint8]
    start_points: npt.NDArray[np.int16]  # [game, seat] points a seat begins with beyond the rules

    def __len__(self) -> int:
        return len(self.game)


@dataclass(frozen=True)
class Placement:
    """Where games stand: index in the table of line-ups, arm, and the forced seat with its opening (-1: none)."""

    lineup_index: Int
    arm: Int
    forced_seat: Int
    forced_opening: Int


@dataclass(frozen=True)
class Scheme(ABC):
    """A way to play blocks of games; a block is the smallest balanced piece and owns its deals."""

    lineups: Lineups

    name: ClassVar[str]  # as the manifest and the head of a report have it

    @property
    @abstractmethod
    def block(self) -> int:
        """Games of a block."""

    @property
    def deals(self) -> int:
        """Deals of a block, one after the other, equal numbers of games on each."""
        return 1

    def deals_of(self, blocks: Int) -> Int:
        """Deals of the first so many blocks."""
        return blocks * self.deals

    def deal(self, block: Int, step: Int) -> Int:
        """Number of the deal of the games number `step` of blocks number `block`, from 0."""
        return block * self.deals + step * self.deals // self.block

    @property
    def contrast_label(self) -> str:
        """The main contrast in words; "": there is none."""
        return ""

    @property
    def choices(self) -> dict[str, Any]:
        """What of it was chosen, as it stands in the manifest."""
        return {}

    @abstractmethod
    def place(self, block: Int, step: Int) -> Placement:
        """Where the games number `step` of blocks number `block` stand."""

    def start_points(self, board: npt.NDArray[np.int8]) -> npt.NDArray[np.int16]:
        """Points that seats with these boards begin with beyond the rules, [game, seat]."""
        return np.zeros(board.shape, dtype=np.int16)

    def record_mask(self, step: Int) -> npt.NDArray[np.bool_]:
        """Of which games of a block decisions may be recorded: of all."""
        return np.ones(len(step), dtype=bool)


def free_placement(lineup_index: Int, arm: str) -> Placement:
    """Games of an arm in which no opening is forced."""
    none = np.full(len(lineup_index), -1)
    return Placement(lineup_index, np.full(len(lineup_index), ARMS.index(arm)), none, none)


@dataclass(frozen=True)
class Mirror(Scheme):
    """One strategy in all seats; on each deal, patterns of A and B sides over one order of the boards.

    All strategies of the scheme play the same deals.
    """

    n_strategies: int
    rotation: str
    plain_name: str  # "": some seats have no B side to be dealt, and would be taken for side A's

    name = "mirror"

    @classmethod
    def of(cls, setting: DesignInput, rotation: str, strategies: Sequence[int] | None = None) -> Mirror:
        """The scheme over all B sides of the game; strategies: numbers of those who play, None: all."""
        game, n = setting.game, len(setting.names)
        who = range(n) if strategies is None else strategies
        laid = board_layouts(game.b_sides, game.plain, game.players, single=game.board.single)
        table = mirrored_lineups(who, n, game.plain, laid, game.players, setting.seed + BOARD_KEY)
        all_dealt = game.plain not in laid
        return cls(table, len(who), rotation, list(game.boards)[game.plain] if all_dealt else "")

    @property
    def players(self) -> int:
        """Seats of a line-up."""
        return int(self.lineups.policy.shape[1])

    @property
    def patterns(self) -> int:
        """Patterns of A and B sides on a deal."""
        patterns: dict[str, int] = {"full": 2**self.players, "half": 2 ** (self.players - 1), "pair": 2}
        return patterns[self.rotation]

    @property
    def block(self) -> int:
        """Games of a block: every strategy in every pattern."""
        return self.n_strategies * self.patterns

    @property
    def contrast_label(self) -> str:
        """B sides against A."""
        return f"other boards minus {self.plain_name}" if self.plain_name else ""

    @property
    def choices(self) -> dict[str, Any]:
        """The rotation."""
        return {"rotation": self.rotation}

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

    def place(self, block: Int, step: Int) -> Placement:
        """A deal's order of boards, its strategies one after the other, each in the patterns of the rotation."""
        order, strategy = block % self.orders, step // self.patterns
        pattern = self.pattern(block, step % self.patterns)
        return free_placement((order * self.n_strategies + strategy) * 2**self.players + pattern, "mirror")


@dataclass(frozen=True)
class Cross(Scheme):
    """A strategy and a board side for every seat, each line-up in its k rotations on one deal."""

    name = "cross"

    @classmethod
    def of(cls, setting: DesignInput) -> Cross:
        """The scheme over all B sides of the game."""
        game = setting.game
        laid = board_layouts(game.b_sides, game.plain, game.players, single=game.board.single)
        return cls(crossed_lineups(len(setting.names), game.plain, laid, game.players, setting.seed + LINEUP_KEY))

    @property
    def block(self) -> int:
        """Games of a block: the rotations of a line-up."""
        return int(self.lineups.policy.shape[1])

    def place(self, block: Int, step: Int) -> Placement:
        """The table's line-ups, one after the other."""
        return free_placement((block * self.block + step) % len(self.lineups.at), "cross")


@dataclass(frozen=True)
class SharedBoard(Scheme):
    """One board for all seats: a line-up in its k rotations on every board, all on one deal.

    As many deals in a row as there are boards keep the line-up, so that series of games, one on each board and each on
    a deal of its own, can be put together of them.
    """

    rotations: int
    n_boards: int
    plain_name: str

    name = "shared"

    @classmethod
    def of(cls, setting: DesignInput, *, tries: int = 1) -> SharedBoard:
        """The scheme over all boards of the game and the line-ups of Free."""
        game, n = setting.game, len(setting.names)
        m, k = len(game.boards), game.players
        base = seatings(n, k, setting.seed + LINEUP_KEY, tries=tries)
        policy = cyclic_rotations(base) if n > 1 else base
        board = np.repeat(np.tile(np.arange(m), len(policy))[:, None], k, axis=1)
        table = Lineups.of(np.repeat(policy, m, axis=0), board)
        return cls(table, len(policy) // len(base), m, list(game.boards)[game.plain])

    @property
    def block(self) -> int:
        """Games of a block: as many deals as boards, on each every board and rotation."""
        return self.n_boards**2 * self.rotations

    @property
    def deals(self) -> int:
        """Deals of a block."""
        return self.n_boards

    @property
    def contrast_label(self) -> str:
        """The first seat's advantage on one board against another."""
        return f"seat 1, other boards minus {self.plain_name}"

    @property
    def choices(self) -> dict[str, Any]:
        """The rotations."""
        return {"rotations": self.rotations}

    def place(self, block: Int, step: Int) -> Placement:
        """The table's line-ups on every board, deal by deal."""
        games = self.block // self.deals  # of a deal
        return free_placement((block * games + step % games) % len(self.lineups.at), "table")


@dataclass(frozen=True)
class Free(Scheme):
    """Strategies in balanced line-ups, rotated through the seats on one deal or on fresh ones.

    Where boards differ and no line-up is named, the boards turn against the strategies too, a place further from deal
    to deal, so that every strategy of a line-up meets every board in every seat.

    Crossed: of every PERIOD blocks the last two play their rotations on the same deals, so that line-ups meet on a deal
    and what they decide can be told from what the deal does.
    """

    rotations: int
    board_rotations: int  # of the boards against the strategies
    same_deal: bool
    crossed: bool = False

    name = "free"

    @classmethod
    def of(
        cls,
        setting: DesignInput,
        *,
        same_deal: bool = True,
        crossed: bool = False,
        lineup: Sequence[int] | None = None,
        tries: int = 1,
    ) -> Free:
        """The scheme. lineup: the only one, if there is to be one: a board then goes with its place there. tries: as
        seatings() has them."""
        k, boards = setting.game.players, np.asarray(setting.boards, dtype=np.int64)
        if lineup is None:
            policy = seatings(len(setting.names), k, setting.seed + LINEUP_KEY, tries=tries)
        else:
            policy = np.array([lineup], dtype=np.int64)
        mixed = len(np.unique(policy)) > 1
        moving = setting.rotate and (mixed or len(np.unique(boards)) > 1)
        board_rows = distinct_rotations(boards) if moving and mixed and lineup is None else boards[None, :]
        board = np.tile(board_rows, (len(policy), 1))
        policy = np.repeat(policy, len(board_rows), axis=0)
        table = Lineups.of(cyclic_rotations(policy), cyclic_rotations(board)) if moving else Lineups.of(policy, board)
        return cls(table, k if moving else 1, len(board_rows), same_deal, crossed)

    @property
    def block(self) -> int:
        """Games of a block: the rotations of a line-up, with its boards in every turn."""
        return self.rotations * self.board_rotations

    @property
    def deals(self) -> int:
        """Deals of a block."""
        return self.board_rotations if self.same_deal else self.block

    @property
    def cycle(self) -> int:
        """Blocks after which the table's line-ups come again."""
        return len(self.lineups.at) // self.block

    @property
    def meeting(self) -> int:
        """Line-ups that meet on a crossed deal, rotations apart: two, where there are two."""
        return min(2, self.cycle)

    def deals_of(self, blocks: Int) -> Int:
        """Deals of the first so many blocks, fewer where the last of a period are crossed."""
        if not self.crossed:
            return super().deals_of(blocks)
        period, block = np.divmod(blocks, PERIOD)
        separate, crossed = np.minimum(block, OWN_DEALS), np.maximum(block - OWN_DEALS, 0)
        on_crossed = -(-crossed // self.meeting) * self.board_rotations
        deals: Int = period * self._period_deals + separate * self.deals + on_crossed
        return deals

    def deal(self, block: Int, step: Int) -> Int:
        """Number of the deal of each game, from 0."""
        if not self.crossed:
            return super().deal(block, step)
        period, place = np.divmod(block, PERIOD)
        pair = (place - OWN_DEALS) // self.meeting
        deals = np.where(place < OWN_DEALS, self.deals, self.board_rotations)
        crossed_before = OWN_DEALS * self.deals + pair * self.board_rotations
        deals_before = np.where(place < OWN_DEALS, place * self.deals, crossed_before)
        return period * self._period_deals + deals_before + step * deals // self.block

    @property
    def _period_deals(self) -> int:
        return OWN_DEALS * self.deals + 2 // self.meeting * self.board_rotations

    @property
    def contrast_label(self) -> str:
        """The first seat's win share."""
        return "share of seat 1"

    @property
    def choices(self) -> dict[str, Any]:
        """The rotations, whether they share a deal, and the turns of the boards where there are any."""
        turns = {"board_turns": self.board_rotations} if self.board_rotations > 1 else {}
        crossed = {"crossed": 2 / PERIOD} if self.crossed else {}
        return {"rotations": self.rotations, "same_deal": self.same_deal, **turns, **crossed}

    def place(self, block: Int, step: Int) -> Placement:
        """The table's line-ups, one after the other; on crossed deals one half a table away, and another next time."""
        base = block % self.cycle
        if self.crossed and self.meeting > 1:
            period, place = np.divmod(block, PERIOD)
            away = 1 + (self.cycle // 2 - 1 + period // self.cycle) % (self.cycle - 1)
            base = np.where(place == PERIOD - 1, (block - 1 + away) % self.cycle, base)
        return free_placement(base * self.block + step, "free")
