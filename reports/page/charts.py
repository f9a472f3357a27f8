"""Charts of an answer as files: wide, narrow for phones, and as picture; a part of them by another process, where there
is one."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import partial

from reports.answer import FirstScreen
from reports.ask import QUESTIONS
from reports.charts import screen_chart
from reports.charts.style import house_style, on_phones, png_bytes, svg_bytes
from reports.frames import finish_work, unpacked
from reports.questions.base import Chart, Evidence, Picture, Section, ShownSection, chart

__all__ = [
    "SCREEN",
    "Drawing",
    "DrawnSections",
    "draw_question",
    "draw_screen",
    "draw_section",
    "draw_sections",
    "ready",
]

SCREEN = "first_screen"  # name of its chart


@dataclass(frozen=True)
class Drawing:
    """A chart as SVG as wide as a page, as SVG for phones, and as PNG."""

    wide: bytes
    narrow: bytes
    image: bytes


@dataclass(frozen=True)
class DrawnSections:
    """Sections whose charts are files, by the charts' names."""

    sections: Sequence[ShownSection]
    drawings: Mapping[str, Drawing]


def draw_sections(make: Callable[[], Sequence[ShownSection]]) -> DrawnSections:
    """Sections as they are made, with their charts drawn for pages and again for phones."""
    with house_style():
        sections = make()
        charts = [figure for section in sections for figure in section.charts if isinstance(figure, Chart)]
        wide = {figure.name: (svg_bytes(figure.figure), png_bytes(figure.figure)) for figure in charts}
        narrow: dict[str, bytes] = {}
        if charts:
            with on_phones():
                for section in make():
                    figures = [figure for figure in section.charts if isinstance(figure, Chart)]
                    narrow |= {figure.name: svg_bytes(figure.figure) for figure in figures}
    drawings = {name: Drawing(svg, narrow.get(name, svg), png) for name, (svg, png) in wide.items()}
    return DrawnSections([replace(section, charts=_pictures(section)) for section in sections], drawings)


def _pictures(section: ShownSection) -> tuple[Picture, ...]:
    """The section's charts without their figures."""
    return tuple(Picture(chart.name, chart.title, chart.alt) for chart in section.charts)


def draw_screen(screen: FirstScreen, question: str) -> DrawnSections:
    """The chart of a first screen as a section of its own; none where it has no rows."""
    if not screen.rows:
        return DrawnSections([], {})
    rows = "; ".join(f"{row.name} {screen.text_of(row.value)}, {row.word}" for row in screen.rows)
    alt = f"{screen.axis}: {rows}."

    def make() -> Sequence[ShownSection]:
        return [ShownSection(SCREEN, "", "", (chart(SCREEN, screen.finding, alt, screen_chart(screen, question)),))]

    return draw_sections(make)


def ready() -> None:
    """A process that has been asked this has all at hand that drawing takes."""
    from matplotlib import figure  # noqa: F401
    from matplotlib.backends import backend_agg, backend_svg  # noqa: F401


def draw_question(question: str, evidence: Evidence, executor: Executor | None = None) -> list[DrawnSections]:
    """The sections of the question, in order. The executor begins with the last one, this process with the first, and
    each takes what the other has not begun."""
    sections = QUESTIONS[question].sections
    futures: dict[int, Future[DrawnSections]] = {}
    if executor:
        packed = pickle.dumps(evidence)
        futures = {i: executor.submit(draw_section, question, i, packed) for i in reversed(range(len(sections)))}
    return [
        finish_work(futures.get(i), lambda each: draw_sections(partial(_show_section, each, evidence)), section)
        for i, section in enumerate(sections)
    ]


def draw_section(question: str, index: int, packed: bytes) -> DrawnSections:
    """The section of the question at that index, in another process."""
    return draw_sections(partial(_show_section, QUESTIONS[question].sections[index], unpacked(packed)))


def _show_section(section: Section, evidence: Evidence) -> Sequence[ShownSection]:
    """The section as the page shows it; none where it means nothing."""
    shown_section = section.section(evidence)
    return [] if shown_section is None else [shown_section]
