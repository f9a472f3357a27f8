"""Names that stand for several measures of a game: the lines of its scorepad, and what its charts and grids show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.facts import GameFacts

__all__ = [
    "COUNTERS",
    "FIELDS",
    "FIELD_ROUNDS",
    "LINES",
    "LISTS",
    "SECONDS",
    "SHAPE",
    "SHAPE_MEASURES",
    "TOTAL",
    "ScoreLine",
    "list_of",
    "score_lines",
]


@dataclass(frozen=True)
class ScoreLine:
    """A line of the scorepad, or a category that is a part of one: `columns` add up to its points."""

    name: str
    label: str
    part_of: str | None
    columns: tuple[str, ...]

    @property
    def column(self) -> str:
        """The column that holds its points."""
        return self.columns[0] if len(self.columns) == 1 else f"line_{self.name}"


TOTAL = ScoreLine("score", "final score", None, ("score",))


def score_lines(game: GameFacts, columns: Collection[str]) -> list[ScoreLine]:
    """The lines in order, each followed by its parts where it has several; categories that seats with these columns do
    not hold are left out."""
    lines = []
    for line in game.scorepad:
        sources = [source for source in line.sources if f"score_{source}" in columns]
        if sources:
            lines.append(ScoreLine(line.name, line.label, None, tuple(f"score_{source}" for source in sources)))
        if len(line.sources) > 1:
            lines += [ScoreLine(s, f"of it: {s.replace('_', ' ')}", line.name, (f"score_{s}",)) for s in sources]
    return lines


def _fields(game: GameFacts, columns: Collection[str]) -> list[str]:
    """Counters of the fields of the game's grids."""
    return [counter for grid in game.grids for row in grid.rows for counter in row if counter in columns]


LINES, COUNTERS = "lines of the scorepad", "counters of the charts"
FIELDS, FIELD_ROUNDS = "fields of the grids", "rounds of the grids"
SHAPE = "shape of games"
SECONDS = 20  # of thought for a decision, a round number for the length of a game in minutes
SHAPE_MEASURES = (
    "n_decisions per players", f"minutes_at_{SECONDS}_seconds", "n_legal_moves per n_decisions",
    "n_forced out of n_moves", "lead_changes", "winning_margin", "joint_win", "highest_score", "mean_score",
    "lowest_score",
)  # fmt: skip
# Each with what it stands for, in words, and the measures of a game whose seats have these columns.
LISTS: Mapping[str, tuple[str, Callable[[GameFacts, Collection[str]], list[str]]]] = {
    LINES: (
        "points by line of the scorepad, and by category where a line has several",
        lambda game, columns: [line.column for line in score_lines(game, columns)],
    ),
    COUNTERS: (
        "what the charts of a report on balance show of winners and others",
        lambda game, columns: [name for chart in game.charts for name in chart.tallies if name in columns],
    ),
    FIELDS: (
        "how often what may happen to a seat once did",
        lambda game, columns: [f"share of {name} > 0" for name in _fields(game, columns)],
    ),
    SHAPE: ("length, freedom and tension of a game", lambda game, columns: list(SHAPE_MEASURES)),
    FIELD_ROUNDS: ("in which round it did", lambda game, columns: [f"when_{name}" for name in _fields(game, columns)]),
}


def list_of(text: str, game: GameFacts, columns: Collection[str]) -> list[str]:
    """The measures that a name stands for, each once; any other text itself."""
    return list(dict.fromkeys(LISTS[text][1](game, columns))) if text in LISTS else [text]
