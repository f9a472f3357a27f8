"""The report page in a browser: it holds at every width under any font, every text stands out, nothing is fetched; what
its script adds, that it alone may run, that without it nothing is lost."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import unescape
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Page, expect

from reports.charts.theme import PAGE
from tests.browser import FONTS, as_phone, faint_texts, fonts_shown, open_page, texts_out_of_place
from tests.reports.real import Made
from tests.reports.sections import write_report
from tests.reports.synthetic import asked, frames, free

WORDS = """
() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (element.closest("script, style, svg") || !element.checkVisibility()) continue;
    count += node.data.trim().split(/\\s+/).filter(Boolean).length;
  }
  return count;
}
"""


@pytest.fixture(scope="module")
def tabs(browser):
    """tabs[fonts]: a tab of a browser that has these fonts, for one page after the other."""
    return Made(lambda fonts: browser(fonts).new_page())


@pytest.mark.parametrize("fonts", FONTS)
def test_nothing_overflows_the_finding_and_its_chart_stand_on_the_first_screen_and_every_text_stands_out(
    tabs, written, question, fonts
):
    tab, page = tabs[fonts], written[question] / f"{written[question].name}.html"
    requests: list[str] = []
    problems: list[str] = []
    tab.on("request", lambda request: requests.append(request.url))
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    tab.set_viewport_size({"width": 1200, "height": 800})
    tab.emulate_media(color_scheme="light")
    tab.goto(page.as_uri())
    assert fonts_shown(tab, "p") == {fonts}
    check_places(tab, 1200)
    check_first_screen(tab, 800)
    if fonts == next(iter(FONTS)):
        check_words_and_contrast(tab)
    tab.set_viewport_size({"width": 768, "height": 900})
    check_places(tab, 768)
    phone = as_phone(tab, 360, 844)
    try:
        check_places(tab, 360)
        check_first_screen(tab, 844)
    finally:
        phone.detach()
    assert {request for request in requests if not request.startswith("data:")} == {page.as_uri()}
    assert problems == []


def check_places(tab: Page, width: int) -> None:
    """In a window so wide nothing overflows."""
    assert tab.evaluate("innerWidth") == width
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert texts_out_of_place(tab) == []


def check_first_screen(tab: Page, height: int) -> None:
    """The finding and its chart begin above the fold."""
    for part in ("h1", "header figure"):
        if tab.locator(part).count():
            assert tab.locator(part).first.bounding_box()["y"] < height - 150


def check_words_and_contrast(tab: Page) -> None:
    """The page has at most 1500 words without those of charts, and one finding; every text, folded ones too, stands out
    by day and by night."""
    assert tab.locator("h1").count() == 1
    assert tab.evaluate(WORDS) <= 1500
    tab.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    grounds = {}
    for theme in ("light", "dark"):
        tab.emulate_media(color_scheme=theme)
        seen, faint = faint_texts(tab, least=4.5)
        assert seen > 100
        assert faint == []
        grounds[theme] = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert grounds == {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 24, 30)"}
    tab.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = false))")


CELLS = "(name) => [...document.querySelectorAll(`[aria-label='Table ${name}'] tbody tr`)]"
SEEN = f"(name) => ({CELLS})(name).filter((row) => row.checkVisibility()).map((row) => row.innerText.split('\\t'))"
# What a page says, without what its script adds: words of the body, of marks and of the charts themselves.
SAID = """
() => {
  const body = document.body.cloneNode(true);
  body.querySelectorAll("script, .theme, #told, title").forEach((one) => one.remove());
  return body.textContent.replace(/\\s+/g, " ");
}
"""


# Heights of texts on the screen, in CSS pixels.
SIZES = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    """A page with charts and tables, one of them longer than a page shows."""
    seats, games = frames(free(400), strength={3: 9.0})
    full = asked("balance", seats, games)
    long = pl.concat([full.tables["strategies"]] * 20).with_columns(n=pl.int_range(1, pl.len() + 1).reverse())
    tables = {name: full.tables[name] for name in ("verdicts", "seats", "sources")} | {"strategies": long}
    return write_report(replace(full, tables=tables), tmp_path_factory.mktemp("page"))


@pytest.fixture
def opened(window, page) -> Page:
    """The page in a wide window, all tables unfolded."""
    tab = window()
    show(tab, page)
    return tab


def show(tab: Page, page: Path) -> None:
    """Open the page and all that is folded on it."""
    open_page(tab, page)
    tab.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")


def table(tab: Page, name: str) -> list[list[str]]:
    """The rows of a table that are shown."""
    rows: list[list[str]] = tab.evaluate(SEEN, name)
    return rows


def test_the_policy_admits_the_one_script_by_its_digest_and_nothing_from_elsewhere(window, page):
    text = page.read_text(encoding="utf-8")
    (script,) = re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
    rules = dict(rule.strip().split(" ", 1) for rule in unescape(policy).split(";"))
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert rules.pop("script-src") == f"'sha256-{digest}'"
    assert rules == {
        "default-src": "'none'",
        "style-src": "'unsafe-inline'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert not re.search(r"innerHTML|eval|Function\(|fetch|XMLHttp|import", script)
    for altered, controls in ((text, 1), (text.replace('"use strict";', '"use strict"; '), 0)):
        page.with_name("altered.html").write_text(altered, encoding="utf-8")
        tab = window() if controls else window(faults=True)
        open_page(tab, page.with_name("altered.html"))
        assert tab.locator(".theme").count() == controls


def test_without_script_the_page_says_the_same_and_has_no_dead_control(window, page, opened):
    bare = window(java_script_enabled=False)
    open_page(bare, page)
    assert bare.evaluate(SAID) == opened.evaluate(SAID)
    assert bare.locator("button, input, [tabindex] > .mark").count() == 0
    assert opened.locator("button").count() > 10
    assert bare.locator("svg .mark > title").count() == opened.locator("svg .mark").count() > 10


def test_a_heading_sorts_by_value_both_ways_and_a_third_press_restores_the_page(opened):
    before = table(opened, "strategies")
    head = opened.locator("[aria-label='Table strategies'] th[scope=col]", has_text=re.compile("^n"))
    column = opened.locator("[aria-label='Table strategies'] th[scope=col]").all_inner_texts().index(head.inner_text())
    button = head.locator("button")
    numbers = sorted((int(row[column].replace(",", "")) for row in before), reverse=True)
    assert len(set(numbers)) == len(numbers) == 60
    for turn, wanted in (("descending", numbers), ("ascending", numbers[::-1])):
        button.click()
        expect(head).to_have_attribute("aria-sort", turn)
        assert [int(row[column].replace(",", "")) for row in table(opened, "strategies")] == wanted
    button.focus()
    opened.keyboard.press("Enter")
    expect(opened.locator("[aria-sort]")).to_have_count(0)
    assert table(opened, "strategies") == before
    share = opened.locator("[aria-label='Table seats'] th[scope=col]", has_text="win share")
    share.locator("button").click()
    expect(share).to_have_attribute("aria-sort", "descending")
    values = [float(re.search(r"[\d.]+(?= \[)", "\t".join(row))[0]) for row in table(opened, "seats")]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) > 1


def test_marks_say_their_words_to_pointer_keyboard_and_finger(window, page, opened):
    svg = opened.locator("figure svg:has(.mark)").first
    marks = svg.locator(".mark")
    tip = opened.locator("#told")
    bare = window(java_script_enabled=False)
    open_page(bare, page)
    words = [
        one.split("\n")
        for one in bare.locator("figure svg:has(.mark)").first.locator(".mark > title").all_text_contents()
    ]
    assert all(re.search(r"\d", line) for _, *lines in words for line in lines)
    marks.nth(1).hover()
    expect(tip).to_have_text(" ".join(words[1]), use_inner_text=True)
    opened.mouse.move(5, 5)
    expect(tip).to_be_hidden()
    svg.scroll_into_view_if_needed()
    opened.evaluate("document.activeElement.blur()")
    opened.keyboard.press("Tab")  # a key was used last: focus shows
    svg.focus()
    for key, place in (("", 0), ("ArrowRight", 1), ("End", len(words) - 1), ("ArrowDown", len(words) - 1), ("Home", 0)):
        if key:
            opened.keyboard.press(key)
        expect(tip).to_have_text(" ".join(words[place]), use_inner_text=True)
    opened.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    phone = window(width=390, has_touch=True)
    show(phone, page)
    shown = phone.locator("figure svg:has(.mark):visible").first
    shown.locator(".mark").first.tap()
    expect(phone.locator("#told")).to_have_text(" ".join(words[0]), use_inner_text=True)
    phone.locator("h1").tap()
    expect(phone.locator("#told")).to_be_hidden()


def test_the_theme_follows_the_system_until_it_is_chosen_and_paper_is_always_light(window, page):
    tab = window(color_scheme="dark")
    open_page(tab, page)
    ground = "getComputedStyle(document.body).backgroundColor"
    night = tab.evaluate(ground)
    assert night == "rgb({}, {}, {})".format(*bytes.fromhex(PAGE["paper"][1][1:]))
    button = tab.locator(".theme")
    expect(button).to_have_text("Light page")
    button.click()
    expect(button).to_have_text("Dark page")
    assert tab.evaluate(ground) == "rgb(255, 255, 255)"
    open_page(tab, page)
    assert tab.evaluate(ground) == "rgb(255, 255, 255)"  # remembered
    button.click()
    expect(button).to_have_text("Light page")
    assert tab.evaluate(ground) == night
    tab.emulate_media(media="print", color_scheme="dark")
    assert tab.evaluate(ground) == "rgb(255, 255, 255)"
    assert tab.evaluate("getComputedStyle(document.querySelector('figure svg text')).fill") == "rgb(29, 42, 53)"
    assert tab.locator("button.theme:visible, nav:visible").count() == 0


def test_on_a_phone_nothing_is_cut_and_entries_of_the_contents_lie_apart(window, page):
    tab = window(width=390)
    show(tab, page)
    boxes = [one.bounding_box() for one in tab.locator("nav li").all()]
    assert len(boxes) > 2
    ends = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
    assert all(low[1] <= high[0] + 0.5 for low, high in pairwise(ends))
    assert tab.evaluate(
        "[...document.querySelectorAll('h1, h2, h3')].every((one) => one.scrollWidth <= one.clientWidth)"
    )
    charts = tab.locator(".narrow:visible")
    assert tab.locator("figure").count() == charts.count() > 1
    assert charts.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)")
    assert min(charts.first.locator("text").evaluate_all(SIZES)) > 9
    shown = charts.first.locator(".mark").count()
    assert shown == tab.locator("figure").first.locator(".wide .mark").count() > 2  # drawn twice, the same things
    assert tab.locator("[aria-label='Table seats']").evaluate("(one) => one.scrollWidth > one.clientWidth")
