"""Every game that can be loaded, for every number of players and with its options."""

from collections.abc import Callable, Iterator

import pytest

from cext.games.contract import dealt, walk
from cext.kernel.game import Game, Position
from tests.contract.trial import broken
from tests.contract.walks import CASES, Case


def playable(case: Case) -> Case:
    """The case; a game that cannot be played to its end fails one test, and all others are left out."""
    if broken(case.name):
        pytest.skip(f"{case.name} cannot be played to its end: test_rules.py tells why")
    return case


@pytest.fixture(scope="package", params=CASES, ids=str)
def game(request: pytest.FixtureRequest) -> Game:
    return playable(request.param).load()


@pytest.fixture(scope="session")
def walker() -> Callable[[Game, int], Iterator[tuple[Position, int]]]:
    """walker(game, number): see walk()."""
    return walk


@pytest.fixture(scope="session")
def dealer() -> Callable[[Game, int], Position]:
    """dealer(game, number): see dealt()."""
    return dealt


@pytest.fixture(scope="session")
def games_named() -> Callable[[str], Iterator[Game]]:
    """games_named(name): every case of one game, loaded one by one."""
    return lambda name: (playable(case).load() for case in CASES if case.name == name)
