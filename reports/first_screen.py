"""The first screen of a report: its finding, chart and doubts out of verdicts; which verdicts may stand there, which may
head a section behind it, and which are exploratory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Literal

import numpy as np
import polars as pl

from reports.answer import EXPLORATORY, SCREEN, SECTION, Doubt, FirstScreen, ScreenRow, Verdict
from reports.effects import Judged
from reports.frames import RunFrames
from reports.sentences import finding, lead, number_word, pp, signed_pp
from reports.stats.families import ALPHA
from reports.stats.verdict import FAIR, STRONGER, UNCLEAR, WEAKER, Word, holm, section_part

__all__ = ["coarse", "screen_of", "verdicts_of_screen", "with_kinds"]

SIDES: Mapping[Word, Literal["more", "less", "fair", "unclear"]] = {STRONGER: "more", WEAKER: "less", FAIR: "fair", UNCLEAR: "unclear"}
SHOWN = 12  # rows of the chart: of more the largest in both directions


def screen_of(verdicts: Sequence[Verdict], run: RunFrames, *, unknown: str = "") -> FirstScreen:
    """The first screen of verdicts that are held against one kind of reference; unknown: the command that tells what
    data do to it that no rulebook states ("": there are none, or they were played)."""
    known = [one for one in verdicts if one.effect is not None]
    if not known:
        return FirstScreen(finding(verdicts) or "No comparison in these games", "")
    is_share = known[0].reference.kind == "par"
    par = 100 * known[0].par if is_share else 0.0
    several = len({one.family for one in known}) > 1
    rows = [_row(one, par, several=several) for one in known]
    if len(rows) > SHOWN:
        by_size = sorted(range(len(rows)), key=lambda i: -abs(known[i].effect or 0.0))[:SHOWN]
        rows = [row for i, row in enumerate(rows) if i in by_size]
    axis = "win share, %" if is_share else f"win share, percentage points more {known[0].reference.than}"
    return FirstScreen(
        finding=finding(verdicts),
        lead=lead(verdicts, run.par),
        rows=tuple(rows),
        axis=axis,
        fair=par,
        margin=100 * known[0].margin,
        doubts=tuple(_doubts(known, run, unknown)),
    )


def _row(verdict: Verdict, par: float, *, several: bool) -> ScreenRow:
    effect, over = verdict.effect or 0.0, verdict.plans
    low, high = (effect if end is None else end for end in (verdict.low, verdict.high))
    plans = (None, None) if over is None or over.low is None or over.high is None else (over.low, over.high)
    plan_low, plan_high = (None if end is None else par + 100 * end for end in plans)
    word = verdict.reference.word(verdict.word)
    if verdict.leans:
        word = f"unclear, leaning {verdict.reference.word(verdict.leans)}"
    ends = (par + 100 * effect, par + 100 * low, par + 100 * high)
    return ScreenRow(
        verdict.name, *ends, plan_low, plan_high, word, SIDES[verdict.word], verdict.family if several else ""
    )


def _doubts(verdicts: Sequence[Verdict], run: RunFrames, unknown: str) -> list[Doubt]:
    """How far the finding may be off: by the luck of the deal, by who plays, by data that are guessed."""
    of = verdicts[0].reference
    halves = [(one.high - one.low) / 2 for one in verdicts if one.low is not None and one.high is not None]
    deals = max(one.deals for one in verdicts)
    games = sum(run.arms.get(arm, 0) for arm in of.arms) or run.games_played
    n = len(verdicts)
    together = f"; all {number_word(n)} {of.noun[1]} together, 95 % sure" if n > 1 else "; 95 % sure"
    amount = f"{pp(max(halves))} points" if halves else "not known yet"
    doubts = [Doubt("Luck of the deal", amount, f"{games:,} games on {deals:,} deals{together}")]
    doubts.append(_doubt_of_plans(verdicts))
    if over := [one for one in verdicts if one.over is not None]:
        first = max(over, key=lambda one: abs(one.effect or 0.0))
        data = first.over
        assert data is not None
        half = max((one.over.high - one.over.low) / 2 for one in over if one.over is not None)
        where = f"{data.printings} ways to fill in the data that no rulebook states"
        ends = f"{first.name} lies between {signed_pp(data.low)} and {signed_pp(data.high)} points"
        doubts.append(Doubt("Data we guess", f"{pp(half)} points", f"{where}: {ends}"))
    elif unknown:
        doubts.append(Doubt("Data we guess", "not computed", unknown))
    return doubts


def _doubt_of_plans(verdicts: Sequence[Verdict]) -> Doubt:
    """How far the finding depends on who plays."""
    source = "Who plays"
    measured = [one for one in verdicts if one.plans is not None and one.plans.low is not None]
    if not measured:
        counts = {one.plans.plans for one in verdicts if one.plans is not None}
        n = max(counts, default=0)
        few = f"only {number_word(n)} plans played" if n else "one plan played, or each is compared by itself"
        return Doubt(source, "not computed", f"{few}; five are needed")
    half = max(
        (o.high - o.low) / 2 for one in measured if (o := one.plans) and o.low is not None and o.high is not None
    )
    first = max(measured, key=lambda one: abs(one.effect or 0.0))
    over = first.plans
    assert over is not None
    words = f"{number_word(over.plans)} plans"
    if over.another_low is not None and over.another_high is not None:
        base = first.par if first.reference.kind == "par" else 0.0
        if base:
            ends = f"from {pp(base + over.another_low)} to {pp(base + over.another_high)} %"
        else:
            ends = f"from {signed_pp(over.another_low)} to {signed_pp(over.another_high)} points"
        words += f"; another plan may see {first.name} anywhere {ends}"
    return Doubt(source, f"{pp(half)} points", words)


def coarse(subjects: Iterable[str]) -> list[str]:
    """Subjects that do not refine another one, as "star (B), builder" does."""
    known = dict.fromkeys(subjects)
    return [subject for subject in known if subject.rpartition(", ")[0] not in known]


def verdicts_of_screen(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts of the first screen: those that refine no other."""
    return [verdict for verdict in verdicts if verdict.kind == SCREEN]


@cache
def with_kinds(judge: Callable[[RunFrames], Judged]) -> Callable[[RunFrames], Judged]:
    """What a question judges, each verdict and row with its kind."""

    def work(run: RunFrames) -> Judged:
        rows, verdicts = run.once(judge)
        kinds = _kinds(run, rows, verdicts)
        told = rows.with_columns(kind=pl.Series(kinds, dtype=pl.String)) if len(rows) else rows
        return told, [replace(verdict, kind=kind) for verdict, kind in zip(verdicts, kinds, strict=True)]

    return work


def _kinds(run: RunFrames, rows: pl.DataFrame, verdicts: Sequence[Verdict]) -> list[str]:
    """The kind of each verdict, whose rows stand in the same order."""
    screen = set(coarse(verdict.subject for verdict in verdicts))
    kinds = [SCREEN if verdict.subject in screen else EXPLORATORY for verdict in verdicts]
    if len(rows):  # those that are of a family of the screen hold together with it anyway
        of_screen = rows["error_family"].is_in(list(run.error_parts)).to_list()
        pairs = zip(kinds, of_screen, strict=True)
        kinds = [SECTION if kind == EXPLORATORY and holds else kind for kind, holds in pairs]
    behind = [at for at, kind in enumerate(kinds) if kind == EXPLORATORY]
    if behind:
        on_screen = rows.filter(pl.col("subject").is_in(list(screen)))
        whole = on_screen.group_by("error_family").agg(pl.col("has_direction").all())
        decided = whole.filter("has_direction")["error_family"].to_list()
        error = ALPHA / run.alongside * section_part(run.error_parts, decided)
        p = rows["p_alone"].to_numpy().astype(np.float64)[behind]
        for at, heads in zip(behind, holm(p) <= error, strict=True):
            if heads and rows["has_direction"][at]:
                kinds[at] = SECTION
    return kinds
