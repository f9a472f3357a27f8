"""Compiled rules compared with Python before they are played: the same games, under the same options, data and number
of players. A method that plays otherwise stays Python."""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from cext.user_code import ProgramError

__all__ = ["difference", "differing_methods", "methods_left", "play_rows", "watched"]

GAMES = 300  # compared at most
MIN_GAMES = 2  # one by a plan, one at random
SECONDS = 4.0  # for all beyond these
DEALS, DECISIONS = 3, 60  # of which hidden things are dealt anew

Make = Callable[[Sequence[str] | None], Any]  # the game with these methods compiled; None: as Python

_compared: set[Path] = set()  # what is compared now: its games are not compared themselves
_watchers: list[Callable[[int], None]] = []  # all are told how many games are compared


@contextmanager
def watched(tell: Callable[[int], None]) -> Iterator[None]:
    """Have `tell(games)` called in the block whenever more games of a program are compared, or were before."""
    _watchers.append(tell)
    try:
        yield
    finally:
        _watchers.remove(tell)


def _report_games(games: int) -> None:
    for tell in _watchers:
        tell(games)


def methods_left(program: Path, game: Any, make: Make) -> list[str]:
    """The methods of a compiled program that play otherwise than Python: worked out once for these options and data,
    and kept beside the program."""
    if program in _compared:
        return []
    state = re.sub(r" at 0x[0-9a-f]+", "", repr(sorted(vars(game.rules).items())))
    file = program.with_name(f"{program.stem}-{sha256(state.encode()).hexdigest()[:16]}.json")
    stored = _stored(file)
    if stored is None:
        _compared.add(program)
        try:
            stored = differing_methods(game.compiled, make)
        finally:
            _compared.remove(program)
        with suppress(OSError):  # where it cannot be stored, the next process compares again
            work = file.with_suffix(f".{os.getpid()}-{id(game)}")
            work.write_text(json.dumps(stored), encoding="utf-8")
            work.replace(file)
    left, games = stored
    _report_games(games)
    return [name for name in left if name in game.compiled]


def _stored(file: Path) -> tuple[list[str], int] | None:
    """The methods that a file lists, and of how many games; None where it is not there, or holds something else."""
    try:
        left, games = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError):
        return None
    is_list = isinstance(left, list) and all(isinstance(name, str) for name in left)
    return (left, games) if is_list and isinstance(games, int) else None


def differing_methods(methods: Sequence[str], make: Make) -> tuple[list[str], int]:
    """Those of the compiled methods that differ from Python alone, all where only some together do; and how many games
    were compared: as many as there is time for."""
    python, compiled = make(None), make(methods)
    begin, same = monotonic(), True
    deals: list[list[bytes]] = []
    while same and len(deals) < DEALS and (not deals or monotonic() - begin < SECONDS / 2):
        deals.append(_hidden(python, len(deals)))
        same = deals[-1] == _hidden(compiled, len(deals) - 1)
    batches, n = [], 0
    while same and n < GAMES and (n < MIN_GAMES or monotonic() - begin < SECONDS):
        step = min(max(1, n), GAMES - n)
        batches.append((n, step, _outcome(python, n, step)))
        same = _same(batches[-1][2], _outcome(compiled, n, step))
        n += step
        _report_games(n)

    def differs(name: str) -> bool:
        alone = make([name])
        if not all(_same(outcome, _outcome(alone, first, count)) for first, count, outcome in batches):
            return True
        return any(found != _hidden(alone, deal) for deal, found in enumerate(deals))

    return [] if same else [name for name in methods if differs(name)] or list(methods), n


def _outcome(game: Any, first: int, n: int) -> Any:
    """The rows of games, or what is wrong with them."""
    try:
        return play_rows(game, n, first=first, record=True)
    except ProgramError as error:
        return str(error)


def _same(one: Any, two: Any) -> bool:
    return one == two if isinstance(one, str) or isinstance(two, str) else not difference(one, two)


def _hidden(game: Any, deal: int) -> list[bytes]:
    """Positions after what a player does not know was dealt anew, and whether the players choose at the same time."""
    found = []
    try:
        position = game.deal(seed=1, deal=deal)
        for number in range(DECISIONS):
            moves = position.moves()
            if not moves:
                break
            found += [bytes(position.determinised(position.to_move, number)), bytes([position.decides_secretly()])]
            position.apply(moves[number % len(moves)])
    except ProgramError as error:
        found.append(str(error).encode())
    return found


def play_rows(game: Any, n: int, *, first: int = 0, record: bool = False) -> Any:
    """Games from number `first` on, at random and by a plan of random weights, in turn."""
    from cext.kernel.match import play_games
    from cext.kernel.policy import Policy, RandomPolicy, WeightedPolicy

    rng, k, games = np.random.default_rng(1 + first), game.players, np.arange(first, first + n)
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


def difference(first: Any, second: Any) -> str:
    """The first column that is not the same in two results; "": none."""
    for table in ("games", "seats", "decisions"):
        columns = getattr(second, table)
        for name, column in getattr(first, table).items():
            if not np.array_equal(column, columns[name], equal_nan=column.dtype.kind == "f"):
                return f"{table}.{name}"
    return ""
