"""The report page in a browser: it holds at every width under any font, and nothing is fetched."""

from pathlib import Path

import pytest

from tests.browser import FONTS, Window, fonts_shown, open_page, texts_out_of_place

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
