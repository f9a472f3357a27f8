"""`analyser boards`: Are player boards, cards from the start, or maps fair? By how much, for whom, how sure?"""

from collections.abc import Mapping
from typing import Any

from analyser.cli import options as o

__all__ = ["boards"]


@o.experiment_command("boards", "rotate", "record", "sample")
def boards(options: Mapping[str, Any]) -> None:
    """Is one board stronger than another, and what is it worth? Does a map favour somebody? For whom, how sure?

    Where every seat has a board: each strategy plays in every seat, patterns of A and B sides over the same deals (all
    of them, half or pairs, as a pilot decides; the page says what was compared); strategies and sides are crossed; and
    every seat has a B side, free and at a price. The page says how often boards win when all seats have B sides, how
    they do against A, and which points at the start bring them to par. Where all play on one map: every line-up plays
    on every map, from every seat, on the same deal.

    Example: `analyser boards zhanguo --games 50000 --margin 3`
    """
    from analyser.cli.experiment import run_experiment

    run_experiment("boards", options)
