"""Tables of line-ups: who sits where with which board, balanced over seats, boards, opponents; fixed by a key."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = [
    "MAX_LINEUPS", "Lineups", "board_layouts", "crossed_lineups", "cyclic_rotations", "distinct_rotations",
    "keyed_bits", "mirrored_lineups", "ordered_boards", "seatings", "shuffled_numbers",
]  # fmt: skip

MAX_LINEUPS = 2**16  # line-ups are numbered with 16 bits
# Seatings a table enumerates before it samples balanced blocks: 4 rotations each stay far below 2^16.
MAX_SEATINGS = 1_200
CROSS_BLOCKS = 12  # balanced blocks of a cross table: enough that every pair of cells meets about equally often

Int = npt.NDArray[np.int64]


def keyed_bits(key: int, index: Int) -> npt.NDArray[np.uint64]:
    """64 random bits for each index, a pure function of both: SplitMix64 (Steele, Lea, Flood 2014)."""
    z = index.astype(np.uint64) + np.uint64(1)
    z = z * np.uint64(0x9E3779B97F4A7C15) + np.uint64(key * 0xD1B54A32D192ED03 % 2**64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def shuffled_numbers(n: int, key: int) -> Int:
    """The numbers 0 to n-1 in an order fixed by the key."""
    return np.argsort(keyed_bits(key, np.arange(n)), kind="stable").astype(np.int64)


@dataclass(frozen=True)
class Lineups:
    """Distinct line-ups, and the one at each position of a design's table (a table may repeat a line-up)."""

    policy: npt.NDArray[np.uint8]  # [line-up, seat] index into the strategies
    board: npt.NDArray[np.int8]  # [line-up, seat] index into the game's boards
    at: Int  # [position of the design's table] line-up

    def __len__(self) -> int:
        return len(self.policy)

    @classmethod
    def of(cls, policy: Int, board: Int) -> Lineups:
        """The table whose row i seats policy[i] with board[i]."""
        k = policy.shape[1]
        distinct, at = np.unique(np.hstack([policy, board]), axis=0, return_inverse=True)
        return cls(distinct[:, :k].astype(np.uint8), distinct[:, k:].astype(np.int8), at.reshape(-1).astype(np.int64))


def cyclic_rotations(table: Int) -> Int:
    """Each row's k cyclic rotations, row by row: in rotation r, seat s holds what stood at s + r."""
    n, k = table.shape
    turn = (np.arange(k)[None, :] + np.arange(k)[:, None]) % k
    return table[:, turn].reshape(n * k, k)


def distinct_rotations(row: Int) -> Int:
    """The different cyclic rotations of one row, itself first."""
    rotations = cyclic_rotations(row[None, :])
    return rotations[np.sort(np.unique(rotations, axis=0, return_index=True)[1])]


def ordered_boards(boards: Sequence[int], players: int, key: int, max_seatings: int = MAX_SEATINGS) -> Int:
    """Ordered choices of `players` different boards; `players` rows in a row are the rotations of one choice.

    Every choice, or a balanced sample where there are more than `max_seatings` up to rotation.
    """
    return cyclic_rotations(np.asarray(boards, dtype=np.int64)[seatings(len(boards), players, key, max_seatings)])


def board_layouts(sides: Sequence[int], plain: int, players: int, *, single: bool) -> list[int]:
    """Boards to deal to the seats, at least one each.

    Where there are fewer B sides than seats, `plain` fills up if they exist once (`single`), else they come again.
    """
    if single or not sides:
        return [*sides, *[plain] * (players - len(sides))]
    return list(sides) * -(-players // len(sides))


def seatings(n_strategies: int, players: int, key: int, max_seatings: int = MAX_SEATINGS, *, tries: int = 1) -> Int:
    """Seatings up to rotation, balanced over opponents and neighbours.

    At least as many strategies as seats: every choice in every circular order, or, where that is more than
    `max_seatings`, windows of random circles, in which each strategy takes each position equally often; each circle is
    that one of so many `tries` in which those meet who have met least. Fewer: every assignment but those with one
    strategy only.
    """
    if n_strategies == 1:
        return np.zeros((1, players), dtype=np.int64)
    if n_strategies < players:
        rows = [row for row in itertools.product(range(n_strategies), repeat=players) if len(set(row)) > 1]
    elif math.comb(n_strategies, players) * math.factorial(players - 1) <= max_seatings:
        rows = [
            (subset[0], *rest)
            for subset in itertools.combinations(range(n_strategies), players)
            for rest in itertools.permutations(subset[1:])
        ]
    else:
        window = (np.arange(n_strategies)[:, None] + np.arange(players)[None, :]) % n_strategies
        return np.vstack(
            [circle[window] for circle in _circles(window, key + 1, max(1, max_seatings // n_strategies), tries)]
        )
    table = np.array(rows, dtype=np.int64)
    return table[shuffled_numbers(len(table), key)]


def _circles(window: Int, key: int, count: int, tries: int) -> list[Int]:
    """So many orders of all strategies around a circle, of which each row of `window` seats some places."""
    n = len(window)
    sits = (window[:, :, None] == np.arange(n)).any(axis=1).astype(np.int64)
    shared_windows = sits.T @ sits  # windows in which two places sit together
    meeting_counts = np.zeros((n, n), dtype=np.int64)
    circles = []
    for number in range(count):
        candidates = [shuffled_numbers(n, key + number * tries + attempt) for attempt in range(tries)]
        meetings = [shared_windows[np.ix_(place, place)] for place in map(np.argsort, candidates)]
        best = min(range(tries), key=lambda attempt: int((meeting_counts * meetings[attempt]).sum()))
        meeting_counts += meetings[best]
        circles.append(candidates[best])
    return circles


def mirrored_lineups(
    strategies: Sequence[int], n_strategies: int, plain: int, laid: Sequence[int], players: int, key: int
) -> Lineups:
    """One of these strategies in all seats: [order of boards, strategy, pattern]; a set bit turns the seat's board to
    B.

    laid: the boards to deal, see board_layouts(). Orders are as many as can be numbered for all n_strategies beside as
    large a table of crossed line-ups.
    """
    max_orders = MAX_SEATINGS
    pattern = (np.arange(2**players)[:, None] >> np.arange(players)[None, :]) & 1
    while True:
        orders = ordered_boards(laid, players, key, max_orders)
        board = np.where(pattern[None, :, :] == 1, orders[:, None, :], plain)
        distinct = len(np.unique(board.reshape(-1, players), axis=0))
        if max_orders < len(laid) or n_strategies * distinct <= MAX_LINEUPS // 2:
            break
        max_orders = max_orders * 3 // 4
    shape = (len(orders), len(strategies), 2**players, players)
    policy = np.broadcast_to(np.asarray(strategies)[None, :, None, None], shape)
    return Lineups.of(policy.reshape(-1, players), np.broadcast_to(board[:, None, :, :], shape).reshape(-1, players))


def crossed_lineups(n_strategies: int, plain: int, laid: Sequence[int], players: int, key: int) -> Lineups:
    """A strategy and a board side for every seat; each position meets every strategy with every side equally often.

    laid: the boards to deal, see board_layouts(). Rows are followed by their rotations; each board is turned to A or B.
    """
    max_rows = 3 * MAX_LINEUPS // (8 * players)  # half are for mirrored line-ups, an eighth for others
    orders = ordered_boards(laid, players, key, min(MAX_SEATINGS, max_rows // players))
    cells = 2 * n_strategies
    n = min(math.lcm(len(orders), len(laid) * cells) * CROSS_BLOCKS, max_rows // len(orders) * len(orders))
    order = orders[np.arange(n) % len(orders)][shuffled_numbers(n, key + 1)]
    policy, board = np.empty_like(order), np.empty_like(order)
    for position, side in itertools.product(range(players), dict.fromkeys(laid)):
        rows = np.flatnonzero(order[:, position] == side)
        cell = (np.arange(len(rows)) % cells)[shuffled_numbers(len(rows), key + 2 + position * 64 + side)]
        policy[rows, position] = cell // 2
        board[rows, position] = np.where(cell % 2 == 1, side, plain)
    return Lineups.of(cyclic_rotations(policy), cyclic_rotations(board))
