"""What a tournament comes to: neighbours in the standing against each other, and the answer in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from reports.effects import Judged, judged
from reports.estimators.free_games import NOT_FREE, free_arms
from reports.frames import RunFrames
from reports.sentences import Reference
from reports.stats.verdict import FEW_DEALS
from reports.tournament.finish_ahead import Pairs, met, paired
from reports.tournament.standing import standing

__all__ = ["judge", "judge_all", "notes", "summary", "who_met"]

FAMILY = "In the standing"
ALONE = "One strategy played: nobody met anybody else."
NO_TABLE = "One seat decides: nobody meets another at the table. `analyser balance` compares plans."
WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NAMED = 3  # groups that cannot be told apart, before "and n more"


def who_met(run: RunFrames) -> str:
    """Why there is no standing; "" where there is one."""
    if not free_arms(run):
        return NOT_FREE
    if run.par is None:
        return NO_TABLE
    return ALONE if len(run.once(standing)) < 2 else ""


def judge(run: RunFrames) -> Judged:
    """Every strategy against the next in the standing: intervals hold together over all pairs, not only these."""
    pairs = run.once(paired)
    return _judged(run, pairs, list(zip(pairs.names, pairs.names[1:], strict=False)))


def judge_all(run: RunFrames) -> Judged:
    """Every two strategies, in the order of their names."""
    pairs = run.once(met)
    return _judged(run, pairs, list(pairs.effects))


def _judged(run: RunFrames, pairs: Pairs, compared: Sequence[tuple[str, str]]) -> Judged:
    """So many of the pairs."""
    if not compared:
        return pl.DataFrame(), []
    effects = [pairs.effects[pair] for pair in compared]
    rows, verdicts = [], []
    for effect, (first, second) in zip(effects, compared, strict=True):
        reference = Reference("each", ("strategy", "strategies"), second, arms=tuple(free_arms(run)))
        table, (verdict,) = judged(run, [effect], reference, family=FAMILY, names=[first])
        rows.append(table)
        verdicts.append(verdict)
    return pl.concat(rows), verdicts


def notes(run: RunFrames) -> list[str]:
    """What the intervals are of."""
    n = len(run.once(paired).names)
    if n < 3:
        return []
    over = f"all {n * (n - 1) // 2} pairs of strategies, for the same games say who is whose neighbour"
    told = f"Verdicts compare neighbours in the standing. Their intervals hold together over {over}."
    return [f"{told} Elo's hold together over the standing."]


def summary(run: RunFrames) -> str:
    """Who is best, with Elo, and who cannot be told apart."""
    pairs, found = run.once(paired), run.once(standing)
    if len(pairs.names) < 2:
        return ""
    if min(effect.deals for effect in pairs.effects.values()) < FEW_DEALS:
        return f"No standing yet: fewer than {FEW_DEALS} deals tell nothing."
    first, *others = pairs.names
    level = [name for name in others if not pairs.effects[first, name].low > 0]
    elo, several = _elo(found.row(0, named=True)), _number(len(pairs.names))
    if not level:
        best = f"{first} is the {'best' if len(others) > 1 else 'better'} of {several}{elo}"
        apart = f"; all {several} can be told apart" if len(others) > 1 else ""
    else:
        from_whom = _listed(level, "or") if len(level) < len(others) or len(others) == 1 else "any other"
        best, apart = f"{first}{elo} leads the {several}, but cannot be told from {from_whom}", ""
    alike = _alike(pairs, [name for name in others if name not in level])
    return f"{best}{_untold(alike) if alike else apart}."


def _elo(row: Mapping[str, Any]) -> str:
    """Elo and its interval in brackets."""
    if row.get("elo") is None or row.get("elo_low") is None or row.get("elo_high") is None:
        return ""
    elo, low, high = (f"{row[key]:+z.0f}".replace("-", "−") for key in ("elo", "elo_low", "elo_high"))
    return f" (Elo {elo}, {low.lstrip('+')} to {high.lstrip('+')})"


def _alike(pairs: Pairs, names: Sequence[str]) -> list[Sequence[str]]:
    """The longest stretches of the standing of which no two can be told apart."""
    found: list[Sequence[str]] = []
    reached = 0
    for start in range(len(names)):
        end = start + 1
        while end < len(names) and not any(pairs.told_apart(one, names[end]) for one in names[start:end]):
            end += 1
        if end - start > 1 and end > reached:
            found.append(names[start:end])
            reached = end
    return found


def _untold(groups: Sequence[Sequence[str]]) -> str:
    """The end of the sentence: who cannot be told apart."""
    shown = [_listed(group, "and") for group in groups[:NAMED]]
    more = len(groups) - len(shown)
    told = [*shown, *([f"{_number(more)} groups more"] if more else [])]
    listed = told[0] if len(told) == 1 else f"{', '.join(told[:-1])}, and {told[-1]},"
    return f"; {listed} cannot be told apart"


def _listed(names: Sequence[str], last: str) -> str:
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _number(n: int) -> str:
    """A small number in words."""
    return WORDS[n] if n < len(WORDS) else str(n)
