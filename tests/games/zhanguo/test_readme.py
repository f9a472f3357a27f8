"""The game's README: its lists are complete."""

import re
from pathlib import Path

import pytest

from cext.games import load_game
from cext.games.zhanguo import engine
from cext.games.zhanguo.words import names as words
from cext.games.zhanguo.words.moves import STAGES

TESTS = Path(__file__).parent
SOURCES = Path(words.__file__).parent.parent


@pytest.fixture(scope="module")
def readme() -> str:
    return (SOURCES / "README.md").read_text(encoding="utf-8")


def chapter(readme: str, title: str) -> str:
    return readme.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_every_ruling_has_a_row_and_a_test_of_its_number(readme: str) -> None:
    numbers = [int(n) for n in re.findall(r"^\| R(\d+) \|", chapter(readme, "Rulings"), re.MULTILINE)]
    tested = re.findall(r"^def test_r(\d+)_", (TESTS / "test_rulings.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert numbers == list(range(1, 30)) == sorted({int(n) for n in tested})


def test_every_kind_of_move_has_a_row(readme: str) -> None:
    rows = re.findall(r"^\| (\w+) \|", chapter(readme, "Moves"), re.MULTILINE)
    assert rows == ["kind", *STAGES[:-1]]


def test_every_option_has_a_row_with_its_default(readme: str) -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| `?(\w+)`? \|", chapter(readme, "Options"), re.MULTILINE))
    defaults = load_game("zhanguo", players=2).options
    assert rows == {name: {True: "on", False: "off"}.get(value, value) for name, value in defaults.items()}
    assert set(rows) == set(engine.SWITCHES)


def test_every_tally_is_listed(readme: str) -> None:
    text = chapter(readme, "Tallies")
    stems = {
        re.sub(r"(_\d|_[URAGHPW])$|(?<=^ability_).*", "", name) for name, _ in load_game("zhanguo", players=2).tallies
    }
    assert {stem for stem in stems if stem not in text} == set()


def test_reports_list_every_ruling(readme: str) -> None:
    """The rulings a report prints are as many as the README's, in the same order (switches named in both)."""
    rows = re.findall(r"^\| R(\d+) \| (.*?) \|", readme, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, len(words.RULINGS) + 1))
    switches = rf"`({'|'.join(engine.SWITCHES)})`"
    for (_, row), ruling in zip(rows, words.RULINGS, strict=True):
        assert re.findall(switches, row) == re.findall(r"switch (\w+)", ruling)
