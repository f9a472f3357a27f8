"""One player against the house: a game of one who decides and a bot, through every command that may meet it."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

pytestmark = pytest.mark.usefixtures("undrawn")

ALONE = "One seat decides: there is no fair share, and so no verdict on its wins."


@pytest.fixture
def record(called: Cli, tmp_path: Path) -> Path:
    """A game of the banker against the house."""
    path = tmp_path / "game.jsonl"
    assert called("record", "toy", "--players", "1", "--seed", "3", "--out", path).returncode == 0
    return path


def test_a_record_scores_the_bot_too_and_holds(called: Cli, record: Path) -> None:
    header, *_, end = (json.loads(line) for line in record.read_text(encoding="utf-8").splitlines())
    assert (header["players"], header["bots"], len(header["seats"])) == (1, 1, 1)
    assert [(seat["seat"], seat["rank"]) for seat in end["seats"]] == [(1, 1), (2, 2)]
    assert end["seats"][1]["score"] == sum(end["seats"][1]["by_category"].values()) > 0
    assert called("verify", record).returncode == 0


def test_a_bot_that_wins_is_named(called: Cli, tmp_path: Path) -> None:
    """The house wins about every third game against random play."""
    said = []
    for seed in range(12):
        path = tmp_path / f"{seed}.jsonl"
        called("record", "toy", "--players", "1", "--strategies", "random", "--seed", seed, "--out", path)
        said.append(called("replay", "--plain", path).stdout.splitlines()[-1])
    assert "The game is over, won by player 2 (bot)." in said


def test_a_log_and_a_page_show_the_bot(called: Cli, record: Path, tmp_path: Path) -> None:
    lines = called("replay", "--plain", record).stdout.splitlines()
    assert lines[0].startswith("Toy, 1 player, seed 3")
    assert lines[2] == "player 2: bot"
    assert any(re.fullmatch(r"after round 1: player 1 \(banker\) \d+, player 2 \(bot\) \d+", line) for line in lines)
    page = tmp_path / "game.html"
    assert called("replay", "--html", page, record).returncode == 0
    assert "<dt>player 2</dt><dd>bot</dd>" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("question", "words_of_finding"), [("boards", "No board is shown to differ"), ("balance", "The player wins ")]
)
def test_no_question_gives_a_verdict_or_speaks_of_par(
    called: Cli, tmp_path: Path, question: str, words_of_finding: str
) -> None:
    run = tmp_path / question
    done = called(question, "toy", "--players", 1, "--games", 400, "--workers", 0, "--quiet", "--out", run)
    title, _, finding = done.stdout.splitlines()[:3]
    assert title.startswith("Toy · 1 player · ")
    assert finding.startswith(words_of_finding)
    report = json.loads((run / "reports" / question / "report.json").read_text(encoding="utf-8"))
    assert report["verdicts"] == []
    page = (run / "reports" / question / f"{question}.html").read_text(encoding="utf-8")
    words = re.sub(r"<[^>]+>", " ", re.sub(r"<(script|style|svg).*?</\1>", "", page, flags=re.DOTALL))
    said = words.replace(ALONE, "").replace("there is no par to hold its win share against", "")
    assert re.findall(r"(?i)\bpar\b|slightly|leaning|too strong|too weak", said) == []


@pytest.mark.parametrize(("question", "game"), [("openings", "toy"), ("cards", "first_empire")])
def test_what_is_held_against_the_mean_of_others_is_judged_for_one_player_too(
    called: Cli, tmp_path: Path, question: str, game: str
) -> None:
    run = tmp_path / question
    done = called(question, game, "--players", 1, "--games", 400, "--workers", 0, "--quiet", "--out", run)
    assert done.returncode == 0, done.stderr
    report = json.loads((run / "reports" / question / "report.json").read_text(encoding="utf-8"))
    assert report["verdicts"]
    assert len(report["screen"]["rows"]) >= 2
    assert "no fair share" not in " ".join(report["notes"])
    assert {verdict["verdict"] for verdict in report["verdicts"]} <= {"stronger", "weaker", "equal", "unclear"}


def test_lists_of_names_that_do_not_fit_one_player_are_refused_in_one_line(called: Cli) -> None:
    for words in (["record", "toy", "--strategies", "banker,random"], ["run", "toy", "--boards", "A,B"]):
        done = called(*words, "--players", "1")
        assert done.returncode == 2
        assert done.stderr.endswith(" for 1 player: name 1\n")


def test_every_li_si_is_answered_side_by_side(called: Cli, asked: Cli, tmp_path: Path) -> None:
    """How often each is beaten and by how many points, plan by plan, in the terminal, on the page and for programs."""
    words = ["balance", "first_empire", "--players", 1, "--strategies", "random", "--games", 60, "--workers", 0]
    done = called(*words, "--out", "run", "--quiet", "--full")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert " ".join(lines[:2]).endswith("Li Si 3 and Li Si 4 · how often is Li Si beaten, and by which bot?")
    assert [line[:7] for line in lines if "●" in line] == [f"Li Si {n}" for n in range(1, 5)]
    assert any(line.startswith("win share, % ") for line in lines)
    page = (tmp_path / "run/reports/balance/balance.html").read_text(encoding="utf-8")
    assert " scores " in page
    assert all(f"<h2>Li Si {n}: The player wins" in page for n in range(1, 5))
    told = json.loads((tmp_path / "run/reports/balance/report.json").read_text(encoding="utf-8"))
    assert list(told["scenarios"]) == [f"lisi-{n}" for n in range(1, 5)]
    rows = {(row["name"], row["scenario"]): row for row in told["tables"]["scenarios"]}
    assert set(rows) == {(who, f"Li Si {n}") for who in ("all bots", "random") for n in range(1, 5)}
    assert all(row["share_low"] <= row["share"] <= row["share_high"] for row in rows.values())
    one = asked(*words, "--option", "lisi=2", "--out", "one", "--quiet").stdout
    title = "Zhanguo: The First Empire · 1 player · how often is Li Si 2 beaten, and by which bot?"
    assert " ".join(one.split()).startswith(title)
    assert "`analyser balance first_empire --players 1 --printings 40`" in " ".join(one.split())


def test_a_record_names_li_si(called: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = ["record", "first_empire", "--players", 1, "--strategies", "random", "--option", "lisi=3"]
    assert called(*words, "--out", path).returncode == 0
    assert called("verify", path).returncode == 0
    assert "player 2: Li Si 3" in called("replay", "--plain", path).stdout.splitlines()
