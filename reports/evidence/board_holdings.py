"""Evidence on what seats hold at the end: win share with it beside win share without."""

from __future__ import annotations

from collections.abc import Callable

from reports import style
from reports.draw import Row, Scale, forest
from reports.evidence.base import Evidence, chart, estimate, number, section
from reports.sheet import Key
from reports.types import Chart, Section

__all__ = ["SECTIONS"]


def held(evidence: Evidence) -> Section | None:
    """With and without each holding; nothing where the game names none."""
    rows = evidence.rows("held", "holding", "label", "frequency")
    if not rows or evidence.par is None:
        return None
    par = evidence.par

    def draw() -> list[Chart]:
        order = sorted(rows, key=lambda row: -(number(row, "held") or 0.0))
        drawn = [
            Row(
                f"{row['label']} ({100 * row['frequency']:.0f} %)",
                (estimate(row, "held", 100, n=False), estimate(row, "without", 100, n=False)),
            )
            for row in order
        ]
        title = "How often do those win who hold it at the end, and those who do not?"
        figure = forest(
            title,
            f"Win share of seats that end the game with and without each; par is {par:.1f} %.",
            drawn,
            Scale("win share, %", par, f"par {par:.1f} %", evidence.margin),
            series=[Key("with it", style.MORE, "point"), Key("without it", style.LESS, "point")],
            note="In brackets: seat-games that end with it.",
        )
        said = "; ".join(
            f"{row['label']}: with {100 * row['held']:.1f} %, without {100 * row['without']:.1f} %"
            for row in order
            if number(row, "held") is not None and number(row, "without") is not None
        )
        return [chart("held", title, said + ".", figure)]

    reading = (
        "Confounded: a seat that plays well, or is lucky, gets more of everything. A wide gap says that holding "
        "it and winning go together, not that it makes winners."
    )
    return section("held", "What winners hold", reading, ("held",), evidence, draw)


SECTIONS: tuple[Callable[[Evidence], Section | None], ...] = (held,)
