"""The First Empire's shipped component files: what the rulebook says of them beyond what loading and checking hold, and
what no test of a rule plays; how evenly the rest is spread (cards: tests/games/test_card_decks.py)."""

from collections import Counter
from itertools import accumulate
from pathlib import Path

import pytest

from cext.games.first_empire.data.component_types import ASPECTS, BONUSES, PALACE_KINDS, SPOTS, TABLEAUS, Components
from cext.games.first_empire.data.components import check, load
from tests.games.copies import edit


@pytest.fixture(scope="module")
def shipped() -> Components:
    return load()


# -- cards and tiles ------------------------------------------------------------------------------------------------


def test_alchemist_and_master_cards_have_different_triggers(shipped: Components) -> None:
    assert [len({card.trigger for card in cards}) for cards in (shipped.alchemists, shipped.masters)] == [5, 5]


def test_six_emperor_tiles_one_a_trigger(shipped: Components) -> None:
    assert sorted(tile.trigger for tile in shipped.emperor_tiles) == list(range(6))
    for site in range(3):  # one that wants a lower card, one that wants a higher
        lower = [tile.trigger < 3 for tile in shipped.emperor_tiles if shipped.site_of[tile.section] == site]
        assert sorted(lower) == [False, True]


def test_ten_governor_tiles_are_the_ten_lines_of_the_appendix(shipped: Components) -> None:
    assert [" ".join(f"{BONUSES[half.kind]} {half.amount}" for half in tile) for tile in shipped.governor_tiles] == [
        "vp_per_palace 1 ship 3", "vp_per_wall 1 moves 4", "calm_regions 2 vp_per_alchemist 1", "unlock 1 alchemists 2",
        "alchemist_card 1 vp_per_writing 1", "moves 3 vp_per_laws 1", "unlock 1 move_workers 2", "worker 1 ship 2",
        "architects 2 vp_per_currency 1", "generals 2 worker 1",
    ]  # fmt: skip


def test_fifteen_palace_tiles_three_of_each_kind(shipped: Components) -> None:
    assert Counter(shipped.palace_tiles) == dict.fromkeys(range(len(PALACE_KINDS)), 3)


def test_the_three_tableaus_have_different_orders(shipped: Components) -> None:
    printed, *loose = shipped.tableaus
    assert TABLEAUS[0] == "printed"
    assert [ASPECTS[aspect] for aspect in printed] == ["writing", "currency", "laws"]
    for row in zip(printed, *loose, strict=True):
        assert sorted(row) == [0, 1, 2]


# -- the board ------------------------------------------------------------------------------------------------------


def test_every_wall_site_has_slots_of_1_2_and_3_workers(shipped: Components) -> None:
    """ "1, 2, or 3 Workers"; with 3 players the slots of 4 players are used but the last."""
    for sections in shipped.markings:
        for site in range(3):
            assert {n for slots in sections[2 * site : 2 * site + 2] for n in slots} == {1, 2, 3}
    _, three, four = shipped.markings
    assert [slots[:3] for slots in four] == list(three)


def test_the_elixir_route_begins_with_nothing_and_no_ship_brings_more_cards_than_there_are(shipped: Components) -> None:
    """Five Alchemist cards and a Master; and soldiers for the other symbols."""
    route = shipped.elixir
    assert len(route.vp) >= 19
    assert (route.symbols[0], route.masters[0], route.vp[0]) == (0, 0, 0)
    assert 6 <= sum(route.symbols) <= 6 + shipped.numbers.supply_soldiers
    assert list(accumulate(route.symbols))[route.masters.index(1)] < 6


def test_every_row_and_column_of_the_mausoleum_has_one_wall_spot(shipped: Components) -> None:
    walls = [place for place, spot in enumerate(shipped.mausoleum) if SPOTS[spot.kind] == "wall"]
    assert sorted(place // 3 for place in walls) == sorted(place % 3 for place in walls) == [0, 1, 2]


def test_mausoleum_tiles_have_four_slots_two_of_them_3_plus_and_conditions_that_can_be_met(shipped: Components) -> None:
    for tile in shipped.mausoleum_tiles:
        assert (len(tile.slots), tile.three_plus) == (4, 0b1010)
        assert tile.governors <= shipped.numbers.supply_governors
        assert tile.palaces <= shipped.numbers.supply_palaces
        assert tile.walls <= 2  # sections of a site
        assert tile.governors + tile.palaces + tile.pieces + tile.walls + tile.space > 0


def test_four_players_draw_every_card_once(shipped: Components) -> None:
    numbers = shipped.numbers
    assert 4 * numbers.hand_per_deck * numbers.rounds == numbers.cards_per_aspect


# -- Li Si ----------------------------------------------------------------------------------------------------------


def test_each_governor_mode_and_each_wall_mode_is_on_a_card(shipped: Components) -> None:
    assert {card.mode for card in shipped.solo_cards[9:14]} == {1, 2, 3}
    assert shipped.solo_cards[13].mode == 2  # "card 14 requires that both Governors must be placed in the same Region"
    assert {(card.slot, card.takes_tile) for card in shipped.solo_cards[19:]} == {(1, 1), (0, 1), (0, 0)}


def test_every_solo_card_is_in_a_deck_and_decks_differ(shipped: Components) -> None:
    assert {number for lisi in shipped.lisi for number in lisi.deck} == set(range(1, 25))
    assert len({frozenset(lisi.deck) for lisi in shipped.lisi}) == 4


def test_li_si_scores_better_at_each_level_and_governors_and_the_elixir_once(shipped: Components) -> None:
    """ "4 versions, of increasing difficulty"."""
    faces = [(shipped.scoring_faces[lisi.top], shipped.scoring_faces[lisi.bottom]) for lisi in shipped.lisi]
    walls = [top.wall_vp for top, _ in faces]
    assert (walls, len(set(walls))) == (sorted(walls), 4)
    assert [top.elixir + bottom.elixir for top, bottom in faces] == [1] * 4
    for measured in ("space", "soldiers"):
        values = [getattr(lisi, measured) for lisi in shipped.lisi]
        assert values == sorted(values)


# -- edited copies; what all games keep: tests/games/test_component_copies.py ----------------------------------------


def test_the_route_may_be_longer(copy: Path) -> None:
    for old, new in (
        ("0, 2, 0]", "0, 2, 0, 1]"),
        ("value = [0, 0, 0, 0, 0, 1, 0,", "value = [0, 0, 0, 0, 0, 0, 1, 0,"),
        ("5, 5, 6]", "5, 5, 6, 8]"),
    ):
        edit(copy, "board.toml", old, new)
    assert load(copy).elixir.vp[-2:] == (6, 8)
    assert check(copy) == []
