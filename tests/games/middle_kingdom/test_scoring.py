"""Final scoring: the rulebook's example and each paragraph, and the winner."""

from typing import Any

import pytest

from tests.games.positions import Tables


def points(t: Any, seat: int, name: str = "score") -> int:
    number: int = t.position.scores()[name][seat]
    return number


def test_the_example(table: Tables) -> None:
    """ "Zev ended the game with the Palace (+4VP), the Philosopher (+1VP), 3 Bureaucrats, 4 Farmers, 3 Nobles (+4+2+2
    VPs), 1 Warlord (+1VP) and 3 2VP tokens (+6) totaling 20VP. He doesn't have any Merchants so he gets -3VP ... 17VP.
    Steve has the fewest Farmers with 1 ... Zev has 3 Farmers left so he gets +8 Points. He also has the Philosopher and
    gets +3VP for his Bureaucrats bringing his final total to 28VP." """
    t = table(players=3).give(0, "Philosopher", "Bureaucrat", "Bureaucrat", "Bureaucrat", *["Farmer"] * 4)
    t.give(0, "Noble 4", "Noble 2", "Noble 2", "Warlord").give(1, "Farmer", "Warlord", "Warlord")
    t.give(2, "Farmer", "Farmer")
    with t.editing() as state:
        state["seat"][0]["tokens"] = 3
        state["seat"][0]["vp"] += 6
    scores = {name: column[0] for name, column in t.position.scores().items()}
    assert scores == {
        "heir": 0, "palace": 4, "market": 0, "dragon": 0, "tokens": 6, "nobles": 8, "warlords": 1, "bureaucrats": 4,
        "farmers": 8, "missing": -3, "score": 28,
    }  # fmt: skip
    assert points(t, 2, "farmers") == 2
    assert points(t, 1, "farmers") == 0
    assert points(t, 1, "missing") == -9  # Steve's one Farmer is discarded, and still a card of its type: M27


def test_the_heir_goes_to_the_most_warlords(table: Tables) -> None:
    """ "Give the Heir to the player with the most Warlords. If there is a tie, discard it." M23: unheld too."""
    t = table().give(0, "Noble 2", "Noble 2").give(1, "Warlord")
    assert [points(t, seat, "heir") for seat in range(4)] == [0, 5, 0, 0]
    t.give(2, "Warlord")
    assert [points(t, seat, "heir") for seat in range(4)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("reading", "heir"),
    [("everywhere", 0), ("except_taking", 0), ("except_swap", 0), ("except_heir", 1), ("goal_cards", 1)],
)
def test_a_merchant_among_the_warlords_counts_two_for_the_heir_and_has_no_points(
    table: Tables, reading: str, heir: int
) -> None:
    """M8: "the player with the most Warlords" by the Market's "most of that type", or by Warlords alone."""
    t = table(moved_merchants=reading)
    t.give(0, "Warlord").give(0, "Merchant", pile="Warlords").give(1, "Warlord", "Warlord")
    assert [points(t, seat, "heir") for seat in range(4)] == [5 * (seat == heir) for seat in range(4)]
    assert (points(t, 0, "warlords"), points(t, 0, "missing")) == (1, -9)


def test_jade_of_goal_cards(table: Tables) -> None:
    """ "These are the Heir (5), Palace (4), Market (3), Celestial Dragon (2)"; Emperor and Harvest have none."""
    t = table().give(0, "Bureaucrat", "Bureaucrat", "Merchant", "Merchant", "Farmer", "Farmer").dragon(1)
    assert (points(t, 0, "palace"), points(t, 0, "market"), points(t, 1, "dragon")) == (4, 3, 2)
    assert points(t, 0) == 4 + 3 + 5 - 6
    t = table().give(0, "Warlord", "Warlord")
    assert points(t, 0) == 2 + 5 - 12


@pytest.mark.parametrize(
    ("cards", "missing"),
    [
        ((), 5), (("Philosopher",), 4), (("Bureaucrat", "Philosopher", "Farmer", "Merchant"), 2),
        (("Bureaucrat", "Farmer", "Merchant", "Noble 3", "Warlord"), 0), (("Noble 2", "Noble 3"), 4),
    ],
)  # fmt: skip
def test_missing_types(table: Tables, cards: tuple[str, ...], missing: int) -> None:
    """ "score -3 points for each missing type (the Philosopher counts as a Bureaucrat for this purpose)" """
    assert points(table().give(0, *cards), 0, "missing") == -3 * missing


@pytest.mark.parametrize(("farmers", "vp"), [(0, 0), (1, 2), (2, 5), (3, 8), (4, 14), (5, 20), (6, 20)])
def test_the_chart(table: Tables, farmers: int, vp: int) -> None:
    """ "Farmers Points: 1 2, 2 5, 3 8, 4 14, 5+ 20" """
    assert points(table().give(0, *["Farmer"] * farmers), 0, "farmers") == vp


def test_all_lose_as_many_farmers_as_the_fewest(table: Tables) -> None:
    """ "The player with the fewest Farmers ... discards all ... All other players also discard this number" """
    t = table().give(0, *["Farmer"] * 5).give(1, "Farmer", "Farmer", "Farmer").give(2, "Farmer", "Farmer")
    t.give(3, "Farmer", "Farmer")
    assert [points(t, seat, "farmers") for seat in range(4)] == [8, 2, 0, 0]


def test_merchants_among_the_farmers_are_no_farmers(table: Tables) -> None:
    """M8."""
    t = table().give(0, "Farmer", "Farmer").give(0, "Merchant", pile="Farmers")
    assert points(t, 0, "farmers") == 5


def test_the_philosopher(table: Tables) -> None:
    """ "scores 1 for each Bureaucrat that he or she has. All other Bureaucrats are worth 0." """
    t = table().give(0, "Philosopher", "Bureaucrat", "Bureaucrat").give(1, *["Bureaucrat"] * 4)
    t.give(0, "Merchant", pile="Bureaucrats")
    assert [points(t, seat, "bureaucrats") for seat in (0, 1)] == [3, 0]


def test_ties_go_to_the_most_dynasty_cards_then_all_win(table: Tables) -> None:
    """ "If a tie exists, then the player among those tied with the most Dynasty Cards wins. If still tied, then these
    players all win." """
    t = table()
    assert t.position.ranks() == [1, 1, 1, 1]
    t.give(0, "Noble 2").give(1, "Noble 2").give(2, "Farmer", "Farmer", "Farmer").give(3, "Farmer", "Farmer", "Farmer")
    t.give(1, "Noble 3", "Noble 2")
    scores = t.position.scores()["score"]
    assert scores[2] == scores[3]
    t.give(2, "Farmer", "Farmer").give(3, "Farmer", "Farmer", "Farmer")
    scores = t.position.scores()["score"]
    assert (scores[2], t.position.ranks()[2:]) == (scores[3], [2, 1])


def test_running_points_are_the_jade_in_front_of_a_player(table: Tables) -> None:
    t = table().give(1, "Noble 4", "Noble 4", "Warlord", "Farmer").dragon(1)
    assert t.position.points() == [0, 16, 0, 0]
