"""The invariants of a position, each noticing the one thing that is put wrong; many random games; hidden tiles."""

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Game, Position

TILES, GRASS, AREA, PROVINCE, PAGODAS, NEAR, BANS, FORCE, VILLAGE, TURN = range(1, 11)
Change = Callable[[dict[str, Any]], None]


def middle(seed: int = 1) -> tuple[Game, Position]:
    """A random game of three in its middle, with provinces and villages of several owners."""
    game = load_game("qin", players=3)
    chance, position = random.Random(seed), game.deal(seed=seed)
    for _ in range(30):
        position.apply(chance.choice(sorted(position.moves())))
    return game, position


def province(state: dict[str, Any]) -> int:
    return next(cell for cell, owner in enumerate(state["owner"]) if owner)


def single(state: dict[str, Any]) -> int:
    return next(cell for cell, size in enumerate(state["size"]) if size == 1)


def put(name: str, where: Callable[[dict[str, Any]], int], value: int) -> Change:
    return lambda state: state[name].__setitem__(where(state), value)


def add(name: str, where: Callable[[dict[str, Any]], int], value: int) -> Change:
    return lambda state: state[name].__setitem__(where(state), state[name][where(state)] + value)


def member(state: dict[str, Any]) -> int:
    """A square of a province that is not its root."""
    return next(c for c in range(256) if state["colour"][c] and state["root"][c] != c)


def empty_hand(state: dict[str, Any]) -> None:
    """The player to move puts his tiles back on the piles."""
    hand = state["hand"][state["active"]]
    back = [kind for kind, n in enumerate(hand) for _ in range(n)]
    state["drawn"] -= len(back)
    state["bag"][state["drawn"] : state["drawn"] + len(back)] = back
    state["hand"][state["active"]] = [0] * 6


def fourth_tile(state: dict[str, Any]) -> None:
    """The player to move has drawn one tile more than a hand holds."""
    state["hand"][state["active"]][state["bag"][state["drawn"]]] += 1
    state["bag"][state["drawn"]] = 255
    state["drawn"] += 1


def free_village(state: dict[str, Any]) -> None:
    """A village that somebody should hold is unoccupied; its pagoda is back."""
    village = next(v for v, owner in enumerate(state["village"]) if owner and max(state["force"][v]))
    state["supply"][state["village"][village] - 1] += 1
    state["village"][village] = 0


def foreign_ring(state: dict[str, Any]) -> None:
    """The ring of one province runs into another."""
    one, other = [cell for cell, owner in enumerate(state["owner"]) if owner][:2]
    state["after"][one] = other


def foreign_root(state: dict[str, Any]) -> None:
    """A single space goes by a square of another colour."""
    cell = single(state)
    colours = state["colour"]
    state["root"][cell] = next(c for c in range(256) if colours[c] and colours[c] != colours[cell])


def short_ring(state: dict[str, Any]) -> None:
    cell = province(state)
    state["after"][cell] = cell


def none_to_move(state: dict[str, Any]) -> None:
    state["active"] = 255


def village_of_nobody(state: dict[str, Any]) -> None:
    state["village"][31] = 1


def thirteenth_of_a_kind(state: dict[str, Any]) -> None:
    """The piles hold more tiles of a kind than there are."""
    first = state["drawn"]
    state["bag"][first : first + 13] = [0] * 13


def fourth_player(state: dict[str, Any]) -> None:
    """A seat is to move that is not in the game."""
    state["active"] = 3


CHANGES: tuple[tuple[int, Change], ...] = (
    (TILES, lambda state: state["hand"][0].__setitem__(0, state["hand"][0][0] + 1)),
    (TILES, lambda state: state["hand"][0].__setitem__(0, 13)),
    (TILES, thirteenth_of_a_kind),
    (TILES, lambda state: state["bag"].__setitem__(0, 1)),
    (TILES, lambda state: state["bag"].__setitem__(71, 9)),
    (TILES, fourth_tile),
    (TILES, put("colour", single, 7)),
    (TILES, lambda state: state.__setitem__("drawn", 99)),
    (GRASS, lambda state: state["grass"].__setitem__(0, 0)),
    (GRASS, lambda state: state["front"].__setitem__(1, 0)),
    (AREA, lambda state: state["size"].__setitem__(0, 1)),
    (AREA, put("root", member, 0)),
    (AREA, lambda state: state["root"].__setitem__(member(state), member(state))),
    (AREA, foreign_ring),
    (AREA, short_ring),
    (AREA, foreign_root),
    (AREA, put("owner", member, 1)),
    (AREA, add("size", single, 1)),
    (PROVINCE, put("owner", single, 1)),
    (PROVINCE, lambda state: state["inside"][0].__setitem__(2, 0)),
    (PAGODAS, put("owner", province, 9)),
    (PAGODAS, put("pagodas", province, 3)),
    (PAGODAS, village_of_nobody),
    (PAGODAS, lambda state: state["supply"].__setitem__(0, state["supply"][0] + 1)),
    (NEAR, add("near", province, 1 << 20)),
    (NEAR, lambda state: state["near"].__setitem__(0, 1)),
    (GRASS, lambda state: state["places"][0].__setitem__(1, 0)),
    (GRASS, lambda state: state["places"][1].__setitem__(1, 0)),
    (GRASS, lambda state: state["n_places"].__setitem__(0, 0)),
    (GRASS, lambda state: state["in_halves"][1].__setitem__(1, 0)),
    (BANS, lambda state: state["barred"][0][0].__setitem__(1, state["places"][0][1])),
    (BANS, lambda state: state["barred"][1][1].__setitem__(1, state["places"][1][1])),
    (BANS, lambda state: state["forbidden"].__setitem__(0, state["forbidden"][0] + 1)),
    (BANS, lambda state: state["banned"][2].__setitem__(2, state["grass"][2])),
    (FORCE, lambda state: state["force"][0].__setitem__(0, 7)),
    (VILLAGE, free_village),
    (TURN, none_to_move),
    (TURN, fourth_player),
    (TURN, empty_hand),
)


@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_each_invariant_notices_what_is_put_wrong(number: int) -> None:
    broken, change = CHANGES[number]
    game, position = middle()
    assert position.consistent() == 0
    state = game.state(position)
    change(state)
    assert game.position_from(state).consistent() == broken


def test_a_game_does_not_go_on_without_pagodas() -> None:
    game = load_game("qin", players=2)
    chance, position = random.Random(2), game.deal(seed=2)
    while position.to_move is not None:
        before = position.copy()
        position.apply(chance.choice(sorted(position.moves())))
    state = game.state(position)
    assert state["ended"] == 1
    again = {**state, "active": 0, "stage": 0, "ended": 0}
    assert game.position_from(again).consistent() != 0
    assert before.consistent() == 0


def test_other_hands_and_the_piles_are_dealt_anew_and_nothing_else() -> None:
    game, position = middle()
    state, seat = game.state(position), position.to_move
    hands = set()
    for key in range(30):
        other = game.state(position.determinised(seat, key))
        assert other["hand"][seat] == state["hand"][seat]
        assert [sum(hand) for hand in other["hand"]] == [sum(hand) for hand in state["hand"]]
        assert {**other, "hand": 0, "bag": 0} == {**state, "hand": 0, "bag": 0}
        hands.add(str(other["hand"]))
    assert len(hands) > 20


def test_a_hand_that_could_not_be_placed_is_not_dealt_to_the_player_to_move() -> None:
    for seed in range(10):
        _, position = middle(seed)
        for viewer, key in product(range(3), range(5)):
            assert position.determinised(viewer, key).consistent() == 0


def test_the_hand_of_the_player_to_move_stays_where_no_other_could_be_placed(table: Callable[..., Any]) -> None:
    """Between equal red provinces a red tile is forbidden, a red-yellow one is not; all unseen tiles are red."""
    t = table(["R..R", ".~~.", ".~~."]).put("Ra2Ya3")
    none, red_yellow = [0] * 6, [0, 0, 0, 1, 0, 0]
    t.set(active=1, drawn=72, bag=[255] * 72, hand=[red_yellow, red_yellow, none, none])
    t.position.apply(t.game.words.parse(t.position, "Rd2Yd3"))
    t.set(drawn=2, bag=[255] * 2 + [0] * 70)
    for key in range(20):
        assert t.game.state(t.position.determinised(1, key))["hand"][0] == red_yellow
