"""How often each seat and strategy wins on every board of the table."""

from __future__ import annotations

from reports.charts import heat_map
from reports.questions.base import Chart, Evidence, Piece, ShownSection, cell_note, chart, grid, section_of

__all__ = ["PIECE"]


def section(evidence: Evidence) -> ShownSection | None:
    """Win shares themselves: seats and strategies by board."""
    if not evidence.game.shared:
        return None
    words, par = evidence.words, evidence.par

    def draw() -> list[Chart]:
        out = []
        one = words.nouns[0]
        for table, key, title in (
            ("board_seat", "seat", f"How often does each seat win on each {one}?"),
            ("board_strategy", "strategy", f"How often does each strategy win on each {one}?"),
        ):
            rows = evidence.rows(table, "board", key, "share")
            if not rows or par is None:
                continue
            down, across, cells = grid(rows, key, "board", "share", centre=par)
            first = " Seat 1 begins the first round." if key == "seat" else ""
            figure = heat_map(
                title,
                f"Win share in mixed line-ups, % ± half its interval; par is {par:.1f} %.",
                [f"seat {name}" if key == "seat" else str(name) for name in down],
                [words.board(name) for name in across],
                cells,
                centre=par,
                unit="%",
                note=cell_note(rows, "par") + first,
            )
            out.append(chart(table, title, f"Heat map of {len(down)} rows by {len(across)} columns.", figure))
        return out

    reading = (
        f"Read along a row: equal colours mean that the {words.nouns[0]} does not matter to that seat or strategy. A "
        "column of different colours means that seats or strategies are unequal there, whatever happens elsewhere."
    )
    heading = f"Seats and strategies on every {words.nouns[0]}"
    tables = ("board_seat", "paired", "board_strategy")
    return section_of("shares", heading, reading, tables, evidence, draw)


PIECE = Piece(section)
