"""The page: one file, nothing fetched, moved by keys, buttons, slider, chart and address; checked in a browser."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from analyser.errors import DataError
from analyser.replay.drawing import drawing_of, plain_text
from analyser.replay.page import Pool, page_text, write_page
from analyser.replay.story import Story
from tests.analyser.replay.browser import Browser
from tests.analyser.replay.conftest import Told

PLY = "Number(document.body.dataset.ply)"


@pytest.fixture(scope="module")
def story(told: Told) -> Story:
    return told(4, 1)


@pytest.fixture(scope="module")
def page(story: Story, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    write_page(story, path)
    return path


# -- the file -------------------------------------------------------------------------------------------------------


def opened(value: Any, pool: list[Any]) -> Any:
    """A value with its shared parts put back."""
    if isinstance(value, list):
        return [opened(entry, pool) for entry in value]
    if isinstance(value, dict):
        if "$" in value:
            return opened(pool[value["$"]], pool)
        return {key: opened(entry, pool) for key, entry in value.items()}
    return value


def test_the_page_holds_every_frame_of_the_story(story: Story, page: Path) -> None:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(encoding="utf-8"))
    assert found
    data = json.loads(found[1])
    assert len(data["frames"]) == len(story.frames)
    drawing = drawing_of(story.header)
    for frame, stored in list(zip(story.frames, data["frames"], strict=True))[::20]:
        whole = opened(stored, data["pool"])
        assert whole["drawn"] == json.loads(json.dumps(drawing.draw(frame.state)))
        assert whole["points"] == list(frame.points)
        if frame.next:
            assert whole["next"]["legal"] == [[move["move"], move["text"]] for move in frame.next["legal"]]
            assert whole["next"]["chosen"] == frame.next["chosen"]


def test_nothing_is_fetched_and_the_file_is_small(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    outside = [tag for tag in re.findall(r"<[a-z][^>]*>", text) if re.search(r"\b(src|href)=|@import|url\(", tag)]
    assert outside == []
    assert "default-src 'none'" in text
    assert page.stat().st_size < 600_000


def test_names_cannot_break_out_of_the_page(story: Story) -> None:
    evil = '</script><img src=x onerror="alert(1)">'
    seats = [{**story.header["seats"][0], "strategy": evil}, *story.header["seats"][1:]]
    text = page_text(Story({**story.header, "seats": seats}, story.end, story.frames[:2], None))
    assert "<img" not in text
    assert evil in unescape(text)


def test_equal_values_are_written_once() -> None:
    pool = Pool()
    long = {"title": "a long enough title", "rows": [["one cell of a row", 1], ["one cell of a row", 2]]}
    first, second = pool.shared(long), pool.shared(json.loads(json.dumps(long)))
    assert first == second
    assert opened(first, pool.values) == long
    assert pool.values.count("one cell of a row") == 1
    apart = [pool.shared([value, "a text"]) for value in (True, 1, "1", "true")]
    assert [opened(value, pool.values)[0] for value in apart] == [True, 1, "1", "true"]


def test_a_page_that_cannot_be_written_is_one_clear_error(story: Story, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"cannot be written"):
        write_page(story, tmp_path / "missing" / "game.html")


# -- in a browser ---------------------------------------------------------------------------------------------------


def text_of(browser: Browser, selector: str) -> str:
    words: str = browser.value(f"document.querySelector({selector!r}).innerText")
    return words


def test_the_address_opens_a_moment(browser: Browser, page: Path, story: Story) -> None:
    frame = story.frames[120]
    browser.open(page, "#ply=120")
    assert frame.last is not None
    assert frame.next is not None
    assert browser.value(PLY) == 120
    assert text_of(browser, "#last .move") == f"{frame.words} {frame.last['move']}"
    assert (
        browser.value("[...document.querySelectorAll('#last .events li')].map(e => e.innerText)")
        == frame.last["events"]
    )
    legal = browser.value("[...document.querySelectorAll('.legal li')].map(e => e.innerText)")
    assert legal == [f"{move['text']} {move['move']}" for move in frame.next["legal"]]
    assert (
        browser.value("[...document.querySelectorAll('.legal li')].findIndex(e => e.className === 'chosen')")
        == (frame.next["chosen"])
    )
    assert browser.value("document.querySelectorAll('.legal .chosen').length") == 1
    assert f"{frame.turn} · 120 of {story.end['decisions']}" == text_of(browser, "#where")


def test_the_page_draws_what_the_drawing_says(browser: Browser, page: Path, story: Story) -> None:
    for ply in (0, 77, story.end["decisions"]):
        browser.open(page, f"#ply={ply}")
        drawn = drawing_of(story.header).draw(story.frames[ply].state)
        wanted = [plain_text(part["title"]) for part in drawn["parts"]]
        assert browser.value("[...document.querySelectorAll('.part h2')].map(e => e.textContent)") == wanted
        tiles = [
            "".join(map(plain_text, (tile["title"], tile["status"], *tile["lines"])))
            for part in drawn["parts"]
            for block in part["blocks"]
            for tile in block.get("tiles", ())
        ]
        assert browser.value("[...document.querySelectorAll('.tile')].map(e => e.textContent)") == tiles
        cells = [
            plain_text(cell)
            for part in drawn["parts"]
            for block in part["blocks"]
            for row in block.get("table", {"rows": ()})["rows"]
            for cell in row
        ]
        assert (
            browser.value("[...document.querySelectorAll('.part tbody :is(th, td)')].map(e => e.textContent)") == cells
        )
    assert browser.problems == []


def test_keys_move(browser: Browser, page: Path, story: Story) -> None:
    last = story.end["decisions"]
    browser.open(page)
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "n", "3", "p", "End", "ArrowRight", "Home", "ArrowLeft"):
        browser.press(key)
        seen.append(browser.value(PLY))
    third = story.rounds[3]
    assert seen == [1, 2, 1, story.turn_after(1), third, story.turn_before(third), last, last, 0, 0]


def test_buttons_slider_and_chart_move(browser: Browser, page: Path, story: Story) -> None:
    browser.open(page, "#ply=50")
    browser.click("#on")
    assert browser.value(PLY) == 51
    browser.click("#back")
    browser.click("#back")
    assert browser.value(PLY) == 49
    browser.click("#turn-on")
    assert browser.value(PLY) == story.turn_after(49)
    browser.click("#rounds button[data-round='4']")
    assert browser.value(PLY) == story.rounds[4]
    assert browser.value("document.querySelector('#rounds [aria-current=true]').innerText") == "4"
    browser.value("(s => { s.value = 33; s.dispatchEvent(new Event('input')); })(document.getElementById('slider'))")
    assert browser.value(PLY) == 33
    browser.value("document.getElementById('slider').focus()")
    browser.press("ArrowRight")
    assert browser.value(PLY) == 34
    assert browser.value("document.getElementById('slider').value") == "34"
    browser.click("#chart svg")
    assert abs(browser.value(PLY) - len(story.frames) / 2) < len(story.frames) / 5


def test_the_page_plays_by_itself(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.press(" ")
    until_two = f"const look = () => {PLY} >= 2 ? done() : setTimeout(look, 50); look();"
    browser.value(f"new Promise(done => {{ {until_two} }})")
    browser.press(" ")
    stopped = browser.value(PLY)
    assert stopped >= 2
    browser.value("new Promise(done => setTimeout(done, 900))")
    assert browser.value(PLY) == stopped


def test_the_score_race_ends_at_the_scores_and_marks_the_moment(browser: Browser, page: Path, story: Story) -> None:
    browser.open(page, "#ply=200")
    assert browser.value("document.querySelectorAll('#chart .race').length") == 4
    labels = browser.value("[...document.querySelectorAll('#chart text')].map(e => e.textContent)")
    for seat in story.end["seats"]:
        assert f"{seat['seat']} random {seat['score']}" in labels
    marks = browser.value(
        "[...document.querySelectorAll('#marker circle')].map(e => chart.y.length && +e.getAttribute('cy'))"
    )
    wanted = [browser.value(f"chart.y({points})") for points in story.frames[200].points]
    assert marks == wanted
    assert browser.value("document.getElementById('marker').getAttribute('transform')") == (
        f"translate({browser.value('chart.x(200)')} 0)"
    )
    ends = browser.value(
        "[...document.querySelectorAll('#chart .race')].map(e => +e.getAttribute('d').split(' ').at(-1))"
    )
    assert sorted(ends) == pytest.approx(
        sorted(browser.value(f"chart.y({seat['score']})") for seat in story.end["seats"]), abs=0.05
    )


def test_the_end_shows_the_scores(browser: Browser, page: Path, story: Story) -> None:
    browser.open(page, "#ply=99999")
    assert browser.value(PLY) == story.end["decisions"]
    rows = browser.value(
        "[...document.querySelectorAll('.scores tbody tr')].map(r => [...r.children].map(c => c.innerText))"
    )
    table = {row[0]: row[1:] for row in rows}
    for name in story.header["categories"]:
        assert table[name] == [str(seat["by_category"][name]) for seat in story.end["seats"]]
    assert table["score"] == [str(seat["score"]) for seat in story.end["seats"]]


def test_what_has_changed_is_marked(browser: Browser, page: Path, story: Story) -> None:
    ply = next(
        frame.ply
        for frame in story.frames
        if frame.last and frame.last["stage"] == "region" and any("unrest" in event for event in frame.last["events"])
    )
    browser.open(page, f"#ply={ply}")
    assert browser.value("document.querySelectorAll('.tile .new').length") == 2  # the unrest and the card
    browser.open(page)
    assert browser.value("document.querySelectorAll('.new').length") == 0


@pytest.mark.parametrize("width", [400, 768, 1200])
def test_nothing_overflows(browser: Browser, page: Path, story: Story, width: int) -> None:
    for ply in (0, 150, story.end["decisions"]):
        browser.open(page, f"#ply={ply}", width=width)
        assert browser.value("document.documentElement.scrollWidth") <= width
        wide = "[...document.querySelectorAll('.part')].filter(e => e.scrollWidth > e.clientWidth + 1).length"
        assert browser.value(wide) == 0


def test_it_prints(browser: Browser, page: Path) -> None:
    browser.open(page, "#ply=150")
    pdf = browser.pdf()
    assert pdf.startswith(b"%PDF")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 4


def test_the_browser_asked_for_nothing_but_the_page(browser: Browser, page: Path) -> None:
    before = len(browser.requests)
    browser.open(page, "#ply=5")
    browser.press("End")
    assert {request.partition("#")[0] for request in browser.requests[before:]} <= {page.as_uri(), "about:blank"}
    assert browser.problems == []
