"""Secret bids and the deck stay hidden; the invariants of a position each notice the one thing that is put wrong."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Game, Position

pytestmark = pytest.mark.slow

Tables = Callable[..., Any]
Change = Callable[[dict[str, Any]], None]
VARIANTS: tuple[dict[str, Any], ...] = (
    {"players": 2}, {"players": 3}, {"players": 4}, {"players": 5}, {"players": 3, "experienced": True},
    {"players": 2, "emperor_first": True}, {"players": 2, "reset_no_half": True, "swap_market": True},
    {"players": 3, "moved_merchants": "except_taking", "token_limit": True},
)  # fmt: skip


def random_game(game: Game, number: int) -> Iterator[Position]:
    """Every position of a game of random choices; every other game with Goal Cards from the start."""
    chance = random.Random(number)
    boards = chance.sample(game.boards, game.players) if number % 2 else None
    position = game.deal(seed=21, deal=number, boards=boards)
    yield position
    while position.to_move is not None:
        position.apply(chance.choice(position.moves()))
        yield position


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_position_of_many_random_games_keeps_every_invariant(variant: dict[str, Any]) -> None:
    game = load_game("middle_kingdom", **variant)
    happened: Counter[str] = Counter()
    for number in range(300):
        for position in random_game(game, number):
            assert position.consistent() == 0, (number, game.state(position))
        for seat in range(game.players):
            happened.update(position.tallies(seat))
    assert [name for name, _ in game.tallies if happened[name] == 0] == []


def test_a_secret_bid_is_any_card_the_player_may_have_laid(table: Tables) -> None:
    t = table().hand(0, 0, 3, 5, 6).bid(5, 2)
    seen = Counter(t.game.state(t.position.determinised(2, key))["seat"][0]["bid"][0] for key in range(1000))
    assert set(seen) == {0, 3, 5, 6}
    assert all(190 < n < 310 for n in seen.values())  # 250 expected, 4.4 standard deviations


@pytest.mark.parametrize("cards", [(7,), (7, 3)])
def test_a_secret_pair_is_any_two_cards_alike(table: Tables, cards: tuple[int, ...]) -> None:
    """28 pairs of eight cards; while one bid is still to come, the higher card of a pair."""
    t = table(players=2).bid(*cards)
    drawn = [t.game.state(t.position.determinised(1, key))["seat"][0]["bid"] for key in range(2800)]
    if len(cards) == 1:
        seen = Counter(first for first, _ in drawn)
        assert set(seen) == set(range(1, 8))
        assert all(abs(n - 100 * first) < 4 * (100 * first) ** 0.5 + 1 for first, n in seen.items())
    else:
        pairs = Counter(map(tuple, drawn))
        assert set(pairs) == {(high, low) for high in range(8) for low in range(high)}
        assert all(60 <= n <= 140 for n in pairs.values())  # 100 expected, 4.1 standard deviations


def test_the_own_bid_and_revealed_bids_stay(table: Tables) -> None:
    t = table().bid(5, 2)
    for key in range(20):
        assert t.game.state(t.position.determinised(1, key))["seat"][1]["bid"][0] == 2
    t.bid(4, 4)
    for key in range(20):
        other = t.game.state(t.position.determinised(1, key))
        assert {**other, "deck": 0} == {**t.state, "deck": 0}
        assert Counter(other["deck"][3:62]) == Counter(t.state["deck"][3:62])


def test_views_show_no_secret_bid(table: Tables) -> None:
    t = table().bid(5, 2)
    players = t.game.words.view(t.position, 2)["players"]
    assert [player["bids"] for player in players] == [None, None, [], None]
    assert 5 in players[0]["hand"]
    assert t.game.words.view(t.position, 0)["players"][0]["bids"] == [{"card": 5, "on": None}]
    assert "dynasty_deck" not in t.game.words.view(t.position, 2)


def test_the_place_of_the_palace_players_first_bid_is_hidden_until_revealed(table: Tables) -> None:
    t = table(players=2).give(0, "Bureaucrat", "Bureaucrat").tied(0, 4).do("bid", card=6, on=4)
    laid = {tuple(t.game.state(t.position.determinised(1, key))["seat"][0]["on"]) for key in range(40)}
    assert laid == {(0, 0), (1, 0)}


def test_the_emperors_half_is_hidden_until_bids_are_revealed(table: Tables) -> None:
    for switch, possible in ((False, {1, 2}), (True, {0, 1, 2})):  # 0: a lone Reset among the bids gets none
        t = table(players=2, emperor_first=True, reset_no_half=switch).give(0, "Warlord", "Warlord").bid(6, 2)
        t.do("emperor", card=2)
        halves = {t.game.state(t.position.determinised(1, key))["seat"][0]["half"] for key in range(60)}
        assert halves == possible


def seat(name: str, value: Any) -> Change:
    return lambda state: state["seat"][0].__setitem__(name, value)


def entry(name: str, where: int, value: int) -> Change:
    return lambda state: state["seat"][0][name].__setitem__(where, value)


def shared(name: str, value: Any) -> Change:
    return lambda state: state.__setitem__(name, value)


def shared_entry(name: str, where: int, value: int) -> Change:
    return lambda state: state[name].__setitem__(where, value)


def palace_of_nobody(state: dict[str, Any]) -> None:
    """Held by a player with no Bureaucrat, his points in order."""
    state["holder"][0], state["n_goals"] = 0, 1
    state["seat"][0]["vp"] = 4


def overtaken(state: dict[str, Any]) -> None:
    """Two Warlords in a pile, cards and points in order, and the Emperor still in the middle."""
    player = state["seat"][0]
    for _ in range(2):
        place = state["deck"].index(6, state["next"])
        state["deck"][: place + 1] = [6, *state["deck"][:place]]
        state["next"] += 1
        player["card"][6], player["n_cards"] = player["card"][6] + 1, player["n_cards"] + 1
        player["pile"][4], player["vp"] = player["pile"][4] + 1, player["vp"] + 1


def dragon_twice(state: dict[str, Any]) -> None:
    state["dragon"], state["open"][8], state["n_open"], state["kinds"] = 0, 1, 4, state["kinds"] | 256
    state["seat"][0]["vp"] = 2


def too_many_face_up(state: dict[str, Any]) -> None:
    state["open"][8], state["n_open"], state["kinds"] = 1, 4, state["kinds"] | 256


CARDS, PILES, POINTS, HAND, GOALS, DRAGON, TABLE, TOKENS = range(1, 9)


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        (shared("next", 2), CARDS),
        (shared_entry("discard", 0, 1), CARDS),
        (entry("card", 0, 1), CARDS),
        (seat("n_cards", 1), PILES),
        (entry("pile", 1, 1), PILES),
        (entry("foreign", 2, 1), PILES),
        (entry("foreign", 1, 1), PILES),
        (seat("vp", 1), POINTS),
        (entry("tied", 0, 3), HAND),
        (entry("on", 0, 1), HAND),
        (seat("hand", 0), HAND),
        (palace_of_nobody, GOALS),
        (overtaken, GOALS),
        (shared("n_goals", 1), GOALS),
        (dragon_twice, DRAGON),
        (shared("tokens_left", 9), TOKENS),
        (shared("n_open", 2), TABLE),
        (shared("kinds", 0), TABLE),
        (too_many_face_up, TABLE),
    ],
)
def test_a_broken_invariant_is_named(table: Tables, change: Change, broken: int) -> None:
    t = table()
    with t.editing() as state:
        change(state)
    assert t.position.consistent() == broken


def test_a_card_drawn_that_waits_for_its_pile_is_somewhere(table: Tables) -> None:
    t = table()
    with t.editing() as state:
        state["pending"], state["next"] = state["deck"][state["next"]], state["next"] + 1
    assert t.position.consistent() == 0


def test_a_bid_in_hand_after_the_reveal_is_broken(table: Tables) -> None:
    t = table().bid(5, 2, 1, 0)
    with t.editing() as state:
        state["seat"][0]["hand"] |= 1 << 5
    assert t.position.consistent() == HAND
