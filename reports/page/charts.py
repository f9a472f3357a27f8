"""Charts of an answer as files, drawn piece by piece: some of them by another process, where one is given."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace

from reports.ahead import taken, unpacked
from reports.ask import QUESTIONS
from reports.charts.style import house_style, on_phones, png_bytes, svg_bytes
from reports.questions.base import Chart, Evidence, Picture, ShownSection

__all__ = ["Drawn", "draw_piece", "drawn_pieces", "first_narrow", "ready"]

Made = ShownSection | Sequence[ShownSection] | None


@dataclass(frozen=True)
class Drawn:
    """Sections whose charts are files, as SVG and as PNG, by the charts' names."""

    sections: Sequence[ShownSection]
    pictures: Mapping[str, bytes]
    images: Mapping[str, bytes]

    @classmethod
    def of(cls, made: Made) -> Drawn:
        """What a piece made of the evidence; its figures are not kept."""
        sections = [made] if isinstance(made, ShownSection) else made or []
        charts = [chart for section in sections for chart in section.charts if isinstance(chart, Chart)]
        pictures = {chart.name: svg_bytes(chart.figure) for chart in charts}
        images = {chart.name: png_bytes(chart.figure) for chart in charts}
        told = [
            replace(section, charts=tuple(Picture(one.name, one.title, one.alt) for one in section.charts))
            for section in sections
        ]
        return cls(told, pictures, images)


def ready() -> None:
    """A process that has been asked this has all at hand that drawing takes."""
    from matplotlib import figure  # noqa: F401
    from matplotlib.backends import backend_agg, backend_svg  # noqa: F401


def drawn_pieces(question: str, evidence: Evidence, pool: Executor | None = None) -> list[Drawn]:
    """Every piece of the question, in order. The pool begins with the last one, this process with the first, and each
    takes what the other has not begun."""
    pieces = QUESTIONS[question].load()
    begun: dict[int, Future[Drawn]] = {}
    if pool:
        packed = pickle.dumps(evidence)
        begun = {i: pool.submit(draw_piece, question, i, packed) for i in reversed(range(len(pieces)))}
    with house_style():
        return [taken(begun.get(i), lambda piece: Drawn.of(piece.section(evidence)), p) for i, p in enumerate(pieces)]


def draw_piece(question: str, place: int, packed: bytes) -> Drawn:
    """The piece of the question at that place, in another process."""
    with house_style():
        return Drawn.of(QUESTIONS[question].load()[place].section(unpacked(packed)))


def first_narrow(pieces: Iterator[Made]) -> dict[str, bytes]:
    """The first chart drawn for phones: the answer in a picture is read without swiping."""
    with on_phones():
        for piece in pieces:
            sections = [piece] if isinstance(piece, ShownSection) else piece or []
            for chart in (chart for section in sections for chart in section.charts if isinstance(chart, Chart)):
                return {chart.name: svg_bytes(chart.figure)}
    return {}
