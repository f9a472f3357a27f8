"""The kernel against an independent model of the rules: every decision, every state, every score.

The model (tests/games/zhanguo/model) was written from the rulebook and the rulings, not from the engine. More games:

    MODEL_GAMES=2000 python -m pytest tests/games/zhanguo/test_model.py -k many -s
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cext.games import load_game
from cext.games.errors import ComponentError
from cext.kernel.game import Game
from tests.games.harness import MANY, find_out, planners, play_many, random_chooser
from tests.games.variations import write_varied
from tests.games.zhanguo.conftest import loaded
from tests.games.zhanguo.model.compare import SKIPPED, SKIPPED_OF_A_SEAT, compare, rules_of
from tests.games.zhanguo.model.variation import write_variation

SWITCHES = (
    "draft", "draw_all_decks", "player_order", "hire_unrest", "extra_worker_unrest", "wall_below_zero",
    "palace_from_symbol",
)  # fmt: skip
SINGLE: list[dict[str, Any]] = [
    {},
    {"boards_by": "chosen"},
    {"boards_by": "auction"},
    {"draft": True},
    {"draft": True, "draw_all_decks": True},
    {"player_order": True},
    {"hire_unrest": True},
    {"hire_unrest": True, "extra_worker_unrest": False},
    {"wall_below_zero": True, "palace_from_symbol": True},
]


def any_boards(game: Game, seed: int) -> list[int] | None:
    """A and B sides mixed, where boards are given."""
    draw = Random(seed)
    return [draw.randrange(5) for _ in range(game.players)] if game.options["boards_by"] == "given" else None


def any_options(seed: int) -> tuple[int, dict[str, Any]]:
    """Players and options."""
    draw = Random(seed)
    options: dict[str, Any] = {name: draw.random() < 0.5 for name in SWITCHES}
    players = draw.choice((2, 3, 4))
    options["boards_by"] = draw.choice(("given", "given", "chosen", "auction"))
    if options["boards_by"] == "auction" and players < 4 and draw.random() < 0.5:
        options["boards_discarded"] = ",".join(draw.sample(("circle", "square", "triangle", "star"), 4 - players))
    return players, options


@pytest.mark.parametrize("options", SINGLE, ids=lambda options: " ".join(f"{k}={v}" for k, v in options.items()))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players: int, options: dict[str, Any]) -> None:
    game = loaded(players, **options)
    assert compare(game, seed=players, choose=random_chooser(players), boards=any_boards(game, players)) > 100


@pytest.mark.parametrize(("players", "boards"), [(2, "circle,star"), (3, "triangle")])
def test_random_games_with_boards_discarded_by_agreement(players: int, boards: str) -> None:
    game = loaded(players, boards_by="auction", boards_discarded=boards)
    assert compare(game, seed=players, choose=random_chooser(players)) > 100


@pytest.mark.parametrize("seed", range(12))
def test_games_of_strategies(seed: int) -> None:
    players, options = any_options(seed)
    game = loaded(players, **options)
    assert compare(game, seed=seed, choose=planners(game, seed), boards=any_boards(game, seed)) > 100


@pytest.mark.parametrize("seed", range(12))
def test_games_with_other_components(tmp_path: Path, seed: int) -> None:
    players, options = any_options(seed)
    game = load_game("zhanguo", players=players, components=write_variation(tmp_path, seed), **options)
    assert compare(game, seed=seed, choose=random_chooser(seed), boards=any_boards(game, seed)) > 60


@pytest.mark.parametrize(
    "switch", ["draft", "draw_all_decks", "player_order", "hire_unrest", "palace_from_symbol", "wall_below_zero"]
)
def test_a_model_that_reads_one_rule_otherwise_is_found_out(tmp_path: Path, switch: str) -> None:
    """Every switch changes the play of some game, and the comparison sees it."""

    def play(seed: int) -> None:
        folder = write_variation(tmp_path / str(seed), seed)
        game = load_game("zhanguo", players=4, components=folder, draft=switch == "draw_all_decks")
        rules = rules_of(game, **{switch: True})
        compare(game, seed=seed, choose=random_chooser(seed), boards=any_boards(game, seed), rules=rules)

    find_out(play)


def test_every_field_left_out_is_a_field_of_the_state() -> None:
    game = loaded(2)
    state = game.state(game.deal(seed=1))
    assert SKIPPED.keys() < state.keys()
    assert SKIPPED_OF_A_SEAT.keys() < state["seat"][0].keys()


@pytest.mark.parametrize("number", ["ability_points = 0", "ability_points = 5", "bonus_points = 0", "bonus_points = 9"])
def test_points_of_cards_squares_and_boards_are_numbers_of_their_own(tmp_path: Path, number: str) -> None:
    """The star board gives 2 re-assignment points whatever a card gives; points that are 0 are not asked for."""
    name, value = number.split(" = ")
    write_varied("zhanguo", tmp_path, {"numbers.toml": {name: int(value)}}, {})
    game = load_game("zhanguo", players=4, components=tmp_path)
    star = game.boards.index("star")
    for seed in range(2):
        assert compare(game, seed=seed, choose=random_chooser(seed), boards=[star] * 4) > 100


def test_everybody_can_make_the_minimum_bid(tmp_path: Path) -> None:
    """ "The minimum bid is always 1 VP ... players cannot bid more VP than they currently have." """
    write_varied("zhanguo", tmp_path, {"numbers.toml": {"auction_vp": 0}}, {})
    with pytest.raises(ComponentError, match=r"numbers\.toml, auction_vp: value holds 0: allowed are 1 to 99"):
        load_game("zhanguo", players=2, components=tmp_path)


def test_officials_at_the_start_come_from_the_supply(tmp_path: Path) -> None:
    few = {"numbers.toml": {"supply_officials": 1}}
    load_game("zhanguo", players=2, components=write_varied("zhanguo", tmp_path, few, {}))
    write_varied("zhanguo", tmp_path, few | {"boards.toml/A": {"officials": [0, 2, 1]}}, {})
    with pytest.raises(ComponentError, match=r"boards\.toml, A\.officials: 2 civilian at the start: a player has 1"):
        load_game("zhanguo", players=2, components=tmp_path)


def many(folder: Path) -> Iterator[tuple[str, Callable[[], int]]]:
    """MODEL_GAMES random games, a quarter as many of strategies, as many again of both with other components."""
    for seed in range(MANY):
        players, options = any_options(seed)
        games = [(loaded(players, **options), "as shipped")]
        if seed % 4 == 0:
            varied = load_game("zhanguo", players=players, components=write_variation(folder, seed), **options)
            games.append((varied, f"components {folder}"))
        for game, components in games:
            boards = any_boards(game, seed)
            for choose in (random_chooser(seed), *([planners(game, seed)] if seed % 4 == 0 else [])):
                yield f"seed {seed}, {components}", partial(compare, game, seed=seed, choose=choose, boards=boards)


@pytest.mark.skipif(MANY == 0, reason="MODEL_GAMES says how many games to play")
def test_many_games(tmp_path: Path) -> None:
    assert play_many(many(tmp_path)) == []
