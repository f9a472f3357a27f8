"""The Game interface and Position: both hooks agree, positions are values, mistakes get one clear line."""

import pickle
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.kernel.checks import check_facts
from cext.kernel.game import Game, Position
from cext.user_code import EndlessGame


def dealt(game: Any, deal: int = 0) -> Position:
    return game.deal(seed=5, deal=deal, boards=["A", "B", "A", "B"][: game.players] if game.boards else None)


def walk(game: Any, deal: int = 0) -> Any:
    """Every position of a game in which the moves are taken in turn."""
    position = dealt(game, deal)
    step = 0
    while position.to_move is not None:
        yield position
        moves = position.moves()
        position.apply(moves[step % len(moves)])
        step += 1
    yield position


def test_default_and_inline_lookahead_agree(pile: ModuleType, players: int) -> None:
    for game in (load_game("toy", players=players), pile.Pile(players=players), pile.FastPile(players=players)):
        weights = np.random.default_rng(1).integers(-(2**31), 2**31, len(game.feature_docs))
        for deal in range(20):
            for position in walk(game, deal):
                rows = [position.features(move).astype(object) for move in position.moves()]
                by_hand = [int(row @ weights.astype(object)) for row in rows]
                assert position.values(weights).tolist() == by_hand
                assert position.values(weights, plain=True).tolist() == by_hand


def test_default_and_inline_playout_agree(pile: ModuleType, players: int) -> None:
    for game, distinct in ((load_game("toy", players=players), 200), (pile.FastPile(players=players), 100)):
        ends = set()
        for deal in range(200):
            position = dealt(game, deal)
            start = bytes(position)
            end = position.playout(seed=deal)
            assert end == position.playout(seed=deal, plain=True)
            assert end.to_move is None
            assert bytes(position) == start
            ends.add(bytes(end))
        assert len(ends) >= distinct


def test_a_copy_and_a_pickle_are_independent_equals() -> None:
    position = dealt(load_game("toy", players=3))
    twin, stored = position.copy(), pickle.loads(pickle.dumps(position))
    assert twin == position == stored
    assert (stored.game.players, stored.moves()) == (3, position.moves())
    before = bytes(position)
    twin.apply(twin.moves()[0])
    assert bytes(position) == before
    assert twin != position
    assert Position(position.game, before) == position
    with pytest.raises(TypeError, match="unhashable"):
        hash(position)


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    position = dealt(load_game("toy", players=2))
    before = bytes(position)
    for move in (1, 2**31, -1, 9 << 8, 0.5, None, "play"):
        with pytest.raises(ValueError, match=r"^move .* is not legal here: toy offers \d other moves$"):
            position.apply(move)
    assert bytes(position) == before


def test_a_finished_game_offers_no_move() -> None:
    end = dealt(load_game("toy", players=2)).playout(seed=1)
    assert (end.to_move, end.moves(), end.values(np.zeros(6)).tolist()) == (None, [], [])


def test_clock_weight_set_and_boards_are_read() -> None:
    clocks = [position.clock() for position in walk(load_game("toy", players=2))]
    assert clocks[0] == (1, 0, 0)
    assert {turn: round_ for round_, turn, _ in clocks[:-1]} == {turn: turn + 1 for turn in range(6)}
    first = dealt(load_game("toy", players=2))
    assert [first.board_of(seat) for seat in range(2)] == [0, 1]
    assert first.weight_set() == 0
    first.apply(first.moves()[0])
    assert first.clock() == (1, 0, 1)
    with pytest.raises(ValueError, match="seat 2: toy has seats 0 to 1"):
        first.board_of(2)


def cards(position: Position) -> list[int]:
    """Every card of Toy, dealt or not."""
    state = position.game.state(position)
    return sorted([*state["deck"], *(card for hand in state["hand"] for card in hand)])


def test_what_a_seat_cannot_see_is_dealt_anew() -> None:
    game = load_game("toy", players=3)
    position = dealt(game)
    others = [position.determinised(1, key) for key in range(50)]
    assert all(game.words.view(other, 1) == game.words.view(position, 1) for other in others)
    hands = {tuple(game.words.view(other, 0)["hand"]) for other in others}
    assert len(hands) > 40
    assert {str(cards(other)) for other in others} == {str(cards(position))}
    assert position.determinised(1, 7) == position.determinised(1, 7)


def test_deals_share_nothing_but_the_seed() -> None:
    game = load_game("toy", players=2)
    assert game.deal(seed=1, deal=3, boards=[0, 1]) == game.deal(seed=1, deal=3, boards=["A", "B"])
    assert len({bytes(game.deal(seed=seed, deal=deal)) for seed in range(10) for deal in range(10)}) == 100


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (["A"], "1 boards for 2 players: give one for each seat"),
        (["A", "round"], "unknown board 'round': toy has A, B"),
        ([0, 2], "unknown board 2: toy has A, B"),
    ],
)
def test_boards_that_do_not_fit(boards: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        load_game("toy", players=2).deal(seed=1, boards=boards)


def test_an_engine_of_another_interface_is_refused(plugin: ModuleType) -> None:
    with pytest.raises(ImportError, match=r"^Pennies was compiled for kernel interface 99, this kernel has 12"):
        plugin.Pennies(interface=99)


def test_the_interface_itself_is_no_game() -> None:
    with pytest.raises(TypeError, match="load one"):
        Game(1)


def test_facts_that_do_not_fit_the_kernel_are_named(plugin: ModuleType) -> None:
    with pytest.raises(ValueError, match=r"^pennies: 7 players, must be 1 to 6$"):
        plugin.Pennies(players=7).deal(seed=1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"counters": (("pushes", "cards"), ("pushes", "pots"))}, "toy: counters: two are called 'pushes'"),
        ({"categories": (("cards", "one"), ("cards", "two"))}, "toy: categories: two are called 'cards'"),
        ({"classes": (("", ""), ("L", "low"), ("L", "last"))}, "toy: classes: two are called 'L'"),
        ({"classes": (("L", "low card"),)}, "toy: class 0 is that of moves of no class"),
    ],
)
def test_names_that_reports_cannot_tell_apart_are_refused(change: dict[str, Any], message: str) -> None:
    game = load_game("toy", players=2)
    facts = {name: getattr(game, name) for name in dir(game) if not name.startswith("_")}
    with pytest.raises(ValueError, match=f"^{message}"):
        check_facts(SimpleNamespace(**(facts | change)))  # type: ignore[arg-type]


def test_default_texts(plugin: ModuleType) -> None:
    game = plugin.Pennies()
    position = dealt(game)
    assert [game.words.text(position, move) for move in position.moves()] == ["show 1 0 0", "show 2 0 0"]
    position.apply(position.moves()[1])
    assert game.state(position) == {"bytes": "0200"}
    assert game.position_from(game.state(position)) == position
    facts = load_game("toy", players=2).facts()
    assert (facts["name"], facts["classes"]["L"], facts["opening"]["by"]) == ("toy", "low card", "first")
    assert list(facts["boards"]) == ["A", "B"]


def test_a_playout_that_does_not_end_says_what_to_do(pile: ModuleType) -> None:
    for plain in (False, True):
        with pytest.raises(
            EndlessGame, match=r"^pile: a playout goes on after 65,535 decisions: let apply\(\) end .*$"
        ):
            pile.EndlessPile().deal(seed=1).playout(1, plain=plain)
        with pytest.raises(RuntimeError, match=r"^pile: no legal move in a playout, which goes on: correct .* rules$"):
            pile.StuckPile().deal(seed=1).playout(1, plain=plain)
