"""The invariants of a position: each notices the one thing that is put wrong."""

import pytest

from tests.games.positions import Tables

CARDS, OFFICIALS, AREA, UNREST, MARKERS, PIECES, SLOTS, POINTS, ORDER, TRIGGERS, DRAFT, NOTES = range(1, 13)


BROKEN = (
    (CARDS, "seat.0.card.0.0 = seat.0.hand.0; seat.0.n_cards.0 = 1"),  # a card of the hand also on the board
    (CARDS, "seat.1.hand.0 = seat.0.hand.0"),
    (CARDS, "discard.0.0 = deck.0.4"),  # the top card of the deck
    (CARDS, "deck.0.4 = deck.1.4"),  # a card of another deck
    (CARDS, "deck.2.4 = 0"),
    (OFFICIALS, "seat.0.governing.2.0 = 1"),
    (OFFICIALS, "seat.0.officials.1 = 4"),
    (AREA, "seat.0.working.2.0 = 1"),
    (AREA, "seat.0.working.0.0 = 3; seat.0.n_working.0 = 3; seat.0.officials.0 = 2"),  # a third official at work
    (UNREST, "seat.0.unrest.0 = 9"),
    (MARKERS, "seat.0.ones.0 = 1"),
    (MARKERS, "seat.0.threes.2 = 1"),
    (MARKERS, "ones.1 = 7"),
    (PIECES, "seat.0.governors = 7"),
    (PIECES, "seat.0.palaces = 5"),
    (PIECES, "seat.0.walls = 4"),
    (SLOTS, "seat.0.wall_at.0 = 2; seat.0.walls = 4"),  # a wall of nobody
    (SLOTS, "square.3.0 = 1"),  # a square without a governor
    (SLOTS, "seat.0.palaces_in.1 = 3; seat.0.palaces = 3; palaces.1 = 3"),  # where two players have two slots
    (SLOTS, "palaces.2 = 1"),
    (SLOTS, "seat.0.task.2 = 1"),
    (SLOTS, "discs.0 = 1"),  # more task discs than players
    (POINTS, "seat.0.vp = 1"),
    (POINTS, "seat.0.source.3 = 2"),
    (ORDER, "order.1 = order.0"),  # a disc twice
    (TRIGGERS, "seat.0.n_aspect.0 = 1"),
)


@pytest.mark.parametrize(("invariant", "text"), BROKEN)
def test_a_broken_invariant_is_named(table: Tables, invariant: int, text: str) -> None:
    t = table()
    assert (t.position.consistent(), t.state["head"]) == (0, [4, 4, 4])
    assert t.broken(text) == invariant


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
