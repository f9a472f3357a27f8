"""`analyser train`: what it says and writes, what it keeps when it is stopped, and what it refuses in one line."""

import json
import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.training import session
from analyser.training.checkpoint import TrainingCheckpoint
from strategies.leaf_file import read_leaf
from tests.cli.conftest import ROOT, Cli, assert_refused, command, environment

FEW = {"LOOK_GAMES": 10, "CHOICE_GAMES": 10, "FINAL_GAMES": 20, "COST_GAMES": 5, "HELD_OUT_GAMES": 60}
SMALL = ("--players", 2, "--games", 500, "--workers", 0)


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks and measurements of few games."""
    for name, games in FEW.items():
        monkeypatch.setattr(session, name, games)


def test_player_is_written_and_plays(called: Cli) -> None:
    done = called("train", "toy/banker", *SMALL)
    assert done.returncode == 0, done.stderr
    text = " ".join(done.stdout.split())
    assert text.startswith("toy/banker, 2 players: 500 games of 2 plans, learned from in ")
    error, nothing = map(float, re.findall(r"error of (0\.\d+); who always says the mean has (0\.\d+)\.", text)[0])
    assert 0 < error < 1.1 * nothing
    assert "Alone among banker, novice, on 20 fresh deals, a fair share is 50 of 100 games" in text
    assert re.search(r"search:banker:16:leaf=banker\.leaf +\d+\.\d +\d+\.\d to \d+\.\d +\d+ search:banker:\d+ ", text)
    assert Path("banker-learning.png").read_bytes().startswith(b"\x89PNG")
    assert "500 games: " in done.stderr
    (printed,) = re.findall(r"Next: `analyser (.*)`", text)
    answer = called(*shlex.split(printed), "--games", 8, "--workers", 0, "--quiet")
    assert answer.returncode == 0, answer.stderr


def test_all_of_it_is_one_object(called: Cli) -> None:
    done = called("train", "toy", *SMALL, "--out", "mine.leaf", "--json", "--quiet")
    found = json.loads(done.stdout)
    assert done.stderr == ""
    assert (found["plan"], found["out"], found["games"], found["by_time"]) == ("toy/banker", "mine.leaf", 500, False)
    assert found["player"]["strategy"] == "search:banker:16:leaf=mine.leaf"
    assert found["player"]["low"] <= found["player"]["share"] <= found["player"]["high"]
    assert [look["games"] for look in found["looks"]] == [500]
    assert found["turns"] == read_leaf(Path("mine.leaf")).head.turns


def test_ctrl_c_keeps_the_best_so_far(tmp_path: Path) -> None:
    words = command("train", "toy/banker", "--players", 2, "--games", 10**9, "--workers", 2, "--out", "a.leaf")
    process = subprocess.Popen(
        words, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    kept, deadline = tmp_path / "a.training.json", time.monotonic() + 60
    while not kept.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1].splitlines()[-1]
    assert process.returncode == 130
    done = TrainingCheckpoint.read(kept).n_done
    assert said == (
        f"analyser: stopped: a.leaf is the best so far, a.training.json keeps {done:,} games: "
        "`analyser train --resume a.leaf` goes on"
    )
    assert read_leaf(tmp_path / "a.leaf").head.training["games"] <= done


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a training of 500 games."""
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        for name, games in FEW.items():
            patch.setattr(session, name, games)
        words = ("train", "toy/banker", *SMALL, "--out", folder / "begun.leaf", "-q")
        assert CliRunner().invoke(app, [str(word) for word in words]).exit_code == 0
    return folder


@pytest.fixture
def begun(tmp_path: Path, kept: Path) -> Path:
    """A folder with a training begun, damaged ones, a leaf that is there, and a game without plans."""
    checkpoint = (kept / "begun.training.json").read_bytes()
    (tmp_path / "begun.training.json").write_bytes(checkpoint)
    (tmp_path / "damaged.training.json").write_bytes(checkpoint.replace(b'"games": 400', b'"games": 300'))
    (tmp_path / "cut.training.json").write_bytes(checkpoint[:-40])
    (tmp_path / "there.leaf").write_text("mine")
    (tmp_path / "drawn-learning.png").write_text("mine")
    (tmp_path / "other.training.json").write_bytes(checkpoint)
    (tmp_path / "other.leaf").write_text("mine")
    nim = (ROOT / "examples/games/nim_boards.py").read_text()
    (tmp_path / "bare.py").write_text(nim.replace("plans =", "drafts ="))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("", 2, "no game: name one, for instance zhanguo"),
        ("zhangou", 3, "unknown game 'zhangou': did you mean zhanguo?"),
        ("zhangou/x", 3, "unknown game 'zhangou': did you mean zhanguo?"),
        ("toy/bankr", 3, "no strategy 'bankr' for toy: did you mean banker?"),
        ("toy/random", 3, "toy/random is no plan of weights: there are banker, novice, and files of yours"),
        ("./bare.py", 3, "./bare.py has no plan to learn from, and to learn from nothing is not possible yet: declare"),
        ("toy/none.toml", 3, "none.toml: cannot be read: No such file"),
        ("toy --players 2,3", 2, "--players 2,3: one game has one number of players: name one"),
        ("toy --players 1", 2, "--players 1: a player learns by winning against others: give 2 or more"),
        ("toy --out drawn.leaf", 3, "--out drawn.leaf: drawn-learning.png is there already and stays as it is"),
        ("toy --opponents nobody", 3, "--opponents: no strategy 'nobody' for toy"),
        ("toy --games 0", 2, "--games 0: give a number of games from 1 to"),
        ("toy --time 0", 2, "--time 0: give minutes, or a time such as 90s, 5m or 1h, above 0"),
        ("toy --minutes 5", 2, "no option --minutes"),
        ("toy --out there.leaf", 3, "--out there.leaf is there already and stays as it is: name another file"),
        ("toy --out begun.leaf", 3, "--out begun.leaf: begun.training.json keeps a training that was begun"),
        ("toy --out no/a.leaf", 3, "--out no/a.leaf: there is no folder no: make it"),
        ("toy --out a.toml", 2, "--out a.toml: a leaf is a file.leaf: give it that ending"),
        ("toy --out a:b.leaf", 2, "--out a:b.leaf: no strategy could name it: use a path without colon and comma"),
        ("--resume begun.leaf --out a.leaf", 2, "--resume begun.leaf and --out: leave --out out"),
        ("--resume a.leaf", 3, "a.training.json: no such file: nothing is kept there"),
        ("--resume damaged.leaf", 3, "damaged.training.json: damaged, or not of this version"),
        ("--resume cut.leaf", 3, "cut.training.json: damaged, or not of this version"),
        ("--resume other.leaf", 3, "--resume other.leaf: another file is there, and stays as it is: move it"),
        ("--resume begun.leaf --seed 2", 6, "--resume begun.leaf: seed was begun with 1, not 2: leave it out"),
        ("toy/novice --resume begun.leaf", 6, "--resume begun.leaf: plan was begun with toy/banker, not toy/novice"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line(called: Cli, begun: Path, words: str, code: int, said: str) -> None:
    assert_refused(called("train", *words.split(), "--quiet"), code, said)
