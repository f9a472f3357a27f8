"""What is known of scores in games of Middle Kingdom: the example of the final scoring, a table of five.

One made-up score says little of the mean, so the range is wide.
"""

from cext.games.realism import Expectation

__all__ = ["REALISM"]

REALISM = (
    Expectation(
        name="points of a seat, mean",
        players=5,
        of="seat",
        low=16,
        high=34,
        spread=6,
        confidence=0.4,
        source="Final scoring, examples: Zev has 28 VP, one of five players",
    ),
    Expectation(
        name="VP for Nobles, mean",
        players=5,
        of="seat",
        sources=("nobles",),
        low=3,
        high=12,
        spread=2,
        confidence=0.4,
        source="Final scoring, example: three Nobles of 4, 2 and 2 VP; 12 Nobles for five players",
    ),
)
