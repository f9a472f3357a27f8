"""The pages under docs: every command and block of Python runs, both say the same, and what the page shows."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from cext.games import load_game
from cext.games.contract import walk

pytestmark = pytest.mark.usefixtures("undrawn")

PAGE = Path(__file__).resolve().parents[1] / "docs" / "ask-your-own-question.md"
TUTORIAL = PAGE.with_name("your-own-game.md")
BLOCK = re.compile(r"```(sh|python|text)\n(.*?)```\n", re.DOTALL)


def run_command(line: str) -> str:
    """What a command of this program prints on standard output."""
    name, *words = shlex.split(line)
    assert name == "analyser", line
    more = ["--quiet", "--workers", "0"] if words[0] in ("run", "boards") else []
    done = CliRunner().invoke(app, [*words, *more])
    assert done.exit_code == 0, done.stderr
    return done.stdout if words[0] == "compare" else ""


@pytest.mark.usefixtures("golden")  # pytest --golden writes the page's output anew
def test_the_page_runs_and_prints_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("analyser.cli.answer.print_answer", lambda *question, **how: None)  # of `analyser boards`
    page, names = PAGE.read_text(encoding="utf-8"), dict[str, object]()
    printed = {"sh": "", "python": ""}
    parts, at, compared = [], 0, 0
    for block in BLOCK.finditer(page):
        kind, body = block[1], block[2]
        parts.append(page[at : block.start(2)])
        at = block.end(2)
        if kind == "sh":
            printed["sh"] = "".join(run_command(line) for line in body.splitlines())
        elif kind == "python":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(body, names)
            printed["python"] = out.getvalue()
        else:
            assert printed["sh"] == printed["python"]
            body, compared = printed["sh"], compared + 1
        parts.append(body)
    found = "".join([*parts, page[at:]])
    assert compared == 10
    if request.config.getoption("--golden"):
        PAGE.write_text(found, encoding="utf-8")
    assert found == page or request.config.getoption("--golden")


def test_the_game_of_the_tutorial_is_built_and_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Block after block: the first is a file, the others are added to its class; then every command runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("analyser.experiments.game_check.SECONDS", 1)
    game = ""
    few = ["--games", "60", "--workers", "0", "--quiet"]
    for kind, body in re.findall(r"```(sh|python|csv)\n(.*?)```\n", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL):
        if kind == "csv":
            Path("cards.csv").write_text(body, encoding="utf-8")
        elif kind == "python":
            game = f"{game}\n{body}"
            Path("market.py").write_text(game, encoding="utf-8")
        for line in body.splitlines() if kind == "sh" else []:
            words = shlex.split(line)[1:]
            more = ["--generations", "2"] if words[0] == "tune" else []
            done = CliRunner().invoke(app, [*words, *([] if words[0] in ("games", "components") else few), *more])
            assert done.exit_code == 0, (line, done.stderr)
    ours = TUTORIAL.parents[1] / "examples" / "games" / "market" / "market.py"
    for players in (2, 3, 4):
        built, shipped = (load_game(str(file), players=players) for file in ("market.py", ours))
        walks = [[(move, position.scores()) for position, move in walk(each, 5)] for each in (built, shipped)]
        assert walks[0] == walks[1]
