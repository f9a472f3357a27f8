"""A game in one Python file compiled, and compared with the same game as Python: the same rows, how much sooner."""

from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from analyser.errors import DataError

__all__ = ["Compilation", "compile_game"]

COMPARED_GAMES = 300
TIMED_SECONDS = 0.5


@dataclass(frozen=True)
class Compilation:
    """What became of a game: its numbers of players, methods that are compiled, those that stay Python with line and
    reason, and how many times as fast it plays."""

    players: tuple[int, ...]
    compiled: tuple[str, ...]
    python: dict[str, tuple[int, str]]
    speed: float


def compile_game(path: Path) -> Compilation:
    """Compile a game for all its numbers of players; DataError where that cannot be done, or where it would play
    otherwise than as Python."""
    from analyser.experiments.arena import load_each
    from cext.games import load_game
    from cext.games.python_game import PythonGame
    from cext.games.translation import NoCompiler, compile_rules, forget_program

    counts, ratios, unit = tuple(load_each(str(path))), [], None
    if path.suffix == ".pyx":
        return Compilation(counts, (), {}, 1)
    try:
        for players in counts:
            unit = compile_rules(path, PythonGame(path, players=players))
        for players in counts:
            games = PythonGame(path, players=players), load_game(str(path), players=players)
            difference = _difference(*(_rows(game, COMPARED_GAMES, record=True) for game in games))
            if difference:
                raise DataError(
                    f"{path}: compiled it plays otherwise than as Python, in {difference} with {players} players: it "
                    "stays Python; please report it"
                )
            ratios.append(_ratio(*games))
    except NoCompiler as error:
        raise DataError(f"{path} stays Python: {error}") from error
    except BaseException:
        forget_program(path)
        raise
    assert unit is not None
    return Compilation(counts, tuple(unit.translated), unit.untranslated, min(ratios))


def _rows(game: Any, n: int, *, record: bool = False) -> Any:
    """So many games at random and by a plan of random weights, in turn."""
    from cext.kernel.match import play_games
    from cext.kernel.policy import Policy, RandomPolicy, WeightedPolicy

    rng, k, games = np.random.default_rng(1), game.players, np.arange(n)
    boards = rng.integers(0, len(game.boards), (n, k)) if game.boards else np.full((n, k), -1)
    if game.table_boards:
        boards[:] = boards[:, :1]
    if game.single_boards:
        boards[:] = np.arange(k) % len(game.boards)
    policies: list[Policy] = [RandomPolicy()]
    if game.feature_docs:
        weights = rng.integers(-600, 1400, (game.n_weight_sets, len(game.feature_docs)))
        policies.insert(0, WeightedPolicy(game, weights, 500))
    policy = games[:, None] % len(policies) + np.zeros((1, k), dtype=int)
    return play_games(
        game, policies, seed=1, games=games, deals=games, policy=policy, board=boards, record=np.full(n, record)
    )


def _difference(first: Any, second: Any) -> str:
    """The first column that is not the same in two results; "": none."""
    for table in ("games", "seats", "decisions"):
        columns = getattr(second, table)
        for name, column in getattr(first, table).items():
            if not np.array_equal(column, columns[name], equal_nan=column.dtype.kind == "f"):
                return f"{table}.{name}"
    return ""


def _ratio(python: Any, compiled: Any) -> float:
    """How many times as many games a second."""
    pace = []
    for game in (python, compiled):
        n = COMPARED_GAMES
        while True:
            start = process_time()
            _rows(game, n)
            seconds = process_time() - start
            if seconds > TIMED_SECONDS / 5 or n > 10**6:
                break
            n *= 4
        pace.append(n / seconds)
    return pace[1] / pace[0]
