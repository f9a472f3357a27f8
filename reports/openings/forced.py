"""Forced openings against each other and against free play on the same deals and seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.effects import differences
from reports.frames import SCORE, SHARE, RunFrames
from reports.openings.grouping import Grouping
from reports.openings.parts import FORCED, chosen_arms, grouping_of, parts_of
from reports.stats.cluster import Measure, grouped
from reports.stats.families import Family
from reports.stats.joint import Joint, joint

__all__ = ["FREE", "ForcedShares", "forced_shares"]

FREE = ""  # stands for "no plan" among the plans' names; sorts first


@dataclass(frozen=True)
class ForcedShares:
    """Win shares of plans and of free play on the same deals, line-ups and seats, with their covariance."""

    table: pl.DataFrame  # plan, n, share and score with ends, followed
    shares: Joint
    groups: Mapping[str, str]  # plans that stand for a group of openings: that group
    grouping: Grouping

    @classmethod
    def of(cls, run: RunFrames, forced: pl.LazyFrame) -> ForcedShares:
        """Only cells (deal, line-up, seat) that saw every plan count, if at least half of them did."""
        grouping = run.once(grouping_of)
        cell = ["deal", "lineup", "seat"]
        rows = forced.select(*cell, "forced_opening", "opening", "group", "loose", "win_share60", "score").collect()
        names = rows["forced_opening"].unique().sort().to_list()
        complete = (
            rows.group_by(cell)
            .agg(pl.col("forced_opening").n_unique().alias("plans"))
            .filter(pl.col("plans") == len(names))
        )
        matched = rows.join(complete, on=cell, how="semi")
        kept = matched if 2 * len(matched) >= len(rows) else rows
        free = (
            run.rows(*chosen_arms(run))
            .join(kept.lazy().select(cell).unique(), on=cell, how="semi")
            .select("deal", pl.lit(FREE).alias("forced_opening"), "win_share60")
            .collect()
        )
        both = pl.concat([kept.select("deal", "forced_opening", "win_share60"), free], how="vertical_relaxed")
        followed = pl.any_horizontal(
            (pl.col("forced_opening") == name) & pl.col("opening").str.contains(grouping.pattern(name))
            for name in names
        )
        measures = {"share": SHARE, "score": SCORE, "followed": Measure("as_planned", bounded=True)}
        table = grouped(kept.with_columns(as_planned=followed), ["forced_opening"], measures)
        groups = kept.filter("loose").select("forced_opening", "group").unique().sort("group").iter_rows()
        shares = joint(both, ["forced_opening"], "win_share60", scale=60)
        return cls(table, shares, {str(plan): str(group) for plan, group in groups}, grouping)

    def weights(self, plus: Sequence[str], minus: Sequence[str]) -> NDArray[np.float64]:
        """Mean of the plans `plus` minus mean of the plans `minus`."""
        names = self.shares.groups["forced_opening"].to_list()
        c = np.zeros(len(names))
        for plans, sign in ((plus, 1.0), (minus, -1.0)):
            for name in plans:
                c[names.index(name)] += sign / len(plans)
        return c

    def family(self, run: RunFrames, name: str, sets: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Family:
        """Differences between sets of plans, plus minus minus, judged together."""
        return differences(run, self.shares, [self.weights(plus, minus) for plus, minus in sets], name)

    def peers(self, plan: str) -> list[str]:
        """The other plans of the same kind: groups, or exact lines."""
        kind = plan in self.groups
        return [p for p in self.table["forced_opening"].to_list() if p != plan and (p in self.groups) == kind]

    @property
    def at(self) -> dict[str, str]:
        """The plan of every group that was forced, in the order of the groups."""
        return {group: plan for plan, group in self.groups.items()}

    def best_of(self, groups: Sequence[str]) -> str:
        """The group with the highest win share; of equals the first."""
        shares = dict(zip(self.shares.groups["forced_opening"].to_list(), self.shares.estimate.tolist(), strict=True))
        return max(groups, key=lambda group: (shares[self.at[group]], -self.grouping.order.index(group)))


def forced_shares(run: RunFrames) -> ForcedShares | None:
    """The plans that were forced; None where none was."""
    parts = run.once(parts_of)
    return ForcedShares.of(run, parts[FORCED]) if FORCED in parts else None
