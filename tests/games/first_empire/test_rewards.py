"""Phase 3 (24 to 30): Unification rewards, new turn order, unlocking, the limit of tokens, the end of a round."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.positions import Tables

STEFANIA, MARCO, PAULINE = range(3)
REGIONS = ("chu", "wei", "zhao", "qi", "yan")


def unmoved(t: Any) -> Any:
    """No soldiers at the entrance: nothing is asked about them."""
    for seat in range(t.players):
        t.soldiers(seat=seat, locked=9, entrance=0)
    return t


# -- 1) Unification Rewards -------------------------------------------------------------------------------------------


def fourth_round(table: Tables) -> Any:
    """ "This is the end of the 4th round": 3, 1 Writing; 1, 2 Currency; 2, 2 Laws; Stefania, Marco, Pauline."""
    t = unmoved(table(players=3)).tokens(seat=STEFANIA, writing=3, laws=2).tokens(seat=PAULINE, currency=2)
    return t.tokens(seat=MARCO, writing=1, currency=1, laws=2).rewards_phase(4)


def rewarded(table: Tables) -> Any:
    """The example up to its end."""
    t = fourth_round(table)
    t.do("reward", accept=True).do("wall", section=1, workers=1).do("reward", accept=True)
    return t.do("reward", accept=False).do("reward", accept=True).do("governor", region="qi", space=None)


def test_24_example_of_the_4th_round(table: Tables) -> None:
    """ "For the 1st row, Stefania controls the most Writing Unification tokens with 3, while Marco controls only 1.
    Stefania accepts the reward by spending all her Writing Unification tokens, resolves it … For the 2nd row, Pauline
    controls more Currency Unification tokens than Marco (2 against 1) … For the last row, Marco and Stefania control
    the same amount of Laws Unification tokens. Since Stefania's turn order marker has already been moved to the reward
    column, Marco is first on the Turn Order track and has the priority. But he turns down the reward. And Stefania …
    decides to accept it"."""
    t = fourth_round(table)
    asked = []
    for accepts, then in (
        (True, ("wall", {"section": 1, "workers": 1})), (True, None), (False, None),
        (True, ("governor", {"region": "qi", "space": None})),
    ):  # fmt: skip
        offer = t.offers("reward", accept=accepts)[0]
        asked.append((t.position.to_move, offer["aspect"], offer["reward"]))
        t.do("reward", accept=accepts)
        if then:
            t.do(then[0], **then[1])
    assert asked == [
        (STEFANIA, "writing", "1 wall for free"), (PAULINE, "currency", "unlock 2 soldiers"),
        (MARCO, "laws", "1 governor for free in Zhao or Qi"), (STEFANIA, "laws", "1 governor for free in Zhao or Qi"),
    ]  # fmt: skip
    assert t.of("small", STEFANIA) == {"writing": 0, "currency": 0, "laws": 0}
    assert t.of("small", MARCO) == {"writing": 1, "currency": 1, "laws": 2}
    assert (t.player(STEFANIA)["walls"], t.player(PAULINE)["locked"]) == (5, 7)
    assert t.of("governors_in", STEFANIA)["qi"] == 1


def test_27_example_new_turn_order(table: Tables) -> None:
    """ "Since Marco's turn order marker is still on the turn order track, he moves his marker on the 1st player spot.
    Then, depending on the marker's order on the Rewards spaces, Pauline becomes 2nd player and Stefania will play
    3rd"; a second reward moves her marker "to the reward slot taken last"."""
    assert rewarded(table).state["track"][:3] == [MARCO, PAULINE, STEFANIA]


def test_24_the_highest_value_first_and_nobody_without_a_token(table: Tables) -> None:
    """ "Small tokens are worth 1 each. Large tokens … are worth 2 each … at least 1 Unification token of that type"."""
    t = unmoved(table()).tokens(seat=STEFANIA, laws=1).tokens(seat=PAULINE, large="l").rewards_phase(1)
    asked = []
    while t.stage() == "reward":
        asked.append((t.position.to_move, t.offers("reward", accept=False)[0]["aspect"]))
        t.do("reward", accept=False)
    assert asked == [(PAULINE, "laws"), (STEFANIA, "laws")]


def test_26_ties_go_by_the_turn_order_track(table: Tables) -> None:
    """ "In case of a tie, … Turn Order markers on the turn order track — top to bottom"."""
    t = unmoved(table()).tokens(seat=0, laws=1).tokens(seat=1, laws=1).tokens(seat=2, laws=1).set(track=[2, 0, 1, 0])
    t.rewards_phase(1)
    asked = []
    while t.stage() == "reward":
        asked.append(t.position.to_move)
        t.do("reward", accept=False)
    assert asked == [2, 0, 1]


def test_25_all_tokens_go_back(table: Tables) -> None:
    """ "They must return all of their tokens of that type (value-1 go to the general supply; value-2 to the game
    board)"; who passes keeps his."""
    t = unmoved(table()).tokens(seat=0, laws=3, writing=2, large="l").tokens(seat=1, laws=1).rewards_phase(1)
    t.do("reward", accept=False).do("reward", accept=True, aspect="laws").do("place", region="yan")
    assert (t.of("small")["laws"], t.of("large")["laws"], t.state["small"][2], t.state["large"]) == (0, 0, 10, [1] * 3)
    assert t.of("small")["writing"] == 2
    assert t.of("small", 1)["laws"] == 1


def test_25_who_passes_does_not_move_his_marker(table: Tables) -> None:
    t = unmoved(table()).tokens(seat=0, laws=1).rewards_phase(1).do("reward", accept=False)
    assert t.state["track"][:3] == [0, 1, 2]


def short_of_everything(table: Tables, round_: int) -> Any:
    """A player who holds a token of each aspect and can take nothing in full."""
    t = unmoved(table()).tokens(writing=1, currency=1, laws=1)
    t.officials("yan", architect=3, general=3, alchemist=4).soldiers(locked=1, entrance=8).set_aside()
    return t.ship(len(t.components.elixir.vp) - 1).rewards_phase(round_)


@pytest.mark.parametrize(
    ("round_", "offered"),
    [(1, ["laws"]), (2, ["currency", "laws"]), (3, ["writing", "currency"]), (4, ["writing", "laws"]),
     (5, ["writing", "currency", "laws"])],
)  # fmt: skip
def test_25_who_cannot_take_the_full_reward_is_not_asked(table: Tables, round_: int, offered: list[str]) -> None:
    """ "To accept it, they must be able to immediately take the full reward" (F15): 2 Generals and 2 Architects with
    one left each, the ship at its end, 2 soldiers with one locked, no Alchemist card."""
    t = short_of_everything(table, round_)
    found = []
    while t.stage() == "reward":
        found.append(t.offers("reward", accept=False)[0]["aspect"])
        t.do("reward", accept=False)
    assert found == offered


@pytest.mark.parametrize(("aspect", "piece", "number", "round_"), [
    ("writing", "walls", 6, 4), ("currency", "walls", 6, 5), ("laws", "governors", 7, 4),
    ("writing", "governors", 7, 5), ("laws", "palaces", 6, 5),
])  # fmt: skip
def test_25_no_building_without_a_piece(table: Tables, aspect: str, piece: str, number: int, round_: int) -> None:
    """F14: supply and section limits stay."""
    t = unmoved(table()).tokens(**{aspect: 1})
    if piece == "walls":
        for section in range(1, 7):
            t.wall(section, 1)
    else:
        getattr(t, piece)("chu", number)
    assert t.player()[piece] == 0
    assert t.rewards_phase(round_).stage() != "reward"


# -- the rewards (last page) ------------------------------------------------------------------------------------------


def accepted(table: Tables, aspect: str, round_: int, prepare: Callable[[Any], Any] | None = None) -> Any:
    """The reward of an aspect and round for the 1st player."""
    t = unmoved(table()).tokens(**{aspect: 1})
    if prepare:
        prepare(t)
    return t.rewards_phase(round_).do("reward", accept=True, aspect=aspect)


@pytest.mark.parametrize(("aspect", "official"), [("writing", "general"), ("currency", "architect")])
def test_reward_two_officials_in_chu(table: Tables, aspect: str, official: str) -> None:
    """Writing 1 "Recruit 2 Generals in Chu"; Currency 1 "Recruit 2 Architects in Chu"."""
    t = accepted(table, aspect, 1)
    assert [move["region"] for move in t.offers("place")] == ["chu"]
    assert t.do("place").officials_in("chu")[official] == 2


def test_reward_four_spaces_of_the_ship(table: Tables) -> None:
    """Writing 2 "Move your Ship 4 spaces. If you reach or pass …, resolve it, as usual"."""
    t = accepted(table, "writing", 2).do("unlock_one")
    assert (t.player()["ship"], t.player()["entrance"]) == (4, 1)


def test_reward_two_workers_in_one_region(table: Tables) -> None:
    """Writing 3 "Hire 2 Workers in the same region (no Unrest)"."""
    t = accepted(table, "writing", 3, lambda t: t.unrest(yan=3))
    assert [move["region"] for move in t.offers("place")] == list(REGIONS)
    t.do("place", region="yan")
    assert (t.of("workers")["yan"], t.of("unrest")["yan"]) == (2, 3)


def test_reward_two_workers_in_wei(table: Tables) -> None:
    """Currency 2 "Hire 2 Workers in Wei (no Unrest)"."""
    t = accepted(table, "currency", 2).do("place")
    assert (t.of("workers")["wei"], t.of("unrest")["wei"]) == (2, 0)


def test_reward_two_officials_of_choice(table: Tables) -> None:
    """Currency 3 "Recruit any 2 Officials (Alchemist, Architect or General) in any region": two picks (F16)."""
    t = accepted(table, "currency", 3)
    t.do("recruit", official="alchemist", region="chu").do("recruit", official="general", region="qi")
    assert (t.officials_in("chu")["alchemist"], t.officials_in("qi")["general"]) == (1, 1)


def test_reward_two_soldiers(table: Tables) -> None:
    """Currency 4 "Unlock 2 Terracotta Soldiers"."""
    t = accepted(table, "currency", 4)
    assert (t.player()["locked"], t.player()["entrance"]) == (7, 2)


@pytest.mark.parametrize(("aspect", "round_"), [("writing", 4), ("currency", 5)])
def test_reward_a_wall(table: Tables, aspect: str, round_: int) -> None:
    """ "Build 1 Wall for free. Gain an Emperor tile, if possible"."""
    t = accepted(table, aspect, round_, lambda t: t.place("chu", 1).emperor_tile(2, "hire"))
    assert {(move["section"], move["workers"]) for move in t.offers("wall")} == {
        (section, workers) for section in range(1, 7) for workers in (1, 2, 3)
    }
    t.do("wall", section=2, workers=3).do("emperor", trigger="hire")
    assert (t.player()["walls"], t.player()["wall_at"][1]) == (5, 3)


@pytest.mark.parametrize(("aspect", "round_", "regions"), [("laws", 4, ["zhao", "qi"]), ("writing", 5, list(REGIONS))])
def test_reward_a_governor(table: Tables, aspect: str, round_: int, regions: list[str]) -> None:
    """ "Install 1 Governor for free (in Zhao or Qi). Receive the indicated bonus and reset the level of Unrest to zero
    in that region, if possible"."""
    t = accepted(table, aspect, round_, lambda t: t.unrest(qi=3, chu=1).governor_tile("qi", "unlock", "alchemists"))
    assert [move["region"] for move in t.offers("governor", space=None)] == regions
    t.do("governor", region="qi", space=1).do("bonus", half=1)
    assert (t.of("unrest")["qi"], t.of("unrest")["chu"], t.player()["entrance"]) == (0, 1, 1)


def test_reward_a_worker(table: Tables) -> None:
    """Laws 1 "Hire 1 Worker in any region (no Unrest)"."""
    assert accepted(table, "laws", 1).do("place", region="qi").of("workers")["qi"] == 1


def test_reward_an_official(table: Tables) -> None:
    """Laws 2 "Recruit any Official (Alchemist, Architect or General) in any region"."""
    t = accepted(table, "laws", 2).do("place", region="qi").do("recruit", official="architect")
    assert t.officials_in("qi")["architect"] == 1


def test_reward_two_alchemist_cards(table: Tables) -> None:
    """Laws 3 "Place up to two Alchemist cards in the regions of your choice. You do not need an Alchemist in these
    regions. You may place both cards in the same region"."""
    t = accepted(table, "laws", 3, lambda t: t.place("chu", 1, 41, 81))
    assert {move["region"] for move in t.offers("card")} == {"wei", "zhao", "qi", "yan"}
    t.do("card", card="alchemist moves", region="qi")
    assert len(t.offers("stop")) == 1
    t.do("card", card="alchemist worker", region="qi")
    assert t.cards_in("qi") == ["alchemist moves", "alchemist worker"]
    assert t.of("unrest") == dict.fromkeys(REGIONS, 0)


@pytest.mark.parametrize("placed", [0, 1])
def test_reward_up_to_two_alchemist_cards_may_be_none(table: Tables, placed: int) -> None:
    """Laws 3 "Place up to two Alchemist cards": the reward is taken, the tokens are gone, no card or one is placed."""
    t = accepted(table, "laws", 3)
    for _ in range(placed):
        t.do("card", card="alchemist moves", region="qi")
    t.do("stop")
    assert (len(t.aside()), len(t.cards_in("qi"))) == (5 - placed, placed)
    assert (t.of("small")["laws"], t.player()["rewards"], t.state["track"][2]) == (0, 1, 0)


def test_reward_a_palace(table: Tables) -> None:
    """Laws 5 "Build 1 Palace for free in any region. Gain 6 VP, take a Palace tile if possible, and score it. Do not
    take any large Unification token"."""
    t = accepted(table, "laws", 5, lambda t: t.place("wei", 1, 2).palace_tiles("wei", "writing"))
    assert [(move["region"], move["third_worker"]) for move in t.offers("palace")] == [(r, None) for r in REGIONS]
    t.do("palace", region="wei").do("palace_tile", counts="writing")
    assert (t.vp(), t.state["large"], t.of("palaces_in")["wei"]) == (6 + 2 * 3, [1, 1, 1], 1)


def test_25_soldiers_after_an_accepted_reward(table: Tables) -> None:
    """ "At the end of their turn or after accepting a Unification reward, the player may place …" (F21)."""
    t = table()
    spot = t.spot("wall", 1)
    t.mausoleum_tile(spot, 6).soldiers(locked=9, entrance=0, seat=1).soldiers(locked=9, entrance=0, seat=2)
    t.tokens(writing=1).rewards_phase(4).do("reward", accept=True).do("wall", section=1, workers=1).do("soldier")
    assert (t.player()["spots"], t.vp()) == (1 << spot, 5)


# -- 3) Unlocking Terracotta Soldiers ---------------------------------------------------------------------------------


def unlocking(t: Any, round_: int = 1) -> Any:
    """Phase 3 with every reward declined."""
    unmoved(t).rewards_phase(round_)
    while t.stage() == "reward":
        t.do("reward", accept=False)
    return t


def test_28_example_two_soldiers(table: Tables) -> None:
    """ "He decides to unlock 2 Terracotta Soldiers from his player board by spending 6 Unification tokens, then places
    his Terracotta Soldiers in the dedicated area of the main board. He then validates a Mausoleum tile of which he
    previously fulfilled the conditions, by moving one of his newly unlocked Terracotta Soldiers onto the said tile"."""
    t = table().tokens(writing=4, laws=3)
    spot = t.spot("region", "qi")
    unlocking(t.mausoleum_tile(spot, 1).governors("qi", 2))
    assert [move["soldiers"] for move in t.offers("unlock")] == [0, 1, 2]
    t.do("unlock", soldiers=2).do("spend", large=0, small=6).do("return", aspect="writing", tokens=4).do("soldier")
    assert (t.player()["locked"], t.player()["entrance"], t.player()["spots"], t.vp()) == (7, 1, 1 << spot, 9)
    assert t.of("small") == {"writing": 0, "currency": 0, "laws": 1}


@pytest.mark.parametrize(
    ("soldiers", "payments"), [(1, [(1, 1), (2, 0)]), (2, [(2, 2)])]
)  # two large tokens and two small ones: worth 6
def test_28_large_tokens_are_worth_2(table: Tables, soldiers: int, payments: list[tuple[int, int]]) -> None:
    """ "They may mix types and values, for example by spending large Unification tokens along a small one"; F19: no
    change is given, no token is superfluous."""
    t = unlocking(table().tokens(laws=2, large="wc")).do("unlock", soldiers=soldiers)
    assert [(move["large"], move["small"]) for move in t.offers("spend")] == payments


def test_28_in_turn_order_and_only_who_can_pay(table: Tables) -> None:
    t = table().tokens(seat=0, laws=3).tokens(seat=1, laws=2).tokens(seat=2, laws=3).set(track=[2, 1, 0, 0])
    unlocking(t)
    asked = []
    while t.stage() == "unlock":
        asked.append(t.position.to_move)
        t.do("unlock", soldiers=0)
    assert asked == [2, 0]


def test_28_no_more_than_are_locked(table: Tables) -> None:
    t = table().tokens(writing=4, laws=5)
    for seat in (1, 2):
        t.soldiers(seat=seat, locked=9, entrance=0)
    t.soldiers(locked=1, entrance=8).rewards_phase(1)
    while t.stage() != "unlock":
        t.do("reward", accept=False)
    assert [move["soldiers"] for move in t.offers("unlock")] == [0, 1]


# -- 4) Checking Unification tokens limit, 5) End of the round --------------------------------------------------------


def test_29_example_the_limit(table: Tables) -> None:
    """ "Stefania does not exceed the limit, but must discard her large Unification token by returning it … Marco has 6
    Unification tokens and therefore must discard one. Pauline, who has only 2 tokens, does not have to discard"."""
    t = table().tokens(seat=STEFANIA, writing=2, large="l").tokens(seat=MARCO, writing=3, currency=3)
    unlocking(t.tokens(seat=PAULINE, currency=2))
    while t.stage() == "unlock":
        t.do("unlock", soldiers=0)
    assert t.position.to_move == MARCO
    assert [(move["aspect"], move["tokens"]) for move in t.offers("return")] == [("writing", 0), ("writing", 1)]
    t.do("return", tokens=0)
    assert [sum(t.of("small", seat).values()) for seat in range(3)] == [2, 5, 2]
    assert t.of("small", MARCO) == {"writing": 3, "currency": 2, "laws": 0}
    assert (sum(t.of("large").values()), t.state["large"]) == (0, [1, 1, 1])


def test_30_the_next_round_begins(table: Tables) -> None:
    """ "Move the round marker one step to the right … and then start the next round", in the new turn order."""
    t = unmoved(table()).tokens(seat=0, laws=1).rewards_phase(1).do("reward", accept=True).do("place", region="chu")
    assert (t.state["round"], t.state["turns"], t.position.to_move) == (1, 0, 1)
    assert [t.player(seat)["n_hand"] for seat in range(3)] == [6, 6, 6]


def test_30_the_game_ends_after_the_5th_round(table: Tables) -> None:
    """ "After Phase 3 - Unification Rewards, if the round marker is on the 5th space, the game ends": F21, with all
    of its steps."""
    t = unlocking(table().tokens(laws=3), round_=5)
    assert t.stage() == "unlock"
    t.do("unlock", soldiers=1)
    assert (t.stage(), t.position.to_move, t.player()["entrance"]) == ("over", None, 1)
