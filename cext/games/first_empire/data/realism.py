"""What is known of scores in games of The First Empire: the example of the scorepad, and tokens of 40/80 VP.

The example's majority of 15 VP for a region is that of three players. One made-up game says little of the mean, so the
ranges are wide. The public pages that were looked through (reviews of the game) print no other final score.
"""

from cext.games.realism import Expectation

__all__ = ["REALISM"]

EXAMPLE = "End of the game, example of the scorepad"
TRACK = ("palaces", "abilities", "bonuses", "soldiers")  # VP scored during the game

REALISM = (
    Expectation(
        name="points of a seat, mean",
        players=3,
        of="seat",
        low=100,
        high=160,
        spread=20,
        confidence=0.6,
        source=f"{EXAMPLE}: 131 VP in all",
    ),
    Expectation(
        name="VP on the score track, mean",
        players=3,
        of="seat",
        sources=TRACK,
        low=45,
        high=80,
        spread=15,
        confidence=0.6,
        source=f"{EXAMPLE}: 62 VP scored during the game",
    ),
    Expectation(
        name="VP for majorities, mean",
        players=3,
        of="seat",
        sources=("governors",),
        low=12,
        high=32,
        spread=8,
        confidence=0.4,
        source=f"{EXAMPLE}: 22 VP for majorities of Governors",
    ),
    Expectation(
        name="VP for rows and columns, mean",
        players=3,
        of="seat",
        sources=("mausoleum",),
        low=5,
        high=35,
        spread=8,
        confidence=0.3,
        source=f"{EXAMPLE}: 20 VP for the Mausoleum",
    ),
    Expectation(
        name="VP for walls, mean",
        players=3,
        of="seat",
        sources=("walls",),
        low=9,
        high=29,
        spread=8,
        confidence=0.4,
        source=f"{EXAMPLE}: 19 VP for three walls",
    ),
    Expectation(
        name="seats with 120 VP or more on the track",
        players=3,
        of="seat",
        sources=TRACK,
        at_least=120,
        low=0.0,
        high=0.01,
        spread=0.02,
        confidence=0.8,
        source="Components, General setup 9: a token of 40/80 VP a player, for a track that counts 40 a lap",
    ),
    Expectation(
        name="games that several win",
        players=3,
        of="tie",
        low=0.0,
        high=0.04,
        spread=0.02,
        confidence=0.7,
        source="End of the game: a tie is called rare",
    ),
)
