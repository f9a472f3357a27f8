"""The rulings with a switch: for each a position in which its two readings differ."""

from typing import Any

import pytest

from cext.games.first_empire.data.component_types import CRITERIA, REGIONS, TRIGGERS
from tests.games.positions import Tables

WORKER, MOVES, OFFICIAL = "alchemist worker", "alchemist moves", "alchemist official_here"


def readings(switch: str, default: str, other: str, expected: Any, instead: Any) -> pytest.MarkDecorator:
    """The options of both readings, and what each of them gives."""
    return pytest.mark.parametrize(("said", "found"), [({switch: default}, expected), ({switch: other}, instead)])


def cards(t: Any, trigger: str, *abilities: str) -> list[int]:
    """A card with that trigger and each of these abilities."""
    return [t.card(trigger=trigger, ability=ability) for ability in abilities]


@readings("court", "stays", "cleared", 0, 1)
def test_f1_a_new_pile_at_court_each_round(table: Tables, said: Any, found: int) -> None:
    t = table(players=2, **said).rewards_phase(1)
    assert (t.state["round"], t.state["court"] == 0) == (1, bool(found))
    seat = t.position.to_move
    high = t.card(aspect="laws", but=(*t.player()["hand"], *t.player(1)["hand"], t.state["court"], *range(81, 110)))
    t.place("wei", *cards(t, "recruit", "unrest_worker"), seat=seat).hand(high, seat=seat).play("recruit", high)
    t.do("recruit", official="alchemist", region="wei")
    assert len(t.offers("ability")) == found


@readings("alchemist_cards", "count", "apart", (2, 1), (1, 0))
def test_f2_a_card_after_an_alchemist_card(table: Tables, said: Any, found: tuple[int, int]) -> None:
    t = table(**said).place("wei", WORKER).unify(5, "wei")
    assert (t.of("small")["writing"], t.of("unrest")["wei"]) == found


@readings("placed_cards", "wait", "join", 0, 1)
def test_f3_a_card_placed_by_an_ability(table: Tables, said: Any, found: int) -> None:
    """The ship of an ability reaches a symbol; the Alchemist card placed has the trigger of the action, too."""
    t = table(**said).officials("chu", general=1).officials("wei", alchemist=1).ship(1)
    ship = t.card(trigger="hire", ability="ship")
    t.place("chu", ship).play("hire").do("hire", region="chu").do("ability").do("card", card=WORKER, region="wei")
    assert [move["card"] for move in t.offers("ability")] == [WORKER] * found


@readings("silent_cards", "activated", "triggered", 0, 1)
def test_f4_unrest_rises_to_3_by_the_first_ability(table: Tables, said: Any, found: int) -> None:
    t = table(**said)
    first, second = cards(t, "hire", "unrest_worker", "ship")
    t.place("chu", first, second).unrest(chu=1).officials("chu", general=1).play("hire").do("hire", region="chu")
    t.do("ability", card=first)
    assert len(t.offers("ability")) == found


@readings("silent_cards", "activated", "triggered", 1, 0)
def test_f4_a_region_at_unrest_3_is_calmed_by_the_first_ability(table: Tables, said: Any, found: int) -> None:
    t = table(**said)
    silent, calm = cards(t, "palace", "token_any", "calm_any")
    t.place("chu", silent).place("wei", calm).unrest(chu=3).officials("qi", architect=1).workers(qi=2, wei=1)
    t.palace_tiles("qi").play("palace").do("palace").do("large", aspect="laws").do("ability", card=calm).do("calm")
    assert len(t.offers("ability")) == found


@readings("official_move", "instead", "after", 0, 1)
def test_f6_an_official_moves_after_an_ability(table: Tables, said: Any, found: int) -> None:
    """ "The player must choose one the following": A, B or C."""
    t = table(**said).officials("chu", general=1)
    t.place("chu", t.card(trigger="hire", ability="unrest_worker")).play("hire").do("hire", region="chu").do("ability")
    assert len(t.offers("move", origin="chu", target="wei")) == found


@readings("elixir_symbol", "must", "may", 0, 1)
def test_f7_a_symbol_is_passed_over(table: Tables, said: Any, found: int) -> None:
    t = table(**said).officials("wei", alchemist=1).ship(4).play("elixir")
    assert len(t.offers("stop")) == found
    if found:
        t.do("stop")
        assert t.stage() == "master"  # the walk of the ship goes on
        assert t.player()["locked"] == t.components.numbers.supply_soldiers


@pytest.mark.parametrize("full", [False, True])
@readings("alchemist_reward", "possible", "always", 0, 1)
def test_f15_laws_3_without_a_card_to_place(table: Tables, said: Any, found: int, full: bool) -> None:
    """None set aside, or no region with room: "able to immediately take the full reward", which is "up to two"."""
    t = table(**said).tokens(laws=2)
    if full:
        for region, first in zip(REGIONS, range(1, 16, 3), strict=True):
            t.place(region, first, first + 1, first + 2)
    else:
        t.set_aside()
    t.rewards_phase(3)
    assert len(t.offers("reward", accept=True, aspect="laws")) == found
    if found:
        t.do("reward", accept=True)
        assert (t.stage(), t.of("small")["laws"], t.player()["rewards"]) == ("play", 0, 1)


@readings("emperor_trigger", "replaces", "added", ["governor"], ["governor", "hire"])
def test_f9_an_emperor_tile_on_a_card(table: Tables, said: Any, found: list[str]) -> None:
    t = (
        table(**said)
        .place("chu", 11)
        .workers(chu=1)
        .emperor_tile(1, "governor")
        .play("wall")
        .do("wall", section=1, workers=1)
    )
    t.do("pay").do("emperor")
    assert [name for name, places in zip(TRIGGERS, t.player()["by_trigger"], strict=True) if places & 1] == found
    (card,) = t.game.words.view(t.position, 0)["players"][0]["regions"][0]["cards"]
    assert (card["trigger"], card["emperor_tile"]) == (" or ".join(reversed(found)), True)


@readings("emperor_card", "unification", "any", 0, 1)
def test_f30_an_emperor_tile_for_an_alchemist_card_alone(table: Tables, said: Any, found: int) -> None:
    t = table(**said).place("chu", MOVES).workers(chu=1).emperor_tile(1, "governor").play("wall")
    t.do("wall", section=1, workers=1).do("pay")
    assert len(t.offers("emperor")) == found


@readings("free_wall", "first", "always", 0, 1)
@pytest.mark.parametrize(("aspect", "round_"), [("writing", 4), ("currency", 5)])
def test_f31_the_emperor_tile_of_a_section_with_a_wall(
    table: Tables, said: Any, found: int, aspect: str, round_: int
) -> None:
    """A free Wall; one that is paid for takes none there by either reading (test_19_only_the_first)."""
    t = table(**said).place("chu", 11).wall(1, 2, seat=1).emperor_tile(1, "governor").tokens(**{aspect: 1})
    t.rewards_phase(round_).do("reward", accept=True)
    assert len(t.do("wall", section=1, workers=1).offers("emperor")) == found


@readings("open_area", "always", "if_full", [None, 1], [1])
def test_f10_the_open_area_beside_a_free_space(table: Tables, said: Any, found: list[int | None]) -> None:
    t = table(**said).officials("wei", alchemist=1, architect=1, general=1).governor_tile("wei", "unlock", "alchemists")
    t.play("governor")
    assert sorted((move["space"] for move in t.offers("governor")), key=str, reverse=True) == found


@readings("open_area", "always", "if_full", 1, 1)
def test_f10_the_open_area_of_a_full_region(table: Tables, said: Any, found: int) -> None:
    t = table(**said).officials("wei", alchemist=1, architect=1, general=1).governors("wei", space=1, seat=1)
    assert len(t.play("governor").offers("governor", space=None)) == found


@readings("unrest_reset", "after", "before", 2, 1)
def test_f10_the_bonus_calms_the_region_of_the_governor(table: Tables, said: Any, found: int) -> None:
    """With unrest in this region alone the bonus "calm" can be claimed before the reset only."""
    t = table(**said).officials("wei", alchemist=1, architect=1, general=1).unrest(wei=2)
    t.governor_tile("wei", "calm_regions", "vp_per_alchemist").play("governor").do("governor", space=1)
    assert len(t.offers("bonus")) == found
    assert t.do("bonus", half=2).of("unrest")["wei"] == 0


@readings("palace_tile", "must", "may", 0, 1)
def test_f13_a_palace_tile_is_left(table: Tables, said: Any, found: int) -> None:
    t = table(**said).officials("qi", architect=1).workers(qi=2, wei=1).palace_tiles("qi", "laws")
    assert len(t.play("palace").do("palace", region="qi").offers("stop")) == found
    if found:
        assert t.do("stop").do("large", aspect="laws").vp() == t.components.numbers.palace_vp
        assert t.state["palace_tile"][REGIONS.index("qi")][0] > 0


@readings("any_officials", "apart", "together", "recruit", "place")
def test_f16_two_officials_in_any_region(table: Tables, said: Any, found: str) -> None:
    """Currency, round 3: "Recruit any 2 Officials in any region"."""
    t = table(**said).tokens(currency=1).rewards_phase(3).do("reward", accept=True)
    assert {move["kind"] for move in t.offers()} == {found}
    if found == "place":
        t.do("place", region="qi")
        assert {move["region"] for move in t.offers("recruit")} == {"qi"}


@readings("large_change", "lost", "exact", 1, 0)
def test_f19_two_large_tokens_for_a_soldier(table: Tables, said: Any, found: int) -> None:
    t = table(**said).tokens(large="wc").rewards_phase(1).do("reward", accept=False).do("reward", accept=False)
    assert len(t.offers("unlock", soldiers=1)) == found


@readings("token_limit", "all", "each", 5, 9)
def test_f20_tokens_of_two_aspects(table: Tables, said: Any, found: int) -> None:
    """Of 4 Writing and 6 Currency tokens 5 are kept, or 4 and 5."""
    t = table(**said).tokens(writing=4, currency=6).rewards_phase(1)
    t.do("reward", accept=False).do("reward", accept=False).do("unlock", soldiers=0)
    if found == 5:
        t.do("return", tokens=2)
    assert sum(t.of("small").values()) == found


@readings("reward_soldiers", "placed", "wait", 1, 0)
def test_f21_a_soldier_after_a_reward(table: Tables, said: Any, found: int) -> None:
    t = table(**said)
    spot = t.spot("region", "chu")
    t.mausoleum_tile(spot, 1).governors("chu", 2).tokens(writing=1).rewards_phase(1).do("reward", accept=True)
    t.do("place", region="chu")
    assert len(t.offers("soldier")) == found


@readings("bare_region", "meets", "fails", 5, 1)
def test_f25_regions_without_officials_and_unrest(table: Tables, said: Any, found: int) -> None:
    face = "officials_cover_unrest"
    t = table(**said).officials("wei", general=1).wall(1, 1, tile=face)
    vp = t.components.wall_vp[CRITERIA.index(face)][t.components.markings[1][0][0] - 1]
    assert t.scores("walls")[0] == found * vp


# -- Li Si -----------------------------------------------------------------------------------------------------------


@readings("lisi_court", "no_room", "if_full", (1, 0), (0, 1))
def test_s2_the_region_of_the_round_is_full(against: Tables, said: Any, found: tuple[int, int]) -> None:
    t = against(2, **said).place("wei", WORKER, MOVES, OFFICIAL, seat=1).set(round=1)
    played = t.state["n_court"] + t.player()["n_hand"]  # his_turn puts the player's hand there
    t.his_turn(1)
    assert (t.player(1)["n_cards"][0], t.state["n_court"] - played) == found


@readings("lisi_x", "covers", "under", 0, 1)
def test_s13_li_si_is_the_first_at_court(against: Tables, said: Any, found: int) -> None:
    """His card lies there before the player's first Court Action, whose card is not lower than it."""
    t = against(2, **said).place("chu", WORKER, MOVES, OFFICIAL, seat=1)
    with t.editing() as state:
        state["lisi_deck"][0] = 1
        low = min(state["lisi_cards"])
        state["lisi_cards"].remove(low)
        state["lisi_cards"].insert(0, low)
    t.place("yan", t.card(trigger="recruit", ability="token_any")).play("unify").do("region", region="yan")
    assert (t.state["court"] == 0) == bool(found)
    t.play("recruit", max(t.player()["hand"])).do("recruit", official="general", region="qi")
    assert len(t.offers("ability")) == found


@readings("lisi_symbols", "card", "symbol", (2, 0), (1, 1))
def test_s3_a_soldier_comes_to_the_entrance_between_two_symbols(
    against: Tables, said: Any, found: tuple[int, int]
) -> None:
    t = against(3, **said).ship(1, seat=1).soldiers(seat=1, locked=9, entrance=0)
    assert sum(t.components.elixir.symbols[2:6]) == 2
    t.his_turn(7)
    assert (t.player(1)["entrance"], t.player(1)["n_kind"][3]) == found


@pytest.mark.parametrize(
    ("kind", "card", "field", "by_card"),
    [
        ("region", 11, "governors_in", 0),
        ("region", 16, "palaces_in", 0),
        ("wall", 21, "wall_at", 0),
        ("region", 18, "palaces_in", 1),
        ("wall", 24, "wall_at", 1),
    ],
)
@pytest.mark.parametrize("reading", ["family", "card"])
def test_s4_all_conditions_of_a_card_with_or_without_a_rule(
    against: Tables, reading: str, kind: str, card: int, field: str, by_card: int
) -> None:
    t = against(2, lisi_rules=reading).everywhere(kind).his_turn(card)
    assert sum(n > 0 for n in t.player(1)[field]) == (1 if reading == "family" else by_card)


@readings("lisi_emperor", "site", "section", 0, 1)
def test_s12_an_emperor_tile_of_the_other_section(against: Tables, said: Any, found: int) -> None:
    t = against(2, **said)
    for section in range(1, 7):
        t.emperor_tile(section, *["hire"] * (section == 4))
    assert t.his_turn(21).player(1)["wall_at"][2] == 1
    assert t.state["n_emperor"][3] == found
