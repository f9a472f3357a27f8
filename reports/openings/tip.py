"""Is the rulebook's tip on the opening right: forced numbers of turns of one class compared on the same deals."""

from __future__ import annotations

import polars as pl

from reports.effects import Judged, effects_of, judged
from reports.frames import RunFrames
from reports.openings.forced import ForcedShares
from reports.openings.parts import ORDINARY
from reports.openings.wording import heading, players_name
from reports.sentences import Reference

__all__ = ["tip_verdicts"]


def tip_verdicts(run: RunFrames, plans: ForcedShares) -> Judged:
    """The numbers the rulebook names against the best other one and against the mean of all others, in the hands of
    plans tuned to open so, then of ordinary ones; nothing without a tip.

    The best other number was picked, so the family holds the comparisons with every other one, by both.
    """
    groups = list(plans.at(ORDINARY))
    inside = [str(level) for level in run.game.tip_levels if str(level) in groups]
    outside = [level for level in groups if level not in inside]
    if not inside or not outside:
        return pl.DataFrame(), []
    levels, sets, subjects = " or ".join(inside), [], []
    for players in plans.players:
        at = plans.at(players)
        tip, others = [at[level] for level in inside], [at[level] for level in outside]
        sets += [*((tip, [other]) for other in others), (tip, others)]
        tip_name = "tip" if players == plans.players[0] else f"tip by {players_name(plans, players)}"
        names = [*(f"{level}, the best other number" for level in outside), "all other numbers"]
        subjects += [f"{tip_name}: {levels} against {name}" for name in names]
    effects, size = effects_of(plans.family(run, "tip", sets), subjects), len(outside) + 1
    over = plans.over_strategies(run, "tip", sets, subjects)
    told = []
    for number, players in enumerate(plans.players):
        own = effects[number * size : (number + 1) * size]
        best = outside.index(plans.best_of(players, outside))
        player = f", played by {players_name(plans, players)}" if len(plans.players) > 1 else ""
        for e, name in (
            (own[best], f"{outside[best]}, the best other number"),
            (own[-1], "all other numbers"),
        ):
            family = heading(plans, "The rulebook's tip", players)
            reference = Reference(
                "level", ("tip", "tips"), name, f"forced on the same deals{player}", "opening with {name}"
            )
            told.append(judged(run, [e], reference, family=family, names=[levels], plans=over))
    return pl.concat([rows for rows, _ in told]), [verdict for _, said in told for verdict in said]
