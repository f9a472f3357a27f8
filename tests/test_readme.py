"""The README holds: its strategy plays, its commands and links exist, its output is what the command prints."""

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.experiments.config_loader import load_experiment
from reports.stats.aliasing import aliasing

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The README's code blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.usefixtures("undrawn")
def test_the_python_strategy_plays_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The class of the README stands in my.py and plays in the command below it, with fewer games."""
    (tmp_path / "my.py").write_text(blocks("python")[0], encoding="utf-8")
    command = next(line for block in blocks("sh") for line in block.splitlines() if "my.py:" in line).split()[1:]
    command[command.index("--games") + 1] = "20"
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, [*command, "--out", "run", "--workers", "0"])
    assert done.exit_code == 0, done.stderr
    assert "Hoarder" in done.stdout


@pytest.mark.parametrize(
    "line", sorted({line for block in blocks("sh") for line in block.splitlines() if line.startswith("analyser ")})
)
def test_commands_exist_with_their_options(line: str) -> None:
    """Every option a command of the README uses is one its help names."""
    words = line.split("#")[0].split()[1:]
    depth = 2 if words[0] in ("components", "report", "config") else 1
    help_text = CliRunner().invoke(app, [*words[:depth], "--help"]).stdout
    for word in words:
        if word.startswith("--"):
            assert word in help_text


def test_the_experiment_shown_can_tell_strategies_boards_and_seats_apart() -> None:
    """The line-ups of the README's own run, all its games, cross what it compares."""
    line = next(line for block in blocks("sh") for line in block.splitlines() if line.startswith("analyser run "))
    words = line.split()
    given = {word.removeprefix("--"): words[i + 1] for i, word in enumerate(words) if word.startswith("--")}
    named = {key: tuple(given[key].split(",")) for key in ("strategies", "boards")}
    experiment = load_experiment("run", {"game": words[2], "games": int(given["games"]), **named})
    design = experiment.schedule(experiment.pilots()).designs[0]
    rows = design.rows(0, design.games)
    seat = np.broadcast_to(np.arange(rows.policy.shape[1]), rows.policy.shape)
    played = {"strategy": rows.policy.ravel(), "board": rows.board.ravel(), "seat": seat.ravel()}
    found = aliasing(pl.DataFrame(played), list(played))
    assert set(found.levels) == set(played)
    assert found.clean


def test_links_lead_somewhere() -> None:
    """Every file the README links to is there."""
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_output_shown_is_a_whole_answer() -> None:
    """The block between the markers is one screen: a row and a word for each B side, what to change, how sure."""
    block = re.search(r"<!-- boards-output -->\n```\n(.*?)```\n<!-- /boards-output -->", README, re.DOTALL)
    assert block is not None
    lines = block[1].splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    for board in ("circle", "square", "triangle", "star"):
        (row,) = (line for line in lines if re.match(rf"{board} +[\d.]+ %", line))
        assert row.endswith(("too strong", "too weak", "fair", "unclear"))
    for start in (
        "Start ",
        "How sure",
        "  Chance in the deals",
        "  Who plays",
        "  Data we guess",
        "Page: run/reports/",
    ):
        assert sum(line.startswith(start) for line in lines) == 1
