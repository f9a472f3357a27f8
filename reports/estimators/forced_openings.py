"""Forced openings against each other, against free play and against the rulebook's tip, on the same deals and seats, by
who plays them; and the turns on which they take the class that is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from reports import columns as c
from reports.derived import add_derived
from reports.effects import together
from reports.estimates import Estimates
from reports.estimates import together as all_together
from reports.estimators.openings import (
    ALL_OTHERS,
    FORCED_GROUPS,
    ORDINARY,
    TUNED,
    Grouping,
    chosen_arm,
    measured_table,
    players_of,
)
from reports.frames import ScenarioRun, has_forced
from reports.opening_columns import FREE, opening_groups
from reports.section_comparison import SectionComparison, estimate_declared

if TYPE_CHECKING:
    from reports.columns import Column
    from reports.stats.families import Family

__all__ = [
    "AGAINST_FREE", "AGAINST_REST", "GROUPS", "LINES", "LINES_AGAINST_FREE", "LINES_AGAINST_REST", "ORDERS", "PLANS",
    "PLAYERS", "REST_BY_PLAN", "TIP", "TIPS", "TIP_BY_PLAN", "TUNED_AGAINST_FREE", "TUNED_AGAINST_REST", "TUNED_TIP",
    "TURNS", "Differences", "ForcedGroups", "ForcedOpening", "compare_groups", "compare_tip", "forced_groups",
    "plan_table", "tip_table", "turn_table",
]  # fmt: skip

PLAYERS = c.word("players", "players", note=f"{ORDINARY}, or {TUNED}")
PLANS: tuple[Column, ...] = (
    c.opening("forced_opening", "forced opening"), PLAYERS, replace(c.GROUP, note="null: an exact line"), c.N,
    c.percent("followed", "kept to it", note="fraction that could keep to it"), c.SHARE, c.SCORE,
    c.pp("against_chosen", "against free choice", estimate=True, note=c.TOGETHER),
    c.p_value("p_chosen", "p", note="of against_chosen, corrected for its family"),
    c.pp("against_others", "against the others", estimate=True, note="mean of the other openings of its kind, by the "
         f"same players, on the same deals and seats; {c.TOGETHER}"),
    replace(c.P, note="of against_others"),
)  # fmt: skip
TIPS: tuple[Column, ...] = (
    PLAYERS, c.word("against", "the tip against"), c.N, replace(c.EFFECT, note=c.TOGETHER), c.P
)  # fmt: skip
TURNS: tuple[Column, ...] = (
    replace(c.GROUP, note="number of turns of the class"), c.count("turn", "turn"), c.N,
    c.pp("effect", "taken on this turn", estimate=True, note=f"orders that take one there minus those that do not; "
         f"{c.TOGETHER}"),
    c.P,
)  # fmt: skip


# -- what was forced --------------------------------------------------------------------------------------------------


def forced_plans(run: ScenarioRun) -> pl.DataFrame:
    """The openings that were forced: arm, forced_opening, forced_group, forced_line."""
    names = ["arm", "forced_opening", "forced_group", "forced_line"]
    rows = run.rows("forced", "tuned").filter(pl.col("forced_opening").is_not_null())
    plans = add_derived(rows, run, names, "seats").select(names).unique().sort(names[0], names[2], names[1])
    is_opening = pl.any_horizontal(pl.col(names[2:]).is_not_null())
    return plans.filter(is_opening).with_columns(pl.col(names).cast(pl.String)).collect()


def _plans_of(run: ScenarioRun, arm: str) -> dict[str | None, list[str]]:
    """The openings of each group that were forced in an arm, exact lines under None."""
    plans: dict[str | None, list[str]] = {}
    for _, plan, group, _ in run.result(forced_plans).filter(arm=arm).iter_rows():
        plans.setdefault(group, []).append(plan)
    return plans


def tip_groups(run: ScenarioRun) -> tuple[list[str], list[str]]:
    """The groups that were forced, those that the rulebook's tip names and the others."""
    groups = [group for group in _plans_of(run, "forced") if group]
    inside = [str(level) for level in run.game.tip_levels if str(level) in groups]
    return inside, [group for group in groups if group not in inside]


def _has_tuned(run: ScenarioRun) -> bool:
    return "tuned" in run.arms and has_forced(run)


def _has_tip(run: ScenarioRun) -> bool:
    return has_forced(run) and all(tip_groups(run))


def _has_lines(run: ScenarioRun) -> bool:
    return has_forced(run) and None in _plans_of(run, "forced")


def _words(run: ScenarioRun) -> dict[str, object]:
    """The condition on games of plans that are tuned to open so (a group that no plan is tuned to is played by ordinary
    ones), the arm of free play, the tip, and each turn on which a number's orders differ."""
    ordinary, letter, tuned = _plans_of(run, "forced"), run.game.opening.letter, "arm = 'tuned'"
    missing = [group for group in ordinary if group and group not in _plans_of(run, "tuned")]
    if missing:
        tuned = f"{tuned} or arm = 'forced' and forced_group in ({', '.join(map(repr, missing))})"
    orders = [plan for group, plans in ordinary.items() if group for plan in plans]
    turns = sorted({turn for plan in orders for turn, own_class in enumerate(plan) if own_class == letter})
    return {
        "tuned": tuned,
        "chosen": chosen_arm(run),
        "tip": "+".join(tip_groups(run)[0]),
        "turns": ",".join(f"split {'?' * turn}{letter}*" for turn in turns),
    }


# -- what is compared -------------------------------------------------------------------------------------------------

AGAINST_REST = SectionComparison(
    by="forced_group", against="rest", where="arm = 'forced'", family="openings", needs=has_forced, words=_words
)
TUNED_AGAINST_REST = replace(AGAINST_REST, where="{tuned}", needs=_has_tuned)
REST_BY_PLAN = replace(AGAINST_REST, by="forced_group,strategy", family="openings by plan")
AGAINST_FREE = replace(
    AGAINST_REST, against=FREE, where="arm in ('forced', '{chosen}')", family="plans against_chosen",
    needs=lambda run: has_forced(run) and bool(chosen_arm(run)),
)  # fmt: skip
TUNED_AGAINST_FREE = replace(
    AGAINST_FREE, where="arm in ('tuned', '{chosen}')", needs=lambda run: _has_tuned(run) and bool(chosen_arm(run))
)
GROUPS = replace(FORCED_GROUPS, measure="win_share,score,follows_forced_opening", family="plans forced")
LINES = replace(GROUPS, by="forced_line", where="arm = 'forced'", family="lines forced", needs=_has_lines)
LINES_AGAINST_REST = replace(AGAINST_REST, by="forced_line", family="plans against_others", needs=_has_lines)
LINES_AGAINST_FREE = replace(
    AGAINST_FREE, by="forced_line", needs=lambda run: _has_lines(run) and bool(chosen_arm(run))
)
TIP = replace(AGAINST_REST, against="each {tip},split {tip}", family="tip", needs=_has_tip)
TUNED_TIP = replace(TIP, where="{tuned}", needs=lambda run: _has_tip(run) and _has_tuned(run))
TIP_BY_PLAN = replace(TIP, by="forced_group,strategy", family="tip by plan")
ORDERS = replace(
    AGAINST_REST, by="forced_opening,forced_group", against="{turns}", family="orders effect",
    needs=lambda run: bool(has_forced(run) and run.game.opening.letter and _words(run)["turns"]),
)  # fmt: skip


# -- groups, by who plays them ----------------------------------------------------------------------------------------


class ForcedOpening(NamedTuple):
    """A group of openings that players of a kind were forced to."""

    players: str  # ORDINARY or TUNED
    group: str


class Differences(NamedTuple):
    """Differences of forced openings, or of the tip from its rivals, and the family that they are: the same rows in the
    same order."""

    openings: list[ForcedOpening]
    family: Family

    @property
    def table(self) -> pl.DataFrame:
        """players, group, effect with its simultaneous interval, and the corrected p."""
        keys = pl.DataFrame(self.openings, schema={"players": pl.String, "group": pl.String}, orient="row")
        return keys.hstack(together(self.family))


@dataclass(frozen=True)
class ForcedGroups:
    """Groups of openings that were forced, in their order, and what each wins; `tip` are those that the rulebook names,
    and the others."""

    rows: Mapping[ForcedOpening, Mapping[str, Any]]  # share, followed
    grouping: Grouping
    tip: tuple[list[str], list[str]]

    @property
    def players(self) -> tuple[str, ...]:
        """Kinds of players whose numbers are compared with each other: those tuned to open so first, if there are."""
        return (TUNED, ORDINARY) if any(opening.players == TUNED for opening in self.rows) else (ORDINARY,)

    def at(self, players: str) -> dict[str, ForcedOpening]:
        """Every group that was forced; one that no plan is tuned to is played by ordinary players among the tuned."""
        of_ordinary = {opening.group: opening for opening in self.rows if opening.players == ORDINARY}
        return of_ordinary | {opening.group: opening for opening in self.rows if opening.players == players}

    def share(self, opening: ForcedOpening) -> float:
        """Its win share."""
        return float(self.rows[opening]["share"])

    def best_of(self, players: str, groups: Sequence[str]) -> str:
        """The group with the highest win share in the hands of these players; of equals the first."""
        openings = self.at(players)
        return max(groups, key=lambda group: (self.share(openings[group]), -self.grouping.order.index(group)))


def forced_groups(run: ScenarioRun) -> ForcedGroups | None:
    """The groups that were forced; None where no opening was."""
    if not len(run.result(forced_plans)):
        return None
    table = _mean_table(*estimate_declared(run, GROUPS))
    rows = {ForcedOpening(row["players"], row["group"]): row for row in table.iter_rows(named=True)}
    return ForcedGroups(rows, Grouping(run.game), tip_groups(run))


def _mean_table(means: Estimates) -> pl.DataFrame:
    """What forced openings win: players, group or line, n, share, score and followed."""
    names = {"win_share": "share", "score": "score", "follows_forced_opening": "followed"}
    table = measured_table(means, names)
    return table.with_columns(players=players_of(table)) if len(table) else table


def compare_groups(run: ScenarioRun) -> Differences | None:
    """Every group that was forced against the mean of the others in the hands of the same players, those of tuned
    players first, one family; None where fewer than two were forced."""
    forced, differences = (
        run.result(forced_groups),
        _by_players(*estimate_declared(run, TUNED_AGAINST_REST, AGAINST_REST)),
    )
    if forced is None or differences is None:
        return None
    rows = [row for row, opening in enumerate(differences.openings) if opening in forced.rows]
    return Differences([differences.openings[row] for row in rows], differences.family.part(rows))


def compare_tip(run: ScenarioRun) -> Differences | None:
    """The numbers of the tip against each other one, then against all of them together, likewise."""
    return _by_players(*estimate_declared(run, TUNED_TIP, TIP))


def _by_players(*estimates: Estimates) -> Differences | None:
    """Estimates of tuned players, then of ordinary ones, or of these alone, as one family; None without any."""
    players = (TUNED, ORDINARY)[-len(estimates) :]
    kinds = [(who, each) for who, each in zip(players, estimates, strict=True) if each.blocks]
    if not kinds:
        return None
    openings = [ForcedOpening(who, group or ALL_OTHERS) for who, each in kinds for group in each.table[each.keys[-1]]]
    name = kinds[0][1].families[0].name
    return Differences(openings, all_together(*(each for _, each in kinds), name=name).families[0])


# -- tables -----------------------------------------------------------------------------------------------------------


def plan_table(run: ScenarioRun, means: Estimates, *estimates: Estimates) -> pl.DataFrame:
    """Every opening that was forced, against free play and against the mean of the others of its kind, on the same
    deals and seats; groups are one family of comparisons, by whomever they are played, and exact lines another."""
    _, _, tuned_free, free, line_means, lines_rest, lines_free = estimates
    tables, groups = [], pl.Enum(opening_groups(run.game))
    if means.blocks:
        table = _with_differences(_mean_table(means), run.result(compare_groups), _by_players(tuned_free, free))
        plans = {who: _plans_of(run, arm) for who, arm in ((ORDINARY, "forced"), (TUNED, "tuned"))}
        openings = table.select("players", "group").iter_rows()
        names = [Grouping(run.game).plan_name(plans[who][group]) for who, group in openings]
        tables.append(table.with_columns(pl.col("group").cast(groups), forced_opening=pl.Series(names)))
    if line_means.blocks:
        table = _with_differences(_mean_table(line_means), _by_players(lines_rest), _by_players(lines_free))
        table = table.rename({"group": "forced_opening"})
        tables.append(table.with_columns(group=pl.lit(None, dtype=groups)))
    return pl.concat(tables, how="diagonal_relaxed").sort("group", "players", "forced_opening", nulls_last=True)


def _with_differences(table: pl.DataFrame, rest: Differences | None, free: Differences | None) -> pl.DataFrame:
    """The table with these comparisons of its openings."""
    for name, p, differences in (("against_chosen", "p_chosen", free), ("against_others", "p", rest)):
        if differences is not None:
            names = {"effect": name, "effect_low": f"{name}_low", "effect_high": f"{name}_high", "p": p}
            table = table.join(
                differences.table.rename(names), on=["players", "group"], how="left", maintain_order="left"
            )
    return table


def tip_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """The tip against each rival, by who plays it."""
    differences = run.result(compare_tip)
    if differences is None:
        return pl.DataFrame()
    return differences.table.rename({"group": "against"}).with_columns(n=pl.Series(differences.family.n))


def turn_table(run: ScenarioRun, orders: Estimates) -> pl.DataFrame:
    """For every number that was forced in several orders, and every turn: its orders that take the class on that turn
    against those that do not, one family."""
    turn = pl.col("forced_opening").str.count_matches("?", literal=True).cast(pl.Int64) + 1
    ends = {"effect": "estimate", "effect_low": "low", "effect_high": "high"}
    rows = orders.table.select("n", "p", group="forced_group", turn=turn, **ends)
    return rows.sort(pl.col("group").cast(pl.Int64), "turn")
