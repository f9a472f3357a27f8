"""`analyser games new`: the copy of the toy builds and keeps the contract, as do games of one file, asked all."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.stats as st

from analyser.errors import DataError, UsageError
from analyser.scaffold import (
    CHECKOUT,
    class_name,
    copy_toy,
    game_next_steps,
    python_text,
    rename_toy,
    toml_text,
    write_game,
)
from cext.games import load_game
from cext.games.contract import check_random_game
from cext.kernel.match import play_games
from strategies import load_strategy
from tests.game_lists import rated_games
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
COMPILED = (".pyx", ".pxd", ".pxi", ".h")
IN_TURN = """
import json
import sys

from typer.testing import CliRunner

from analyser.cli import app

done = [CliRunner().invoke(app, words.split(), input=typed) for words, typed in json.load(sys.stdin)]
print(json.dumps([(one.exit_code, one.output) for one in done]))
"""
NONE = (3, "heaps has no component files")
ANSWERS = ["help", "show", "99", "nonsense", "hint random", "1", "undo", "take-0-2-0", *["1"] * 60]
# Commands of the program in a folder, one after the other: exit code, a part of what is printed.
COMMANDS = {
    **{f"{question} heaps --players 2 --strategies random --games 400 --workers 0 --out {question}": (0, "Page: ")
       for question in ("boards", "balance", "openings")},
    "record heaps --players 2 --strategies random --out game.jsonl": (0, ""),
    "verify game.jsonl": (0, "as the rules say"),
    "replay game.jsonl --plain": (0, "Heaps"),
    "strategies heaps --features": (0, "stones"),
    "components check heaps": NONE,
    "components export heaps copy": NONE,
    "record heaps --strategies random --components .": NONE,
    "games": (0, "my_game"),
    "games --json": (0, "heaps"),
    # Without rounds a plan of weights; without features, too, a program that draws its moves.
    "strategies new heaps heaps.toml": (0, ""),
    "record heaps --players 2 --strategies heaps.toml --out heaps.jsonl": (0, ""),
    "verify heaps.jsonl": (0, "as the rules say"),
    "strategies new pebbles pebbles.toml": (
        3, "pebbles has no features to weigh: write a strategy in Python"),
    "strategies new pebbles pebbles.py": (0, "--strategies pebbles.py:Pebbles,flat:20"),
    "record pebbles --players 2 --strategies pebbles.py:Pebbles --out pebbles.jsonl": (0, ""),
    "verify pebbles.jsonl": (0, "as the rules say"),
    "play heaps --players 2 --opponents random --boards A,B --seed 3 --out mine.jsonl": (0, "The game is over"),
    "play pebbles --players 2 --opponents random --out mine-too.jsonl": (0, "  takes 1 stones"),
    "verify mine.jsonl mine-too.jsonl": (0, "as the rules say"),
    "replay --html mine.html mine.jsonl": (0, ""),
    "replay --html mine-too.html mine-too.jsonl": (0, ""),
}  # fmt: skip


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
def checkout(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with the toy's copy and games of one file, whose engines are built once for equal sources."""
    folders = (CHECKOUT / "cext", CHECKOUT / "tests/kernel")
    sources = [file for folder in folders for file in folder.rglob("*") if file.suffix in COMPILED]
    built = made_once(pytestconfig, "scaffolded", digest_of(BUILD, sources), build_engines)
    folder: Path = tmp_path_factory.mktemp("scaffold") / "checkout"
    make_checkout(folder)
    for name in ("my_game", *SMALL_GAMES):
        (engine,) = built.glob(f"cext/games/{name}/engine*.so")
        shutil.copy(engine, folder / "cext/games" / name)
    return folder


def build_engines(folder: Path) -> None:
    """Build the games in a checkout in the folder."""
    make_checkout(folder)
    (folder / "build_two.py").write_text(BUILD, encoding="utf-8")
    run(folder, "build_two.py", "build_ext")


def make_checkout(folder: Path) -> None:
    """Copy the project without its larger games into the folder, beside the toy's copy and the small games."""
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
    names = ("conftest", "copies", "positions", "test_component_copies", "test_component_edits", "test_move_tables")
    for file in names:
        shutil.copy(CHECKOUT / "tests/games" / f"{file}.py", folder / "tests/games")
    copy_toy("my_game", folder)
    for name in SMALL_GAMES:
        shutil.copytree(CHECKOUT / "tests/kernel" / name, folder / "cext/games" / name)
        (folder / "cext/games" / name / "__init__.py").touch()


def run(folder: Path, *words: str, typed: str = "", cwd: Path | None = None) -> str:
    """Python in a checkout, or in another folder with its packages, with what is typed into it; what it printed."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=cwd or folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def asked_all(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, tuple[int, str]]]:
    """COMMANDS in one process and folder: the folder, exit codes and what was printed."""
    folder: Path = tmp_path_factory.mktemp("asked")
    typed = {"play heaps": "".join(f"{answer}\n" for answer in ANSWERS), "play pebbles": "1\n" * 20}
    asked = json.dumps([(words, typed.get(" ".join(words.split()[:2]), "")) for words in COMMANDS])
    printed = run(checkout, "-c", IN_TURN, typed=asked, cwd=folder).splitlines()[-1]
    return folder, {words: (code, text) for words, (code, text) in zip(COMMANDS, json.loads(printed), strict=True)}


def test_they_keep_the_contract(checkout: Path) -> None:
    """And tests of all games can be collected, whatever one of them leaves out."""
    names = ("my_game", *SMALL_GAMES)
    tests = ("tests/games", "tests/contract", "-k", " or ".join(names))
    out = run(checkout, "-m", "pytest", "-v", "-n", "0", "-p", "no:cacheprovider", *tests)
    for name in names:
        assert len(re.findall(rf"tests/contract/\S+{name}\S* PASSED", out)) > 20, name


def test_a_game_of_one_file_is_asked_everything(asked_all: tuple[Path, dict[str, tuple[int, str]]]) -> None:
    assert {words: code for words, (code, _) in asked_all[1].items()} == {
        words: code for words, (code, _) in COMMANDS.items()
    }
    assert [words for words, (_, part) in COMMANDS.items() if part not in asked_all[1][words][1]] == []


def test_what_it_lacks_is_left_out_of_a_strategy_to_begin_with(asked_all: tuple[Path, object]) -> None:
    plan = (asked_all[0] / "heaps.toml").read_text(encoding="utf-8")
    assert "[by_board.B]" in plan
    assert "by_round" not in plan
    assert "WEIGHTS" not in (asked_all[0] / "pebbles.py").read_text(encoding="utf-8")


def test_a_record_shows_what_the_game_declares_in_the_words_of_its_module(asked_all: tuple[Path, object]) -> None:
    """words.py, where larger games have a folder; of the base of its state no more than whose turn it is."""
    lines = [json.loads(line) for line in (asked_all[0] / "mine-too.jsonl").read_text(encoding="utf-8").splitlines()]
    states = [line["state"]["state"] for line in lines if line["type"] == "state"]
    assert lines[0]["set_up"] == {"position": states[0]}
    assert states[0]["turns"] == {"round": 1, "turn": 0, "to_move": 1}
    assert states[-1] == {"turns": {**states[-1]["turns"], "to_move": None}, "pile": 0, "stones": states[-1]["stones"]}
    assert "lead changes" not in (asked_all[0] / "mine-too.html").read_text(encoding="utf-8")


def test_a_game_of_one_file_is_played_in_the_terminal(asked_all: tuple[Path, dict[str, tuple[int, str]]]) -> None:
    """The table that players see; a move by its number and by its notation; the record. tests/cli/test_play.py has all
    commands of the conversation."""
    (said,) = (text for words, (_, text) in asked_all[1].items() if words.startswith("play heaps"))
    assert re.search(r"^heap +stones +\n.*\n \d+ \d+ \d+ +0 0 0 0 ", said, re.MULTILINE)
    assert "1  take 0 1 0  take-0-1-0" in said
    saved = [json.loads(line) for line in (asked_all[0] / "mine.jsonl").read_text(encoding="utf-8").splitlines()]
    own = [line["move"] for line in saved if line["type"] == "decision" and line["seat"] == 1 and not line["forced"]]
    assert own[0] == "take-0-2-0"
    assert "take 0 2 0" in (asked_all[0] / "mine.html").read_text(encoding="utf-8")


# -- strategies to begin with -----------------------------------------------------------------------------------------


PLAYERS = 3
GAMES = 300


@pytest.mark.parametrize("name", rated_games())
def test_a_plan_wins_more_than_its_share_against_random_and_the_program_chooses_as_it_does(
    tmp_path: Path, name: str
) -> None:
    game = load_game(name, players=PLAYERS)
    for suffix, text_of in ((".toml", toml_text), (".py", python_text)):
        (tmp_path / f"my_plan{suffix}").write_text(text_of(game, "my_plan"), encoding="utf-8")
    plan, program = (load_strategy(f"{tmp_path}/my_plan{spec}", game) for spec in (".toml", ".py:MyPlan"))
    games = np.arange(GAMES, dtype=np.uint32)
    seats = (np.arange(PLAYERS) + games[:, None]) % PLAYERS
    played = play_games(
        game,
        [plan, load_strategy("random", game)],
        seed=7,
        games=games,
        deals=games,
        policy=np.minimum(seats, 1).astype(np.uint8),
        board=np.zeros(seats.shape, np.int8) if game.boards else np.full(seats.shape, -1, np.int8),
    )
    shares = played.seats["win_share60"].reshape(-1, PLAYERS)[seats == 0] / 60
    mean, error = shares.mean(), shares.std(ddof=1) / np.sqrt(len(shares))
    low = mean - st.t.ppf(0.975, len(shares) - 1) * error
    assert low > 1 / PLAYERS, f"{mean:.2f}, 95 % interval from {low:.2f}"
    position, choices = game.deal(seed=7), 0
    while position.to_move is not None and choices < 60:
        move, moves = position.moves()[0], position.moves()
        if len(moves) > 1:
            move, choices = program.choice(position), choices + 1
            _, values, _ = plan.evaluate(position)
            assert values is not None
            assert values[moves.index(move)] == max(values)
        position.apply(move)
    assert choices > 10


def test_every_feature_stands_in_the_plan() -> None:
    game = load_game("zhanguo", players=4)
    text = toml_text(game, "mine")
    for feature, meaning, _ in game.feature_docs:
        assert f"{feature} = " in text
        assert meaning in text


def test_the_class_is_named_after_the_file() -> None:
    assert [class_name(name) for name in ("my_plan", "my-plan", "plan2", "Mine")] == [
        "MyPlan",
        "MyPlan",
        "Plan2",
        "Mine",
    ]
