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
from reports.answer import OverPlans
from reports.comparison import parse_comparison
from reports.effects import differences, plan_differences, together
from reports.estimates import together as all_together
from reports.estimators.openings import FORCED, ORDINARY, TUNED, Grouping, chosen_arms, rows_by_how
from reports.frames import SCORE, SHARE, RunFrames
from reports.run import run_of
from reports.stats.deal_means import DealMeans
from reports.stats.group_means import mean_table, means_of
from reports.stats.intervals import Averaged

if TYPE_CHECKING:
    from reports.columns import Column
    from reports.stats.families import Family

__all__ = [
    "FREE", "PLANS", "PLAYERS", "TURNS", "ForcedPlan", "ForcedShares", "compare_groups", "compare_plans",
    "compare_turns", "forced_shares",
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
    shares: DealMeans
    shares_by_strategy: DealMeans  # the same in the hands of each strategy that plays as well as it can
    groups: Mapping[ForcedPlan, str]  # plans that stand for a group of openings: that group
    grouping: Grouping

    @classmethod
    def of(cls, run: RunFrames, forced: pl.LazyFrame, tuned: pl.LazyFrame | None = None) -> ForcedShares:
        """Only cells that saw every plan count, if at least half of them did: (deal, line-up, seat), and of plans tuned
        to open so, each in a line-up of its own, (deal, seat)."""
        cell = ["deal", "lineup", "seat"]
        rows = _complete(forced, cell).with_columns(players=pl.lit(ORDINARY))
        free = run.rows(*chosen_arms(run)).join(rows.lazy().select(cell).unique(), on=cell, how="semi")
        if tuned is not None:
            rows = pl.concat([rows, _complete(tuned, ["deal", "seat"]).with_columns(players=pl.lit(TUNED))])
        free_rows = free.with_columns(players=pl.lit(FREE.players), forced_opening=pl.lit(FREE.plan))
        columns = ("deal", "strategy", *KEYS, "win_share60")
        all_rows = pl.concat([rows.select(columns), free_rows.select(columns).collect()], how="vertical_relaxed")
        grouping = Grouping(run.game)
        follows = pl.any_horizontal(
            (pl.col("forced_opening") == name) & pl.col("opening").str.contains(grouping.pattern(name))
            for name in rows["forced_opening"].unique().sort()
        )
        measures = {"share": SHARE, "score": SCORE, "followed": Averaged("follows", bounded=True)}
        groups = rows.filter("loose").select(*KEYS, "group").unique().sort("group", *KEYS).iter_rows()
        return cls(
            table=mean_table(rows.with_columns(follows=follows), KEYS, measures),
            shares=means_of(all_rows, KEYS, "win_share60", scale=60),
            shares_by_strategy=means_of(all_rows.lazy(), [*KEYS, "strategy"], "win_share60", scale=60),
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


def forced_shares(run: RunFrames) -> ForcedShares | None:
    """The plans that were forced; None where none was."""
    by_how = run.result(rows_by_how)
    return ForcedShares.of(run, by_how[FORCED], by_how.get(TUNED)) if FORCED in by_how else None


def compare_groups(run: RunFrames) -> tuple[list[ForcedPlan], Family] | None:
    """Every group that was forced against the mean of the others in the hands of the same players, those of tuned
    players first, one family; None where fewer than two were forced."""
    shares = run.result(forced_shares)
    if shares is None or len(shares.at(ORDINARY)) < 2:
        return None
    plans = [plan for who in shares.players for plan in shares.at(who).values() if plan.players == who]
    return plans, shares.family(run, "openings", [([plan], shares.peers(plan)) for plan in plans])


def compare_plans(run: RunFrames) -> pl.DataFrame:
    """Every plan against free play and against the mean of the other plans of its kind, on the same deals and seats;
    groups are one family of comparisons, by whomever they are played, and exact lines another."""
    shares, groups_compared = run.result(forced_shares), run.result(compare_groups)
    if shares is None:
        return pl.DataFrame()
    groups, lines = list(shares.groups), shares.lines
    parts = [("against_others", "p", *groups_compared)] if groups_compared else []
    if len(lines) > 1:
        family = shares.family(run, "plans against_others", [([plan], shares.peers(plan)) for plan in lines])
        parts.append(("against_others", "p", lines, family))
    for plans in (groups, lines) if shares.has_free else ():
        if plans:
            family = shares.family(run, "plans against_chosen", [([plan], [FREE]) for plan in plans])
            parts.append(("against_chosen", "p_chosen", plans, family))
    keys: dict[str, Any] = {"players": pl.String, "forced_opening": pl.String, "group": pl.Enum(shares.grouping.order)}
    table = pl.DataFrame([(*plan, shares.groups.get(plan)) for plan in (*groups, *lines)], schema=keys, orient="row")
    table = table.join(shares.table, on=KEYS, maintain_order="left")
    for name in ("against_chosen", "against_others"):
        effects = [
            pl.DataFrame(plans, schema=KEYS, orient="row").hstack(together(family).rename(
                {"effect": name, "effect_low": f"{name}_low", "effect_high": f"{name}_high", "p": p}))
            for of, p, plans, family in parts if of == name
        ]  # fmt: skip
        table = table.join(pl.concat(effects), on=KEYS, how="left", maintain_order="left") if effects else table
    return table.sort("group", "players", "forced_opening", nulls_last=True)


def compare_turns(run: RunFrames) -> pl.DataFrame:
    """For every number that was forced in several orders, and every turn: its orders that take the class on that turn
    against those that do not, one family."""
    letter, by_how = run.game.opening.letter, run.result(rows_by_how)
    if FORCED not in by_how or not letter:
        return pl.DataFrame()
    orders = by_how[FORCED].filter("loose").select("group", "order").unique().sort("group", "order").collect()
    scenario = run_of([({"scenario": "these games"}, run)])
    turns, comparisons = [], []
    for (group,), rows in orders.group_by("group", maintain_order=True):
        plans = rows["order"].to_list()
        by_turn = ([plan for plan in plans if plan[turn : turn + 1] == letter] for turn in range(max(map(len, plans))))
        on_turn = {turn: on for turn, on in enumerate(by_turn, 1) if 0 < len(on) < len(plans)}
        against = [f"split {'+'.join(on)}" for on in on_turn.values()]
        turns += [{"group": group, "turn": turn} for turn in on_turn]
        where = f"arm = '{FORCED}' and forced_opening in ({', '.join(map(repr, plans))})"
        if against:
            comparisons.append(parse_comparison(scenario, by="forced_opening", against=against, where=where))
    if not comparisons:
        return pl.DataFrame()
    table = all_together(*scenario.estimate(comparisons), name="orders effect").table
    keys = pl.DataFrame(turns, schema_overrides={"group": orders.schema["group"]})
    return keys.hstack(table.select("n", "p", effect="estimate", effect_low="low", effect_high="high"))


def _complete(forced: pl.LazyFrame, cell: Sequence[str]) -> pl.DataFrame:
    """Rows of the cells that saw every plan, if at least half of the rows are of such, else all."""
    rows = forced.select(COLUMNS).collect()
    plans = pl.col("forced_opening").n_unique()
    complete = rows.group_by(cell).agg(plans=plans).filter(pl.col("plans") == rows["forced_opening"].n_unique())
    in_complete = rows.join(complete, on=cell, how="semi")
    return in_complete if 2 * len(in_complete) >= len(rows) else rows
