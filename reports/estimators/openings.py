"""Openings of a run: how a game groups them, the rows of those that were chosen and of those that were forced, and
what each group wins."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from reports.frames import SCORE, SHARE, RunFrames, free_arms, text
from reports.stats.group_means import mean_table
from reports.stats.intervals import Averaged

if TYPE_CHECKING:
    from reports.answer import Verdict
    from reports.facts import GameFacts

__all__ = [
    "ALL_OTHERS", "FORCED", "FREE_CHOICE", "HABIT", "ORDINARY", "TUNED", "Grouping", "choices", "chosen_arms",
    "courses", "families_of", "group_shares", "habit_of", "rows_by_how", "shares_by_place", "tip_pairs",
]  # fmt: skip

FREE_CHOICE, FORCED = "chosen", "forced"  # how an opening came about
ORDINARY, TUNED = "ordinary", "tuned to open so"  # players
ALL_OTHERS = "all other numbers"  # what a tip is held against, behind the best other number
HABIT = 0.995  # of a strategy's openings in one group: it always opens so


@dataclass(frozen=True)
class Grouping:
    """How a game groups its openings, by the number of turns of one class or by the class of the first turn, and what
    groups are called in a sentence."""

    game: GameFacts

    @property
    def letter(self) -> str:
        """The class whose number is counted; "": openings are grouped by the class of the first turn."""
        return self.game.opening.letter

    @property
    def turn(self) -> tuple[str, str]:
        """What a turn is called: one and several."""
        return self.game.opening.turn

    @property
    def order(self) -> tuple[str, ...]:
        """The groups: numbers from 0, or letters in the order of the classes."""
        return tuple(map(str, range(self.game.opening_turns + 1))) if self.letter else tuple(self.game.classes)

    def group(self, line: pl.Expr) -> pl.Expr:
        """The group of an opening or of a plan; a column that sorts in the order of the groups, null for none."""
        group = line.str.count_matches(self.letter, literal=True).cast(pl.String) if self.letter else line.str.head(1)
        return group.cast(pl.Enum(self.order), strict=False)

    def loose(self, plan: pl.Expr) -> pl.Expr:
        """Whether a plan stands for its group and sets nothing else: a number of turns of the class counted in some
        order, or a first turn."""
        if self.letter:
            return plan.str.contains(f"^[{self.letter}x]*$")
        return plan.str.len_chars() == 1

    def pooled(self, plans: Sequence[str]) -> dict[str, str]:
        """Plans by the name under which they are compared: those that set a number in several orders share one, like
        `U2x4`, so that the number's effect is the mean over its orders; any other keeps its own."""
        if not self.letter:
            return {plan: plan for plan in plans}
        sizes = {plan: (plan.count(self.letter), len(plan)) for plan in plans if set(plan) <= {self.letter, "x"}}
        several = {size for size in sizes.values() if list(sizes.values()).count(size) > 1}
        names = {plan: f"{self.letter}{u}x{n - u}" for plan, (u, n) in sizes.items() if (u, n) in several}
        return {plan: names.get(plan, plan) for plan in plans}

    def pattern(self, plan: str) -> str:
        """Regular expression of the openings that follow a plan; x is any turn but one of the class counted."""
        if pooled := re.fullmatch(rf"{self.letter}(\d+)x\d+", plan):
            return f"^[^{self.letter}]*({self.letter}[^{self.letter}]*){{{pooled[1]}}}$"
        turns = "".join(f"[^{self.letter}]" if self.letter and turn == "x" else turn for turn in plan)
        return f"^{turns}" if not self.letter and len(plan) == 1 else f"^{turns}$"

    def subject(self, group: str) -> str:
        """A group as what is compared: "3 market turns in the first round", "open with a bid of 7"."""
        return f"{group} {self.turns(int(group))}" if self.letter else f"open with {self.label(group)}"

    def turns(self, number: int = 0) -> str:
        """Turns of the class counted: "market turns in the first round"."""
        return f"{self.kind(number)} in the {self.game.opening.name}"

    def kind(self, number: int = 0) -> str:
        """So many turns of the class counted: "market turns"; a first turn: "first bid"."""
        turn_class = self.game.classes.get(self.letter, self.letter)
        return f"{turn_class} {self.turn[number != 1]}" if self.letter else f"first {self.turn[0]}"

    def label(self, group: str) -> str:
        """A group in short."""
        return group if self.letter else self.game.classes.get(group, group)

    def names(self, groups: Sequence[str], *, short: bool = False) -> str:
        """Groups behind "opening with": "4 or 5 market turns", "0 to 3", "a bid of 6 or a bid of 7". short: numbers
        alone."""
        labels = [self.label(group) for group in groups]
        joined = f"{', '.join(labels[:-1])} or {labels[-1]}" if len(labels) > 1 else labels[0]
        if not self.letter:
            return joined
        numbers = [int(label) for label in labels]
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            joined = f"{labels[0]} to {labels[-1]}"
        return joined if short else f"{joined} {self.kind(1 if numbers == [1] else 0)}"

    @property
    def forced(self) -> str:
        """What forced groups are, as a sentence opens: "Market turns in the first round, forced"."""
        words = self.turns() if self.letter else self.kind()
        return f"{words[:1].upper()}{words[1:]}, forced"

    @property
    def others(self) -> str:
        """What a group is compared with."""
        return "the other numbers" if self.letter else f"the other first {self.turn[1]}"


# -- rows -------------------------------------------------------------------------------------------------------------


def chosen_arms(run: RunFrames) -> list[str]:
    """Arms in which openings were chosen: `chosen`, else those of free games."""
    return ["chosen"] if "chosen" in run.arms else free_arms(run)


def rows_by_how(run: RunFrames) -> Mapping[str, pl.LazyFrame]:
    """Seat rows of openings by how they came about: chosen and forced ones of ordinary players, then those forced on
    plans that are tuned to open so.

    `group` is the opening's group, as planned where forced; `loose` says that a plan sets nothing else, where some plan
    does not. `order` is the plan as it was forced, `forced_opening` the name under which it is compared: one for all
    orders of a number.
    """
    arms, grouping = chosen_arms(run), Grouping(run.game)
    opening = pl.col("opening").cast(pl.String)
    by_how: dict[str, pl.LazyFrame] = {}
    if arms:
        rows = run.rows(*arms).filter(opening != "")
        by_how[FREE_CHOICE] = rows.with_columns(opening=opening, group=grouping.group(opening), loose=True)
    plan = pl.col("forced_opening").cast(pl.String)
    for how, arm in ((FORCED, "forced"), (TUNED, "tuned")):
        if arm in run.arms:
            rows = run.rows(arm).filter(plan.is_not_null())
            names = grouping.pooled(rows.select(plan.unique().sort()).collect()["forced_opening"].to_list())
            by_how[how] = rows.with_columns(
                opening=opening, order=plan, forced_opening=plan.replace(names), group=grouping.group(plan),
                loose=grouping.loose(plan),
            )  # fmt: skip
    by_how = {how: rows.filter(pl.col("group").is_not_null()) for how, rows in by_how.items()}
    return {how: rows for how, rows in by_how.items() if rows.select(pl.len()).collect().item()}


def _groups_alone(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Rows of plans that set the group only, if there are any; else all."""
    loose = rows.filter("loose")
    return loose if loose.select(pl.len()).collect().item() else rows


# -- tables -----------------------------------------------------------------------------------------------------------


def group_shares(run: RunFrames) -> pl.DataFrame:
    """A row a group, how its openings came about and who played them: win share, score (points), how often."""
    tables = []
    for how, rows in run.result(rows_by_how).items():
        table = mean_table(_groups_alone(rows), ["group"], {"share": SHARE, "score": SCORE})
        keys = {"how": pl.lit(FORCED if how == TUNED else how), "players": pl.lit(TUNED if how == TUNED else ORDINARY)}
        tables.append(table.with_columns(frequency=pl.col("n") / table["n"].sum(), **keys))
    return pl.concat(tables) if tables else pl.DataFrame()


def choices(run: RunFrames) -> pl.DataFrame:
    """A row a strategy and group it chose: how often, of its chosen openings."""
    by_how = run.result(rows_by_how)
    if FREE_CHOICE not in by_how:
        return pl.DataFrame()
    table = by_how[FREE_CHOICE].group_by(pl.col("strategy").cast(pl.String), "group").agg(n=pl.len()).collect()
    frequency = pl.col("n") / pl.col("n").sum().over("strategy")
    return table.with_columns(frequency=frequency).sort("strategy", "group")


def shares_by_place(run: RunFrames) -> pl.DataFrame:
    """Win share of every group of openings for each board and strategy: forced where there is, else chosen."""
    by_how = run.result(rows_by_how)
    how = FORCED if FORCED in by_how else FREE_CHOICE
    if how not in by_how:
        return pl.DataFrame()
    table = mean_table(_groups_alone(by_how[how]), ["group", "board", "strategy"], {"share": SHARE})
    return text(table, "board", "strategy").with_columns(how=pl.lit(how))


def courses(run: RunFrames) -> pl.DataFrame:
    """Score, and lead over the mean of the others (points), of every group of openings after every round."""
    after, by_how = run.numbered("score_after_round_"), run.result(rows_by_how)
    if not after or run.players < 2:
        return pl.DataFrame()
    points, tables = pl.col(list(after.values())).cast(pl.Int64), []
    sums = run.seats.group_by("game").agg(points.sum().name.prefix("sum_"))
    measures = {f"score_{r}": Averaged(c) for r, c in after.items()}
    measures |= {f"lead_{r}": Averaged(f"lead_{c}", run.players - 1) for r, c in after.items()}
    for how in (how for how in by_how if how != TUNED):
        rows = _groups_alone(by_how[how]).select("game", "deal", "group", points).join(sums, on="game")
        leads = {f"lead_{c}": run.players * pl.col(c) - pl.col(f"sum_{c}") for c in after.values()}
        table = mean_table(rows.with_columns(**leads), ["group"], measures)
        for r in after:
            ends = (f"{m}_{r}{end}" for m in ("lead", "score") for end in ("", "_low", "_high"))
            columns = [pl.col(name).alias(name.replace(f"_{r}", "", 1)) for name in ends]
            tables.append(table.select("group", pl.lit(how).alias("how"), pl.lit(r).alias("round"), *columns, "n"))
    return pl.concat(tables).sort("how", "group", "round") if tables else pl.DataFrame()


def habit_of(rows: Sequence[Mapping[str, Any]]) -> tuple[str, int, int, int] | None:
    """The group that every strategy always chose, in how many of how many seats, of how many strategies; None where
    they chose differently, or nothing was chosen."""
    if not rows:
        return None
    counts = Counter[str]()
    for row in rows:
        counts[str(row["group"])] += row["n"]
    usual = max(counts, key=lambda group: (counts[group], group))
    often = {row["strategy"]: row["frequency"] for row in rows if str(row["group"]) == usual}
    plans = {row["strategy"] for row in rows}
    is_habit = all(often.get(plan, 0.0) >= HABIT for plan in plans)
    return (usual, counts[usual], counts.total(), len(plans)) if is_habit else None


def families_of(verdicts: Sequence[Verdict], kind: str) -> list[list[Verdict]]:
    """Verdicts of a kind of reference, by family."""
    families: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.reference.kind == kind:
            families.setdefault(verdict.family, []).append(verdict)
    return list(families.values())


def tip_pairs(verdicts: Sequence[Verdict]) -> list[tuple[str, Verdict, Verdict]]:
    """Who plays, and the verdicts on the tip against the best other number and against all others, in their hands."""
    pairs = []
    for family in families_of(verdicts, "level"):
        rest, best = sorted(family, key=lambda v: not v.subject.endswith(ALL_OTHERS))
        pairs.append((family[0].family.partition(", ")[2] or "these plans", best, rest))
    return pairs
