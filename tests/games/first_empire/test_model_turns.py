"""Phase 2 in the model: the examples of the rulebook, Court Actions, card abilities, and what is not allowed."""

import pytest

from tests.games.first_empire.model.abilities import abilities, is_appropriate
from tests.games.first_empire.model.buildings import (
    build_free_palace,
    build_palace,
    build_wall,
    paid_palaces,
    paid_walls,
)
from tests.games.first_empire.model.effects import can_change, carry_out
from tests.games.first_empire.model.elixir import move_ship
from tests.games.first_empire.model.facts import REGIONS, Effect
from tests.games.first_empire.model.game import possible_actions, turn
from tests.games.first_empire.model.governor import install, spaces_for_a_governor
from tests.games.first_empire.model.officials import hire, recruit, regions_to_hire
from tests.games.first_empire.model.playing import carry, new_table, tuck_ability, tuck_cards
from tests.games.first_empire.model.table import GovernorSpace, Player, Table
from tests.games.first_empire.model.unify import regions_for_a_card

CHU, WEI, ZHAO, QI, YAN = REGIONS
WRITING, CURRENCY, LAWS = 1, 41, 81  # the first card of each deck
ONE_VP = Effect("vp per card", 1, "writing")
SHIP = Effect("ship", 1)


def seated(players: int = 3, **options: bool | str) -> tuple[Table, Player]:
    """A table set up, and the player whose turn it is (Stefania of the examples)."""
    table = new_table(players, **options)
    return table, table.player(0)


def officials(player: Player, region: int, **numbers: int) -> None:
    """Officials from the supply on the player board."""
    for kind, number in numbers.items():
        player.officials[region][kind] += number
        player.supply[kind] -= number


# -- A. Unification Action -----------------------------------------------------------------------------------------


def test_a_first_card_brings_one_token() -> None:
    """ "Stefania plays a Writing card in Zhao. ... she gains 1 Unification token matching the type of the card"."""
    table, player = seated()
    player.hand = [WRITING]
    carry(turn(table, player), ("play", WRITING, "unify"), ("region", ZHAO))
    assert player.small == {"writing": 1, "currency": 0, "laws": 0}
    assert player.unrest == [0] * 5
    assert [card.card for card in player.cards[ZHAO]] == [WRITING]


def test_a_second_card_brings_unrest_and_two_tokens() -> None:
    """ "Since it is her second card in this region, she must move her Unrest marker up one space"."""
    table, player = seated()
    tuck_cards(table, 0, WEI, WRITING)
    player.hand = [CURRENCY]
    carry(turn(table, player), ("play", CURRENCY, "unify"), ("region", WEI))
    assert player.small["currency"] == 2
    assert player.unrest[WEI] == 1


def test_where_unrest_forbids_a_card() -> None:
    """ "She cannot place in Wei because it would increase ... Unrest ... by 2 ... but can ... in Chu, Zhao or Qi"."""
    table, player = seated()
    tuck_cards(table, 0, WEI, 1, 2)
    tuck_cards(table, 0, YAN, 3, 4)
    player.unrest = [0, 2, 3, 1, 2]
    assert regions_for_a_card(table, player) == [CHU, ZHAO, QI]


def test_three_cards_fill_a_region_and_the_supply_may_be_short() -> None:
    table, player = seated()
    tuck_cards(table, 0, CHU, 1, "alchemist worker")
    table.small["laws"] = 1
    player.hand = [LAWS]
    carry(turn(table, player), ("play", LAWS, "unify"), ("region", CHU))
    assert (player.small["laws"], table.small["laws"], player.unrest[CHU]) == (1, 0, 2)
    assert CHU not in regions_for_a_card(table, player)


# -- Recruit, Search for the Elixir, Install -----------------------------------------------------------------------


def test_recruit_an_official() -> None:
    """ "She performs the Recruit 1 Official action and decides to send an Alchemist from her supply to Wei"."""
    _, player = seated()
    carry(recruit(player, list(REGIONS)), ("recruit", "alchemist", WEI))
    assert player.officials[WEI]["alchemist"] == 1
    assert player.supply["alchemist"] == 3


def test_no_recruit_without_officials() -> None:
    table, player = seated()
    officials(player, CHU, alchemist=4, architect=4, general=4)
    assert "recruit" not in possible_actions(table, player)


def test_search_for_the_elixir() -> None:
    """ "She first chooses to play one of her Alchemist cards in a region ..., then ... one of the available Master"."""
    table, player = seated()
    player.ship = 3
    assert [(space.symbols, space.masters) for space in table.facts.route[4:7]] == [(0, 0), (1, 0), (0, 1)]
    officials(player, WEI, alchemist=1)
    master = table.masters[1]
    carry(move_ship(table, player, 3), ("alchemist card", "alchemist worker", WEI), ("master", master))
    assert player.ship == 6
    assert [card.card for card in player.cards[WEI]] == ["alchemist worker"]
    assert master in player.alchemist_cards
    assert master not in table.masters
    assert sum(player.small.values()) == sum(player.unrest) == 0


def test_the_end_of_the_route() -> None:
    """ "Any further movement is wasted. ... they cannot perform this action anymore"."""
    table, player = seated()
    end = len(table.facts.route) - 1
    player.ship = end - 1
    carry(move_ship(table, player, 3))
    assert player.ship == end
    assert "elixir" not in possible_actions(table, player)


def test_install_a_governor() -> None:
    """ "Remove 1 Official of each type ... immediately receive the indicated bonus ... reset the Unrest to zero"."""
    table, player = seated()
    table.governor_spaces[QI] = [GovernorSpace([Effect("vp per palace", 1), Effect("ship", 3)])]
    officials(player, QI, alchemist=1, architect=1, general=2)
    player.unrest[QI] = 3
    carry(install(table, player, [QI], free=False), ("governor", QI, 0), ("bonus", 1))
    assert player.officials[QI] == {"alchemist": 0, "architect": 0, "general": 1}
    assert player.supply == {"alchemist": 4, "architect": 4, "general": 3}
    assert (player.ship, player.entrance, player.unrest[QI], table.governors_of(player, QI)) == (3, 2, 0, 1)


def test_a_governor_may_do_without_a_bonus() -> None:
    """ "On an available space of their choice (with a bonus or not)"."""
    table, _ = seated()
    assert spaces_for_a_governor(table, [QI]) == [("governor", QI, 0), ("governor", QI, "open")]
    table.governor_spaces[QI][0].seat = 1
    assert spaces_for_a_governor(table, [QI]) == [("governor", QI, "open")]


# -- Hire, Palace, Wall --------------------------------------------------------------------------------------------


def test_hire_two_workers() -> None:
    """ "She controls Generals in Zhao and Yan. She decides to increase Unrest in Zhao ... and hire two workers"."""
    table, player = seated()
    officials(player, ZHAO, general=2)
    officials(player, YAN, general=1)
    carry(hire(table, player), ("region", ZHAO))
    assert (player.workers[ZHAO], player.unrest[ZHAO]) == (2, 1)
    player.unrest[ZHAO] = 3
    assert regions_to_hire(table, player) == [YAN]


def test_build_a_palace() -> None:
    """ "2 Workers from there and 1 Worker from another region ... 6 VP with her Palace + 3 VP thanks to the"."""
    table, player = seated()
    officials(player, QI, architect=1)
    player.workers = [1, 0, 0, 2, 1]
    tuck_cards(table, 0, QI, CURRENCY)
    table.palace_tiles[QI] = ["currency", "laws"]
    choices = ("palace", QI, YAN), ("palace tile", "currency"), ("large", "writing")
    assert paid_palaces(table, player) == [("palace", QI, CHU), ("palace", QI, YAN)]
    carry(build_palace(table, player), *choices)
    assert player.workers == [1, 0, 0, 0, 0]
    assert player.vp == 6 + 3
    assert player.large["writing"] == 1
    assert table.palace_tiles[QI] == ["laws"]
    assert table.palaces_of(player, QI) == 1


def test_a_palace_tile_counts_the_cards_of_its_region() -> None:
    """ "A Palace tile in Wei that earns ... 3 VP for each Currency card in this region, for a total of 6 VP"."""
    table, player = seated()
    tuck_cards(table, 0, WEI, CURRENCY, CURRENCY + 1)
    tuck_cards(table, 0, CHU, CURRENCY + 2)
    table.palace_tiles[WEI] = ["currency"]
    carry(build_free_palace(table, player, [WEI]))
    assert player.vp == 6 + 6
    assert sum(player.large.values()) == 0  # "Do not take any large Unification token"


def test_the_palace_tile_with_unrest() -> None:
    """ "You cannot take this tile if your level of Unrest in that region is already at 3"."""
    table, player = seated()
    tuck_cards(table, 0, WEI, 1, 41)
    table.palace_tiles[WEI] = ["any_for_unrest"]
    player.unrest[WEI] = 3
    carry(build_free_palace(table, player, [WEI]))
    assert (player.vp, table.palace_tiles[WEI]) == (6, ["any_for_unrest"])
    player.unrest[WEI] = 2
    carry(build_free_palace(table, player, [WEI]))
    assert (player.vp, player.unrest[WEI], table.palace_tiles[WEI]) == (6 + 6 + 2 * 2, 3, [])


def test_build_a_wall() -> None:
    """ "She discards 3 Workers from 3 different regions ... takes the Emperor tile ... her Alchemist card"."""
    table, player = seated()
    player.workers = [2, 1, 0, 1, 1]
    tuck_cards(table, 0, CHU, WRITING)
    tuck_cards(table, 0, CHU, "alchemist worker")
    table.emperors[2] = ["palace"]
    choices = ("wall", 2, 3), ("workers", CHU, QI, YAN), ("emperor", CHU, 1)
    carry(build_wall(table, player, free=False), *choices)
    assert player.workers == [1, 1, 0, 0, 0]
    assert player.cards[CHU][1].triggers == ["palace"]
    assert table.emperors[2] == []
    assert player.walls == 5


def test_walls_have_their_price_and_their_sections() -> None:
    """ "They all must come from different regions"; "a single player cannot build more than 1 Wall per section"."""
    table, player = seated()
    player.workers = [5, 1, 0, 0, 0]
    table.sections[0].walls[0] = 0
    table.sections[1].walls[1] = 1
    walls = paid_walls(table, player)
    assert [markings for _, section, markings in walls if section == 1] == [1]
    assert [section for _, section, markings in walls if markings == 2] == [2, 3, 4, 5]
    assert not any(section == 0 or markings == 3 for _, section, markings in walls)


def test_only_the_first_wall_of_a_section_takes_the_emperor_tile() -> None:
    """ "If they were the first to build on a section ... only if they have tucked at least one card"."""
    table, player = seated()
    table.emperors[0] = ["hire"]
    carry(build_wall(table, player, free=True), ("wall", 0, 1))
    assert table.emperors[0] == ["hire"]  # no card was tucked
    other = table.player(1)
    tuck_cards(table, 1, CHU, WRITING)
    carry(build_wall(table, other, free=True), ("wall", 0, 2))
    assert table.emperors[0] == ["hire"]  # not the first


# -- 2. Activate Card Abilities ------------------------------------------------------------------------------------


def test_palace_abilities_of_two_regions() -> None:
    """ "She decides to resolve both her cards in Wei. She cannot activate her card in Yan because ... already at 3"."""
    table, player = seated()
    for region in (WEI, WEI, YAN):
        tuck_ability(table, 0, region, "palace", SHIP)
    tuck_ability(table, 0, CHU, "wall", ONE_VP)
    player.unrest[YAN] = 3
    assert is_appropriate(table, "palace", 90, 57)
    choices = ("activate", WEI, SHIP), ("activate", WEI, SHIP)
    assert carry(abilities(table, player, "palace", appropriate=True), *choices) is None
    assert (player.ship, player.vp) == (2, 0)


def test_an_official_is_moved_instead() -> None:
    """ "She cannot trigger her card abilities because the card ... does not have a higher value"."""
    table, player = seated()
    tuck_ability(table, 0, WEI, "wall", SHIP)
    officials(player, YAN, general=1)
    assert not is_appropriate(table, "wall", 30, 57)
    decision = carry(abilities(table, player, "wall", appropriate=False))
    assert decision is not None
    assert decision.options == [("move official", "general", YAN, QI), ("pass",)]  # "Chu and Yan ... are not adjacent"
    carry(abilities(table, player, "wall", appropriate=False), ("move official", "general", YAN, QI))
    assert player.officials[QI]["general"] == 1


@pytest.mark.parametrize("action", ["recruit", "elixir", "governor"])
def test_actions_that_want_a_lower_number(action: str) -> None:
    table, _ = seated()
    assert is_appropriate(table, action, 5, 6)
    assert not is_appropriate(table, action, 7, 6)
    assert is_appropriate(table, action, 120, None)  # "X": the first Court Action


def test_no_official_moves_after_an_activation() -> None:
    """ "The player must choose one the following": A, B or C (F6)."""
    table, player = seated()
    tuck_ability(table, 0, WEI, "hire", SHIP)
    tuck_ability(table, 0, CHU, "hire", SHIP)
    officials(player, YAN, general=1)
    decision = carry(abilities(table, player, "hire", appropriate=True), ("activate", WEI, SHIP))
    assert decision is not None
    assert decision.options == [("activate", CHU, SHIP), ("pass",)]


def test_unrest_is_looked_at_when_a_card_is_activated() -> None:
    """F4: the second card of a region falls silent when the first one raises unrest to 3; a sure gain comes first."""
    table, player = seated()
    worker = Effect("workers", 1, unrest=1)
    tuck_ability(table, 0, WEI, "hire", worker)
    tuck_ability(table, 0, WEI, "hire", Effect("recruit", 1, "general"))
    tuck_ability(table, 0, WEI, "hire", ONE_VP)
    player.unrest[WEI] = 2
    assert carry(abilities(table, player, "hire", appropriate=True), ("activate", WEI, worker)) is None
    assert (player.workers[WEI], player.unrest[WEI], player.officials[WEI]["general"], player.vp) == (1, 3, 0, 3)


def test_a_card_placed_by_the_action_takes_part() -> None:
    """F3: "After having performed their Court Action entirely (including bonuses gained with this action)"."""
    table, player = seated()
    card = tuck_ability(table, 0, CHU, "elixir", SHIP)
    player.hand = [50]
    officials(player, CHU, alchemist=1)
    card.triggers = ["wall"]
    master = "master vp_per_alchemist_here"
    player.alchemist_cards = [master]
    choices = (
        ("play", 50, "elixir"),
        ("alchemist card", master, CHU),
        ("activate", CHU, table.facts.cards[master].effect),
    )
    carry(turn(table, player), *choices)
    assert player.vp == 2


# -- Appendix 1: what abilities give -------------------------------------------------------------------------------


def test_raising_unrest_for_points_tokens_and_workers() -> None:
    table, player = seated()
    tuck_cards(table, 0, QI, LAWS, LAWS + 1)
    carry(carry_out(table, player, Effect("vp per card", 1, "laws", unrest=1), QI))
    carry(carry_out(table, player, Effect("tokens", 1, aspects=("writing", "laws"), unrest=1), QI))
    assert (player.vp, player.unrest[QI], player.small) == (2, 2, {"writing": 1, "currency": 0, "laws": 1})
    carry(carry_out(table, player, Effect("workers", 2, unrest=1), QI))
    assert (player.unrest[QI], player.workers[QI]) == (3, 2)
    assert not can_change(table, player, Effect("workers", 2, unrest=1), QI)


def test_calm_here_and_anywhere() -> None:
    """ "Reduce the level of Unrest by one in the region of the card and reduce Unrest by one in any region"."""
    table, player = seated()
    player.unrest = [2, 1, 0, 0, 0]
    carry(carry_out(table, player, Effect("calm here and anywhere", 1), CHU), ("calm", WEI))
    assert player.unrest == [1, 0, 0, 0, 0]
    carry(carry_out(table, player, Effect("calm", 2), None))
    assert player.unrest == [0, 0, 0, 0, 0]


def test_any_two_tokens_and_steps_of_officials_and_workers() -> None:
    table, player = seated()
    carry(carry_out(table, player, Effect("any tokens", 2), None), ("tokens", "writing", "laws"))
    assert player.small == {"writing": 1, "currency": 0, "laws": 1}
    officials(player, CHU, general=1)
    steps = [("move official", "general", region, region + 1) for region in (CHU, WEI, ZHAO)]
    carry(carry_out(table, player, Effect("move officials", 3), None), *steps)
    assert player.officials[QI]["general"] == 1  # the same official made all three
    player.workers[CHU] = 1
    carry(carry_out(table, player, Effect("move workers", 2), None), ("move worker", CHU, WEI))
    assert player.workers == [0, 1, 0, 0, 0]  # each worker moves once


def test_points_for_soldiers_rounds_and_alchemists() -> None:
    table, player = seated()
    table.mausoleum[0].soldiers = [0]
    table.mausoleum[8].soldiers = [1, 0]
    table.round = 3
    tuck_cards(table, 0, WEI, "alchemist worker", "master unlock", WRITING)
    for effect, vp in [("vp per soldier on a tile", 2), ("vp round", 4), ("vp per alchemist card here", 2)]:
        before = player.vp
        carry(carry_out(table, player, Effect(effect, 1), WEI))
        assert player.vp - before == vp
