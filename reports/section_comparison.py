"""Comparisons that a section declares: its tables show their estimates, and it prints what is typed for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reports.comparison import Comparison, parse_comparison
from reports.comparison_text import ComparisonText, split_list
from reports.conditions import ConditionError
from reports.estimates import Estimates, estimates_of
from reports.frames import RunFrames, free_condition
from reports.run import Run, run_of

__all__ = ["SectionComparison", "estimate_declared", "typed_comparison"]


def _always(run: RunFrames) -> bool:
    return True


def _no_words(run: RunFrames) -> Mapping[str, object]:
    return {}


@dataclass(frozen=True)
class SectionComparison(ComparisonText):
    """A comparison that a section declares, with words of the run in braces (`words_of`).

    family: its name, which keys the draws of its intervals and says with which others they share an error; "": an
    exploratory comparison, as it is typed. needs: whether a run has what it compares. words: more words of the run.
    """

    family: str = ""
    needs: Callable[[RunFrames], bool] = _always
    words: Callable[[RunFrames], Mapping[str, object]] = _no_words


def words_of(run: RunFrames) -> Mapping[str, object]:
    """Words that any declared comparison may have in braces: `plain` (the board that others are compared with),
    `sources` (points by scoring category), `free` (the condition on games in which nothing was forced), `arm` (on those
    of one arm, for what players choose), `players`."""
    return {
        "plain": run.game.plain_name,
        "sources": ",".join(f"score_{source}" for source in run.sources),
        "free": free_condition(run),
        "arm": free_condition(run, single=True),
        "players": run.players,
    }


def typed_comparison(run: RunFrames, comparison: SectionComparison) -> ComparisonText:
    """The comparison as it is typed for this run."""
    words = {**run.result(words_of), **comparison.words(run)}
    return ComparisonText.of_texts({name: text.format(**words) for name, text in comparison.texts.items()})


def estimate_declared(run: RunFrames, *comparisons: SectionComparison) -> list[Estimates]:
    """The estimates of each comparison, read in one go; no rows where the run has nothing to compare."""
    scenario = run.result(as_run)
    parsed = [_parsed(run, scenario, comparison) for comparison in comparisons]
    try:
        estimates = iter(scenario.estimate([each for each in parsed if each]))
        return [
            next(estimates) if each else _nothing(scenario, comparison)
            for each, comparison in zip(parsed, comparisons, strict=True)
        ]
    except ConditionError:
        if len(comparisons) > 1:
            return [estimates for each in comparisons for estimates in estimate_declared(run, each)]
        return [_nothing(scenario, comparisons[0])]


def _nothing(scenario: Run, comparison: SectionComparison) -> Estimates:
    """No estimates of a comparison."""
    return estimates_of(scenario, "", [], keys=split_list(comparison.by))


def as_run(run: RunFrames) -> Run:
    """The games by themselves, as what comparisons are made of."""
    return run_of([({"scenario": "these games"}, run)])


def _parsed(run: RunFrames, scenario: Run, comparison: SectionComparison) -> Comparison | None:
    """The comparison as this run is asked it; None where the run has not what it needs."""
    if not comparison.needs(run):
        return None
    try:
        return parse_comparison(scenario, **typed_comparison(run, comparison).keywords, name=comparison.family)
    except ConditionError:
        return None
