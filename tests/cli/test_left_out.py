"""What a command says of plans that were left out because they cannot play."""

import json
from pathlib import Path

import pytest

from tests.analyser.runs.test_left_out import taking
from tests.cli.conftest import Cli

HERE = ("--workers", 0, "--players", 2, "--games", 1200, "--quiet")
SENTENCE = "Left out: the hopeless bot wins "
pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture(autouse=True)
def trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small runs try plans, too."""
    monkeypatch.setattr("analyser.runs.plan_trials.PILOT_PART", 1)


def test_the_terminal_names_it(called: Cli, asked: Cli, tmp_path: Path) -> None:
    taking(tmp_path)
    done = asked("balance", "./taking.py", *HERE)
    assert done.returncode == 0, done.stderr
    assert SENTENCE in done.stdout
    assert SENTENCE not in called("run", "./taking.py", *HERE, "--strategies", "greedy,shy,hopeless").stdout


def test_json_has_its_figures(called: Cli, tmp_path: Path) -> None:
    taking(tmp_path)
    content = json.loads(called("run", "./taking.py", *HERE, "--json").stdout)
    (trial,) = content["left_out"]
    assert (trial["strategy"], trial["games"]) == ("hopeless", 200)


def test_repair_leaves_it_out(called: Cli, tmp_path: Path) -> None:
    taking(tmp_path)
    words = ("--goal", "seats", "--vary", "start_points.seats.1=-1..1", "--time", 0.1, "--workers", 0, "--players", 2)
    done = called("repair", "./taking.py", *words, "--out", "mended")
    assert done.returncode == 0, done.stderr
    assert SENTENCE in done.stderr
    manifests = [json.loads(path.read_text()) for path in (tmp_path / "mended").glob("*/manifest.json")]
    assert manifests
    assert {*map(tuple, (each["config"]["strategies"] for each in manifests))} == {("greedy", "bold", "fair", "shy")}
