"""The report page in a browser: it holds at every width under any font, every text stands out, nothing is fetched."""

from pathlib import Path

import pytest

from tests.browser import FONTS, Window, faint_texts, fonts_shown, open_page, texts_out_of_place

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("fonts", FONTS)
@pytest.mark.parametrize("width", [360, 768, 1200])
def test_nothing_overflows(window: Window, written: dict[str, Path], question: str, width: int, fonts: str) -> None:
    tab = window(fonts=fonts, width=width)
    requests: list[str] = []
    tab.on("request", lambda request: requests.append(request.url))
    page = written[question] / f"{written[question].name}.html"
    open_page(tab, page)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert texts_out_of_place(tab) == []
    assert fonts_shown(tab, "p") == {fonts}
    assert {request for request in requests if not request.startswith("data:")} <= {page.as_uri(), "about:blank"}


def test_every_text_stands_out_by_day_and_by_night(window: Window, written: dict[str, Path], question: str) -> None:
    tab = window()
    open_page(tab, written[question] / f"{written[question].name}.html")
    tab.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    grounds = {}
    for theme in ("light", "dark"):
        tab.emulate_media(color_scheme=theme)
        seen, faint = faint_texts(tab, least=4.5)
        assert seen > 100
        assert faint == []
        grounds[theme] = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert grounds == {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 24, 30)"}
