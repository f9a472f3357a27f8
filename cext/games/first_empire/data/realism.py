"""What is known of scores in games of The First Empire: the example of the scorepad, and tokens of 40/80 VP.

The example's majority of 15 VP for a region is that of three players. One made-up game says little of the mean, so the
ranges are wide. The public pages that were looked through (reviews of the game) print no other final score.
"""

from cext.games.realism import Expectation

__all__ = ["REALISM"]

EXAMPLE = "End of the game, example of the scorepad"
TRACK = ("palaces", "abilities", "bonuses", "soldiers")  # VP scored during the game

REALISM = (
    Expectation("points of a seat, mean", 3, "seat", 100, 160, 20, 0.6,
                source=f"{EXAMPLE}: 131 VP in all"),
    Expectation("VP on the score track, mean", 3, "seat", 45, 80, 15, 0.6, sources=TRACK,
                source=f"{EXAMPLE}: 62 VP scored during the game"),
    Expectation("VP for majorities, mean", 3, "seat", 12, 32, 8, 0.4, sources=("governors",),
                source=f"{EXAMPLE}: 22 VP for majorities of Governors"),
    Expectation("VP for rows and columns, mean", 3, "seat", 5, 35, 8, 0.3, sources=("mausoleum",),
                source=f"{EXAMPLE}: 20 VP for the Mausoleum"),
    Expectation("VP for walls, mean", 3, "seat", 9, 29, 8, 0.4, sources=("walls",),
                source=f"{EXAMPLE}: 19 VP for three walls"),
    Expectation("seats with 120 VP or more on the track", 3, "seat", 0.0, 0.01, 0.02, 0.8, sources=TRACK, at_least=120,
                source="Components, General setup 9: a token of 40/80 VP a player, for a track that counts 40 a lap"),
    Expectation("games that several win", 3, "tie", 0.0, 0.04, 0.02, 0.7,
                source="End of the game: a tie is called rare"),
)  # fmt: skip
