"""Is the rulebook's tip on the opening right: forced numbers of turns of one class compared on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import polars as pl

from reports.effects import Effect, Judged, effects_of, interval, judged
from reports.frames import RunFrames
from reports.openings.forced import ForcedShares
from reports.openings.habit import habit
from reports.openings.parts import ORDINARY
from reports.openings.wording import compared, heading, players_name
from reports.stats.verdict import STRONGER, WEAKER, Judgement

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
        sentences = _Sentences(run, plans, inside, players)
        for e, name, say in (
            (own[best], f"{outside[best]}, the best other number", sentences.against_best),
            (own[-1], "all other numbers", sentences.against_all),
        ):
            family = heading(plans, "The rulebook's tip", players)
            names = [f"{levels} against {name}"]
            told.append(judged(run, [e], partial(say, name), family=family, names=names, plans=over))
    return pl.concat([rows for rows, _ in told]), [verdict for _, said in told for verdict in said]


@dataclass(frozen=True)
class _Sentences:
    """What is said of the tip's numbers in the hands of some players."""

    run: RunFrames
    plans: ForcedShares
    inside: Sequence[str]
    players: str

    @property
    def levels(self) -> str:
        """The tip's numbers: "3 or 4 unify turns in the first round"."""
        return f"{' or '.join(self.inside)} {self.plans.grouping.turns()}"

    @property
    def where(self) -> str:
        """For whom it holds, where there are several kinds of players."""
        return "" if len(self.plans.players) == 1 else f" for {players_name(self.plans, self.players)}"

    def against_best(self, name: str, e: Effect, j: Judgement, end: str) -> str:
        """Against the best other one: is the tip right, and for whom? Where all ordinary plans open alike, for such
        plans only."""
        single = self.plans.best_of(self.players, list(self.plans.at(self.players)))
        fact = f"forced to {self.levels} a seat {compared(e, j)} {name} ({interval(e)})"
        aside = (
            f" The best single number is {single}, which the tip names."
            if e.effect < 0 and single in self.inside
            else ""
        )
        alike = self.run.once(habit) if self.players == ORDINARY else None
        if alike:
            measured = f"{alike.plans} {alike.always} ({alike.measured})"
            aside += f" {measured}, so this holds for plans that were tuned to that opening, and says little of others."
        if j.verdict in (STRONGER, WEAKER):
            right = "right" if j.verdict == STRONGER else "wrong"
            return f"The rulebook's tip is {right} for {players_name(self.plans, self.players)}: {fact}: {end}{aside}"
        if j.decided:
            return f"The rulebook's tip makes no difference that matters{self.where}: {fact}: {end}{aside}"
        return f"The rulebook's tip is neither confirmed nor refuted{self.where}: {fact}: {end}{aside}"

    def against_all(self, name: str, e: Effect, j: Judgement, end: str) -> str:
        """Against the mean of all others."""
        seat = "a seat" if len(self.plans.players) == 1 else f"a seat of {players_name(self.plans, self.players)}"
        fact = f"Forced to {self.levels} {seat} {compared(e, j)} the mean of {name}"
        return f"{fact} ({interval(e)}): {end}"
