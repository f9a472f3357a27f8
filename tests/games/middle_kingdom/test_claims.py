"""Claim Dynasty Cards, Goal Cards, the Celestial Dragon, Market, Heir, and the end of a round."""

from typing import Any

import pytest

from tests.games.middle_kingdom.conftest import features
from tests.games.positions import Tables

# -- Goal Cards -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "goal"),
    [
        (("Warlord", "Warlord"), "Emperor"), (("Noble 2", "Noble 4"), "Heir"), (("Bureaucrat", "Bureaucrat"), "Palace"),
        (("Philosopher", "Bureaucrat"), "Palace"), (("Merchant", "Merchant"), "Market"),
        (("Farmer", "Farmer"), "Harvest"),
    ],
)  # fmt: skip
def test_two_of_a_type_take_the_goal_card(table: Tables, cards: tuple[str, str], goal: str) -> None:
    """ "Two Warlords take the Emperor; two Nobles (regardless of value) take the Heir; two Bureaucrats, possibly
    including the Philosopher, take the Palace; two Merchants take the Market, and two Farmers take the Harvest." """
    t = table().face_up(cards[1], "Farmer", "Farmer").give(1, cards[0]).bid(1, 7, 2, 3)
    assert t.goal(goal) is None
    t.do("claim", card=cards[1])
    assert t.goal(goal) == 1


def test_more_cards_shift_the_goal_card_at_once_and_as_many_do_not(table: Tables) -> None:
    """ "If a player ever has more of the appropriate type ... immediately shift that Goal Card to its new owner." """
    t = table().face_up("Noble 2", "Noble 3", "Farmer").give(0, "Noble 2", "Noble 2").give(1, "Noble 4").bid(1, 7, 6, 5)
    t.do("claim", card="Noble 2")
    assert (t.goal("Heir"), t.player(0)["vp"]) == (0, 9)
    t = table().face_up("Noble 2", "Noble 3", "Farmer").give(0, "Noble 2", "Noble 2").give(1, "Noble 4", "Noble 4")
    t.bid(1, 7, 6, 5).do("claim", card="Noble 2")
    assert (t.goal("Heir"), t.player(0)["vp"], t.player(1)["vp"]) == (1, 4, 15)


def test_shifting_the_heir_changes_who_claims_this_round(table: Tables) -> None:
    """ "Shifting the Market or Heir can affect how cards are claimed in a round." """
    t = table().face_up("Noble 2", "Farmer", "Farmer").give(0, "Noble 2", "Noble 2").give(1, "Noble 4", "Noble 4")
    t.bid(3, 5, 3, 0).do("claim", card="Noble 2")
    assert (t.position.to_move, t.stage()) == (1, "heir")


def test_shifting_the_emperor_does_not_change_this_round(table: Tables) -> None:
    """ "Shifting the Palace, Harvest, or Emperor cannot, since bid powers take effect before cards are claimed." """
    t = table().face_up("Warlord", "Farmer", "Farmer").give(0, "Warlord", "Warlord").give(1, "Warlord", "Warlord")
    t.bid(4, 6, 4, 1).do("claim", card="Warlord")
    assert t.goal("Emperor") == 1
    assert t.claims() == [0, 2]


@pytest.mark.parametrize(("boards", "holder"), [(None, None), (("equal", "emperor", "equal", "equal"), 1)])
def test_two_who_draw_at_once_and_are_equal_do_not_take_a_goal_card(
    table: Tables, boards: tuple[str, ...] | None, holder: int | None
) -> None:
    """M6: nobody takes it until one has strictly more, from the middle or from who began with it (M25)."""
    t = table(boards=boards).face_up("Farmer", "Farmer", "Farmer", then=("Warlord", "Warlord"))
    t.give(0, "Warlord").give(2, "Warlord").tied(0, 5).tied(2, 5).bid(2, 0, 2, 0)
    t.claims()
    assert ([t.piles(seat) for seat in (0, 2)], t.goal("Emperor")) == ([{"Warlords": 2}] * 2, holder)


def test_two_equal_overtakers_leave_a_goal_card_where_it_is(table: Tables) -> None:
    """M6."""
    t = table().face_up("Farmer", "Farmer", "Farmer", then=("Warlord", "Warlord"))
    t.give(1, "Warlord", "Warlord").give(0, "Warlord", "Warlord").give(2, "Warlord", "Warlord")
    t.tied(0, 5).tied(2, 5).bid(2, 0, 2, 0)
    t.claims()
    assert t.goal("Emperor") == 1


# -- Celestial Dragon -------------------------------------------------------------------------------------------------


def test_the_example_of_the_dragon(table: Tables) -> None:
    """ "This player can swap the Celestial Dragon for the Warlord or Farmer, but not the Noble." """
    t = table().face_up("Noble 3", "Warlord", "Farmer")
    t.give(2, "Merchant", "Merchant", "Noble 2", "Noble 2", "Warlord").dragon(2).bid(1, 2, 3, 4)
    assert (t.position.to_move, t.stage(), set(t.cards())) == (2, "swap", {"Warlord", "Farmer"})


def test_the_dragon_takes_a_barred_type_if_only_such_are_there_and_never_the_philosopher(table: Tables) -> None:
    """ "any one of them, except the Philosopher"; "unless these are the only cards available" """
    t = table().face_up("Noble 3", "Noble 4", "Philosopher").give(2, "Noble 2").dragon(2).bid(1, 2, 3, 4)
    assert t.cards() == ["Noble 3", "Noble 4"]


def test_with_no_cards_nothing_is_barred_to_the_dragon(table: Tables) -> None:
    """M10."""
    t = table().face_up("Noble 3", "Noble 4", "Farmer").dragon(2).bid(1, 2, 3, 4)
    assert set(t.cards()) == {"Noble 3", "Noble 4", "Farmer"}


@pytest.mark.parametrize(
    ("reading", "free"),
    [
        ("everywhere", "Merchant"), ("except_taking", "Merchant"), ("except_heir", "Merchant"),
        ("except_swap", "Noble 3"), ("goal_cards", "Noble 3"),
    ],
)  # fmt: skip
def test_a_merchant_on_another_pile_counts_for_what_the_dragon_may_not_take(
    table: Tables, reading: str, free: str
) -> None:
    """M8: the Market's "most of that type": three of the Nobles; or the three Merchants are most, wherever they lie."""
    t = table(moved_merchants=reading).face_up("Noble 3", "Merchant", "Farmer")
    t.give(2, "Merchant", "Merchant", "Noble 2").give(2, "Merchant", pile="Nobles").dragon(2).bid(1, 2, 3, 4)
    assert set(t.cards()) == {free, "Farmer"}


@pytest.mark.parametrize("reading", ["everywhere", "except_taking", "except_swap", "except_heir", "goal_cards"])
def test_a_goal_card_in_the_middle_may_need_two_cards_of_its_type(table: Tables, reading: str) -> None:
    """M8: "two or more Dynasty cards of the same type" and "as two cards for determining most of that type"; once a
    second Warlord lies before some player, the Emperor goes to who has most."""
    t = table(moved_merchants=reading).face_up("Merchant", "Warlord", "Farmer")
    t.give(0, "Merchant", "Merchant", "Warlord").give(1, "Warlord").bid(7, 6, 1, 2)
    taken = reading != "except_taking"
    assert features(t, card="Merchant", pile="Warlords").get("goal", 0) == taken
    t.do("claim", card="Merchant", pile="Warlords")
    assert t.goal("Emperor") == (0 if taken else None)
    assert "goal" not in features(t, card="Warlord")
    t.do("claim", card="Warlord")
    assert (t.goal("Emperor"), t.player(0)["piles"]["Warlords"], t.player(1)["piles"]["Warlords"]) == (0, 3, 2)


def test_a_merchant_elsewhere_shifts_a_goal_card_that_is_held(table: Tables) -> None:
    """M8: "If a player ever has more", in every reading."""
    t = table(moved_merchants="except_taking").face_up("Merchant", "Farmer", "Farmer")
    t.give(0, "Merchant", "Merchant", "Warlord").give(1, "Warlord", "Warlord").bid(7, 6, 1, 2)
    assert features(t, card="Merchant", pile="Warlords")["goal"] == 1
    t.do("claim", card="Merchant", pile="Warlords")
    assert t.goal("Emperor") == 0


def test_the_swap_shifts_goal_cards_and_leaves_the_dragon_to_be_claimed(table: Tables) -> None:
    """ "Any player who claims the Celestial Dragon gets a 2VP token but does not keep the Dragon" """
    t = table().face_up("Noble 3", "Warlord", "Farmer").give(2, "Noble 2").dragon(2)
    t.give(2, "Farmer", "Farmer", "Farmer").bid(1, 2, 3, 4).do("swap", card="Noble 3")
    assert (t.goal("Heir"), t.goal("Dragon")) == (2, None)
    t.do("claim", card="Celestial Dragon")
    assert (t.player(3)["tokens"], t.player(3)["vp"], t.goal("Dragon"), t.piles(3)) == (1, 2, None, {})


def test_the_swapper_may_claim_the_dragon_back_for_a_token(table: Tables) -> None:
    """M11."""
    t = table().face_up("Noble 3", "Warlord", "Farmer").dragon(2).bid(1, 2, 7, 4).do("swap", card="Warlord")
    t.do("claim", card="Celestial Dragon")
    assert (t.player(2)["tokens"], t.player(2)["vp"]) == (1, 3)


def test_a_dragon_nobody_claims_is_set_aside(table: Tables) -> None:
    """M11."""
    t = table().face_up("Noble 3", "Warlord", "Farmer").dragon(2).bid(0, 0, 7, 0).do("swap", card="Warlord")
    t.do("claim", card="Farmer")
    assert t.goal("Dragon") is None
    assert "Celestial Dragon" not in t.words["face_up"]


def test_the_swap_has_no_market(table: Tables) -> None:
    """M9."""
    t = table().face_up("Merchant", "Noble 4", "Farmer").give(2, "Merchant", "Merchant", "Noble 2", "Noble 2").dragon(2)
    t.give(2, "Noble 2").bid(1, 2, 3, 4).do("swap", card="Merchant")
    assert t.piles(2) == {"Merchants": 3, "Nobles": 3}


def test_the_swap_has_the_market_with_the_switch(table: Tables) -> None:
    """M9, the switch: a swap as a claim; the types the Dragon may not take are barred all the same."""
    t = table(swap_market=True).face_up("Merchant", "Noble 4", "Farmer")
    t.give(2, "Merchant", "Merchant", "Noble 2", "Noble 2", "Noble 3", "Warlord").dragon(2).bid(1, 2, 3, 4)
    assert [t.game.words.notation(t.position, move) for move in t.position.moves()] == ["xf", "xm", "xm>n", "xm>w"]
    text = t.game.words.text(t.position, t.position.moves()[3])
    assert text == "swap the Celestial Dragon for a Merchant, as two Warlords"
    row = features(t, card="Merchant", pile="Warlords")
    assert (row["goal"], row["moved"], row["lead"]) == (1, 1, 3)
    t.do("swap", card="Merchant", pile="Warlords")
    assert (t.piles(2), t.goal("Emperor")) == ({"Merchants": 2, "Nobles": 3, "Warlords": 3}, 2)
    assert t.words["face_up"] == {"Noble 4": 1, "Farmer": 1, "Celestial Dragon": 1}
    # who has no Market, or may not take a Merchant
    t = table(swap_market=True).face_up("Merchant", "Noble 4", "Farmer").give(1, "Merchant", "Merchant")
    t.give(2, "Merchant", "Noble 2", "Noble 2").dragon(2).bid(1, 2, 3, 4)
    assert t.offers() == [{"kind": "swap", "card": "Farmer"}, {"kind": "swap", "card": "Merchant"}]
    t = table(swap_market=True).face_up("Merchant", "Noble 4", "Farmer").give(2, "Merchant", "Merchant", "Noble 2")
    assert set(t.dragon(2).bid(1, 2, 3, 4).cards()) == {"Noble 4", "Farmer"}


@pytest.mark.parametrize(("given", "limit", "token"), [(17, True, True), (18, True, False), (18, False, True)])
def test_tokens_may_run_out(table: Tables, given: int, limit: bool, token: bool) -> None:
    """M13: "18 2-Victory Point tokens"; "Any player who claims the Celestial Dragon gets a 2VP token"."""
    t = table(token_limit=limit).face_up("Noble 3", "Warlord", "Farmer").dragon(2)
    with t.editing() as state:
        state["seat"][1]["tokens"] = given
        state["seat"][1]["vp"] = 2 * given
        state["tokens_left"] -= given
    t.bid(1, 2, 3, 7).do("swap", card="Warlord")
    assert features(t, card="Celestial Dragon").get("vp", 0) == 2 * token
    before = t.position.copy()
    t.do("claim", card="Celestial Dragon")
    assert (t.player(3)["tokens"], t.player(3)["vp"], t.goal("Dragon")) == (token, 2 * token, None)
    assert t.position.scores()["tokens"] == [0, 2 * given, 0, 2 * token]
    message = "player 4 gets no token, none is left"
    assert t.game.words.events(before, None, t.position) == ([] if token else [message])


# -- Market and Heir --------------------------------------------------------------------------------------------------


def test_the_market_player_may_add_a_merchant_to_another_pile(table: Tables) -> None:
    """ "any other pile with at least one card in it where it will count as two cards" """
    t = table().face_up("Merchant", "Merchant", "Farmer").give(0, "Merchant", "Merchant", "Warlord", "Noble 2")
    t.give(1, "Warlord", "Warlord").bid(7, 6, 1, 2)
    merchants = [move["pile"] for move in t.offers() if move["card"] == "Merchant"]
    assert merchants == ["Merchants", "Nobles", "Warlords"]
    t.do("claim", card="Merchant", pile="Warlords")
    assert (t.piles(0), t.goal("Emperor")) == ({"Merchants": 2, "Nobles": 1, "Warlords": 3}, 0)
    assert (t.player(0)["cards"]["Merchant"], t.player(0)["cards"]["Warlord"]) == (3, 1)
    # the next in order does not hold the Market
    assert [move["pile"] for move in t.offers() if move["card"] == "Merchant"] == ["Merchants"]


def test_the_heir_player_claims_one_of_the_cards_left(table: Tables) -> None:
    """ "After bids have claimed Dynasty Cards, if one or more Dynasty Cards remain ..., then the Heir player claims one
    of them." Then "discard any remaining Dynasty Cards"."""
    t = table().face_up("Merchant", "Warlord", "Farmer").give(3, "Noble 2", "Noble 2").bid(5, 5, 1, 0)
    t.do("claim", card="Farmer")
    assert (t.position.to_move, t.stage(), t.cards()) == (3, "heir", ["Merchant", "Warlord"])
    t.do("heir", card="Warlord")
    assert (t.piles(3), t.words["discarded"]["Merchant"]) == ({"Nobles": 2, "Warlords": 1}, 1)
    assert t.state["round"] == 1


def test_the_heir_claims_a_merchant_with_the_market_and_the_dragon_for_a_token(table: Tables) -> None:
    """M9, M11: the Heir "claims"."""
    t = table().face_up("Merchant", "Warlord", "Farmer").give(3, "Noble 2", "Noble 2", "Merchant", "Merchant").dragon(0)
    t.bid(0, 0, 0, 0).do("swap", card="Farmer")
    assert [(move["card"], move.get("pile")) for move in t.offers()] == [
        ("Merchant", "Merchants"), ("Warlord", "Warlords"), ("Celestial Dragon", None), ("Merchant", "Nobles"),
    ]  # fmt: skip
    t.do("heir", card="Celestial Dragon")
    assert t.player(3)["tokens"] == 1


def test_no_heir_no_claim(table: Tables) -> None:
    t = table().bid(0, 0, 0, 0)
    assert (t.state["round"], sum(t.words["discarded"].values())) == (1, 3)


# -- assigning the Dragon ---------------------------------------------------------------------------------------------

FOUR = ("Farmer", "Farmer", "Merchant", "Merchant", "Noble 2", "Noble 2", "Warlord", "Warlord")


def idle_round(t: Any) -> Any:
    """A round of Resets: nobody claims, but for an Heir who takes the first card left."""
    while t.state["round"] == 0 and t.position.to_move is not None:
        t.do("bid", card=0) if t.stage() == "bid" else t.position.apply(t.position.moves()[0])
    return t


def test_the_dragon_goes_to_the_fewest_goal_cards_then_the_fewest_dynasty_cards(table: Tables) -> None:
    """ "Give it to the player with the fewest Goal Cards (even if that player has no Goal Cards). If tied, give it to
    the player among them with the fewest Dynasty Cards." """
    t = table().give(0, *FOUR).give(1, "Farmer", "Warlord").give(2, "Farmer").give(3, "Farmer", "Merchant")
    assert idle_round(t).goal("Dragon") == 2


def test_three_goal_cards_are_too_few(table: Tables) -> None:
    """ "Once at least four Goal Cards are held by players" """
    t = table().give(0, *FOUR[:6]).give(2, "Farmer")
    assert idle_round(t).goal("Dragon") is None


def test_fewer_goal_cards_count_before_fewer_dynasty_cards(table: Tables) -> None:
    t = table(players=3).give(0, *FOUR[:4]).give(1, *FOUR[4:])
    t.give(2, "Farmer", "Merchant", "Warlord", "Noble 2", "Farmer").give(0, "Farmer", "Farmer")
    assert idle_round(t).goal("Dragon") == 2


@pytest.mark.parametrize(
    ("had", "holders"),
    [
        ((0, 3, 2), (1, 3, None)), ((4, 3, 2), (3, 3, 3)), ((0, 0, 2), (None, 3, None)), ((4, 0, 2), (2, 3, None)),
        ((0, 0, 0), (None, None, None)),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("number", "reading"), list(enumerate(("first", "last", "undecided"))))
def test_then_it_goes_to_who_had_it_least_recently_or_to_nobody(
    table: Tables, had: tuple[int, int, int], holders: tuple[int | None, ...], number: int, reading: str
) -> None:
    """ "If still tied, give it, if possible, to the player among them who had the Celestial Dragon least recently.
    Otherwise, do not assign it." M12: one who never had it had it least recently; two such cannot be told apart. Or
    such a player is not among those who had it; or then it is not possible."""
    t = table(never_had_dragon=reading).give(0, *FOUR)
    holder = holders[number]
    with t.editing() as state:
        for seat, round_ in zip((1, 2, 3), had, strict=True):
            state["seat"][seat]["had_dragon"] = round_
    t = idle_round(t)
    assert t.goal("Dragon") == holder
    if holder is not None:
        assert (t.player(holder)["had_dragon_in_round"], t.player(holder)["vp"]) == (1, 2)


def test_fewest_dynasty_cards_counts_a_merchant_elsewhere_as_one(table: Tables) -> None:
    """M24."""
    t = table(players=3).give(0, *FOUR).give(1, "Farmer", "Farmer", "Farmer").give(1, "Merchant", pile="Farmers")
    t.give(2, "Noble 2", "Noble 3", "Noble 4", "Warlord", "Farmer")
    assert [sum(t.piles(seat).values()) for seat in (1, 2)] == [5, 5]
    assert idle_round(t).goal("Dragon") == 1


def test_a_market_that_moves_between_two_claims(table: Tables) -> None:
    """ "Shifting the Market or Heir can affect how cards are claimed in a round." """
    t = table().face_up("Merchant", "Merchant", "Farmer").give(0, "Merchant", "Merchant", "Farmer")
    t.give(1, "Merchant", "Merchant", "Noble 2").bid(6, 7, 5, 1)
    assert [move["pile"] for move in t.offers() if move["card"] == "Merchant"] == ["Merchants"]
    t.do("claim", card="Merchant", pile="Merchants")
    assert t.goal("Market") == 1
    assert [move["pile"] for move in t.offers() if move["card"] == "Merchant"] == ["Merchants"]


# -- revealing, the end -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options", "rounds"), [
    (2, {}, 20), (3, {}, 31), (4, {}, 20), (5, {}, 15), (3, {"experienced": True}, 12),
])  # fmt: skip
def test_the_game_is_over_when_there_are_not_enough_cards(
    table: Tables, players: int, options: dict[str, bool], rounds: int
) -> None:
    """ "Turn two, three, or four Dynasty Cards face up ... If there are not enough Dynasty Cards left to do so, the
    game is over." Without draws for ties: one pass through the deck."""
    t = table(players=players, **options)
    cards = t.state["n_open"]
    while t.position.to_move is not None:
        resets = [move for move in t.position.moves() if t.game.words.describe(t.position, move)["card"] == 0]
        t.position.apply(resets[0] if resets else t.position.moves()[0])
    draws = sum(t.position.counters(seat)["draws"] for seat in range(players))
    assert t.state["round"] == (62 - draws) // cards <= rounds == len(t.game.rounds)
    assert t.position.moves() == []
