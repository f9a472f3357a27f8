"""What is known of scores in games of ZhanGuo: the box counts them in laps of 100, with one tile of 100/200 a player.

Neither the rulebook nor the public pages that were looked through (reviews of the game) print a final score.
"""

from cext.games.realism import Expectation

__all__ = ["REALISM"]

TILES = "Components 14: 4 tiles of 100/200 points, one a player"

REALISM = (
    Expectation("points of a winner, mean", 4, "winner", 100, 220, 30, 0.6,
                source=f"{TILES}; a lap is usual for who wins, the second side is not made for nobody"),
    Expectation("seats with 100 points or more", 4, "seat", 0.3, 1.0, 0.2, 0.5, at_least=100,
                source=f"{TILES}: every player is expected to need it"),
    Expectation("seats with 300 points or more", 4, "seat", 0.0, 0.01, 0.02, 0.9, at_least=300,
                source=f"{TILES}: nothing counts a third lap"),
)  # fmt: skip
