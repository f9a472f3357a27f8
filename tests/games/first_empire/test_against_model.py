"""The kernel against the model: legal moves, states and scores, under every switch. More games:

MODEL_GAMES=2000 python -m pytest tests/games/first_empire/test_against_model.py -k many -s
"""

import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cext.games import load_game
from cext.games.first_empire import engine
from cext.kernel.game import Game
from tests.games.copies import edit
from tests.games.first_empire.conftest import loaded
from tests.games.first_empire.model.compare import compare
from tests.games.first_empire.model.table import DEFAULTS
from tests.games.first_empire.model.variation import write_variation
from tests.games.harness import MANY, find_out, planners, play_many, random_chooser

OTHER = {
    name: choices[0][-1] if choices else not default for name, (default, _, *choices) in engine.SWITCHES.items()
}  # of each switch the reading that is not the ruling; of tableau and lisi the last value
SOLO = [name for name in OTHER if name.startswith("lisi")]
SHARED = {name: other for name, other in OTHER.items() if name not in SOLO}
CASES: list[tuple[int, dict[str, Any]]] = [
    *((players, options) for players in (1, 2, 3, 4) for options in ({}, {"tableau": "A"}, SHARED)),
    *((2 + number % 3, {name: other}) for number, (name, other) in enumerate(SHARED.items())),
    *((1, {"lisi": level, name: OTHER[name]}) for k, name in enumerate(SOLO[1:]) for level in ("12", "34")[k % 2]),
    *((1, {**OTHER, "lisi": level}) for level in "1234"),
]
EDITS = tomllib.loads((Path(__file__).parent / "component_edits.toml").read_text(encoding="utf-8"))["variations"]
RARE = ("triggered_at_once", "lisi_covers_x")  # F3, S13: test_switches.py has positions
READINGS = [name for name, value in DEFAULTS.items() if isinstance(value, bool) and name not in RARE]
FIRST_SEEN = {  # deals in which a reading first matters, where that takes long
    "unrest_when_activated": 6, "large_lose_one": 76, "lisi_unlocks_last": 12, "lisi_leftmost": 45,
    "emperor_any_card": 7, "bare_region_covers": 6, "limit_each": 2, "lisi_asks_once": 3,
}  # fmt: skip


def any_options(seed: int) -> tuple[int, dict[str, Any]]:
    """Players and options: about a third of the switches at their other reading."""
    draw = Random(seed)
    options = {name: other for name, other in OTHER.items() if draw.random() < 0.3}
    return 1 + seed % 4, options | {"lisi": draw.choice("1234"), "tableau": draw.choice(("printed", "A", "B"))}


def varied(folder: Path, seed: int, **options: Any) -> Game:
    """A game with other components."""
    return load_game("first_empire", components=write_variation(folder / str(seed), seed), **options)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_random_game(number: int) -> None:
    players, options = CASES[number]
    compare(loaded(players, **options), seed=number, choose=random_chooser(number))


@pytest.mark.parametrize("tile", range(1, 11))
def test_given_starting_tiles(tile: int) -> None:
    """Every Starting tile, one given to seat 1, the others dealt."""
    compare(loaded(2), seed=tile, choose=random_chooser(tile), boards=[tile, 0])


@pytest.mark.parametrize("seed", range(8))
def test_games_of_strategies(seed: int) -> None:
    players, options = any_options(seed)
    game = loaded(players, **options)
    assert compare(game, seed=seed, choose=planners(game, seed)) > 30


@pytest.mark.parametrize("seed", range(8))
def test_games_with_other_components(tmp_path: Path, seed: int) -> None:
    players, options = any_options(seed)
    game = varied(tmp_path, seed, players=players, **options)
    assert compare(game, seed=seed, choose=random_chooser(seed)) > 30


@pytest.mark.parametrize("number", range(len(EDITS)), ids=[f"{edit['file']}-{k}" for k, edit in enumerate(EDITS, 1)])
def test_a_game_with_an_edited_file(copy: Path, number: int) -> None:
    """The variations of the list of edits, for other numbers of players in turn; Li Si's files alone."""
    file, old, new = (EDITS[number][key] for key in ("file", "old", "new"))
    edit(copy, file, old, new)
    solo = file in ("solo_cards.csv", "scoring_faces.csv", "lisi_cards.csv")
    game = load_game("first_empire", components=copy, players=1 if solo else 1 + number % 4, lisi="4")
    assert compare(game, seed=number, choose=random_chooser(number)) > 30


@pytest.mark.parametrize("reading", READINGS)
def test_a_model_that_reads_a_rule_otherwise_is_found_out(tmp_path: Path, reading: str) -> None:
    """Every switch changes the play of some game, and the comparison sees it."""
    players = 1 if reading.startswith("lisi") else 3
    otherwise = {reading: not DEFAULTS[reading]}

    def play(seed: int) -> None:
        for game in (loaded(players, lisi="4"), varied(tmp_path, seed, players=players, lisi="4")):
            compare(game, seed=seed, choose=random_chooser(seed), **otherwise)

    find_out(play, range(FIRST_SEEN.get(reading, 0), 80))


def many(folder: Path) -> Iterator[tuple[str, Callable[[], int]]]:
    """MODEL_GAMES random games, the cases in turn, every third with given Starting tiles; a quarter as many of
    strategies and as many with other components, half under the same cases, half under any switches together."""
    for seed in range(MANY):
        players, options = CASES[seed % len(CASES)]
        boards = [(seed + seat) % 10 + 1 for seat in range(players)] if seed % 3 == 0 else None
        game = loaded(players, **options)
        yield f"seed {seed}", partial(compare, game, seed=seed, choose=random_chooser(seed), boards=boards)
        if seed % 4 == 0:
            players, options = any_options(seed // 4) if seed % 8 else CASES[seed // 8 % len(CASES)]
            game = loaded(players, **options)
            yield f"plans, seed {seed}", partial(compare, game, seed=seed, choose=planners(game, seed))
            game = varied(folder, seed, players=players, **options)
            choose = planners(game, seed) if seed % 16 else random_chooser(seed)
            yield f"components of seed {seed}", partial(compare, game, seed=seed, choose=choose)


@pytest.mark.skipif(MANY == 0, reason="MODEL_GAMES says how many games to play")
def test_many_games(tmp_path: Path) -> None:
    assert play_many(many(tmp_path)) == []
