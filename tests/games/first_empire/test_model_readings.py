"""The readings of the model that can be switched: each of them changes what happens."""

from functools import cache
from random import Random

import pytest

from tests.games.first_empire.model.abilities import abilities
from tests.games.first_empire.model.facts import REGIONS, Effect
from tests.games.first_empire.model.game import Model
from tests.games.first_empire.model.lisi import lisi_turn
from tests.games.first_empire.model.playing import carry, facts, new_table, tuck_ability, tuck_cards
from tests.games.first_empire.model.scoring import meets
from tests.games.first_empire.model.setup import set_up, set_up_solo
from tests.games.first_empire.model.table import DEFAULTS

CHU, WEI, ZHAO, QI, YAN = REGIONS
RARE = ("triggered_at_once", "bare_region_covers", "lisi_leftmost", "lisi_covers_x", "lisi_unlocks_last")  # see below
SWITCHES = [name for name, value in DEFAULTS.items() if isinstance(value, bool) and name not in RARE]
SOLO = [name for name in SWITCHES if name.startswith("lisi")]


def course(seed: int, *, solo: bool = False, **options: bool | str) -> list[tuple[str, int]]:
    """What was asked in a random game, and among how many options."""
    draw = Random(seed)
    table = (
        set_up_solo(facts(2), 1 + seed % 4, draw, **options) if solo else set_up(facts(2 + seed % 3), draw, **options)
    )
    model = Model(table)
    asked = []
    while model.decision is not None:
        asked.append((model.decision.about, len(model.decision.options)))
        model.apply(draw.choice(model.decision.options))
    return asked


@cache
def usual_course(seed: int, *, solo: bool) -> list[tuple[str, int]]:
    return course(seed, solo=solo)


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_reading_changes_a_game(switch: str) -> None:
    solo, other = switch in SOLO, {switch: not DEFAULTS[switch]}
    assert any(course(seed, solo=solo, **other) != usual_course(seed, solo=solo) for seed in range(60))


@pytest.mark.parametrize("at_once", [True, False])
def test_a_card_placed_by_an_ability(at_once: bool) -> None:
    """F3: the triggered cards are those that lay there when the action was complete, or any."""
    table = new_table(3, triggered_at_once=at_once)
    player = table.player(0)
    worker = "alchemist worker"
    trigger, ship = table.facts.cards[worker].trigger, Effect("ship", 1)
    tuck_ability(table, 0, CHU, trigger, ship)
    player.alchemist_cards = [worker]
    player.officials[WEI]["alchemist"] = 1
    player.ship = 1  # the first symbol stands on the next space
    choices = [("activate", CHU, ship), ("alchemist card", worker, WEI)]
    part = abilities(table, player, trigger, appropriate=True)
    if not at_once:
        choices.append(("activate", WEI, table.facts.cards[worker].effect))
    assert carry(part, *choices) is None
    assert player.workers[WEI] == (0 if at_once else 1)


@pytest.mark.parametrize("covers", [True, False])
def test_a_bare_region(covers: bool) -> None:
    """F25: 0 Officials and 0 unrest."""
    table = new_table(3, bare_region_covers=covers)
    table.player(0).officials[WEI]["general"] = 1
    counted = [r for r in REGIONS if meets(table, table.player(0), r, "officials_cover_unrest")]
    assert counted == (list(REGIONS) if covers else [WEI])


@pytest.mark.parametrize("leftmost", [True, False])
def test_li_si_has_filled_the_region_of_the_round(leftmost: bool) -> None:
    """S2: in the 2nd round three Alchemist cards lie in Wei, none in Chu."""
    table = set_up_solo(facts(2), 1, Random(1), lisi_leftmost=leftmost)
    assert table.lisi is not None
    player, table.round = table.player(1), 1
    for card in player.alchemist_cards[:3]:
        tuck_cards(table, 1, WEI, card)
    table.lisi.deck, table.lisi.unification_deck = [1], [7]
    assert carry(lisi_turn(table)) is None
    assert [card.card for card in player.cards[CHU]] == ([7] if leftmost else [])
    assert table.court == ([] if leftmost else [7])


@pytest.mark.parametrize("covers", [True, False])
def test_li_si_is_the_first_at_court(covers: bool) -> None:
    """S13: three cards lie in Chu, so his goes to the Court, where none is yet."""
    table = set_up_solo(facts(2), 1, Random(1), lisi_covers_x=covers)
    assert table.lisi is not None
    for card in table.player(1).alchemist_cards[:3]:
        tuck_cards(table, 1, CHU, card)
    table.lisi.deck, table.lisi.unification_deck = [1], [7]
    assert carry(lisi_turn(table)) is None
    assert (table.court, table.cleared) == (([7], []) if covers else ([], [7]))
