"""A game with a person: opponents move by themselves and alike, decisions are taken back exactly."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from analyser.errors import UsageError
from analyser.play.session import HUMAN, Session, TimedSearch, new_session
from cext.games import load_game
from strategies import load_strategy
from strategies.search_specs import parse_search

# (seat, opponents, boards, options)
GAMES: list[tuple[int, list[str], list[str | None], dict[str, Any]]] = [
    (0, ["balanced"], ["circle", "A"], {}),
    (1, ["random", "balanced"], ["A", "star", "square"], {"draft": True}),
    (3, ["random", "random", "random"], [None] * 4, {"boards_by": "auction"}),
]


def session_of(place: int, seed: int = 5) -> Session:
    seat, opponents, boards, options = GAMES[place]
    game = load_game("zhanguo", players=len(opponents) + 1, **options)
    names = [*opponents[:seat], HUMAN, *opponents[seat:]]
    policies = {name: load_strategy(name, game) for name in set(opponents)}
    return Session(game, names, policies, boards=boards, seed=seed)


def played(place: int, decisions: int = 10_000) -> tuple[Session, int]:
    """A session in which a person who chooses at random has made so many decisions, and how many there were."""
    session, chance, made = session_of(place), random.Random(7), 0
    list(session.advance())
    while not session.is_over and made < decisions:
        session.apply(chance.choice(session.position.moves()))
        list(session.advance())
        made += 1
    return session, made


@pytest.mark.parametrize("place", range(len(GAMES)))
def test_only_the_person_is_waited_for(place: int) -> None:
    session = session_of(place)
    chance = random.Random(1)
    while not session.is_over:
        for made in session.advance():
            assert made.forced or made.seat != session.seat
            assert made.position == session.position
        if not session.is_over:
            assert session.position.to_move == session.seat
            assert len(session.position.moves()) > 1
            session.apply(chance.choice(session.position.moves()))
    assert session.position.to_move is None


@pytest.mark.parametrize("place", range(len(GAMES)))
def test_undo_restores_the_exact_position_and_the_game_goes_on_alike(place: int) -> None:
    session, chance = session_of(place), random.Random(2)
    list(session.advance())
    for _ in range(60):
        before = bytes(session.position)
        move = chance.choice(session.position.moves())
        session.apply(move)
        list(session.advance())
        after = [(one.seat, one.move, bytes(one.position)) for one in session.past]
        assert session.undo()
        assert bytes(session.position) == before
        session.apply(move)
        list(session.advance())
        assert [(one.seat, one.move, bytes(one.position)) for one in session.past] == after


def test_undo_goes_back_decision_by_decision_to_the_first() -> None:
    session, made = played(0, 12)
    first = session_of(0)
    list(first.advance())
    for _ in range(made):
        assert session.undo()
        assert session.position.to_move == session.seat
    assert bytes(session.position) == bytes(first.position)
    assert not session.undo()
    assert bytes(session.position) == bytes(first.position)


def test_a_hint_is_what_the_strategy_would_do_with_its_values() -> None:
    session, _ = played(0, 6)
    policy = session.policies["balanced"]
    hint = session.hint("balanced", policy)
    assert hint is not None
    weights = policy.weights[session.position.weight_set()]  # type: ignore[union-attr]
    assert {option.move for option in hint.options} == set(session.position.moves())
    for option in hint.options:
        assert option.value == pytest.approx(
            int(session.position.features(option.move).astype("int64") @ weights) / 1000
        )
    assert hint.best.value == max(option.value or 0 for option in hint.options)
    assert session.hint("random", load_strategy("random", session.game)) is None


# -- opponents with time to think -------------------------------------------------------------------------------------


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
