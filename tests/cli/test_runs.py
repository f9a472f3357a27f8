"""`analyser runs`: what lies there is listed, shown, checked, joined and removed."""

import json
import shutil
from pathlib import Path

import pytest

from analyser.runs.store import RunDirectory
from tests.analyser.runs.experiment import assert_same, rows
from tests.cli.conftest import Cli
from tests.cli.test_completion import completed


@pytest.fixture
def runs(small_run: Path, tmp_path: Path) -> Path:
    """A folder of two runs, one of them damaged, and something that is none."""
    for name in ("first", "second"):
        shutil.copytree(small_run, tmp_path / "runs" / name, ignore=shutil.ignore_patterns("reports"))  # of other tests
    (tmp_path / "runs" / "second" / "seats" / "part-00003.parquet").unlink()
    (tmp_path / "runs" / "letter").mkdir()
    return tmp_path / "runs"


def test_runs_are_listed_and_shown(called: Cli, runs: Path) -> None:
    lines = called("runs").stdout.splitlines()
    assert lines == called("runs", "list", runs).stdout.splitlines()
    assert [line.split()[0] for line in lines if "zhanguo" in line] == ["first", "second"]
    told = json.loads(called("runs", "list", "--json").stdout)["runs"]
    assert [(one["game"], one["command"], one["games"], one["state"]) for one in told] == 2 * [
        ("zhanguo", "run", 24, "complete")
    ]
    assert told[0]["bytes"] == sum(file.stat().st_size for file in (runs / "first").rglob("*.parquet"))
    shown = called("runs", "runs/first").stdout
    assert shown == called("runs", "show", "runs/first").stdout
    assert "complete" in shown
    assert "48 rows" in shown
    stored = json.loads(called("runs", "show", "runs/first", "--json").stdout)
    assert stored["tables"]["games"]["rows"] == 24
    assert (
        called("runs", "list", "nowhere").stderr == "analyser: nowhere: no such directory: name one that holds runs\n"
    )
    assert called("runs", "list", "runs/letter").stdout == "runs/letter: no runs in it\n"


def test_a_run_is_checked(called: Cli, runs: Path) -> None:
    done = called("runs", "check", "runs/first")
    parts = len(list((runs / "first").rglob("*.parquet")))
    assert (done.returncode, done.stdout) == (0, f"runs/first: {parts} parts of 24 games, each as it was written\n")
    shutil.copy(runs / "first" / "games" / "part-00000.parquet", runs / "first" / "games" / "part-00099.parquet")
    assert "games/part-00099.parquet belongs to no batch" in called("runs", "check", "runs/first").stdout
    done = called("runs", "check", "runs/second")
    assert (done.returncode, done.stdout) == (3, "seats/part-00003.parquet is missing\n")
    again = "`analyser run --resume runs/second` plays what is missing again"
    assert done.stderr == f"analyser: runs/second: 1 fault: {again}\n"
    assert json.loads(called("runs", "check", "runs/second", "--json").stdout)["faults"] == [done.stdout.strip()]


def test_parts_are_joined_and_rows_stay(called: Cli, runs: Path, small_run: Path) -> None:
    shutil.copy(runs / "first" / "games" / "part-00000.parquet", runs / "first" / "games" / "part-00099.parquet")
    assert called("runs", "compact", "runs/first").stdout.startswith("runs/first: 2 parts, ")
    assert sorted(path.name for path in (runs / "first").rglob("*.parquet")) == 2 * ["part-00012.parquet"]
    assert_same(rows(RunDirectory.open(runs / "first")), rows(RunDirectory.open(small_run)))
    assert called("runs", "check", "runs/first").returncode == 0
    assert called("runs", "compact", "runs/second").returncode == 3


def test_runs_are_removed_when_that_is_meant(called: Cli, runs: Path) -> None:
    done = called("runs", "remove", "runs/first")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2,
        "analyser: runs remove: no confirmation given; use --yes",
    )
    (runs / "second" / "mine.txt").write_text("notes of my own")
    done = called("runs", "remove", "runs/first", "runs/second", "--yes")
    assert done.stdout == "runs/first: removed\nruns/second: removed; mine.txt stay in it\n"
    assert not (runs / "first").exists()
    assert [path.name for path in (runs / "second").rglob("*")] == ["mine.txt"]
    done = called("runs", "remove", "runs/letter", "--yes")
    assert (done.returncode, (runs / "letter").is_dir()) == (3, True)


def test_words_that_are_nearly_right_are_told(called: Cli, runs: Path) -> None:
    asked = called("runs", "show")
    assert (asked.returncode, asked.stderr) == (2, "analyser: RUN is missing: `analyser runs show --help` explains\n")
    assert "did you mean runs/first?" in called("runs", "check", "runs/frist").stderr
    assert "did you mean runs/first?" in called("report", "balance", "runs/frist").stderr
    assert completed("analyser runs check runs/f") == ["runs/first"]
    assert completed("analyser runs ") == ["show", "list", "check", "compact", "remove", "runs/"]


def test_a_run_of_an_earlier_version_is_read_and_goes_on_as_long_as_the_game_is_the_same(
    called: Cli, small_run: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old"
    shutil.copytree(small_run, old)
    run = RunDirectory.open(old)
    run.manifest.versions["analyser"] = "0.1.0"
    run.save()
    assert "analyser 0.1.0" in called("runs", "show", old).stdout
    assert called("compare", old, "--by", "board").returncode == 0
    assert called("run", "--more", 24, "--out", old, "--quiet").returncode == 0
    assert RunDirectory.open(old).manifest.games_done == 48
