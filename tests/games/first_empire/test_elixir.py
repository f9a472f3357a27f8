"""Search for the Elixir (14), Alchemist and Master Alchemist cards (15)."""

from typing import Any

import pytest

from tests.games.positions import Tables

MOVES, WORKER = "alchemist moves", "alchemist worker"
DOUBLE = 20  # the space with the double symbol (board.toml)


def end_of(t: Any) -> int:
    spaces: int = len(t.components.elixir.vp) - 1
    return spaces


def test_14_example_a_symbol_and_then_a_master(table: Tables) -> None:
    """ "She moves her Ship 3 spaces, then resolves in order the bonuses she gained. She first chooses to play one of
    her Alchemist cards in a region with one of her Alchemist Officials, then chooses one of the available Master
    Alchemists and adds it to her Alchemist cards"."""
    t = table().ship(3).officials("wei", alchemist=1)
    assert (t.components.elixir.symbols[4:7], t.components.elixir.masters[4:7]) == ((0, 1, 0), (0, 0, 1))
    t.play("elixir")
    assert t.player()["ship"] == 6
    t.do("card", card=MOVES, region="wei")
    assert [move["card"] for move in t.offers("master")] == t.masters()
    master = t.masters()[1]
    t.do("master", card=master)
    assert t.cards_in("wei") == [MOVES]
    assert master in t.aside()
    assert MOVES not in t.aside()
    assert master not in t.masters()


def test_14_unlock_a_soldier(table: Tables) -> None:
    """ "They unlock one of their Terracotta Soldiers by taking it from their player board"."""
    t = table().play("elixir").do("unlock_one")
    assert (t.player()["ship"], t.player()["locked"], t.player()["entrance"]) == (3, 7, 2)


def test_14_the_card_goes_where_an_alchemist_stands(table: Tables) -> None:
    """ "Place it in a region with at least one of their Alchemist in it … The 3-cards limit per region still applies":
    any card set aside, a Master Alchemist card too."""
    t = table().officials("wei", alchemist=1).officials("qi", alchemist=2).officials("yan", general=1)
    t.place("qi", 1, 41, 81).set_aside(MOVES, "master unlock").play("elixir")
    assert {(move["card"], move["region"]) for move in t.offers("card")} == {(MOVES, "wei"), ("master unlock", "wei")}
    assert t.do("card", card="master unlock", region="wei").cards_in("wei") == ["master unlock"]


def test_15_an_alchemist_card_brings_no_tokens_and_no_unrest(table: Tables) -> None:
    """ "The player does not gain any Unification token and this does not trigger any Unrest"."""
    t = table().officials("wei", alchemist=1).place("wei", 1, 41).play("elixir").do("card", card=WORKER, region="wei")
    assert (sum(t.of("small").values()), sum(t.of("unrest").values())) == (0, 0)


def test_14_a_choice_is_mandatory(table: Tables) -> None:
    """ "They choose one of the following" (F7)."""
    t = table().officials("wei", alchemist=1).soldiers(locked=0, entrance=9).play("elixir")
    assert {move["kind"] for move in t.offers()} == {"card"}


def test_14_a_symbol_without_a_possible_choice_is_passed_over(table: Tables) -> None:
    t = table().soldiers(locked=0, entrance=9).play("elixir")
    assert (t.player()["ship"], t.position.to_move) == (3, 1)


def test_14_a_double_symbol_is_two_choices(table: Tables) -> None:
    t = table().officials("wei", alchemist=1).ship(DOUBLE - 1)
    assert t.components.elixir.symbols[DOUBLE] == 2
    t.play("elixir").do("unlock_one").do("card", card=MOVES, region="wei")
    assert (t.player()["locked"], t.cards_in("wei")) == (7, [MOVES])


@pytest.mark.parametrize("short", [1, 2, 3])
def test_14_further_movement_is_wasted(table: Tables, short: int) -> None:
    """ "If a player's Ship reaches the end of the track, any further movement is wasted"."""
    t = table()
    t.ship(end_of(t) - short).soldiers(locked=0, entrance=9).play("elixir")
    assert t.player()["ship"] == end_of(t)


def test_14_not_from_the_end_of_the_track(table: Tables) -> None:
    """ "If their Ship has already reached the end of the track, they cannot perform this action anymore"."""
    t = table()
    assert "elixir" in t.ship(end_of(t) - 1).actions()
    assert "elixir" not in t.ship(end_of(t)).actions()


def test_14_no_master_without_a_card_next_to_the_board(table: Tables) -> None:
    t = table().ship(3).set(masters=0).soldiers(locked=0, entrance=9).play("elixir")
    assert (t.player()["ship"], t.position.to_move) == (6, 1)
