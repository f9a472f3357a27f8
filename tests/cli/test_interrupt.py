"""Ctrl-C, kill and a full disk: the run says it is incomplete, keeps its finished parts, and can be finished."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.runs.store import RunDirectory
from tests.analyser.runs.experiment import assert_same, rows
from tests.cli.conftest import ROOT, Cli, command, environment

pytestmark = pytest.mark.usefixtures("undrawn")

WORDS = "run zhanguo --players 2 --games 3000 --strategies random,plan.toml --batch 60 --quiet"
Rows = dict[str, pl.DataFrame]  # of every table
PLAN = ROOT / "strategies" / "zhanguo" / "balanced.toml"


@pytest.fixture(autouse=True)
def plan(tmp_path: Path) -> None:
    """A plan of the test's own, so that nobody tunes it while the test runs."""
    shutil.copyfile(PLAN, tmp_path / "plan.toml")


def started(path: Path, *, parts: int, words: str = WORDS) -> subprocess.Popen[str]:
    """The command, in a session of its own, once it has finished so many parts."""
    done = subprocess.Popen(
        command(*words.split(), *([] if "--workers" in words else ["--workers", 2]), "--out", path),
        cwd=path.parent,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while len(list(path.glob("games/*.parquet"))) < parts and done.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    return done


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """The rows of the same run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    shutil.copyfile(PLAN, folder / "plan.toml")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        done = CliRunner().invoke(app, [*WORDS.replace("60", "700").split(), "--workers", "0", "--out", "run"])
    assert done.exit_code == 0, done.stderr
    return rows(RunDirectory.open(folder / "run"))


def assert_finishes(path: Path, called: Cli, undisturbed: Rows) -> None:
    """Resume the run, and compare every row with those of one that nobody disturbed."""
    done = called("run", "--resume", path, "--quiet", "--workers", 0)
    assert done.returncode == 0, done.stderr
    run = RunDirectory.open(path)
    assert run.manifest.complete
    assert_same(rows(run), undisturbed)


def test_ctrl_c_keeps_the_parts_and_resume_finishes(tmp_path: Path, called: Cli, undisturbed: Rows) -> None:
    path = tmp_path / "run"
    process = started(path, parts=4)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "win share" in out
    *_, last = err.splitlines()
    assert last.startswith(f"analyser: stopped: {path} keeps")
    assert last.endswith(f"`analyser run --resume {path}` plays the others and answers")
    manifest = RunDirectory.open(path).manifest
    assert not manifest.complete
    assert 0 < manifest.games_done < manifest.games
    told = called("report", "balance", path, "--out", tmp_path / "page")
    assert told.returncode == 0
    assert "is not finished" in told.stderr
    assert_finishes(path, called, undisturbed)


SLOW = """
import os
import time

from analyser.rules import Rules, points


class Slow(Rules):
    players = 2
    rounds = 1
    moves = {"take": ("takes {n}", "{n}", {"n": range(1, 4)})}
    features = {"vp": "points of the move | points"}
    plans = {"greedy": {"vp": 1}, "modest": {"vp": -1}}
    got = points("points")

    def legal(self, table, seat):
        return [("take", 1), ("take", 2), ("take", 3)]

    def play(self, table, seat, move):
        time.sleep(0.05)
        with open(os.path.join(os.path.dirname(__file__), "moves"), "a") as file:
            file.write("x")
        table.got[seat] += move[1]
        table.end_turn()

    def weigh(self, table, seat, move):
        return [move[1]]
"""


@pytest.mark.parametrize(("sent", "workers"), [(signal.SIGINT, 0), (signal.SIGTERM, 1)])
def test_a_pilot_that_is_stopped_says_so_in_a_line(tmp_path: Path, sent: signal.Signals, workers: int) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    words = f"balance ./slow.py --players 2 --games 2000 --strategies greedy,modest --workers {workers}"
    process = started(tmp_path / "run", parts=0, words=words)
    deadline = time.monotonic() + 60
    while not (tmp_path / "moves").exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, sent)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (128 + sent, "")
    *_, last = err.splitlines()
    assert last.startswith("analyser: stopped before the first game of the run: ")
    again = f"`analyser {words} --out {tmp_path / 'run'}` starts again"
    assert last.endswith(f" of 200 games that are tried first were played, and nothing is kept: {again}")
    assert not (tmp_path / "run").exists()


def test_an_interrupted_question_is_answered_and_one_command_goes_on_and_answers(tmp_path: Path, called: Cli) -> None:
    path = tmp_path / "run"
    process = started(path, parts=4, words=WORDS.replace("run", "balance", 1))
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    page = path / "reports" / "balance" / "balance.html"
    assert process.returncode == 130
    assert str(page) in out
    assert f"`analyser run --resume {path}` plays the others and answers" in err
    games = RunDirectory.open(path).manifest.games_done
    assert 0 < games < 3000
    caveat = f"Played {games:,} of 3,000 games. The run is not complete: the intervals are wider"
    assert caveat in page.read_text()
    page.unlink()
    done = called("run", "--resume", path, "--workers", 0)
    assert done.returncode == 0, done.stderr
    assert str(page) in done.stdout
    assert "The run is not complete" not in page.read_text()
    assert RunDirectory.open(path).manifest.games_done >= 3000
    asked = called("boards", "--resume", path)
    assert asked.returncode == 2
    assert "the run was started by `balance`: use `balance` or `run`" in asked.stderr


def test_a_killed_program_leaves_a_run_that_resumes(tmp_path: Path, called: Cli, undisturbed: Rows) -> None:
    path = tmp_path / "run"
    process = started(path, parts=2)
    process.kill()
    process.communicate(timeout=30)
    assert not RunDirectory.open(path).manifest.complete
    assert_finishes(path, called, undisturbed)


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("mount") is None, reason="mounting a small disk needs root")
def test_a_full_disk_is_one_line_and_earlier_parts_stay(tmp_path: Path, called: Cli, undisturbed: Rows) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], check=False, capture_output=True
    ).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        done = called(*WORDS.split(), "--workers", 1, "--out", disk / "run")
        assert done.returncode == 7
        assert len(done.stderr.splitlines()) == 1
        assert "no space left" in done.stderr.lower()  # said of a part or of the manifest, whichever met the end
        manifest = RunDirectory.open(disk / "run").manifest
        assert not manifest.complete
        assert manifest.games_done > 0
        shutil.copytree(disk / "run", tmp_path / "run")
    finally:
        subprocess.run(["umount", disk], check=True)
    assert_finishes(tmp_path / "run", called, undisturbed)
