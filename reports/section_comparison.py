"""Comparisons that a section declares: its tables show their estimates, and it prints what is typed for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from reports.comparison import Comparison, parse_comparison
from reports.comparison_text import ComparisonText, split_list
from reports.conditions import NothingToCompare
from reports.estimates import Estimates, estimates_of
from reports.factors import FAMILIES
from reports.frame_columns import STRATEGY
from reports.frames import ScenarioRun, free_condition
from reports.plans import number_families
from reports.run import Run

__all__ = [
    "ScreenComparison", "SectionComparison", "estimate_declared", "typed_comparison", "words_of",
]  # fmt: skip


AND = " and "  # between conditions, of which those that are no words in a run fall away


def _always(run: ScenarioRun) -> bool:
    return True


def _no_words(run: ScenarioRun) -> Mapping[str, object]:
    return {}


def as_run(run: ScenarioRun) -> Run:
    """The games by themselves, as what comparisons are made of."""
    return Run((run,))


@dataclass(frozen=True)
class SectionComparison(ComparisonText):
    """A comparison that a section declares, with words of the run in braces (`words_of`).

    family: the name of the estimates whose intervals hold together; it also seeds them ("": an exploratory comparison,
    as it is typed). needs: whether a run has what it compares; where it has not, there are no estimates. words: more
    values for the braces. games: the run that is asked. A condition in `where` that is empty in a run falls away where
    " and " stands before or behind it, outside parentheses.
    """

    family: str = ""
    needs: Callable[[ScenarioRun], bool] = _always
    words: Callable[[ScenarioRun], Mapping[str, object]] = _no_words
    games: Callable[[ScenarioRun], Run] = as_run

    @property
    def means(self) -> SectionComparison:
        """What it compares, without a reference."""
        return replace(self, against="")


@dataclass(frozen=True)
class ScreenComparison:
    """The comparison behind the verdicts of a first screen; subject: that of a row's verdict, by its levels."""

    comparison: SectionComparison
    subject: Callable[..., str]


def has_alike_plans(run: ScenarioRun) -> bool:
    """Whether some of the plans that count choose alike; no, where it was not measured."""
    if len(set(run.plan_families.values())) == len(run.plan_families):
        return False
    plans = run.seats.select(pl.col(STRATEGY).cast(pl.String).unique()).collect()[STRATEGY].drop_nulls().to_list()
    return len(set(number_families(plans, run.plan_families))) < len(plans)


def words_of(run: ScenarioRun) -> Mapping[str, object]:
    """Words that any declared comparison may have in braces: `plain` (the board that others are compared with),
    `sources` (points by scoring category), `free` (the condition on games in which nothing was forced), `arm` (on those
    of one arm, for what players choose), `players`; `within` and `weights`, by which each family of plans counts once
    where some plans that count choose alike ("": none do, or it was not measured); `fair`, what win shares at tables of
    several plans are compared with: the mean of each plan where families count once, or weak plans that count for more
    would take from all, else par."""
    is_by_family = run.result(has_alike_plans)
    return {
        "plain": run.game.plain_name,
        "sources": ",".join(f"score_{source}" for source in run.sources),
        "free": free_condition(run),
        "arm": free_condition(run, single=True),
        "players": run.players,
        "fair": "mean" if is_by_family else "par",
        "within": STRATEGY if is_by_family else "",
        "weights": FAMILIES if is_by_family else "",
    }


def typed_comparison(run: ScenarioRun, comparison: SectionComparison) -> ComparisonText:
    """The comparison as it is typed for this run."""
    words = {**run.result(words_of), **comparison.words(run)}
    texts = {name: text.format(**words) for name, text in comparison.texts.items() if name != "where"}
    conditions = [text.format(**words) for text in comparison.where.split(AND)]
    return ComparisonText.of_texts({**texts, "where": AND.join(filter(None, conditions))})


def estimate_declared(run: ScenarioRun, *comparisons: SectionComparison) -> list[Estimates]:
    """The estimates of each comparison, those not known yet read in one go; no rows where the run has nothing to
    compare."""
    estimates = run.result(_estimates_so_far)
    for games in dict.fromkeys(each.games for each in comparisons):
        missing = [each for each in comparisons if each.games is games and each not in estimates]
        estimates.update(zip(missing, _estimate(run, run.result(games), missing), strict=True))
    return [estimates[each] for each in comparisons]


def _estimates_so_far(run: ScenarioRun) -> dict[SectionComparison, Estimates]:
    return {}


def _estimate(run: ScenarioRun, games: Run, comparisons: Sequence[SectionComparison]) -> list[Estimates]:
    parsed = [_parsed(run, games, comparison) for comparison in comparisons]
    try:
        estimates = iter(games.estimate([each for each in parsed if each]))
        return [
            next(estimates) if each else _nothing(run, games, comparison)
            for each, comparison in zip(parsed, comparisons, strict=True)
        ]
    except NothingToCompare:
        if len(comparisons) > 1:
            return [estimates for each in comparisons for estimates in _estimate(run, games, [each])]
        return [_nothing(run, games, comparisons[0])]


def _nothing(run: ScenarioRun, games: Run, comparison: SectionComparison) -> Estimates:
    """No estimates of a comparison."""
    return estimates_of(games, "", [], keys=split_list(typed_comparison(run, comparison).by))


def _parsed(run: ScenarioRun, games: Run, comparison: SectionComparison) -> Comparison | None:
    """The comparison as this run is asked it; None where the run has not what it needs."""
    if not comparison.needs(run):
        return None
    try:
        return parse_comparison(games, **typed_comparison(run, comparison).keywords, name=comparison.family)
    except NothingToCompare:
        return None
