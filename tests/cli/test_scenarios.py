"""Scenarios on the command line: a file with tables, an answer each, one of them by name."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

pytestmark = pytest.mark.usefixtures("undrawn")

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


def test_every_number_of_players_is_answered_on_one_page(called: Cli, tmp_path: Path) -> None:
    words = ["balance", "middle_kingdom", "--strategies", "random", "--games", 60, "--workers", 0, "--out", "run"]
    done = called(*words, "--players", "2,3,4", "--quiet", "--full")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(
        "Middle Kingdom · 2, 3 and 4 players · is the game balanced?\n\nNot decided yet with 2 to 4"
    )
    screen, page, tables = done.stdout.partition("\nPage: run/reports/balance/balance.html\n")
    assert page
    for players in ("2 players", "3 players", "4 players"):
        assert f"\n  {players}: " in screen
        assert f"\n{players}\n" in tables
    assert tables.count("* Seat 1 ") == 3
    stored = json.loads((tmp_path / "run/reports/balance/report.json").read_text())
    assert {name: one["facts"]["players"] for name, one in stored["scenarios"].items()} == {
        "2-players": 2,
        "3-players": 3,
        "4-players": 4,
    }
    wrong = called(*words[:-1], "other", "--players", "2,x")
    several = "or several with commas between them, such as 2,3,4"
    said = f"analyser: --players 2,x: give a number of players from 1 to 20, {several}\n"
    assert (wrong.returncode, wrong.stderr) == (2, said)


def test_each_scenario_is_answered_and_one_can_be_picked(called: Cli, asked: Cli, tmp_path: Path) -> None:
    (tmp_path / "two-and-three.toml").write_text(FILE)
    done = asked("balance", "--config", "two-and-three.toml", "--json", "--out", "run")
    assert done.returncode == 0, done.stderr
    scenarios = json.loads(done.stdout)["scenarios"]
    assert list(scenarios) == ["two", "three"]
    assert {answer["report"] for answer in scenarios.values()} == {"run/reports/balance/balance.html"}
    assert [scenarios[name]["facts"]["players"] for name in scenarios] == [2, 3]
    picked = asked("report", "balance", "run", "--scenario", "three", "--json")
    alone = {"three": {**scenarios["three"], "report": "run/reports/balance/three/balance.html"}}
    assert json.loads(picked.stdout)["scenarios"] == alone
    unknown = called("report", "balance", "run", "--scenario", "thre")
    assert unknown.returncode == 3
    assert unknown.stderr == "analyser: --scenario thre: the run has no such scenario: did you mean three?\n"
    shown = called("config", "show", "run")
    assert shown.stdout.count("[[scenario]]") == 2


def test_values_of_a_switch_are_compared_on_the_same_deals(called: Cli, tmp_path: Path) -> None:
    words = ["balance", "first_empire", "--players", 2, "--strategies", "random", "--games", 60, "--workers", 0]
    done = called(*words, "--option", "tableau=printed,A,B", "--out", "run", "--quiet", "--full")
    assert done.returncode == 0, done.stderr
    assert "tableau A: Not decided yet: whether the two seats are fair" in done.stdout
    told = json.loads((tmp_path / "run/reports/balance/report.json").read_text())
    assert told["by"] == "tableau"
    assert [one["label"] for one in told["scenarios"].values()] == ["tableau printed", "tableau A", "tableau B"]
    rows = {(row["name"], row["scenario"]): row for row in told["tables"]["scenarios"]}
    assert rows["seat 1", "tableau printed"]["effect"] is None
    assert rows["seat 1", "tableau A"]["effect"] == pytest.approx(-rows["seat 2", "tableau A"]["effect"], abs=1e-12)
    assert rows["seat 1", "tableau A"]["effect"] != 0
    both = called(*words, "--option", "tableau=printed,A", "--option", "advanced=on,off", "--out", "other")
    assert (both.returncode, both.stdout) == (2, "")
    assert both.stderr.startswith("analyser: --option tableau=printed,A: one list of values at a time")
