"""What a report says about looks: an answer worked out again from more games has more than one chance to be wrong."""

from __future__ import annotations

from collections.abc import Sequence

from reports.stats.looks import false_at_some_look

__all__ = ["looked_at"]


def looked_at(sizes: Sequence[int]) -> list[str]:
    """One line about looks from so many games each, in any order; none where there was only one."""
    if len(sizes) < 2:
        return []
    games = [f"{size:,}" for size in sorted(sizes)]
    error = 100 * false_at_some_look(sizes)
    when = f"Looked at {len(sizes)} times, at {', '.join(games[:-1])} and {games[-1]} games."
    then = "Every look has an error of its own: where nothing differs, 95 % intervals leave zero out"
    often = f"at one of these looks at least in {error:.1f} % of runs, not in 5 %."
    last = "The last look alone keeps its 5 % if its games were decided on before the first."
    return [f"{when} {then} {often} {last}"]
