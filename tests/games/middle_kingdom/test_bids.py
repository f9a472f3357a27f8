"""Setup and Play Bid Cards: hands, powers of Palace, Harvest and Emperor, ties, stacks, the Reset."""

import pytest

from tests.games.positions import Tables


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (3, 2), (4, 3), (5, 4)])
def test_setup(table: Tables, players: int, cards: int) -> None:
    """ "Turn two, three, or four Dynasty Cards face up, respectively, for three, four, or five players." """
    t = table(players=players)
    assert t.state["n_open"] == cards
    assert [player["hand"] for player in t.words["players"]] == [list(range(8))] * players
    assert len(t.words["dynasty_deck"]) == 62 - cards


def test_the_deck_is_that_of_the_contents(table: Tables) -> None:
    """ "9 Bureaucrats 1 Philosopher 15 Farmers 15 Merchants 12 Nobles 10 Warlords" """
    t = table()
    deck = t.game.words.setup(t.position)["dynasty_deck"]
    counts = [deck.count(name) for name in ("Bureaucrat", "Philosopher", "Farmer", "Merchant", "Warlord")]
    assert counts == [9, 1, 15, 15, 10]
    assert sum(name.startswith("Noble") for name in deck) == 12


def test_the_example_of_the_powers(table: Tables) -> None:
    """ "So the bids are 7 for Zev, 7 for Holger, 6.5 for Steve, 4 for Michael and 3 for Paul." ... "Since Zev and
    Holger tied neither get to claim a Dynasty Card. Steve would choose first, Michael second and Paul third, leaving
    one card unclaimed." """
    steve, michael, paul, holger, zev = range(5)
    t = table(players=5).give(steve, "Warlord", "Warlord").give(michael, "Farmer", "Farmer")
    t.give(paul, "Bureaucrat", "Bureaucrat").hand(michael, 0, 4, 5)
    t.bid(6, 0, 7, 7)
    assert (t.position.to_move, t.stage()) == (paul, "bid")
    assert [p["bids"][0]["card"] for p in t.words["players"] if p["player"] != paul + 1] == [6, 0, 7, 7]
    t.bid(3)
    assert (t.position.to_move, t.stage(), t.cards()) == (michael, "harvest", [None, 4, 5])
    t.do("harvest", card=4)
    order = [(bid["player"] - 1, bid["bid"], bid["half"]) for bid in t.words["bids_in_order"]]
    assert order == [(steve, 6, True), (michael, 4, False), (paul, 3, False)]
    discarded = sum(t.words["discarded"].values())
    assert t.claims() == [steve, michael, paul]
    assert sum(t.words["discarded"].values()) == discarded + 1
    assert [t.player(seat)["tied"] for seat in (holger, zev)] == [[7], [7]]
    # "pick up all your set aside Bid Cards ... even if you used Harvest's ability and chose a second card"
    assert t.player(michael)["hand"] == list(range(8))


def test_bids_are_claimed_from_highest_to_lowest(table: Tables) -> None:
    """ "The players bid 7, 6, 3, and 1. ... The player who bid 1 receives nothing." """
    t = table().bid(3, 7, 1, 6)
    assert t.claims() == [1, 3, 0]
    assert t.player(2)["set_aside"] == [1]
    assert t.position.counters(2)["nothing"] == 1


def test_the_palace_player_bids_after_the_others_have_revealed(table: Tables) -> None:
    t = table().give(0, "Bureaucrat", "Bureaucrat")
    assert t.position.to_move == 1
    t.bid(5, 2, 7)
    assert t.position.to_move == 0
    assert [p["bids"] for p in t.game.words.view(t.position, 0)["players"][1:]] == [
        [{"card": card, "on": None}] for card in (5, 2, 7)
    ]


def test_harvest_may_leave_the_reset(table: Tables) -> None:
    """ "can set his or her Reset Card aside" """
    t = table().give(1, "Farmer", "Farmer").hand(1, 0, 6, 7).bid(1, 0, 2, 3).do("harvest", card=None)
    assert t.claims() == [3, 2, 0]


@pytest.mark.parametrize(("hand", "asked"), [((0, 2, 4), True), ((0, 2, 4, 6), False), ((0,), False), ((0, 7), True)])
def test_harvest_needs_three_or_fewer_cards_in_hand(table: Tables, hand: tuple[int, ...], asked: bool) -> None:
    """M1: counted before playing, the Reset included; "having three or fewer cards in hand"."""
    t = table().give(0, "Farmer", "Farmer").hand(0, *hand).bid(0, 1, 2, 3)
    assert (t.stage() == "harvest") == asked


@pytest.mark.parametrize(("hand", "asked"), [((0, 2, 4, 6), True), ((0, 2, 4, 6, 7), False)])
@pytest.mark.parametrize("value", ["on", "true", True])
def test_harvest_counted_after_playing(table: Tables, hand: tuple[int, ...], asked: bool, value: str | bool) -> None:
    """M1, the switch: on as a word, or as records written before it had three values have it."""
    t = table(harvest_after=value).give(0, "Farmer", "Farmer").hand(0, *hand).bid(0, 1, 2, 3)
    assert (t.stage() == "harvest") == asked


def test_harvest_on_a_tied_card(table: Tables) -> None:
    """M2: the replacement goes onto the tied card; M3: after the Palace, both with one player too."""
    t = table().give(0, "Farmer", "Farmer", "Bureaucrat", "Bureaucrat").tied(0, 5).hand(0, 0, 3)
    t.bid(1, 2, 4).bid(0)
    assert (t.position.to_move, t.stage()) == (0, "harvest")
    t.do("harvest", card=3)
    first = t.words["bids_in_order"][0]
    assert (first["player"], first["bid"], first["stack"]) == (1, 8, True)


def test_a_replacement_that_ties_stays_when_the_rest_is_picked_up(table: Tables) -> None:
    """M2."""
    t = table().give(0, "Farmer", "Farmer").hand(0, 0, 4, 5).bid(0, 4, 1, 2).do("harvest", card=4)
    t.claims()
    assert (t.player(0)["tied"], t.player(0)["hand"]) == ([4], [0, 1, 2, 3, 5, 6, 7])


def test_the_emperor_breaks_a_tie(table: Tables) -> None:
    """ "they tie (unless one of them had the +.5 Emperor bonus)" """
    t = table().give(2, "Warlord", "Warlord").bid(1, 6, 6, 2)
    assert t.claims() == [2, 1, 3]
    assert t.player(1)["tied"] == []


def test_two_others_tie_below_the_emperor(table: Tables) -> None:
    """M4: 6.5 against two 6s."""
    t = table().give(2, "Warlord", "Warlord").bid(6, 6, 6, 2)
    assert t.claims() == [2, 3]
    assert [t.player(seat)["tied"] for seat in range(4)] == [[6], [6], [], []]


def test_the_emperor_breaks_a_tie_of_stacks_and_gives_a_lone_reset_nothing(table: Tables) -> None:
    """M4."""
    t = table().give(0, "Warlord", "Warlord").tied(0, 5).tied(1, 5).bid(3, 3, 1, 2)
    assert t.claims() == [0, 1, 3]
    t = table().give(0, "Warlord", "Warlord").bid(0, 3, 1, 2)
    assert t.claims() == [1, 3, 2]


def test_a_reset_by_itself_claims_nothing_and_does_not_tie(table: Tables) -> None:
    """ "A Reset card played by itself has no bid value and cannot claim"; M15: two of them do not tie."""
    t = table().bid(0, 0, 1, 2)
    assert t.claims() == [3, 2]
    assert [t.player(seat)["tied"] for seat in (0, 1)] == [[], []]
    assert [t.player(seat)["hand"] for seat in (0, 1)] == [list(range(8))] * 2


def test_a_reset_brings_the_set_aside_cards_back_at_the_end_of_the_round(table: Tables) -> None:
    """ "pick up all your set aside Bid Cards at the end of the round and put them back in your hand" """
    t = table().hand(0, 0, 1).bid(0, 5, 6, 7)
    assert t.player(0)["hand"] == [1]
    t.claims()
    assert t.player(0)["hand"] == list(range(8))
    assert t.player(1)["hand"] == [0, 1, 2, 3, 4, 6, 7]
    assert t.player(1)["set_aside"] == [5]


def test_tied_cards_stay_and_the_next_bid_is_added_to_them(table: Tables) -> None:
    """ "Tied Bid Cards are not set aside; they remain, adding to the Bid Cards played by these players next round" """
    t = table().bid(6, 6, 4, 3)
    t.claims()
    assert (t.player(0)["tied"], t.player(0)["set_aside"]) == ([6], [])
    assert 6 not in t.player(0)["hand"]
    assert {move["on"] for move in t.offers()} == {6}


def test_the_example_of_stacks_with_cards_a_player_can_have(table: Tables) -> None:
    """ "Paul will claim a card first (4+4), Holger next (6+2), then Zev (6+0), and finally Michael (6). Steve's 4+1
    stack receives nothing." A set holds one 4 only (M1a), so Paul's eight is 5+3: still more on top than Holger's."""
    zev, holger, paul, steve, michael = range(5)
    t = table(players=5).tied(zev, 6).tied(holger, 6).tied(paul, 5).tied(steve, 4)
    t.bid(0, 2, 3, 1, 6)
    assert t.claims() == [paul, holger, zev, michael]
    assert t.position.counters(steve)["nothing"] == 1
    # "After claiming, set bid stacks aside"; Zev's Reset brings his back
    assert t.player(holger)["set_aside"] == [2, 6]
    assert t.player(zev)["hand"] == list(range(8))


@pytest.mark.parametrize(
    ("first", "second"), [((5, 3), (6, 2)), ((6, 1), (7, 0)), ((1, 7), (7, 1)), ((2, 1), (0, 3)), ((4, 0), (0, 4))]
)
def test_order_of_equal_totals(table: Tables, first: tuple[int, int], second: tuple[int, int]) -> None:
    """ "if a stack's total is the same as a single Bid Card, the stack claims its Dynasty Card first. If stacks with
    the same total have cards in a different order, the stack with the highest card on top claims first." """
    t = table()
    for seat, (under, _) in ((3, first), (1, second)):
        if under:
            t.tied(seat, under)
    bids = {3: first[1], 1: second[1]}
    for seat in range(4):
        t.do("bid", card=bids.get(seat, 0))
    assert [bid["player"] - 1 for bid in t.words["bids_in_order"]] == [3, 1]


def test_equal_stacks_draw_from_the_deck(table: Tables) -> None:
    """ "these players draw a card from the Dynasty deck ... place them in their piles ..., set their bid stacks aside,
    and, finally, shift Goal Cards" """
    t = table().face_up("Farmer", "Farmer", "Merchant", then=("Noble 4", "Warlord"))
    t.tied(0, 5).tied(2, 5).bid(2, 7, 2, 1)
    assert t.claims() == [1, 3]
    assert [t.piles(seat) for seat in (0, 2)] == [{"Nobles": 1}, {"Warlords": 1}]
    assert [t.player(seat)["tied"] for seat in (0, 2)] == [[], []]
    assert t.player(0)["set_aside"] == [2, 5]
    assert t.words["discarded"]["Merchant"] + t.words["discarded"]["Farmer"] == 1


def test_a_tie_of_three(table: Tables) -> None:
    """Single cards stay; as equal stacks all three draw, in their place in the order."""
    t = table().bid(5, 5, 5, 2)
    assert (t.claims(), [t.player(seat)["tied"] for seat in range(4)]) == ([3], [[5], [5], [5], []])
    t.face_up("Farmer", "Farmer", "Farmer", then=("Warlord", "Warlord", "Noble 4")).bid(3, 3, 3, 7)
    assert t.claims() == [3]
    assert [len(t.player(seat)["tied"]) for seat in range(4)] == [0, 0, 0, 0]
    assert [t.state["seat"][seat]["draws"] for seat in range(4)] == [1, 1, 1, 0]


def test_the_first_of_two_ties_draws_when_the_deck_has_cards_for_one_only(table: Tables) -> None:
    """M5: several ties in bid order; the lower one finds too few."""
    t = table().tied(0, 5).tied(1, 4).tied(2, 5).tied(3, 4)
    with t.editing() as state:
        for kind in state["deck"][state["next"] : 59]:
            state["discard"][kind] += 1
        state["next"] = 59
    t.bid(3, 2, 3, 2)
    assert [t.state["seat"][seat]["draws"] for seat in range(4)] == [1, 0, 1, 0]
    assert [t.player(seat)["tied"] for seat in range(4)] == [[], [], [], []]


def test_different_stacks_of_one_total_do_not_tie(table: Tables) -> None:
    """ "Stacks of Bid Cards tie only if they each contain exactly the same two cards played in the same order." """
    t = table().tied(0, 5).tied(2, 2).bid(2, 1, 5, 4)
    assert t.claims() == [2, 0, 3]


def test_no_cards_for_all_tied_players_means_no_card_for_any(table: Tables) -> None:
    """M5: "(if there are enough cards for all)"."""
    t = table().tied(0, 5).tied(2, 5)
    with t.editing() as state:
        last = state["deck"][61]
        for kind in state["deck"][state["next"] : 61]:
            state["discard"][kind] += 1
        state["deck"][state["next"]] = last
        state["deck"] = [*state["deck"][:61], last, *state["deck"][62:]]
        state["next"] = 61
    t.bid(2, 7, 2, 1)
    t.claims()
    assert [t.piles(seat) for seat in (0, 2)] == [{}, {}]
    assert t.player(0)["set_aside"] == [2, 5]
    assert t.position.to_move is None


def test_a_draw_can_use_the_market(table: Tables) -> None:
    """ "(the Market's power can be used)"; simultaneous: Goal Cards shift when all are placed."""
    t = table().face_up("Farmer", "Farmer", "Farmer", then=("Merchant", "Warlord"))
    t.give(0, "Merchant", "Merchant", "Warlord").give(2, "Warlord").tied(0, 5).tied(2, 5)
    t.bid(2, 7, 2, 1)
    assert (t.stage(), t.position.to_move, t.words["drawn"]) == ("place", 0, "Merchant")
    assert [move["pile"] for move in t.offers()] == ["Merchants", "Warlords"]
    assert (t.piles(2)["Warlords"], t.goal("Emperor")) == (2, None)
    t.do("place", pile="Warlords")
    assert (t.piles(0)["Warlords"], t.goal("Emperor")) == (3, 0)
