"""Searches on the command line: rows that repeat whoever plays them, what a decision takes, refusals in one line."""

import json
from pathlib import Path

import polars as pl

from tests.cli.conftest import Cli

WORDS = ["run", "middle_kingdom", "--players", 2, "--strategies", "search:curve:4,mcts:8:prior=curve,curve"]


def test_rows_do_not_depend_on_workers_and_runs_tell_what_a_decision_takes(called: Cli, tmp_path: Path) -> None:
    done = called(*WORDS, "--games", 48, "--batch", 12, "--workers", 0, "--out", "one")
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stdout.splitlines() if line.endswith(" ms a decision")]
    assert [line.rpartition(": ")[0] for line in told] == ["search:curve:4", "mcts:8:prior=curve"]
    again = called(*WORDS, "--games", 48, "--batch", 16, "--workers", 2, "--out", "two", "--json")
    milliseconds = json.loads(again.stdout)["milliseconds"]
    assert set(milliseconds) == {"search:curve:4", "mcts:8:prior=curve"}
    assert all(0.001 < one < 100 for one in milliseconds.values())
    one, two = (
        pl.read_parquet(tmp_path / run / "seats" / "*.parquet").sort("game", "seat").drop("run", strict=False)
        for run in ("one", "two")
    )
    assert one.equals(two)
    assert one["strategy"].n_unique() == 3
