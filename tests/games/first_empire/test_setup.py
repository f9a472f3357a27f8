"""Setup (1A to 10, and of each player): boards, tiles, cards and pieces as the rulebook lays them out."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from cext.games.first_empire.data.component_types import ASPECTS, REGIONS, SPOTS
from cext.kernel.game import Game, Position
from tests.games.first_empire.conftest import loaded
from tests.games.positions import Tables

DEALS = 60


@cache
def dealt(players: int, **options: Any) -> list[dict[str, Any]]:
    """Set-ups of many deals."""
    game = loaded(players, **options)
    return [game.state(game.deal(seed=seed)) for seed in range(DEALS)]


def by_players(state: dict[str, Any], players: int) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = state["seat"][:players]
    return seats


# -- General setup for 2-4 players ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tableau", "rows"),
    [
        ("printed", ["writing", "currency", "laws"]),
        ("A", ["currency", "laws", "writing"]),
        ("B", ["laws", "writing", "currency"]),
    ],
)
def test_1_the_tableau_is_printed_or_a_side_of_the_loose_tile(table: Tables, tableau: str, rows: list[str]) -> None:
    """ "Play with the Unification tableau printed on the gameboard or with the double-sided Unification tableau"."""
    t = table(players=2, tableau=tableau).tokens(writing=2, currency=2, laws=2).rewards_phase(5)
    asked = []
    while t.stage() == "reward":
        asked.append(t.offers("reward", accept=False)[0]["aspect"])
        t.do("reward", accept=False)
    assert asked == rows


@pytest.mark.parametrize(("players", "markings"), [(2, [3]), (3, [2, 3]), (4, [2, 3])])
def test_1_a_section_has_as_many_slots_as_players(table: Tables, players: int, markings: list[int]) -> None:
    """1A: "the side that corresponds to the number of players"; "a number of slots equal to the number of players"."""
    t = table(players=players).wall(1, 1, seat=1).workers(chu=1, wei=1, zhao=1).play("wall")
    assert [move["workers"] for move in t.offers("wall", section=1)] == markings
    assert len(t.components.markings[players - 2][0]) == players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_six_of_seven_wall_tiles_on_a_random_side(players: int) -> None:
    """4A: "Shuffle the 7 Wall tiles, and place one on each of the 6 Wall spaces …, on a random side"."""
    tiles = loaded(players).tables.wall_tiles  # type: ignore[attr-defined]  # of the engine
    tile_of = {face.criterion: number for number, tile in enumerate(tiles) for face in tile}
    faces = [state["face"] for state in dealt(players)]
    assert all(len({tile_of[face] for face in on_board}) == 6 for on_board in faces)
    assert {face for on_board in faces for face in on_board} == set(tile_of)
    assert all(len({on_board[section] for on_board in faces}) > 6 for section in range(6))


@pytest.mark.parametrize(("players", "left_out"), [(2, 2), (3, 1), (4, 0)])
def test_2_emperor_tiles_lie_where_their_backs_say(players: int, left_out: int) -> None:
    """4B: "discard 2 tiles at random before placing them according to their backside …, one tile per section"."""
    backs = {tile.section: tile.trigger for tile in loaded(players).tables.emperor_tiles}  # type: ignore[attr-defined]
    discarded: Counter[int] = Counter()
    for state in dealt(players):
        lie = {k: state["emperor"][k][0] - 1 for k in range(6) if state["n_emperor"][k]}
        assert len(lie) == 6 - left_out
        assert all(backs[k] == trigger for k, trigger in lie.items())
        discarded.update(set(range(6)) - set(lie))
    assert len(discarded) == (6 if left_out else 0)


@pytest.mark.parametrize(("players", "spaces"), [(2, 1), (3, 2), (4, 3)])
def test_3_a_palace_tile_on_each_space(players: int, spaces: int) -> None:
    """5: "Shuffle the 15 Palace tiles, then randomly place one face up on each Palace space in each region"."""
    for state in dealt(players):
        assert [sum(tile > 0 for tile in region) for region in state["palace_tile"]] == [spaces] * 5
        assert max(Counter(tile for region in state["palace_tile"] for tile in region if tile).values()) <= 3
    assert len({str(state["palace_tile"]) for state in dealt(players)}) > DEALS // 2


@pytest.mark.parametrize(("players", "each", "bonuses"), [(2, 1, 3), (3, 1, 5), (4, 2, 8)])
def test_3_governor_tiles_with_and_without_bonus(players: int, each: int, bonuses: int) -> None:
    """6: "shuffle the 2 blank Governor tiles with 8 …, place 2 at random in each Region"; "5 … 1"; "2 … with 3"."""
    used: set[int] = set()
    for state in dealt(players):
        lie = [tile for region in state["space"] for tile in region[:each]]
        assert len([tile for tile in lie if tile]) == len({tile for tile in lie if tile}) == bonuses
        assert len(lie) - bonuses == (0 if players == 3 else 2)
        used.update(lie)
    assert used - {0} == set(range(1, 11))


@pytest.mark.parametrize("advanced", [False, True])
def test_4_mausoleum_tiles_lie_on_spots_of_their_kind(advanced: bool) -> None:
    """3: "Sort the 9 Mausoleum tiles by icon … and randomly place them on their corresponding spaces"."""
    data = loaded(3).tables  # type: ignore[attr-defined]
    states = dealt(3, advanced=advanced)
    for state in states:
        kinds = [
            (data.mausoleum[spot].kind, data.mausoleum_tiles[tile].kind)
            for spot, tile in zip(state["spot"], state["tile"], strict=True)
        ]
        assert all(spot == tile for spot, tile in kinds)
        assert sorted(state["tile"]) == list(range(9))
    assert len({tuple(state["tile"]) for state in states}) > DEALS // 2


def test_4_only_the_advanced_mode_shuffles_the_spots() -> None:
    """ "Randomly place the 9 Mausoleum tokens …, covering the 9 printed symbols": 5 regions, 3 sites, the elixir."""
    assert {tuple(state["spot"]) for state in dealt(3)} == {tuple(range(9))}
    shuffled = {tuple(state["spot"]) for state in dealt(3, advanced=True)}
    assert len(shuffled) > DEALS // 2
    assert all(sorted(spots) == list(range(9)) for spots in shuffled)
    spots = loaded(3).tables.mausoleum  # type: ignore[attr-defined]
    assert Counter(SPOTS[spot.kind] for spot in spots) == {"region": 5, "wall": 3, "elixir": 1}
    assert sorted(spot.place for spot in spots if SPOTS[spot.kind] == "region") == list(range(5))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_5_a_master_alchemist_card_for_each_player(players: int) -> None:
    """7: "Place a number of Master Alchemist cards equal to the number of players next to the game board"."""
    masks = [state["masters"] for state in dealt(players)]
    assert {mask.bit_count() for mask in masks} == {players}
    assert sum(1 << k for k in range(5) if any(mask >> k & 1 for mask in masks)) == 0b11111


@pytest.mark.parametrize(("players", "tokens"), [(2, 9), (3, 11), (4, 13)])
def test_1_tokens_and_decks(players: int, tokens: int) -> None:
    """8A: "by type, 40 of each. Shuffle them separately"; 8B: "Take 9/11/13 … in 2/3/4 player-games"; 8C."""
    for state in dealt(players):
        assert (state["small"], state["large"]) == ([tokens] * 3, [1] * 3)
        for a in range(3):
            assert sorted(state["deck"][a]) == list(range(40 * a + 1, 40 * a + 41))
    assert all(len({state["deck"][a][0] for state in dealt(players)}) > 20 for a in range(3))


# -- Player setup -----------------------------------------------------------------------------------------------------


def test_6_pieces_of_a_player() -> None:
    """ "7 Governors, 6 Palaces, 6 Walls, 8 Terracotta Soldiers"; the 9th "is considered unlocked"; "4 Officials of
    each type"; "5 Alchemist cards"; "0 space of the Unrest track"; Ship "on the starting position"."""
    for seat in by_players(dealt(4)[0], 4):
        assert (seat["governors"], seat["palaces"], seat["walls"]) == (7, 6, 6)
        assert (seat["locked"], seat["entrance"], seat["supply"]) == (8, 1, [4, 4, 4])
        assert (seat["aside"], seat["unrest"], seat["ship"], seat["vp"]) == (0b11111, [0] * 5, 0, 0)


def test_7_clockwise_from_the_1st_player() -> None:
    """4: "Randomly determine the 1st player": in a game of the kernel, who sits at seat 1 is chance."""
    assert {tuple(state["track"]) for state in dealt(4)} == {(0, 1, 2, 3)}


def choose(game: Game, position: Position, *keep: int) -> None:
    """Each player keeps the tile of this index."""
    for index in keep:
        position.apply(position.moves()[index])


def test_7_two_starting_tiles_are_dealt_and_one_is_kept() -> None:
    """5: "Deal 2 Starting tiles to each player. They simultaneously choose one and get what is depicted on it"."""
    game = loaded(4)
    for seed in range(5):
        position = game.deal(seed=seed)
        tiles = [tuple(seat["start"]) for seat in game.state(position)["seat"]]
        assert len({tile for pair in tiles for tile in pair}) == 8
        choose(game, position, 1, 1, 1)
        assert position.decides_secretly()
        assert all(not any(map(any, seat["officials"])) for seat in game.state(position)["seat"])
        choose(game, position, 0)
        kept = [seat["start"][0] for seat in game.state(position)["seat"]]
        assert kept == [tiles[0][1], tiles[1][1], tiles[2][1], tiles[3][0]]


def test_a_chosen_starting_tile_is_not_a_given_one() -> None:
    """Boards: 0, two are dealt and one is chosen; a tile's number, if the seat was given it and had no choice."""
    game = loaded(3)
    position = game.deal(seed=1, boards=["tile_4", "dealt", "tile_9"])
    boards = [position.board_of(seat) for seat in range(3)]
    assert [game.boards[board] for board in boards] == ["tile_4", "dealt", "tile_9"]
    while game.state(position)["stage"] == game.stages.index("start"):
        position.apply(position.moves()[-1])
    assert [position.board_of(seat) for seat in range(3)] == boards
    assert [seat["n_start"] for seat in game.state(position)["seat"][:3]] == [1, 1, 1]


def test_a_given_starting_tile_is_dealt_to_nobody_else() -> None:
    game = loaded(4)
    for seed in range(DEALS):
        state = game.state(game.deal(seed=seed, boards=["dealt", "tile_1", "dealt", "tile_2"]))
        assert {*state["seat"][0]["start"], *state["seat"][2]["start"]}.isdisjoint({1, 2})


# -- Appendix 4: Starting tiles ---------------------------------------------------------------------------------------


def started(tile: int) -> tuple[Game, Position]:
    """A game of two whose 1st player has this Starting tile, the other one that only gives an official."""
    game = loaded(2)
    position = game.deal(seed=1, boards=[f"tile_{tile}", "tile_1" if tile != 1 else "tile_2"])
    choose(game, position, 0, 0)
    return game, position


def first(game: Game, position: Position) -> dict[str, Any]:
    seat: dict[str, Any] = game.state(position)["seat"][0]
    return seat


@pytest.mark.parametrize(("tile", "officials"), [(1, [1, 0, 1]), (2, [0, 1, 1]), (3, [0, 0, 2])])
def test_start_with_two_officials(tile: int, officials: list[int]) -> None:
    """ "Recruit 1 General in Chu, then recruit 1 Alchemist/Architect/General in Chu"."""
    seat = first(*started(tile))
    assert seat["officials"] == [officials, *[[0, 0, 0]] * 4]
    assert seat["supply"] == [4 - n for n in officials]
    assert not any(seat["unrest"])


@pytest.mark.parametrize(("tile", "aspect", "region"), [(4, "writing", "wei"), (5, "currency", "zhao"),
                                                        (6, "laws", "qi")])  # fmt: skip
def test_start_with_tokens(tile: int, aspect: str, region: str) -> None:
    """ "Increase the level of Unrest in the indicated region to gain the indicated Unification tokens"."""
    game, position = started(tile)
    seat = first(game, position)
    assert dict(zip(ASPECTS, seat["small"], strict=True)) == {**dict.fromkeys(ASPECTS, 0), aspect: 2}
    assert dict(zip(REGIONS, seat["unrest"], strict=True)) == {**dict.fromkeys(REGIONS, 0), region: 1}
    assert seat["officials"][0] == [0, 0, 1]
    assert game.state(position)["small"][ASPECTS.index(aspect)] == 9 - 2


def test_start_with_two_spaces_of_the_ship() -> None:
    """ "Then move your Ship 2 spaces": a symbol on the way is resolved, and without an Alchemist there is one way."""
    game, position = started(7)
    assert [game.words.describe(position, move)["kind"] for move in position.moves()] == ["unlock_one"]
    choose(game, position, 0)
    seat = first(game, position)
    assert (seat["ship"], seat["entrance"], seat["locked"]) == (2, 2, 7)


def test_start_with_a_soldier() -> None:
    """ "Increase the level of Unrest by one in Chu to unlock 1 Terracotta Soldier and move your Ship 1 Space"."""
    seat = first(*started(8))
    assert (seat["unrest"], seat["locked"], seat["entrance"], seat["ship"]) == ([1, 0, 0, 0, 0], 7, 2, 1)


def test_start_with_a_worker() -> None:
    """ "Increase the level of Unrest by one in Chu and Yan to hire 1 Worker in Chu"."""
    seat = first(*started(9))
    assert (seat["unrest"], seat["workers"]) == ([1, 0, 0, 0, 1], [1, 0, 0, 0, 0])


def test_start_with_an_alchemist_card() -> None:
    """ "Increase the level of Unrest by one in Wei, Zhao and Qi to place any Alchemist card in the Chu area"."""
    game, position = started(10)
    offers = [game.words.describe(position, move) for move in position.moves()]
    assert {(offer["kind"], offer.get("region")) for offer in offers} == {("card", "chu")}
    assert len(offers) == 5
    choose(game, position, 3)
    seat = first(game, position)
    assert (seat["unrest"], seat["n_cards"], seat["aside"]) == ([0, 1, 1, 1, 0], [1, 0, 0, 0, 0], 0b10111)
    assert not any(seat["small"])


# -- Phase 1 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_8_each_player_draws_2_cards_of_each_deck(table: Tables, players: int) -> None:
    """ "At the beginning of each round, each player draws 2 cards from each deck …, for a total of 6 cards"."""
    t = table(players=players).rewards_phase(1)
    while t.stage() != "play":
        t.position.apply(t.position.moves()[-1])
    assert t.state["round"] == 1
    for seat in range(players):
        hand = t.player(seat)["hand"]
        assert Counter((card - 1) // 40 for card in hand) == {0: 2, 1: 2, 2: 2}
    assert t.state["head"] == [4 * players] * 3
