"""Forced openings against each other and against free play on the same deals and seats, by who plays them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.answer import OverPlans
from reports.effects import differences, plan_differences
from reports.frames import SCORE, SHARE, RunFrames
from reports.openings.grouping import Grouping
from reports.openings.parts import FORCED, ORDINARY, TUNED, chosen_arms, grouping_of, parts_of, tuned_rows
from reports.plans import plan_rows
from reports.stats.cluster import Measure, grouped
from reports.stats.families import Family
from reports.stats.joint import Joint, joint

__all__ = ["FREE", "PLAYERS", "Comparisons", "ForcedShares", "Imposed", "compare_groups", "forced_shares"]

KEYS = ("players", "forced_opening")
PLAYERS = c.word("players", "players", note=f"{ORDINARY}, or {TUNED}")


class Imposed(NamedTuple):
    """A forced opening in the hands of players of a kind."""

    players: str  # ORDINARY or TUNED
    plan: str


FREE = Imposed("", "")  # free play


@dataclass(frozen=True)
class ForcedShares:
    """Win shares of plans and of free play on the same deals and seats, with their covariance."""

    table: pl.DataFrame  # players, plan, n, share and score with ends, followed
    shares: Joint
    shares_by_strategy: Joint  # the same in the hands of each strategy that plays as well as it can
    groups: Mapping[Imposed, str]  # plans that stand for a group of openings: that group
    grouping: Grouping

    @classmethod
    def of(cls, run: RunFrames, forced: pl.LazyFrame, tuned: pl.LazyFrame | None = None) -> ForcedShares:
        """Only cells that saw every plan count, if at least half of them did: (deal, line-up, seat), and of plans tuned
        to open so, each in a line-up of its own, (deal, seat)."""
        cell = ["deal", "lineup", "seat"]
        kept = _complete(forced, cell).with_columns(players=pl.lit(ORDINARY))
        free = (
            run.rows(*chosen_arms(run))
            .join(kept.lazy().select(cell).unique(), on=cell, how="semi")
            .select(
                "deal",
                "strategy",
                pl.lit(FREE.players).alias("players"),
                pl.lit(FREE.plan).alias("forced_opening"),
                "win_share60",
            )
            .collect()
        )
        if tuned is not None:
            kept = pl.concat([kept, _complete(tuned, ["deal", "seat"]).with_columns(players=pl.lit(TUNED))])
        shown = kept.select("deal", "strategy", *KEYS, "win_share60")
        both = pl.concat([shown, free], how="vertical_relaxed")
        grouping = run.once(grouping_of)
        followed = pl.any_horizontal(
            (pl.col("forced_opening") == name) & pl.col("opening").str.contains(grouping.pattern(name))
            for name in kept["forced_opening"].unique().sort().to_list()
        )
        measures = {"share": SHARE, "score": SCORE, "followed": Measure("as_planned", bounded=True)}
        table = grouped(kept.with_columns(as_planned=followed), KEYS, measures)
        groups = kept.filter("loose").select(*KEYS, "group").unique().sort("group", *KEYS).iter_rows()
        shares = joint(both, KEYS, "win_share60", scale=60)
        by_strategy = joint(plan_rows(run, both.lazy()), [*KEYS, "strategy"], "win_share60", scale=60)
        group_of = {Imposed(players, plan): str(group) for players, plan, group in groups}
        return cls(table, shares, by_strategy, group_of, grouping)

    @property
    def players(self) -> tuple[str, ...]:
        """Kinds of players whose numbers are compared with each other: those tuned to open so first, if there are."""
        return (TUNED, ORDINARY) if any(one.players == TUNED for one in self.groups) else (ORDINARY,)

    def at(self, players: str) -> dict[str, Imposed]:
        """The plan of every group that was forced, in the order of the groups; a group that no plan is tuned to stands
        in the hands of ordinary players among the tuned."""
        found = {group: one for one, group in self.groups.items() if one.players == ORDINARY}
        return found | {group: one for one, group in self.groups.items() if one.players == players}

    def weights(self, plus: Sequence[Imposed], minus: Sequence[Imposed]) -> NDArray[np.float64]:
        """Mean of the plans `plus` minus mean of the plans `minus`."""
        weights = np.zeros(len(self._row))
        for plans, sign in ((plus, 1.0), (minus, -1.0)):
            for one in plans:
                weights[self._row[one]] += sign / len(plans)
        return weights

    def family(self, run: RunFrames, name: str, sets: Sequence[tuple[Sequence[Imposed], Sequence[Imposed]]]) -> Family:
        """Differences between sets of plans, plus minus minus, judged together."""
        return differences(run, self.shares, [self.weights(plus, minus) for plus, minus in sets], name)

    def over_strategies(
        self, run: RunFrames, name: str, sets: Sequence[tuple[Sequence[Imposed], Sequence[Imposed]]],
        subjects: Sequence[str],
    ) -> dict[str, OverPlans]:  # fmt: skip
        """What strategies say of each of these differences; nothing of one between strategies, as numbers are that have
        plans of their own which are tuned to open so."""
        weights = [self.weights(plus, minus) for plus, minus in sets]
        return plan_differences(run, self.shares_by_strategy, list(self._row), weights, subjects, name)

    def peers(self, one: Imposed) -> list[Imposed]:
        """The other plans of the same kind in the hands of the same players: groups, or exact lines."""
        if one in self.groups:
            return [other for other in self.at(one.players).values() if other != one]
        return [other for other in self.lines if other != one]

    @property
    def has_free(self) -> bool:
        """Whether the same seats were played freely as well."""
        return FREE in self._row

    @property
    def lines(self) -> list[Imposed]:
        """The exact lines that were forced."""
        return [one for one in map(Imposed._make, self.table.select(KEYS).iter_rows()) if one not in self.groups]

    def best_of(self, players: str, groups: Sequence[str]) -> str:
        """The group with the highest win share in the hands of these players; of equals the first."""
        at = self.at(players)
        return max(groups, key=lambda group: (self.share(at[group]), -self.grouping.order.index(group)))

    def row(self, one: Imposed) -> dict[str, Any]:
        """Its row of the table."""
        own = (pl.col("players") == one.players) & (pl.col("forced_opening") == one.plan)
        return self.table.row(by_predicate=own, named=True)

    def share(self, one: Imposed) -> float:
        """Its win share."""
        return float(self.shares.estimate[self._row[one]])

    @cached_property
    def _row(self) -> Mapping[Imposed, int]:
        return {Imposed(*names): row for row, names in enumerate(self.shares.groups.select(KEYS).iter_rows())}


class Comparisons(NamedTuple):
    """Every group that was forced against the mean of the others in the hands of the same players."""

    plans: tuple[Imposed, ...]
    family: Family


def forced_shares(run: RunFrames) -> ForcedShares | None:
    """The plans that were forced; None where none was."""
    parts = run.once(parts_of)
    return ForcedShares.of(run, parts[FORCED], run.once(tuned_rows)) if FORCED in parts else None


def compare_groups(run: RunFrames) -> Comparisons | None:
    """The groups, those of tuned players first, one family; None where fewer than two were forced."""
    shares = run.once(forced_shares)
    if shares is None or len(shares.at(ORDINARY)) < 2:
        return None
    own = [[one for one in shares.at(players).values() if one.players == players] for players in shares.players]
    plans = tuple(one for plans in own for one in plans)
    return Comparisons(plans, shares.family(run, "openings", [([one], shares.peers(one)) for one in plans]))


def _complete(forced: pl.LazyFrame, cell: Sequence[str]) -> pl.DataFrame:
    """Rows of the cells that saw every plan, if at least half of the rows are of such, else all."""
    columns = (
        "deal",
        "lineup",
        "seat",
        "strategy",
        "forced_opening",
        "opening",
        "group",
        "loose",
        "win_share60",
        "score",
    )
    rows = forced.select(columns).collect()
    complete = (
        rows.group_by(cell)
        .agg(pl.col("forced_opening").n_unique().alias("plans"))
        .filter(pl.col("plans") == rows["forced_opening"].n_unique())
    )
    matched = rows.join(complete, on=cell, how="semi")
    return matched if 2 * len(matched) >= len(rows) else rows
