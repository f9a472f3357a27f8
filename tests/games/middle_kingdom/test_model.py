"""The kernel against an independent model of the rules: every decision, every state, every score.

The model (tests/games/middle_kingdom/model) was written from the rulebook and the rulings, not from the engine. More
games:

    MODEL_GAMES=2000 python -m pytest tests/games/middle_kingdom/test_model.py -k many -s
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Game
from tests.games.harness import MANY, find_out, planners, play_many, random_chooser
from tests.games.middle_kingdom.conftest import loaded
from tests.games.middle_kingdom.model.compare import compare, rules_of, sparing_chooser, tying_chooser
from tests.games.variations import Row, write_varied

CASES: list[dict[str, Any]] = [
    {"players": 2}, {"players": 3}, {"players": 4}, {"players": 5}, {"players": 3, "experienced": True},
    {"players": 2, "emperor_first": True}, {"players": 3, "experienced": True, "emperor_first": True},
    {"players": 4, "harvest_after": "on"}, {"players": 2, "harvest_after": "on"},
    {"players": 2, "harvest_after": "other", "swap_market": True},
    {"players": 2, "reset_no_half": True}, {"players": 2, "emperor_first": True, "reset_no_half": True},
    {"players": 4, "moved_merchants": "except_swap", "swap_market": True, "never_had_dragon": "last"},
    {"players": 3, "moved_merchants": "except_heir", "never_had_dragon": "undecided", "token_limit": True},
    {"players": 2, "moved_merchants": "goal_cards", "token_limit": True},
    {"players": 2, "moved_merchants": "except_taking"},
]  # fmt: skip


def varied(folder: Path, seed: int) -> Path:
    """Component files with other counts, points and numbers."""
    draw = Random(seed)
    most = {"goal_cards": 4, "dragon_goals": 5, "harvest_cards": 6, "token_vp": 4, "tokens": 9}

    def card(row: Row) -> dict[str, object]:
        count = row["count"] if row["card"] == "philosopher" else max(2, row["count"] + draw.randrange(-4, 5))
        return {"count": count, "vp": row["vp"] + draw.randrange(2)}

    numbers = {name: draw.randint(1, high) for name, high in most.items()}
    return write_varied("middle_kingdom", folder, {"numbers.toml": numbers}, {"cards.csv": card})


def starts(game: Game, seed: int) -> list[str]:
    """For every seat a Goal Card from the start or none, no card twice."""
    draw = Random(seed)
    cards = draw.sample(game.boards[1:], game.players)
    return [draw.choice(["equal", card]) for card in cards]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_games_of_random_choices_of_ties_and_with_goal_cards_from_the_start(case: dict[str, Any]) -> None:
    game = loaded(**case)
    for seed in range(2):
        choose = (random_chooser, tying_chooser)[seed % 2](seed)
        assert compare(game, seed=seed, choose=random_chooser(seed)) > 60
        assert compare(game, seed=seed, choose=choose, boards=starts(game, seed)) > 60
        compare(game, seed=seed, choose=tying_chooser(seed))


@pytest.mark.parametrize("case", [CASES[0], CASES[4]], ids=str)
def test_games_with_a_reset_as_the_last_card(case: dict[str, Any]) -> None:
    for seed in range(10):
        compare(loaded(**case), seed=seed, choose=sparing_chooser(seed))


@pytest.mark.parametrize("case", CASES[:5], ids=str)
def test_games_that_run_out_of_cards_for_ties(tmp_path: Path, case: dict[str, Any]) -> None:
    write_varied(
        "middle_kingdom", tmp_path, {}, {"cards.csv": lambda row: {"count": 1 if row["card"] == "philosopher" else 2}}
    )
    game = load_game("middle_kingdom", components=tmp_path, **case)
    for seed in range(4):
        compare(game, seed=seed, choose=tying_chooser(seed))


@pytest.mark.parametrize("case", CASES[:5], ids=str)
def test_games_of_strategies(case: dict[str, Any]) -> None:
    for seed in range(4):
        compare(loaded(**case), seed=seed, choose=planners(loaded(**case), seed))


@pytest.mark.parametrize("seed", range(10))
def test_games_with_other_components(tmp_path: Path, seed: int) -> None:
    case = CASES[seed % len(CASES)]
    game = load_game("middle_kingdom", components=varied(tmp_path, seed), **case)
    compare(game, seed=seed, choose=random_chooser(seed))


@pytest.mark.parametrize(
    ("players", "switch", "value"),
    [
        (4, "harvest_after", "on"), (2, "harvest_after", "on"), (2, "harvest_after", "other"),
        (2, "emperor_first", True), (2, "reset_no_half", True), (3, "experienced", True),
        *((4, "moved_merchants", value) for value in ("except_taking", "except_swap", "except_heir", "goal_cards")),
        (4, "swap_market", True), (4, "never_had_dragon", "last"), (4, "never_had_dragon", "undecided"),
        (3, "token_limit", True),
    ],
)  # fmt: skip
def test_a_model_that_reads_one_rule_otherwise_is_found_out(players: int, switch: str, value: str | bool) -> None:
    """Every switch changes the play of some game, and the comparison sees it."""
    game = loaded(players)
    rules = rules_of(game, **{switch: value})
    find_out(lambda seed: compare(game, seed=seed, choose=random_chooser(seed), rules=rules))


def many(folder: Path) -> Iterator[tuple[str, Callable[[], int]]]:
    """MODEL_GAMES games each of random choices, of ties, of strategies, and of other components; every other game with
    Goal Cards from the start."""
    for seed in range(1000, 1000 + MANY):
        case = CASES[seed % len(CASES)]
        game, other = loaded(**case), load_game("middle_kingdom", components=varied(folder, seed), **case)
        for number, (played, choose) in enumerate(
            ((game, random_chooser(seed)), (game, tying_chooser(seed)), (game, planners(game, seed)),
             (other, random_chooser(seed)))
        ):  # fmt: skip
            boards = starts(played, seed) if number % 2 == 0 else None
            yield f"seed {seed}, game {number}", partial(compare, played, seed=seed, choose=choose, boards=boards)


@pytest.mark.skipif(MANY == 0, reason="MODEL_GAMES says how many games to play")
def test_many_games(tmp_path: Path) -> None:
    assert play_many(many(tmp_path)) == []
