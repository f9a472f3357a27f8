"""The page: one file, nothing fetched, moved by keys, buttons, slider, chart and address; checked in a browser."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from analyser.replay.page import JsonPool, write_page
from analyser.replay.renderer import plain_text, render_pictures, renderer_of
from analyser.replay.timeline import Timeline
from tests.analyser.replay.conftest import Told
from tests.browser import (
    FONTS,
    Launch,
    Window,
    fonts_shown,
    open_page,
    pieces_in_collision,
    texts_in_collision,
    texts_out_of_place,
)
from tests.games.pictures import counted, texts_of

PLY = "Number(document.body.dataset.ply)"


def open_race(tab: Page) -> None:
    """The browser tells of the opening, and the chart is drawn, after the click has returned."""
    tab.click("#race summary")
    tab.wait_for_selector("#chart svg", state="visible")


@pytest.fixture(scope="module")
def timeline(told: Told) -> Timeline:
    return told(4, 1)


@pytest.fixture(scope="module")
def page(timeline: Timeline, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    write_page(timeline, path)
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


def test_the_page_holds_every_frame_of_the_story(timeline: Timeline, page: Path) -> None:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(encoding="utf-8"))
    assert found
    data = json.loads(found[1])
    assert len(data["frames"]) == len(timeline.moments)
    drawing = renderer_of(timeline.header)
    for frame, stored in list(zip(timeline.moments, data["frames"], strict=True))[::20]:
        whole = opened(stored, data["pool"])
        assert whole["drawn"] == json.loads(json.dumps(render_pictures(drawing, frame.state)))
        assert whole["points"] == list(frame.points)
        if frame.next:
            assert whole["next"]["legal"] == [move["text"] for move in frame.next["legal"]]
            assert whole["next"]["chosen"] == frame.next["chosen"]


def test_nothing_is_fetched_and_the_file_is_small(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    outside = [tag for tag in re.findall(r"<[a-z][^>]*>", text) if re.search(r"\b(src|href)=|@import|url\(", tag)]
    assert outside == []
    assert "default-src 'none'" in text
    assert page.stat().st_size < 600_000


def test_equal_values_are_written_once() -> None:
    pool = JsonPool()
    long = {"title": "a long enough title", "rows": [["one cell of a row", 1], ["one cell of a row", 2]]}
    first, second = pool.share(long), pool.share(json.loads(json.dumps(long)))
    assert first == second
    apart = [pool.share([value, "a text"]) for value in (True, 1, "1", "true", '{"$":0}')]
    values = [json.loads(text) for text in pool.places]
    assert opened(json.loads(first), values) == long
    assert values.count("one cell of a row") == 1
    assert [opened(json.loads(value), values)[0] for value in apart] == [True, 1, "1", "true", '{"$":0}']
    packed = json.loads(f"{{{pool.pack([first, *apart])}}}")
    assert opened(packed["frames"], packed["pool"]) == [
        long,
        *([value, "a text"] for value in (True, 1, "1", "true", '{"$":0}')),
    ]


# -- in a browser ---------------------------------------------------------------------------------------------------


def test_the_address_opens_a_moment(tab: Page, page: Path, timeline: Timeline) -> None:
    frame = timeline.moments[120]
    open_page(tab, page, "#move=120")
    assert frame.last is not None
    assert frame.next is not None
    assert tab.evaluate(PLY) == 120
    assert tab.inner_text("#last .move") == frame.words
    assert (
        tab.evaluate("[...document.querySelectorAll('#last .events li')].map(e => e.innerText)") == frame.last["events"]
    )
    legal = tab.evaluate("[...document.querySelectorAll('.legal li')].map(e => e.innerText)")
    assert legal == [move["text"] for move in frame.next["legal"]]
    assert (
        tab.evaluate("[...document.querySelectorAll('.legal li')].findIndex(e => e.className === 'chosen')")
        == (frame.next["chosen"])
    )
    assert tab.evaluate("document.querySelectorAll('.legal .chosen').length") == 1
    assert f"{frame.turn} · 120 of {timeline.end['decisions']}" == tab.inner_text("#where")


def test_the_page_draws_what_the_drawing_says(tab: Page, page: Path, timeline: Timeline) -> None:
    for ply in (0, 77, timeline.end["decisions"]):
        open_page(tab, page, f"#move={ply}")
        drawn = render_pictures(renderer_of(timeline.header), timeline.moments[ply].state)
        wanted = [plain_text(part["title"]) for part in drawn["parts"]]
        assert tab.evaluate("[...document.querySelectorAll('.part h2')].map(e => e.textContent)") == wanted
        assert tab.evaluate("[...document.querySelectorAll('.picture text')].map(e => e.textContent)") == texts_of(
            drawn
        )
        pieces = tab.evaluate("[...document.querySelectorAll('[data-piece]')].map(e => Number(e.dataset.count))")
        assert sum(pieces) == sum(counted(drawn).values())


def test_the_table_stands_above_the_options_and_the_race_is_hidden_until_asked(tab: Page, page: Path) -> None:
    open_page(tab, page, "#move=77")
    last, first = (
        tab.evaluate(
            f"Math.{which}(...[...document.querySelectorAll('{what}')].map(e => e.getBoundingClientRect().{side}))"
        )
        for which, what, side in (("max", ".picture", "bottom"), ("min", ".legal li", "top"))
    )
    assert last < first
    assert not tab.is_visible("#chart")
    open_race(tab)


def test_without_script_the_end_of_the_game_is_drawn(browser: Launch, page: Path, timeline: Timeline) -> None:
    context = browser().new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(page.as_uri())
    drawn = render_pictures(renderer_of(timeline.header), timeline.moments[-1].state)
    assert tab.locator("svg.picture text").all_text_contents() == texts_of(drawn)
    context.close()


def test_keys_move(tab: Page, page: Path, timeline: Timeline) -> None:
    last = timeline.end["decisions"]
    open_page(tab, page)
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "n", "3", "p", "End", "ArrowRight", "Home", "ArrowLeft"):
        tab.keyboard.press(key)
        seen.append(tab.evaluate(PLY))
    third = timeline.rounds[3]
    assert seen == [1, 2, 1, timeline.turn_after(1), third, timeline.turn_before(third), last, last, 0, 0]


def test_buttons_slider_and_chart_move(tab: Page, page: Path, timeline: Timeline) -> None:
    open_page(tab, page, "#move=50")
    tab.click("#on")
    assert tab.evaluate(PLY) == 51
    tab.click("#back")
    tab.click("#back")
    assert tab.evaluate(PLY) == 49
    tab.click("#turn-on")
    assert tab.evaluate(PLY) == timeline.turn_after(49)
    tab.click("#rounds button[data-round='4']")
    assert tab.evaluate(PLY) == timeline.rounds[4]
    assert tab.evaluate("document.querySelector('#rounds [aria-current=true]').innerText") == "4"
    tab.evaluate("(s => { s.value = 33; s.dispatchEvent(new Event('input')); })(document.getElementById('slider'))")
    assert tab.evaluate(PLY) == 33
    tab.evaluate("document.getElementById('slider').focus()")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(PLY) == 34
    assert tab.evaluate("document.getElementById('slider').value") == "34"
    open_race(tab)
    tab.click("#chart svg")
    assert abs(tab.evaluate(PLY) - len(timeline.moments) / 2) < len(timeline.moments) / 5


def test_the_page_plays_by_itself(tab: Page, page: Path) -> None:
    open_page(tab, page)
    tab.keyboard.press("Space")
    until_two = f"const look = () => {PLY} >= 2 ? done() : setTimeout(look, 50); look();"
    tab.evaluate(f"new Promise(done => {{ {until_two} }})")
    tab.keyboard.press("Space")
    stopped = tab.evaluate(PLY)
    assert stopped >= 2
    tab.evaluate("new Promise(done => setTimeout(done, 900))")
    assert tab.evaluate(PLY) == stopped


def test_the_score_race_ends_at_the_scores_and_marks_the_moment(tab: Page, page: Path, timeline: Timeline) -> None:
    open_page(tab, page, "#move=200")
    open_race(tab)
    assert tab.evaluate("document.querySelectorAll('#chart .race').length") == 4
    labels = tab.evaluate("[...document.querySelectorAll('#chart text')].map(e => e.textContent)")
    for seat in timeline.end["seats"]:
        assert f"{seat['seat']} random {seat['score']}" in labels
    marks = tab.evaluate(
        "[...document.querySelectorAll('#marker circle')].map(e => chart.y.length && +e.getAttribute('cy'))"
    )
    wanted = [tab.evaluate(f"chart.y({points})") for points in timeline.moments[200].points]
    assert marks == wanted
    assert tab.evaluate("document.getElementById('marker').getAttribute('transform')") == (
        f"translate({tab.evaluate('chart.x(200)')} 0)"
    )
    ends = tab.evaluate(
        "[...document.querySelectorAll('#chart .race')].map(e => +e.getAttribute('d').split(' ').at(-1))"
    )
    assert sorted(ends) == pytest.approx(
        sorted(tab.evaluate(f"chart.y({seat['score']})") for seat in timeline.end["seats"]), abs=0.05
    )


def test_the_end_shows_the_scores(tab: Page, page: Path, timeline: Timeline) -> None:
    open_page(tab, page, "#move=99999")
    assert tab.evaluate(PLY) == timeline.end["decisions"]
    rows = tab.evaluate(
        "[...document.querySelectorAll('.scores tbody tr')].map(r => [...r.children].map(c => c.innerText))"
    )
    table = {row[0]: row[1:] for row in rows}
    for name in timeline.header["categories"]:
        assert table[name.replace("_", " ")] == [str(seat["by_category"][name]) for seat in timeline.end["seats"]]
    assert table["score"] == [str(seat["score"]) for seat in timeline.end["seats"]]


def test_what_has_changed_is_marked(tab: Page, page: Path, timeline: Timeline) -> None:
    ply = next(
        frame.ply
        for frame in timeline.moments
        if frame.last and frame.last["stage"] == "region" and any("unrest" in event for event in frame.last["events"])
    )
    open_page(tab, page, f"#move={ply}")
    framed = tab.evaluate(
        "[...document.querySelectorAll('.frame')].map(e => e.parentElement.dataset.key.split(' ')[0])"
    )
    assert framed == ["left", "unrest", "card", "markers"]  # a marker went from the supply to the player
    open_page(tab, page)
    assert tab.evaluate("document.querySelectorAll('.new, .frame').length") == 0


@pytest.mark.parametrize(("width", "fonts"), [*zip((360, 768, 900, 1200), 2 * [*FONTS], strict=True)])
def test_nothing_overflows(window: Window, page: Path, timeline: Timeline, width: int, fonts: str) -> None:
    tab = window(fonts=fonts, width=width)
    for ply in (0, 150, timeline.end["decisions"]):
        open_page(tab, page, f"#move={ply}")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        wide = "[...document.querySelectorAll('.part')].filter(e => e.scrollWidth > e.clientWidth + 1).length"
        assert tab.evaluate(wide) == 0
        assert texts_out_of_place(tab) == []
        assert texts_in_collision(tab) == []
        assert pieces_in_collision(tab) == []
    assert fonts_shown(tab, ".label") == {fonts}


def test_it_prints(tab: Page, page: Path) -> None:
    open_page(tab, page, "#move=150")
    pdf = tab.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 4
