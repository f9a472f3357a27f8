"""The model of the rules by itself: set-up for 2 to 4 players, and whole random games under every reading."""

import pytest

from tests.games.first_empire.model.facts import ASPECTS, OFFICIALS, REGIONS
from tests.games.first_empire.model.playing import carry, facts, new_table, random_game
from tests.games.first_empire.model.scoring import CATEGORIES, final_scores, ranks
from tests.games.first_empire.model.setup import starting_tiles, take_starting_tile
from tests.games.first_empire.model.table import DEFAULTS, Player, Table

CHU, WEI, ZHAO, QI, YAN = REGIONS
SWITCHES = [name for name, value in DEFAULTS.items() if isinstance(value, bool)]


# -- General setup for 2-4 players ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "emperors"), [(2, 4), (3, 5), (4, 6)])
def test_emperor_tiles(players: int, emperors: int) -> None:
    """ "In a 4-player game ... one tile per section ... so 5 tiles are used ... so 4 tiles are used"."""
    table = new_table(players)
    assert sum(map(len, table.emperors)) == emperors
    assert all(len(lies) <= 1 for lies in table.emperors)


@pytest.mark.parametrize(("players", "bonuses", "blanks", "each"), [(2, 3, 2, 1), (3, 5, 0, 1), (4, 8, 2, 2)])
def test_governor_tiles(players: int, bonuses: int, blanks: int, each: int) -> None:
    table = new_table(players)
    spaces = [space for region in table.governor_spaces for space in region]
    assert [len(region) for region in table.governor_spaces] == [each] * 5
    assert sum(bool(space.options) for space in spaces) == bonuses
    assert sum(not space.options for space in spaces) == blanks


@pytest.mark.parametrize(("players", "tokens"), [(2, 9), (3, 11), (4, 13)])
def test_tokens_masters_and_slots(players: int, tokens: int) -> None:
    """ "Take 9/11/13 Writing, Currency, and Laws"; Master Alchemist cards "equal to the number of players"."""
    table = new_table(players)
    assert table.small == {"writing": tokens, "currency": tokens, "laws": tokens}
    assert table.large == {"writing": 1, "currency": 1, "laws": 1}
    assert len(table.masters) == players
    assert [len(section.walls) for section in table.sections] == [players] * 6
    assert [len(deck) for deck in table.decks.values()] == [40, 40, 40]


@pytest.mark.parametrize("advanced", ["standard", "advanced"])
def test_mausoleum_has_a_spot_of_each_region_and_site(advanced: str) -> None:
    """ "A Region tile on a Region space, etc."."""
    spots = sorted((spot.kind, spot.place) for spot in new_table(4, mausoleum=advanced).mausoleum)
    assert spots == [("elixir", 0), *(("region", r) for r in REGIONS), *(("wall", site) for site in range(3))]


def test_only_the_advanced_mode_moves_the_spots() -> None:
    def layouts(mode: str) -> set[tuple[tuple[str, int], ...]]:
        tables = [new_table(4, seed, mausoleum=mode) for seed in range(5)]
        return {tuple((spot.kind, spot.place) for spot in table.mausoleum) for table in tables}

    assert len(layouts("standard")) == 1
    assert len(layouts("advanced")) == 5


def test_two_players_use_no_space_with_3_plus() -> None:
    """ "In a 2-player game, do not place any Terracotta Soldier on a space with a 3+ symbol"."""
    fewer, more = (sum(len(spot.vp) for spot in new_table(players).mausoleum) for players in (2, 3))
    marked = sum(bin(tile.three_plus).count("1") for tile in facts(2).data.mausoleum_tiles)
    assert 0 < marked == more - fewer


def test_pieces_of_a_player() -> None:
    """ "7 Governors, 6 Palaces, 6 Walls, 8 Terracotta Soldiers"; the 9th "is considered unlocked"."""
    player = new_table().player(0)
    assert (player.governors, player.palaces, player.walls, player.locked, player.entrance) == (7, 6, 6, 8, 1)
    assert player.supply == {"alchemist": 4, "architect": 4, "general": 4}
    assert len(player.alchemist_cards) == 5
    assert player.unrest == [0] * 5


# -- Starting tiles ------------------------------------------------------------------------------------------------


def started(tile: int, *chosen: tuple[object, ...]) -> tuple[Table, Player]:
    """A table on which seat 0 has taken a Starting tile."""
    table = new_table()
    table.player(0).starting_tiles = [tile]
    assert carry(take_starting_tile(table, table.player(0)), *chosen) is None
    assert table.player(0).officials[CHU]["general"] >= 1
    return table, table.player(0)


def test_starting_tiles_are_chosen_before_any_is_taken() -> None:
    """ "They simultaneously choose one and get what is depicted on it"."""
    table = new_table(4)
    part = starting_tiles(table)
    decision = next(part)
    for seat in range(4):
        assert decision.about == "starting tile"
        assert decision.seat == seat
        assert len(decision.options) == 2
        assert all(player.officials[CHU]["general"] == 0 for player in table.players)
        if seat < 3:
            decision = part.send(decision.options[1])


@pytest.mark.parametrize(("tile", "kind"), [(1, "alchemist"), (2, "architect"), (3, "general")])
def test_starting_with_officials(tile: int, kind: str) -> None:
    _, player = started(tile)
    officials = dict.fromkeys(OFFICIALS, 0)
    officials["general"] += 1
    officials[kind] += 1
    assert player.officials[CHU] == officials


def test_starting_with_tokens() -> None:
    """ "Increase the level of Unrest in the indicated region to gain the indicated Unification tokens"."""
    for tile in (4, 5, 6):
        _, player = started(tile)
        assert sum(player.unrest) == 1
        assert sum(player.small.values()) == 2


def test_starting_at_sea() -> None:
    table, player = started(7)
    assert player.ship == 2
    assert player.entrance == 1 + sum(space.symbols for space in table.facts.route[1:3])
    _, player = started(8)
    assert (player.unrest, player.locked, player.entrance, player.ship) == ([1, 0, 0, 0, 0], 7, 2, 1)


def test_starting_with_a_worker_or_an_alchemist_card() -> None:
    _, player = started(9)
    assert (player.unrest, player.workers) == ([1, 0, 0, 0, 1], [1, 0, 0, 0, 0])
    _, player = started(10, ("alchemist card", "alchemist moves", CHU))
    assert player.unrest == [0, 1, 1, 1, 0]
    assert [card.card for card in player.cards[CHU]] == ["alchemist moves"]
    assert len(player.alchemist_cards) == 4


# -- whole games ---------------------------------------------------------------------------------------------------


def check_the_end(table: Table) -> None:
    """Everybody has played 30 cards, the scorepad adds up, the best are first."""
    scores = final_scores(table)
    assert all(len(player.actions) == 30 and not player.hand for player in table.players)
    assert all(points["score"] == sum(points[name] for name in CATEGORIES) for points in scores)
    best = max(points["score"] for points in scores)
    assert [rank == 1 for rank in ranks(table)] == [points["score"] == best for points in scores]
    assert sum(table.large.values()) == len(ASPECTS)
    keep = table.facts.numbers.keep_tokens
    assert table.says("limit_each") or all(sum(player.small.values()) <= keep for player in table.players)
    assert [len(deck) for deck in table.decks.values()] == [40 - 10 * table.facts.players] * 3


@pytest.mark.parametrize("mausoleum", ["standard", "advanced"])
@pytest.mark.parametrize("tableau", ["printed", "A", "B"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players: int, tableau: str, mausoleum: str) -> None:
    for seed in range(4):
        check_the_end(random_game(players, seed, tableau=tableau, mausoleum=mausoleum))


@pytest.mark.parametrize("switch", SWITCHES)
def test_random_games_under_other_readings(switch: str) -> None:
    for players in (2, 3, 4):
        for seed in range(2):
            check_the_end(random_game(players, seed, **{switch: not DEFAULTS[switch]}))


def test_random_games_under_all_other_readings_at_once() -> None:
    for seed in range(6):
        check_the_end(random_game(2 + seed % 3, seed, **{switch: not DEFAULTS[switch] for switch in SWITCHES}))


def test_random_games_reach_every_action() -> None:
    actions = {action for seed in range(20) for player in random_game(4, seed).players for action in player.actions}
    assert actions >= {"unify", "recruit", "elixir", "governor", "hire", "palace", "wall"}
