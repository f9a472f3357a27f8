"""What happens seldom or never with the printed components: games with other components, and positions set up."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Game
from tests.games.first_empire.model.compare import compare
from tests.games.harness import random_chooser
from tests.games.positions import Editable
from tests.games.variations import Row, Vary, write_varied

LAST_ROUND = 4


def agree(
    folder: Path,
    rows: Mapping[str, Vary] = {},
    *,
    numbers: Mapping[str, object] = {},
    board: Mapping[str, object] = {},
    games: int = 2,
    players: int = 2,
    **options: Any,
) -> Game:
    """A game with other components, of which so many games agree with the model."""
    write_varied("first_empire", folder, {"numbers.toml": numbers, "board.toml": board}, rows)
    game = load_game("first_empire", players=players, components=folder, **options)
    for seed in range(games):
        compare(game, seed=seed, choose=random_chooser(seed))
    return game


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
    none = {"supply_governors": 0, "supply_palaces": 0, "supply_walls": 0}
    game = agree(tmp_path, numbers={**none, "supply_officials": 2, "ship_steps": 20}, games=3)
    position = played(game, lambda table: bool(table.offers("play", action="nothing"))).position
    assert len(position.moves()) > 1
    assert not any(position.features(move).any() for move in position.moves())


def test_both_bonuses_of_a_governor_tile_may_ask(tmp_path: Path) -> None:
    """Governor bonus "both": Officials in one region, and then a Worker in one."""

    def asking(row: Row) -> Row:
        amount = min(row["tile"], 9)
        return {"first": "generals", "first_amount": amount, "second": "worker", "second_amount": amount}

    agree(tmp_path, {"governor_tiles.csv": asking}, games=6, players=4, governor_bonus="both")


def test_a_supply_without_tokens_gives_none(tmp_path: Path) -> None:
    """ "Gain any … small Unification tokens", as far as the supply goes."""
    agree(tmp_path, numbers={"small_tokens": [0, 0, 0]}, board={"elixir_symbols": [*[1] * 20, 2]}, games=4)


def test_a_governor_tile_that_changes_nothing(tmp_path: Path) -> None:
    """ "Immediately receive the indicated bonus": without locked soldiers a tile that unlocks them gives nothing."""

    def unlocking(row: Row) -> Row:
        amount = row["tile"]
        unlock = {"first": "unlock", "first_amount": amount, "second": "unlock", "second_amount": amount}
        return unlock if amount in (1, 2, 4) else {}

    agree(tmp_path, {"governor_tiles.csv": unlocking}, numbers={"supply_soldiers": 3}, games=4, players=4)


def test_equal_cards_of_a_region_are_offered_once(tmp_path: Path) -> None:
    """Appendix 1, "up to 2 Official movements": which of two cards with it is activated makes no difference."""
    agree(tmp_path, {"cards.csv": lambda _: {"trigger": "recruit", "ability": "moves"}})


def first_li_si(**changed: object) -> Vary:
    """Li Si 1 with something else on his card."""
    return lambda row: changed if row["level"] == 1 else {}


def one_piece(row: Row) -> Row:
    """Mausoleum tiles that ask for one piece."""
    asked = {"region": {"governors": 0, "palaces": 0, "pieces": 1}, "wall": {"walls": 1}}
    return asked.get(row["kind"], {})


# Li Si 1 with all his soldiers at the entrance: soon every tile is his.
EVERY_TILE: dict[str, Vary] = {
    "mausoleum_tiles.csv": one_piece,
    "lisi_cards.csv": first_li_si(deck="10 11 12 13 15 16 20 21 1", soldiers=8),
}


def test_li_si_with_a_soldier_on_every_tile(tmp_path: Path) -> None:
    """ "If none, the first without his majority"; for a Palace the first; a wall in the first section still free. All
    his soldiers are unlocked: his tokens unlock none."""
    agree(tmp_path, EVERY_TILE, games=4, players=1, lisi="1")


def test_li_si_without_pieces(tmp_path: Path) -> None:
    """What his supply does not hold he does not build: his card is only discarded."""
    few = {"supply_governors": 6, "supply_palaces": 2, "supply_walls": 3}
    agree(tmp_path, EVERY_TILE, numbers=few, players=1, lisi="1")


def test_li_si_shuffles_when_his_deck_is_empty(tmp_path: Path) -> None:
    """ "Shuffle Li Si's discard pile with his Action deck": two cards come back, six turns are played a round."""
    agree(tmp_path, {"lisi_cards.csv": first_li_si(deck="1 2 8 9 14 18 19 23 24")}, players=1, lisi="1")


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
