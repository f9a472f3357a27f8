"""The READMEs of every game name what exists: files and folders, tests, and the functions behind each paragraph; and
they leave out no option, counter or ruling."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cext.games import component_set, listed_games, load_game, switches_of
from cext.games.first_empire.data.component_types import ABILITIES
from strategies import list_strategies
from strategies.catalogue import find
from strategies.levels import levels_of
from tests.pages import check_options

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
        ("`rules/byte_masks.pxd`", {"rules/byte_masks.pxd"}),
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


# -- what a README says of playing the game ---------------------------------------------------------------------------

COMMAND = re.compile(r"(?:`|^    )(analyser [a-z][^`\n]*)", re.MULTILINE)
SNAKE_CASE = re.compile(r"(?<![\w/.<*-])[a-z]+(?:_\w+)+(?![\w./<>*])")


@cache
def words_of(game: str) -> set[str]:
    """Words of the rules, data, plans and tests of a game, and the names of its boards, counters and abilities."""
    folders = [ROOT / folder / game for folder in ("cext/games", "strategies", "tests/games")]
    files = [
        file for folder in folders for end in ("py", "pyx", "pxd", "csv", "toml") for file in folder.rglob(f"*.{end}")
    ]
    loaded = load_game(game, players=2)
    powers = {power["key"] for power in loaded.facts().get("powers", ())}
    words = {word for file in files for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}
    return words | powers | {*loaded.boards, *dict(loaded.counters)} | {file.stem for file in files}


def unknown_names(game: str, text: str) -> set[str]:
    """Names in backticks that the game has not. A counter after a round is that counter; `offered_…` is any offer."""
    quoted = [name for part in re.findall(r"`([^`\n]+)`", text) for name in SNAKE_CASE.findall(part)]
    names = {re.sub(r"_after_round_\d+$", "", name) for name in quoted if not name.startswith(("offered_", "test_"))}
    return names - words_of(game)


def wrong_commands(game: str, text: str) -> list[str]:
    """What a README's commands name and there is not: commands and their options, options of the game, strategies."""
    wrong = []
    for line in COMMAND.findall(text):
        try:
            check_options(line)
            for name, values in re.findall(r"--option (\w+)=(\S+)", line):
                for value in values.split(","):
                    load_game(game, players=2, **{name: value})
            for names in re.findall(r"--(?:strategies|opponents) (\S+)", line):
                for name in names.split(","):
                    find(name, game)
        except Exception as error:
            wrong.append(f"{line}: {error}")
    return wrong


@pytest.mark.parametrize("readme", READMES)
def test_names_and_commands_exist(readme: str) -> None:
    text, game = text_of(readme), game_of(readme)
    assert (unknown_names(game, text), wrong_commands(game, text)) == (set(), [])


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("`tile_0`, `tile_1`", 1),
        ("`boards_by`, `palaces_built_after_round_2`, `ability_ship`", 1),  # an option of another game
        ("`analyser boards first_empire --option tableau=printed,C`", 1),
        ("`analyser boards first_empire --option table=A`", 1),
        ("    analyser tournament first_empire --strategies walls,wall,search:walls:32", 1),
        ("`analyser board first_empire`, `analyser boards --board A`", 2),
        ("`analyser boards first_empire --strategies walls --option lisi=2`", 0),
    ],
)
def test_missing_name_or_command_is_noticed(line: str, wrong: int) -> None:
    assert len(unknown_names("first_empire", line)) + len(wrong_commands("first_empire", line)) == wrong


# -- what a README may not leave out ----------------------------------------------------------------------------------


def chapter(game: str, title: str) -> str:
    return text_of(f"{game}/README.md").split(f"# {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("game", [*listed_games()])
def test_every_option_is_named(game: str) -> None:
    options = load_game(game, players=2).options
    assert [name for name in options if f"`{name}`" not in text_of(f"{game}/README.md")] == []


@pytest.mark.parametrize("game", [*listed_games()])
def test_every_board_plan_and_level_is_named(game: str) -> None:
    """Boards of a row by the first and the last of them: `tile_1` to `tile_10`."""
    text = text_of(f"{game}/README.md")
    quoted = {*re.findall(r"`(\w+)`", text)}
    for name, first, last in re.findall(r"`(\w+_)(\d+)` to `\1(\d+)`", text):
        quoted |= {f"{name}{number}" for number in range(int(first), int(last) + 1)}
    plans = [info.name for info in list_strategies(game) if info.kind == "weighted"]
    names = [*plans, *(level.name for level in levels_of(game))]
    assert {*load_game(game, players=2).boards} <= quoted
    assert [name for name in names if not re.search(rf"\b{name}\b", text)] == []


@pytest.mark.parametrize(
    ("game", "families"),
    [
        (
            "first_empire",
            "action_|ability_|unrest_|holds_|governor_tile_|validated_|score_after_round_|ship_after_round_",
        ),
        ("qin", "score_after_round_"),
        ("zhanguo", "action_|ability_|unrest_|score_after_round_|power_uses_|power_brought_"),
    ],
)
def test_every_counter_is_explained_alone_or_with_its_family(game: str, families: str) -> None:
    names = {re.sub(f"^({families}).*", r"\1", name) for name, _ in load_game(game, players=2).counters}
    assert {name for name in names if f"`{name}" not in text_of(f"{game}/README.md")} == set()


@pytest.mark.parametrize("game", ["first_empire", "middle_kingdom", "zhanguo"])
def test_reports_list_every_ruling_of_the_readme_with_its_switch(game: str) -> None:
    """A row has its number, the reading and the reason."""
    options = load_game(game, players=3).options
    rows = re.findall(r"^\| ([A-Z])(\d+) \| (.+) \|$", text_of(f"{game}/README.md"), re.MULTILINE)
    for letter in {letter for letter, *_ in rows}:
        numbers = [int(number) for row_letter, number, _ in rows if row_letter == letter]
        assert game == "middle_kingdom" or numbers == list(range(1, len(numbers) + 1))
    for (_, _, row), ruling in zip(rows, load_game(game, players=3).facts()["rulings"], strict=True):
        assert all(cell.strip() for cell in row.split(" | ")[:2])
        assert re.findall(rf"`({'|'.join(options)})`", row) == re.findall(r"switch (\w+)", ruling)


def test_every_ruling_of_zhanguo_has_a_test_that_names_its_number() -> None:
    numbers = re.findall(r"^\| R(\d+) \|", chapter("zhanguo", "Rulings"), re.MULTILINE)
    tests = (Path(__file__).parent / "zhanguo").glob("test_*.py")
    named = [re.findall(r"\bR(\d+)\b|^def test_r(\d+)_", test.read_text(encoding="utf-8"), re.M) for test in tests]
    assert {*numbers} == {one or other for found in named for one, other in found}


def test_every_option_of_zhanguo_has_a_row_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| `?(\w+)`? \|", chapter("zhanguo", "Options"), re.MULTILINE))
    defaults = load_game("zhanguo", players=2).options
    assert rows == {name: {True: "on", False: "off"}.get(value, value) for name, value in defaults.items()}


def test_every_switch_of_the_first_empire_stands_beside_its_ruling_or_is_no_ruling() -> None:
    """With its values, the default first; a ruling without a switch has a reason there."""
    text = chapter("first_empire", "Rulings")
    rows = re.findall(r"^\| [FS]\d+ \|.*\| ([^|]+) \|$", text, re.MULTILINE)
    assert all("`" in column or column.startswith("none: ") for column in rows)
    others = text.split("\nChoices that are no rulings: ")[1]
    named = re.findall(r"`(\w+)` = ([`\w]+(?:, [`\w]+)*)", "\n".join([*rows, *others.split("; ")]))
    listed = {
        name: (default, *(value for value in choices[0] if value != default)) if choices else ("off", "on")
        for name, (default, _, *choices) in switches_of("first_empire").items()
    }
    assert {name: tuple(re.findall(r"\w+", values)) for name, values in named} == listed
    assert len(named) == len(listed)


def test_every_paragraph_of_the_first_empire_has_a_row_with_functions_and_a_test_of_its_number() -> None:
    numbers = re.findall(r"^(\d+)\. ", chapter("first_empire", "Rules"), re.MULTILINE)
    assert [*map(int, numbers)] == list(range(1, len(numbers) + 1))
    table = chapter("first_empire", "Rulebook to code to test")
    rows = re.findall(r"^\| (\d+)\. [^|]+ \| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)
    assert [number for number, *_ in rows] == numbers
    assert all("`" in functions and f"test_{number}_" in tests for number, functions, tests in rows)


def test_the_first_empire_says_how_many_sentences_allow_or_forbid_and_how_much_is_reconstructed() -> None:
    readme = text_of("first_empire/README.md")
    rows = [
        row.split(" | ") for row in chapter("first_empire", "What may be done").splitlines() if row.startswith("| ")
    ]
    wrong = sum(row[-1].startswith("**wrong**: ") for row in rows)
    assert f"what happens in a game: {len(rows) - 1} of them" in readme
    assert f"{wrong} were played otherwise before this table was made" in readme
    count = dict(component_set("first_empire").load().statuses)
    shares = f"Of {sum(count.values())} data the rulebook states {count['rulebook']}, {count['inferred']} are inferred"
    assert f"{shares} and {count['reconstructed']} reconstructed" in readme


def test_the_guide_to_the_files_of_the_first_empire_describes_every_file_and_ability() -> None:
    guide = text_of("first_empire/data/README.md")
    assert {name for name in (*component_set("first_empire").files, *ABILITIES) if name not in guide} == set()
