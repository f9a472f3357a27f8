"""Solo Mode (45, 46): Li Si's soldiers, what he takes in phase 3, and his scoring cards."""

from typing import Any

import pytest

from tests.games.positions import Tables

PLAYER, LISI = 0, 1
TWO_GOVERNORS, TWO_PALACES, ONE_WALL = 1, 2, 6  # Mausoleum tiles
SEARCH_3 = 6
FACE = {1: "AC", 2: "DA", 3: "BD", 4: "CB"}  # scoring cards of Li Si 1 to 4, the upper one first


def phase_3(t: Any) -> Any:
    """Phase 3 of the 1st round; Li Si is above the player on the Turn Order track."""
    return t.set(track=[LISI, PLAYER, 0, 0]).rewards_phase(1)


# -- Terracotta Soldiers and Mausoleum --------------------------------------------------------------------------------


def test_45_he_validates_as_soon_as_he_meets_a_condition(against: Tables) -> None:
    """ "As soon as Li Si meets the conditions of a Mausoleum tile, he validates it by placing one of his unlocked
    Terracotta Soldiers on the topmost available slot of the Mausoleum tile and immediately scores the VP"."""
    t = against()
    spot = t.spot("wall", 1)
    t.mausoleum_tile(spot, ONE_WALL).his_turn(20)
    assert (t.player(LISI)["spots"], t.player(LISI)["entrance"], t.vp(LISI)) == (1 << spot, 0, 5)
    assert t.position.to_move == PLAYER


def test_45_when_he_unlocks_a_soldier(against: Tables) -> None:
    """ "If Li Si has no Terracotta Soldier at the entrance of the Mausoleum, he will validate the Mausoleum tile when
    he unlocks a Terracotta Soldier"."""
    t = against()
    spot = t.spot("region", "qi")
    t.mausoleum_tile(spot, TWO_GOVERNORS).governors("qi", 2, seat=LISI).soldiers(seat=LISI, locked=9, entrance=0)
    t.his_turn(SEARCH_3)
    assert (t.player(LISI)["spots"], t.player(LISI)["locked"], t.vp(LISI)) == (1 << spot, 8, 9)


def test_45_the_player_chooses_the_one_he_validates(against: Tables) -> None:
    """ "In the rare case Li Si would meet the condition of more Mausoleum tiles than he has Terracotta Soldiers at the
    entrance of the Mausoleum, you choose the one he validates"."""
    t = against()
    first, second = t.spot("region", "qi"), t.spot("region", "wei")
    t.mausoleum_tile(first, TWO_GOVERNORS).mausoleum_tile(second, TWO_PALACES)
    t.governors("qi", 2, seat=LISI).palaces("wei", 2, seat=LISI)
    t.his_turn(SEARCH_3)
    assert (t.stage(), t.position.to_move, len(t.offers("his_soldier"))) == ("his_soldier", PLAYER, 2)
    assert t.offers("stop") == []
    t.do("his_soldier", tile="Wei: 2 palaces")
    assert (t.player(LISI)["spots"], t.player(LISI)["entrance"], t.stage()) == (1 << second, 0, "play")


def test_45_with_enough_soldiers_nobody_chooses(against: Tables) -> None:
    t = against().soldiers(seat=LISI, locked=7, entrance=2)
    first, second = t.spot("region", "qi"), t.spot("region", "wei")
    t.mausoleum_tile(first, TWO_GOVERNORS).mausoleum_tile(second, TWO_PALACES)
    t.governors("qi", 2, seat=LISI).palaces("wei", 2, seat=LISI).his_turn(SEARCH_3)
    assert (t.player(LISI)["spots"], t.stage()) == (1 << first | 1 << second, "play")


# -- Phase 3 ----------------------------------------------------------------------------------------------------------


def test_45_he_takes_rewards_away_and_gains_nothing(against: Tables) -> None:
    """ "If he can win an Unification reward, he spends all the Unification tokens from this aspect and places his Turn
    Order marker on the reward, like a player"; "he doesn't gain anything, but just takes them away from you"."""
    t = against().tokens(seat=PLAYER, laws=1, currency=2).tokens(seat=LISI, laws=2, currency=1)
    phase_3(t)
    assert (t.stage(), t.offers("reward", accept=True)[0]["aspect"]) == ("reward", "currency")
    t.do("reward", accept=False)
    assert t.of("small", LISI) == {"writing": 0, "currency": 0, "laws": 0}  # he took the currency, then the laws one
    assert t.of("workers", LISI) == {"chu": 0, "wei": 0, "zhao": 0, "qi": 0, "yan": 0}
    assert t.do("unlock", soldiers=0).state["track"][:2] == [PLAYER, LISI]
    assert (t.state["round"], t.of("small", PLAYER)["currency"]) == (1, 2)


def test_45_a_tie_goes_to_who_is_higher_on_the_track(against: Tables) -> None:
    t = phase_3(against().tokens(seat=PLAYER, laws=2).tokens(seat=LISI, laws=2))
    assert t.stage() == "play"
    t = against().tokens(seat=PLAYER, laws=2, writing=2).tokens(seat=LISI, laws=2, writing=1)
    t = phase_3(t).do("reward", accept=False, aspect="writing")  # so he takes that one, and his marker moves
    assert t.offers("reward", accept=True)[0]["aspect"] == "laws"


def after_phase_3(against: Tables, **tokens: Any) -> Any:
    """Li Si's tokens after phase 3 of a round in which the player has more of each aspect and takes the rewards."""
    t = against(lisi_unlocks="last").soldiers(locked=9, entrance=0, seat=PLAYER)
    t.tokens(seat=LISI, **tokens)
    with t.editing() as state:
        state["seat"][PLAYER]["small"], state["small"] = [8 - n for n in state["seat"][LISI]["small"]], [1] * 3
    return phase_3(t)


def test_45_he_unlocks_as_many_soldiers_as_possible(against: Tables) -> None:
    """ "If he still has 3 or more unspent Unification tokens, he spends them, starting with the large Unification
    tokens and then the small tokens of the aspect he has the most in order to unlock as many Terracotta Soldiers as
    possible"."""
    t = after_phase_3(against, writing=1, currency=3, large="l")
    while t.state["round"] == 0:
        t.position.apply(t.position.moves()[0] if t.stage() != "unlock" else t.position.moves()[-1])
    assert (t.player(LISI)["locked"], t.player(LISI)["entrance"]) == (6, 3)
    assert t.of("small", LISI) == {"writing": 0, "currency": 0, "laws": 0}
    assert sum(t.of("large", LISI).values()) == 0
    t = after_phase_3(against, writing=2, currency=3)
    while t.state["round"] == 0:
        t.position.apply(t.position.moves()[0])
    assert t.player(LISI)["locked"] == 7
    assert t.of("small", LISI) == {"writing": 2, "currency": 0, "laws": 0}


@pytest.mark.parametrize("large", ["", "wcl"])
def test_45_his_limit_counts_small_tokens_alone(against: Tables, large: str) -> None:
    """S14: "more than 5 value-1 Unification tokens"; nothing is left to unlock, so large ones are not spent. Whether
    they go back before small ones are counted, or after, is the same."""
    t = against().tokens(seat=LISI, writing=3, currency=3, large=large)
    t = t.tokens(seat=PLAYER, writing=6, currency=6, laws=6)
    t = phase_3(t.soldiers(seat=LISI, locked=0, entrance=9))
    while t.state["round"] == 0:
        t.position.apply(t.position.moves()[0])
    assert t.of("small", LISI) == {"writing": 2, "currency": 3, "laws": 0}
    assert t.state["large"] == [1, 1, 1]


def test_45_his_discards_are_shuffled_into_the_deck(against: Tables) -> None:
    """ "Finally, shuffle Li Si's discard pile with his Action deck"."""
    t = against()
    with t.editing() as state:
        state["lisi_deck"], state["n_lisi_deck"] = [*state["lisi_deck"][:6], 0, 0, 0], 6
        state["lisi_discard"], state["n_lisi_discard"] = [1, 2, 3, *[0] * 6], 3
    phase_3(t)
    while t.stage() != "play":
        t.position.apply(t.position.moves()[-1])
    piles = ("lisi_deck", "lisi_discard", "lisi_removed")
    assert sum(t.state[f"n_{pile}"] for pile in piles) == 9
    assert t.state["n_lisi_discard"] + t.state["n_lisi_removed"] == (t.state["track"][0] == LISI)


# -- Li Si's Scoring cards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_46_walls_by_the_upper_card(against: Tables, level: int) -> None:
    """A: "2/4/6 VP depending on the position of the Wall", B: "4/6/8", C: "5/7/9", D: "3/5/7"."""
    t = against(level).wall(1, 1, seat=LISI).wall(2, 2, seat=LISI).wall(3, 2, seat=LISI)
    assert [t.components.markings[0][k][slot] for k, slot in ((0, 0), (1, 1), (2, 1))] == [1, 2, 3]
    assert t.scores("walls")[LISI] == sum(
        {"A": (2, 4, 6), "B": (4, 6, 8), "C": (5, 7, 9), "D": (3, 5, 7)}[FACE[level][0]]
    )


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_46_governors(against: Tables, level: int) -> None:
    """A: "10 VP for each region in which he has the most Governors. In case of a tie, he and you score 5 VP"; B: "Li Si
    wins all ties and thus, in each region where he and you are tied, he scores 10VP and you score none"; F23."""
    t = against(level).governors("chu", 2, seat=LISI).governors("chu").governors("wei")
    t.governors("qi", seat=LISI).governors("qi")
    assert t.scores("governors") == ([10, 10 + 10] if "B" in FACE[level] else [10 + 5, 10 + 5])


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_46_elixir(against: Tables, level: int) -> None:
    """C: "Li Si multiplies the number of Alchemist cards he placed … by the highest VP value reached by his Ship"; D:
    "by the highest VP value reached by his Ship +2"."""
    t = against(level).place("chu", "alchemist moves", "master unlock", seat=LISI)
    t.ship(t.components.elixir.vp.index(3), seat=LISI)
    assert t.scores("elixir")[LISI] == 2 * (3 + 2 * ("D" in FACE[level]))
    assert t.ship(0, seat=LISI).scores("elixir")[LISI] == 2 * 2 * ("D" in FACE[level])


def test_46_example_a_palace_tile_in_wei(against: Tables) -> None:
    """ "Li Si placed a Palace tile in Wei that earns him 3 VP for each Currency card in this region, for a total of 6
    VP"."""
    t = against().place("wei", 41, 42, 1, seat=LISI).place("chu", 43, seat=LISI)
    with t.editing() as state:
        state["lisi_tile"][1][1] = 1
    assert t.scores("palaces")[LISI] == 6


def test_46_the_rest_like_a_player(against: Tables) -> None:
    """ "Proceed to end game scoring like in a multiplayer game": rows and columns, soldiers at the entrance."""
    t = against().soldier_on(0, 1, 2, seat=LISI)
    assert (t.scores("mausoleum"), t.scores("entrance")) == ([0, 10], [2, 2])


def test_46_a_tie_is_shared(against: Tables) -> None:
    """F27: "tied players share the victory"."""
    assert against().points(20).points(20, seat=LISI).position.ranks() == [1, 1]
