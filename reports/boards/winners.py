"""Who wins more often on which map: seats and strategies on every board of the table against the first."""

from __future__ import annotations

from reports.boards.against import spoken
from reports.charts import Row, forest
from reports.charts.scale import differences as difference_scale
from reports.questions.base import Chart, Evidence, Piece, Rows, ShownSection, chart, estimate, section_of, unique

__all__ = ["PIECE"]


def section(evidence: Evidence) -> ShownSection | None:
    """Every seat and every strategy on each board against the first."""
    if not evidence.game.shared:
        return None
    words = evidence.words
    by_seat = evidence.rows("board_seat", "board", "seat", "effect")
    by_strategy = evidence.rows("paired", "board", "strategy", "effect")

    def draw() -> list[Chart]:
        out = []
        for board in unique(row["board"] for row in [*by_seat, *by_strategy]):
            seats, strategies = ([row for row in rows if row["board"] == board] for rows in (by_seat, by_strategy))
            drawn = [Row("seats"), *_rows(seats, "seat", "seat ")] if seats else []
            drawn += [Row("strategies"), *_rows(strategies, "strategy")] if strategies else []
            here, there = words.board(board), words.baseline
            title = f"Who wins more often on {here} than on {there}?"
            figure = forest(
                title,
                f"Win share on {here} minus win share on {there}, same deals, line-ups and seats.",
                drawn,
                difference_scale(
                    "difference in win share", "pp", margin=evidence.margin, less="fewer wins", more="more wins"
                ),
                above=f"more on {here}",
                below=f"less on {here}",
                n_label="pairs",
                together=True,
            )
            said = f"{len(seats)} seats and {len(strategies)} strategies, differences in pp: {spoken(drawn)}"
            out.append(chart(f"winners_{board}", title, said, figure))
        return out

    reading = (
        "Each dot is a difference on identical deals and line-ups. A seat or a strategy inside the "
        f"grey band fares alike on both {words.nouns[1]}; seats add up to zero, so what one gains others lose."
    )
    return section_of("winners", f"Does the {words.nouns[0]} decide who wins?", reading, ("verdicts",), evidence, draw)


def _rows(rows: Rows, key: str, before: str = "") -> list[Row]:
    return [Row(f"{before}{row[key]}", (estimate(row, "effect", 100),)) for row in rows]


PIECE = Piece(section)
