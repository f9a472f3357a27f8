"""What is known of games of Qin: they end, as a rule, with somebody's last pagoda."""

from cext.games.realism import Expectation

__all__ = ["REALISM"]

REALISM = (
    Expectation(
        name="games won with the last pagoda",
        players=4,
        of="winner",
        at_least=15,
        low=0.7,
        high=1.0,
        spread=0.15,
        confidence=0.6,
        source="End of the game: tiles or room that run out are the other case; reviews speak of the last pagoda alone "
        "(capsulereviews.com, mindbridge.org 2015, blog.metagames.co.uk 2013)",
    ),
    Expectation(
        name="games that several win",
        players=4,
        of="tie",
        low=0.0,
        high=0.1,
        spread=0.05,
        confidence=0.4,
        source="End of the game: victory is shared in the other case only, by a tie",
    ),
)
