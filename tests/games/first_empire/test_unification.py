"""Phase 2: how to play a card, and the Unification Action with its tokens and its unrest (9 to 11)."""

import pytest

from tests.games.positions import Tables

# -- Phase 2 - Play Cards ---------------------------------------------------------------------------------------------


def test_9_each_plays_1_card_in_turn_order_until_all_are_played(table: Tables) -> None:
    """ "Following the Turn Order, each player plays in turn exactly 1 card from their hand and performs 1 action"."""
    t = table(players=3).set(track=[2, 0, 1, 0], active=2)
    turns = []
    while t.state["turns"] < 18 and t.stage() != "reward":
        if t.stage() == "play":
            turns.append(t.position.to_move)
            t.play("unify")
        else:
            t.position.apply(t.position.moves()[-1])
    assert turns == [2, 0, 1] * 6


def test_9_any_action_can_be_performed_with_any_card(table: Tables) -> None:
    """ "Any Court Action can be performed with any card (regardless of its color, its number or its ability)"."""
    t = table().officials("chu", alchemist=1, architect=1, general=1).workers(chu=2, wei=1)
    every = {"unify", "recruit", "elixir", "governor", "hire", "palace", "wall"}
    assert {(move["card"], move["action"]) for move in t.offers("play")} == {
        (card, action) for card in t.player()["hand"] for action in every
    }
    assert len(t.offers("play")) == 42


# -- A. Unification Action --------------------------------------------------------------------------------------------


def test_10_example_a_first_card_brings_one_token(table: Tables) -> None:
    """ "Stefania plays a Writing card in Zhao. … Since it is the first card in this region, she gains 1 Unification
    token matching the type of the card: a Writing Unification token"."""
    t = table().unify(1, "zhao")
    assert t.cards_in("zhao") == [1]
    assert t.of("small") == {"writing": 1, "currency": 0, "laws": 0}
    assert t.of("unrest") == {"chu": 0, "wei": 0, "zhao": 0, "qi": 0, "yan": 0}
    assert t.state["small"] == [10, 11, 11]


def test_11_example_a_second_card_brings_unrest_and_two_tokens(table: Tables) -> None:
    """ "Stefania plays a Currency card in Wei. Since it is her second card in this region, she must move her Unrest
    marker up one space and gains 2 Currency Unification tokens"."""
    t = table().place("wei", 1).unify(41, "wei")
    assert (t.of("small")["currency"], t.of("unrest")["wei"]) == (2, 1)


def test_11_a_third_card_brings_two_unrest_and_three_tokens(table: Tables) -> None:
    """ "The 3rd card in that region, they must increase the level of Unrest in that same region by 2"."""
    t = table().place("qi", 1, 41).unrest(qi=1).unify(81, "qi")
    assert (t.of("small")["laws"], t.of("unrest")["qi"]) == (3, 3)
    assert t.cards_in("qi") == [1, 41, 81]


def test_10_a_region_holds_three_cards(table: Tables) -> None:
    """ "After the player has placed the 3rd card in a region, they cannot place anymore cards there"."""
    t = table().place("chu", 1, 41, 81).place("wei", 2).hand(3).play("unify")
    assert [move["region"] for move in t.offers("region")] == ["wei", "zhao", "qi", "yan"]


@pytest.mark.parametrize(("left", "taken"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_10_the_supply_may_be_short(table: Tables, left: int, taken: int) -> None:
    """ "If there are not enough Unification tokens of the appropriate color in the general supply, the player takes
    the maximum they can (this may be 0)"."""
    t = table().tokens(seat=1, laws=11 - left).place("chu", 1, 41).unify(81, "chu")
    assert (t.of("small")["laws"], t.state["small"][2]) == (taken, left - taken)


def test_11_example_where_unrest_forbids_a_card(table: Tables) -> None:
    """ "She cannot place in Wei because it would increase the level of Unrest in the region by 2, therefore exceeding
    the limit of 3. She cannot place it in Yan for the same reason, but can place it in Chu, Zhao or Qi"."""
    t = table().place("wei", 1, 2).place("yan", 3, 4).place("qi", 5).unrest(wei=2, zhao=3, qi=2, yan=2).hand(41)
    assert [move["region"] for move in t.play("unify").offers("region")] == ["chu", "zhao", "qi"]


def test_11_no_unification_where_nothing_is_open(table: Tables) -> None:
    """ "A player CANNOT perform actions … that would cause their level of Unrest to go above 3"."""
    t = table()
    for k, region in enumerate(("chu", "wei", "zhao", "qi", "yan")):
        t.place(region, k + 1, k + 41)
    assert "unify" in t.actions()
    assert "unify" not in t.unrest(chu=2, wei=2, zhao=2, qi=2, yan=2).actions()


def test_15_alchemist_cards_count_among_the_three(table: Tables) -> None:
    """ "The 3-cards limit per region still applies": a card beside one Alchemist card is the 2nd (F2)."""
    t = table().place("chu", "alchemist moves").unify(41, "chu")
    assert (t.of("small")["currency"], t.of("unrest")["chu"]) == (2, 1)


def test_10_a_card_on_the_player_board_does_not_touch_the_court(table: Tables) -> None:
    """ "They place the card into one of the 5 regions of their player board": no abilities, no official is moved."""
    t = table().court(70).officials("chu", general=1).place("wei", 1).unify(90, "chu")
    assert t.state["court"] == 70
    assert (t.stage(), t.position.to_move) == ("play", 1)


# -- B. Court Action --------------------------------------------------------------------------------------------------


def test_12_the_card_lies_on_top_of_the_pile(table: Tables) -> None:
    """ "Following cards will be placed on top and face up, forming a pile"."""
    t = table().court(70).hand(5, 90)
    t.play("recruit", 90).do("recruit", official="general", region="chu")
    assert (t.state["court"], t.player()["hand"][:2], t.player()["n_hand"]) == (90, [5, 0], 1)


def test_12_only_actions_that_can_be_performed(table: Tables) -> None:
    """ "The player must choose an action they are able to perform and then must perform it"."""
    t = table()
    assert t.actions() == {"unify", "recruit", "elixir"}
    t.ship(len(t.components.elixir.vp) - 1)
    t.officials("chu", alchemist=4, architect=4).officials("wei", general=4)
    assert t.actions() == {"unify", "hire"}
    assert "hire" not in t.unrest(wei=3).actions()
