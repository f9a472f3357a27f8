"""The report page in a browser: it holds at every width under any font, every text stands out, nothing is fetched."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import FONTS, Window, faint_texts, fonts_shown, open_page, texts_out_of_place

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
@pytest.mark.parametrize(
    ("widths", "size"), [((360,), (390, 844)), ((768, 1200), (1280, 800))], ids=["phone", "window"]
)
def test_nothing_overflows_the_finding_and_its_chart_stand_on_the_first_screen_and_every_text_stands_out(
    window: Window,
    written: dict[str, Path],
    question: str,
    widths: tuple[int, ...],
    size: tuple[int, int],
    fonts: str,
) -> None:
    tab = window(fonts=fonts, width=widths[0])
    requests: list[str] = []
    tab.on("request", lambda request: requests.append(request.url))
    page = written[question] / f"{written[question].name}.html"
    open_page(tab, page)
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 900})
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert texts_out_of_place(tab) == []
    assert fonts_shown(tab, "p") == {fonts}
    assert {request for request in requests if not request.startswith("data:")} <= {page.as_uri(), "about:blank"}
    width, height = size
    tab.set_viewport_size({"width": width, "height": height})
    for part in ("h1", "header figure"):
        if tab.locator(part).count():
            box = tab.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] < height - 150
    if width > 1000 and fonts == next(iter(FONTS)):
        check_words_and_contrast(tab)


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
