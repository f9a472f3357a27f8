"""Openings of a run: how a game groups them, and what each group wins that was chosen or forced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from reports.estimates import Estimates, wide_table
from reports.frame_columns import OTHER_CLASS
from reports.frames import ScenarioRun, free_arms, has_forced
from reports.opening_columns import opening_groups
from reports.section_comparison import SectionComparison, estimate_declared

if TYPE_CHECKING:
    from reports.answer import Verdict
    from reports.facts import GameFacts

__all__ = [
    "ALL_OTHERS", "CHOICES", "CHOSEN_COURSES", "CHOSEN_GROUPS", "CHOSEN_PLACES", "FORCED", "FORCED_COURSES",
    "FORCED_GROUPS", "FORCED_PLACES", "FREE_CHOICE", "HABIT", "ORDINARY", "TUNED", "Grouping", "choice_table",
    "chosen_arm", "course_table", "families_of", "group_table", "habit", "habit_of", "has_choices",
    "measured_table", "place_table", "players_of", "tip_pairs",
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
        return opening_groups(self.game)

    def plan_name(self, plans: Sequence[str]) -> str:
        """The name under which forced openings of a group are compared: of several orders one like `U2x4`."""
        first = plans[0]
        number = first.count(self.letter) if self.letter else 0
        return first if len(plans) == 1 else f"{self.letter}{number}{OTHER_CLASS}{len(first) - number}"

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


# -- what is compared -------------------------------------------------------------------------------------------------


def chosen_arm(run: ScenarioRun) -> str:
    """The arm in which openings were chosen: `chosen`, else one of free games; "": there is none."""
    return run.first_arm("chosen", *free_arms(run)) or ""


def _words(run: ScenarioRun) -> dict[str, object]:
    """The factor of chosen groups, the arms of chosen and of forced ones, and what tells places apart."""
    letter = run.game.opening.letter
    return {
        "opening": f"{letter}_in_opening" if letter else "first_turn",
        "chosen": chosen_arm(run),
        "forced": "arm in ('forced', 'tuned')" if "tuned" in run.arms else "arm = 'forced'",
        "places": "board,strategy" if run.game.boards else "strategy",
    }


def _has_chosen(run: ScenarioRun) -> bool:
    return bool(chosen_arm(run) and run.game.opening_turns)


def has_courses(run: ScenarioRun) -> bool:
    """Whether points of each round are known, and there is somebody to be ahead of."""
    return run.players > 1 and bool(run.numbered("score_after_round_"))


CHOSEN_GROUPS = SectionComparison(
    "win_share,score,frequency", "{opening}", where="arm = '{chosen}'", family="openings chosen", needs=_has_chosen,
    words=_words,
)  # fmt: skip
FORCED_GROUPS = SectionComparison(
    "win_share,score,frequency", "arm,forced_group", where="{forced}", family="openings forced",
    needs=has_forced, words=_words,
)  # fmt: skip
CHOSEN_COURSES = replace(
    CHOSEN_GROUPS, measure="lead_over_mean_after_round_*,score_after_round_*", family="openings chosen, by round",
    needs=lambda run: _has_chosen(run) and has_courses(run),
)  # fmt: skip
FORCED_COURSES = replace(
    CHOSEN_COURSES, by="forced_group", where="arm = 'forced'", family="openings forced, by round",
    needs=lambda run: has_forced(run) and has_courses(run),
)  # fmt: skip
FORCED_PLACES = SectionComparison(
    by="forced_group,{places}", where="arm = 'forced'", family="openings forced, by place", needs=has_forced,
    words=_words,
)  # fmt: skip
CHOSEN_PLACES = replace(
    FORCED_PLACES, by="{opening},{places}", where="arm = '{chosen}'", family="openings chosen, by place",
    needs=lambda run: _has_chosen(run) and not has_forced(run),
)  # fmt: skip
CHOICES = replace(CHOSEN_GROUPS, measure="frequency", by="strategy,{opening}", family="openings chosen, by strategy")


def has_choices(run: ScenarioRun) -> bool:
    """Whether openings were chosen."""
    return bool(estimate_declared(run, CHOICES)[0].blocks)


# -- tables -----------------------------------------------------------------------------------------------------------


def measured_table(estimates: Estimates, names: Mapping[str, str]) -> pl.DataFrame:
    """A row a group with its n and these measures, each with its interval, by name; empty without any."""
    if not estimates.blocks:
        return pl.DataFrame()
    group = next(key for key in estimates.keys if key not in ("arm", "board", "strategy"))
    return wide_table(estimates, names).with_columns(pl.col(estimates.keys).cast(pl.String)).rename({group: "group"})


def group_table(run: ScenarioRun, free: Estimates, forced: Estimates) -> pl.DataFrame:
    """A row a group, how its openings came about and who played them: win share, score (points), how often."""
    names = {"win_share": "share", "score": "score", "frequency": "frequency"}
    tables = [measured_table(each, names) for each in (free, forced)]
    frames = [
        table.with_columns(how=pl.lit(how), players=players_of(table))
        for table, how in zip(tables, (FREE_CHOICE, FORCED), strict=True)
        if len(table)
    ]
    return pl.concat(frames, how="diagonal_relaxed") if frames else pl.DataFrame()


def players_of(table: pl.DataFrame) -> pl.Expr:
    """Who plays the openings of a table, by their arm."""
    is_tuned = pl.col("arm") == "tuned" if "arm" in table.columns else pl.lit(False)
    return pl.when(is_tuned).then(pl.lit(TUNED)).otherwise(pl.lit(ORDINARY))


def choice_table(run: ScenarioRun, free: Estimates) -> pl.DataFrame:
    """A row a strategy and group it chose: how often, of its chosen openings."""
    table = measured_table(free, {"frequency": "frequency"})
    n = (pl.col("n") * pl.col("frequency")).round().cast(pl.Int64)
    return table.with_columns(n=n) if len(table) else table


def place_table(run: ScenarioRun, forced: Estimates, free: Estimates) -> pl.DataFrame:
    """Win share of every group of openings for each board and strategy: forced where there is, else chosen."""
    how = FORCED if forced.blocks else FREE_CHOICE
    return measured_table(forced if forced.blocks else free, {"win_share": "share"}).with_columns(how=pl.lit(how))


def course_table(run: ScenarioRun, free: Estimates, forced: Estimates) -> pl.DataFrame:
    """Score, and lead over the mean of the others (points), of every group of openings after every round."""
    tables = []
    for how, estimates in ((FREE_CHOICE, free), (FORCED, forced)):
        for number in run.numbered("score_after_round_") if estimates.blocks else ():
            measures = (f"lead_over_mean_after_round_{number}", f"score_after_round_{number}")
            table = measured_table(estimates, dict(zip(measures, ("lead", "score"), strict=True)))
            tables.append(table.with_columns(how=pl.lit(how), round=pl.lit(number)))
    order = pl.col("group").replace_strict({group: i for i, group in enumerate(opening_groups(run.game))})
    return pl.concat(tables).sort("how", order, "round") if tables else pl.DataFrame()


# -- of verdicts and tables -------------------------------------------------------------------------------------------


def habit(run: ScenarioRun) -> tuple[str, int, int, int] | None:
    """The habit of all strategies of a run."""
    return habit_of(choice_table(run, *estimate_declared(run, CHOICES)).to_dicts())


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
        pairs.append((family[0].family.partition(", ")[2] or "these bots", best, rest))
    return pairs
