"""Phase 3, the Mausoleum and the end of the game in the model: the examples of the rulebook and their rules."""

import pytest

from tests.games.first_empire.model.facts import REGIONS
from tests.games.first_empire.model.game import turn
from tests.games.first_empire.model.mausoleum import place_soldiers, tiles_for_a_soldier
from tests.games.first_empire.model.playing import carry, new_table, tuck_cards
from tests.games.first_empire.model.rewards import (
    can_take,
    payments,
    tokens_limit,
    unification_rewards,
    unlocking,
    who_is_asked,
)
from tests.games.first_empire.model.scoring import final_scores, meets, ranks
from tests.games.first_empire.model.table import Spot, Table

CHU, WEI, ZHAO, QI, YAN = REGIONS
STEFANIA, MARCO, PAULINE = range(3)


def small_tokens(table: Table, seat: int, **numbers: int) -> None:
    """Small tokens from the general supply to a player."""
    for aspect, number in numbers.items():
        table.small[aspect] -= number
        table.player(seat).small[aspect] += number


def fulfilled(kind: str = "wall", vp: tuple[int, ...] = (5, 3, 1)) -> Spot:
    """A Mausoleum tile whose condition everybody meets."""
    needs = dict.fromkeys(("governors", "palaces", "pieces", "walls", "space", "alchemist cards"), 0)
    return Spot(kind, 0, needs, list(vp))


def unfulfilled() -> Spot:
    """A Mausoleum tile whose condition nobody can meet."""
    spot = fulfilled()
    spot.needs["walls"] = 3
    return spot


def only_tiles(table: Table, *fulfilled_ones: Spot) -> None:
    """A Mausoleum with these tiles and others that nobody fulfils."""
    table.mausoleum = [*fulfilled_ones, *(unfulfilled() for _ in range(9 - len(fulfilled_ones)))]


# -- 1) Unification Rewards, 2) New turn order ---------------------------------------------------------------------


def example_of_the_4th_round() -> Table:
    """The tokens of the example; "Marco is first on the Turn Order track" once Stefania's marker has moved."""
    table = new_table(3)
    only_tiles(table)
    table.round = 3
    small_tokens(table, STEFANIA, writing=3, laws=2)
    small_tokens(table, MARCO, writing=1, currency=1, laws=2)
    small_tokens(table, PAULINE, currency=2)
    return table


def test_rewards_of_the_4th_round() -> None:
    """ "Stefania controls the most Writing ... Pauline controls more Currency ... But he turns down the reward"."""
    table = example_of_the_4th_round()
    part = unification_rewards(table)
    pauline, stefania = table.player(PAULINE), table.player(STEFANIA)
    assert next(part) is not None
    part.send(("accept", "writing"))
    decision = part.send(("wall", 0, 1))
    assert (decision.seat, decision.options) == (PAULINE, [("accept", "currency"), ("decline", "currency")])
    assert (stefania.small["writing"], stefania.walls) == (0, 5)
    decision = part.send(("accept", "currency"))
    assert (pauline.entrance, pauline.small["currency"]) == (3, 0)
    assert decision.seat == MARCO  # a tie, and Stefania's marker is in the column
    decision = part.send(("decline", "laws"))
    assert decision.seat == STEFANIA
    decision = part.send(("accept", "laws"))
    assert {region for _, region, _ in decision.options} == {ZHAO, QI}
    with pytest.raises(StopIteration):
        part.send(("governor", QI, "open"))
    assert stefania.small["laws"] == 0
    assert table.player(MARCO).small == {"writing": 1, "currency": 1, "laws": 2}


def test_new_turn_order() -> None:
    """ "Marco ... moves his marker on the 1st player spot ... Pauline becomes 2nd ... and Stefania will play 3rd"."""
    table = example_of_the_4th_round()
    choices = ("accept", "writing"), ("wall", 0, 1), ("accept", "currency"), ("decline", "laws"), ("accept", "laws")
    carry(unification_rewards(table), *choices, ("governor", QI, "open"))
    assert table.track == [MARCO, PAULINE, STEFANIA]


def test_a_large_token_is_worth_2_and_nobody_without_a_token_is_asked() -> None:
    table = new_table(3)
    small_tokens(table, STEFANIA, laws=1)
    table.large["laws"] -= 1
    table.player(PAULINE).large["laws"] += 1
    assert who_is_asked(table, "laws") == [PAULINE, STEFANIA]


def test_the_full_reward_or_none() -> None:
    """ "To accept it, they must be able to immediately take the full reward" (F15)."""
    table = new_table(3)
    player = table.player(STEFANIA)
    player.supply["general"] = 1
    player.locked = 1
    player.ship = len(table.facts.route) - 1
    assert not can_take(table, player, table.facts.reward("writing", 0))  # 2 Generals in Chu
    assert not can_take(table, player, table.facts.reward("writing", 1))  # ship 4
    assert not can_take(table, player, table.facts.reward("currency", 3))  # unlock 2
    assert can_take(table, player, table.facts.reward("currency", 0))  # 2 Architects in Chu
    assert can_take(table, player, table.facts.reward("laws", 4))  # a Palace


def test_rewards_by_round() -> None:
    """The list on the last page: 2 Generals in Chu, 2 Workers in one region, any 2 Officials, Alchemist cards."""
    table = new_table(3)
    only_tiles(table)
    player = table.player(STEFANIA)
    small_tokens(table, STEFANIA, writing=1)
    carry(unification_rewards(table), ("accept", "writing"))
    assert player.officials[CHU]["general"] == 2
    table.round = 2
    small_tokens(table, STEFANIA, writing=1, currency=1, laws=1)
    chosen = [("accept", "writing"), ("region", YAN), ("accept", "currency")]
    chosen += [("recruit", "general", WEI), ("recruit", "alchemist", QI), ("accept", "laws")]
    chosen += [("alchemist card", "alchemist moves", ZHAO), ("done",)]
    carry(unification_rewards(table), *chosen)
    assert player.workers[YAN] == 2
    assert (player.officials[WEI]["general"], player.officials[QI]["alchemist"]) == (1, 1)
    assert len(player.cards[ZHAO]) == 1
    assert player.unrest == [0] * 5


# -- 3) Unlocking Terracotta Soldiers, 4) Checking Unification tokens limit ----------------------------------------


def test_unlocking_two_soldiers() -> None:
    """ "He decides to unlock 2 Terracotta Soldiers ... by spending 6 Unification tokens ... then validates a"."""
    table = new_table(3)
    only_tiles(table, fulfilled())
    marco = table.player(MARCO)
    small_tokens(table, MARCO, writing=4, laws=3)
    chosen = ("unlock", 2), ("return", "writing", 4), ("soldier", 0)
    carry(unlocking(table), *chosen)
    assert (marco.locked, marco.entrance, marco.vp) == (6, 2, 5)
    assert marco.small == {"writing": 0, "currency": 0, "laws": 1}


def test_payments_with_large_tokens() -> None:
    """ "For example by spending large Unification tokens along a small one"; F19: one point may be lost."""
    table = new_table(3)
    marco = table.player(MARCO)
    marco.large = {"writing": 1, "currency": 1, "laws": 0}
    marco.small["laws"] = 2
    assert payments(table, marco, 1) == [(1, 1), (2, 0)]
    assert payments(table, marco, 2) == [(2, 2)]
    assert payments(table, marco, 3) == []


def test_tokens_limit() -> None:
    """ "Stefania ... must discard her large ... Marco has 6 Unification tokens and therefore must discard one"."""
    table = new_table(3)
    small_tokens(table, STEFANIA, writing=2, laws=2)
    table.player(STEFANIA).large["laws"], table.large["laws"] = 1, 0
    small_tokens(table, MARCO, writing=3, currency=3)
    small_tokens(table, PAULINE, currency=2)
    carry(tokens_limit(table), ("return", "writing", 0))
    assert table.player(STEFANIA).large["laws"] == 0
    assert [sum(player.small.values()) for player in table.players] == [4, 5, 2]
    assert table.player(MARCO).small["currency"] == 2
    assert table.large["laws"] == 1


# -- Mausoleum and Terracotta Soldiers -----------------------------------------------------------------------------


def test_a_soldier_takes_the_topmost_space() -> None:
    """ "She places it on the topmost available spot of this tile and scores its VP"."""
    table = new_table(3)
    only_tiles(table, fulfilled(vp=(9, 6, 4)))
    pauline = table.player(PAULINE)
    table.mausoleum[0].soldiers = [MARCO]
    carry(place_soldiers(table, pauline), ("soldier", 0))
    assert (pauline.vp, pauline.entrance, table.mausoleum[0].soldiers) == (6, 0, [MARCO, PAULINE])


def test_soldiers_may_wait_and_stand_once_on_a_tile() -> None:
    """ "A player may wait a later turn"; "cannot have more than one Terracotta Soldier on any ... tile"."""
    table = new_table(3)
    only_tiles(table, fulfilled())
    player = table.player(MARCO)
    player.entrance = 2
    carry(place_soldiers(table, player), ("done",))
    assert player.entrance == 2
    carry(place_soldiers(table, player), ("soldier", 0))
    assert tiles_for_a_soldier(table, player) == []


def test_soldiers_are_placed_at_the_end_of_a_turn() -> None:
    table = new_table(3)
    only_tiles(table, fulfilled())
    player = table.player(STEFANIA)
    player.hand = [7]
    carry(turn(table, player), ("play", 7, "unify"), ("region", CHU), ("soldier", 0))
    assert player.source == {"soldiers": 5}


def test_conditions_of_tiles() -> None:
    """A region's Governors and Palaces, a site's walls, the ship and the Alchemist cards: "a minimum requirement"."""
    table = new_table(3)
    player = table.player(STEFANIA)
    region, site, elixir = fulfilled("region"), fulfilled("wall"), fulfilled("elixir")
    region.place, site.place = QI, 1
    region.needs |= {"governors": 1, "pieces": 2}
    site.needs["walls"] = 2
    elixir.needs |= {"space": 12, "alchemist cards": 1}
    only_tiles(table, region, site, elixir)
    assert tiles_for_a_soldier(table, player) == []
    table.open_area[QI] = [STEFANIA]
    table.palaces[QI] = [STEFANIA, MARCO]
    player.ship = 13
    tuck_cards(table, STEFANIA, CHU, "master unlock")
    assert tiles_for_a_soldier(table, player) == [0, 2]
    for section in (2, 3):
        table.sections[section].walls[0] = STEFANIA
    assert tiles_for_a_soldier(table, player) == [0, 1, 2]


# -- End of the Game -----------------------------------------------------------------------------------------------


def stefania_at_the_end() -> Table:
    """The board of the scored scorepad."""
    table = new_table(3)
    stefania = table.player(STEFANIA)
    stefania.score(62, "during the game")
    table.open_area[WEI] = [STEFANIA, MARCO]
    table.open_area[QI] = [STEFANIA, STEFANIA, PAULINE]
    for region, cards in ((CHU, (1, "alchemist worker")), (ZHAO, (2, "alchemist moves")), (YAN, (3, 41))):
        tuck_cards(table, STEFANIA, region, *cards)
    stefania.ship = next(k for k, space in enumerate(table.facts.route) if space.vp == 3)
    for spot in (0, 1, 2, 3, 6):
        table.mausoleum[spot].soldiers = [STEFANIA]
    for section, face, slot in ((0, "writing_card", 2), (2, "architect", 1), (5, "alchemist", 0)):
        table.sections[section].face = face
        table.sections[section].walls[slot] = STEFANIA
    stefania.officials[WEI] |= {"architect": 1, "alchemist": 2}
    stefania.officials[QI] |= {"architect": 2, "alchemist": 1}
    return table


def test_the_scorepad_of_131() -> None:
    """ "62 VP on the score track ... 22 VP ... 6 VP ... 20 VP ... 19 VP ... 2 VP. ... total score is 131"."""
    table = stefania_at_the_end()
    assert final_scores(table)[STEFANIA] == {
        "track": 62,
        "governors": 7 + 15,
        "elixir": 3 * 2,
        "mausoleum": 20,
        "walls": 3 * 3 + 3 * 2 + 2 * 2,
        "entrance": 2,
        "score": 131,
    }
    assert ranks(table)[STEFANIA] == 1


@pytest.mark.parametrize(("players", "vp"), [(2, 10), (3, 15), (4, 20)])
def test_majorities_of_governors(players: int, vp: int) -> None:
    """ "The player with the most Governors in the region scores 10/15/20 VP"; a region without any scores nothing."""
    table = new_table(players)
    assert all(points["governors"] == 0 for points in final_scores(table))
    table.open_area[CHU] = [0]
    table.open_area[WEI] = list(range(players))
    assert [points["governors"] for points in final_scores(table)] == [vp + vp // players] + [vp // players] * (
        players - 1
    )


@pytest.mark.parametrize(("soldiers", "vp"), [(0, 0), (1, 2), (2, 5), (3, 9), (5, 9)])
def test_soldiers_at_the_entrance(soldiers: int, vp: int) -> None:
    table = new_table(2)
    table.player(0).entrance = soldiers
    assert final_scores(table)[0]["entrance"] == vp


def test_shared_victory() -> None:
    """ "In the rare case of a tie, tied players share the victory"."""
    table = new_table(3)
    for seat, points in enumerate((20, 30, 30)):
        table.player(seat).score(points, "during the game")
    assert ranks(table) == [3, 1, 1]


def test_what_regions_count_for_walls() -> None:
    """Appendix 2: two cards of a type (a Master Alchemist is an Alchemist), Officials and Unrest, Workers."""
    table = new_table(3)
    player = table.player(0)
    tuck_cards(table, 0, CHU, "alchemist worker", "master unlock")
    tuck_cards(table, 0, WEI, 1, 41)
    player.unrest = [0, 1, 1, 0, 0]
    player.officials[WEI]["general"] = 1
    player.workers[QI] = 1

    def counted(face: str) -> list[int]:
        return [region for region in REGIONS if meets(table, player, region, face)]

    assert counted("two_of_a_type") == [CHU]
    assert counted("officials_cover_unrest") == [CHU, WEI, QI, YAN]
    assert counted("no_unrest") == [CHU, QI, YAN]
    assert counted("worker") == [QI]
    assert counted("alchemist_card") == [CHU]
    assert counted("currency_card") == [WEI]
    assert counted("general") == [WEI]


def test_quadruplets() -> None:
    """ "Gain 2/4/6 VP for each quadruplet of Writing + Currency + Laws + Alchemist cards"."""
    table = new_table(3)
    table.sections[4].face = "quadruplet"
    table.sections[4].walls[2] = 0
    tuck_cards(table, 0, CHU, 1, 41, 81)
    assert final_scores(table)[0]["walls"] == 0
    tuck_cards(table, 0, WEI, 2, 42, "alchemist worker")
    assert final_scores(table)[0]["walls"] == 6
