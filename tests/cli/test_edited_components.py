"""A run on edited components says so in its title and lists the edits, wherever its answer is told."""

import json
import re
import shutil
from pathlib import Path

import pytest

from analyser.runs.store import RunDirectory
from cext.games.zhanguo.data.components import export
from reports.run_facts import Edit
from tests.cli.conftest import Cli

pytestmark = pytest.mark.usefixtures("undrawn")

PLAYED = "--players 2 --strategies random,novice --workers 0"
TOLD = "boards.toml, triangle, tracks: [3, 4, 3, 2, 3] → [3, 4, 3, 3, 3]"
TITLE = "ZhanGuo (edited components) · 2 players · is the game balanced?"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A copy of ZhanGuo's components with one track of another length."""
    folder = tmp_path / "mine"
    export(folder)
    boards = folder / "boards.toml"
    text = boards.read_text(encoding="utf-8").replace("[3, 4, 3, 2, 3]", "[3, 4, 3, 3, 3]")
    boards.write_text(text.replace("[[3], [3, 4], [3], [2], [3]]", "[[3], [3, 4], [3], [3], [3]]"), encoding="utf-8")
    return folder


def test_title_terminal_page_json_and_manifest_tell_the_edits_without_the_folder(
    called: Cli, mine: Path, tmp_path: Path
) -> None:
    first = called("balance", "zhanguo", *PLAYED.split(), "--games", "40", "--components", mine, "--out", "run")
    assert first.returncode == 0, first.stderr
    told = " ".join(first.stdout.split())
    assert told.startswith(TITLE)
    assert "Note: Played with edited components: 2 data differ from the shipped ones: " in told
    (entry,) = RunDirectory.open(tmp_path / "run").manifest.scenarios
    assert entry.edits[0] == Edit("boards.toml", "triangle", "tracks", "[3, 4, 3, 2, 3]", "[3, 4, 3, 3, 3]")
    shutil.rmtree(mine)
    again = called("report", "balance", "run")
    assert again.stdout.startswith(TITLE)
    assert TOLD in " ".join(again.stdout.split())
    report = json.loads((tmp_path / "run/reports/balance/report.json").read_text(encoding="utf-8"))
    assert report["asked"] == TITLE
    assert TOLD in report["warnings"][0]
    page = (tmp_path / "run/reports/balance/balance.html").read_text(encoding="utf-8")
    assert TITLE in re.sub(r"<.*?>", "", page)
    assert page.index(TOLD) < page.index("<h2")
    assert [one["field"] for one in report["edits"]] == ["tracks", "no_palace"]
    assert f"<li>{TOLD}</li>" in page[page.index("Edited components</h3>") :]


def test_an_unedited_copy_is_played_as_the_shipped_game(called: Cli, tmp_path: Path) -> None:
    export(tmp_path / "same")
    done = called("run", "zhanguo", *PLAYED.split(), "--games", "4", "--components", "same", "--out", "run")
    assert done.returncode == 0, done.stderr
    assert "edited" not in done.stdout + done.stderr
    assert RunDirectory.open(tmp_path / "run").manifest.scenarios[0].edits == []


def test_json_of_a_run_holds_every_edit(called: Cli, mine: Path) -> None:
    done = called("run", "zhanguo", *PLAYED.split(), "--games", "4", "--components", mine, "--out", "run", "--json")
    edits = json.loads(done.stdout)["edits"]["base"]
    assert [(edit["row"], edit["field"]) for edit in edits] == [("triangle", "tracks"), ("triangle", "no_palace")]
