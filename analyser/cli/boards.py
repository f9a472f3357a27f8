"""`analyser boards`: Are player boards, cards from the start, or maps fair? By how much, for whom, how sure?"""

from collections.abc import Mapping
from typing import Any

from analyser.cli import options as o

__all__ = ["boards"]


@o.playing("boards", "rotate", "record", "sample")
def boards(given: Mapping[str, Any]) -> None:
    """Is one board stronger than another, or does a map favour somebody? By how much, for whom, how sure?

    Where every seat has a board: each strategy plays in every seat, patterns of A and B sides over the same deals (all
    of them, half or pairs, as a pilot decides; the page says what was compared); then strategies and sides are
    crossed. Where all play on one map: every line-up plays on every map, from every seat, on the same deal.

    Example: `analyser boards zhanguo --games 50000 --margin 3`
    """
    from analyser.cli.experiments import ask

    ask("boards", given)
