"""How fast games in one Python file are, as Python and compiled: python -m tests.bench own [FILE ...].

Without FILE the five small games of tests/bench/games, and those of examples/games. The game's plans sit in its seats
in turn (where it has none, all move at random). Both ways play in turn; the ratio is of the two times of a pair.
"""

import argparse
import os
import re
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cext.games import load_game
from cext.games.python_game import PythonGame
from cext.games.translation import ENTRIES, compile_rules
from cext.kernel.match import play_games
from cext.kernel.policy import Policy, RandomPolicy
from strategies import list_strategies, load_strategy
from tests.bench.bench import SEED

__all__ = ["FILES", "OWN", "main"]

GAMES = Path(__file__).parent / "games"
OWN = tuple(sorted(GAMES.glob("*.py")))
EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
FILES = (*OWN, *sorted(EXAMPLES.glob("*.py")), EXAMPLES / "market" / "market.py")
FLOOR = 20  # times as fast: what compiled games of OWN are to reach
PAIRS = 9
SECONDS = 0.2  # at least, of either way in a pair
HEADER = (
    "game              moves  Python games/s  compiled games/s  times as fast (quartiles)    by before_weigh()"
    "  stays Python"
)


def policies_of(game: Any, file: Path) -> list[Policy]:
    """The plans of a game."""
    plans = [info.name for info in list_strategies(str(file)) if info.kind == "weighted"]
    return [load_strategy(plan, game) for plan in plans] or [RandomPolicy()]


def seconds_of(game: Any, policies: Sequence[Policy], n: int) -> tuple[float, float]:
    """Processor time of n games, and the legal moves of a decision with several."""
    games, seats = np.arange(n), np.arange(game.players)
    policy = (games[:, None] + seats) % len(policies)
    own = game.boards and not game.table_boards
    board = np.broadcast_to(seats % len(game.boards) if own else np.full(game.players, -1), policy.shape)
    begin = time.thread_time()
    played = play_games(game, policies, seed=SEED, games=games, deals=games, policy=policy, board=board)
    seconds = time.thread_time() - begin
    return seconds, played.games["n_legal_moves"].sum() / max(1, played.games["n_decisions"].sum())


def games_in(game: Any, policies: Sequence[Policy]) -> int:
    """How many games take SECONDS."""
    n = 8
    while (seconds := seconds_of(game, policies, n)[0]) < SECONDS:
        n = int(n * min(10, 1.2 * SECONDS / max(seconds, 1e-6))) + 1
    return n


def pace(games: Sequence[tuple[Any, list[Policy]]]) -> np.ndarray:
    """Games a second of each, played in turn: an array of PAIRS rows."""
    n = [games_in(game, policies) for game, policies in games]
    return np.array(
        [[n[i] / seconds_of(*games[i], n[i])[0] for i in range(len(games))] for _ in range(PAIRS)]
    )  # fmt: skip


def without_hook(file: Path, folder: Path) -> Path | None:
    """A copy of a game whose weigh() works out for each move what before_weigh() gives; None: it has no such method."""
    text = file.read_text(encoding="utf-8")
    if "def before_weigh(" not in text:
        return None
    for data in (*file.parent.glob("*.csv"), *file.parent.glob("*.toml")):
        shutil.copy(data, folder)
    copy = folder / file.name
    text = text.replace("def before_weigh(", "def worked_out(")
    head = r"def weigh\(self, table, seat, move, (\w+)\):\n"
    each = r"def weigh(self, table, seat, move):\n        \1 = self.worked_out(table, seat)\n"
    copy.write_text(re.sub(head, each, text), encoding="utf-8")
    return copy


def line_of(file: Path, folder: Path) -> str:
    """A row of the table."""
    players = next(n for n in range(1, 7) if n in allowed(file))
    python = PythonGame(file, players=players)
    compile_rules(file, python)
    compiled: Any = load_game(str(file), players=players)
    games: list[tuple[Any, list[Policy]]] = [(game, policies_of(game, file)) for game in (python, compiled)]
    if copy := without_hook(file, folder):
        game = PythonGame(copy, players=players)
        games.append((game, policies_of(game, copy)))
    paces = pace(games)
    first, second = np.median(paces[:, :2], axis=0)
    low, ratio, high = np.quantile(paces[:, 1] / paces[:, 0], (0.25, 0.5, 0.75))
    hook = f"{np.median(paces[:, 0] / paces[:, 2]):.1f} times" if copy else ""
    methods = [name for name in ENTRIES if name in vars(type(python.rules))]
    left = ", ".join(name for name in methods if name not in compiled.compiled) or "-"
    flag = f"  below {FLOOR}" if file in OWN and ratio < FLOOR else ""
    return (
        f"{file.stem:<16}{seconds_of(*games[1], 50)[1]:>7.1f}{first:>16,.0f}{second:>18,.0f}"
        f"{f'{ratio:.1f} ({low:.1f} to {high:.1f})':>27}{hook:>21}  {left}{flag}"
    )


def allowed(file: Path) -> Sequence[int]:
    """For how many players a game is."""
    from cext.games.rules_loader import load_rules

    players = load_rules(file).players
    return (players,) if isinstance(players, int) else players


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench own", description=__doc__)
    parser.add_argument("file", nargs="*", type=Path, default=FILES)
    files = parser.parse_args(arguments).file
    print(f"medians of {PAIRS} pairs, processor time, the plans of each game; by before_weigh(): of Python\n")
    print(HEADER)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        for file in files:
            print(line_of(file, Path(folder)), flush=True)
