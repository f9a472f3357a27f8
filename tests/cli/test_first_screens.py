"""First screens of questions that commands put to small runs say what is stored, worked out without `reports`; a wrong
screen is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Cli
from tests.reports.expected import contradictions, reports_of

pytestmark = pytest.mark.usefixtures("undrawn")

CONTEST = ROOT / "tests/analyser/repair/contest.py"
TIED = "Every game is a tie"
Report = dict[str, Any]
Ask = Callable[..., tuple[Path, Report]]


@pytest.fixture
def answered(called: Cli, tmp_path: Path) -> Ask:
    """The folder of a run, and the report of the answer to its question."""

    def ask(*words: object) -> tuple[Path, Report]:
        done = called(*words, "--workers", 0, "--quiet", "--out", tmp_path / "run")
        assert done.returncode == 0, done.stderr
        (report,) = reports_of(tmp_path / "run")
        return tmp_path / "run", report

    return ask


def with_screen(report: Report, **changes: Any) -> Report:
    """A report with something of its first screen changed."""
    return {**report, "screen": {**report["screen"], **changes}}


@pytest.mark.parametrize("game", ["qin", "middle_kingdom"])
def test_cards_dealt_by_counters_or_begun_with(answered: Ask, game: str) -> None:
    folder, report = answered("cards", game, "--games", 400)
    assert contradictions(folder, report) == []
    first, *others = report["screen"]["rows"]
    wrong = with_screen(report, rows=[{**first, "value": 31.0}, *others])
    assert any("no row has that" in line for line in contradictions(folder, wrong))


@pytest.mark.parametrize("game", ["kuhn", "auction", "toy"])
def test_seats_of_own_games(answered: Ask, game: str) -> None:
    folder, report = answered("balance", ROOT / f"examples/games/{game}.py", "--games", 200)
    assert contradictions(folder, report) == []
    assert contradictions(folder, with_screen(report, finding=TIED))


def test_game_always_tied_says_so(answered: Ask) -> None:
    folder, report = answered("balance", ROOT / "examples/games/tic_tac_toe.py", "--games", 200)
    assert report["screen"]["finding"] == TIED
    assert contradictions(folder, report) == []
    assert contradictions(folder, with_screen(report, finding="Both seats are fair"))


# Seat 1 has 9 points more than others, or 29 on three of four deals, which no points make fair.
@pytest.mark.parametrize(("roll", "more", "title"), [
    ("table.rng.below(40)", "9 * (seat == 0)", "Start seat 1 with "),
    ("10", "29 * (seat == 0) * (table.rng.below(4) > 0)", "No start points make all seats fair"),
])  # fmt: skip
def test_start_points_of_seats(answered: Ask, tmp_path: Path, roll: str, more: str, title: str) -> None:
    text = CONTEST.read_text(encoding="utf-8")
    text = text.replace("table.rng.below(40)", roll).replace("self.place[seat]", more)
    (tmp_path / "contest.py").write_text(text)
    folder, report = answered("balance", "./contest.py", "--players", 3, "--games", 2000)
    assert contradictions(folder, report) == []
    first, words = report["screen"]["change"]
    assert first.startswith(title)
    turned = "Start seat 1 with 9 points less." if title.startswith("No") else f"{title.strip()} 1 point less."
    for wrong in (
        (first.replace("less", "more"), words.replace("less", "more")),
        (turned, words),
        (first, words[:-40]),
    ):
        assert contradictions(folder, with_screen(report, change=wrong))


def test_start_points_of_boards_as_played(answered: Ask) -> None:
    words = ["boards", "zhanguo", "--strategies", "walls", "--games", 2000, "--margin", 0.5, "--printings", 0]
    folder, report = answered(*words)
    assert contradictions(folder, report) == []
    first, words = report["screen"]["change"]
    assert words.startswith("With these points, on new deals")
    for wrong in ((first.replace("ahead", "behind"), words), (first, words.replace("wins 2", "wins 3"))):
        assert contradictions(folder, with_screen(report, change=wrong))


def test_points_too_coarse_for_boards_are_not_advised(answered: Ask) -> None:
    folder, report = answered("boards", ROOT / "examples/games/nim_boards.py", "--games", 1000)
    assert contradictions(folder, report) == []
    first, words = report["screen"]["change"]
    assert first.startswith("No start points make the boards fair for all")
    assert words.startswith("Whole points are too coarse: start B 1 point behind, and in these games B wins ")
    for wrong in (("Start B 1 point behind.", words), (first, words.replace("fewer", "more"))):
        assert contradictions(folder, with_screen(report, change=wrong))
