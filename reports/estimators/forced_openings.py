"""Forced openings against each other, against free play and against the rulebook's tip, on the same deals and seats, by
who plays them; and the turns on which they take the class that is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.effects import differences, plan_differences, together
from reports.estimators.openings import (
    FORCED,
    ORDINARY,
    TUNED,
    Grouping,
    free_arms,
    grouping_of,
    rows_by_how,
    tuned_rows,
)  # fmt: skip
from reports.frames import SCORE, SHARE, RunFrames
from reports.plans import OverPlans, plan_rows
from reports.stats.cluster import Measure, grouped
from reports.stats.joint import Joint, joint

if TYPE_CHECKING:
    from reports.columns import Column
    from reports.stats.families import Family

__all__ = [
    "FREE", "PLANS", "PLAYERS", "TURNS", "Comparisons", "ForcedPlan", "ForcedShares", "compare_groups",
    "compare_plans", "compare_turns", "forced_shares",
]  # fmt: skip

KEYS = ("players", "forced_opening")
PLAYERS = c.word("players", "players", note=f"{ORDINARY}, or {TUNED}")
PLANS: tuple[Column, ...] = (
    c.opening("forced_opening", "forced opening"), PLAYERS, replace(c.GROUP, note="null: an exact line"), c.N,
    c.percent("followed", "plan followed", note="fraction that could keep to it"), c.SHARE, c.SCORE,
    c.pp("against_chosen", "against free choice", estimate=True, note=c.TOGETHER),
    c.p_value("p_chosen", "p", note="of against_chosen, corrected for its family"),
    c.pp("against_others", "against the other plans", estimate=True, note="mean of the other plans of its kind, by the "
         f"same players, on the same deals and seats; {c.TOGETHER}"),
    replace(c.P, note="of against_others"),
)  # fmt: skip
TURNS: tuple[Column, ...] = (
    replace(c.GROUP, note="number of turns of the class"), c.count("turn", "turn"), c.N,
    c.pp("effect", "taken on this turn", estimate=True, note=f"orders that take one there minus those that do not; "
         f"{c.TOGETHER}"),
    c.P,
)  # fmt: skip
COLUMNS = ("deal", "lineup", "seat", "strategy", "forced_opening", "opening", "group", "loose", "win_share60", "score")


class ForcedPlan(NamedTuple):
    """A forced opening in the hands of players of a kind."""

    players: str  # ORDINARY or TUNED
    plan: str


FREE = ForcedPlan("", "")  # free play
Sets = Sequence[tuple[Sequence[ForcedPlan], Sequence[ForcedPlan]]]


@dataclass(frozen=True)
class ForcedShares:
    """Win shares of plans and of free play on the same deals and seats, with their covariance."""

    table: pl.DataFrame  # players, plan, n, share and score with ends, followed
    shares: Joint
    shares_by_strategy: Joint  # the same in the hands of each strategy that plays as well as it can
    groups: Mapping[ForcedPlan, str]  # plans that stand for a group of openings: that group
    grouping: Grouping

    @classmethod
    def of(cls, run: RunFrames, forced: pl.LazyFrame, tuned: pl.LazyFrame | None = None) -> ForcedShares:
        """Only cells that saw every plan count, if at least half of them did: (deal, line-up, seat), and of plans tuned
        to open so, each in a line-up of its own, (deal, seat)."""
        cell = ["deal", "lineup", "seat"]
        rows = _complete(forced, cell).with_columns(players=pl.lit(ORDINARY))
        keys = {"players": pl.lit(FREE.players), "forced_opening": pl.lit(FREE.plan)}
        free = run.rows(*free_arms(run)).join(rows.lazy().select(cell).unique(), on=cell, how="semi")
        free_rows = free.with_columns(**keys).select("deal", "strategy", *KEYS, "win_share60").collect()
        if tuned is not None:
            rows = pl.concat([rows, _complete(tuned, ["deal", "seat"]).with_columns(players=pl.lit(TUNED))])
        all_rows = pl.concat([rows.select(free_rows.columns), free_rows], how="vertical_relaxed")
        grouping = run.result(grouping_of)
        as_planned = pl.any_horizontal(
            (pl.col("forced_opening") == name) & pl.col("opening").str.contains(grouping.pattern(name))
            for name in rows["forced_opening"].unique().sort().to_list()
        )
        measures = {"share": SHARE, "score": SCORE, "followed": Measure("as_planned", bounded=True)}
        groups = rows.filter("loose").select(*KEYS, "group").unique().sort("group", *KEYS).iter_rows()
        return cls(
            table=grouped(rows.with_columns(as_planned=as_planned), KEYS, measures),
            shares=joint(all_rows, KEYS, "win_share60", scale=60),
            shares_by_strategy=joint(plan_rows(run, all_rows.lazy()), [*KEYS, "strategy"], "win_share60", scale=60),
            groups={ForcedPlan(players, plan): str(group) for players, plan, group in groups},
            grouping=grouping,
        )

    @property
    def players(self) -> tuple[str, ...]:
        """Kinds of players whose numbers are compared with each other: those tuned to open so first, if there are."""
        return (TUNED, ORDINARY) if any(plan.players == TUNED for plan in self.groups) else (ORDINARY,)

    def at(self, players: str) -> dict[str, ForcedPlan]:
        """The plan of every group that was forced, in the order of the groups; a group that no plan is tuned to stands
        in the hands of ordinary players among the tuned."""
        plans = {group: plan for plan, group in self.groups.items() if plan.players == ORDINARY}
        return plans | {group: plan for plan, group in self.groups.items() if plan.players == players}

    def weights(self, plus: Sequence[ForcedPlan], minus: Sequence[ForcedPlan]) -> NDArray[np.float64]:
        """Mean of the plans `plus` minus mean of the plans `minus`."""
        weights = np.zeros(len(self._row))
        for plans, sign in ((plus, 1.0), (minus, -1.0)):
            for plan in plans:
                weights[self._row[plan]] += sign / len(plans)
        return weights

    def family(self, run: RunFrames, name: str, sets: Sets) -> Family:
        """Differences between sets of plans, plus minus minus, judged together."""
        return differences(run, self.shares, [self.weights(plus, minus) for plus, minus in sets], name)

    def over_strategies(self, run: RunFrames, name: str, sets: Sets, subjects: Sequence[str]) -> dict[str, OverPlans]:
        """What strategies say of each of these differences; nothing of one between strategies, as numbers are that have
        plans of their own which are tuned to open so."""
        weights = [self.weights(plus, minus) for plus, minus in sets]
        return plan_differences(run, self.shares_by_strategy, list(self._row), weights, subjects, name)

    def peers(self, plan: ForcedPlan) -> list[ForcedPlan]:
        """The other plans of the same kind in the hands of the same players: groups, or exact lines."""
        if plan in self.groups:
            return [other for other in self.at(plan.players).values() if other != plan]
        return [other for other in self.lines if other != plan]

    @property
    def has_free(self) -> bool:
        """Whether the same seats were played freely as well."""
        return FREE in self._row

    @property
    def lines(self) -> list[ForcedPlan]:
        """The exact lines that were forced."""
        plans = [ForcedPlan(*names) for names in self.table.select(KEYS).iter_rows()]
        return [plan for plan in plans if plan not in self.groups]

    def best_of(self, players: str, groups: Sequence[str]) -> str:
        """The group with the highest win share in the hands of these players; of equals the first."""
        plans = self.at(players)
        return max(groups, key=lambda group: (self.share(plans[group]), -self.grouping.order.index(group)))

    def tip_groups(self, levels: Sequence[int]) -> tuple[list[str], list[str]]:
        """The groups that were forced, those that a tip names and the others."""
        groups = list(self.at(ORDINARY))
        inside = [str(level) for level in levels if str(level) in groups]
        return inside, [group for group in groups if group not in inside]

    def share(self, plan: ForcedPlan) -> float:
        """Its win share."""
        return float(self.shares.estimate[self._row[plan]])

    def followed(self, plan: ForcedPlan) -> float:
        """The fraction of its games in which the rules let a seat keep to it."""
        own_row = (pl.col("players") == plan.players) & (pl.col("forced_opening") == plan.plan)
        return float(self.table.row(by_predicate=own_row, named=True)["followed"])

    @cached_property
    def _row(self) -> Mapping[ForcedPlan, int]:
        return {ForcedPlan(*names): row for row, names in enumerate(self.shares.groups.select(KEYS).iter_rows())}


class Comparisons(NamedTuple):
    """Every group that was forced against the mean of the others in the hands of the same players."""

    plans: tuple[ForcedPlan, ...]
    family: Family


def forced_shares(run: RunFrames) -> ForcedShares | None:
    """The plans that were forced; None where none was."""
    by_how = run.result(rows_by_how)
    return ForcedShares.of(run, by_how[FORCED], run.result(tuned_rows)) if FORCED in by_how else None


def compare_groups(run: RunFrames) -> Comparisons | None:
    """The groups, those of tuned players first, one family; None where fewer than two were forced."""
    shares = run.result(forced_shares)
    if shares is None or len(shares.at(ORDINARY)) < 2:
        return None
    by_players = [[p for p in shares.at(players).values() if p.players == players] for players in shares.players]
    plans = tuple(plan for own_plans in by_players for plan in own_plans)
    return Comparisons(plans, shares.family(run, "openings", [([plan], shares.peers(plan)) for plan in plans]))


def compare_plans(run: RunFrames) -> pl.DataFrame:
    """Every plan against free play and against the mean of the other plans of its kind, on the same deals and seats;
    groups are one family of comparisons, by whomever they are played, and exact lines another."""
    shares, comparisons = run.result(forced_shares), run.result(compare_groups)
    if shares is None:
        return pl.DataFrame()
    lines = shares.lines
    rows: dict[ForcedPlan, dict[str, Any]] = {
        plan: {"forced_opening": plan.plan, "players": plan.players, "group": shares.groups.get(plan)}
        for plan in (*shares.groups, *lines)
    }

    def add(name: str, p_name: str, plans: Sequence[ForcedPlan], family: Family) -> None:
        for plan, (effect, low, high, p) in zip(plans, together(family).iter_rows(), strict=True):
            rows[plan] |= {name: effect, f"{name}_low": low, f"{name}_high": high, p_name: p}

    for plans in (list(shares.groups), lines):
        if plans and shares.has_free:
            family = shares.family(run, "plans against_chosen", [([plan], [FREE]) for plan in plans])
            add("against_chosen", "p_chosen", plans, family)
    if comparisons is not None:
        add("against_others", "p", comparisons.plans, comparisons.family)
    if len(lines) > 1:
        family = shares.family(run, "plans against_others", [([plan], shares.peers(plan)) for plan in lines])
        add("against_others", "p", lines, family)
    names = [f"{name}{end}" for name in ("against_chosen", "against_others") for end in ("", "_low", "_high")]
    keys: dict[str, Any] = {"forced_opening": pl.String, "players": pl.String, "group": pl.Enum(shares.grouping.order)}
    table = pl.DataFrame(list(rows.values()), schema=keys | dict.fromkeys([*names, "p", "p_chosen"], pl.Float64))
    return table.join(shares.table, on=["forced_opening", "players"], maintain_order="left").sort(
        "group", "players", "forced_opening", nulls_last=True
    )


def compare_turns(run: RunFrames) -> pl.DataFrame:
    """For every number that was forced in several orders, and every turn: its orders that take the class on that turn
    against those that do not, one family."""
    grouping, by_how = run.result(grouping_of), run.result(rows_by_how)
    if FORCED not in by_how or not grouping.letter:
        return pl.DataFrame()
    rows = by_how[FORCED].filter("loose").select("deal", "group", "order", "win_share60").collect()
    cells = rows.group_by("group", "order").len().filter(pl.len().over("group") > 1).sort("group", "order")
    if not len(cells):
        return pl.DataFrame()
    number, order = cells["group"].cast(pl.String).to_list(), cells["order"].to_list()
    table, weights = [], []
    for level in dict.fromkeys(number):
        of_level = np.array([name == level for name in number])
        for turn in range(max(map(len, order))):
            on_turn = of_level & np.array([name[turn : turn + 1] == grouping.letter for name in order])
            rest = of_level & ~on_turn
            if on_turn.any() and rest.any():
                n = int(cells["len"].to_numpy()[of_level].sum())
                table.append({"group": level, "turn": turn + 1, "n": n})
                weights.append(on_turn / on_turn.sum() - rest / rest.sum())
    shares = joint(rows.join(cells, on=["group", "order"], how="semi"), ["group", "order"], "win_share60", scale=60)
    family = differences(run, shares, weights, "orders effect")
    keys = pl.DataFrame(table, schema_overrides={"group": cells.schema["group"]})
    return keys.hstack(together(family))


def _complete(forced: pl.LazyFrame, cell: Sequence[str]) -> pl.DataFrame:
    """Rows of the cells that saw every plan, if at least half of the rows are of such, else all."""
    rows = forced.select(COLUMNS).collect()
    plans = pl.col("forced_opening").n_unique()
    complete = rows.group_by(cell).agg(plans=plans).filter(pl.col("plans") == rows["forced_opening"].n_unique())
    in_complete = rows.join(complete, on=cell, how="semi")
    return in_complete if 2 * len(in_complete) >= len(rows) else rows
