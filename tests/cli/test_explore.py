"""The explorer: every preset of every game, addresses, limits, who may ask, and the pages in a browser."""

import asyncio
import json
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
import uvicorn

import analyser.explorer.server as server_module
from analyser import open_run, play_games
from analyser.errors import DataError, NotTrusted, UsageError
from analyser.explorer.asking import AskedComparison, answer_question, describe_run, typical_games
from analyser.explorer.game_page import replay_page
from analyser.explorer.page import FILE, read_questions, save_question, write_saved
from analyser.explorer.server import Explorer, address_of, address_of_menus, application, question_of
from cext.installation import install_command
from reports.comparison_text import ComparisonText
from tests.browser import Window, wait_until
from tests.cli.conftest import Cli, assert_refused
from tests.undrawn import empty

GAMES = ("zhanguo", "first_empire", "qin", "middle_kingdom")


@pytest.fixture(scope="module")
def run_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """A small run of a game with decisions."""

    @cache
    def play(game: str) -> str:
        out = tmp_path_factory.mktemp("explorer") / game
        play_games(game, games=48, design="balance", record="decisions", sample=1, out=out, workers=0)
        return str(out)

    return play


@pytest.fixture(scope="module")
def served(run_of: Callable[[str], str]) -> Iterator[tuple[str, Explorer]]:
    """The explorer of a run of each game at an address of this machine, the first of them of ZhanGuo."""
    explorer = Explorer([run_of(game) for game in GAMES], refuse)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{listener.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(application(explorer, hosts=[host], token=""), log_level="error"))
        thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://{host}", explorer
        server.should_exit = True
        thread.join(10)
        explorer.end()


def refuse(path: Path) -> None:
    raise NotTrusted(f"{path} is a program")


class Unfollowed(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def ask(address: str, data: bytes | None = None, **headers: str) -> tuple[int, str, str]:
    """Status, text and the address it leads to."""
    try:
        with build_opener(Unfollowed).open(Request(address, data, headers), timeout=60) as response:
            return response.status, response.read().decode(), ""
    except HTTPError as error:
        return error.code, error.read().decode(), error.headers.get("Location", "")


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
def test_a_finding_names_its_rows(run_of: Callable[[str], str], text: ComparisonText, finding: str) -> None:
    import re

    answer = answer_question([run_of("zhanguo")], AskedComparison(text))
    assert re.fullmatch(finding, answer.finding), answer.finding
    assert answer.explanations[0][0] == "measure"
    assert answer.explanations[0][1].startswith(text.measure)


def test_page_command_and_python_give_the_same_numbers(called: Cli, run_of: Callable[[str], str]) -> None:
    import shlex

    run = run_of("zhanguo")
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
    from urllib.parse import parse_qsl

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
def test_what_cannot_be_asked_is_said_in_place(run_of: Callable[[str], str], text: ComparisonText, error: str) -> None:
    answer = answer_question([run_of("zhanguo")], AskedComparison(text))
    assert error in answer.error
    assert "\n" not in answer.error
    assert answer.rows == ()


def test_games_behind_a_number(run_of: Callable[[str], str]) -> None:
    run = run_of("zhanguo")
    question = AskedComparison(ComparisonText("score", "strategy"))
    links = typical_games([run], question, 0)
    assert [link.kind for link in links] == sorted((link.kind for link in links), key=["typical", "close", "odd"].index)
    assert len({(link.scenario, link.game) for link in links}) == len(links) >= 6
    page = replay_page(run, links[0].scenario, links[0].game, mistakes=False, check=refuse)
    assert page.startswith("<!DOCTYPE html>")
    with pytest.raises(UsageError, match="row 99: the table has rows 0 to"):
        typical_games([run], question, 99)


def test_two_runs_side_by_side_and_as_a_difference(run_of: Callable[[str], str], tmp_path: Path) -> None:
    first, second = run_of("zhanguo"), str(tmp_path / "other")
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
    run_of: Callable[[str], str],
) -> None:
    text = ComparisonText("score", "seat", "mean")
    alone, together = (answer_question([run_of("zhanguo")], AskedComparison(text, comparisons=n)).csv for n in (1, 14))
    assert alone == answer_question([run_of("zhanguo")], AskedComparison(text)).csv
    estimates, low = zip(*(table.splitlines()[1].split(",")[3:5] for table in (alone, together)), strict=True)
    assert estimates[0] == estimates[1]
    assert float(low[1]) < float(low[0])


def test_saved_questions_are_a_file_and_a_page(called: Cli, run_of: Callable[[str], str], tmp_path: Path) -> None:
    run = Path(run_of("qin"))
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


# -- over HTTP --------------------------------------------------------------------------------------------------------


def test_who_may_ask(served: tuple[str, Explorer]) -> None:
    address, explorer = served
    status, text, _ = ask(f"{address}/", Host="evil.example:80")
    assert (status, text) == (421, f"this page is at {address}/")
    form = urlencode({"name": "x", "by": "seat"}).encode()
    assert ask(f"{address}/save", form)[0] == 403
    assert ask(f"{address}/save", form, Origin="http://evil.example")[0] == 403
    assert ask(f"{address}/save", urlencode({"name": " "}).encode(), Origin=address)[0] == 400
    assert ask(f"{address}/game/9/base/0")[0] == 404
    status, text, _ = ask(f"{address}/game/0/base/999999")
    assert (status, text.count("\n")) == (404, 0)
    application_with_token = application(explorer, hosts=[], token="secret")
    assert answered(application_with_token, "/") == 403
    assert answered(application_with_token, "/?token=secrets") == 403
    assert answered(application_with_token, "/?token=secret&measure=skore") == 200


def answered(app: Callable[..., object], path: str) -> int:
    """The status of a request that names any host."""
    statuses = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    path, _, query = path.partition("?")
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": query.encode(),
        "headers": [(b"host", b"any:1")], "scheme": "http", "server": ("any", 1), "http_version": "1.1",
    }  # fmt: skip
    thread = Thread(target=lambda: asyncio.run(app(scope, receive, send)))  # type: ignore[arg-type]
    thread.start()  # in this one the browser's driver may have a loop that runs
    thread.join()
    (status,) = statuses
    assert isinstance(status, int)
    return status


def test_a_question_that_takes_too_long_is_ended_and_the_next_is_answered(
    served: tuple[str, Explorer], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, explorer = served
    with pytest.raises(server_module.LimitExceeded, match=r"longer than 0\.2 seconds: ask of fewer rows"):
        explorer._call(time.sleep, 60, seconds=0.2)
    explorer._call(describe_run, explorer.paths[0], seconds=60)
    status, text, _ = ask(f"{address}/?measure=score&by=seat")
    assert status == 200
    assert '<th scope="row">seat 1</th>' in text


def test_a_busy_process_holds_no_question_up(served: tuple[str, Explorer]) -> None:
    address, explorer = served
    busy = explorer._idle.get()  # as a question that takes long has it
    try:
        assert ask(f"{address}/?measure=lead&by=seat")[0] == 200
    finally:
        explorer._idle.put(busy)


@pytest.mark.parametrize(
    "odd",
    [
        {"comparisons": "999999"}, {"row": "²"}, {"row": "١"}, {"row": "-1"}, {"row": "9" * 400}, {"row": "\0"},
        {"comparisons": "²"}, {"run": "²"}, {"run": "-1"}, {"run": "1.5"}, {"measure": ""}, {"measure": "\0"},
        {"by": "seat,seat"}, {"by": "strategy,strategy", "row": "0"}, {"by": "9" * 400}, {"within": "seat"},
        {"where": f"score > {'9' * 400}"}, {"where": "-" * 1_900}, {"where": "score = '"}, {"where": "arm = 3"},
        {"of": "seats,games"}, {"against": "x" * 3_000}, {"against": "\0"}, {"nosuch": "1"},
    ],
    ids=lambda odd: str(odd)[:30],
)  # fmt: skip
def test_odd_addresses_are_answered(served: tuple[str, Explorer], odd: dict[str, str]) -> None:
    address, _ = served
    texts = urlencode({"measure": "score", "by": "seat", **odd})
    assert ask(f"{address}/?{texts}")[0] == 200
    assert ask(f"{address}/comparison.csv?{texts}")[0] in (200, 404)


def test_a_removed_run_is_said(run_of: Callable[[str], str], tmp_path: Path) -> None:
    run, question = tmp_path / "run", AskedComparison(ComparisonText("score", "seat"))
    shutil.copytree(run_of("qin"), run)
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


def test_a_form_is_read_no_further_than_it_is_kept(served: tuple[str, Explorer]) -> None:
    address, _ = served
    host, _, port = address.removeprefix("http://").partition(":")
    head = f"POST /save HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {address}\r\nContent-Length: 1000000000\r\n\r\n"
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(head.encode() + b"name=" + b"x" * 30_000)  # of a thousand million
        assert connection.recv(1_000).startswith(b"HTTP/1.1 413 ")


def test_no_more_questions_are_saved_than_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyser.explorer.page.MOST_BYTES", 200)
    save_question(tmp_path, "first", ComparisonText())
    with pytest.raises(DataError, match="no room for another question"):
        save_question(tmp_path, "x" * 200, ComparisonText())
    assert list(read_questions(tmp_path)) == ["first"]


@pytest.mark.parametrize("game", GAMES[1:])
def test_every_question_of_every_game(run_of: Callable[[str], str], game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty questions at least, each with an answer: a finding, a chart, a table; or with what to play for it. A few
    that so few games cannot answer, as all of them are alike, say so. Charts are made, and those of one game drawn."""
    picture = empty("svg")
    monkeypatch.setattr("reports.charts.style.svg_bytes", lambda figure: picture)
    run = run_of(game)
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


def test_every_question_in_a_browser(served: tuple[str, Explorer], window: Window) -> None:
    """The same of the first game, as its pages show it."""
    address, explorer = served
    page = window(bypass_csp=True)  # to fetch pages
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"{address}/")
    presets = [preset for topic in describe_run(explorer.paths[0]).presets.values() for preset in topic]
    assert len(page.locator(".presets li").all_inner_texts()) == len(presets) >= 20
    links = page.locator(".presets a").evaluate_all("links => links.map(link => link.href)")
    pages = page.evaluate(SHOWN, links)
    headings = [heading for heading, error in pages if not error]
    assert all(heading and not heading[0].islower() for heading in headings), headings
    assert all("nothing to compare" in error or "no rows meet" in error for _, error in pages if error), pages
    assert len(headings) >= 15
    assert len(requests) == len(links) + 1
    assert all(url.startswith((address, "data:")) for url in requests)


# The heading and the error of each page, two after each other's heels: one is drawn while another is written. The
# heading is null where there is neither a chart nor rows of a table.
SHOWN = """
async (links) => {
  const pages = [], waiting = [...links.entries()];
  const ask = async () => {
    for (let next; (next = waiting.shift());) {
      const text = await (await fetch(next[1])).text();
      const page = new DOMParser().parseFromString(text, "text/html");
      const shown = page.querySelector("figure svg text") && page.querySelector("table.data tbody tr");
      const error = page.querySelector("[role=alert]");
      pages[next[0]] = [shown ? page.querySelector("h1").textContent : null, error ? error.textContent : ""];
    }
  };
  await Promise.all([ask(), ask()]);
  return pages;
}
"""


def test_in_a_browser(served: tuple[str, Explorer], window: Window) -> None:
    """From the first page to a replay in three clicks, filters by menu and by words, the address restored, a question
    saved, an error told in place; on a phone, in the dark, and without a request to anybody else."""
    address, _ = served
    page = window(width=390, height=844, color_scheme="dark")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address)
    page.get_by_role("link", name="Which strategy scores most?").click()
    finding = page.locator("h1").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    asked = page.url
    page.get_by_role("link", name="games", exact=True).first.click()
    page.locator("#games a").first.click()
    page.wait_for_load_state()
    assert "A game of ZhanGuo" in page.title()
    page.wait_for_selector("#plot polyline")
    page.goto(asked)
    assert page.locator("h1").inner_text() == finding

    page.select_option("select[name=column]", "seat")
    page.fill("input[name=value]", "2")
    page.get_by_role("button", name="Ask").first.click()
    assert "where=seat+%3D+2" in page.url
    page.get_by_role("link", name="remove").click()
    assert "where" not in page.url
    page.locator("summary", has_text="Type it yourself").click()
    page.locator("input[name=where]:not([type=hidden])").fill("skore > 3")
    page.get_by_role("button", name="Ask").nth(1).click()
    assert "no column skore" in page.get_by_role("alert").inner_text()
    page.go_back()
    page.get_by_label("Save this question as").fill("Scores")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Scores", exact=True).click()
    assert page.locator("h1").inner_text() == finding
    assert all(url.startswith((address, "data:")) for url in requests)


# -- the command ------------------------------------------------------------------------------------------------------


def test_the_command_refuses_in_a_line(
    called: Cli, run_of: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of("zhanguo")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        cases = {
            (run, "--port", port): (3, f"port {port}: Address already in use: give another --port"),
            (tmp_path / "no",): (3, "no such directory"),
            (run, run_of("qin")): (2, "name runs of one game"),
        }
        for words, (code, line) in cases.items():
            assert_refused(called("explore", *words), code, line)
    monkeypatch.setattr("analyser.cli.explore.find_spec", lambda name: None)
    assert install_command("explorer") in called("explore", run).stderr


def test_an_open_game_is_filled_with_chances_to_win(served: tuple[str, Explorer], window: Window) -> None:
    """In pieces, each of the whole game; the page asks this server alone, and says what it waits for."""
    address, explorer = served
    number = GAMES.index("middle_kingdom")
    scenario = open_run(explorer.paths[number]).games.collect()["scenario"][0]
    game = f"{address}/game/{number}/{scenario}/0"
    asked: list[str] = []
    page = window()
    page.on("request", lambda request: asked.append(request.url.removeprefix(game)))
    page.goto(f"{game}#move=3")
    assert page.inner_text("#chances-note").startswith(
        ("The games are being played out", "Each player's share of the wins of 256 games")
    )
    other = game.removesuffix("0") + "1"  # the page asks for pieces of its own game as well
    pieces = [json.loads(ask(f"{other}/chances?piece={piece}")[1]) for piece in range(8)]
    left = [piece["left"] for piece in pieces]
    assert left[0] > left[1] > left[-1] == 0
    first, last = ([row[0] for row in piece["rows"]] for piece in (pieces[0], pieces[-1]))
    assert first[-2] > 0.8 * last[-1], "the first piece has decisions of all parts of the game"
    rows = json.loads(ask(f"{game}/chances?piece=7")[1])["rows"]
    wait_until(page, f"data.chances.length === {len(rows)}")
    assert asked[1:3] == ["/chances?piece=0", "/chances?piece=1"]
    assert page.locator("#plot polyline").count() == 4
    row = next(row for row in rows if row[0] >= 3)
    assert page.locator(".now b").all_inner_texts() == [f"{share} %" for share, _, _ in row[1]]


def test_chances_of_no_game_are_one_line(served: tuple[str, Explorer]) -> None:
    address, _ = served
    for path in ("/game/9/base/0/chances", "/game/0/base/999999/chances?piece=1"):
        status, text, _ = ask(address + path)
        assert (status, text.count("\n")) == (404, 0)
