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
from tests.games.positions import Editable

Edit = tuple[str, str, str]  # file, text that stands there once, text in its place
LAST_ROUND = 4


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
    position = played(game, lambda table: bool(table.offers("play", action="nothing"))).position
    assert len(position.moves()) > 1
    assert not any(position.features(move).any() for move in position.moves())


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


def test_a_supply_without_tokens_gives_none(tmp_path: Path) -> None:
    """ "Gain any … small Unification tokens", as far as the supply goes."""
    printed = "[0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0]"
    symbols = ("board.toml", f"value = {printed}", f"value = {[1] * 20 + [2]}")
    game = edited(tmp_path, number("small_tokens", "[9, 11, 13]", "[0, 0, 0]"), symbols, players=2)
    for seed in range(4):
        compare(game, seed=seed, choose=random_chooser(seed))


def test_a_governor_tile_that_changes_nothing(tmp_path: Path) -> None:
    """ "Immediately receive the indicated bonus": without locked soldiers a tile that unlocks them gives nothing."""
    edits = [number("supply_soldiers", "8", "3")]
    edits += [
        ("governor_tiles.csv", f"\n{tile},{gains},", f"\n{tile},unlock,{tile},unlock,{tile},")
        for tile, gains in ((1, "vp_per_palace,1,ship,3"), (2, "vp_per_wall,1,moves,4"), (4, "unlock,1,alchemists,2"))
    ]
    game = edited(tmp_path, *edits, players=4)
    for seed in range(4):
        compare(game, seed=seed, choose=random_chooser(seed))


def test_equal_cards_of_a_region_are_offered_once(tmp_path: Path) -> None:
    """Appendix 1, "up to 2 Official movements": which of two cards with it is activated makes no difference."""
    header, *rows = (SHIPPED / "cards.csv").read_text(encoding="utf-8").splitlines()
    cells = [row.split(",") for row in rows]
    text = "\n".join([header, *(",".join([*row[:2], "recruit", "moves", *row[4:]]) for row in cells)])
    (tmp_path / "cards.csv").write_text(text + "\n", encoding="utf-8")
    game = load_game("first_empire", players=2, components=tmp_path)
    for seed in range(2):
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


# Numbers of the invariants (hidden.pxd), and what is put wrong.
BROKEN = (
    (1, "deck.0.39 = deck.0.38"),
    (1, "seat.0.hand.0 = seat.0.hand.1"),
    (1, "seat.0.card.0.0 = seat.0.hand.0; seat.0.n_cards.0 = 1"),
    (2, "small.0 -= 1"),
    (3, "seat.0.supply.0 += 1"),
    (3, "seat.0.standing ^= 1"),  # an official that looks present
    (4, "seat.0.cards_in.0.0 += 1"),
    (5, "seat.0.unrest.0 = 4"),
    (6, "seat.0.emperor = 1"),  # an Emperor tile without a card
    *((7, f"seat.1.{piece} += 1") for piece in ("governors", "palaces", "walls", "locked", "entrance")),
    (8, "seat.0.wall_at.0 = 1"),
    (8, "n_soldiers.0 += 1"),
    (8, "slot.0.0 = 1"),
    (8, "seat.0.spots = 1"),  # a soldier on a tile that shows none
    (8, "open.0 ^= 2"),  # a slot that looks taken
    (9, "seat.0.vp += 1"),
    (10, "track.0 = track.1"),
    (11, "seat.0.fulfilled ^= 1"),
    (11, "full ^= 1"),
    (12, "seat.0.given = 1"),  # another Starting tile than he has
)


@pytest.mark.parametrize(("invariant", "text"), BROKEN)
def test_a_broken_invariant_is_named(invariant: int, text: str) -> None:
    """Each invariant of a position notices the one thing that is put wrong."""
    table = played(load_game("first_empire", players=2), lambda table: table.stage() == "play")
    assert (table.position.consistent(), 1 in table.state["seat"][0]["start"]) == (0, False)
    assert table.broken(text) == invariant


def test_a_card_twice_in_li_sis_deck_is_noticed() -> None:
    """His Unification deck holds six different cards."""
    table = played(load_game("first_empire", players=1, lisi="3"), lambda table: table.stage() == "play")
    assert table.broken("lisi_cards.0 = lisi_cards.1") == 1
