"""The kernel against the model: legal moves, states and scores of random games, under every switch."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest

from cext.games import load_game
from cext.games.first_empire import engine
from cext.kernel.game import Game
from tests.games.first_empire.model.compare import compare
from tests.games.harness import MANY, play_many, random_chooser

pytestmark = pytest.mark.slow

OTHER = {
    name: choices[0][-1] if choices else not default for name, (default, _, *choices) in engine.SWITCHES.items()
}  # of each switch the reading that is not the ruling; of tableau and lisi the last value
SOLO = [name for name in OTHER if name.startswith("lisi")]
SWITCHES: tuple[dict[str, Any], ...] = (
    {},
    {"tableau": "A"},
    *({name: other} for name, other in OTHER.items() if name not in SOLO),
    {name: other for name, other in OTHER.items() if name not in SOLO},
)
LISI: tuple[dict[str, Any], ...] = (
    *({"lisi": level, name: OTHER[name]} for level in "1234" for name in SOLO if name != "lisi"),
    *({**OTHER, "lisi": level} for level in "1234"),
)
CASES = [(players, options) for players in (1, 2, 3, 4) for options in SWITCHES] + [(1, options) for options in LISI]


@cache
def loaded(players: int, **options: Any) -> Game:
    return load_game("first_empire", players=players, **options)


@pytest.mark.parametrize(("players", "options"), CASES)
def test_a_random_game(players: int, options: dict[str, Any]) -> None:
    compare(loaded(players, **options), seed=len(options), choose=random_chooser(players))


@pytest.mark.parametrize("tile", range(1, 11))
def test_given_starting_tiles(tile: int) -> None:
    """Every Starting tile, one given to seat 1, the others dealt."""
    compare(loaded(2), seed=tile, choose=random_chooser(tile), boards=[tile, 0])


def many() -> Iterator[tuple[str, Callable[[], int]]]:
    """MODEL_GAMES random games, the cases in turn; every third with given Starting tiles."""
    for seed in range(MANY):
        players, options = CASES[seed % len(CASES)]
        boards = [(seed + seat) % 10 + 1 for seat in range(players)] if seed % 3 == 0 else None
        game = loaded(players, **options)
        yield f"seed {seed}", partial(compare, game, seed=seed, choose=random_chooser(seed), boards=boards)


@pytest.mark.skipif(MANY == 0, reason="MODEL_GAMES says how many games to play")
def test_many_games() -> None:
    assert play_many(many()) == []
