"""How fast games are played, and a signature that every functional change moves: python -m tests.bench [GAME]."""

import argparse
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from cext.games import GAMES, OptionError, load_game
from cext.kernel.match import Played, play_games
from cext.kernel.policy import Policy, RandomPolicy, WeightedPolicy

SEED = 20_140_101
REPEATS = 5
RANDOM_GAMES = 8000
SLOWER = 8  # weighted games are so many times fewer than random ones
TEMPERATURE = 500


@dataclass(frozen=True)
class Timing:
    """Medians over the repeats; `overhead` is the median of recorded time over silent time, pair by pair."""

    games: int
    decisions: int
    options: int
    seconds: float
    overhead: float
    signature: int

    def line(self, players: int, name: str) -> str:
        """One row of the table."""
        ns = 1e9 * self.seconds
        return (
            f"{players:>7}  {name:<9}{self.games / self.seconds:>10,.0f}{self.decisions / self.seconds / 1e6:>12.2f}"
            f"{ns / self.decisions:>13.1f}{ns / self.options:>11.1f}{self.decisions / self.games:>14.1f}"
            f"{self.options / self.decisions:>13.1f}{100 * (self.overhead - 1):>11.1f} %  {self.signature:08x}"
        )


HEADER = (
    "players  play        games/s  M decisions/s  ns/decision  ns/option  decisions/game  options/dec.  recording"
    "  signature"
)


def weights(game: Any) -> np.ndarray:
    """Fixed weights of either sign without any meaning, -600 to 1,400 thousandths of a point."""
    number = np.arange(game.n_weight_sets)[:, None] * 31 + np.arange(len(game.feature_docs)) * 74
    return number % 201 * 10 - 600


def schedule(game: Any, n: int) -> dict[str, Any]:
    """n deals, each played once; each seat has the board of its number, a whole table the first."""
    own = game.boards and not game.table_boards
    boards = np.arange(game.players) % len(game.boards) if own else np.full(game.players, -1)
    numbers = np.arange(n)
    shape = (n, game.players)
    return {"games": numbers, "deals": numbers, "policy": np.zeros(shape, int), "board": np.broadcast_to(boards, shape)}


def signature(played: Played) -> int:
    """A checksum of every column of every game and seat."""
    check = 0
    for columns in (played.games, played.seats):
        for name in sorted(columns):
            check = zlib.crc32(name.encode() + np.ascontiguousarray(columns[name], dtype="<i8").tobytes(), check)
    return check


def timed(game: Any, policy: Policy, n: int) -> Timing:
    """Play the same n games REPEATS times without and with recording, in turn."""
    rows = schedule(game, n)
    seconds: dict[int, list[float]] = {0: [], 1: []}
    for _ in range(REPEATS):
        for record, times in seconds.items():
            begin = time.thread_time()
            played = play_games(game, [policy], seed=SEED, **rows, record=np.full(n, record))
            times.append(time.thread_time() - begin)
    return Timing(
        games=n,
        decisions=int(played.games["decisions"].sum(dtype=np.int64)),
        options=int(played.games["options"].sum(dtype=np.int64)),
        seconds=median(seconds[0]),
        overhead=median(recorded / silent for silent, recorded in zip(seconds[0], seconds[1], strict=True)),
        signature=signature(played),
    )


def tables(name: str, wanted: list[int]) -> Iterator[Any]:
    """The game for each number of players that was asked for and that it has."""
    for players in wanted or range(1, 7):
        try:
            yield load_game(name, players=players)
        except OptionError:
            if wanted:
                raise


def main() -> None:
    """Print the table and the signature of the game."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("game", nargs="?", default="zhanguo", choices=GAMES)
    parser.add_argument("--players", type=int, action="append", default=[], help="number of players (repeatable; all)")
    parser.add_argument("--games", type=int, default=RANDOM_GAMES, help=f"random games; 1/{SLOWER} as many weighted")
    arguments = parser.parse_args()
    check = 0
    print(f"{arguments.game}: medians of {REPEATS}, processor time on one core\n\n{HEADER}")
    for game in tables(arguments.game, arguments.players):
        weighted = WeightedPolicy(game, weights(game), TEMPERATURE)
        for name, policy, n in (
            ("random", RandomPolicy(), arguments.games),
            ("weighted", weighted, max(1, arguments.games // SLOWER)),
        ):
            timing = timed(game, policy, n)
            print(timing.line(game.players, name), flush=True)
            check = zlib.crc32(timing.signature.to_bytes(4, "little"), check)
    print(f"\nsignature {check}")


if __name__ == "__main__":
    main()
