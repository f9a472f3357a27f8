"""Verdicts on seats and strategies: each against par."""

from __future__ import annotations

import polars as pl

from reports.balance import seats, strategies
from reports.balance.alone import beaten
from reports.balance.arms import free_arms
from reports.effects import Judged, judged
from reports.frames import RunFrames
from reports.sentences import Reference

__all__ = ["NOT_FREE", "effective", "judge", "notes"]


def judge(run: RunFrames) -> Judged:
    """Seats are one family of comparisons, strategies another."""
    of_seats, of_strategies = run.once(seats.measured)[1], run.once(strategies.measured)[1]
    arms = tuple(free_arms(run))
    reference = Reference("par", ("seat", "seats"), arms=arms)
    rows, verdicts = judged(run, of_seats, reference, family="Seats", plans=run.once(seats.over_plans))
    if len(of_strategies) > 1:
        names = [e.subject.removeprefix("strategy ") for e in of_strategies]
        reference = Reference("par", ("strategy", "strategies"), arms=arms)
        more, said = judged(run, of_strategies, reference, family="Strategies", names=names)
        return pl.concat([frame for frame in (rows, more) if len(frame)]), verdicts + said
    return rows, verdicts


def notes(run: RunFrames) -> list[str]:
    """Which games were taken, and what was corrected for."""
    if run.par is None:
        return beaten(run)[1:]  # the first answers the question
    several = len(run.once(strategies.measured)[1]) > 1
    families = "Verdicts on seats and on strategies hold together: in 95 of 100 runs none of their intervals misses."
    return [*([] if free_arms(run) == ["free"] else [NOT_FREE]), *([families] if several else [])]


def effective(run: RunFrames) -> dict[str, int | float]:
    """Design effect of a seat's win share (variance over that of independent games, mean of the seats), and games worth
    as much."""
    found = run.once(seats.measured)[0]
    effects = [x for x in found["share_deff"].to_list() if x]
    if not effects:
        return {}
    effect = sum(effects) / len(effects)
    return {"design_effect": round(effect, 4), "effective_games": round(int(found["n"][0]) / effect)}


NOT_FREE = "The run has no free games: seats and strategies are those of its other arms."
