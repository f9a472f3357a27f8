"""`analyser tournament`: Who is stronger, and how sure is it?"""

from collections.abc import Mapping
from typing import Any

from analyser.cli import options as o

__all__ = ["tournament"]


@o.experiment_command("levels", "record", "sample", games=20_000)
def tournament(options: Mapping[str, Any]) -> None:
    """Who is stronger, and how sure is it? A standing of strategies with Elo, and who finishes ahead of whom.

    Strategies meet in balanced line-ups, each as often in every seat and with every other, on every map where all
    play on one; turns at the table share a deal where that tells more. A ladder is one name: search:balanced:16..256
    plays 16, 32, 64, 128 and 256 games a decision.

    Example: `analyser tournament zhanguo`

    Example: `analyser tournament middle_kingdom --strategies search:curve:4..64,curve,novice --games 4000`
    """
    from analyser.cli.experiment import run_experiment

    run_experiment("tournament", options)
