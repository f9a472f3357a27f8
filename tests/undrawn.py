"""Answers whose charts are not drawn: for tests of everything else about an answer."""

from functools import cache

import pytest
from matplotlib.figure import Figure

from reports.charts.style import png_bytes, svg_bytes


@cache
def empty(form: str) -> bytes:
    """A figure with nothing on it."""
    return (svg_bytes if form == "svg" else png_bytes)(Figure(figsize=(2, 1)))


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are made, which may fail, and an empty one is drawn in place of each, in this process: drawing is most of
    the time that an answer takes and has tests of its own (tests/reports)."""
    for form in ("svg", "png"):
        monkeypatch.setattr(f"reports.page.html.{form}_bytes", lambda figure, form=form: empty(form))
