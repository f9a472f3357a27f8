"""The game's README explains every option and counter."""

from pathlib import Path

from cext.games import load_game

FOLDER = Path(__file__).resolve().parents[3] / "cext/games/qin"  # the sources; a build holds no .pyx
README = (FOLDER / "README.md").read_text(encoding="utf-8")


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
