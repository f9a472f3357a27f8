"""`--more` on the command line: a finished run gets games, and is answered anew."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, assert_refused

pytestmark = pytest.mark.usefixtures("undrawn")

BEGIN = ["balance", "middle_kingdom", "--players", 2, "--strategies", "random,goals", "--games", 40, "--workers", 0]
BEGIN += ["--out", "run"]


def test_a_question_is_answered_again_from_more_games(called: Cli, played: Cli, tmp_path: Path) -> None:
    assert played(*BEGIN, "-q").returncode == 0
    first = {path: path.read_bytes() for path in (tmp_path / "run").rglob("part-*")}
    done = called("balance", "--more", 40, "--out", "run", "--workers", 0, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["games"], told["complete"]) == (80, True)
    assert {path: path.read_bytes() for path in first} == first
    again = called("run", "--more", 20, "--out", "run", "--workers", 0, "--json")
    assert json.loads(again.stdout)["games"] == 100


def test_what_cannot_be_is_one_line(called: Cli, played: Cli) -> None:
    assert played(*BEGIN, "-q").returncode == 0
    for words, code, line in (
        (["balance", "--more", 5], 2, "--more needs --out"),
        (
            ["boards", "--more", 5, "--out", "run"],
            2,
            "--more 5: run: the run is one of `analyser balance`: go on with that",
        ),
        (["balance", "--more", 0, "--out", "run"], 2, "--more 0: give a number of games from 1 to 4,294,967,295"),
        (
            ["balance", "qin", "--more", 5, "--out", "run"],
            6,
            "--more 5: run: the run is of middle_kingdom: start a new run",
        ),
        (["balance", "--more", 5, "--out", "none"], 3, "none: no such directory"),
    ):
        assert_refused(called(*words), code, f"analyser: {line}")
