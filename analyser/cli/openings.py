"""`analyser openings`: Which opening wins: as chosen, and as forced on the same deals?"""

from collections.abc import Mapping
from typing import Any

from analyser.cli import options as o

__all__ = ["openings"]


@o.experiment_command("record", "sample")
def openings(options: Mapping[str, Any]) -> None:
    """Which opening wins: as chosen, and as forced on the same deals?

    On each deal strategies play freely, then again with one seat's opening forced in every way in question. On some,
    plans tuned to open so play that seat as well, each its own opening: those that ship with the game, or that
    --strategies names beside others (files with strength = "narrow" and such an opening).

    Example: `analyser openings zhanguo --strategies builder,governors`
    """
    from analyser.cli.experiment import run_experiment

    run_experiment("openings", options)
