"""Is the rulebook's tip on the first round right: forced numbers of turns of one class compared on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from analyser.questions.answer import Verdict
from analyser.questions.effects import Effect, ending, interval, judged, pp
from analyser.questions.opening_plans import Plans
from analyser.questions.run import Run
from analyser.stats.verdict import BALANCED, SMALL, UNBALANCED, Judgement, holm

__all__ = ["level_letter", "tip_verdicts"]

Judged = tuple[pl.DataFrame, list[Verdict]]


def level_letter(run: Run) -> str:
    """The move class whose number in the first round is the question: the tip's, else the game's first class."""
    tip = run.facts.get("tip") or {}
    return str(tip.get("class") or next(iter(run.classes), "U"))


def tip_verdicts(run: Run, plans: Plans) -> tuple[pl.DataFrame, list[Verdict], list[str]]:
    """Is the rulebook's tip right for these strategies; then every number of turns against the mean of the others."""
    at = {level: plan for plan, level in sorted(plans.levels.items(), key=lambda item: item[1])}
    if len(at) < 2:
        return pl.DataFrame(), [], ["No numbers of turns were forced against each other: there is nothing to judge."]
    tip = run.facts.get("tip") or {}
    inside = [level for level in tip.get("levels") or [] if level in at]
    outside = [level for level in at if level not in inside]
    tables: list[pl.DataFrame] = []
    verdicts: list[Verdict] = []
    for judge_tip in (_against_best, _against_all) if inside and outside else ():
        table, said = judge_tip(run, plans, at, inside, outside)
        tables.append(table)
        verdicts += said
    effects = [plans.effect(f"{level} {_turns(run, level)}", [p], plans.peers(p)) for level, p in at.items()]
    table, said = judged(effects, run.margin, lambda e, j: _level_sentence(e, j, run))
    return pl.concat([*tables, table]), verdicts + said, [_best(plans, at)]


def _against_best(
    run: Run, plans: Plans, at: Mapping[int, str], inside: Sequence[int], outside: Sequence[int]
) -> Judged:
    """The tip's numbers against the best other one; as that one was picked, its interval is simultaneous over all
    others (Bonferroni) and its p value is Holm's."""
    tip = [at[level] for level in inside]
    shares = dict(zip(plans.shares.groups["plan"].to_list(), plans.shares.estimate.tolist(), strict=True))
    best = max(outside, key=lambda level: (shares[at[level]], -level))
    single = max(at, key=lambda level: (shares[at[level]], -level))
    p = holm([plans.effect("", tip, [at[level]]).p for level in outside])
    corrected = float(p[outside.index(best)])
    subject = f"tip: {_levels(inside)} against {best}, the best other number"
    effect = plans.effect(subject, tip, [at[best]], level=1.0 - 0.05 / len(outside))

    def say(e: Effect, j: Judgement) -> str:
        comparison = f"{_compared(e, j)} {best}, the best other number ({interval(e)})"
        fact = f"forced to {_levels(inside)} {_turns(run)} a seat {comparison}"
        aside = (
            f" The best single number is {single}, which the tip names." if e.effect < 0 and single in inside else ""
        )
        if j.verdict in (BALANCED, SMALL):
            return f"The rulebook's tip makes no difference that matters: {fact}: {_word(e, j, run)}{aside}"
        if j.p_equivalence is not None and corrected < 0.05:
            return f"The rulebook's tip is {'right' if e.effect > 0 else 'wrong'} for these strategies: {fact}.{aside}"
        return f"The rulebook's tip is neither confirmed nor refuted: {fact}: {_word(e, j, run)}{aside}"

    return judged([effect], run.margin, say, adjusted=[corrected])


def _against_all(
    run: Run, plans: Plans, at: Mapping[int, str], inside: Sequence[int], outside: Sequence[int]
) -> Judged:
    """The tip's numbers against the mean of all others."""
    subject = f"tip: {_levels(inside)} against all other numbers"
    effect = plans.effect(subject, [at[level] for level in inside], [at[level] for level in outside])

    def say(e: Effect, j: Judgement) -> str:
        fact = f"Forced to {_levels(inside)} {_turns(run)} a seat {_compared(e, j)} the mean of all other numbers"
        return f"{fact} ({interval(e)}): {_word(e, j, run)}"

    return judged([effect], run.margin, say)


def _level_sentence(e: Effect, j: Judgement, run: Run) -> str:
    comparison = f"{_compared(e, j)} the mean of the other numbers ({interval(e)})"
    return f"A seat forced to {e.subject} {comparison}: {_word(e, j, run)}"


def _compared(e: Effect, j: Judgement) -> str:
    if j.verdict == BALANCED:
        return f"wins as often ({'+' if e.effect > 0 else ''}{pp(e.effect)} pp) as with"
    return f"wins {pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'} than with"


def _word(e: Effect, j: Judgement, run: Run) -> str:
    """The verdict as the last words, for openings: they are not meant to be equal, so none is called unbalanced."""
    if j.verdict == BALANCED:
        return f"no difference beyond {pp(run.margin)} pp."
    if j.verdict == UNBALANCED:
        return "a real difference."
    return ending(e, j, run.margin)


def _turns(run: Run, level: int = 0) -> str:
    letter = level_letter(run)
    return f"{run.classes.get(letter, letter)} turn{'' if level == 1 else 's'} in the first round"


def _levels(levels: Sequence[int]) -> str:
    return " or ".join(str(level) for level in levels)


def _best(plans: Plans, at: Mapping[int, str]) -> str:
    rows = {row["plan"]: row for row in plans.table.iter_rows(named=True)}
    level = max(at, key=lambda number: (rows[at[number]]["share"], -number))
    row = rows[at[level]]
    low, high = row["share_low"], row["share_high"]
    ends = "" if low is None else f", 95 % interval {100 * low:.1f} to {100 * high:.1f} %"
    return (
        f"Best forced number: {level} (win share {100 * row['share']:.1f} %{ends}). It was picked as the best of "
        f"{len(at)}, so it looks better than it is (winner's curse); comparisons with it are corrected for the choice."
    )
