"""The experiment "A Goal Card from the start" of the README: what such a card is, when it is lost, what it counts."""

from typing import Any

import numpy as np
import pytest

from cext.games.middle_kingdom.words.screen import Screen
from cext.kernel.match import play_games
from cext.kernel.policy import RandomPolicy
from tests.games.positions import Tables

NAMES = {"palace": "Palace", "harvest": "Harvest", "market": "Market", "heir": "Heir", "emperor": "Emperor"}
CARDS = {"palace": "Bureaucrat", "harvest": "Farmer", "market": "Merchant", "heir": "Noble 2", "emperor": "Warlord"}
JADE = {"palace": 4, "harvest": 0, "market": 3, "heir": 5, "emperor": 0, "dragon": 2}


def second(board: str) -> tuple[str, ...]:
    """Four seats, the second of which begins with a card."""
    return ("equal", board, "equal", "equal")


# -- the deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", JADE)
def test_the_card_lies_before_its_seat_before_round_1(table: Tables, board: str) -> None:
    t = table(boards=second(board))
    assert t.goal(NAMES.get(board, "Dragon")) == 1
    assert [player["vp"] for player in t.words["players"]] == [0, JADE[board], 0, 0]
    assert [t.game.boards[t.position.board_of(seat)] for seat in range(4)] == list(second(board))
    assert t.position.consistent() == 0


def test_equal_seats_play_the_game_as_printed(table: Tables) -> None:
    assert table().position == table(boards=("equal",) * 4).position
    assert set(table().words["goal_cards"].values()) == {None}


def test_a_starting_card_changes_nothing_of_the_deck(table: Tables) -> None:
    deck = table().state["deck"]
    assert table(boards=("market", "dragon", "palace", "heir")).state["deck"] == deck


def test_no_two_seats_begin_with_the_same_card(table: Tables) -> None:
    with pytest.raises(ValueError, match=r"^boards heir, equal, heir, equal: in middle_kingdom heir exists once$"):
        table(boards=("heir", "equal", "heir", "equal"))
    game = table().game
    rows = {"games": [0, 1], "deals": [0, 1], "policy": np.zeros((2, 4), int)}
    with pytest.raises(ValueError, match=r"^board names one that exists once in middle_kingdom for two seats"):
        play_games(game, [RandomPolicy()], seed=1, **rows, board=[[0, 0, 4, 0], [2, 0, 0, 2]])


# -- how it is lost ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", NAMES)
def test_two_cards_of_the_type_take_it_from_a_holder_without_any_and_one_does_not(table: Tables, board: str) -> None:
    """M25: "Once any player has two or more Dynasty cards of the same type", as for a card in the middle."""
    card = CARDS[board]
    t = table(boards=second(board)).face_up(card, "Philosopher", "Farmer" if card != "Farmer" else "Merchant")
    bids = (7, 1, 2, 3) if board != "palace" else (7, 2, 3, 1)  # the Palace player is asked last
    t.bid(*bids).do("claim", card=card)
    assert (t.goal(NAMES[board]), t.player(1)["vp"]) == (1, JADE[board])
    t = table(boards=second(board)).face_up(card, "Philosopher", "Farmer" if card != "Farmer" else "Merchant")
    t.give(0, card).bid(*bids).do("claim", card=card)
    jade = 2 * {"Noble 2": 2, "Warlord": 1}.get(card, 0)
    assert (t.goal(NAMES[board]), t.player(1)["vp"], t.player(0)["vp"]) == (0, 0, jade + JADE[board])


def test_the_holders_own_cards_count_against_others(table: Tables) -> None:
    """M25: with one Noble in his pile he loses the Heir to two, with two only to three."""
    t = table(boards=second("heir")).face_up("Noble 2", "Farmer", "Farmer").give(1, "Noble 3").give(0, "Noble 4")
    t.bid(7, 1, 2, 3).do("claim", card="Noble 2")
    assert t.goal("Heir") == 0
    t = table(boards=second("heir")).face_up("Noble 2", "Farmer", "Farmer").give(1, "Noble 3", "Noble 3")
    t.give(0, "Noble 4").bid(7, 1, 2, 3).do("claim", card="Noble 2")
    assert t.goal("Heir") == 1


# -- its power works from the first round -----------------------------------------------------------------------------


def test_the_market_needs_a_pile_to_add_to(table: Tables) -> None:
    """M25: it works "to any other pile with at least one card in it"; before the first card there is none."""
    t = table(boards=second("market")).face_up("Merchant", "Farmer", "Warlord").bid(1, 7, 2, 3)
    assert [move["pile"] for move in t.offers() if move["card"] == "Merchant"] == ["Merchants"]
    t = table(boards=second("market")).face_up("Merchant", "Farmer", "Warlord").give(1, "Noble 2").bid(1, 7, 2, 3)
    assert [move["pile"] for move in t.offers() if move["card"] == "Merchant"] == ["Merchants", "Nobles"]


def test_the_dragon_is_swapped_in_round_1_and_set_aside(table: Tables) -> None:
    """M26."""
    t = table(boards=second("dragon")).face_up("Noble 3", "Philosopher", "Farmer").bid(7, 1, 2, 3)
    assert (t.position.to_move, t.stage(), t.cards()) == (1, "swap", ["Farmer", "Noble 3"])
    t.do("swap", card="Noble 3")
    assert (t.goal("Dragon"), t.player(1)["vp"]) == (None, 3)
    t.do("claim", card="Celestial Dragon")
    assert (t.player(0)["tokens"], t.goal("Dragon")) == (1, None)


# -- what it counts ---------------------------------------------------------------------------------------------------


def all_alike(t: Any) -> Any:
    """Four of the five Goal Cards go to seats 2 and 3; seats 0 and 1 have a Noble each, in the last step of a round."""
    t.face_up("Farmer", "Farmer", "Farmer")
    t.give(2, "Bureaucrat", "Bureaucrat", "Warlord", "Warlord").give(3, "Merchant", "Merchant", "Farmer", "Farmer")
    return t.give(0, "Noble 2").give(1, "Noble 2")


@pytest.mark.parametrize(("boards", "holder"), [(None, None), (("dragon", "equal", "equal", "equal"), 1)])
def test_who_began_with_the_dragon_had_it_more_recently_than_who_never_had_it(
    table: Tables, boards: tuple[str, ...] | None, holder: int | None
) -> None:
    """M26: of two players equal in everything else the Dragon goes to the one who never had it."""
    t = all_alike(table(boards=boards)).set(dragon=255)
    with t.editing() as state:
        state["seat"][0]["vp"] = 2  # the Dragon was swapped
    t.bid(0, 0, 0, 0)
    assert t.goal("Dragon") == holder


def test_what_reports_count_of_it(table: Tables) -> None:
    """Rounds that ended with the card held by the seat that began with it; its points when the game ends."""
    t = table(boards=("palace", "market", "equal", "equal")).face_up("Farmer", "Farmer", "Farmer")
    t.give(2, "Merchant", "Merchant").bid(0, 0, 0, 0)
    counted = [t.position.counters(seat) for seat in range(4)]
    assert [row["start_rounds"] for row in counted] == [1, 0, 0, 0]
    assert [row["start_vp"] for row in counted] == [4, 0, 0, 0]
    assert [row["held_market"] for row in counted] == [0, 0, 1, 0]


def test_the_heir_brings_what_the_end_of_the_game_makes_of_it(table: Tables) -> None:
    """ "Give the Heir to the player with the most Warlords." """
    t = table(boards=("heir", "dragon", "equal", "equal"))
    assert [t.position.counters(seat)["start_vp"] for seat in range(2)] == [0, 2]
    t.give(0, "Warlord")
    assert t.position.counters(0)["start_vp"] == 5


def test_running_points_of_each_round(table: Tables) -> None:
    """The jade in front of a player after each round, and after the last one what he has when the game ends."""
    t = table().face_up("Noble 4", "Farmer", "Farmer", then=("Noble 3", "Farmer", "Farmer"))
    t.bid(7, 0, 0, 0).do("claim", card="Noble 4")
    t.bid(6, 0, 0, 0)
    row = t.position.counters(0)
    assert (row["score_after_round_1"], row["score_after_round_2"], row["score_after_round_20"]) == (4, 4, 4)
    t.do("claim", card="Noble 3")
    row = t.position.counters(0)
    assert [row[f"score_after_round_{n}"] for n in (1, 2, 3, 20)] == [4, 12, 12, 12]  # two Nobles: the Heir
    assert "score_after_round_21" not in row


# -- words ------------------------------------------------------------------------------------------------------------


def test_views_set_ups_and_events_tell_who_began_with_what(table: Tables) -> None:
    t = table(boards=("equal", "heir", "equal", "dragon"))
    seen = t.game.words.view(t.position, 0)["players"]
    assert [player["began_with"] for player in seen] == [None, "Heir", None, "Celestial Dragon"]
    assert t.game.words.setup(t.position)["starting_goal_cards"] == {"Heir": 2, "Celestial Dragon": 4}
    told = t.game.words.events(None, None, t.position)
    assert told[:2] == ["player 2 begins with the Heir", "player 4 begins with the Celestial Dragon"]


def test_a_drawing_shows_a_starting_card_as_any_other(table: Tables) -> None:
    t = table(boards=("equal", "heir", "equal", "dragon"))
    parts = Screen({"seats": [{"strategy": "name"}] * 4}).render(t.words, seat=1)["parts"]
    rows = [dict(map(tuple, part["blocks"][0]["facts"])) for part in parts]
    assert rows[0]["free goals"] == "Palace, Harvest, Market, Emperor"
    assert [row.get("goals") for row in rows[1:]] == [None, "Heir", None, "Dragon"]


def test_a_set_up_with_other_starting_cards_than_the_boards_is_refused(table: Tables) -> None:
    t = table(boards=second("heir"))
    setup = t.game.words.setup(t.position)
    assert t.game.words.deal_from_setup(setup, seed=1, boards=second("heir")) == t.position
    with pytest.raises(ValueError, match="starting_goal_cards: not those of the players' boards"):
        t.game.words.deal_from_setup(setup, seed=1, boards=second("palace"))


def test_facts_say_what_is_compared(table: Tables) -> None:
    game = table().game
    facts = game.facts()
    names = {name for name, _ in game.counters}
    assert [board["side"] for board in facts["boards"].values()] == ["A", *"BBBBBB"]
    assert set(facts["holdings"]) <= names
    assert {tally for chart in facts["charts"] for tally in chart["tallies"]} <= names
    assert "experiment" in facts["board"]["note"]
