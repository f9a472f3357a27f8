"""The invariants of a position: each notices the one thing that is put wrong."""

from collections.abc import Callable
from typing import Any

import pytest

Tables = Callable[..., Any]
Change = Callable[[dict[str, Any]], None]
CARDS, OFFICIALS, AREA, UNREST, MARKERS, PIECES, SLOTS, POINTS, ORDER, TRIGGERS, DRAFT, NOTES = range(1, 13)


def seat(name: str, value: Any) -> Change:
    """A field of the first player."""
    return lambda state: state["seat"][0].__setitem__(name, value)


def entry(name: str, *where: int, value: int) -> Change:
    """One number of a list of the first player."""

    def change(state: dict[str, Any]) -> None:
        part = state["seat"][0][name]
        for i in where[:-1]:
            part = part[i]
        part[where[-1]] = value

    return change


def shared_entry(name: str, *where: int, value: int) -> Change:
    """One number of a list of the table."""

    def change(state: dict[str, Any]) -> None:
        part = state[name]
        for i in where[:-1]:
            part = part[i]
        part[where[-1]] = value

    return change


def copied_card(state: dict[str, Any]) -> None:
    """The first player's first card a second time on his board."""
    player = state["seat"][0]
    player["card"][0][0], player["n_cards"][0] = player["hand"][0], 1


def same_card_in_hands(state: dict[str, Any]) -> None:
    state["seat"][1]["hand"][0] = state["seat"][0]["hand"][0]


def discarded_twice(state: dict[str, Any]) -> None:
    state["discard"][0][0] = state["deck"][0][state["head"][0]]


def card_of_another_deck(state: dict[str, Any]) -> None:
    state["deck"][0][state["head"][0]] = state["deck"][1][state["head"][1]]


def no_card(state: dict[str, Any]) -> None:
    state["deck"][2][state["head"][2]] = 0


def third_official_at_work(state: dict[str, Any]) -> None:
    player = state["seat"][0]
    player["working"][0], player["n_working"][0], player["officials"][0] = [3, 0, 0], 3, 2


def wall_of_nobody(state: dict[str, Any]) -> None:
    state["seat"][0]["wall_at"][0], state["seat"][0]["walls"] = 2, 4


def square_without_governor(state: dict[str, Any]) -> None:
    state["square"][3][0] = 1


def full_region(state: dict[str, Any]) -> None:
    """Three palaces where two players have two slots."""
    state["seat"][0]["palaces_in"][1], state["seat"][0]["palaces"], state["palaces"][1] = 3, 3, 3


def disc_twice(state: dict[str, Any]) -> None:
    state["order"][1] = state["order"][0]


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        (copied_card, CARDS),
        (same_card_in_hands, CARDS),
        (discarded_twice, CARDS),
        (card_of_another_deck, CARDS),
        (no_card, CARDS),
        (entry("governing", 2, 0, value=1), OFFICIALS),
        (entry("officials", 1, value=4), OFFICIALS),
        (entry("working", 2, 0, value=1), AREA),
        (third_official_at_work, AREA),
        (entry("unrest", 0, value=9), UNREST),
        (entry("ones", 0, value=1), MARKERS),
        (entry("threes", 2, value=1), MARKERS),
        (shared_entry("ones", 1, value=7), MARKERS),
        (seat("governors", 7), PIECES),
        (seat("palaces", 5), PIECES),
        (seat("walls", 4), PIECES),
        (wall_of_nobody, SLOTS),
        (square_without_governor, SLOTS),
        (full_region, SLOTS),
        (shared_entry("palaces", 2, value=1), SLOTS),
        (entry("task", 2, value=1), SLOTS),
        (seat("vp", 1), POINTS),
        (entry("source", 3, value=2), POINTS),
        (disc_twice, ORDER),
        (entry("n_aspect", 0, value=1), TRIGGERS),
    ],
)
def test_a_broken_invariant_is_named(table: Tables, change: Change, broken: int) -> None:
    t = table()
    assert t.position.consistent() == 0
    with t.editing() as state:
        change(state)
    assert t.position.consistent() == broken


def test_a_trigger_mask_that_forgets_a_card_is_noticed(table: Tables) -> None:
    t = table().place(2, 50)
    assert t.position.consistent() == 0
    with t.editing() as state:
        state["seat"][0]["by_trigger"] = [0] * 5
    assert t.position.consistent() == TRIGGERS


def test_a_card_drafted_away_lies_among_the_discards_of_its_round(table: Tables) -> None:
    """With a draft only; a number of another deck, of a later round, of the top of the deck is noticed."""
    t = table()
    with t.editing() as state:
        state["seat"][0]["drafted"][0][0] = state["deck"][0][20]
    assert t.position.consistent() == DRAFT
    t = table(draft=True)
    while t.stage() == "discard":
        t.position.apply(t.position.moves()[0])
    assert t.position.consistent() == 0
    state = t.state
    for aspect, round_, card in (
        (0, 0, state["deck"][0][state["head"][0]]), (0, 0, state["seat"][0]["drafted"][1][0]),
        (0, 1, state["seat"][0]["drafted"][0][0]),
    ):  # fmt: skip
        with t.editing() as changed:
            changed["seat"][0]["drafted"] = [[*cards] for cards in state["seat"][0]["drafted"]]
            changed["seat"][0]["drafted"][aspect][round_] = card
        assert t.position.consistent() == DRAFT


def test_a_card_drafted_away_lies_apart_while_others_draft(table: Tables) -> None:
    t = table(draft=True)
    t.do("discard", card=t.offers("discard")[0]["card"])
    with t.editing() as state:
        state["seat"][0]["drafted"][0][0] = state["seat"][0]["hand"][0]  # kept, not discarded
    assert t.position.consistent() == DRAFT


@pytest.mark.parametrize(
    "name",
    [
        *("governing_at", "working_at", "silent", "open_to_card", "open_to_palace", "workers_at", "pairs_at"),
        *("walled", "taken", "palaces_full"),
    ],
)
def test_a_mask_that_does_not_say_what_the_pieces_say_is_noticed(table: Tables, name: str) -> None:
    t = table()
    state = t.state
    holder = state if name in state else state["seat"][1]
    holder[name] ^= 2
    t.position = t.game.position_from(state)
    assert t.position.consistent() == NOTES


def test_more_task_discs_than_players_is_noticed(table: Tables) -> None:
    t = table()
    with t.editing() as state:
        state["discs"][0] = 1
    assert t.position.consistent() == SLOTS
