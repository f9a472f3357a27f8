"""Notation, words, features and records of the game."""

from typing import Any

import pytest

from cext.games.middle_kingdom.words.screen import Screen
from tests.games.middle_kingdom.conftest import features
from tests.games.positions import Tables


def test_notations(table: Tables) -> None:
    t = table(players=2).give(0, "Bureaucrat", "Bureaucrat").tied(0, 4)
    written = {t.game.words.notation(t.position, move) for move in t.position.moves()}
    assert {"R", "R/4", "7", "7/4"} <= written
    t = table().face_up("Merchant", "Noble 2", "Philosopher").give(1, "Merchant", "Merchant", "Farmer").bid(1, 7, 2, 3)
    assert [t.game.words.notation(t.position, move) for move in t.position.moves()] == ["+m", "+n2", "+p", "+m>f"]
    assert t.game.words.parse(t.position, " +m>f ") in t.position.moves()
    with pytest.raises(ValueError, match=r"'x' is not a legal move: write \+ and the card"):
        t.game.words.parse(t.position, "x")


def test_texts(table: Tables) -> None:
    t = table().face_up("Merchant", "Noble 2", "Philosopher").give(1, "Merchant", "Merchant", "Farmer").bid(1, 7, 2, 3)
    assert [t.game.words.text(t.position, move) for move in t.position.moves()] == [
        "claim a Merchant", "claim a Noble 2", "claim the Philosopher", "claim a Merchant, as two Farmers",
    ]  # fmt: skip


def test_events_tell_what_followed(table: Tables) -> None:
    t = table().face_up("Farmer", "Farmer", "Merchant").give(0, "Merchant").bid(5, 5, 2)
    before = t.position.copy()
    t.bid(6)
    assert t.game.words.events(before, None, t.position) == [
        "the bids are revealed", "player 1 bids 5", "player 2 bids 5", "player 3 bids 2", "player 4 bids 6",
    ]  # fmt: skip
    before = t.position.copy()
    t.do("claim", card="Farmer")
    assert t.game.words.events(before, None, t.position) == [
        "player 1: 1 Bid Card tied, it stays", "player 2: 1 Bid Card tied, it stays",
    ]  # fmt: skip


def test_bids_of_a_round_that_ends_at_once_are_told(table: Tables) -> None:
    t = table().bid(0, 0, 4)
    before = t.position.copy()
    t.bid(4)
    told = t.game.words.events(before, None, t.position)
    assert told[1:5] == ["player 1 bids the Reset", "player 2 bids the Reset", "player 3 bids 4", "player 4 bids 4"]
    assert "player 1 picks up the Bid Cards set aside" in told


def screen(t: Any, *, short: bool = False) -> Screen:
    header = {"seats": [{"strategy": f"name{i + 1}"} for i in range(t.players)]}
    return Screen(header, short=short)


def bids_drawn(t: Any, seat: int | None, short: bool = False) -> list[str]:
    drawn = screen(t, short=short).render(t.words, seat=seat)
    facts = [dict(map(tuple, part["blocks"][0]["facts"])) for part in drawn["parts"][1:]]
    return [row.get("bids", "") for row in facts]


@pytest.mark.parametrize("short", [False, True])
def test_a_drawing_hides_secret_bids_and_the_deck(table: Tables, short: bool) -> None:
    t = table().tied(0, 6).bid(5, 0)
    assert bids_drawn(t, None, short) == ["5/6", "R", "", ""]
    assert bids_drawn(t, 2, short) == ["?", "R", "", ""]
    assert bids_drawn(t, 3, short) == ["?", "?", "", ""]
    drawn = screen(t, short=short).render(t.words, seat=3)
    assert "next cards" not in [label for label, _ in drawn["parts"][0]["blocks"][0]["facts"]]
    t.bid(2, 2)
    assert bids_drawn(t, 3, short) == ["5/6", "R", "2", "2"]


@pytest.mark.parametrize("short", [False, True])
def test_cards_to_come_are_signs_only_where_the_legend_explains_them(table: Tables, short: bool) -> None:
    one, t = screen(table(), short=short), table()
    cards = dict(map(tuple, one.render(t.words, seat=None)["parts"][0]["blocks"][0]["facts"]))["next cards"]
    deck = t.words["dynasty_deck"][:8]
    explained = dict(one.legend).get("cards", "")
    if short:
        assert [f"{sign} {name}" in explained for sign, name in zip(cards.split(), deck, strict=True)] == [True] * 8
    else:
        assert cards == ", ".join(deck)


def test_a_player_hears_of_secret_bids_only_that_they_are_laid(table: Tables) -> None:
    one = screen(table())
    assert one.redact("bid 5 on the tied 6", seat=1, mover=2) == "lay a Bid Card"
    assert one.redact("bid 5 on the tied 6", seat=2, mover=2) == "bid 5 on the tied 6"
    assert one.redact("Emperor: +.5 for the 6", seat=1, mover=2) == "designate a bid for the Emperor's .5"
    assert one.redact("claim a Farmer", seat=1, mover=2) == "claim a Farmer"


def test_a_drawing_shows_what_a_player_has(table: Tables) -> None:
    t = table().give(1, "Noble 4", "Noble 4", "Philosopher").dragon(1).bid(1, 2, 3, 4)
    facts = dict(map(tuple, screen(t).render(t.words)["parts"][2]["blocks"][0]["facts"]))
    assert facts["goals"] == "Heir, Dragon"
    assert facts["piles"] == "Bureaucrats 1, Nobles 2"
    assert facts["nobles"] == "2 of 4"
    assert facts[""] == "the Philosopher"


def test_a_set_up_of_other_cards_is_refused(table: Tables) -> None:
    t = table()
    setup = t.game.words.setup(t.game.deal(seed=1))
    setup["dynasty_deck"][0] = "Emperor"
    with pytest.raises(ValueError, match="dynasty_deck: not the 62 cards of the deck"):
        t.game.words.deal_from_setup(setup, seed=1)


def test_a_set_up_with_another_number_of_cards_face_up_is_refused(table: Tables) -> None:
    t = table()
    setup = t.game.words.setup(t.game.deal(seed=1)) | {"face_up": 4}
    with pytest.raises(ValueError, match="face_up: 3 cards are turned up in this game, not 4"):
        t.game.words.deal_from_setup(setup, seed=1)


def test_features_of_a_bid_before_the_reveal(table: Tables) -> None:
    """Three rivals with all eight cards: 2 of 8 beat a 5, 1 of 8 ties with it."""
    t = table()
    row = features(t, card=5)
    assert (row["bid"], row["ahead"]) == (5, 75)
    assert row["tie"] == 33  # 1 - (7/8)^3
    assert features(t, card=0) == {"reset": 1}


def test_features_of_a_bid_that_sees_the_others(table: Tables) -> None:
    """The Palace player knows who is ahead; 7 ties, 5 and 4 claim second."""
    t = table().give(0, "Bureaucrat", "Bureaucrat").bid(7, 3, 2)
    assert "ahead" not in features(t, card=7)
    assert features(t, card=7)["tie"] == 100
    assert [features(t, card=card)["ahead"] for card in (6, 5, 4, 1)] == [100, 100, 100, 300]
    assert features(t, card=6)["overbid"] == 1
    assert "overbid" not in features(t, card=4)


def test_features_of_stacks(table: Tables) -> None:
    """Both have 5 below: 3 of the 7 cards of the rival are above a 4, one ties, three are below."""
    t = table(players=3).tied(0, 5).tied(1, 5).hand(2, 0)
    row = features(t, card=4)
    assert (row["stack"], row["ahead"], row["tie"]) == (1, 28, 14)  # 6 and 7 of seven cards; the 4


def test_overbid_counts_cards_that_can_still_be_played(table: Tables) -> None:
    """Two bids: with the 3 laid on the tied 5, the card below a 4 is the 2."""
    t = table(players=2).tied(0, 5).hand(1, 0).bid(3)
    assert features(t, card=4)["overbid"] == 2


def test_the_emperors_half_given_after_the_reveal_is_told(table: Tables) -> None:
    t = table(players=2).give(0, "Warlord", "Warlord").bid(6, 2, 5, 4)
    before = t.position.copy()
    t.do("emperor", card=2)
    assert "player 1 adds the Emperor's .5 to 2" in t.game.words.events(before, None, t.position)


def test_features_of_a_claim(table: Tables) -> None:
    t = table().face_up("Noble 3", "Farmer", "Philosopher").give(0, "Noble 2", "Bureaucrat").give(1, "Farmer", "Farmer")
    t.give(2, "Farmer").bid(7, 6, 5, 4)
    assert features(t, card="Noble 3") == {
        "vp": 3, "goal_vp": 5, "goal": 1, "lead": 2, "pile": 1, "noble": 1,
    }  # fmt: skip
    assert features(t, card="Farmer") == {"lead": -1, "new_type": 1, "farmers": 2, "farmer": 1}
    assert features(t, card="Philosopher") == {
        "vp": 1, "goal_vp": 4, "goal": 1, "lead": 2, "philosophy": 1, "pile": 1, "bureaucrat": 1,
    }  # fmt: skip
    t.do("claim", card="Noble 3")
    assert features(t, card="Philosopher")["denied"] == 1  # player 1 would have had the Palace


def test_views_show_what_all_may_see(table: Tables) -> None:
    """ "players can see which Bid Cards have been used"; "players can see how many cards each pile has" """
    t = table().give(1, "Farmer", "Farmer", "Merchant", "Merchant").give(1, "Merchant", pile="Farmers").bid(3, 7, 1, 6)
    t.claims()
    seen = t.game.words.view(t.position, 0)["players"]
    assert [player["set_aside"] for player in seen] == [[3], [7], [1], [6]]
    real = seen[1]["cards"]
    assert seen[1]["piles"]["Farmers"] == real["Farmer"] + 2
    assert seen[1]["piles"]["Merchants"] == real["Merchant"] - 1
