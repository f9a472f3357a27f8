"""What happens seldom or never with the printed components: games with other components, and positions set up."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cext.games import load_game
from cext.games.first_empire.data.components import SHIPPED
from cext.kernel.game import Game
from tests.games.first_empire.model.compare import compare
from tests.games.harness import random_chooser
from tests.games.positions import Editable, State

Edit = tuple[str, str, str]  # file, text that stands there once, text in its place
LAST_ROUND = 4
BROKEN_PIECES = 7


def edited(folder: Path, *edits: Edit, players: int, **options: Any) -> Game:
    """The game with other components."""
    for file, old, new in edits:
        path = folder / file
        text = (path if path.exists() else SHIPPED / file).read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")
    return load_game("first_empire", players=players, components=folder, **options)


def number(name: str, old: str, new: str) -> Edit:
    """Another value in numbers.toml."""
    return "numbers.toml", f"\n{name} = {{ value = {old},", f"\n{name} = {{ value = {new},"


def played(game: Game, reached: Callable[[Editable], bool]) -> Editable:
    """The first position of random games for which something holds."""
    for seed in range(100):
        draw, table = Random(seed), Editable(game, game.deal(seed=seed))
        while table.position.to_move is not None:
            if reached(table):
                return table
            table.position.apply(draw.choice(table.position.moves()))
    raise LookupError("no such position in 100 games")


# -- other components, beside the model -------------------------------------------------------------------------------


def test_a_player_who_can_do_nothing_discards(tmp_path: Path) -> None:
    """ "The player must choose an action they are able to perform": with few pieces there comes a turn without one."""
    edits = [number(f"supply_{name}", old, "0") for name, old in (("governors", "7"), ("palaces", "6"), ("walls", "6"))]
    edits += [number("supply_officials", "4", "2"), number("ship_steps", "3", "20")]
    game = edited(tmp_path, *edits, players=2)
    for seed in range(3):
        compare(game, seed=seed, choose=random_chooser(seed))
    assert played(game, lambda table: bool(table.offers("play", action="nothing"))).stage() == "play"


def test_both_bonuses_of_a_governor_tile_may_ask(tmp_path: Path) -> None:
    """Governor bonus "both": Officials in one region, and then a Worker in one."""
    printed = ("vp_per_palace,1,ship,3", "vp_per_wall,1,moves,4", "calm_regions,2,vp_per_alchemist,1")
    edits = [
        ("governor_tiles.csv", f"\n{tile},{gains},", f"\n{tile},generals,{tile},worker,{tile},")
        for tile, gains in enumerate((*printed, "unlock,1,alchemists,2", "alchemist_card,1,vp_per_writing,1"), start=1)
    ]
    game = edited(tmp_path, *edits, players=4, governor_bonus="both")
    for seed in range(6):
        compare(game, seed=seed, choose=random_chooser(seed))


# Li Si 1 with all his soldiers at the entrance and Mausoleum tiles that ask for one piece: soon every tile is his.
EVERY_TILE: tuple[Edit, ...] = (
    *(("mausoleum_tiles.csv", f"\n{tile},region,{needs},0,0,0,", f"\n{tile},region,0,0,1,0,0,0,")
      for tile, needs in ((1, "2,0,0"), (2, "0,2,0"), (3, "1,1,0"), (4, "0,0,2"), (5, "0,0,3"))),
    *(("mausoleum_tiles.csv", f"\n{tile},wall,0,0,0,2,", f"\n{tile},wall,0,0,0,1,") for tile in (7, 8)),
    ("lisi_cards.csv", "1,1 2 3 6 10 15 20 8 23,A,C,2,0,0,", "1,10 11 12 13 15 16 20 21 1,A,C,2,0,8,"),
)  # fmt: skip


def test_li_si_with_a_soldier_on_every_tile(tmp_path: Path) -> None:
    """ "If none, the first without his majority"; for a Palace the first; a wall in the first section still free. All
    his soldiers are unlocked: his tokens unlock none."""
    game = edited(tmp_path, *EVERY_TILE, players=1, lisi="1")
    for seed in range(4):
        compare(game, seed=seed, choose=random_chooser(seed))


def test_li_si_without_pieces(tmp_path: Path) -> None:
    """What his supply does not hold he does not build: his card is only discarded."""
    supplies = [
        number("supply_governors", "7", "6"),
        number("supply_palaces", "6", "2"),
        number("supply_walls", "6", "3"),
    ]
    game = edited(tmp_path, *EVERY_TILE, *supplies, players=1, lisi="1")
    for seed in range(2):
        compare(game, seed=seed, choose=random_chooser(seed))


def test_li_si_shuffles_when_his_deck_is_empty(tmp_path: Path) -> None:
    """ "Shuffle Li Si's discard pile with his Action deck": two cards come back, six turns are played a round."""
    deck = ("lisi_cards.csv", "1,1 2 3 6 10 15 20 8 23,", "1,1 2 8 9 14 18 19 23 24,")
    game = edited(tmp_path, deck, players=1, lisi="1")
    for seed in range(2):
        compare(game, seed=seed, choose=random_chooser(seed))


# -- positions --------------------------------------------------------------------------------------------------------


def test_three_large_tokens_for_one_soldier_in_the_last_round() -> None:
    """ "Spending 3 Unification tokens … for each": two large tokens pay for one, the third would be too much."""
    game = load_game("first_empire", players=2)
    table = played(game, lambda table: table.state["round"] == LAST_ROUND and table.stage() == "unlock")
    seat = table.position.to_move
    assert seat is not None
    with table.editing() as state:
        player = state["seat"][seat]
        state["small"] = [all_ + own for all_, own in zip(state["small"], player["small"], strict=True)]
        player["small"] = [0, 0, 0]
        for other in state["seat"]:
            other["large"] = [0, 0, 0]
        state["large"], player["large"] = [0, 0, 0], [1, 1, 1]
    locked = table.state["seat"][seat]["locked"]
    table.do("unlock", soldiers=1)
    assert table.state["seat"][seat]["locked"] == locked - 1


@pytest.mark.parametrize("piece", ["governors", "palaces", "walls", "locked", "entrance"])
def test_a_lost_piece_is_noticed(piece: str) -> None:
    """Player setup: 7 Governors, 6 Palaces, 6 walls, 9 soldiers, in the supply or on the board."""
    game = load_game("first_empire", players=2)
    table = Editable(game, game.deal(seed=1))
    assert table.position.consistent() == 0
    with table.editing() as state:
        seat: State = state["seat"][1]
        seat[piece] += 1
    assert table.position.consistent() == BROKEN_PIECES
