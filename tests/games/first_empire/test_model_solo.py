"""Solo Mode in the model: Li Si's set-up, cards, soldiers, phase 3 and scoring."""

from random import Random

import pytest

from cext.games.first_empire.data.component_types import SoloCard
from tests.games.first_empire.model import lisi
from tests.games.first_empire.model.facts import ASPECTS, REGIONS
from tests.games.first_empire.model.game import Model
from tests.games.first_empire.model.playing import carry, facts, random_solo_game, tuck_cards
from tests.games.first_empire.model.rewards import unification_rewards, unlocking
from tests.games.first_empire.model.scoring import CATEGORIES, faces, final_scores
from tests.games.first_empire.model.setup import set_up_solo
from tests.games.first_empire.model.table import LiSi, Player, Table

CHU, WEI, ZHAO, QI, YAN = REGIONS


def against(level: int = 1) -> tuple[Table, LiSi, Player]:
    """A table set up for solo, and Li Si with his pieces."""
    table = set_up_solo(facts(2), level, Random(level))
    return table, *lisi.his(table)


def card(number: int) -> SoloCard:
    return facts(2).data.solo_cards[number - 1]


def with_face(name: str, *, on_top: bool) -> Table:
    """A table whose Li Si card has that scoring face on top, or below."""
    for level in (1, 2, 3, 4):
        table, _, _ = against(level)
        if faces(table)[0 if on_top else 1].name == name:
            return table
    raise AssertionError(f"no Li Si card has scoring face {name} there")


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_set_up(level: int) -> None:
    """ "7 Governors, 6 Palaces, 6 Walls"; a deck of 9 cards; order, ship and soldiers "indicated on his card"."""
    table, minister, player = against(level)
    printed = table.facts.data.lisi[level - 1]
    assert (player.governors, player.palaces, player.walls) == (7, 6, 6)
    assert sorted(minister.deck) == sorted(printed.deck)
    assert (player.ship, player.entrance) == (printed.space, 1 + printed.soldiers)
    assert table.track.index(1) == printed.position


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_random_games(level: int) -> None:
    for seed in range(8):
        table = random_solo_game(level, seed, lisi_unlocks_last=seed % 2 == 0)
        minister, player = lisi.his(table)
        assert len(table.players[0].actions) == 30
        assert len(minister.deck) + len(minister.removed) == 9
        assert all(card(number).once for number in minister.removed)
        assert all(points["score"] == sum(points[c] for c in CATEGORIES) for points in final_scores(table))
        assert not any(player.unrest)


def test_a_round_of_turns() -> None:
    """ "Deal 2 cards of each aspect ... to Li Si and shuffle them to form his face down Unification deck"."""
    table, minister, _ = against(1)
    model = Model(table)
    assert model.decision is not None
    while model.decision.about != "turn":
        model.apply(model.decision.options[0])
    kinds = [table.facts.cards[number].kind for number in minister.unification_deck]
    assert sorted(kinds) == sorted([*ASPECTS, *ASPECTS])


def test_unification_fills_regions_from_the_left() -> None:
    """ "First place cards in Chu, then, when Chu is filled, place cards in Wei"; otherwise the Court, a token each."""
    table, minister, player = against()
    minister.unification_deck = [1, 2, 3, 4, 41]
    table.round = 1
    for _ in range(4):
        lisi.unify(table, minister, player, card(1))
    assert [len(region) for region in player.cards] == [3, 1, 0, 0, 0]
    assert player.small == {"writing": 1 + 2 + 3 + 1, "currency": 0, "laws": 0}
    table.round = 0
    lisi.unify(table, minister, player, card(1))
    assert table.court == [41]
    assert player.small == {"writing": 8, "currency": 1, "laws": 1}


def test_elixir_unlocks_or_places_alchemists() -> None:
    """A) no soldier at the entrance: one for each symbol; B) otherwise an Alchemist card in the region of the round."""
    table, minister, player = against()
    table.round = 2
    player.ship = 1
    lisi.search(table, minister, player, card(6))
    assert (player.entrance, player.cards_of("alchemist"), len(player.cards[ZHAO])) == (1, 1, 1)
    player.entrance = 0
    lisi.search(table, minister, player, card(6))
    symbols = sum(space.symbols for space in table.facts.route[5:8])
    masters = sum(space.masters for space in table.facts.route[5:8])
    assert (player.entrance, player.cards_of("alchemist")) == (symbols, 1)
    assert len(player.alchemist_cards) == 4 + masters


def test_a_governor_where_no_soldier_stands() -> None:
    table, minister, player = against()
    order = card(11).order
    spots = {spot.place: spot for spot in table.mausoleum if spot.kind == "region"}
    spots[order[0]].soldiers = [1]
    lisi.install(table, minister, player, card(11))
    assert [table.governors_of(player, region) for region in order] == [0, 1, 0, 0, 0]
    assert table.governor_spaces[order[1]][0].seat == 1
    for spot in spots.values():
        spot.soldiers = [1]
    lisi.install(table, minister, player, card(14))  # "the first Region where the majority is not yet won"
    first = next(region for region in card(14).order if region != order[1])
    assert table.governors_of(player, first) == 2  # "both Governors must be placed in the same Region"


def test_palace_and_its_tile() -> None:
    """ "Li Si placed a Palace tile in Wei that earns him 3 VP for each Currency card in this region ... 6 VP"."""
    table, minister, player = against()
    region = card(16).order[0]
    assert region == WEI
    table.palace_tiles[WEI] = ["currency"]
    tuck_cards(table, 1, WEI, 41, 42, 1)
    lisi.build_palace(table, minister, player, card(16))
    assert (player.vp, minister.palace_tiles, table.palace_tiles[WEI]) == (6, [(WEI, "currency")], [])
    assert player.large["currency"] == 1
    assert final_scores(table)[1]["track"] == 6 + 6


def test_walls_one_in_a_section() -> None:
    """ "If there is already a Li Si's Wall in a section, he builds in the other section of that Wall site"."""
    table, minister, player = against()
    for _ in range(2):
        lisi.build_wall(table, minister, player, card(20))
    site = card(20).order[0]
    assert table.walls_at(player, site) == 2
    assert minister.emperor_tiles == []
    table.emperors[2] = ["hire"]
    minister.emperor_tiles = []
    lisi.build_wall(table, minister, player, card(21))
    assert minister.emperor_tiles == ["hire"]  # "Li Si takes it and immediately removes it from play"


def test_the_player_chooses_the_tile_he_validates() -> None:
    """ "In the rare case Li Si would meet the condition of more Mausoleum tiles than he has Terracotta Soldiers"."""
    table, _, player = against()
    for spot in table.mausoleum[:2]:
        spot.needs = dict.fromkeys(spot.needs, 0)
    decision = carry(lisi.place_his_soldiers(table))
    assert decision is not None
    assert (decision.seat, decision.options) == (0, [("soldier", 0), ("soldier", 1)])
    player.entrance = 2
    assert carry(lisi.place_his_soldiers(table)) is None
    assert table.tiles_of(player) == 2


def test_he_wins_rewards_and_spends_the_rest() -> None:
    """ "He doesn't gain anything, but just takes them away"; "starting with the large Unification tokens"."""
    table, _, player = against()
    player.small = {"writing": 2, "currency": 0, "laws": 0}
    player.large["writing"] = 1
    carry(unification_rewards(table))
    assert (player.small["writing"], player.large["writing"], table.track) == (0, 0, [0, 1])
    player.small = {"writing": 1, "currency": 4, "laws": 0}
    player.large["laws"] = 1
    before = player.entrance + table.tiles_of(player)
    carry(lisi.unlock_his_soldiers(table))
    assert player.entrance + table.tiles_of(player) == before + 2
    assert player.small == {"writing": 1, "currency": 0, "laws": 0}


@pytest.mark.parametrize(("last", "on_tile"), [(True, [0, 1]), (False, [1, 0])])
def test_when_he_unlocks(last: bool, on_tile: list[int]) -> None:
    """ "At the end of the phase, if he still has 3 or more unspent Unification tokens", or in turn order (S8)."""
    table, _, _ = against()
    table.options["lisi_unlocks_last"] = last
    table.track = [1, 0]
    table.mausoleum[0].needs = dict.fromkeys(table.mausoleum[0].needs, 0)
    for other in table.players:
        other.entrance = 0
        other.small["laws"] = 3
    carry(unlocking(table), ("unlock", 1), ("soldier", 0))
    assert table.mausoleum[0].soldiers == on_tile


def test_governors_tied() -> None:
    """A: "In case of a tie, he and you score 5 VP". B: "he scores 10VP and you score none"."""
    for name, expected in (("A", [5, 5]), ("B", [0, 10])):
        for on_top in (True, False):
            table = with_face(name, on_top=on_top)
            table.open_area[QI] = [0, 1]
            assert [points["governors"] for points in final_scores(table)] == expected


def test_walls_and_elixir_by_scoring_card() -> None:
    """Walls "2/4/6", "4/6/8", "5/7/9", "3/5/7 VP depending on the position"; D: "the highest VP value ... +2"."""
    for level in (1, 2, 3, 4):
        table, _, player = against(level)
        upper, lower = faces(table)
        table.sections[0].walls[1] = 1
        assert table.sections[0].markings[1] == 3
        player.ship = next(k for k, space in enumerate(table.facts.route) if space.vp == 3)
        tuck_cards(table, 1, CHU, "alchemist worker", "alchemist moves")
        points = final_scores(table)[1]
        assert points["walls"] == {"A": 6, "B": 8, "C": 9, "D": 7}[upper.name]
        assert points["elixir"] == 2 * (3 + (2 if "D" in (upper.name, lower.name) else 0))
