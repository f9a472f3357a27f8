"""Solo Mode (38 to 46): Li Si's set-up, his Action cards, his soldiers, phase 3 and his scoring cards."""

from collections import Counter
from typing import Any

import pytest

from cext.games import load_game
from cext.games.first_empire.data.component_types import ASPECTS, GOVERNOR_MODES, REGIONS, SIDES
from tests.games.positions import Tables

PLAYER, LISI = 0, 1
SEARCH_3, SEARCH_ONCE = 6, 9  # 3 spaces; 5 spaces, played once
LEFT_1, OPEN_1, RIGHT_2 = 11, 10, 14  # Install 1 Governor
PALACE, PALACE_WITH_TILE = 15, 16
WALL_LEFT, WALL_WITH_TILE, WALL_RIGHT, LAST_WALL = 20, 21, 22, 23


def card(t: Any, number: int) -> Any:
    return t.components.solo_cards[number - 1]


def order(t: Any, number: int) -> list[str]:
    """Regions of a card, first to last."""
    return [REGIONS[r] for r in card(t, number).order]


# -- Li Si setup ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_38_his_card_says_deck_order_ship_and_soldiers(level: int) -> None:
    """ "Take all the Solo cards indicated on the Li Si card and shuffle them to form a 9-card Action deck … Turn Order
    track as indicated on his card … Ship on the space indicated … Unlock a number of Li Si's Terracotta Soldiers"."""
    game = load_game("first_empire", players=1, lisi=str(level))
    printed = game.tables.lisi[level - 1]  # type: ignore[attr-defined]  # of the engine
    orders = set()
    for seed in range(5):
        state = game.state(game.deal(seed=seed))
        his = state["seat"][LISI]
        orders.add(tuple(state["lisi_deck"]))
        assert sorted(state["lisi_deck"]) == sorted(printed.deck)
        assert state["track"][printed.position] == LISI
        assert (his["ship"], his["entrance"], his["locked"]) == (
            printed.space,
            1 + printed.soldiers,
            8 - printed.soldiers,
        )
    assert len(orders) == 5


def test_38_a_game_of_two_without_his_officials() -> None:
    """ "The solo game is considered a 2-player game for all setup steps"; "7 Governors, 6 Palaces, 6 Walls"; "Do not
    use his Official tokens and Unrest markers"; S10: no Starting tile."""
    game = load_game("first_empire", players=1)
    state = game.state(game.deal(seed=1))
    his = state["seat"][LISI]
    assert (his["governors"], his["palaces"], his["walls"], his["aside"]) == (7, 6, 6, 0b11111)
    assert (his["supply"], his["n_start"], his["start"]) == ([0, 0, 0], 0, [0, 0])
    assert (state["small"], state["masters"].bit_count(), sum(state["n_emperor"])) == ([9] * 3, 2, 4)
    assert state["seat"][PLAYER]["n_start"] == 2


# -- Phases 1 and 2 ---------------------------------------------------------------------------------------------------


def test_39_two_cards_of_each_aspect(against: Tables) -> None:
    """ "Deal 2 cards of each aspect of the Unification … to Li Si and shuffle them"."""
    t = against()
    cards = t.state["lisi_cards"][: t.state["n_lisi_cards"]]
    assert Counter((n - 1) // 40 for n in cards) == {0: 2, 1: 2, 2: 2}
    assert t.player(LISI)["n_hand"] == 0


def test_39_cards_that_are_played_once_are_removed(against: Tables) -> None:
    """ "Cards with a … symbol are immediately removed from the game"; others are "placed in Li Si's discard pile"."""
    t = against().his_turn(SEARCH_ONCE).his_turn(SEARCH_3)
    assert (card(t, SEARCH_ONCE).once, card(t, SEARCH_3).once) == (1, 0)
    assert (t.state["lisi_removed"][0], t.state["n_lisi_removed"]) == (SEARCH_ONCE, 1)
    assert (t.state["lisi_discard"][0], t.state["n_lisi_discard"]) == (SEARCH_3, 1)
    assert t.state["n_lisi_deck"] == 7


def test_39_turns_alternate(against: Tables) -> None:
    """ "Players play their cards alternatively in turn order": his turn follows without a decision."""
    t = against().his_turn(SEARCH_3)
    assert (t.position.to_move, t.state["turns"], t.player(LISI)["ship"]) == (PLAYER, 2, 3)


def test_39_what_he_did_not_play_of_a_round_is_dropped(against: Tables) -> None:
    """S1: "to form his face down Unification deck" at the beginning of each round."""
    t = against().set(track=[LISI, PLAYER, 0, 0])
    held = t.state["lisi_cards"][:6]
    t.rewards_phase(1)
    while t.stage() != "play":
        t.position.apply(t.position.moves()[-1])
    assert set(held) >= set(t.state["dropped"][: t.state["n_dropped"]])
    assert t.state["n_dropped"] >= 5
    assert not set(held) & set(t.state["lisi_cards"])


# -- Unification (1-5) ------------------------------------------------------------------------------------------------


def test_40_a_the_leftmost_available_slot(against: Tables) -> None:
    """ "First place cards in Chu, then, when Chu is filled, place cards in Wei … Li Si gains the indicated number of
    Unification tokens, depending on the position of the card in the region"."""
    t = against().set(round=1)
    cards = t.state["lisi_cards"][:4]
    tokens: Counter[str] = Counter()
    for n, number in enumerate(cards):
        t.his_turn(1)
        tokens[ASPECTS[(number - 1) // 40]] += (1, 2, 3, 1)[n]
        assert t.of("small", LISI) == {aspect: tokens[aspect] for aspect in ASPECTS}
    assert (t.cards_in("chu", LISI), t.cards_in("wei", LISI)) == (cards[:3], cards[3:])
    assert t.player(LISI)["unrest"] == [0] * 5


def test_40_b_at_the_court_when_the_region_of_the_round_is_filled(against: Tables) -> None:
    """ "Play the Unification card at the Emperor's Court and Li Si gains 1 Unification token of each type"."""
    t = against().place("chu", 1, 2, 41, seat=LISI).court(60)
    top = t.state["lisi_cards"][0]
    t.his_turn(1)
    assert t.state["court"] == top
    assert t.of("small", LISI) == {"writing": 1, "currency": 1, "laws": 1}
    assert t.cards_in("wei", LISI) == []  # the round is that of Chu


def test_40_his_card_is_the_one_below_the_next(against: Tables) -> None:
    """S10: only Unification B changes the number at the Court."""
    t = against().court(60)
    assert t.his_turn(SEARCH_3).state["court"] == 60


# -- Search for the Elixir (6-9) --------------------------------------------------------------------------------------


def test_41_a_a_soldier_for_each_symbol(against: Tables) -> None:
    """ "If there are no Li Si's Terracotta Soldiers at the entrance of the Mausoleum, Li Si unlocks a Terracotta
    Soldier for each symbol"."""
    t = against().soldiers(seat=LISI, locked=9, entrance=0).his_turn(SEARCH_3)
    assert (t.player(LISI)["ship"], t.player(LISI)["entrance"], t.player(LISI)["n_kind"][3]) == (3, 1, 0)


def test_41_b_an_alchemist_card_in_the_region_of_the_round(against: Tables) -> None:
    """ "Randomly place one of his Alchemist cards on his player board in the region corresponding to the current
    Round"."""
    placed = set()
    for key in range(12):
        t = against().set(round=2, key=key).his_turn(SEARCH_3)
        assert (t.player(LISI)["entrance"], len(t.cards_in("zhao", LISI)), len(t.aside(LISI))) == (1, 1, 4)
        placed.update(t.cards_in("zhao", LISI))
    assert len(placed) > 1


@pytest.mark.parametrize("why", ["no card left", "no room"])
def test_41_c_otherwise_a_soldier(against: Tables, why: str) -> None:
    """ "Because Li Si has no Alchemist card left or if the region corresponding to the current round is already filled
    with cards, then Li Si unlocks a Terracotta Soldier for each symbol"."""
    t = against()
    t = t.set_aside(seat=LISI) if why == "no card left" else t.place("chu", 1, 2, 41, seat=LISI)
    assert t.his_turn(SEARCH_3).player(LISI)["entrance"] == 2


def test_41_clarification_a_double_symbol_and_one_spot(against: Tables) -> None:
    """ "Li Si's Ship reaches a double symbol and has only 1 spot for cards. In this case, he first places the card and
    then unlocks a Terracotta Soldier"."""
    t = against().place("chu", 1, 2, seat=LISI).ship(17, seat=LISI)
    assert t.components.elixir.symbols[18:21] == (0, 0, 2)
    t.his_turn(SEARCH_3)
    assert (len(t.cards_in("chu", LISI)), t.player(LISI)["entrance"]) == (3, 2)


def test_41_clarification_all_soldiers_unlocked(against: Tables) -> None:
    """ "All the soldiers are already unlocked, Li Si simply doesn't gain anything from the symbol reached"."""
    t = against().place("chu", 1, 2, 41, seat=LISI).soldiers(seat=LISI, locked=0, entrance=9)
    assert t.his_turn(SEARCH_3).player(LISI)["entrance"] == 9


def test_41_a_master_at_random(against: Tables) -> None:
    """ "He takes 1 Master Alchemist card at random and adds it to his Alchemist cards"."""
    taken = set()
    for key in range(12):
        t = against().set(key=key).ship(5, seat=LISI)
        masters = t.masters()
        t.his_turn(SEARCH_3)
        taken.update(set(masters) - set(t.masters()))
        assert len(t.masters()) == 1
    assert taken == set(masters)


def test_41_the_end_of_the_route(against: Tables) -> None:
    t = against()
    end = len(t.components.elixir.vp) - 1
    assert t.ship(end - 1, seat=LISI).his_turn(SEARCH_3).player(LISI)["ship"] == end


# -- Install 1 Governor (10-14) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "mode", "on_space", "placed"), [
    (LEFT_1, "left_1", LISI + 1, 1), (OPEN_1, "open_1", 0, 1), (RIGHT_2, "right_2", LISI + 1, 2),
])  # fmt: skip
def test_42_one_on_a_slot_two_from_the_right_or_one_in_the_open_area(
    against: Tables, number: int, mode: str, on_space: int, placed: int
) -> None:
    """ "Place one … on the first available bonus slot, starting from the left"; "two … from the right"; "one … in the
    … area of this region"; "Li Si never gains what is indicated on the Governor bonus slots"."""
    t = against()
    region = order(t, number)[0]
    assert GOVERNOR_MODES[card(t, number).mode] == mode
    t.governor_tile(region, "unlock", "alchemists").his_turn(number)
    assert (t.of("governors_in", LISI)[region], t.player(LISI)["governors"]) == (placed, 7 - placed)
    assert t.state["governor"][REGIONS.index(region)] == [on_space, 0]
    assert (t.player(LISI)["locked"], t.player(LISI)["supply"]) == (8, [0] * 3)  # no bonus


def test_42_no_available_slot(against: Tables) -> None:
    """ "If there is no available slot left, the Governor is placed in the … area from this region"."""
    t = against()
    region = order(t, LEFT_1)[0]
    t.governors(region, seat=PLAYER, space=1).his_turn(LEFT_1)
    assert t.state["governor"][REGIONS.index(region)] == [PLAYER + 1, 0]
    assert t.of("governors_in", LISI)[region] == 1


def test_42_the_first_region_without_his_soldier(against: Tables) -> None:
    """ "If the condition is not fulfilled (i.e. there is no Li Si Terracotta Soldier on this region Mausoleum tile) …
    Otherwise, check the Mausoleum condition for the next indicated region"."""
    t = against()
    regions = order(t, LEFT_1)
    t.soldier_on(t.spot("region", regions[0]), t.spot("region", regions[1]), seat=LISI)
    assert t.his_turn(LEFT_1).of("governors_in", LISI)[regions[2]] == 1


def test_42_all_conditions_fulfilled(against: Tables) -> None:
    """ "If all the Mausoleum conditions are fulfilled, place the Governor in the first Region where the majority is not
    yet won. In any case, card 14 requires that both Governors must be placed in the same Region"."""
    t = against().everywhere("region")
    regions = order(t, RIGHT_2)
    t.governors(regions[0], 2, seat=LISI).governors(regions[0], seat=PLAYER)
    t.governors(regions[1], seat=LISI).governors(regions[1], seat=PLAYER)  # a tie is not won
    assert t.his_turn(RIGHT_2).of("governors_in", LISI)[regions[1]] == 3


# -- Build 1 Palace (15-19) -------------------------------------------------------------------------------------------


def test_43_example_a_palace_in_wei_with_its_tile(against: Tables) -> None:
    """ "Li Si builds a Palace in Wei. He takes the Palace tile, then places it in the Wei area of his player board";
    "Li Si immediately scores 6 VP, then gains an available large Unification marker in the order indicated"."""
    t = against()
    assert order(t, PALACE_WITH_TILE)[0] == "wei"
    first, second = (ASPECTS[a] for a in card(t, PALACE_WITH_TILE).tokens[:2])
    t.palace_tiles("wei", "laws").tokens(seat=PLAYER, large=first[0]).his_turn(PALACE_WITH_TILE)
    assert (t.vp(LISI), t.of("palaces_in", LISI)["wei"], t.player(LISI)["palaces"]) == (6, 1, 5)
    assert (t.state["palace_tile"][1], t.state["lisi_tile"][1]) == ([0, 0, 0], [0, 0, 1, 0, 0])
    assert t.of("large", LISI) == {**dict.fromkeys(ASPECTS, 0), second: 1}


def test_43_the_tile_only_if_the_card_says_so(against: Tables) -> None:
    """ "Remove the Palace tile, if any and if indicated on the card"."""
    t = against().palace_tiles("wei", "laws").his_turn(PALACE)
    assert (order(t, PALACE)[0], t.of("palaces_in", LISI)["wei"]) == ("wei", 1)
    assert t.state["palace_tile"][1] == [3, 0, 0]
    t = against().palace_tiles("wei").his_turn(PALACE_WITH_TILE)
    assert (t.vp(LISI), sum(map(sum, t.state["lisi_tile"]))) == (6, 0)


def test_43_the_first_region_without_his_soldier(against: Tables) -> None:
    """ "If all the Region Mausoleum conditions are fulfilled, place the Palace in the first region indicated"."""
    t = against()
    regions = order(t, PALACE)
    t.soldier_on(t.spot("region", regions[0]), seat=LISI)
    assert t.his_turn(PALACE).of("palaces_in", LISI)[regions[1]] == 1
    t = against().everywhere("region")
    assert t.his_turn(PALACE).of("palaces_in", LISI)[regions[0]] == 1


# -- Build 1 Wall (20-24) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "section", "slot"), [(WALL_LEFT, 1, 1), (WALL_WITH_TILE, 3, 1), (WALL_RIGHT, 6, 2),
                                                          (LAST_WALL, 6, 1)])  # fmt: skip
def test_44_the_section_and_the_space_of_the_card(against: Tables, number: int, section: int, slot: int) -> None:
    """ "One Li Si's Wall on the leftmost section (or rightmost, depending on the arrow on the card) … on the first
    available space starting from the right/left"."""
    t = against()
    solo = card(t, number)
    assert section == 2 * solo.order[0] + 1 + (SIDES[solo.section] == "right")
    t.his_turn(number)
    assert (t.player(LISI)["wall_at"][section - 1], t.player(LISI)["walls"]) == (slot, 5)
    t = against().soldiers(locked=9, entrance=0).wall(section, slot).his_turn(number)
    assert t.player(LISI)["wall_at"][section - 1] == 3 - slot


def test_44_the_other_section_of_the_site_and_the_next_site(against: Tables) -> None:
    """ "If there is already a Li Si's Wall in a section, he builds in the other section of that Wall site"; "Otherwise,
    check the Mausoleum condition for the next indicated site"."""
    t = against().wall(1, 1, seat=LISI).his_turn(WALL_LEFT)
    assert t.player(LISI)["wall_at"] == [1, 1, 0, 0, 0, 0]
    t = against()
    t.soldier_on(t.spot("wall", 1), seat=LISI)
    assert t.his_turn(WALL_LEFT).player(LISI)["wall_at"] == [0, 0, 1, 0, 0, 0]


def test_44_the_last_section(against: Tables) -> None:
    """ "If all the Wall Mausoleum conditions are fulfilled, build Li Si's last Wall in the last section without one of
    his Walls"."""
    t = against().everywhere("wall")
    for section in (1, 2, 3, 5, 6):
        t.wall(section, 1, seat=LISI)
    assert t.his_turn(LAST_WALL).player(LISI)["wall_at"][3] == 1


@pytest.mark.parametrize(
    ("on", "left"), [((3, 4), [0, 1]), ((4,), [0, 0]), ((5,), [0, 0, 1])]
)  # sections 3 and 4 are the site where he builds, in section 3
def test_44_he_takes_an_emperor_tile_of_the_site(against: Tables, on: tuple[int, ...], left: list[int]) -> None:
    """ "If there is an Emperor's tile in the Wall site and only if it is called for by Li Si's action card …, then Li
    Si takes it and immediately removes it from play": that of his section first (S12), also if he is not the first."""
    t = against().soldiers(locked=9, entrance=0).wall(3, 2)
    for section in range(1, 7):
        t.emperor_tile(section, *["hire"] * (section in on))
    t.his_turn(WALL_WITH_TILE)
    assert t.player(LISI)["wall_at"][2] == 1
    assert t.state["n_emperor"][2 : 2 + len(left)] == left
    assert (t.state["lisi_emperors"], t.player(LISI)["emperor"]) == (1 if 5 not in on else 0, 0)


def test_44_no_emperor_tile_without_the_symbol(against: Tables) -> None:
    """ "Li Si does not take any Emperor tile"."""
    t = against().emperor_tile(1, "hire").his_turn(WALL_LEFT)
    assert (t.state["n_emperor"][0], t.state["lisi_emperors"]) == (1, 0)


def test_39_without_pieces_nothing_is_built(against: Tables) -> None:
    """S6: an exhausted supply makes an option impossible."""
    t = against().governors("chu", 7, seat=LISI).palaces("yan", 6, seat=LISI)
    t.soldiers(locked=9, entrance=0, seat=LISI)
    t = t.his_turn(LEFT_1).his_turn(PALACE)
    assert (t.player(LISI)["governors"], t.player(LISI)["palaces"], t.vp(LISI)) == (0, 0, 0)
    assert t.state["n_lisi_discard"] == 2
