"""Answers whose charts are not drawn, and pilots of few games: for tests of everything else about an answer or a run.

A plugin of every process of a run: what draws is imported where it is needed.
"""

from dataclasses import replace
from functools import cache

import pytest

PILOT_DEALS = 16


@cache
def empty(form: str) -> bytes:
    """A figure with nothing on it."""
    from matplotlib.figure import Figure

    from reports.charts.style import png_bytes, svg_bytes

    return (svg_bytes if form == "svg" else png_bytes)(Figure(figsize=(2, 1)))


def leave_charts_out(patch: pytest.MonkeyPatch) -> None:
    """Sections have no charts, and that of the first screen is empty, in this process: to make and draw them is most of
    the time that an answer takes and has tests of its own (tests/reports)."""
    from matplotlib.figure import Figure

    from reports.questions.base import Section

    whole = Section.section
    patch.setattr(Section, "section", lambda self, evidence: whole(replace(self, charts=lambda *_: ()), evidence))
    patch.setattr("reports.page.html.screen_chart", lambda screen, question: Figure())
    for form in ("svg", "png"):
        patch.setattr(f"reports.page.html.{form}_bytes", lambda figure, form=form: empty(form))


def leave_answers_out(patch: pytest.MonkeyPatch) -> None:
    """Commands play and answer nothing, in this process: an answer is most of the time of a small run and has tests of
    its own."""
    patch.setattr("analyser.cli.answer.print_answer", lambda *question, **how: None)


def leave_pages_out(patch: pytest.MonkeyPatch) -> None:
    """Commands print their answer and write no page of it, in this process: half the tables are for the page alone."""
    patch.setattr("analyser.runs.answer.ReportJob.write", lambda job, *pool_and_replays: (None, ()))


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are without their charts."""
    leave_charts_out(monkeypatch)


@pytest.fixture
def short_pilots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pilots, and prices of boards, are of few games: they take most of the time of a small run."""
    for module in ("balance", "boards", "openings"):
        monkeypatch.setattr(f"analyser.experiments.{module}.pilot_deals", lambda prepared, *_, **__: PILOT_DEALS)
