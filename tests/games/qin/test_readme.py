"""The game's README names what exists: functions, files, tests, options."""

import re
from pathlib import Path

from cext.games import load_game

FOLDER = Path(__file__).resolve().parents[3] / "cext/games/qin"  # the sources; a build holds no .pyx
README = (FOLDER / "README.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parent


def test_every_paragraph_names_functions_and_tests_that_exist() -> None:
    rows = re.findall(r"^\| (?!rulebook)[^|]+ \| ([^|]+) \| ([^|]+) \| (`test_\w+\.py`) \|$", README, re.MULTILINE)
    assert len(rows) == 14
    for functions, files, test in rows:
        source = "".join((FOLDER / name).read_text(encoding="utf-8") for name in re.findall(r"`([\w./]+)`", files))
        assert (TESTS / test.strip("`")).is_file()
        for function in re.findall(r"`(\w+)`", functions):
            assert function == "pagodas_left" or re.search(rf"\b{function}\(", source), function


def test_every_sentence_with_can_or_may_names_functions_and_tests_that_exist() -> None:
    table = README.split("### Where the rulebook says can, may or allowed")[1].split("\n## ")[0]
    rows = [line.split("|")[1:-1] for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == 21
    sources = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("rules/*.pxd"))
    tests = "".join(file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py"))
    for _, functions, named in rows:
        assert all(re.search(rf"\b{name}\(", sources) for name in re.findall(r"`(\w+)`", functions)), functions
        assert all(f"def {name}(" in tests for name in re.findall(r"`(test_\w+)`", named)), named


def test_every_switch_and_tally_is_explained() -> None:
    game = load_game("qin", players=2)
    for name in [*game.options, *(name for name, _ in game.tallies if not name.startswith("after_round"))]:
        assert f"`{name}" in README, name
