"""The notation of ZhanGuo's moves: short, different for every legal move, read back as it was written."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from cext.games import load_game
from cext.games.zhanguo.words.moves import STAGES
from cext.kernel.game import Game, Position
from tests.games.zhanguo.conftest import Table

CASES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"boards_by": "auction", "draft": True}),
    (3, {"boards_by": "chosen", "player_order": True, "hire_unrest": True}),
    (4, {"boards_by": "auction", "draft": True, "player_order": True}),
)
SHAPE = re.compile(
    r"[URAGHPW]\d+|@\d|\+[mci]\d|[mci]\dw?>\dw?(=\d+)?|stop|g\d[vor]?|h\d[mci]{0,2}|p\d(-\d)?|\*[13][wcl]|w\d/\d|-\d{1,3}"
    r"|!(\d+|board)|~\d|\d>\d|g\d[vor]?>\d|take|leave|b\d+|pass|#\w+|x\d+"
)


def played(players: int, options: dict[str, Any], seed: int) -> tuple[Game, list[Position]]:
    """Every position of a random game."""
    game = load_game("zhanguo", players=players, **options)
    rng = random.Random(seed)
    boards = None if options.get("boards_by") else rng.sample(game.boards, players)
    positions = [game.deal(seed=seed, boards=boards)]
    while positions[-1].to_move is not None:
        following = positions[-1].copy()
        following.apply(rng.choice(following.moves()))
        positions.append(following)
    return game, positions


def test_a_text_means_one_move_whatever_the_position() -> None:
    """Where a text is legal in many positions, the move is the same, but for the place of an activated card; each has
    the shape of its kind."""
    meanings: dict[str, set[int]] = {}
    for players, options in CASES:
        game, positions = played(players, options, 4)
        for position in positions:
            for move in position.moves():
                meanings.setdefault(game.words.notation(position, move), set()).add(move)
    assert {text for text, moves in meanings.items() if len(moves) > 1 and not text.startswith("!")} == set()
    assert {text for text in meanings if not SHAPE.fullmatch(text)} == set()


def test_the_game_over_has_no_move() -> None:
    game, positions = played(2, {}, 1)
    with pytest.raises(ValueError, match="the game is over"):
        game.words.parse(positions[-1], "stop")


def test_examples_of_the_readme() -> None:
    """Each line of the README's table of notation shows a text of the shape the notation has."""
    readme = (Path(__file__).parents[3] / "cext/games/zhanguo/README.md").read_text(encoding="utf-8")
    table = readme.split("## Notation")[1].split("\n## ")[0]
    rows = [line.split("|")[1:4] for line in table.splitlines() if line.startswith("|")][2:]
    assert {name.strip() for _, _, names in rows for name in names.split(",")} == set(STAGES[:-1])
    for examples, _, _ in rows:
        for example in re.findall(r"`([^`]+)`", examples):
            assert SHAPE.fullmatch(example), example


def test_an_official_walks_and_a_hire_moves_officials_first() -> None:
    table = Table(players=2)
    table.officials(1, military=1, civilian=1)
    game, position = table.game, table.position
    assert position.moves()
    hires = [move for move in position.moves() if game.words.describe(position, move)["action"] == "hire"]
    position.apply(hires[0])
    assert {game.words.notation(position, move) for move in position.moves()} == {"h1m", "h1c", "h1mc"}
