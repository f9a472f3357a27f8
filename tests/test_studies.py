"""The small studies: every command runs, and prints what stands below it."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.repair.runs import RepairRuns

STUDIES = Path(__file__).resolve().parents[1] / "examples" / "studies"
BLOCK = re.compile(r"```sh\n(.*?)\n```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)


@pytest.mark.usefixtures("undrawn", "golden")  # pytest --golden writes what is printed anew
@pytest.mark.parametrize("study", ["boards", "opening", "own-game"])
def test_a_study_prints_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, study: str
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(STUDIES / "harbour.py", tmp_path)
    page = STUDIES / f"{study}.md"
    shown = page.read_text(encoding="utf-8")
    compared = 0
    monkeypatch.setattr("analyser.experiments.game_check.SECONDS", 1)
    # Of a repair so many games whatever time they take.
    monkeypatch.setattr(RepairRuns, "games_in", lambda runs, seconds, n_sets: 3_000 if n_sets < 5 else 1_000)
    monkeypatch.setattr(RepairRuns, "seconds_left", 600.0)

    def run(block: re.Match[str]) -> str:
        nonlocal compared
        command, *words = shlex.split(block[1])
        assert command == "analyser"
        plays = words[0] in ("boards", "openings", "repair")
        words += ["--quiet", "--workers", "0"] if plays else []
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.stderr
        if words[0] == "repair":
            assert "fair: paid_at_the_end.fjord 7 → 3 " in " ".join(done.stdout.split())
        if block[2] is None:
            return block[0]
        compared += 1
        return f"```sh\n{block[1]}\n```\n\n```text\n{done.stdout}```\n"

    printed = BLOCK.sub(run, shown)
    assert compared == 2
    if request.config.getoption("--golden"):
        page.write_text(printed, encoding="utf-8")
    else:
        assert printed == shown
