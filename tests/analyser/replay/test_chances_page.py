"""The page with chances to win: drawn, moved by click and key, mistakes on the slider, speed, a phone, no script."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from analyser.replay.chances import measure_chances, plan_chances
from analyser.replay.explain import judge_named
from analyser.replay.mistakes import GameAnalysis, Mistake, analyse_game
from analyser.replay.page import write_page
from analyser.replay.timeline import Timeline, build_timeline
from analyser.runs.executors import InlineExecutor
from tests.analyser.records.games import recorded
from tests.analyser.replay.conftest import record_with
from tests.browser import Launch, Window, open_page, texts_in_collision, texts_out_of_place, wait_until

PLY = "Number(document.body.dataset.ply)"
MISTAKES = (
    Mistake(40, 1, "hire", "recruit", 31.0, "pp", 20.0, 42.0),
    Mistake(12, 2, "hire", "recruit", 5.0, "pp", -1.0, 11.0),
)


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return build_timeline(record_with(recorded(2, "balanced", 1)))


@pytest.fixture(scope="module")
def page(timeline: Timeline, tmp_path_factory: pytest.TempPathFactory) -> Path:
    judge = judge_named("search:balanced:8", timeline.positions[0].game)
    chances = measure_chances(plan_chances(timeline, judge, 8), InlineExecutor())
    path = tmp_path_factory.mktemp("chances") / "game.html"
    write_page(timeline, path, GameAnalysis({1: judge, 2: judge}, {}, {}, MISTAKES), chances)
    return path


def test_the_chances_follow_the_moves(tab: Page, page: Path, timeline: Timeline) -> None:
    open_page(tab, page, "#move=50")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(encoding="utf-8"))
    assert found
    rows = json.loads(found[1])["chances"]
    shown = "[...document.querySelectorAll('.now b')].map(e => e.textContent)"
    for key, ply in (("ArrowRight", 51), ("End", len(timeline.moments) - 1)):
        tab.keyboard.press(key)
        row = next(row for row in rows if row[0] >= ply)
        assert tab.evaluate(shown) == [f"{share} %" for share, _, _ in row[1]]
        here = tab.evaluate("parseFloat(document.querySelector('.here').style.left)")
        assert here == pytest.approx(100 * ply / (len(timeline.moments) - 1), abs=0.01)
    assert tab.get_attribute("#plot", "aria-valuenow") == str(len(timeline.moments) - 1)
    winner = timeline.end["winners"][0]
    assert f"player {winner} (balanced) 100 %" in str(tab.get_attribute("#plot", "aria-valuetext"))


def test_a_click_on_the_chart_and_keys_move_the_game(tab: Page, page: Path, timeline: Timeline) -> None:
    open_page(tab, page)
    last = len(timeline.moments) - 1
    box = tab.locator(".plot svg").bounding_box()
    assert box is not None
    tab.mouse.click(box["x"] + box["width"] / 4, box["y"] + 10)
    assert tab.evaluate(PLY) == pytest.approx(last / 4, abs=1)
    place = tab.evaluate(PLY)
    tab.focus("#plot")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(PLY) == place + 1


def test_the_address_follows_the_moves_and_opens_them(tab: Page, page: Path) -> None:
    open_page(tab, page, "#move=37")
    assert tab.evaluate(PLY) == 37
    tab.keyboard.press("ArrowRight")
    wait_until(tab, "location.hash === '#move=38'")


def test_mistakes_are_marked_on_the_slider_with_how_sure_they_are(tab: Page, page: Path, timeline: Timeline) -> None:
    open_page(tab, page)
    marks = tab.locator("a.mark")
    assert marks.count() == 2
    assert [marks.nth(i).get_attribute("href") for i in range(2)] == ["#move=40", "#move=12"]
    assert marks.nth(0).get_attribute("title") == ("Decision 40, player 1 (balanced): lost 31.0 pp (20.0 to 42.0)")
    assert "may be chance" in str(marks.nth(1).get_attribute("title"))
    assert tab.locator("a.mark.unsure").count() == 1
    for at, ply in ((0, 40), (1, 12)):  # above the thumb of the slider when it stands there
        marks.nth(at).click()
        wait_until(tab, f"{PLY} === {ply}")
        track, mark = tab.locator("#slider").bounding_box(), marks.nth(at).bounding_box()
        assert track is not None
        assert mark is not None
        thumb = track["x"] + 8 + (track["width"] - 16) * ply / (len(timeline.moments) - 1)
        assert mark["x"] + mark["width"] / 2 == pytest.approx(thumb, abs=1.5)
    tab.keyboard.press("Home")
    seen = []
    for _ in range(3):
        tab.keyboard.press("m")
        seen.append(tab.evaluate(PLY))
    assert seen == [12, 40, 12]
    tab.click("#mistakes summary")
    assert "1 of the 2 are sure" in tab.inner_text("#mistakes")


def test_moves_judged_by_a_plan_are_not_marked(tab: Page, timeline: Timeline, tmp_path: Path) -> None:
    """Points of a plan are no chances to win, and the page without them has no chart."""
    short = replace(timeline, moments=timeline.moments[:30], positions=timeline.positions[:30])
    judge = judge_named("novice", timeline.positions[0].game)
    analysis = analyse_game(short, judge)
    assert analysis.mistakes
    write_page(short, tmp_path / "p.html", analysis)
    open_page(tab, tmp_path / "p.html")
    assert tab.locator("a.mark, #chances").count() == 0


def test_speed(tab: Page, page: Path) -> None:
    """Five times as fast, a game goes on every 140 ms; the choice by keys is that of the menu."""
    open_page(tab, page)
    tab.select_option("#speed", label="5×")
    tab.click("#run")
    wait_until(tab, f"{PLY} >= 4", 2.5)
    tab.click("#run")
    tab.evaluate("document.activeElement.blur()")
    for key, label in (("+", "5×"), ("-", "2×"), ("-", "1×"), ("-", "½×"), ("-", "½×")):
        tab.keyboard.press(key)
        assert tab.evaluate("speed.selectedOptions[0].label") == label
    place = tab.evaluate(PLY)
    tab.focus("#speed")
    tab.keyboard.press("1")  # is no round here
    assert tab.evaluate(PLY) == place


def test_on_a_phone_the_page_goes_to_what_has_changed(window: Window, page: Path, timeline: Timeline) -> None:
    tab = window(width=390, height=844)
    open_page(tab, page)
    hidden = """() => {
      const marked = [...document.querySelectorAll("#tabletop .frame, #tabletop .new")];
      const above = document.getElementById("last").getBoundingClientRect().bottom;
      const below = document.getElementById("bar").getBoundingClientRect().top;
      return marked.length && !marked.some((e) => e.getBoundingClientRect().top >= above - 1
        && e.getBoundingClientRect().bottom <= below + 1);
    }"""
    for ply in range(60):
        tab.keyboard.press("ArrowRight")
        assert not tab.evaluate(hidden), ply
    assert tab.evaluate("scrollY") > 0
    wide = window(width=1280, height=800)
    open_page(wide, page)
    wide.keyboard.press("ArrowRight")
    assert wide.evaluate("scrollY") == 0


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (390, "light"), (768, "light"), (1280, "dark")])
def test_nothing_overflows(window: Window, page: Path, width: int, scheme: str) -> None:
    tab = window(width=width, color_scheme=scheme)
    for ply in (0, 100):
        open_page(tab, page, f"#move={ply}")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert texts_out_of_place(tab) == []
        assert texts_in_collision(tab) == []


def test_without_script_the_chart_is_drawn_too(browser: Launch, page: Path, timeline: Timeline) -> None:
    context = browser().new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(page.as_uri())
    assert tab.locator("#plot polyline").count() == 2
    assert "8 games that search:balanced:8 plays out" in tab.inner_text("#chances-note")
    assert tab.locator(".now b").all_inner_texts() == [
        f"{100 * (seat in timeline.end['winners'])} %" for seat in (1, 2)
    ]
    context.close()


def test_it_asks_for_nothing(tab: Page, page: Path) -> None:
    requests: list[str] = []
    tab.on("request", lambda request: requests.append(request.url))
    open_page(tab, page, "#move=5")
    tab.keyboard.press("End")
    assert {request.partition("#")[0] for request in requests} <= {page.as_uri(), "about:blank"}
    assert "connect-src" not in page.read_text(encoding="utf-8")
