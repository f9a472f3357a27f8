"""The explorer as it serves pages: who may ask, limits, odd addresses, and what a browser shows."""

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from threading import Thread
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
import uvicorn

import analyser.explorer.server as server_module
from analyser import open_run
from analyser.explorer.asking import describe_run
from analyser.explorer.server import Explorer, application
from tests.browser import Window, wait_until
from tests.cli.conftest import EXPLORED, refuse


@pytest.fixture(scope="module")
def served(explored: Callable[[str], str]) -> Iterator[tuple[str, Explorer]]:
    """The explorer of a run of each game at an address of this machine, the first of them of ZhanGuo."""
    explorer = Explorer([explored(game) for game in EXPLORED], refuse)
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


def test_a_form_is_read_no_further_than_it_is_kept(served: tuple[str, Explorer]) -> None:
    address, _ = served
    host, _, port = address.removeprefix("http://").partition(":")
    head = f"POST /save HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {address}\r\nContent-Length: 1000000000\r\n\r\n"
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(head.encode() + b"name=" + b"x" * 30_000)  # of a thousand million
        assert connection.recv(1_000).startswith(b"HTTP/1.1 413 ")


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
    page.get_by_role("link", name="Which bot scores most?").click()
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


def test_an_open_game_is_filled_with_chances_to_win(served: tuple[str, Explorer], window: Window) -> None:
    """In pieces, each of the whole game; the page asks this server alone, and says what it waits for."""
    address, explorer = served
    number = EXPLORED.index("middle_kingdom")
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
