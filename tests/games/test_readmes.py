"""The READMEs of every game name what exists: files and folders, tests, and the functions behind each paragraph."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "cext/games"
READMES = sorted(str(file.relative_to(GAMES)) for file in GAMES.glob("*/**/README.md"))
FILE = re.compile(r"[\w./*-]+\.(?:pxd|pyx|py|toml|csv|md|txt)|[\w.]+(?:/[\w.]+)+/?")
FOLDERS = ("rules", "words", "data", "tests", "cext", "analyser", "strategies", "reports")
DEFINED = re.compile(r"^[ ]*(?:cdef inline|cdef|cpdef|def|class) .*?\b(\w+)[(:]", re.MULTILINE)


def game_of(readme: str) -> str:
    return readme.split("/")[0]


@cache
def text_of(readme: str) -> str:
    return (GAMES / readme).read_text(encoding="utf-8")


@cache
def functions_of(game: str) -> dict[str, set[str]]:
    """Functions by the stem of the file they are in."""
    files = [file for end in ("pxd", "pyx", "py") for file in (GAMES / game).rglob(f"*.{end}")]
    found: dict[str, set[str]] = {}
    for file in files:
        found.setdefault(file.stem, set()).update(DEFINED.findall(file.read_text(encoding="utf-8")))
    return found


def paths(text: str) -> Iterator[str]:
    """Words of what stands in backticks that are files by their ending or lie in a known folder."""
    for quoted in re.findall(r"`([^`\n]+)`", text):
        for word in quoted.split():
            path = word.split("::")[0]
            if FILE.fullmatch(path) and ("." in path or path.split("/")[0] in FOLDERS):
                yield path


def missing_paths(readme: str, text: str) -> set[str]:
    game = game_of(readme)
    near = (ROOT, GAMES / game, (GAMES / readme).parent, ROOT / "tests/games" / game)
    return {path for path in paths(text) if not any(any(folder.glob(path)) for folder in near)}


def missing_tests(readme: str, text: str) -> set[str]:
    """Tests are named whole or by their beginning; files of tests by their name."""
    folder = ROOT / "tests/games" / game_of(readme)
    written = "".join(file.read_text(encoding="utf-8") for file in folder.glob("test_*.py"))
    named = set(re.findall(r"\btest_\w+\b(?!\.py)", text))
    return {test for test in named if f"def {test}" not in written}


def paragraph_rows(text: str) -> Iterator[tuple[str, str]]:
    """The functions' cell of each row of a table with a column called function, and the cells after it."""
    column = 0
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not line.startswith("|"):
            column = 0
        elif "function" in cells[1:]:
            column = cells.index("function")
        elif column and not line.startswith("|-"):
            yield cells[column], " ".join(cells[column + 1 :])


def missing_functions(readme: str, text: str) -> set[str]:
    """`module.name`, and `name` of the module named before it in the cell, of a file named in the row, or of any."""
    known, missing = functions_of(game_of(readme)), set()
    for cell, rest in paragraph_rows(text):
        module = ""
        files = {Path(path).stem for path in paths(rest) if path.endswith(".pxd")} or set(known)
        for quoted in re.findall(r"`([\w.]+)`", cell):
            if FILE.fullmatch(quoted):
                continue
            *head, name = quoted.split(".")
            module = head[0] if head else module
            if not any(name in known.get(stem, ()) for stem in ([module] if module else files)):
                missing.add(quoted)
    return missing


@pytest.mark.parametrize("readme", READMES)
def test_what_a_readme_names_exists(readme: str) -> None:
    text = text_of(readme)
    assert (missing_paths(readme, text), missing_tests(readme, text), missing_functions(readme, text)) == (
        set(),
        set(),
        set(),
    )


def test_every_compiled_games_readme_has_a_table_of_functions_and_names_its_tests() -> None:
    for readme in READMES:
        if readme.count("/") == 1:
            assert len(list(paragraph_rows(text_of(readme)))) >= 5, readme
            assert re.search(r"`test_\w+", text_of(readme)), readme


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("`rules/masks.pxd`", {"rules/masks.pxd"}),
        ("`rules/setup.pxd`, `data/`, `rules/*.pxd`", set()),
        ("`python -m pytest tests/games/zhanguo/test_none.py`", {"tests/games/zhanguo/test_none.py"}),
        ("test_no_such_rule", {"test_no_such_rule"}),
        ("`test_setup.py` test_draft, `test_setup.py::test_draft_of`", set()),
        ("| a | function | test |\n| a | `rules.list_plays` | b |", {"rules.list_plays"}),
        ("| a | function | test |\n| a | `setup.draw`, `list_plays` | b |", {"list_plays"}),
        ("| a | function | test |\n| a | `setup.draw`, `begin_round`, `turns.list_plays` | b |", set()),
    ],
)
def test_what_does_not_exist_is_noticed(line: str, missing: set[str]) -> None:
    readme = "zhanguo/README.md"
    noticed = (missing_paths(readme, line), missing_tests(readme, line), missing_functions(readme, line))
    assert set().union(*noticed) == missing
