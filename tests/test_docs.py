"""The pages under docs and the small studies: every command and block of Python runs and prints what the page shows."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.errors import Interrupted
from analyser.repair.runs import RepairRuns
from cext.games import load_game
from cext.games.contract import walk
from tests.pages import Page, blocks_of
from tests.undrawn import leave_answers_out

pytestmark = pytest.mark.usefixtures("undrawn")

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
STUDIES = tuple(f"../examples/studies/{study}.md" for study in ("boards", "opening", "own-game"))
# Pages that are read one after the other in one folder: the later ones use what the first has played. All others have
# a folder of their own.
TOGETHER = (
    ("ask-your-own-question.md", "runs.md", "how-games-go.md"),
    ("your-own-game.md", "compiled-games.md"),
)
# Pages of which commands write their answers; of all others they play and stop there: answers have tests of their own.
ANSWERED = ("read-a-report.md", *STUDIES)
ALONE = sorted(
    {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {p for each in TOGETHER for p in each}
)


@pytest.mark.usefixtures("golden")  # pytest --golden writes the output of pages anew
@pytest.mark.parametrize("pages", [*TOGETHER, *((page,) for page in (*ALONE, *STUDIES))], ids=lambda pages: pages[0])
def test_the_blocks_of_a_page_run_and_print_what_it_shows(
    pages: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    if pages[0] in STUDIES:
        shutil.copy(ROOT / "examples/studies/harbour.py", tmp_path)
        # Of a repair so many games whatever time they take.
        monkeypatch.setattr(RepairRuns, "games_in", lambda runs, seconds, n_sets: 1_500 if n_sets < 5 else 500)
        monkeypatch.setattr(RepairRuns, "seconds_left", 600.0)
    elif pages[0] == TOGETHER[0][0]:  # it shows numbers of games that a pilot lays out, and no prices of boards
        monkeypatch.setattr("analyser.experiments.boards.PRICED_DEALS", 100)
    else:
        request.getfixturevalue("short_pilots")
    if pages[0] not in ANSWERED:
        leave_answers_out(monkeypatch)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for page in pages:
        path = DOCS / page
        now = Page(path).run()
        if request.config.getoption("--golden"):
            path.write_text(now, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == now


def test_the_game_that_the_page_builds_is_the_one_among_the_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = Page(DOCS / "your-own-game.md")
    for block in blocks_of(page.path.read_text(encoding="utf-8")):
        if block.title in ("market.py", "cards.csv"):
            page.run_block(block)
    ours = ROOT / "examples" / "games" / "market" / "market.py"
    for players in (2, 3, 4):
        built, shipped = (load_game(str(file), players=players) for file in ("market.py", ours))
        walks = [[(move, position.scores()) for position, move in walk(each, 5)] for each in (built, shipped)]
        assert walks[0] == walks[1]


@pytest.mark.parametrize(
    "line", re.findall(r"^analyser repair .*$", (DOCS / "repair.md").read_text("utf-8"), re.MULTILINE)
)
def test_the_commands_on_repair_begin_to_play(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They take minutes: each is loaded with all that it names, as far as its first game."""
    monkeypatch.chdir(tmp_path)
    asked: list[str] = []

    def stop_before_the_first_game(runs: RepairRuns, name: str, *more: object, **options: object) -> None:
        asked.append(f"{name} {runs.config.game} {' '.join(runs.goals)} {len(runs.variables) > 3}")
        raise Interrupted("stopped")

    monkeypatch.setattr(RepairRuns, "play", stop_before_the_first_game)
    CliRunner().invoke(app, [*shlex.split(line)[1:], "--quiet", "--workers", "0"])
    game, goal = line.split()[2], "boards"
    goal = "seats" if game == "qin" else line.split("--goal ")[1].split()[0] if "--goal" in line else goal
    assert asked == [f"trial {game} {goal} True"]
