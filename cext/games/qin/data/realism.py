"""What is known of games of Qin: they end, as a rule, with somebody's last pagoda."""

from cext.games.realism import Expectation

__all__ = ["REALISM"]

REALISM = (
    Expectation("games won with the last pagoda", 4, "winner", 0.7, 1.0, 0.15, 0.6, at_least=15,
                source="End of the game: tiles or room that run out are the other case; reviews speak of the last "
                       "pagoda alone (capsulereviews.com, mindbridge.org 2015, blog.metagames.co.uk 2013)"),
    Expectation("games that several win", 4, "tie", 0.0, 0.1, 0.05, 0.4,
                source="End of the game: victory is shared in the other case only, by a tie"),
)  # fmt: skip
