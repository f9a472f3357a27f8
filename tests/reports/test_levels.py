"""A verdict from the weakest players to the strongest, in words that the intervals bear out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from reports.answer import Verdict
from reports.levels import from_weakest_to_strongest
from reports.stats.families import ALPHA, rate_together, shares
from reports.stats.joint import Contrast


def verdict(subject: str, word: str, effect: float, half: float = 0.01, leaning: str = "") -> Verdict:
    ends = effect - half, effect + half
    return Verdict(subject, "", word, leaning, effect, *ends, 0.02, "pp", 0.5, 99, None, None, "Against A", subject)  # type: ignore[arg-type]


def told(*levels: list[Verdict]) -> Any:
    names = ("novice", "journeyman", "expert")
    return [
        SimpleNamespace(label=name, answer=SimpleNamespace(verdicts=found))
        for name, found in zip(names, levels, strict=False)
    ]


def test_what_stays_what_changes_and_what_is_open() -> None:
    said = from_weakest_to_strongest(
        told(
            [verdict("star", "stronger", 0.03), verdict("circle", "fair", 0.0), verdict("square", "undecided", 0.01)],
            [verdict("star", "stronger", 0.05), verdict("circle", "fair", 0.0), verdict("square", "undecided", 0.02)],
            [
                verdict("star", "stronger", 0.09),
                verdict("circle", "weaker", -0.04),
                verdict("square", "undecided", 0.02),
            ],
        )
    )
    assert said == (
        "From novice to expert, against A: star is stronger at every level (+3.0, +5.0, +9.0 pp: it grows by 4.0 or "
        "more); circle is fair from novice to journeyman, weaker with expert players (0.0, 0.0, −4.0 pp: it falls by "
        "2.0 or more); square (+1.0, +2.0, +2.0 pp) is undecided at every level."
    )


def test_a_change_that_the_intervals_do_not_bear_out_is_not_claimed() -> None:
    said = from_weakest_to_strongest(
        told([verdict("star", "stronger", 0.05, 0.03)], [verdict("star", "stronger", 0.09, 0.03)])
    )
    assert said == "From novice to journeyman, against A: star is stronger at every level (+5.0, +9.0 pp)."


def test_what_only_some_levels_judge_is_left_out() -> None:
    assert from_weakest_to_strongest(told([verdict("star", "fair", 0.0)], [verdict("moon", "fair", 0.0)])) == ""


@pytest.mark.parametrize("deals", [30, 5000], ids=["bonferroni", "drawn"])
def test_families_alongside_one_another_share_their_error(deals: int) -> None:
    """Of five families each errs in 1 %: as often as one of five times as many independent effects, or seldomer."""
    m, se = 4, 0.01
    found = Contrast(
        estimate=np.full(m, 0.3),
        n=np.full(m, deals),
        clusters=np.full(m, deals),
        covariance=np.eye(m) * se**2,
        extent=np.ones(m),
        weight=np.ones(m),
        skewness=np.zeros(m),
    )
    alone, among = (shares(found, 0.25, seed=1, alpha=ALPHA / n) for n in (1, 5))
    assert among.rate == pytest.approx(rate_together(np.eye(5 * m) * se**2, deals, seed=1), rel=0.15)
    assert (among.low < alone.low).all()
    assert (among.p >= alone.p).all()
