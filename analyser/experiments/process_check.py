"""Whether a game repeats itself: the same games in two new processes, which have nothing in common by chance."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import numpy as np

from analyser.errors import AnalyserError, DataError
from analyser.experiments.loading import load_each
from cext.games.contract import fitting
from cext.messages import count_noun
from cext.user_code import ProgramError

__all__ = ["check_processes", "write_games"]

GAMES = 20  # of each number of players
SECONDS = 3  # in which a process plays as many of them as it can
WAIT = 15  # seconds after which a process is thought to hang
HASH_SEEDS = ("1", "2")
ADVICE = "draw from rng or table.rng, and use nothing that differs between processes (random, time, addresses, files)"

Columns = Mapping[str, Any]
PlayedGame = Mapping[str, Columns]  # table -> its columns


def check_processes(name: str) -> None:
    """Play some games in two processes; DataError in one line where they differ."""
    with TemporaryDirectory() as folder:
        files = [Path(folder) / seed for seed in HASH_SEEDS]
        processes = [_start(name, file) for file in files]
        try:
            for process in processes:
                process.wait(WAIT)
        except subprocess.TimeoutExpired as error:
            raise DataError(f"{name}: another process does not play it within {WAIT} seconds") from error
        finally:
            for process in processes:
                process.kill()
                process.wait()
        first, second = (_read(name, file) for file in files)
    for players, games in first.items():
        for number, pair in enumerate(zip(games, second[players], strict=False)):
            if difference := next(_differences(*pair), ""):
                game = f"game {number} with {count_noun(players, 'player')}"
                raise DataError(f"{name}: two processes play {game} differently: {difference}: {ADVICE}")


def _start(name: str, file: Path) -> subprocess.Popen[bytes]:
    """A process that plays games and writes them to a file, whose name is its hash seed."""
    program = f"from {__name__} import write_games; import sys; write_games(*sys.argv[1:])"
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program, name, str(file)],
        env={**os.environ, "PYTHONHASHSEED": file.name, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def write_games(name: str, file: str) -> None:
    """Write some games of each number of players, or what is wrong with them, to a file."""
    result: dict[int, list[PlayedGame]] | str
    try:
        loaded = load_each(name)
        result = {players: list(_play(game, SECONDS / len(loaded))) for players, game in loaded.items()}
    except (AnalyserError, ProgramError) as error:
        result = str(error)
    Path(file).write_bytes(pickle.dumps(result))


def _read(name: str, file: Path) -> dict[int, list[PlayedGame]]:
    if not file.is_file():
        raise DataError(f"{name}: another process ends while it plays the game: {ADVICE}")
    result = pickle.loads(file.read_bytes())
    if isinstance(result, str):
        raise DataError(f"in another process: {result}")
    games: dict[int, list[PlayedGame]] = result
    return games


def _play(game: Any, seconds: float) -> Iterator[PlayedGame]:
    """Games of players at random, and of a plan of random weights where the game has features, in turn."""
    from cext.kernel.match import play_games
    from cext.kernel.policy import Policy, RandomPolicy, WeightedPolicy

    end, chance = monotonic() + seconds, np.random.default_rng(1)
    policies: list[Policy] = [RandomPolicy()]
    if game.feature_docs:
        weights = chance.integers(-600, 1400, (game.n_weight_sets, len(game.feature_docs)))
        policies.append(WeightedPolicy(game, weights, 500))
    for number in range(GAMES):
        if number and monotonic() > end:
            return
        boards = [-1] * game.players
        if game.boards:
            names = fitting(game, chance.choice(game.boards, game.players).tolist())
            boards = [game.boards.index(board) for board in names]
        games, policy = np.array([number]), np.full((1, game.players), number % len(policies))
        results = play_games(
            game, policies, seed=1, games=games, deals=games, policy=policy, board=np.array([boards]),
            record=np.ones(1, bool),
        )  # fmt: skip
        yield {table: getattr(results, table) for table in ("decisions", "games", "seats")}


def _differences(first: PlayedGame, second: PlayedGame) -> Iterator[str]:
    """Where two games differ: the first decision, then columns of the whole game and of its seats."""
    columns, others = first["decisions"], second["decisions"]
    for row in range(min(len(columns["ply"]), len(others["ply"]))):
        for name, column in columns.items():
            if not np.array_equal(column[row], others[name][row], equal_nan=column.dtype.kind == "f"):
                values = f"{column[row]} in one, {others[name][row]} in the other"
                yield f"decision {columns['ply'][row]}, {name} is {values}"
    for table in ("games", "seats"):
        for name, column in first[table].items():
            if not np.array_equal(column, second[table][name]):
                values = f"{column.tolist()} in one, {second[table][name].tolist()} in the other"
                yield f"{table}, {name} is {values}"
