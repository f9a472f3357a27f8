"""`analyser run`: play an experiment of one's own, or play a stored configuration again."""

from collections.abc import Mapping
from typing import Any

from analyser.cli import options as o

__all__ = ["run"]


@o.experiment_command("levels", "printings", games=20_000)
def run(options: Mapping[str, Any]) -> None:
    """Play an experiment of your own, go on with an interrupted one, or play a stored configuration again.

    As many strategies as players sit in the order given (repeat a name to seat it twice); other numbers meet in
    balanced line-ups.

    Example: `analyser run zhanguo --strategies builder,random,random,random --boards A --games 20000 --out my-run`

    Again: `analyser run --config my-run --seed 2 --out my-second-run`

    Go on, and answer the question it was begun with: `analyser run --resume my-run`
    """
    from analyser.cli.experiment import run_experiment

    run_experiment("run", options)
