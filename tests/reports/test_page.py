"""The report page in a browser: it holds at every width under any font, every text stands out, nothing is fetched."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import FONTS, Window, as_phone, faint_texts, fonts_shown, open_page, texts_out_of_place

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


@pytest.mark.parametrize("fonts", FONTS)
def test_nothing_overflows_the_finding_and_its_chart_stand_on_the_first_screen_and_every_text_stands_out(
    window: Window, written: dict[str, Path], question: str, fonts: str
) -> None:
    tab = window(fonts=fonts, width=768)
    requests: list[str] = []
    tab.on("request", lambda request: requests.append(request.url))
    page = written[question] / f"{written[question].name}.html"
    open_page(tab, page)
    check_places(tab, 768)
    tab.set_viewport_size({"width": 1200, "height": 900})
    check_places(tab, 1200)
    tab.set_viewport_size({"width": 1280, "height": 800})
    check_first_screen(tab, 800)
    assert fonts_shown(tab, "p") == {fonts}
    as_phone(tab, 360, 900)
    check_places(tab, 360)
    as_phone(tab, 390, 844)
    check_first_screen(tab, 844)
    assert fonts_shown(tab, "p") == {fonts}
    assert {request for request in requests if not request.startswith("data:")} <= {page.as_uri(), "about:blank"}
    if fonts == next(iter(FONTS)):
        tab.set_viewport_size({"width": 1280, "height": 800})
        check_words_and_contrast(tab)


def check_places(tab: Page, width: int) -> None:
    """In a window so wide nothing overflows."""
    assert tab.evaluate("innerWidth") == width
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert texts_out_of_place(tab) == []


def check_first_screen(tab: Page, height: int) -> None:
    """The finding and its chart begin above the fold."""
    for part in ("h1", "header figure"):
        if tab.locator(part).count():
            box = tab.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] < height - 150


def check_words_and_contrast(tab: Page) -> None:
    """Unfolded the page has at most 1500 words, those of charts not counted, and one finding; every text stands out by
    day and by night."""
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
