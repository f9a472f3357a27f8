"""Sets of move classes as bit masks: bit n is class number n; class 0 is none of them."""

from collections.abc import Iterable, Sequence

__all__ = ["class_mask"]


def class_mask(chosen: Iterable[str], letters: Sequence[str]) -> int:
    """The mask of the chosen letters; letters: that of each class by its number. Raises ValueError for others."""
    return sum(1 << letters.index(letter) for letter in set(chosen))
