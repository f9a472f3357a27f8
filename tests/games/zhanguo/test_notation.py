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


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("players", "options"), CASES)
def test_every_legal_move_is_read_back(players: int, options: dict[str, Any], seed: int) -> None:
    game, positions = played(players, options, seed)
    for position in positions:
        moves = position.moves()
        texts = [game.words.notation(position, move) for move in moves]
        assert len(set(texts)) == len(moves)
        assert all(SHAPE.fullmatch(text) for text in texts)
        for move, text in random.Random(len(moves)).sample(list(zip(moves, texts, strict=True)), min(4, len(moves))):
            assert game.words.parse(position, f" {text} ") == move


def test_every_stage_is_met_and_says_what_it_expects() -> None:
    met: dict[str, str] = {}
    expected: dict[str, str] = {}
    for players, options in (*CASES, *CASES):
        game, positions = played(players, options, 3 + len(met))
        expected |= game.words.moves.expected
        for position in positions[:-1]:
            stage = game.stages[position.clock()[2]]
            if stage not in met:
                with pytest.raises(ValueError, match="not a legal move") as caught:
                    game.words.parse(position, "nonsense")
                met[stage] = str(caught.value)
    assert set(met) == set(STAGES[:-1]) - {"stop"} == set(expected)
    for stage, message in met.items():
        assert f"write {expected[stage]}: " in message
        assert "\n" not in message


@pytest.mark.slow
def test_a_text_means_one_move_whatever_the_position() -> None:
    """Where a text is legal in many positions, the move is the same, but for the place of an activated card."""
    meanings: dict[str, set[int]] = {}
    for players, options in CASES:
        game, positions = played(players, options, 4)
        for position in positions:
            for move in position.moves():
                meanings.setdefault(game.words.notation(position, move), set()).add(move)
    assert {text for text, moves in meanings.items() if len(moves) > 1 and not text.startswith("!")} == set()


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
