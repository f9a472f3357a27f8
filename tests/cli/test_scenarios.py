"""Scenarios on the command line: a file with tables, an answer each, one of them by name."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

pytestmark = pytest.mark.slow

FILE = """
game = "middle_kingdom"
games = 40
strategies = ["random"]
workers = 0
quiet = true

[[scenario]]
name = "two"
players = 2

[[scenario]]
name = "three"
players = 3
"""


def test_each_scenario_is_answered_and_one_can_be_picked(called: Cli, tmp_path: Path) -> None:
    (tmp_path / "two-and-three.toml").write_text(FILE)
    done = called("balance", "--config", "two-and-three.toml", "--json", "--out", "run")
    assert done.returncode == 0, done.stderr
    scenarios = json.loads(done.stdout)["scenarios"]
    assert list(scenarios) == ["two", "three"]
    assert {answer["report"] for answer in scenarios.values()} == {"run/reports/balance/balance.html"}
    assert [scenarios[name]["facts"]["players"] for name in scenarios] == [2, 3]
    picked = called("report", "balance", "run", "--scenario", "three", "--json")
    alone = {"three": {**scenarios["three"], "report": "run/reports/balance/three/balance.html"}}
    assert json.loads(picked.stdout)["scenarios"] == alone
    unknown = called("report", "balance", "run", "--scenario", "thre")
    assert unknown.returncode == 3
    assert unknown.stderr == "analyser: --scenario thre: the run has no such scenario: did you mean three?\n"
    shown = called("config", "show", "run")
    assert shown.stdout.count("[[scenario]]") == 2
