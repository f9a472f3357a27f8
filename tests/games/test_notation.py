"""The notation of the deck games: of the shape that the README shows, one move for a text whatever the position."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import cext.games
from cext.games import load_game
from cext.games.contract import walk
from tests.analyser.records import games as zhanguo
from tests.games.first_empire import test_words as first_empire

SHAPES = {
    "first_empire": re.compile(
        r"t\d+|[UREGHPWN]\d+|@[cwzqy]|\+[arg][cwzqy]|[a-z_]+@[cwzqy]|unlock|M:[a-z_]+|g[cwzqy][12o]|b[12]|h[cwzqy]"
        r"|p[cwzqy]{1,2}|=[wclau]|\*2[wcl]|w\d/\d|-[cwzqy]{1,3}|\^[cwzqy]\d|![cwzqy]\d|[arg][cwzqy]>[cwzqy]|stop|\*[wcl]+"
        r"|~[cwzqy]+|[cwzqy]>[cwzqy]|>[cwzqy]|s\d\d|take|leave|u\d|-\d\+\d|-[wcl]\d|S\d\d"
    ),
    "zhanguo": re.compile(
        r"[URAGHPW]\d+|@\d|\+[mci]\d|[mci]\dw?>\dw?(=\d+)?|stop|g\d[vor]?|h\d[mci]{0,2}|p\d(-\d)?|\*[13][wcl]|w\d/\d|-\d{1,3}"
        r"|!(\d+|board)|~\d|\d>\d|g\d[vor]?>\d|take|leave|b\d+|pass|#\w+|x\d+"
    ),
}
CASES = {"first_empire": first_empire.CASES, "zhanguo": zhanguo.CASES[:6]}


@pytest.mark.parametrize("name", SHAPES)
def test_a_text_means_one_move_whatever_the_position_and_has_the_shape_of_its_kind(name: str) -> None:
    """But for the place of an activated card in ZhanGuo."""
    meanings: dict[str, set[int]] = {}
    for players, options in CASES[name]:
        game = load_game(name, players=players, **options)
        for position, _ in walk(game, 4):
            for move in position.moves():
                meanings.setdefault(game.words.notation(position, move), set()).add(move)
    several = {text for text, moves in meanings.items() if len(moves) > 1}
    assert {text for text in several if name == "first_empire" or not text.startswith("!")} == set()
    assert {text for text in meanings if not SHAPES[name].fullmatch(text)} == set()


@pytest.mark.parametrize("name", SHAPES)
def test_the_readme_lists_every_kind_and_its_notation(name: str) -> None:
    stages = import_module(f"cext.games.{name}.words.moves").STAGES
    readme = (Path(cext.games.__file__).parent / name / "README.md").read_text(encoding="utf-8")
    chapter = readme.split("\n## Notation\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1:4] for line in chapter.splitlines() if line.startswith("|")][2:]
    assert {kind.strip() for *_, kinds in rows for kind in kinds.split(",")} == set(stages[:-1])
    for examples, *_ in rows:
        for example in re.findall(r"`([^`]+)`", examples):
            assert SHAPES[name].fullmatch(example), example
