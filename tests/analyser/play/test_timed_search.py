"""Opponents with time to think: twice as many games while time is left, at least those of the name."""

from collections.abc import Iterator
from typing import Any

import pytest

from analyser.errors import UsageError
from analyser.play.session import TimedSearch, new_session
from cext.games import load_game
from strategies import load_strategy
from strategies.search_specs import parse_search


def ticking(step: float) -> Iterator[float]:
    """A clock on which every look comes so many seconds after the one before."""
    now = 0.0
    while True:
        yield now
        now += step


@pytest.mark.parametrize(("step", "games"), [(10.0, 4), (2.0, 8), (1.0, 16), (0.6, 64)])
def test_a_search_doubles_its_games_as_long_as_half_of_the_time_is_left(step: float, games: int) -> None:
    game = load_game("toy", players=2)
    clock = ticking(step)
    thinker = TimedSearch(parse_search("search:banker:4", ""), game, 5.0, clock=lambda: next(clock))
    start = game.deal(seed=3)
    name = f"search:banker:{games}:bias=1:margin=0:exploration=0:widening=1"
    assert thinker.choice(start, seed=1) == load_strategy(name, game).choice(start, seed=1)
    assert max(thinker.policies) == games


def test_those_who_do_not_search_play_as_always() -> None:
    values: dict[str, Any] = {"game": "toy", "players": 3, "seed": 1}
    session, *_ = new_session(values, seat=1, against=("search:banker:4", "random"), save=None, think=0.01)
    assert isinstance(session.policies["search:banker:4"], TimedSearch)
    assert not isinstance(session.policies["random"], TimedSearch)
    list(session.advance())
    assert session.position.to_move == 0


@pytest.mark.parametrize(
    ("against", "think", "line"),
    [
        (("random",), 1.0, "--think: nobody at the table searches: name one, for instance --opponents search:PLAN:64"),
        (("mcts:9",), 0.0, "--think 0: give seconds, or a time such as 90s or 5m, above 0, at most 3,600"),
    ],
)
def test_what_cannot_be(against: tuple[str, ...], think: float, line: str) -> None:
    with pytest.raises(UsageError, match=f"^{line}$"):
        new_session({"game": "toy", "players": 2}, seat=1, against=against, save=None, think=think)
