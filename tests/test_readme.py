"""The README holds: its blocks run, what it claims of its game is so, its output is what the command prints."""

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from analyser import open_run
from analyser.cli import app
from analyser.experiments.config_loader import load_experiment
from reports.stats.aliasing import aliasing
from tests.pages import Page, blocks_of, check_options
from tests.undrawn import leave_answers_out

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
INLINE = sorted(set(re.findall(r"`(analyser [^`]+)`", README.replace("\n", " "))))


def shown(marker: str) -> list[str]:
    """The lines of the block below a marker."""
    block = re.search(rf"<!-- {marker} -->\n```\n(.*?)```\n", README, re.DOTALL)
    assert block is not None
    return block[1].splitlines()


@pytest.mark.usefixtures("undrawn")
def test_its_blocks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer games: the game is saved, the run is played, compared and read."""
    monkeypatch.chdir(tmp_path)
    leave_answers_out(monkeypatch)
    (tmp_path / "README.md").write_text(f"<!-- games: 400 -->\n{README}", encoding="utf-8")
    Page(tmp_path / "README.md").run()
    assert open_run("my-run").compare("win_share", by="board", against="A").table.height == 2
    assert (tmp_path / "dice.py").exists()


def test_its_game_is_as_unfair_as_it_says_and_the_repair_shown_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    leave_answers_out(monkeypatch)
    game = next(block.body for block in blocks_of(README) if block.title == "dice.py")
    (tmp_path / "dice.py").write_text(game, encoding="utf-8")
    finding, *after = shown("repair-output")
    points = re.fullmatch(r"One edit makes the boards fair: (bear|fox) starts (\d+) points (behind|ahead)", finding)
    shares = re.search(r"[Bb]ear (?:wins )?([\d.]+) % \(([\d.]+) before\)", " ".join(after))
    assert points is not None
    assert shares is not None
    expected = [float(shares[2]) / 100, float(shares[1]) / 100]
    sign = "-" if points[3] == "behind" else ""
    change = f"start_points.boards.{points[1]}={sign}{points[2]}"
    boards = ["--boards", "fox,bear,bear,fox", "--games", "4000"]
    words = ["whatif", "./dice.py", "--set", change, *boards, "--out", "changed", "--workers", "0", "--quiet"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.stderr
    found = open_run("changed").compare("win_share", by="scenario", where="board = 'bear'").table
    for row, share in zip(found.sort("scenario", descending=True).iter_rows(named=True), expected, strict=True):
        assert row["low"] < share < row["high"]


@pytest.mark.parametrize("command", INLINE)
def test_commands_in_its_text_exist_with_their_options(command: str) -> None:
    check_options(command)
    words = command.split()
    assert CliRunner().invoke(app, [words[1], "--help"]).exit_code == 0


def test_the_experiment_shown_can_tell_strategies_boards_and_seats_apart() -> None:
    """The line-ups of the README's own run, all its games, cross what it compares."""
    line = next(line for line in README.splitlines() if line.startswith("analyser run "))
    words = line.split()
    given = {word.removeprefix("--"): words[i + 1] for i, word in enumerate(words) if word.startswith("--")}
    named = {key: tuple(given[key].split(",")) for key in ("strategies", "boards")}
    experiment = load_experiment("run", {"game": words[2], "games": 20_000, **named})
    design = experiment.schedule(experiment.pilots()).designs[0]
    rows = design.rows(0, design.games)
    seat = np.broadcast_to(np.arange(rows.policy.shape[1]), rows.policy.shape)
    played = {"strategy": rows.policy.ravel(), "board": rows.board.ravel(), "seat": seat.ravel()}
    found = aliasing(pl.DataFrame(played), list(played))
    assert set(found.levels) == set(played)
    assert (found.inseparable, found.uneven) == ((), ())


def test_it_is_short_and_its_links_lead_somewhere() -> None:
    assert len(README.splitlines()) <= 120
    for target in re.findall(r"\]\(([^)#:]+)[)#]", README):
        assert (ROOT / target).exists(), target


def test_the_output_shown_is_a_whole_answer() -> None:
    """The block below the marker is one screen: a row and a word for each B side, what to change, how sure."""
    lines = shown("boards-output")
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    for board in ("circle", "square", "triangle", "star"):
        (row,) = (line for line in lines if re.match(rf"{board} +[\d.]+ %", line))
        assert re.search(
            r"(too strong|too weak|fair|unclear)(, \d of 8)?( too strong| too weak| fair)?( \(ordinary\))?$", row
        )
    for start in (
        "No start points ",
        "How sure",
        "  Chance in the deals",
        "  Who plays",
        "  Data we guess",
        "Page: run/reports/",
    ):
        assert sum(line.startswith(start) for line in lines) == 1
