"""What stands on the first screen of a report, what may head a section behind it, and what is exploratory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import polars as pl

from reports.answer import EXPLORATORY, SCREEN, SECTION, Verdict
from reports.effects import Judged
from reports.frames import RunFrames
from reports.stats.families import ALPHA
from reports.stats.verdict import holm, section_part

__all__ = ["coarse", "first_screen", "with_kinds"]


def coarse(subjects: Iterable[str]) -> list[str]:
    """Subjects that do not refine another one, as "star (B), builder" does."""
    known = dict.fromkeys(subjects)
    return [subject for subject in known if subject.rpartition(", ")[0] not in known]


def first_screen(verdicts: Sequence[Verdict]) -> list[Verdict]:
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
