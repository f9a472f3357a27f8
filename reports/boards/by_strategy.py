"""Who profits from which board: the same differences for every strategy."""

from __future__ import annotations

from reports.boards.against import colours, gap
from reports.charts import forest_panels
from reports.questions.base import Chart, Evidence, Piece, ShownSection, chart, estimate, section_of, unique

__all__ = ["PIECE"]


def section(evidence: Evidence) -> ShownSection | None:
    """The same difference for every strategy."""
    if evidence.game.shared:
        return None
    rows = [row for row in evidence.rows("paired", "board", "strategy", "effect") if row["strategy"] != "all"]
    base = evidence.words.baseline

    def draw() -> list[Chart]:
        strategies, boards = unique(row["strategy"] for row in rows), unique(row["board"] for row in rows)
        if not rows:
            return []
        found = {(row["board"], row["strategy"]): estimate(row, "effect", 100, n=False) for row in rows}
        panels = [
            (evidence.words.board(board), [found.get((board, strategy)) for strategy in strategies]) for board in boards
        ]
        title = f"Who profits from which {evidence.words.nouns[0]}?"
        figure = forest_panels(
            title,
            f"Win share minus that of {base}, same deal and seat, when all seats play the strategy named, with "
            "simultaneous 95 % intervals.",
            strategies,
            panels,
            gap(evidence),
            **colours(base),
        )
        return [
            chart(
                "paired_by_strategy",
                title,
                f"Small forests: {len(boards)} boards by {len(strategies)} strategies.",
                figure,
            )
        ]

    reading = (
        f"One panel a {evidence.words.nouns[0]}, one row a strategy. One that is fair only for some plans shows dots on"
        " both sides of the line."
    )
    return section_of("by_strategy", "Strategy by strategy", reading, ("paired",), evidence, draw)


PIECE = Piece(section)
