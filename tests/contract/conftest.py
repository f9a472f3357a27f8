"""Every game of the registry, for every number of players and with its options: what the contract is tested on."""

import random
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cext.games import GAMES, NotBuilt, OptionError, load_game
from cext.kernel.game import Game, Position

MOST_PLAYERS = 6
MOST_DECISIONS = 50_000  # of any game
UNBUILT: dict[str, str] = {}  # games left out, and why: test_facts.py tells
GAME_TESTS = Path(__file__).parent.parent / "games"


@dataclass(frozen=True)
class Case:
    """One game as it can be loaded."""

    name: str
    players: int
    options: tuple[tuple[str, Any], ...]

    def load(self) -> Game:
        return load_game(self.name, players=self.players, **dict(self.options))

    def __str__(self) -> str:
        switched = "".join(f"-{name}" for name, _ in self.options)
        return f"{self.name}-{self.players}{switched}"


def cases() -> Iterator[Case]:
    """Each number of players; then what tests/games/<game>/contract.toml lists, as tables [[case]] of options."""
    for name in GAMES:
        for players in range(1, MOST_PLAYERS + 1):
            try:
                load_game(name, players=players)
            except OptionError:
                continue
            except NotBuilt as error:
                UNBUILT[name] = str(error)
                break
            yield Case(name, players, ())
        listed = GAME_TESTS / name / "contract.toml"
        if listed.exists() and name not in UNBUILT:
            for case in tomllib.loads(listed.read_text(encoding="utf-8"))["case"]:
                yield Case(name, case.pop("players"), tuple(case.items()))


CASES = tuple(cases())


@pytest.fixture(scope="package", params=CASES, ids=str)
def game(request: pytest.FixtureRequest) -> Game:
    case: Case = request.param
    return case.load()


def dealt(game: Game, number: int) -> Position:
    """A deal with random boards, where the game has boards."""
    chance = random.Random(number)
    boards = [chance.choice(game.boards) for _ in range(game.players)] if game.boards else None
    return game.deal(seed=99, deal=number, boards=fitting(game, boards))


def fitting(game: Game, boards: Any) -> Any:
    """The boards, if the game has any: the first one for all where a board is the table's, and board 0 in place of a
    second copy of what exists once."""
    if boards and game.table_boards:
        return boards[:1] * game.players
    if boards and game.single_boards:
        return [board if board not in boards[:seat] else game.boards[0] for seat, board in enumerate(boards)]
    return boards


def walk(game: Game, number: int) -> Iterator[tuple[Position, int]]:
    """Each decision of a random game with the move that is made next; then the finished position with -1."""
    chance = random.Random(1000 + number)
    position = dealt(game, number)
    for _ in range(MOST_DECISIONS):
        if position.to_move is None:
            yield position, -1
            return
        move = chance.choice(position.moves())
        yield position, move
        position.apply(move)
    pytest.fail(
        f"{game.name}: deal {number} goes on after {MOST_DECISIONS:,} decisions: let apply() end turns and the game, "
        "so that to_move() becomes -1",
        pytrace=False,
    )


@pytest.fixture(scope="session")
def walker() -> Callable[[Game, int], Iterator[tuple[Position, int]]]:
    """walker(game, number): see walk()."""
    return walk


@pytest.fixture(scope="session")
def dealer() -> Callable[[Game, int], Position]:
    """dealer(game, number): see dealt()."""
    return dealt


@pytest.fixture(scope="session")
def all_cases() -> tuple[Case, ...]:
    """Everything the fixture `game` goes through, not yet loaded."""
    return CASES
