"""The invariants of a position, each noticing the one thing that is put wrong; many random games; hidden tiles."""

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Game, Position
from tests.games.positions import Editable, State

TILES, GRASS, AREA, PROVINCE, PAGODAS, NEAR, BANS, FORCE, VILLAGE, TURN = range(1, 11)


def middle(seed: int = 1) -> tuple[Game, Position]:
    """A random game of three in its middle, with provinces and villages of several owners."""
    game = load_game("qin", players=3)
    chance, position = random.Random(seed), game.deal(seed=seed)
    for _ in range(30):
        position.apply(chance.choice(sorted(position.moves())))
    return game, position


def places(state: State) -> dict[str, int]:
    """Squares, villages and tiles of a position by what they are, for the changes below."""
    colours, size, root = state["colour"], state["size"], state["root"]
    single = size.index(1)
    village = next(v for v, owner in enumerate(state["village"]) if owner and max(state["force"][v]))
    province, other_province = [cell for cell, owner in enumerate(state["owner"]) if owner][:2]
    return {
        "single": single,  # a square without neighbours of its colour
        "other_colour": next(c for c in range(256) if colours[c] and colours[c] != colours[single]),
        "member": next(c for c in range(256) if colours[c] and root[c] != c),  # of a province, not its root
        "province": province,
        "other_province": other_province,
        "village": village,
        "holder": state["village"][village] - 1,
        "active": state["active"],
        "drawn": state["drawn"],
        "top": state["bag"][state["drawn"]],  # the kind of the next tile
    }


BROKEN = (
    (TILES, "hand.0.0 += 1"),
    (TILES, "hand.0.0 = 13"),
    (TILES, "; ".join(f"bag.{place} = 0" for place in range(59, 72))),  # the 13th of a kind
    (TILES, "bag.0 = 1"),
    (TILES, "bag.71 = 9"),
    (TILES, "hand.{active}.{top} += 1; bag.{drawn} = 255; drawn += 1"),  # a fourth tile
    (TILES, "colour.{single} = 7"),
    (TILES, "drawn = 99"),
    (GRASS, "grass.0 = 0"),
    (GRASS, "front.1 = 0"),
    (AREA, "size.0 = 1"),
    (AREA, "root.{member} = 0"),
    (AREA, "root.{member} = {member}"),
    (AREA, "after.{province} = {other_province}"),  # the ring of one runs into the other
    (AREA, "after.{province} = {province}"),
    (AREA, "root.{single} = {other_colour}"),
    (AREA, "owner.{member} = 1"),
    (AREA, "size.{single} += 1"),
    (PROVINCE, "owner.{single} = 1"),
    (PROVINCE, "owner.{province} = 0"),
    (PROVINCE, "inside.0.2 = 0"),
    (PAGODAS, "owner.{province} = 9"),
    (PAGODAS, "pagodas.{province} = 3"),
    (PAGODAS, "village.31 = 1"),  # a village of nobody
    (PAGODAS, "supply.0 += 1"),
    (NEAR, "near.{province} += 1048576"),
    (NEAR, "near.0 = 1"),
    (GRASS, "places.0.1 = 0"),
    (GRASS, "places.1.1 = 0"),
    (GRASS, "n_places.0 = 0"),
    (GRASS, "in_halves.1.1 = 0"),
    (BANS, "barred.0.0.1 = places.0.1"),
    (BANS, "barred.1.1.1 = places.1.1"),
    (BANS, "forbidden.0 += 1"),
    (BANS, "banned.2.2 = grass.2"),
    (FORCE, "force.0.0 = 7"),
    (VILLAGE, "supply.{holder} += 1; village.{village} = 0"),  # somebody should hold it
    (TURN, "active = 255"),
    (TURN, "active = 3"),  # of three players
)


@pytest.mark.parametrize(("invariant", "text"), BROKEN)
def test_each_invariant_notices_what_is_put_wrong(invariant: int, text: str) -> None:
    t = Editable(*middle())
    assert t.position.consistent() == 0
    assert t.broken(text.format_map(places(t.state))) == invariant


def test_an_empty_hand_to_move_is_noticed() -> None:
    """The player to move has put the tiles back on the piles."""
    t = Editable(*middle())
    with t.editing() as state:
        hand = state["hand"][state["active"]]
        back = [kind for kind, n in enumerate(hand) for _ in range(n)]
        state["drawn"] -= len(back)
        state["bag"][state["drawn"] : state["drawn"] + len(back)] = back
        state["hand"][state["active"]] = [0] * 6
    assert t.position.consistent() == TURN


def ended() -> tuple[Game, Position, Position]:
    """A random game of two that a last pagoda ended: before the last placement, and after it."""
    game = load_game("qin", players=2)
    chance, position = random.Random(2), game.deal(seed=2)
    while position.to_move is not None:
        before = position.copy()
        position.apply(chance.choice(sorted(position.moves())))
    return game, before, position


@pytest.mark.parametrize(
    ("invariant", "text"),
    [
        (PAGODAS, "pagodas.{province} = 0; supply.{holder} += {on_it}"),
        (PAGODAS, "pagodas.{province} = 0"),
        (PROVINCE, "owner.{single} = 1"),
        (FORCE, "force.0.0 += 1"),
    ],
)
def test_end_of_the_game_keeps_the_invariants(invariant: int, text: str) -> None:
    """An owner without a pagoda, a pagoda that is nowhere, and those counted beside a village."""
    game, _, position = ended()
    t = Editable(game, position)
    assert t.position.consistent() == 0
    state = t.state
    province = next(cell for cell, owner in enumerate(state["owner"]) if owner)
    single = next(cell for cell, size in enumerate(state["size"]) if size == 1)
    holder, on_it = state["owner"][province] - 1, state["pagodas"][province]
    assert t.broken(text.format(province=province, single=single, holder=holder, on_it=on_it)) == invariant


def test_a_game_does_not_go_on_without_pagodas() -> None:
    game, before, position = ended()
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
