"""`analyser games new`: the copy of the toy builds and keeps the contract, as do games of one file, asked all."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from analyser.errors import DataError, UsageError
from analyser.scaffold import CHECKOUT, copy_toy, game_next_steps, rename_toy, write_game
from cext.games import load_game
from cext.games.contract import check_random_game
from tests.once import digest_of, made_once

SMALL_GAMES = ("heaps", "pebbles")  # of tests/kernel: without rounds; without all that a game may lack
BUILD = """
from Cython.Build import cythonize
from setuptools import Extension, setup

engines = [f"cext/games/{name}/engine.pyx" for name in ("my_game", "heaps", "pebbles")]
if __name__ == "__main__":  # the processes of nthreads load this file, from Python 3.14 on on Linux, too
    setup(
        ext_modules=cythonize(
            [Extension(path[:-4].replace("/", "."), [path], include_dirs=["cext/kernel"],
                       extra_compile_args=["-O0", "-ffp-contract=off"]) for path in engines],
            compiler_directives={"language_level": 3, "cdivision": True}, nthreads=2,
        ),
        options={"build_ext": {"inplace": True, "parallel": 2}},
    )
"""
PARTS = ("cext", "strategies", "analyser", "reports", "tests/contract", "tests/games/toy")
SUFFIXES = (".py", ".pyi", ".pyx", ".pxd", ".pxi", ".h", ".csv", ".toml", ".json", ".css", ".js", ".j2", ".html")
IN_TURN = """
import json
import sys

from typer.testing import CliRunner

from analyser.cli import app

typed = sys.stdin.read()
done = [CliRunner().invoke(app, words.split(), input=typed) for words in sys.argv[1:]]
print(json.dumps([(one.exit_code, one.output) for one in done]))
"""


def bare(folder: Path) -> Path:
    """What `games new` needs of a checkout."""
    for part in ("cext/games/toy", "strategies/toy", "tests/games/toy"):
        shutil.copytree(CHECKOUT / part, folder / part, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    (folder / "setup.py").write_text("", encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["MyGame", "my-game", "2heaps", "class", "", "ü", "../x"])
def test_a_name_that_cannot_be_one_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot name a game: use lower-case letters"):
        copy_toy(name, bare(tmp_path))


@pytest.mark.parametrize("name", ["toy", "simple_game"])
def test_a_taken_name_is_refused(tmp_path: Path, name: str) -> None:
    checkout = bare(tmp_path)
    (checkout / "cext/games/simple_game.pyx").touch()
    with pytest.raises(DataError, match=f"^the name {name} is taken .*: choose another$"):
        copy_toy(name, checkout)


def test_a_folder_that_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is no checkout of the project"):
        copy_toy("heaps", tmp_path)


def test_nothing_of_the_toy_is_left_in_the_copy(tmp_path: Path) -> None:
    checkout = bare(tmp_path)
    written = copy_toy("my_game", checkout)
    assert {path.relative_to(checkout).parts[0] for path in written} == {"cext", "strategies", "tests"}
    for path in written:
        text = path.read_text(encoding="utf-8")
        assert "toy" not in text.lower(), path
        assert "hidden" not in text or path.name != "__init__.py"
    engine = (checkout / "cext/games/my_game/engine.pyx").read_text(encoding="utf-8")
    assert "cdef class MyGame(SimpleGame):" in engine
    assert 'title="My Game"' in engine
    assert engine.endswith("GAME = MyGame\n")


def test_what_comes_next_names_methods_that_there_are() -> None:
    steps = game_next_steps("my_game")
    assert "tests/games/my_game" in steps
    methods = steps.partition("enums, state, ")[2].splitlines()[0].split(", ")
    declared = "".join((CHECKOUT / "cext" / file).read_text() for file in ("kernel/game.pxd", "games/simple_game.pxd"))
    assert len(methods) == 4
    assert [method for method in methods if not re.search(rf"^    cdef \w+ {method}\(self, ", declared, re.M)] == []


def test_words_that_only_contain_the_name_stay() -> None:
    assert rename_toy("toys and Toyota, a toy", "chess") == "toys and Toyota, a chess"


def test_a_new_game_in_one_file_plays_at_once(tmp_path: Path) -> None:
    file = write_game("my_game", tmp_path)
    for players in (2, 3):
        game = load_game(str(file), players=players)
        assert game.title == "My Game"
        assert check_random_game(game, 0)[-1].to_move is None
    with pytest.raises(DataError, match="is there already"):
        write_game("my_game", tmp_path)
    with pytest.raises(UsageError, match="cannot name a game"):
        write_game("MyGame", tmp_path)


# -- built and played -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def checkout(pytestconfig: pytest.Config) -> Path:
    """A checkout with the toy's copy and games of one file, all built once for equal sources."""
    sources = [
        file for part in (*PARTS, "tests/kernel") for file in (CHECKOUT / part).rglob("*") if file.suffix in SUFFIXES
    ]
    return made_once(pytestconfig, "scaffolded", digest_of(BUILD, [Path(__file__), *sources]), make_checkout)


def make_checkout(folder: Path) -> None:
    """Copy the project without its larger games into the folder, and build the others there."""
    others = {"zhanguo", "qin", "middle_kingdom"}

    def unwanted(where: str, names: list[str]) -> set[str]:
        left_out = others & set(names) if Path(where).name in ("games", "strategies") else set()
        return left_out | {"__pycache__"} & set(names)

    for part in PARTS:
        shutil.copytree(CHECKOUT / part, folder / part, ignore=unwanted)
    for file in ("setup.py", "pyproject.toml"):
        shutil.copy(CHECKOUT / file, folder)
    for file in (*(CHECKOUT / "tests").glob("*.py"), CHECKOUT / "tests/slow.txt"):
        shutil.copy(file, folder / "tests")
    for file in ("conftest", "copies", "test_component_copies", "test_component_edits", "test_move_tables"):
        shutil.copy(CHECKOUT / "tests/games" / f"{file}.py", folder / "tests/games")
    copy_toy("my_game", folder)
    for name in SMALL_GAMES:
        shutil.copytree(CHECKOUT / "tests/kernel" / name, folder / "cext/games" / name)
        (folder / "cext/games" / name / "__init__.py").touch()
    (folder / "build_two.py").write_text(BUILD, encoding="utf-8")
    run(folder, "build_two.py", "build_ext")


def run(folder: Path, *words: str, typed: str = "") -> str:
    """Python in a checkout, with what is typed into it; what it printed."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def called(folder: Path, *commands: str, typed: str = "") -> list[tuple[int, str]]:
    """Commands of the program in a checkout, one after the other in one process, with what is typed into each; their
    exit codes and what they printed."""
    done = json.loads(run(folder, "-c", IN_TURN, *commands, typed=typed).splitlines()[-1])
    return [(code, output) for code, output in done]


def test_they_keep_the_contract(checkout: Path) -> None:
    """And tests of all games can be collected, whatever one of them leaves out."""
    names = ("my_game", *SMALL_GAMES)
    tests = ("tests/games", "tests/contract", "-k", " or ".join(names))
    out = run(checkout, "-m", "pytest", "-v", "-n", "0", "-p", "no:cacheprovider", *tests)
    for name in names:
        assert len(re.findall(rf"tests/contract/\S+{name}\S* PASSED", out)) > 20, name


def test_a_game_of_one_file_answers_every_question(checkout: Path, tmp_path: Path) -> None:
    """boards, balance, openings; record, verify, replay; games."""
    played = "heaps --players 2 --strategies random"
    asked = f"{played} --games 400 --workers 0 --out {tmp_path}"
    record = f"{tmp_path}/game.jsonl"
    none = (3, "heaps has no component files")
    said = {
        f"boards {asked}/boards": (0, "Page: "),
        f"balance {asked}/balance": (0, "Page: "),
        f"openings {asked}/openings": (0, "Page: "),
        f"record {played} --out {record}": (0, ""),
        f"verify {record}": (0, "as the rules say"),
        f"replay {record} --plain": (0, "Heaps"),
        "strategies heaps --features": (0, "stones"),
        "components check heaps": none,
        f"components export heaps {tmp_path}/copy": none,
        f"record heaps --strategies random --components {tmp_path}": none,
        "games": (0, "my_game"),
        "games --json": (0, "heaps"),
    }
    done = dict(zip(said, called(checkout, *said), strict=True))
    assert {words: code for words, (code, _) in done.items()} == {words: code for words, (code, _) in said.items()}
    assert [words for words, (_, part) in said.items() if part not in done[words][1]] == []


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_a_strategy_to_begin_with_plays_it(checkout: Path, tmp_path: Path, name: str) -> None:
    """Without rounds a plan of weights; without features, too, a program that draws its moves."""
    plan, program, record = tmp_path / f"{name}.toml", tmp_path / f"{name}.py", tmp_path / "game.jsonl"
    spec = str(plan) if name == "heaps" else f"{program}:Pebbles"
    (code, words), *rest, (_, verified) = called(
        checkout,
        f"strategies new {name} {plan}",
        *([f"strategies new {name} {program}"] if name == "pebbles" else []),
        f"record {name} --players 2 --strategies {spec} --out {record}",
        f"verify {record}",
    )
    if name == "heaps":
        assert code == 0
        assert "[by_board.B]" in plan.read_text()
        assert "by_round" not in plan.read_text()
    else:
        assert code == 3
        assert "pebbles has no features to weigh: write a strategy in Python" in words
        assert f"--strategies {program}:Pebbles,flat:20" in rest[0][1]
        assert "WEIGHTS" not in program.read_text()
    assert [code for code, _ in rest] == [0] * len(rest)
    assert verified.endswith(": as the rules say\n")


def test_a_record_shows_what_the_game_declares_in_the_words_of_its_module(checkout: Path, tmp_path: Path) -> None:
    """words.py, where larger games have a folder; of the base of its state no more than whose turn it is."""
    record, page = tmp_path / "game.jsonl", tmp_path / "game.html"
    (_, said), (_, verified), _ = called(
        checkout,
        f"play pebbles --players 2 --opponents random --out {record}",
        f"verify {record}",
        f"replay --html {page} {record}",
        typed="1\n" * 20,
    )
    assert "  takes 1 stones" in said
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    states = [line["state"]["state"] for line in lines if line["type"] == "state"]
    assert lines[0]["set_up"] == {"position": states[0]}
    assert states[0]["turns"] == {"round": 1, "turn": 0, "to_move": 1}
    assert states[-1] == {"turns": {**states[-1]["turns"], "to_move": None}, "pile": 0, "stones": states[-1]["stones"]}
    assert verified.endswith(": as the rules say\n")
    assert "lead changes" not in page.read_text(encoding="utf-8")


def test_a_game_of_one_file_is_played_in_the_terminal(checkout: Path, tmp_path: Path) -> None:
    """Every command of the conversation; a move by its number and by its notation; a wrong answer; the record."""
    record, page = tmp_path / "game.jsonl", tmp_path / "game.html"
    answers = ["help", "show", "99", "nonsense", "hint random", "1", "undo", "take-0-2-0", *["1"] * 60]
    (_, said), (_, verified), _ = called(
        checkout,
        f"play heaps --players 2 --opponents random --boards A,B --seed 3 --out {record}",
        f"verify {record}",
        f"replay --html {page} {record}",
        typed="".join(f"{answer}\n" for answer in answers),
    )
    lines = said.splitlines()
    assert re.search(r"^heap +stones +\n.*\n \d+ \d+ \d+ +0 0 0 0 ", said, re.MULTILINE), "players see the table"
    assert "1  take 0 1 0  take-0-1-0" in said
    assert "undo               take back your last decision and all that followed" in lines
    assert "> 99: type a number from 1 to 9, or ? for help" in lines
    assert "> nonsense: no option has these words: type a number from 1 to 9, or ? for help" in lines
    assert "(it does not value moves)" in said
    assert "> taken back" in lines
    assert lines[-2].startswith("The game is over, won by player ")
    saved = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    own = [line["move"] for line in saved if line["type"] == "decision" and line["seat"] == 1 and not line["forced"]]
    assert own[0] == "take-0-2-0"
    assert [seat["strategy"] for seat in saved[0]["seats"]] == ["human", "random"]
    assert verified.endswith(": as the rules say\n")
    assert "take 0 2 0" in page.read_text(encoding="utf-8")
