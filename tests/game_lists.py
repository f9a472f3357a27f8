"""Which games a test of many is about: of those in the registry the ones that have what it tests."""

from analyser.ratings.table import elo_file
from cext.games import GAMES, listed_games
from strategies import list_strategies

__all__ = ["games_with_plans", "rated_games"]


def games_with_plans() -> list[str]:
    """Games, hidden ones too, with which weighted plans are shipped."""
    return [name for name in GAMES if any(info.weights for info in list_strategies(name))]


def rated_games() -> list[str]:
    """Listed games whose plans are measured against each other: `python -m analyser.ratings GAME`."""
    return [name for name in listed_games() if elo_file(name).is_file()]
