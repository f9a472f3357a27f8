"""A game with a person: opponents move by themselves and alike, decisions are taken back exactly."""

import random
from typing import Any

import pytest

from analyser.play.session import HUMAN, Session
from analyser.records import Line, record_text
from analyser.records.file import parse_record
from analyser.records.verify import verify_record
from cext.games import load_game
from strategies import load_strategy

PROGRAM = {"analyser": "0.1.0", "engine": "0123456789abcdef"}
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


def test_another_seed_is_another_game() -> None:
    first, second = session_of(1), session_of(1, seed=6)
    assert bytes(first.position) != bytes(second.position)


@pytest.mark.parametrize("place", range(len(GAMES)))
def test_a_played_game_is_a_record_that_the_rules_confirm(place: int) -> None:
    session, _ = played(place)
    lines: list[Line] = list(session.record(PROGRAM))
    checked = verify_record(parse_record(record_text(lines), "game.jsonl"))
    assert checked.differences == ()
    seats = lines[0]["seats"]
    assert [seat["strategy"] for seat in seats] == list(session.names)
    assert [seat["board"] for seat in seats] == GAMES[place][2]
    assert lines[-1]["decisions"] == len(session.past)


def test_an_unfinished_game_is_recorded_up_to_where_it_stands() -> None:
    session, _ = played(0, 9)
    lines = list(session.record(PROGRAM))
    decisions = [line for line in lines if line["type"] == "decision"]
    whole = list(played(0)[0].record(PROGRAM))
    assert len(decisions) == len(session.past)
    assert lines[:-1] == whole[: len(lines) - 1]
    assert not lines[-1]["finished"]


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
