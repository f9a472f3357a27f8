"""A seat that begins with a card or tile, in every game where one can: what else of the deal changes, and how it is
told."""

from collections import Counter
from typing import Any

import pytest

from cext.kernel.game import Game, Position
from tests.games.positions import State, loaded_game

SEED = 11
DECKS: list[tuple[str, int, dict[str, Any]]] = [
    *(("first_empire", players, {}) for players in (1, 2, 3, 4)),
    *(("zhanguo", players, {}) for players in (2, 3, 4)),
    ("zhanguo", 4, {"boards_by": "chosen"}),
    ("zhanguo", 4, {"boards_by": "auction"}),
    ("zhanguo", 4, {"draft": True}),
    ("zhanguo", 4, {"draft": True, "draw_all_decks": True}),
]


def aspect_of(card: int) -> int:
    """The deck of a card, 40 each."""
    return (card - 1) // 40


def cards_of(state: State) -> list[int]:
    """All cards, in the places where they lie: decks, then hands."""
    decks = [card for deck in state["deck"] for card in deck]
    return decks + [card for seat in state["seat"] for card in seat["hand"]]


def drawn_in_round_1(game: Game, position: Position, seat: int) -> list[int]:
    """The cards a seat draws before round 1 begins, in the order in which they come into its hand."""
    drawn: dict[int, None] = {}
    while True:
        drawn |= dict.fromkeys(filter(None, game.state(position)["seat"][seat]["hand"]))
        if game.kinds[position.clock()[2]] == "play":
            return list(drawn)
        position.apply(position.moves()[0])


@pytest.mark.parametrize(("name", "players", "options"), DECKS)
@pytest.mark.parametrize("card", [1, 40, 41, 77, 81, 120])
def test_a_card_changes_places_with_the_first_of_its_aspect_that_the_seat_draws(
    name: str, players: int, options: dict[str, Any], card: int
) -> None:
    """Also where boards are chosen or bid for, or starting tiles, before cards are drawn; nothing else changes."""
    game = loaded_game(name, players, **options)
    for seat in range(players):
        plain, changed = game.deal(seed=SEED), game.deal(seed=SEED, cards=[(seat, card)])
        before, after = game.state(plain), game.state(changed)
        moved = {frozenset(pair) for pair in zip(cards_of(before), cards_of(after), strict=True) if pair[0] != pair[1]}
        assert {key: after[key] for key in after if key not in ("deck", "seat")} == {
            key: before[key] for key in before if key not in ("deck", "seat")
        }
        drawn, held = (drawn_in_round_1(game, position, seat) for position in (plain, changed))
        first = next(other for other in drawn if aspect_of(other) == aspect_of(card))
        assert moved == (set() if card in drawn else {frozenset((card, first))})
        assert card in held
        assert changed.consistent() == 0


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("goal", range(6))
def test_a_goal_card_of_middle_kingdom_is_the_board_that_says_so(players: int, goal: int) -> None:
    game, boards = loaded_game("middle_kingdom", players), [0] * players
    plain = game.deal(seed=3, boards=boards, cards=[(1, goal)])
    boards[1] = 1 + goal
    assert plain == game.deal(seed=3, boards=boards)


def test_a_goal_card_that_somebody_holds_stays_with_him() -> None:
    game = loaded_game("middle_kingdom", 3)
    assert game.deal(seed=3, boards=[2, 0, 0], cards=[(1, 1)]) == game.deal(seed=3, boards=[2, 0, 0])


# -- tiles of Qin: one of the hand, drawn by lot, changes places with one in the bag -----------------------------------


def test_the_hand_keeps_its_size_and_the_game_its_tiles() -> None:
    game, gained = loaded_game("qin", 3), Counter[int]()

    def tiles(state: State) -> list[int]:
        left = [tile for tile in state["bag"] if tile < 6]  # others are drawn
        return [left.count(kind) + sum(hand[kind] for hand in state["hand"]) for kind in range(6)]

    for deal in range(60):
        plain = game.state(game.deal(seed=4, deal=deal))
        for tile in range(6):
            changed = game.state(game.deal(seed=4, deal=deal, cards=[(1, tile)]))
            before, after = plain["hand"][1], changed["hand"][1]
            assert sum(after) == sum(before) == 3
            assert after[tile] >= max(before[tile], 1)
            gained[after[tile] - before[tile]] += 1
            assert changed["dealt"][1] == after
            assert tiles(changed) == tiles(plain)
            assert sum(a != b for a, b in zip(plain["bag"], changed["bag"], strict=True)) == after[tile] - before[tile]
            assert [changed["hand"][seat] for seat in (0, 2)] == [plain["hand"][seat] for seat in (0, 2)]
    # a tile of the hand is of the kind in one of six cases, and then nothing changes
    assert set(gained) == {0, 1}
    assert 0.10 < gained[0] / gained.total() < 0.24


def test_every_tile_of_the_hand_is_as_likely_to_go() -> None:
    """Of three different tiles, of which the seat is to have one of the first kind, which it may have already."""
    game, gone = loaded_game("qin", 2), Counter[int]()
    for deal in range(600):
        plain = game.state(game.deal(seed=9, deal=deal))["hand"][0]
        if sorted(plain) == [0, 0, 0, 1, 1, 1]:
            changed = game.state(game.deal(seed=9, deal=deal, cards=[(0, 0)]))["hand"][0]
            held = [kind for kind in range(6) if plain[kind]]
            gone[next((at for at, kind in enumerate(held) if changed[kind] < plain[kind]), 0 if plain[0] else -1)] += 1
    assert set(gone) == {0, 1, 2}
    assert max(gone.values()) < 1.35 * min(gone.values())


def test_tiles_dealt_are_counted_as_they_lay_in_the_first_hand() -> None:
    game = loaded_game("qin", 4)
    position = game.deal(seed=2)
    first = game.state(position)["hand"]
    names = [f"dealt_{pair}" for pair in (
        "red_red", "yellow_yellow", "blue_blue", "red_yellow", "red_blue", "yellow_blue",
    )]  # fmt: skip
    while position.to_move is not None:
        position.apply(position.moves()[-1])
    assert [[position.counters(seat)[name] for name in names] for seat in range(4)] == first
