"""`analyser games new`: the copy of the toy builds and keeps the contract, as does a game of one file, asked all."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from analyser.errors import DataError, UsageError
from analyser.scaffold import CHECKOUT, copy_toy, game_next_steps, rename_toy

HEAPS = CHECKOUT / "tests/kernel/heaps/engine.pyx"
BUILD = """
from Cython.Build import cythonize
from setuptools import Extension, setup

engines = [f"cext/games/{name}/engine.pyx" for name in ("my_game", "heaps")]
setup(
    ext_modules=cythonize(
        [Extension(path[:-4].replace("/", "."), [path], include_dirs=["cext/kernel"],
                   extra_compile_args=["-O1", "-ffp-contract=off"]) for path in engines],
        compiler_directives={"language_level": 3, "cdivision": True}, nthreads=2,
    ),
    options={"build_ext": {"inplace": True, "parallel": 2}},
)
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
    assert "tests/games/my_game" in game_next_steps("my_game")


def test_words_that_only_contain_the_name_stay() -> None:
    assert rename_toy("toys and Toyota, a toy", "chess") == "toys and Toyota, a chess"


# -- built and played -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with the toy's copy and a game of one file, both built."""
    folder = tmp_path_factory.mktemp("checkout")
    others = {"zhanguo", "qin", "middle_kingdom"}

    def unwanted(where: str, names: list[str]) -> set[str]:
        left_out = others & set(names) if Path(where).name in ("games", "strategies") else set()
        return left_out | {"__pycache__"} & set(names)

    for part in ("cext", "strategies", "analyser", "reports", "tests/contract", "tests/games/toy"):
        shutil.copytree(CHECKOUT / part, folder / part, ignore=unwanted)
    for file in ("setup.py", "pyproject.toml"):
        shutil.copy(CHECKOUT / file, folder)
    for file in (CHECKOUT / "tests").glob("*.py"):
        shutil.copy(file, folder / "tests")
    copy_toy("my_game", folder)
    heaps = folder / "cext/games/heaps"
    heaps.mkdir()
    (heaps / "__init__.py").touch()
    shutil.copy(HEAPS, heaps)
    (folder / "build_two.py").write_text(BUILD, encoding="utf-8")
    run(folder, "build_two.py", "build_ext")
    return folder


def run(folder: Path, *words: str, typed: str | None = None, code: int = 0) -> str:
    """Python in a checkout, with what is typed into it, ending with that exit code; what it printed."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout or done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["my_game", "heaps"])
def test_it_keeps_the_contract(checkout: Path, name: str) -> None:
    own = [f"tests/games/{name}"] if name == "my_game" else []
    out = run(checkout, "-m", "pytest", "-q", "-p", "no:cacheprovider", *own, "tests/contract", "-k", name)
    assert " passed" in out


@pytest.mark.slow
def test_a_game_of_one_file_answers_every_question(checkout: Path, tmp_path: Path) -> None:
    """boards, balance, openings; record, verify, replay; games."""
    analyser = ("-m", "analyser")
    asked = ("heaps", "--players", "2", "--strategies", "random", "--games", "400")
    for question in ("boards", "balance", "openings"):
        said = run(checkout, *analyser, question, *asked, "--out", str(tmp_path / question))
        assert "Page: " in said
    record = str(tmp_path / "game.jsonl")
    run(checkout, *analyser, "record", "heaps", "--players", "2", "--strategies", "random", "--out", record)
    run(checkout, *analyser, "verify", record)
    assert "Heaps" in run(checkout, *analyser, "replay", record, "--plain")
    assert "stones" in run(checkout, *analyser, "strategies", "heaps", "--features")
    for words in (
        ("components", "check", "heaps"),
        ("components", "export", "heaps", str(tmp_path / "copy")),
        ("record", "heaps", "--strategies", "random", "--components", str(tmp_path)),
    ):
        assert "heaps has no component files" in run(checkout, *analyser, *words, code=3)
    listed = run(checkout, *analyser, "games")
    assert "my_game" in listed
    assert "heaps" in listed


@pytest.mark.slow
def test_a_game_of_one_file_is_played_in_the_terminal(checkout: Path, tmp_path: Path) -> None:
    """Every command of the conversation; a move by its number and by its notation; a wrong answer; the record."""
    record = tmp_path / "game.jsonl"
    answers = ["help", "show", "99", "nonsense", "hint random", "1", "undo", "take-0-2-0", *["1"] * 60]
    said = run(
        checkout, "-m", "analyser", "play", "heaps", "--players", "2", "--opponents", "random", "--boards", "A,B",
        "--seed", "3", "--out", str(record), typed="".join(f"{answer}\n" for answer in answers),
    )  # fmt: skip
    lines = said.splitlines()
    assert re.search(r"^heap +stones +\n.*\n \d+ \d+ \d+ +0 0 0 0 ", said, re.MULTILINE), "players see the table"
    assert "1  take 0 1 0  take-0-1-0" in said
    assert "undo               take back your last decision and all that followed" in lines
    assert "> 99: type a number from 1 to 9, or ? for help" in lines
    assert "> 'nonsense' is not a legal move: write one of these: take-0-1-0, " in said
    assert "(it does not value moves)" in said
    assert "> taken back" in lines
    assert lines[-2].startswith("The game is over, won by player ")
    saved = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    own = [line["move"] for line in saved if line["type"] == "decision" and line["seat"] == 1 and not line["forced"]]
    assert own[0] == "take-0-2-0"
    assert [seat["strategy"] for seat in saved[0]["seats"]] == ["human", "random"]
    assert run(checkout, "-m", "analyser", "verify", str(record)).endswith(": as the rules say\n")
    run(checkout, "-m", "analyser", "replay", "--html", str(tmp_path / "game.html"), str(record))
    assert "take 0 2 0" in (tmp_path / "game.html").read_text(encoding="utf-8")
