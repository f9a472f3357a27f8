"""Strategies in Python: what they are shown, what they may answer, and what becomes of what they raise."""

import json
import math
import pickle
import signal
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.kernel.match import GameResults, play_games
from cext.kernel.policy import PythonPolicy, StrategyError, WeightedPolicy
from tests.kernel.tables import FunctionStrategy, schedule, values_by_card


def lowest_card(view: dict[str, Any], moves: list[Any]) -> int:
    """Plays the lowest card and banks at once."""
    kinds = [move.kind for move in moves]
    if "bank" in kinds:
        return kinds.index("bank")
    cards = [move.card for move in moves]
    assert set(cards) == set(view["hand"])
    return cards.index(min(cards))


def test_a_python_strategy_plays_as_its_weights_would() -> None:
    game = load_game("toy", players=3)
    rows = schedule(60, 3, record=1)
    python = play_games(game, [PythonPolicy(game, FunctionStrategy(lowest_card), "lowest")], seed=8, **rows)
    compiled = play_games(game, [WeightedPolicy(game, values_by_card(-1))], seed=8, **rows)
    assert python.seats["score"].tolist() == compiled.seats["score"].tolist()
    values = {"move_value", "move_value_lead"}  # it values no move
    assert set(compiled.decisions or ()) - set(python.decisions or ()) == values


class Seen:
    """Keeps what it is shown; plays at random with the draw it is given."""

    def __init__(self) -> None:
        self.views: list[dict[str, Any]] = []
        self.moves: list[Any] = []

    def choose(self, view: dict[str, Any], moves: list[Any]) -> int:
        self.views.append(view)
        self.moves.append(moves[-1])
        return int(view["draw"] % len(moves))


def test_view_and_moves_speak_the_games_words() -> None:
    game = load_game("toy", players=2)
    first, second = Seen(), Seen()
    one = play_games(game, [PythonPolicy(game, first, "seen")], seed=2, **schedule(3, 2))
    two = play_games(game, [PythonPolicy(game, second, "seen")], seed=2, **schedule(3, 2))
    assert one.seats["score"].tolist() == two.seats["score"].tolist()
    assert first.views == second.views
    assert set(first.views[0]) == {"seat", "round", "to_move", "pot", "hand", "players", "draw"}
    assert len({view["draw"] for view in first.views}) > len(first.views) // 2
    move = first.moves[0]
    assert (move.kind, move.fields, move.text) == ("play", {"card": move.card}, f"plays a {move.card}")
    assert repr(move) == f"<plays a {move.card}>"
    with pytest.raises(AttributeError, match="a move of kind 'play' has no field 'region': it has card"):
        _ = move.region


class Returns:
    """Written in this file, which messages name."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: dict[str, Any], moves: list[Any]) -> Any:
        return self.answer


class Raises(Returns):
    """Calls a function for its answer, which raises something."""

    def choose(self, view: dict[str, Any], moves: list[Any]) -> Any:
        return self.answer()


def failure(game: Any, strategy: Any) -> StrategyError:
    with pytest.raises(StrategyError) as caught:
        play_games(game, [PythonPolicy(game, strategy, "my.py:Plan")], seed=2, **schedule(3, game.players, first=40))
    return caught.value


def test_an_exception_of_a_strategy_is_one_line_with_the_place() -> None:
    error = failure(load_game("toy", players=2), Raises(lambda: {}["plan\nB"]))
    message = str(error)
    where = r"strategy my.py:Plan: game 40, decision 0, player 1 (play), seed 2: KeyError: 'plan\nB' ("
    assert message.startswith(where)
    assert "test_python_policy.py, line" in message
    assert message.endswith(": correct it there); print(view) in choose() shows what it saw")
    assert "\n" not in message
    assert isinstance(error.__cause__, KeyError)
    assert str(pickle.loads(pickle.dumps(error))) == message


def test_an_exception_from_a_library_is_told_by_the_authors_own_line() -> None:
    line = Raises.choose.__code__.co_firstlineno + 1
    strategy = Raises(partial(json.loads, "{"))
    assert f"test_python_policy.py, line {line}: correct it there)" in str(
        failure(load_game("toy", players=2), strategy)
    )


def test_a_bad_answer_is_told_with_the_authors_file() -> None:
    line = Returns.choose.__code__.co_firstlineno
    assert f"test_python_policy.py, line {line}); print(view)" in str(
        failure(load_game("toy", players=2), Returns("play"))
    )


@pytest.mark.parametrize("name", ["toy", "zhanguo", "first_empire", "qin", "middle_kingdom"])
def test_a_move_tells_what_it_would_do_in_the_words_of_plans(name: str) -> None:
    game = load_game(name, players=3)
    position = game.deal(seed=3, deal=1)
    while len(position.moves()) == 1:
        position.apply(position.moves()[0])
    seen = Seen()
    PythonPolicy(game, seen, "seen").choice(position)
    move, number = seen.moves[0], position.moves()[-1]
    assert move.number == number
    names = [feature for feature, *_ in game.feature_docs]
    assert move.features == dict(zip(names, position.features(number).tolist(), strict=True))
    weights = {names[0]: 2, names[-1]: -0.5}
    assert move.worth(weights) == 2 * move.features[names[0]] - 0.5 * move.features[names[-1]]
    with pytest.raises(ValueError, match=f"no feature '{names[0]}x': did you mean {names[0]}?"):
        move.worth({f"{names[0]}x": 1})


class Wordless(Exception):
    """Raises whenever it is asked for words."""

    def __init__(self, error: type[BaseException] = ValueError) -> None:
        self.error = error

    def __repr__(self) -> str:
        raise self.error("no words")

    __str__ = __repr__


def raise_wordless() -> None:
    raise Wordless


def deep(levels: int) -> list[Any]:
    """Lists inside lists, more of them than any Python describes: from 3.12 on its limit is not that of functions."""
    inner: list[Any] = []
    for _ in range(levels):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        (Raises(raise_wordless), "Wordless: <Wordless without words: str() raises ValueError> ("),
        (Returns(deep(200_000)), "choose() returned <list without words: repr() raises RecursionError>: return the"),
        (Returns(Wordless()), "choose() returned <Wordless without words: repr() raises ValueError>: return the"),
    ],
    ids=["exception", "deep answer", "answer"],
)
def test_a_failure_that_cannot_be_described_is_a_failure(strategy: Any, said: str) -> None:
    message = str(failure(load_game("toy", players=2), strategy))
    assert message.startswith("strategy my.py:Plan: game 40, decision 0, player 1 (play), seed 2: ")
    assert said in message


@pytest.fixture
def interruptible() -> Iterator[None]:
    """An interrupt is the program's, and not the strategy's own, also where tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    "strategy", [Raises(interrupt), Returns(Wordless(KeyboardInterrupt))], ids=["choice", "description of a failure"]
)
def test_an_interrupt_passes_through(strategy: Any) -> None:
    game = load_game("toy", players=2)
    with pytest.raises(KeyboardInterrupt) as caught:
        play_games(game, [PythonPolicy(game, strategy, "stop")], seed=2, **schedule(3, 2))
    assert caught.value.played.games["n_decisions"].tolist() == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("answer", [True, False, None, -1, 99, 1.0, "0", [0], math.nan])
def test_what_is_not_the_index_of_a_move_is_refused(answer: Any) -> None:
    message = str(failure(load_game("toy", players=2), Returns(answer)))
    assert f"choose() returned {answer!r}: return the index of a move, 0 to " in message


def test_numpy_integers_are_indices() -> None:
    game = load_game("toy", players=2)
    numpy, plain = (
        play_games(game, [PythonPolicy(game, Returns(answer), "first")], seed=2, **schedule(3, 2))
        for answer in (np.int8(0), 0)
    )
    assert numpy.seats["score"].tolist() == plain.seats["score"].tolist()


def test_a_strategy_without_choose_is_refused() -> None:
    with pytest.raises(StrategyError, match=r"^strategy nothing has no method choose\(view, moves\): add one$"):
        PythonPolicy(load_game("toy", players=2), object(), "nothing")  # type: ignore[arg-type]


def test_games_before_a_failure_are_kept() -> None:
    game = load_game("toy", players=2)
    rows, answers = schedule(50, 2, record=1), iter([0] * 100)
    with pytest.raises(StrategyError, match="StopIteration") as caught:
        play_games(game, [PythonPolicy(game, Raises(partial(next, answers)), "later")], seed=2, **rows)
    kept: GameResults = caught.value.played  # type: ignore[attr-defined]
    whole = play_games(game, [PythonPolicy(game, Returns(0), "first")], seed=2, **rows)
    finished = len(kept.games["n_decisions"])
    assert 0 < finished < 50
    assert kept.seats["score"].tolist() == whole.seats["score"][: 2 * finished].tolist()
    assert kept.decisions is not None
    assert whole.decisions is not None
    assert kept.decisions["game"].tolist() == whole.decisions["game"][whole.decisions["game"] < finished].tolist()
