"""What is known of the games people play with a box: figures that a good reconstruction of its data gives as well.

A game's `data/realism.py` lists what rulebook and public pages let one expect of scores, with source and confidence.
"""

from dataclasses import dataclass

from cext.games import game_module

__all__ = ["Expectation", "expectations_of"]


@dataclass(frozen=True)
class Expectation:
    """A figure over games, and where it is expected to lie.

    name: in words. players: at the table. of: whose points are looked at: "seat" (all), "winner", or "tie" (the share
    of games that several win; nobody's points). sources: "score", or lines of the scorepad that are added up. at_least:
    the figure is the share of those with so many points; None: it is the mean. low, high: within, all is as expected;
    spread: the standard deviation of what lies beyond. confidence: from 0 (nothing is known) to 1, the weight of the
    squared distance. source: where it stands.
    """

    name: str
    players: int
    of: str
    low: float
    high: float
    spread: float
    confidence: float
    source: str
    sources: tuple[str, ...] = ("score",)
    at_least: int | None = None

    @property
    def is_share(self) -> bool:
        """Whether it is a fraction, not points."""
        return self.of == "tie" or self.at_least is not None


def expectations_of(game: str) -> tuple[Expectation, ...]:
    """What a game says is known of games people play."""
    module = game_module(game, "data.realism")
    return () if module is None else tuple(module.REALISM)
