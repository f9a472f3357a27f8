"""`analyser balance`: Are seats and strategies balanced? Where do points come from, how do games go?"""

from collections.abc import Mapping
from typing import Any

from analyser.cli import options as o

__all__ = ["balance"]


@o.experiment_command("record", "sample")
def balance(options: Mapping[str, Any]) -> None:
    """Are seats and strategies balanced? Where do points come from, how do games go?

    Strategies meet in balanced line-ups, each played from every seat; for a sample of the deals every decision is
    stored.

    Example: `analyser balance zhanguo --players 3`
    """
    from analyser.cli.experiment import run_experiment

    run_experiment("balance", options)
