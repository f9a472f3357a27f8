"""`analyser tune`: a new file with its provenance, the same from any number of workers and after any interruption."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.tuning.checkpoint import TuningCheckpoint
from cext.installation import install_command
from strategies.plan import read_plan
from tests.cli.conftest import Cli, command, environment
from tests.needs import module

WEAK = 'name = "weak"\nidea = "Plays low cards."\n[weights]\nvalue = -1                # high cards\npot = 0\n'
PLAYED = {"value": -1, "pot": 0}
SMALL = ("--players", 2, "--games", 20)


@pytest.fixture(autouse=True)
def cma() -> None:
    """The package that searches."""
    module("cma", extra="tune")


@pytest.fixture
def tuned(called: Cli, tmp_path: Path) -> Any:
    """Tune a weak plan of the toy in this process, into the file; its answer as an object."""
    (tmp_path / "weak.toml").write_text(WEAK, encoding="utf-8")

    def run(out: str, *words: object, workers: int = 0, resume: bool = False) -> Any:
        begun = ("toy/weak.toml", "--opponents", "random", *SMALL, "--out", out)
        plan = ("--resume", out) if resume else begun
        done = called("tune", *plan, "--workers", workers, "--json", "--quiet", *words)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_a_plan_gets_better_in_a_new_file_that_says_how(tuned: Any) -> None:
    found = tuned("better.toml", "--generations", 12)
    assert found["plan"] == "toy/weak.toml"
    gain = found["gain"]
    assert gain["deals"] == 1000
    assert gain["ahead_low"] > 0
    assert gain["share_low"] > 0
    assert gain["after"] - gain["before"] == pytest.approx(gain["share"])
    text = Path("better.toml").read_text()
    assert "# high cards" in text
    plan = read_plan(Path("better.toml"))
    assert dict(plan.weights) == PLAYED | {one["number"]: one["after"] for one in found["moved"]}
    assert plan.provenance["who"].startswith("tuned from toy/weak.toml by analyser ")
    assert re.fullmatch(
        r"CMA-ES on points ahead of the mean opponent, against random at 2 players; 12 generations of 16 plans at 20 "
        r"games, seed 1, deals 0 to 239; on 1,000 fresh deals \S+ pp of win share .*, .* points ahead .*",
        plan.provenance["on_what"],
    )
    (look,) = TuningCheckpoint.read(Path("better.tuning.json")).looks
    assert look["generation"] == 10


def test_it_goes_on_where_it_was_broken_off_to_the_same_end(tuned: Any) -> None:
    """The whole search at once, in two processes, and in two sessions."""
    whole = tuned("whole.toml", "--generations", 3, "--starts", 2)
    apart = tuned("apart.toml", "--generations", 3, "--starts", 2, workers=2)
    tuned("parts.toml", "--generations", 1, "--starts", 2)
    Path("parts.toml").unlink(missing_ok=True)
    parts = tuned("parts.toml", "--generations", 3, resume=True)
    worths = [TuningCheckpoint.read(Path(f"{name}.tuning.json")).fitness_values for name in ("whole", "apart", "parts")]
    assert worths[0] == worths[1] == worths[2]
    assert whole["gain"] == apart["gain"] == parts["gain"]
    assert whole["start"] == apart["start"] == parts["start"]
    assert whole["moved"] == apart["moved"] == parts["moved"]


def test_the_weights_of_one_board_are_tuned_alone(tuned: Any) -> None:
    found = tuned("b.toml", "--generations", 5, "--board", "B", "--goal", "wins", "--bonus", "score_cards=0.5")
    assert found["gain"]["share_low"] > 0
    plan = read_plan(Path("b.toml"))
    assert (plan.weights, plan.provenance) == (PLAYED, {})
    assert list(plan.on_board) == ["B"]
    assert dict(plan.on_board["B"].weights) == PLAYED | {one["number"]: one["after"] for one in found["moved"]}
    said = plan.on_board["B"].provenance["on_what"]
    assert said.startswith(
        "CMA-ES on win share in percent, score_cards counting 0.5 extra, against random at 2 players"
    )
    assert " on B; " in said


def test_the_time_ends_it_between_generations(tuned: Any) -> None:
    found = tuned("a.toml", "--time", "0.0001")
    assert (found["generations"], found["ended_by_time"]) == (1, True)
    if found["out"]:
        assert "1 generation of 16 plans at 20 games, seed 1, deals 0 to 19, ended by a time limit; on 1,000 fresh" in (
            Path("a.toml").read_text()
        )


def test_ctrl_c_keeps_what_was_done_and_says_how_to_go_on(tmp_path: Path) -> None:
    words = command("tune", "toy/banker", *SMALL, "--generations", 100_000, "--workers", 2, "--out", "a.toml")
    process = subprocess.Popen(
        words, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    kept, deadline = tmp_path / "a.tuning.json", time.monotonic() + 60
    while not kept.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1].splitlines()[-1]
    assert process.returncode == 130
    done = len(TuningCheckpoint.read(kept).fitness_values)
    assert re.fullmatch(
        rf"analyser: stopped: a.tuning.json keeps {done} generations?: `analyser tune --resume a.toml` goes on", said
    )
    assert not (tmp_path / "a.toml").exists()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("", 2, "no plan: name one, for instance zhanguo/balanced"),
        ("zhangou/x", 3, "unknown game 'zhangou': did you mean zhanguo?"),
        ("toy", 2, "toy: name a plan behind the game, such as toy/banker"),
        ("toy/bankr", 3, "no strategy 'bankr' for toy: did you mean banker?"),
        ("toy/random", 3, "toy/random is no plan of weights: there are banker, novice, and files of yours"),
        ("toy/mine.py:X", 3, "toy/mine.py:X is no plan of weights"),
        ("toy/none.toml", 3, "none.toml: cannot be read: No such file"),
        ("zhanguo/balanced --board trangle", 3, "--board: zhanguo has no player board 'trangle': did you mean"),
        ("toy/banker --out there.toml", 3, "--out there.toml is there already and stays as it is: name another file"),
        ("toy/banker --out begun.toml", 3, "--out begun.toml: begun.tuning.json keeps a tuning that was begun"),
        ("toy/banker --out no/a.toml", 3, "--out no/a.toml: there is no folder no: make it"),
        ("toy/banker --out a", 2, "--out a: a plan is a file.toml"),
        ("toy/banker --opponents nobody", 3, "--opponents: no strategy 'nobody' for toy"),
        ("toy/banker --bonus pushs=1", 3, "--bonus: no column of the seats table 'pushs': did you mean pushes?"),
        ("toy/banker --bonus pushes", 2, "--bonus pushes: write it as column=factor"),
        ("toy/banker --freeze valu", 3, "--freeze: toy has no feature 'valu': did you mean value?"),
        ("toy/banker --freeze value,pot,push", 2, "toy/banker: nothing is left to tune: name other --weights"),
        ("toy/banker --weights weigths", 3, "--weights: no table 'weigths': did you mean weights?"),
        ("toy/banker --board B --weights by_board", 2, "--weights by_board: with --board the weights of that board"),
        ("toy/banker --goal win", 3, "--goal: no goal 'win': did you mean wins?"),
        ("toy/banker --games 0", 2, "--games 0: give a number of games from 1 to 100,000"),
        ("toy/banker --starts 65", 2, "--starts 65: give a number of searches from 1 to 64"),
        ("toy/banker --time 0", 2, "--time 0: give minutes, or a time such as 90s, 5m or 1h, above 0"),
        ("toy/banker --generations 0", 2, "--generations 0: give a whole number from 1"),
        ("toy/banker --workers -1", 2, "--workers -1: give a number of processes (0 plays in this one)"),
        ("toy/banker --seed -1", 2, "--seed -1: give a whole number from 0"),
        ("toy/banker --players 9", 3, "toy is for 1, 2, 3, 4 players, not 9"),
        ("toy/banker --players 2,2", 2, "--players 2,2: name each number once"),
        ("toy/banker --option foo=1", 3, "toy has no option 'foo'"),
        ("toy/banker --option players=3", 3, "toy has no option 'players': use --players"),
        ("--resume", 2, "--resume has no value: write --resume FILE"),
        ("--resume a.toml", 3, "a.tuning.json: no such file: nothing is kept there"),
        ("--resume damaged.toml", 3, "damaged.tuning.json: damaged, or not of this version: begin anew"),
        ("--resume begun.toml --games 21", 6, "--resume begun.toml: games was begun with 20, not 21: leave"),
        ("toy/novice --resume begun.toml", 6, "--resume begun.toml: plan was begun with toy/banker, not"),
        ("--resume begun.toml --generations 1", 2, "--resume begun.toml: 2 generations are done: ask for"),
    ],
)  # fmt: skip
def test_an_error_is_one_line(called: Cli, begun: Path, words: str, code: int, said: str) -> None:
    done = called("tune", *words.split(), "--quiet")
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"analyser: {said}")
    assert done.returncode == code


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What is kept of a tuning of two generations."""
    folder = tmp_path_factory.mktemp("kept")
    words = ("tune", "toy/banker", *SMALL, "--generations", 2, "--workers", 0, "--out", folder / "begun.toml", "-q")
    assert CliRunner().invoke(app, [str(word) for word in words]).exit_code == 0
    return (folder / "begun.tuning.json").read_bytes()


@pytest.fixture
def begun(tmp_path: Path, kept: bytes) -> Path:
    """A folder with a tuning begun, a damaged one, and a file that is there already."""
    (tmp_path / "begun.tuning.json").write_bytes(kept)
    (tmp_path / "damaged.tuning.json").write_bytes(kept.replace(b'"games": 20', b'"games": 30'))
    (tmp_path / "there.toml").write_text("mine")
    return tmp_path


def test_what_has_changed_since_is_named(called: Cli, begun: Path) -> None:
    file = begun / "begun.tuning.json"
    tuning = TuningCheckpoint.read(file)
    tuning.digests["the package cma"] = "3.0"
    tuning.save(file)
    done = called("tune", "--resume", "begun.toml")
    assert done.returncode == 6
    assert "the package cma is not as it was when the tuning was begun" in done.stderr


def test_any_byte_that_is_lost_is_noticed(called: Cli, begun: Path, kept: bytes) -> None:
    for cut in range(0, len(kept), max(1, len(kept) // 20)):
        (begun / "damaged.tuning.json").write_bytes(kept[:cut])
        done = called("tune", "--resume", "damaged.toml")
        assert (done.returncode, len(done.stderr.splitlines())) == (3, 1)


def test_without_cma_the_extra_is_named(called: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    done = called("tune", "toy/banker")
    assert done.returncode == 3
    assert done.stderr == f"analyser: tune: the package cma is not installed: {install_command('tune')}\n"
