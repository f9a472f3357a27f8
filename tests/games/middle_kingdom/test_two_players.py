"""The two player game and the experienced three player variant."""

import pytest

from tests.games.positions import Tables


def test_three_cards_and_two_bids_each(table: Tables) -> None:
    """ "Turn up three Dynasty Cards"; "Each player plays two separate bids each round" """
    t = table(players=2)
    assert sum(t.words["face_up"].values()) == 3
    asked = []
    for card in (6, 2, 5, 1):
        asked.append(t.position.to_move)
        t.bid(card)
    assert asked == [0, 0, 1, 1]
    # "each card is claimed separately, in bid order"
    assert t.claims() == [0, 1, 0]
    assert t.player(1)["set_aside"] == [1, 5]


def test_two_single_bids_are_named_highest_first(table: Tables) -> None:
    """No pair counts twice: the lowest card in hand cannot be named first."""
    t = table(players=2)
    assert t.cards() == [1, 2, 3, 4, 5, 6, 7]
    assert t.bid(3).cards() == [0, 1, 2]


def test_five_cards_in_the_experienced_variant(table: Tables) -> None:
    """ "Play using the two player rules, except turn over five Dynasty Cards" """
    t = table(players=3, experienced=True)
    assert sum(t.words["face_up"].values()) == 5
    t.bid(7, 3, 6, 3, 5, 4)
    assert t.claims() == [0, 1, 2, 2]
    assert [t.player(seat)["tied"] for seat in range(3)] == [[3], [3], []]


def test_both_cards_of_a_player_may_tie_and_each_gets_a_bid(table: Tables) -> None:
    """M17: with two tied cards each gets one bid."""
    t = table(players=2).bid(6, 2, 6, 2)
    assert t.claims() == []
    assert t.player(0)["tied"] == [6, 2]
    assert {move["on"] for move in t.offers()} == {6}
    t.bid(1)
    assert {move["on"] for move in t.offers()} == {2}
    # equal stacks of both: a draw for each of the two ties
    t.bid(3).bid(1, 3)
    assert [t.position.counters(seat)["draws"] for seat in (0, 1)] == [2, 2]


def test_with_one_tied_card_the_first_bid_is_laid_on_it(table: Tables) -> None:
    """M17."""
    t = table(players=2).tied(0, 4)
    assert {move["on"] for move in t.offers()} == {4}
    t.bid(2)
    assert {move["on"] for move in t.offers()} == {None}
    assert 2 not in t.cards()


def test_a_stack_goes_before_the_own_equal_single_card(table: Tables) -> None:
    """M17: a player cannot tie with himself."""
    t = table(players=2).tied(0, 4).bid(2, 6, 5, 1)
    order = [(bid["player"], bid["bid"], bid["stack"]) for bid in t.words["bids_in_order"]]
    assert order[:2] == [(1, 6, True), (1, 6, False)]


def test_the_palace_player_places_one_bid_before_and_one_after(table: Tables) -> None:
    """ "except the Palace player, who places one Bid Card and a second one after Bid Cards have been revealed" """
    t = table(players=2).give(0, "Bureaucrat", "Bureaucrat").bid(1)
    assert t.position.to_move == 1
    t.bid(6, 2)
    assert (t.position.to_move, t.state["revealed"]) == (0, 1)
    assert t.cards() == [0, 2, 3, 4, 5, 6, 7]
    t.bid(7)
    assert t.claims() == [0, 1, 1]


def test_the_palace_player_says_where_the_first_bid_is_laid(table: Tables) -> None:
    """ "he or she indicates whether or not the first Bid Card is added to the tied stack before it is revealed" """
    t = table(players=2).give(0, "Bureaucrat", "Bureaucrat").tied(0, 4)
    assert {move["on"] for move in t.offers()} == {4, None}
    t.do("bid", card=6, on=None).bid(5, 1)
    # the tied card must be covered this round
    assert {move["on"] for move in t.offers()} == {4}
    t = table(players=2).give(0, "Bureaucrat", "Bureaucrat").tied(0, 4, 3)
    assert {move["on"] for move in t.offers()} == {4, 3}
    t.do("bid", card=6, on=3).bid(5, 1)
    assert {move["on"] for move in t.offers()} == {4}


def test_just_a_reset_is_played_instead_of_two_bids(table: Tables) -> None:
    """ "A player who begins a round with just a reshuffle card in hand, plays it instead of two bid cards." """
    t = table(players=2).hand(0, 0).bid(0)
    assert t.position.to_move == 1
    t.bid(5, 3)
    t.claims()
    assert t.player(0)["hand"] == list(range(8))


def test_just_a_reset_covers_one_of_two_tied_cards_and_the_other_waits(table: Tables) -> None:
    """M18."""
    t = table(players=2).tied(0, 5, 2).hand(0, 0)
    assert [(move["card"], move["on"]) for move in t.offers()] == [(0, 5), (0, 2)]
    t.do("bid", on=2).bid(7, 6)
    assert t.claims() == [1, 1, 0]
    assert (t.player(0)["tied"], t.player(0)["hand"]) == ([5], [0, 1, 2, 3, 4, 6, 7])


def test_a_reset_does_not_bring_back_the_other_bid_that_ties(table: Tables) -> None:
    """ "A player who plays a Reset Card and whose other bid ties, does not pick up the tied Bid Card." """
    t = table(players=2).bid(5, 0, 5, 1)
    t.claims()
    assert (t.player(0)["tied"], t.player(0)["hand"]) == ([5], [0, 1, 2, 3, 4, 6, 7])


def test_the_emperor_player_designates_a_bid(table: Tables) -> None:
    """ "must designate which one of his or her two Bid Cards receives its +.5 bonus"; M19: after all reveals."""
    t = table(players=2).give(1, "Warlord", "Warlord").bid(6, 2, 6, 2)
    assert (t.position.to_move, t.stage(), t.cards(), t.state["revealed"]) == (1, "emperor", [6, 2], 1)
    t.do("emperor", card=6)
    assert t.claims() == [1, 0]
    assert [t.player(seat)["tied"] for seat in (0, 1)] == [[2], [2]]


def test_the_emperor_player_designates_before_the_reveal_with_the_switch(table: Tables) -> None:
    """M19, the switch."""
    t = table(players=2, emperor_first=True).give(0, "Warlord", "Warlord").bid(6, 2)
    assert (t.position.to_move, t.stage(), t.state["revealed"]) == (0, "emperor", 0)
    t.do("emperor", card=2)
    assert t.position.to_move == 1
    t.bid(6, 2)
    assert t.stage() == "claim"
    assert t.claims() == [0, 1]


@pytest.mark.parametrize(("card", "claims", "tied"), [(5, [0, 1, 1], []), (0, [1], [5])])
def test_the_half_may_be_wasted_on_a_lone_reset(table: Tables, card: int, claims: list[int], tied: list[int]) -> None:
    """ "must designate which one of his or her two Bid Cards receives its +.5 bonus"; M4: a Reset alone may be it.

    5 and the Reset against 5 and 1: with the .5 the 5 claims first, without it the two 5s tie.
    """
    t = table(players=2).give(0, "Warlord", "Warlord").bid(5, 0, 5, 1)
    assert (t.position.to_move, t.stage(), t.cards()) == (0, "emperor", [5, 0])
    assert [t.game.words.text(t.position, move) for move in t.position.moves()][1] == "Emperor: +.5 for the Reset"
    t.do("emperor", card=card)
    assert t.claims() == claims
    assert [t.player(seat)["tied"] for seat in (0, 1)] == [tied, tied]


@pytest.mark.parametrize("bids", [(5, 0), (7, 0)])
def test_with_the_switch_a_lone_reset_leaves_nothing_to_designate(table: Tables, bids: tuple[int, int]) -> None:
    """M4, the switch."""
    t = table(players=2, reset_no_half=True).give(0, "Warlord", "Warlord").bid(*bids, bids[0], 1)
    assert t.stage() == "claim"
    assert t.words["bids_in_order"][0] == {"player": 1, "bid": bids[0], "half": True, "stack": False}


def test_with_the_switch_the_half_goes_to_the_second_bid_when_the_first_is_a_lone_reset(table: Tables) -> None:
    """The Palace player lays the Reset first."""
    t = table(players=2, reset_no_half=True).give(0, "Warlord", "Warlord", "Bureaucrat", "Bureaucrat")
    t.bid(0, 6, 2).bid(6)
    assert t.words["bids_in_order"][0] == {"player": 1, "bid": 6, "half": True, "stack": False}


def test_a_single_bid_gets_the_half_unasked(table: Tables) -> None:
    """Just a Reset is one bid: on a tied card it gets the .5, "this is automatic" with one bid."""
    t = table(players=2).give(0, "Warlord", "Warlord").tied(0, 5).hand(0, 0).bid(0, 5, 4)
    assert t.words["bids_in_order"][0] == {"player": 1, "bid": 5, "half": True, "stack": True}


def test_a_reset_replaced_with_the_harvest_keeps_the_half_given_to_it_before_the_reveal(table: Tables) -> None:
    """M2, M19: the replacement lies in the Reset's place."""
    t = table(players=2, emperor_first=True).give(0, "Warlord", "Warlord", "Farmer", "Farmer").hand(0, 0, 3, 6)
    t.bid(3, 0).do("emperor", card=0).bid(6, 2).do("harvest", card=6)
    assert [(bid["player"], bid["bid"], bid["half"]) for bid in t.words["bids_in_order"]][:2] == [
        (1, 6, True), (2, 6, False),
    ]  # fmt: skip


def test_harvest_counts_the_cards_before_both_bids(table: Tables) -> None:
    """M20, M1: "has 3 cards in hand"; one of them is left to play in the Reset's place."""
    t = table(players=2).give(0, "Farmer", "Farmer").hand(0, 0, 3, 5).bid(3, 0, 7, 6)
    assert (t.stage(), t.cards()) == ("harvest", [None, 5])
    t.do("harvest", card=5)
    assert [(bid["player"], bid["bid"]) for bid in t.words["bids_in_order"]] == [(2, 7), (2, 6), (1, 5), (1, 3)]


@pytest.mark.parametrize(("value", "most"), [("off", 3), ("other", 4), ("on", 5)])
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_harvest_by_the_cards_in_hand_before_both_bids_after_one_or_after_both(
    table: Tables, value: str, most: int, size: int
) -> None:
    """M1: "having three or fewer cards in hand". A hand of four has three once the other bid is out, the Reset
    included, and two once both are."""
    t = table(players=2, harvest_after=value).give(0, "Farmer", "Farmer").hand(0, *range(size)).bid(1, 0, 7, 6)
    assert (t.stage() == "harvest") == (size <= most)
    if size <= most:
        assert t.cards() == [None, *range(2, size)]


@pytest.mark.parametrize(("size", "asked"), [(3, True), (4, False)])
def test_with_one_bid_there_is_no_other_one(table: Tables, size: int, asked: bool) -> None:
    """M1: `other` is for two bids."""
    t = table(harvest_after="other").give(0, "Farmer", "Farmer").hand(0, *range(size)).bid(0, 1, 2, 3)
    assert (t.stage() == "harvest") == asked
