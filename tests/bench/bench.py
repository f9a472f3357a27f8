"""How fast games are played and played out, and a signature that every functional change moves: python -m tests.bench
[GAME]."""

import argparse
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from cext.games import GAMES, OptionError, load_game
from cext.kernel.match import GameResults, play_games
from cext.kernel.policy import Policy, RandomPolicy, WeightedPolicy
from cext.kernel.search import FlatMonteCarlo
from strategies import list_strategies, load_strategy

SEED = 20_140_101
REPEATS = 5
PAIRS = 15  # of silent and recorded games: what recording costs is a few parts in a hundred, and machines vary by more
RANDOM_GAMES = 8000
SLOWER = 8  # weighted games are so many times fewer than random ones
TEMPERATURE = 500
PLAYED_FROM = 40  # positions playouts begin from: decisions of a plan's games, one after the other from begin to end
PLAYOUTS = 40  # by random moves from each; by a plan, SLOWER times fewer


@dataclass(frozen=True)
class Timing:
    """`seconds`: median of the silent times; `overhead`: quartiles of recorded over silent time, pair by pair."""

    games: int
    decisions: int
    options: int
    seconds: float
    overhead: tuple[float, float, float]
    signature: int

    def line(self, players: int, name: str) -> str:
        """One row of the table."""
        ns = 1e9 * self.seconds
        low, middle, high = (100 * (ratio - 1) for ratio in self.overhead)
        return (
            f"{players:>7}  {name:<9}{self.games / self.seconds:>10,.0f}{self.decisions / self.seconds / 1e6:>12.2f}"
            f"{ns / self.decisions:>13.1f}{ns / self.options:>11.1f}{self.decisions / self.games:>14.1f}"
            f"{self.options / self.decisions:>13.1f}{middle:>7.1f} % ({low:4.1f} to {high:4.1f})"
            f"  {self.signature:08x}"
        )


HEADER = (
    "players  play        games/s  M decisions/s  ns/decision  ns/option  decisions/game  options/dec."
    "  recording (quartiles)  signature"
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


def signature(played: GameResults) -> int:
    """A checksum of every column of every game and seat."""
    check = 0
    for columns in (played.games, played.seats):
        for name in sorted(columns):
            check = zlib.crc32(name.encode() + np.ascontiguousarray(columns[name], dtype="<i8").tobytes(), check)
    return check


def timed(game: Any, policy: Policy, n: int) -> Timing:
    """Play the same n games PAIRS times with and without recording, in turn, and every other pair in the other order;
    a pair before them fills the caches and is not counted. What was played last is let go of before, as between the
    batches of a run: the memory is there, and filling fresh one is not counted."""
    rows = schedule(game, n)
    seconds: dict[int, list[float]] = {0: [], 1: []}
    played: Any = None
    for pair in range(1 + PAIRS):
        for record in (pair % 2, 1 - pair % 2):
            played = None
            begin = time.thread_time()
            played = play_games(game, [policy], seed=SEED, **rows, record=np.full(n, record))
            seconds[record].append(time.thread_time() - begin)
    silent, recorded = np.array(seconds[0][1:]), np.array(seconds[1][1:])
    return Timing(
        games=n,
        decisions=int(played.games["n_decisions"].sum(dtype=np.int64)),
        options=int(played.games["n_legal_moves"].sum(dtype=np.int64)),
        seconds=float(np.median(silent)),
        overhead=tuple(np.quantile(recorded / silent, (0.25, 0.5, 0.75)).tolist()),
        signature=signature(played),
    )


def positions(game: Any, plan: Policy) -> list[Any]:
    """Decisions of games between players of a plan, evenly spread over the games."""
    found: list[Any] = []
    for deal in range(2):
        boards = schedule(game, 1)["board"][0].tolist()
        position, ply = game.deal(seed=SEED, deal=deal, boards=boards), 0
        while position.to_move is not None:
            found.append(position.copy())
            position.apply(plan.choice(position, seed=ply))
            ply += 1
    return found[:: max(1, len(found) // PLAYED_FROM)]


def playouts(game: Any) -> str:
    """A line: games played out a second from decisions of a game, by random moves and by the game's first full plan."""
    name = next(info.name for info in list_strategies(game.name) if info.kind == "weighted" and info.strength == "full")
    plan: Any = load_strategy(name, game)
    starts = positions(game, plan)
    told = []
    for who, n in ((None, PLAYOUTS), (plan, PLAYOUTS // SLOWER)):
        search = FlatMonteCarlo(game, 1, playout=who)
        times = []
        for _ in range(REPEATS):
            begin = time.thread_time()
            for start in starts:
                search.rewards(start, n)
            times.append(time.thread_time() - begin)
        told.append(f"{len(starts) * n / median(times):,.0f} a second by {'random moves' if who is None else name}")
    return f"{game.players:>7}  playouts  {', '.join(told)}"


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
    print(f"{arguments.game}: medians of {PAIRS}, of playouts {REPEATS}, processor time on one core\n\n{HEADER}")
    for game in tables(arguments.game, arguments.players):
        weighted = WeightedPolicy(game, weights(game), TEMPERATURE)
        for name, policy, n in (
            ("random", RandomPolicy(), arguments.games),
            ("weighted", weighted, max(1, arguments.games // SLOWER)),
        ):
            timing = timed(game, policy, n)
            print(timing.line(game.players, name), flush=True)
            check = zlib.crc32(timing.signature.to_bytes(4, "little"), check)
        print(playouts(game), flush=True)
    print(f"\nsignature {check}")


if __name__ == "__main__":
    main()
