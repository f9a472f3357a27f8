"""The kernel against an independent model of the rules: every placement offered, every board, every end.

More games:

    MODEL_GAMES=2000 python -m pytest tests/games/qin/test_model.py -k many -s
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cext.kernel.game import Game, Position
from tests.games.harness import MANY, Chooser, find_out, play_many, random_chooser
from tests.games.positions import loaded_game
from tests.games.qin.model.compare import compare

SWITCHES = ("merger_any_tie", "village_any_tie", "major_keeps")
MAPS = ("bird", "lakes_reconstructed")
CROWDED = Path(__file__).parent / "model" / "crowded"  # component files: maps full of single spaces, few pagodas
CROWDED_GAMES = range(16, 40)  # every third of merger()
CROWDED_MAPS = ("valleys", "terraces")
FOUNDER = {"found": 20, "expand": -8, "expand_rival": -8, "room": 1}


loaded = partial(loaded_game, "qin")


def planner(game: Game, seed: int) -> Chooser:
    """The placement of highest value under weights nobody would choose; mergers and villages are sought or fled."""
    draw = np.random.default_rng(seed)
    weights = draw.integers(-3000, 6000, len(game.feature_docs), dtype=np.int32)

    def choose(position: Position) -> int:
        values = position.values(weights)
        return int(position.moves()[int(values.argmax())])

    return choose


def merger(game: Game, seed: int) -> Chooser:
    """Founds small provinces until one tile joins several, and joins those, whoever gains by it."""
    draw = Random(seed)
    names = [name for name, *_ in game.feature_docs]
    joined = np.array([name in ("absorb", "absorbed", "unite") for name in names], np.int32)
    founded = np.array([FOUNDER.get(name, 0) for name in names], np.int32) - 30 * joined

    def choose(position: Position) -> int:
        moves, values = position.moves(), position.values(joined)
        if values.max() < 2:
            values = position.values(founded) if draw.random() < 0.75 else np.zeros(len(moves))
        return draw.choice(sorted(move for move, value in zip(moves, values, strict=True) if value == values.max()))

    return choose


def crowded_game(seed: int) -> tuple[Game, str]:
    """A game on a crowded map with few pagodas."""
    draw = Random(seed)
    options: dict[str, Any] = {name: draw.random() < 0.3 for name in SWITCHES}
    return loaded(draw.choice((2, 3, 4)), components=CROWDED, map="valleys", **options), draw.choice(CROWDED_MAPS)


def any_game(seed: int) -> tuple[Game, str]:
    """A game for any number of players under any switches, and the map to play it on: the first of the game or not."""
    draw = Random(seed)
    options: dict[str, Any] = {name: draw.random() < 0.4 for name in SWITCHES}
    return loaded(draw.choice((2, 3, 4)), map=draw.choice(MAPS), **options), draw.choice(MAPS)


@pytest.mark.parametrize("seed", range(8))
def test_games_of_random_choices_and_those_that_seek_or_flee_what_the_features_count(seed: int) -> None:
    game, board = any_game(seed)
    assert compare(game, seed=seed, board=board, choose=random_chooser(seed)) > 30
    assert compare(game, seed=seed, board=board, choose=planner(game, seed)) > 15


@pytest.mark.parametrize("seed", CROWDED_GAMES)
def test_games_on_crowded_maps_with_few_pagodas(seed: int) -> None:
    game, board = crowded_game(seed)
    choose = (planner(game, seed), random_chooser(seed), merger(game, seed))[seed % 3]
    assert compare(game, seed=seed, board=board, choose=choose) > 8


def test_the_crowded_games_hold_what_is_rare_elsewhere() -> None:
    """Mergers of three provinces and of both colours of a tile, own mergers, last pagodas in another's turn."""
    seen: Counter[str] = Counter()
    for seed in CROWDED_GAMES[1::3]:
        game, board = crowded_game(seed)
        position, choose = game.deal(seed=seed, boards=[board] * game.players), merger(game, seed)
        while position.to_move is not None:
            move, mover, before = choose(position), position.to_move, position.copy()
            position.apply(move)
            joined = [
                line.count(" of player ") for line in game.words.events(before, move, position) if "joined" in line
            ]
            seen["both colours"] += len(joined) == 2
            seen["three provinces"] += max(joined, default=0) > 2
        seen["own"] += sum(position.counters(seat)["provinces_united"] for seat in range(game.players))
        seen["win in another's turn"] += game.state(position)["ended"] == 1 and position.ranks()[mover] > 1
    assert min(seen[name] for name in ("both colours", "three provinces", "own", "win in another's turn")) > 0, seen


@pytest.mark.parametrize(
    ("switch", "seeds"),
    [("merger_any_tie", range(28, 40)), ("village_any_tie", range(40)), ("major_keeps", (220,))],  # the last is rare
)
def test_a_model_that_reads_one_rule_otherwise_is_found_out(switch: str, seeds: Iterable[int]) -> None:
    """Every switch changes some game, and the comparison sees it."""
    game = loaded(4)
    otherwise: dict[str, Any] = {switch: True}
    find_out(lambda seed: compare(game, seed=seed, choose=random_chooser(seed), **otherwise), seeds)


def many() -> Iterator[tuple[str, Callable[[], int]]]:
    """MODEL_GAMES games: a quarter on crowded maps, the others of random placements and of weights."""
    for seed in range(MANY):
        game, board = crowded_game(seed) if seed % 4 == 0 else any_game(seed)
        choose = merger(game, seed) if seed % 4 == 0 else random_chooser(seed) if seed % 2 else planner(game, seed)
        yield f"seed {seed}", partial(compare, game, seed=seed, board=board, choose=choose)


@pytest.mark.skipif(MANY == 0, reason="MODEL_GAMES says how many games to play")
def test_many_games() -> None:
    assert play_many(many()) == []
