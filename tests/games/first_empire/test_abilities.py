"""Activate Card Abilities (21), and what the cards give (22; Appendix 1)."""

from random import Random
from typing import Any

import pytest

from tests.games.positions import Tables

REGIONS = ("chu", "wei", "zhao", "qi", "yan")
CALM = dict.fromkeys(REGIONS, 0)


def after_elixir(t: Any, *, card: int = 1) -> Any:
    """The lowest card and Search for the Elixir; a soldier is unlocked. The Alchemist cards lie where they did."""
    return t.court(120).hand(card).play("elixir", card).do("unlock_one")


def with_trigger(t: Any, region: str, position: int, trigger: str) -> Any:
    """An Emperor tile with this trigger on a card."""
    triggers = ("recruit", "elixir", "governor", "hire", "palace", "wall")
    place = 3 * REGIONS.index(region) + position - 1
    with t.editing() as state:
        player = state["seat"][0]
        player["by_trigger"] = [mask & ~(1 << place) for mask in player["by_trigger"]]
        player["by_trigger"][triggers.index(trigger)] |= 1 << place
        player["emperor"] |= 1 << place
    return t


def ability(table: Tables, name: str, **options: Any) -> Any:
    """A table where the ability lies in Wei and its trigger is Search for the Elixir."""
    t = table(**options)
    if " " in name:
        t.place("wei", name)
    else:
        t.place("wei", t.card(ability=name))
    return with_trigger(t, "wei", 1, "elixir")


def activated(t: Any) -> Any:
    """The elixir is searched for and the card in Wei is activated."""
    return after_elixir(t, card=next(n for n in (3, 4) if n not in t.cards_in("wei"))).do("ability", region="wei")


# -- 2. Activate Card Abilities ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "right"),
    [("recruit", "lower"), ("elixir", "lower"), ("governor", "lower"), ("hire", "higher"), ("palace", "higher"),
     ("wall", "higher")],
)  # fmt: skip
@pytest.mark.parametrize("played", [58, 62])
def test_21_the_appropriate_number(table: Tables, action: str, right: str, played: int) -> None:
    """ "Recruit 1 Official, Search for the Elixir and Install 1 Governor: a lower activation number than the card
    immediately below it. Hire 2 Workers, Build 1 Palace and Build 1 Wall: higher"."""
    t = table().court(60).officials("chu", alchemist=1, architect=1, general=1).workers(chu=2, wei=1)
    card = t.card(trigger=action, ability="ship")
    t.place("yan", card).soldiers(locked=0, entrance=9).set_aside().palace_tiles("chu").tokens(seat=1, large="wcl")
    for section in range(1, 7):
        t.emperor_tile(section)
    t.hand(played).play(action, played)
    while t.stage() not in ("ability", "play"):
        t.position.apply(t.position.moves()[0])
    offered = [move["card"] for move in t.offers("ability")]
    assert offered == ([card] if (right == "lower") == (played < 60) else [])


def test_21_the_first_court_card_of_the_game_is_always_right(table: Tables) -> None:
    """ "The player who plays the first Court Action can decide the value of the initial number X"."""
    for card in (1, 120):
        t = table().place("wei", 112).hand(card).play("elixir", card).do("unlock_one")
        assert [move["card"] for move in t.offers("ability")] == [112]


def test_21_example_palace_abilities_of_two_regions(table: Tables) -> None:
    """ "She may benefit, in the order of her choice, from the abilities of her cards showing the Palace trigger … She
    decides to resolve both her cards in Wei. She cannot activate her card in Yan because her Unrest marker is already
    at 3"."""
    ship, architect, moves = 16, 109, 46
    t = table().court(20).officials("qi", architect=1).workers(qi=2, chu=1).unrest(yan=3).palace_tiles("qi")
    t.place("wei", ship, architect).place("yan", moves).place("chu", 2, 10).tokens(seat=1, large="wcl")
    t = with_trigger(t, "chu", 1, "hire").hand(57).play("palace", 57).do("palace")
    assert [(move["region"], move["card"]) for move in t.offers("ability")] == [("wei", ship), ("wei", architect)]
    t.do("ability", card=architect)
    assert [move["kind"] for move in t.offers()] == ["ability", "stop"]
    t.do("ability", card=ship)
    assert (t.player()["ship"], t.officials_in("wei")["architect"]) == (1, 1)
    assert t.position.to_move == 1


def test_21_a_card_placed_by_the_action_takes_part(table: Tables) -> None:
    """ "After having performed their Court Action entirely (including bonuses gained with this action)" (F3)."""
    master = "master vp_per_alchemist_here"  # its trigger is the elixir
    t = table().officials("chu", alchemist=1).set_aside(master).court(60).hand(50).play("elixir", 50)
    t.do("card", region="chu").do("ability", region="chu")
    assert t.vp() == 2


def test_21_in_the_order_of_their_choice(table: Tables) -> None:
    """ "The player can activate the triggered abilities in the order of their choice": the last locked soldier for the
    symbol the ship reaches, so that no Alchemist card must be placed there, or for the card that unlocks one."""
    for first, kinds in (("ship", {"card", "unlock_one"}), ("master unlock", {"card"})):
        t = with_trigger(table().place("wei", "master unlock", 16).ship(1), "wei", 1, "palace").soldiers(
            locked=1, entrance=8
        )
        t.officials("qi", architect=1, alchemist=1).workers(qi=2, chu=1).palace_tiles("qi").tokens(seat=1, large="wcl")
        t.play("palace").do("palace").do("ability", card=16 if first == "ship" else first)
        if first != "ship":
            t.do("ability", card=16)
        assert {move["kind"] for move in t.offers()} == kinds


def test_21_a_soldier_need_not_be_unlocked(table: Tables) -> None:
    """ "The player can activate the abilities": who declines to unlock has two locked soldiers for the reward "Unlock 2
    Terracotta Soldiers", which must be taken in full."""
    t = with_trigger(table().place("wei", "master unlock", 16), "wei", 1, "elixir")
    t = with_trigger(t, "wei", 2, "elixir").soldiers(locked=3, entrance=6)
    t = after_elixir(t).do("ability", card=16)
    assert [move.get("card") for move in t.offers()] == ["master unlock", None]
    assert t.do("stop").player()["locked"] == 2
    for locked, asked in ((2, True), (1, False)):
        t = table().tokens(currency=1).soldiers(locked=locked, entrance=9 - locked).rewards_phase(4)
        assert (t.stage() == "reward") == asked


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_21_nothing_but_the_score_counts_vp(table: Tables, players: int) -> None:
    """Why declining VP is not offered: with 9 VP more or less the same moves are legal throughout a game."""
    t, more, draw = table(players=players), table(players=players).points(9), Random(players)
    while t.position.to_move is not None:
        assert (t.position.to_move, t.position.moves()) == (more.position.to_move, more.position.moves())
        move = draw.choice(t.position.moves())
        t.position.apply(move)
        more.position.apply(move)
    assert more.vp() == t.vp() + 9


# -- Appendix 1: Writing/Currency/Laws cards --------------------------------------------------------------------------


def test_22_ship(table: Tables) -> None:
    """ "Move your Ship one space"."""
    assert activated(ability(table, "ship")).player()["ship"] == 3 + 1


@pytest.mark.parametrize("official", ["alchemist", "architect", "general"])
def test_22_recruit_here(table: Tables, official: str) -> None:
    """ "Recruit 1 Alchemist / Architect / General in the region of the card"."""
    assert activated(ability(table, f"{official}_here")).officials_in("wei")[official] == 1
    t = ability(table, f"{official}_here").officials("chu", **{official: 4})
    assert after_elixir(t, card=4 if 3 in t.cards_in("wei") else 3).offers("ability") == []


def test_22_move_a_worker(table: Tables) -> None:
    """ "Move up to one of your Workers to an adjacent region"."""
    t = activated(ability(table, "move_worker").workers(chu=1, yan=2))
    assert {(move["origin"], move["target"]) for move in t.offers("move_worker")} == {("chu", "wei"), ("yan", "qi")}
    t.do("move_worker", origin="yan")
    assert t.of("workers") == {**CALM, "chu": 1, "qi": 1, "yan": 1}


def test_22_two_official_movements(table: Tables) -> None:
    """ "Perform up to 2 Official movements": single steps, also of one official (F17)."""
    t = activated(ability(table, "moves").officials("chu", general=1))
    t.do("move", origin="chu", target="wei").do("move", origin="wei", target="zhao")
    assert (t.officials_in("zhao")["general"], t.position.to_move) == (1, 1)


@pytest.mark.parametrize(
    ("name", "move", "number"),
    [("move_worker", "move_worker", 1), ("moves", "move", 2), ("alchemist moves", "move", 3)],
)
def test_22_up_to_so_many_movements_may_be_none(table: Tables, name: str, move: str, number: int) -> None:
    """ "Move up to one of your Workers", "Perform up to 2 Official movements", "up to 3": one may stop before each."""
    for made in range(number):
        t = activated(ability(table, name).officials("chu", general=1).workers(chu=1))
        for _ in range(made):
            t.position.apply(t.position.moves()[0])
        assert {option["kind"] for option in t.offers()} == {move, "stop"}
        t.do("stop")
        assert (t.position.to_move, t.officials_in("chu")["general"], t.of("workers")["chu"]) == (1, made % 2 == 0, 1)


def test_22_calm_any_region(table: Tables) -> None:
    """ "Reduce the level of Unrest by one in any region"."""
    t = activated(ability(table, "calm_any").unrest(chu=2, qi=1))
    assert [move["regions"] for move in t.offers("calm")] == [["chu"], ["qi"]]
    assert t.do("calm", regions=["chu"]).of("unrest") == {**CALM, "chu": 1, "qi": 1}


def test_22_any_small_token(table: Tables) -> None:
    """ "Gain any one small Unification token", as far as the supply goes."""
    t = activated(ability(table, "token_any").tokens(seat=1, laws=11))
    assert [move["tokens"] for move in t.offers("tokens")] == [
        {"writing": 1, "currency": 0, "laws": 0}, {"writing": 0, "currency": 1, "laws": 0},
    ]  # fmt: skip


def test_22_vp_for_alchemist_cards(table: Tables) -> None:
    """ "Gain 1 VP for each Alchemist card in your tableau"; a Master "is considered as an Alchemist card"."""
    t = activated(ability(table, "vp_per_alchemist").place("chu", "alchemist moves").place("yan", "master unlock"))
    assert t.vp() == 2


@pytest.mark.parametrize("piece", ["governor", "palace", "wall"])
def test_22_vp_for_pieces_on_the_board(table: Tables, piece: str) -> None:
    """ "Gain 1 VP for each of your Governors/Palaces/Walls on the main board"; those of others do not count."""
    t = ability(table, f"vp_per_{piece}").governors("chu", 2).governors("yan").governors("yan", seat=1)
    t.palaces("wei").palaces("qi").palaces("qi", seat=1).wall(1, 1).wall(1, 2, seat=1)
    assert activated(t).vp() == {"governor": 3, "palace": 2, "wall": 1}[piece]


@pytest.mark.parametrize("aspects", [("writing", "currency"), ("currency", "laws"), ("writing", "laws")])
def test_22_tokens_for_unrest(table: Tables, aspects: tuple[str, str]) -> None:
    """ "Increase the level of Unrest by one in the region of the card to gain the indicated Unification tokens"."""
    t = activated(ability(table, f"unrest_{aspects[0]}_{aspects[1]}"))
    assert {name for name, n in t.of("small").items() if n == 1} == set(aspects)
    assert t.of("unrest") == {**CALM, "wei": 1}


def test_22_a_worker_for_unrest(table: Tables) -> None:
    """ "Increase the level of Unrest by one in the region of the card to hire 1 Worker in this region"."""
    t = activated(ability(table, "unrest_worker"))
    assert (t.of("workers"), t.of("unrest")) == ({**CALM, "wei": 1}, {**CALM, "wei": 1})


@pytest.mark.parametrize("aspect", ["writing", "currency", "laws"])
def test_22_vp_for_cards_and_unrest(table: Tables, aspect: str) -> None:
    """ "Increase the level of Unrest by one … to gain 1 VP for each Writing/Currency/Laws card in your tableau"."""
    t = ability(table, f"unrest_vp_per_{aspect}")
    cards = {"writing": (7, 8), "currency": (43, 44), "laws": (83, 84)}[aspect]
    t.place("yan", *cards)
    held = sum(t.player()["n_kind"][k] for k, name in enumerate(("writing", "currency", "laws")) if name == aspect)
    assert activated(t).vp() == held >= 2
    assert t.of("unrest") == {**CALM, "wei": 1}


# -- Appendix 1: Alchemist cards --------------------------------------------------------------------------------------


def test_22_alchemist_worker(table: Tables) -> None:
    """ "Hire 1 Worker in the region of the card (no Unrest)"."""
    t = activated(ability(table, "alchemist worker").unrest(wei=2))
    assert (t.of("workers")["wei"], t.of("unrest")["wei"]) == (1, 2)


def test_22_alchemist_official(table: Tables) -> None:
    """ "Recruit any Official (Alchemist, Architect or General) in the region of the card"."""
    t = activated(ability(table, "alchemist official_here"))
    assert {(move["official"], move["region"]) for move in t.offers("recruit")} == {
        (official, "wei") for official in ("alchemist", "architect", "general")
    }


def test_22_alchemist_calm(table: Tables) -> None:
    """ "Reduce the level of Unrest by one in the region of the card and reduce Unrest by one in any region"."""
    t = activated(ability(table, "alchemist calm_here_and_any").unrest(wei=2, yan=1))
    assert [move["regions"] for move in t.offers("calm")] == [["wei"], ["yan"]]
    assert t.do("calm", regions=["wei"]).of("unrest") == {**CALM, "yan": 1}
    t = activated(ability(table, "alchemist calm_here_and_any").unrest(wei=1))
    assert (t.of("unrest"), t.position.to_move) == (CALM, 1)  # F18: the part that is possible
    t = activated(ability(table, "alchemist calm_here_and_any").unrest(yan=1))
    assert t.do("calm", regions=["yan"]).of("unrest") == CALM


def test_22_alchemist_moves(table: Tables) -> None:
    """ "Perform up to 3 Official movements"."""
    t = activated(ability(table, "alchemist moves").officials("chu", general=1))
    for origin, target in (("chu", "wei"), ("wei", "zhao"), ("zhao", "qi")):
        t.do("move", origin=origin, target=target)
    assert t.position.to_move == 1


def test_22_alchemist_tokens(table: Tables) -> None:
    """ "Increase the level of Unrest by one in the region of the card to gain any 2 Unification tokens"."""
    t = activated(ability(table, "alchemist unrest_tokens_any"))
    assert len(t.offers("tokens")) == 6
    t.do("tokens", tokens={"writing": 1, "currency": 0, "laws": 1})
    assert (t.of("small"), t.of("unrest")["wei"]) == ({"writing": 1, "currency": 0, "laws": 1}, 1)


# -- Appendix 1: Master Alchemist cards -------------------------------------------------------------------------------


def test_22_master_vp_for_alchemists_here(table: Tables) -> None:
    """ "Gain 2 VP for each Alchemist / Master Alchemist card in the region of the card"."""
    t = ability(table, "master vp_per_alchemist_here").place("wei", "alchemist moves", 41).place("yan", "master unlock")
    assert activated(t).vp() == 2 * 2


def test_22_master_unlock(table: Tables) -> None:
    """ "Unlock 1 Terracotta Soldier"."""
    assert activated(ability(table, "master unlock")).player()["locked"] == 8 - 1 - 1


def test_22_master_vp_for_placed_soldiers(table: Tables) -> None:
    """ "Gain 1 VP for each of your Terracotta Soldiers on a Mausoleum tile"."""
    t = ability(table, "master vp_per_placed_soldier").soldier_on(0, 4, 8).soldier_on(5, seat=1)
    assert activated(t).vp() == 3


def test_22_master_workers(table: Tables) -> None:
    """ "Increase the level of Unrest by one in the region of the card to hire 2 Workers in this region"."""
    t = activated(ability(table, "master unrest_workers"))
    assert (t.of("workers")["wei"], t.of("unrest")["wei"]) == (2, 1)


@pytest.mark.parametrize("round_", [1, 4])
def test_22_master_vp_for_the_round(table: Tables, round_: int) -> None:
    """ "Gain VPs equal to the current round number"."""
    assert activated(ability(table, "master vp_per_round").set(round=round_ - 1)).vp() == round_


@pytest.mark.parametrize("name", ["unrest_worker", "unrest_writing_laws", "alchemist unrest_tokens_any",
                                  "master unrest_workers", "ship", "master vp_per_round"])  # fmt: skip
def test_21_no_card_in_a_region_at_unrest_3(table: Tables, name: str) -> None:
    """ "A player CANNOT activate cards in a region of their player board where the Unrest marker is already on 3"."""
    assert after_elixir(ability(table, name).unrest(wei=3)).offers("ability") == []
    assert len(after_elixir(ability(table, name).unrest(wei=2)).offers("ability")) == 1


@pytest.mark.parametrize("name", ["ship", "move_worker", "moves", "calm_any", "token_any", "vp_per_palace",
                                  "vp_per_wall", "vp_per_governor", "master unlock"])  # fmt: skip
def test_22_an_activation_that_changes_nothing_is_not_offered(table: Tables, name: str) -> None:
    """F5: nothing to move, to calm, to count, no token in the supply."""
    t = ability(table, name).tokens(seat=1, writing=11, currency=11, laws=11)
    t.ship(len(t.components.elixir.vp) - 4).soldiers(locked=0, entrance=9).set_aside()
    assert t.court(120).hand(3).play("elixir", 3).position.to_move == 1
