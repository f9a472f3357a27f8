"""Secret bids and the deck stay hidden; the invariants of a position each notice the one thing that is put wrong."""

from collections import Counter

import pytest

from tests.games.positions import Tables


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


CARDS, PILES, POINTS, HAND, GOALS, DRAGON, TABLE, TOKENS = range(1, 9)
BROKEN = (
    (CARDS, "next = 2"),
    (CARDS, "discard.0 = 1"),
    (CARDS, "seat.0.card.0 = 1"),
    (PILES, "seat.0.n_cards = 1"),
    (PILES, "seat.0.pile.1 = 1"),
    (PILES, "seat.0.foreign.2 = 1"),
    (PILES, "seat.0.foreign.1 = 1"),
    (POINTS, "seat.0.vp = 1"),
    (HAND, "seat.0.tied.0 = 3"),
    (HAND, "seat.0.on.0 = 1"),
    (HAND, "seat.0.hand = 0"),
    (GOALS, "holder.0 = 0; n_goals = 1; seat.0.vp = 4"),  # held by a player with no Bureaucrat, his points in order
    (GOALS, "n_goals = 1"),
    (DRAGON, "dragon = 0; open.8 = 1; n_open = 4; kinds ^= 256; seat.0.vp = 2"),  # there and face up
    (TOKENS, "tokens_left = 9"),
    (TABLE, "n_open = 2"),
    (TABLE, "kinds = 0"),
    (TABLE, "open.8 = 1; n_open = 4; kinds ^= 256"),  # too many face up
)


@pytest.mark.parametrize(("invariant", "text"), BROKEN)
def test_a_broken_invariant_is_named(table: Tables, invariant: int, text: str) -> None:
    assert table().broken(text) == invariant


def test_a_goal_card_that_stays_in_the_middle_is_broken(table: Tables) -> None:
    """Two Warlords in a pile, cards and points in order, and the Emperor still in the middle."""
    t = table()
    with t.editing() as state:
        player = state["seat"][0]
        for _ in range(2):
            place = state["deck"].index(6, state["next"])
            state["deck"][: place + 1] = [6, *state["deck"][:place]]
            state["next"] += 1
            player["card"][6], player["n_cards"] = player["card"][6] + 1, player["n_cards"] + 1
            player["pile"][4], player["vp"] = player["pile"][4] + 1, player["vp"] + 1
    assert t.position.consistent() == GOALS


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
