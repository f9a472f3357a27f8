"""Classes of players, from the weakest: how well a strategy plays. An answer holds for one of them at a time."""

from collections.abc import Collection

__all__ = [
    "ALL", "BEGINNERS", "CLASSES", "EACH", "NO_CLASS", "ORDINARY", "STRONG", "STRONG_AND_TUNED", "TUNED",
    "WEAK", "first_class", "players_words",
]  # fmt: skip

NO_CLASS = "none"  # plays at random
BEGINNERS, ORDINARY, TUNED = "beginners", "ordinary", "tuned"
STRONG, STRONG_AND_TUNED = "strong", "strong and tuned"
WEAK = (NO_CLASS, BEGINNERS)  # at whose tables others do not count
CLASSES = (*WEAK, ORDINARY, TUNED, STRONG, STRONG_AND_TUNED)
ALL, EACH = "all", "each"  # who counts, in place of a class: everybody; each class by itself


def first_class(present: Collection[str]) -> str:
    """The class that counts where none is asked for, of those that play at tables without beginners; ALL: there are
    none."""
    return next((each for each in (ORDINARY, TUNED, STRONG, STRONG_AND_TUNED) if each in present), ALL)


def players_words(players: str) -> str:
    """A class of players in a sentence."""
    return players if players == BEGINNERS else f"{players} players"
