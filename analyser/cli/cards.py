"""`analyser cards`: Which cards win: when dealt, when played, when forced on the same deals?"""

from collections.abc import Mapping
from typing import Any

from analyser.cli import options as o

__all__ = ["cards"]


@o.experiment_command("levels", "record", "sample", games=80_000)
def cards(options: Mapping[str, Any]) -> None:
    """Which cards win: when dealt, when played, when forced on the same deals?

    Chance deals the cards: whoever holds one is compared with the others of the same games. What is played is a choice,
    and told apart. Beside free play a seat begins the same deal with a card put into its hand.

    Example: `analyser cards zhanguo --players 4`
    """
    from analyser.cli.experiment import run_experiment

    run_experiment("cards", options)
