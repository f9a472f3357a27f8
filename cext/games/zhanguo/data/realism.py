"""What is known of scores in games of ZhanGuo: the box counts them in laps of 100, with one tile of 100/200 a player.

Neither the rulebook nor the public pages that were looked through (reviews of the game) print a final score.
"""

from cext.games.realism import Expectation

__all__ = ["REALISM"]

TILES = "Components 14: 4 tiles of 100/200 points, one a player"

REALISM = (
    Expectation(
        name="points of a winner, mean",
        players=4,
        of="winner",
        low=100,
        high=220,
        spread=30,
        confidence=0.6,
        source=f"{TILES}; a lap is usual for who wins, the second side is not made for nobody",
    ),
    Expectation(
        name="seats with 100 points or more",
        players=4,
        of="seat",
        at_least=100,
        low=0.3,
        high=1.0,
        spread=0.2,
        confidence=0.5,
        source=f"{TILES}: every player is expected to need it",
    ),
    Expectation(
        name="seats with 300 points or more",
        players=4,
        of="seat",
        at_least=300,
        low=0.0,
        high=0.01,
        spread=0.02,
        confidence=0.9,
        source=f"{TILES}: nothing counts a third lap",
    ),
)
