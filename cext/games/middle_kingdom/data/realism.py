"""What is known of scores in games of Middle Kingdom: the example of the final scoring, a table of five.

One made-up score says little of the mean, so the range is wide.
"""

from cext.games.realism import Expectation

__all__ = ["REALISM"]

REALISM = (
    Expectation("points of a seat, mean", 5, "seat", 16, 34, 6, 0.4,
                source="Final scoring, examples: Zev has 28 VP, one of five players"),
    Expectation("VP for Nobles, mean", 5, "seat", 3, 12, 2, 0.4, sources=("nobles",),
                source="Final scoring, example: three Nobles of 4, 2 and 2 VP; 12 Nobles for five players"),
)  # fmt: skip
