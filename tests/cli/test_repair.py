"""`analyser repair`: a screen, one JSON object, data that can be played with, and errors in a line."""

import json
from pathlib import Path

import pytest

from analyser.repair.runs import RepairRuns
from tests.cli.conftest import ROOT, Cli, assert_refused
from tests.reports.expected import contradictions, reports_of

pytestmark = pytest.mark.usefixtures("undrawn")

CONTEST = ROOT / "tests/analyser/repair/contest.py"
SMALL = ["--players", 3, "--workers", 0, "--margin", 4, "--quiet"]


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RepairRuns, "games_in", lambda self, seconds, n_sets: 1_600 if n_sets < 5 else 400)
    monkeypatch.setattr(RepairRuns, "seconds_left", 600.0)


def test_the_edited_data_are_played_with(called: Cli, tmp_path: Path) -> None:
    done = called("repair", CONTEST, *SMALL, "--edits", 1, "--out", "answer")
    assert done.returncode == 0
    assert done.stdout.startswith("One edit makes the boards fair: gives.D 8 → 4\n")
    lines = done.stdout.splitlines()
    assert len(lines) <= 24
    assert "    1          0.0  the edits above, as they were judged" in lines
    assert (tmp_path / "answer/report/repair.html").is_file()
    (report,) = reports_of(tmp_path / "answer")
    assert contradictions(tmp_path / "answer", report) == []
    rows = report["screen"]["rows"]
    for changes in (
        {"rows": [{**rows[0], "value": 31.0}, *rows[1:]]}, {"rows": [{**row, "side": "fair"} for row in rows]},
        {"lead": report["screen"]["lead"].replace("before", "now")},
    ):  # fmt: skip
        assert contradictions(tmp_path / "answer", {**report, "screen": {**report["screen"], **changes}})
    again = called("repair", CONTEST, *SMALL, "--components", "answer/components", "--json")
    content = json.loads(again.stdout)
    assert (again.returncode, content["fair"], content["edits"]) == (0, True, [])
    assert content["summary"].startswith("The boards are fair already: all are within 4.0 of 100 games of fair")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["zhangou"], 3, "unknown game"),
        ([], 2, "no game: name one"),
        ([CONTEST, "--start", "numbers.gifts.D=3"], 3, "no key 'gifts'"),
        ([CONTEST, "--retune", "soon"], 2, "--retune soon"),
        ([CONTEST, "--vary", "numbers.gives.E"], 3, "numbers.gives.E: no such number in its data"),
        ([CONTEST, "--vary", "numbers.gives.D=3"], 2, "write it as data=low..high"),
        ([CONTEST, "--goal", "winners"], 2, "--goal winners"),
        ([CONTEST, "--edits", "9"], 2, "--edits 9: give a whole number from 1 to 5"),
    ],
)
def test_an_error_is_one_line(
    called: Cli, monkeypatch: pytest.MonkeyPatch, words: list[object], code: int, message: str
) -> None:
    done = called("repair", *(ROOT / word if str(word).startswith("examples") else word for word in words))
    assert_refused(done, code, message)
