"""`analyser run`: play an experiment of one's own, or play a stored configuration again."""

from collections.abc import Mapping
from typing import Any

from analyser.cli import options as o

__all__ = ["run"]


@o.playing("levels", "printings", "full", games=20_000)
def run(given: Mapping[str, Any]) -> None:
    """Play an experiment of your own, go on with an interrupted one, or play a stored configuration again.

    As many strategies as players sit in the order given (repeat a name to seat it twice); other numbers meet in
    balanced line-ups.

    Example: `analyser run zhanguo --strategies builder,random,random,random --boards A --games 20000 --out my-run`

    Again: `analyser run --config my-run --seed 2 --out my-second-run`

    Go on: `analyser run --resume --out my-run`
    """
    from analyser.cli.experiments import play_experiment

    play_experiment(given)
