"""A game of one's own: whether its rules keep the contract in random games, and what such games are like; and compiled,
whether it plays the same rows, and how much sooner."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from analyser.errors import NO_SPACE, DataError, Interrupted
from analyser.experiments.loading import load_each
from cext.games.contract import BrokenRules, check_random_game, dealt, fitting
from cext.games.rules_loader import line_of
from cext.games.translation.comparison import play_rows, watched
from cext.messages import count_noun
from cext.user_code import ProgramError, bounded
from reports.facts import FactsError, parse_facts

__all__ = ["Compilation", "GameProfile", "Reasons", "check_plans", "check_rules", "compile_game", "untranslated_rules"]

SECONDS = 13  # for all numbers of players: half for the contract, half for games that are counted
MOST_GAMES = 40  # of each number of players of which every position is looked at
MOST_COUNTED = 10_000  # of which it is counted what happens
BATCH = 100  # games that are played in one go, at most: few of a game that is slow
HANG = 10  # seconds after which one game is thought to hang
MIXED_SECONDS = 3  # for games of different plans, with all numbers of players


@dataclass(frozen=True)
class GameProfile:
    """What random games of so many players are like; shares in percent, mean values."""

    players: int
    checked: int  # games of which every position was looked at
    games: int
    decisions: float
    options: float  # legal moves of a decision that is none's only one
    forced: float  # share of moves that are the only legal one
    score: float
    margin: float  # points of the winner ahead of the second
    wins: tuple[float, ...]  # by seat
    ties: float  # share of games won together
    unseen: tuple[str, ...]  # kinds, classes and features that never occurred


def check_rules(name: str) -> Iterator[GameProfile]:
    """What games are like with each number of players; DataError in one line for rules that break the contract."""
    games = load_each(name)
    for game in games.values():
        with in_one_line(game):
            yield _profile(game, SECONDS / len(games))


def check_plans(name: str, tell: Callable[[str], None] = lambda words: None) -> tuple[str, ...]:
    """The plans of a game, after each has ended a game in all seats with every number of players, and, while there is
    time, games with the other plans. DataError names plans whose game does not end. tell: shows what is played."""
    from analyser.experiments.loading import default_strategies
    from strategies import load_strategy

    plans = default_strategies(name)
    by_game = [(game, [load_strategy(plan, game) for plan in plans]) for game in load_each(name).values()]
    for game, players in by_game:
        for plan, policy in zip(plans, players, strict=True):
            tell(f"Playing the plan {plan} in every seat, with {count_noun(game.players, 'player')}…")
            with _naming(game, f"the plan {plan} plays in every seat, with {count_noun(game.players, 'player')}"):
                _play(game, 0, [policy])
    tables = [(game, players, first) for first in range(len(plans)) for game, players in by_game]
    end = monotonic() + MIXED_SECONDS
    for game, players, first in tables if len(plans) > 1 else []:
        if game.players == 1 or monotonic() > end:
            continue
        seats = ", ".join(plans[(first + seat) % len(plans)] for seat in range(game.players))
        tell(f"Playing the plans {seats} at one table…")
        with _naming(game, f"the plans {seats} play, in this order, with {game.players} players"):
            _play(game, first, players)
    return plans


@contextmanager
def _naming(game: Any, who: str) -> Iterator[None]:
    """A game that does not end as a DataError that says who plays it."""
    try:
        with bounded(game.name if game.is_program else None, HANG):
            yield
    except (ProgramError, RuntimeError) as error:
        raise DataError(f"{error} (where {who})") from error


@contextmanager
def in_one_line(game: Any) -> Iterator[None]:
    """What is wrong with the rules as a DataError that names file and line."""
    try:
        yield
    except BrokenRules as error:
        raise DataError(_located(game, error.method, f"{error.method}(): {error}")) from error
    except FactsError as error:
        reason = str(error).partition(": facts: ")[2].partition(": ")[2]  # behind the game and the place in its facts
        raise DataError(_located(game, reason.partition("'")[2].partition("'")[0], reason)) from error
    except (ProgramError, RuntimeError) as error:
        raise DataError(str(error)) from error


def _located(game: Any, name: str, reason: str) -> str:
    """The reason, with the line of a game's file that declares the name."""
    where = f", line {line_of(Path(game.name), name)}" if game.is_program else ""
    return f"{game.name}{where}: {reason}"


def _profile(game: Any, seconds: float) -> GameProfile:
    """Look at every position of some games, then count what happens in many."""
    start, checked = monotonic(), 0
    parse_facts(game.facts())
    unseen = {f"move {kind}" for kind in game.kinds} | {f"class {letter}" for letter, _ in game.classes if letter}
    unseen |= {f"feature {doc[0]}" for doc in game.feature_docs}
    movers: set[int | None] = set()
    for number in range(MOST_GAMES):
        if checked and monotonic() - start > seconds / 2:
            break
        with bounded(game.name if game.is_program else None, HANG):
            dealt(game, number).playout(number)  # sooner than the walk says that it goes on for ever
            positions = check_random_game(game, number)
            for position in positions[:-1]:
                movers.add(position.to_move)
                unseen -= _occurring(game, position) if unseen else set()
        checked += 1
    if game.players > 1 and movers == {0}:
        raise BrokenRules("seat 0 alone ever decides: call table.end_turn() when its turn is over")
    rows, n_games = list[Any](), 0
    while not rows or (monotonic() - start < seconds and n_games < MOST_COUNTED):
        n = min(BATCH, max(1, n_games // 2))
        with bounded(game.name if game.is_program else None, HANG):
            rows.append(_play(game, n_games, n=n))
        n_games += n
    columns = {name: np.concatenate([batch.games[name] for batch in rows]) for name in rows[0].games}
    share = np.concatenate([batch.seats["win_share60"].reshape(-1, game.seats) for batch in rows])[:, : game.players]
    score = np.concatenate([batch.seats["score"] for batch in rows])
    free = columns["n_decisions"].sum()
    return GameProfile(
        players=game.players,
        checked=checked,
        games=len(share),
        decisions=float((columns["n_decisions"] + columns["n_forced"].astype(int)).mean()),
        options=float(columns["n_legal_moves"].sum() / max(free, 1)),
        forced=float(100 * columns["n_forced"].sum() / max(free + columns["n_forced"].sum(), 1)),
        score=float(score.mean()),
        margin=float(columns["winning_margin"].mean()),
        wins=tuple((share.mean(axis=0) / 0.6).tolist()),
        ties=float(100 * (columns["winners"] > 1).mean()),
        unseen=tuple(sorted(unseen)),
    )


def _occurring(game: Any, position: Any) -> set[str]:
    """Kinds, classes and features of the moves of a position."""
    names = set()
    for move in position.moves():
        names |= {f"move {game.kinds[move & 255]}", f"class {game.classes[position.move_class(move)][0]}"}
        values = position.features(move)
        names |= {f"feature {doc[0]}" for doc, value in zip(game.feature_docs, values, strict=True) if value}
    return names


def _play(game: Any, first: int, policies: Sequence[Any] = (), *, n: int = 1) -> Any:
    """Games from that number on, of the policies in turn (none: at random), from game to game another in the first
    seat, on boards at random."""
    from cext.kernel.match import play_games
    from cext.kernel.policy import RandomPolicy

    games, chance = np.arange(first, first + n), np.random.default_rng(first)
    board = np.full((n, game.players), -1)
    if game.boards:
        rows = [fitting(game, chance.choice(game.boards, game.players).tolist()) for _ in games]
        board = np.array([[game.boards.index(name) for name in row] for row in rows])
    policies = list(policies) or [RandomPolicy()]
    numbers = (games[:, None] + np.arange(game.players)) % len(policies)
    return play_games(game, policies, seed=1, games=games, deals=games, policy=numbers, board=board)


TIMED_SECONDS = 0.1
DIFFERS = "compiled, it plays otherwise than Python: please report it"


Reasons = Mapping[str, Sequence[tuple[int, str]]]  # method -> lines, and why it stays Python there


@dataclass(frozen=True)
class Compilation:
    """What became of a game: its numbers of players, how many games of each were compared with Python, methods that are
    compiled, those that stay Python with lines and reasons, and how many times as fast it plays."""

    players: tuple[int, ...]
    n_compared: tuple[int, ...]
    compiled: tuple[str, ...]
    python: Reasons
    speed: float


def untranslated_rules(path: Path) -> Reasons:
    """Which methods of a game in a Python file stay Python when it is compiled, and why, with any number of players.
    Nothing is played for that."""
    from cext.games.python_game import PythonGame
    from cext.games.translation.unit import Unit

    counts = load_each(str(path)) if path.suffix == ".py" else ()
    return _join_reasons(Unit(path, PythonGame(path, players=players)) for players in counts)


def _join_reasons(units: Iterable[Any]) -> Reasons:
    """The reasons of the programs for several numbers of players."""
    reasons: dict[str, dict[tuple[int, str], None]] = {}
    for unit in units:
        for method, lines in unit.untranslated.items():
            reasons.setdefault(method, {}).update(dict.fromkeys(lines))
    return {method: tuple(lines) for method, lines in reasons.items()}


def compile_game(path: Path, tell: Callable[[str], None] = lambda words: None) -> Compilation:
    """Compile a game for all its numbers of players, and compare it with Python; DataError where it stays Python.
    tell: is told how far it is. Raises Interrupted where it is stopped."""
    from cext.games import load_game
    from cext.games.program_cache import CannotCompile, remove_programs
    from cext.games.python_game import PythonGame
    from cext.games.translation import compile_rules, loading_error

    counts, ratios = tuple(load_each(str(path))), []
    differing: set[str] = set()
    if path.suffix == ".pyx":
        return Compilation(counts, (), (), {}, 1)
    n_compared = dict.fromkeys(counts, 0)
    try:
        units = [compile_rules(path, PythonGame(path, players=players)) for players in counts]
        for players, unit in zip(counts, units, strict=True):

            def note(games: int, players: int = players) -> None:
                n_compared[players] = games
                tell(f"Compared with Python: {count_noun(games, 'game')} with {count_noun(players, 'player')}…")

            with watched(note):
                compiled: Any = load_game(str(path), players=players)
            if error := loading_error(path):
                raise CannotCompile(error)
            differing |= {*unit.translated} - {*compiled.compiled}
            ratios.append(_ratio(PythonGame(path, players=players), compiled))
    except CannotCompile as error:
        if isinstance(error.__cause__, OSError) and error.__cause__.errno in NO_SPACE:
            raise error.__cause__ from error
        raise DataError(f"{path} stays Python: {error}") from error
    except BaseException as error:
        remove_programs(path)
        if isinstance(error, KeyboardInterrupt):
            stopped = f"stopped before all was compared with Python: nothing is kept, {path} is played as Python"
            raise Interrupted(stopped) from None
        raise
    python = {**_join_reasons(units), **{name: ((line_of(path, name), DIFFERS),) for name in differing}}
    methods = tuple(name for name in units[0].translated if name not in python)
    return Compilation(counts, tuple(n_compared.values()), methods, python, min(ratios))


def _ratio(python: Any, compiled: Any) -> float:
    """How many times as many games a second."""
    pace = []
    for game in (python, compiled):
        n = 1
        while True:
            start = monotonic()
            play_rows(game, n)
            seconds = monotonic() - start
            if seconds > TIMED_SECONDS or n > 10**6:
                break
            n *= 4
        pace.append(n / seconds)
    return pace[1] / pace[0]
