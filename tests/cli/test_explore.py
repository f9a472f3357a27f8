"""The explorer: every preset of every game, addresses and what they ask, saved questions, the command."""

import json
import re
import shlex
import shutil
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from analyser import open_run, play_games
from analyser.errors import DataError, UsageError
from analyser.explorer.asking import AskedComparison, answer_question, describe_run, typical_games
from analyser.explorer.game_page import replay_page
from analyser.explorer.page import FILE, read_questions, save_question, write_saved
from analyser.explorer.server import address_of, address_of_menus, question_of
from cext.installation import install_command
from reports.comparison_text import ComparisonText
from tests.cli.conftest import EXPLORED, Cli, assert_refused, refuse
from tests.undrawn import empty


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (
            ComparisonText("score", "seat"),
            r"Score: highest for seat \d \([\d.]+\), lowest for seat \d \([\d.]+\); their intervals overlap",
        ),
        (ComparisonText("share of rank = 4"), r"Share of rank = 4: 25\.0 %"),
        (ComparisonText("score_palaces", "won", "no"), "Too few games to say"),
        (ComparisonText("n_forced", of="games"), r"Forced decisions: [\d.]+"),
    ],
)
def test_a_finding_names_its_rows(explored: Callable[[str], str], text: ComparisonText, finding: str) -> None:
    answer = answer_question([explored("zhanguo")], AskedComparison(text))
    assert re.fullmatch(finding, answer.finding), answer.finding
    assert answer.explanations[0][0] == "measure"
    assert answer.explanations[0][1].startswith(text.measure)


def test_page_command_and_python_give_the_same_numbers(called: Cli, explored: Callable[[str], str]) -> None:
    run = explored("zhanguo")
    text = ComparisonText("win_share", "strategy,seat", "seat=mean", where="strategy != 'tasks'")
    page = answer_question([run], AskedComparison(text)).csv
    done = called("compare", run, *shlex.split(text.arguments), "--json")
    assert done.returncode == 0, done.stderr
    names: dict[str, object] = {"run": open_run(run)}
    exec(f"table = {text.python}.table", names)
    python = names["table"].to_dicts()  # type: ignore[attr-defined]
    assert json.loads(done.stdout)["estimates"] == json.loads(json.dumps(python))
    assert page.splitlines()[1].split(",")[:2] == [python[0]["strategy"], str(python[0]["seat"])]
    assert len(page.splitlines()) == len(python) + 1


@pytest.mark.parametrize(
    "question",
    [
        AskedComparison(
            ComparisonText("score", "board,band(score, 20)", "A", "strategy", "strategy = 'walls'", "seats"), 1, 14
        ),
        AskedComparison(ComparisonText(by="seat"), None),
        AskedComparison(ComparisonText("share of rank in (1, 2)")),
    ],
)
def test_an_address_is_its_question(question: AskedComparison) -> None:
    assert question_of(dict(parse_qsl(address_of(question)[2:])), runs=2) == question


@pytest.mark.parametrize(
    ("menus", "text"),
    [
        ({"measure": "score", "by1": "seat", "by2": "", "against": "1"}, ComparisonText("score", "seat", "1")),
        ({"measure": "score", "by1": "", "against": "A"}, ComparisonText("score")),
        ({"measure": "score", "by1": "board", "against": "seat=mean"}, ComparisonText("score", "board")),
        (
            {"measure": "score", "by1": "board", "where": "won or lead > 2", "column": "strategy", "value": "walls"},
            ComparisonText("score", "board", where="(won or lead > 2) and strategy = 'walls'"),
        ),
        (
            {"measure": "score", "column": "lead", "sign": "<", "value": "-2.5"},
            ComparisonText("score", where="lead < -2.5"),
        ),
        (
            {"measure": "score", "column": "strategy", "value": "it's"},
            ComparisonText("score", where="strategy = 'it''s'"),
        ),
        ({"measure": "score", "column": "won", "sign": "!=", "value": "yes"}, ComparisonText("score", where="not won")),
        ({"measure": "score", "by1": "rank", "arm": "cross"}, ComparisonText("score", "rank", where="arm = 'cross'")),
        ({"measure": "score", "by1": "seat", "arm": "cross"}, ComparisonText("score", "seat")),
    ],
)
def test_menus_make_a_comparison(menus: dict[str, str], text: ComparisonText) -> None:
    assert address_of_menus(menus, 1, menus.get("arm", "")) == address_of(AskedComparison(text))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (ComparisonText("skore"), "no column skore: did you mean score?"),
        (ComparisonText("score", "board; drop table"), "'; drop table' is not understood"),
        (ComparisonText("score", where="read_csv('/etc/passwd') = 1"), "read_csv"),
        (ComparisonText("score", against="par"), "against 'par': name a factor with by"),
    ],
)
def test_what_cannot_be_asked_is_said_in_place(
    explored: Callable[[str], str], text: ComparisonText, error: str
) -> None:
    answer = answer_question([explored("zhanguo")], AskedComparison(text))
    assert error in answer.error
    assert "\n" not in answer.error
    assert answer.rows == ()


def test_games_behind_a_number(explored: Callable[[str], str]) -> None:
    run = explored("zhanguo")
    question = AskedComparison(ComparisonText("score", "strategy"))
    links = typical_games([run], question, 0)
    assert [link.kind for link in links] == sorted((link.kind for link in links), key=["typical", "close", "odd"].index)
    assert len({(link.scenario, link.game) for link in links}) == len(links) >= 6
    page = replay_page(run, links[0].scenario, links[0].game, mistakes=False, check=refuse)
    assert page.startswith("<!DOCTYPE html>")
    with pytest.raises(UsageError, match="row 99: the table has rows 0 to"):
        typical_games([run], question, 99)


def test_two_runs_side_by_side_and_as_a_difference(explored: Callable[[str], str], tmp_path: Path) -> None:
    first, second = explored("zhanguo"), str(tmp_path / "other")
    play_games("zhanguo", games=48, design="balance", out=second, workers=0, seed=2)
    answer = answer_question([first, second], AskedComparison(ComparisonText("score", "seat"), None))
    assert list(answer.heads[:4]) == ["seat", first, second, "difference"]
    ours, theirs, difference = (float(cell.replace("−", "-")) for cell in answer.rows[0][1:4])
    assert ours - theirs == pytest.approx(difference, abs=0.11)


def test_a_run_is_read_as_it_grows(called: Cli, tmp_path: Path) -> None:
    run = str(tmp_path / "run")
    play_games("qin", games=48, out=run, workers=0)
    text = ComparisonText("n_decisions", of="games")
    before, menu = answer_question([run], AskedComparison(text)), describe_run(run)
    done = called("run", "--more", 96, "--out", run, "--quiet")
    assert done.returncode == 0, done.stderr
    after = answer_question([run], AskedComparison(text))
    games = [int(answer.rows[0][-2]) for answer in (before, after)]
    assert games == [menu.games, describe_run(run).games]
    assert games[1] >= games[0] + 96


def test_intervals_that_hold_with_others_are_wider_and_depend_on_the_address_alone(
    explored: Callable[[str], str],
) -> None:
    text = ComparisonText("score", "seat", "mean")
    alone, together = (
        answer_question([explored("zhanguo")], AskedComparison(text, comparisons=n)).csv for n in (1, 14)
    )
    assert alone == answer_question([explored("zhanguo")], AskedComparison(text)).csv
    estimates, low = zip(*(table.splitlines()[1].split(",")[3:5] for table in (alone, together)), strict=True)
    assert estimates[0] == estimates[1]
    assert float(low[1]) < float(low[0])


def test_saved_questions_are_a_file_and_a_page(called: Cli, explored: Callable[[str], str], tmp_path: Path) -> None:
    run = Path(explored("qin"))
    assert read_questions(run) == {}
    done = called("report", "saved", run)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    texts = {"Seats": ComparisonText(by="seat", against="par"), 'A "strange" one': ComparisonText("skore")}
    for name, text in texts.items():
        save_question(run, name, text)
    assert read_questions(run) == texts
    page, answers = write_saved(run, tmp_path)
    html = page.read_text()
    assert all(name in html for name in ("Seats", "A &#34;strange&#34; one", "analyser compare", "no column skore"))
    assert [name for name, _ in answers] == list(texts)
    done = called("report", "saved", run, "--json")
    assert [row["question"] for row in json.loads(done.stdout)["answers"]] == list(texts)
    (run / FILE).write_text("question = 3")
    with pytest.raises(DataError, match=r"questions\.toml: write tables"):
        read_questions(run)
    (run / FILE).unlink()


def test_a_removed_run_is_said(explored: Callable[[str], str], tmp_path: Path) -> None:
    run, question = tmp_path / "run", AskedComparison(ComparisonText("score", "seat"))
    shutil.copytree(explored("qin"), run)
    assert not answer_question([str(run)], question).error
    shutil.rmtree(run / "seats")
    with pytest.raises(DataError, match=f"{run}: "):
        answer_question([str(run)], question)
    shutil.rmtree(run)
    for call in (answer_question, partial(typical_games, row=0)):
        with pytest.raises(DataError, match=f"{run}: "):
            call([str(run)], question)
    with pytest.raises(DataError):
        describe_run(str(run))


def test_no_more_questions_are_saved_than_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyser.explorer.page.MOST_BYTES", 200)
    save_question(tmp_path, "first", ComparisonText())
    with pytest.raises(DataError, match="no room for another question"):
        save_question(tmp_path, "x" * 200, ComparisonText())
    assert list(read_questions(tmp_path)) == ["first"]


@pytest.mark.parametrize("game", EXPLORED[1:])
def test_every_question_of_every_game(
    explored: Callable[[str], str], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty questions at least, each with an answer: a finding, a chart, a table; or with what to play for it. A few
    that so few games cannot answer, as all of them are alike, say so. Charts are made, and those of one game drawn."""
    picture = empty("svg")
    monkeypatch.setattr("reports.charts.style.svg_bytes", lambda figure: picture)
    run = explored(game)
    presets = [preset for topic in describe_run(run).presets.values() for preset in topic]
    assert len(presets) == len({question for question, *_ in presets}) >= 20
    answers = []
    for question, text, missing in presets:
        assert question[0].isupper()
        assert not missing or f"`analyser boards {game}`" in missing or f"`analyser openings {game}`" in missing
        if not missing:
            answers.append(answer_question([run], AskedComparison(text)))
    errors = [answer.error for answer in answers if answer.error]
    assert all("nothing to compare" in error or "no rows meet" in error for error in errors), errors
    assert len(answers) - len(errors) >= 15
    for answer in answers:
        has_chart = answer.chart[0] or answer.finding == "Too few games to say"  # without an interval there is none
        assert answer.error or (answer.finding and not answer.finding[0].islower() and answer.rows and has_chart)


# -- the command ------------------------------------------------------------------------------------------------------


def test_the_command_refuses_in_a_line(
    called: Cli, explored: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = explored("zhanguo")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        cases = {
            (run, "--port", port): (3, f"port {port}: Address already in use: give another --port"),
            (tmp_path / "no",): (3, "no such directory"),
            (run, explored("qin")): (2, "name runs of one game"),
        }
        for words, (code, line) in cases.items():
            assert_refused(called("explore", *words), code, line)
    monkeypatch.setattr("analyser.cli.explore.find_spec", lambda name: None)
    assert install_command("explorer") in called("explore", run).stderr
    assert_refused(called("explore", tmp_path / "no"), 3, "no such directory")  # before what is not installed
