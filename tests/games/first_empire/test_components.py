"""The First Empire's shipped component files: everything the rulebook says of them, how evenly the rest is spread."""

from collections import Counter
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

from cext.games.first_empire.data.component_types import (
    ABILITIES,
    ALCHEMIST_ABILITIES,
    ASPECTS,
    BONUSES,
    CRITERIA,
    FAMILIES,
    GOVERNOR_LINES,
    MASTER_ABILITIES,
    OFFICIALS,
    PALACE_KINDS,
    REGIONS,
    REWARD_KINDS,
    SPOTS,
    TABLEAUS,
    TRIGGERS,
    Bonus,
    Components,
    StartingTile,
)
from cext.games.first_empire.data.components import check, load
from tests.games.copies import edit

CHU = 1  # bit of the first region
ANY = 0b11111


@pytest.fixture(scope="module")
def shipped() -> Components:
    return load()


# -- cards ----------------------------------------------------------------------------------------------------------


def test_every_card_has_a_unique_activation_number_from_1_to_120(shipped: Components) -> None:
    assert [card.number for card in shipped.cards] == list(range(1, 121))
    assert [card.aspect for card in shipped.cards] == [0] * 40 + [1] * 40 + [2] * 40  # "Laws x40 Currency x40 …"


def test_every_trigger_stands_on_20_cards_6_or_7_of_each_aspect(shipped: Components) -> None:
    assert Counter(card.trigger for card in shipped.cards) == dict.fromkeys(range(len(TRIGGERS)), 20)
    assert set(Counter((card.aspect, card.trigger) for card in shipped.cards).values()) == {6, 7}


def test_every_one_of_19_abilities_stands_on_6_or_7_cards_and_with_every_trigger(shipped: Components) -> None:
    assert len(ABILITIES) == 19
    assert sorted(Counter(card.ability for card in shipped.cards).values()) == [6] * 13 + [7] * 6
    pairs = Counter((card.trigger, card.ability) for card in shipped.cards)
    assert len(pairs) == len(TRIGGERS) * len(ABILITIES)
    assert set(pairs.values()) == {1, 2}


def test_every_aspect_has_2_or_3_cards_of_each_ability_and_no_trigger_has_one_twice(shipped: Components) -> None:
    count = Counter((card.aspect, card.ability) for card in shipped.cards)
    assert len(count) == len(ASPECTS) * len(ABILITIES)
    assert set(count.values()) == {2, 3}
    assert len({(card.aspect, card.trigger, card.ability) for card in shipped.cards}) == 120


def test_no_trigger_tends_to_high_or_low_numbers(shipped: Components) -> None:
    """Each deck is three runs of six with each trigger once, four cards, and three runs of six."""
    for deck in range(0, 120, 40):
        for first in (0, 6, 12, 22, 28, 34):
            run = shipped.cards[deck + first : deck + first + 6]
            assert {card.trigger for card in run} == set(range(len(TRIGGERS)))
        assert len({card.trigger for card in shipped.cards[deck + 18 : deck + 22]}) == 4


def test_abilities_lie_evenly_around_the_middle_of_each_deck(shipped: Components) -> None:
    """The mean number of an ability's cards in a deck is at most four from the middle, 20.5."""
    for aspect in range(len(ASPECTS)):
        for ability in range(len(ABILITIES)):
            of = [
                (card.number - 1) % 40 + 1 for card in shipped.cards if (card.aspect, card.ability) == (aspect, ability)
            ]
            assert abs(sum(of) / len(of) - 20.5) <= 4


def test_abilities_give_what_appendix_1_says(shipped: Components) -> None:
    more_than_one = {"moves": 2}  # "Perform up to 2 Official movements."
    assert shipped.ability_amounts == tuple(more_than_one.get(name, 1) for name in ABILITIES)


def test_alchemist_and_master_cards_are_one_of_each_ability(shipped: Components) -> None:
    assert [card.ability for card in shipped.alchemists] == list(range(len(ALCHEMIST_ABILITIES)))
    assert [card.ability for card in shipped.masters] == list(range(len(MASTER_ABILITIES)))
    assert [card.amount for card in shipped.alchemists] == [1, 1, 1, 3, 2]  # "up to 3 Official movements", "any 2 …"
    assert [card.amount for card in shipped.masters] == [2, 1, 1, 2, 1]  # "Gain 2 VP for each", "hire 2 Workers"
    for cards in (shipped.alchemists, shipped.masters):
        assert len({card.trigger for card in cards}) == 5


# -- tiles ----------------------------------------------------------------------------------------------------------


def test_ten_starting_tiles_have_the_six_forms_of_appendix_4(shipped: Components) -> None:
    none = StartingTile((0, 0, 0), 0, (0, 0, 0), 0, 0, 0, 0)
    tiles = shipped.starting_tiles
    assert len(tiles) == 10
    for official, tile in enumerate(tiles[:3]):  # "then recruit 1 Alchemist/Architect/General in Chu"
        assert tile.officials == tuple(int(kind == official) for kind in range(len(OFFICIALS)))
        assert tile.unrest == 0
    for aspect, tile in enumerate(tiles[3:6]):  # "in the indicated region to gain the indicated Unification tokens"
        assert tile.unrest.bit_count() == 1
        assert [n > 0 for n in tile.tokens] == [kind == aspect for kind in range(len(ASPECTS))]
    assert tiles[6] == StartingTile((0, 0, 0), 0, (0, 0, 0), 2, 0, 0, 0)  # "move your Ship 2 spaces"
    assert tiles[7] == StartingTile((0, 0, 0), CHU, (0, 0, 0), 1, 1, 0, 0)  # "unlock … and move your Ship 1 Space"
    assert tiles[8] == StartingTile((0, 0, 0), 0b10001, (0, 0, 0), 0, 0, 1, 0)  # "Chu and Yan to hire 1 Worker"
    assert tiles[9] == StartingTile((0, 0, 0), 0b01110, (0, 0, 0), 0, 0, 0, 1)  # "Wei, Zhao and Qi to place any …"
    assert none not in tiles
    assert len(set(tiles)) == 10


def test_six_emperor_tiles_one_a_section_one_a_trigger(shipped: Components) -> None:
    assert sorted(tile.section for tile in shipped.emperor_tiles) == list(range(6))  # "one tile per section"
    assert sorted(tile.trigger for tile in shipped.emperor_tiles) == list(range(6))
    for site in range(3):  # one that wants a lower card, one that wants a higher
        lower = [tile.trigger < 3 for tile in shipped.emperor_tiles if shipped.site_of[tile.section] == site]
        assert sorted(lower) == [False, True]


def test_ten_governor_tiles_are_the_ten_lines_of_the_appendix(shipped: Components) -> None:
    lines = (
        "vp_per_palace 1 ship 3", "vp_per_wall 1 moves 4", "calm_regions 2 vp_per_alchemist 1", "unlock 1 alchemists 2",
        "alchemist_card 1 vp_per_writing 1", "moves 3 vp_per_laws 1", "unlock 1 move_workers 2", "worker 1 ship 2",
        "architects 2 vp_per_currency 1", "generals 2 worker 1",
    )  # fmt: skip

    def words(bonus: Bonus) -> str:
        return f"{BONUSES[bonus.kind]} {bonus.amount}"

    assert tuple(f"{words(one)} {words(other)}" for one, other in shipped.governor_tiles) == lines


def test_fifteen_palace_tiles_three_of_each_kind(shipped: Components) -> None:
    assert Counter(shipped.palace_tiles) == dict.fromkeys(range(len(PALACE_KINDS)), 3)
    assert shipped.palace_tile_vp == (3, 3, 3, 3, 2)  # "Gain 3VP for each", "2VP for each of your cards"


def test_seven_wall_tiles_have_every_criterion_on_one_face_with_its_vp(shipped: Components) -> None:
    assert len(shipped.wall_tiles) == 7
    assert sorted(face.criterion for tile in shipped.wall_tiles for face in tile) == list(range(14))
    dearer = {"architect", "alchemist", "general", "worker", "two_of_a_type", "officials_cover_unrest"}
    for name, vp in zip(CRITERIA, shipped.wall_vp, strict=True):
        assert vp == ((2, 4, 6) if name == "quadruplet" else (2, 3, 4) if name in dearer else (1, 2, 3))


def test_wall_scores_of_the_example_are_possible(shipped: Components) -> None:
    """9 VP (3 x 3 regions with Writing), 6 VP (3 x 2 with an Architect), 4 VP (2 x 2 with an Alchemist)."""
    vp = dict(zip(CRITERIA, shipped.wall_vp, strict=True))
    assert 3 in vp["writing_card"]
    assert 3 in vp["architect"]
    assert 2 in vp["alchemist"]


# -- the Unification tableau ----------------------------------------------------------------------------------------


def test_rewards_are_those_of_the_last_page(shipped: Components) -> None:
    table = [
        [(REWARD_KINDS[cell.kind], cell.amount, cell.regions) for cell in row]
        for row in shipped.rewards
    ]  # fmt: skip
    assert table == [
        [("generals", 2, CHU), ("ship", 4, 0), ("workers", 2, ANY), ("wall", 1, 0), ("governor", 1, ANY)],
        [("architects", 2, CHU), ("workers", 2, 0b00010), ("officials", 2, ANY), ("unlock", 2, 0), ("wall", 1, 0)],
        [("workers", 1, ANY), ("officials", 1, ANY), ("alchemist_cards", 2, ANY), ("governor", 1, 0b01100),
         ("palace", 1, ANY)],
    ]  # fmt: skip
    assert shipped.rewards[0][2].same_region  # "Hire 2 Workers in the same region"
    assert not shipped.rewards[2][2].same_region  # "in the regions of your choice"


def test_the_three_tableaus_have_different_orders(shipped: Components) -> None:
    printed, *loose = shipped.tableaus
    assert TABLEAUS[0] == "printed"
    assert [ASPECTS[aspect] for aspect in printed] == ["writing", "currency", "laws"]
    for row in zip(printed, *loose, strict=True):
        assert sorted(row) == [0, 1, 2]


# -- the board ------------------------------------------------------------------------------------------------------


def test_regions_form_a_path_and_chu_and_yan_regions_are_not_adjacent(shipped: Components) -> None:
    assert REGIONS == ("chu", "wei", "zhao", "qi", "yan")
    assert shipped.adjacent == (0b00010, 0b00101, 0b01010, 0b10100, 0b01000)


def test_three_wall_sites_of_two_sections_with_a_slot_a_player(shipped: Components) -> None:
    assert len(set(shipped.sites)) == 3
    assert shipped.site_of == (0, 0, 1, 1, 2, 2)
    for players, sections in zip((2, 3, 4), shipped.markings, strict=True):
        assert [len(slots) for slots in sections] == [players] * 6  # "a number of slots equal to the number of players"
        for site in range(3):  # "1, 2, or 3 Workers"
            assert {n for slots in sections[2 * site : 2 * site + 2] for n in slots} == {1, 2, 3}


def test_with_3_players_the_slots_of_4_players_are_used_but_the_last(shipped: Components) -> None:
    _, three, four = shipped.markings
    assert [slots[:3] for slots in four] == list(three)


def test_the_elixir_route_agrees_with_the_examples(shipped: Components) -> None:
    route = shipped.elixir
    assert len(route.symbols) == len(route.masters) == len(route.vp) >= 19
    assert (route.symbols[0], route.masters[0], route.vp[0]) == (0, 0, 0)
    assert max(route.symbols) == 2  # "Li Si's Ship reaches a double … symbol"
    assert sum(route.masters) == 1
    master = route.masters.index(1)
    assert any(route.symbols[master - 2 : master])  # "moves her Ship 3 spaces, then resolves in order"
    assert 3 in route.vp  # "3 VP x 2 Alchemist cards"
    assert all(one <= other for one, other in pairwise(route.vp))


def test_a_ship_cannot_bring_more_cards_than_there_are(shipped: Components) -> None:
    """Five Alchemist cards and a Master; and soldiers for the other symbols."""
    assert 6 <= sum(shipped.elixir.symbols) <= 6 + shipped.numbers.supply_soldiers
    assert list(accumulate(shipped.elixir.symbols))[shipped.elixir.masters.index(1)] < 6


def test_mausoleum_has_region_x5_wall_x3_elixir_x1_each_place_once(shipped: Components) -> None:
    spots = Counter(SPOTS[spot.kind] for spot in shipped.mausoleum)
    tiles = Counter(SPOTS[tile.kind] for tile in shipped.mausoleum_tiles)
    assert spots == tiles == {"region": 5, "wall": 3, "elixir": 1}
    assert len(set(shipped.mausoleum)) == 9


def test_every_row_and_column_of_the_mausoleum_has_one_wall_spot(shipped: Components) -> None:
    walls = [place for place, spot in enumerate(shipped.mausoleum) if SPOTS[spot.kind] == "wall"]
    assert sorted(place // 3 for place in walls) == sorted(place % 3 for place in walls) == [0, 1, 2]


def test_mausoleum_slots_descend_and_two_of_four_are_3_plus(shipped: Components) -> None:
    for tile in shipped.mausoleum_tiles:
        assert all(above > below for above, below in pairwise(tile.slots))
        assert len(tile.slots) == 4
        assert tile.three_plus == 0b1010


def test_mausoleum_conditions_can_be_met(shipped: Components) -> None:
    numbers = shipped.numbers
    for tile in shipped.mausoleum_tiles:
        assert tile.governors <= numbers.supply_governors
        assert tile.palaces <= numbers.supply_palaces
        assert tile.walls <= 2  # sections of a site
        assert tile.space < len(shipped.elixir.symbols)
        assert tile.governors + tile.palaces + tile.pieces + tile.walls + tile.space > 0


# -- numbers --------------------------------------------------------------------------------------------------------


def test_numbers_by_players(shipped: Components) -> None:
    numbers = shipped.numbers
    assert numbers.small_tokens == (9, 11, 13)  # "Take 9/11/13"
    assert numbers.majority_vp == (10, 15, 20)  # "10/15/20 VP in 2/3/4-player games"
    assert numbers.emperor_tiles == (4, 5, 6)
    assert numbers.master_cards == (2, 3, 4)
    for players in range(3):
        tiles = numbers.governor_bonus_tiles[players] + numbers.governor_blank_tiles[players]
        assert tiles == 5 * numbers.governor_spaces[players]
    assert 5 * numbers.palace_spaces[2] == 15
    assert numbers.palace_spaces[1] < numbers.palace_spaces[2]  # "spaces marked with a 4"


def test_four_players_draw_every_card_once(shipped: Components) -> None:
    numbers = shipped.numbers
    assert 4 * numbers.hand_per_deck * numbers.rounds == numbers.cards_per_aspect


def test_numbers_of_the_scored_example(shipped: Components) -> None:
    """ "7 VP in Wei because she shares a majority", 15 in Qi; 20 VP for a row and a column; 2 VP for one soldier."""
    numbers = shipped.numbers
    assert (numbers.majority_vp[1] // 2, numbers.majority_vp[1]) == (7, 15)
    assert 2 * numbers.line_vp == 20
    assert numbers.entrance_vp == (2, 5, 9)
    assert 62 + 22 + 6 + 20 + 19 + 2 == 131


# -- Li Si ----------------------------------------------------------------------------------------------------------


def test_solo_cards_have_the_numbers_of_their_headings(shipped: Components) -> None:
    families = Counter(FAMILIES[card.family] for card in shipped.solo_cards)
    assert families == {"unification": 5, "elixir": 4, "governor": 5, "palace": 5, "wall": 5}
    once = {card.number for card in shipped.solo_cards if card.once}
    assert {14, 18, 19, 23, 24} <= once  # each has a rule for more pieces than five rounds bring
    assert all(card.steps in (3, 4) for card in shipped.solo_cards[5:9] if not card.once)  # 15 or 20 in five rounds


def test_each_governor_mode_and_each_wall_mode_is_on_a_card(shipped: Components) -> None:
    assert {card.mode for card in shipped.solo_cards[9:14]} == {1, 2, 3}
    assert shipped.solo_cards[13].mode == 2  # "card 14 requires that both Governors must be placed in the same Region"
    assert {(card.slot, card.takes_tile) for card in shipped.solo_cards[19:]} == {(1, 1), (0, 1), (0, 0)}


def test_decks_hold_nine_cards_two_of_them_played_once(shipped: Components) -> None:
    for lisi in shipped.lisi:
        cards = [shipped.solo_cards[number - 1] for number in lisi.deck]
        assert len(set(lisi.deck)) == 9
        kept = Counter(FAMILIES[card.family] for card in cards if not card.once)
        assert kept == {"unification": 3, "elixir": 1, "governor": 1, "palace": 1, "wall": 1}


def test_every_solo_card_is_in_a_deck_and_decks_differ(shipped: Components) -> None:
    assert {number for lisi in shipped.lisi for number in lisi.deck} == set(range(1, 25))
    assert len({frozenset(lisi.deck) for lisi in shipped.lisi}) == 4


def test_li_si_starts_better_at_each_level(shipped: Components) -> None:
    """ "4 versions, of increasing difficulty"."""
    assert [lisi.space for lisi in shipped.lisi] == sorted(lisi.space for lisi in shipped.lisi)
    assert [lisi.soldiers for lisi in shipped.lisi] == sorted(lisi.soldiers for lisi in shipped.lisi)
    walls = [shipped.scoring_faces[lisi.top].wall_vp for lisi in shipped.lisi]
    assert walls == sorted(walls)
    assert len(set(walls)) == 4


def test_scoring_faces_are_those_of_the_rulebook(shipped: Components) -> None:
    faces = {face.name: face for face in shipped.scoring_faces}
    assert {name: face.wall_vp for name, face in faces.items()} == {
        "A": (2, 4, 6), "B": (4, 6, 8), "C": (5, 7, 9), "D": (3, 5, 7),
    }  # fmt: skip
    assert [GOVERNOR_LINES[faces[name].governors] for name in "ABCD"] == ["split", "wins_ties", "none", "none"]
    assert [(faces[name].elixir, faces[name].elixir_plus) for name in "ABCD"] == [(0, 0), (0, 0), (1, 0), (1, 2)]


def test_each_li_si_scores_governors_and_the_elixir(shipped: Components) -> None:
    for lisi in shipped.lisi:
        top, bottom = shipped.scoring_faces[lisi.top], shipped.scoring_faces[lisi.bottom]
        assert top.card != bottom.card
        assert top.elixir + bottom.elixir == 1


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


def test_an_ability_that_no_card_has_is_a_warning(copy: Path) -> None:
    text = (copy / "cards.csv").read_text(encoding="utf-8").replace(",vp_per_wall,", ",vp_per_palace,")
    (copy / "cards.csv").write_text(text, encoding="utf-8")
    assert check(copy) == ["warning: cards.csv: no card has the ability vp_per_wall, the rulebook lists it"]
