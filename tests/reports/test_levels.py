"""A verdict from the weakest players to the strongest, in words that the intervals bear out."""

from __future__ import annotations

import numpy as np
import pytest

from reports.questions.shared import levels_summary, looks_caveat
from reports.stats.deal_means import Contrast
from reports.stats.families import rate_together, win_shares
from reports.stats.verdict import ALPHA
from tests.reports.said import verdict_of

LEVELS = ("novice", "journeyman", "expert")


def summary_of(*effects: dict[str, tuple[float, float]]) -> str:
    """Of effects with half of their intervals in points, by name, at each level."""
    levels = [[verdict_of(name, *pair, family="Against A") for name, pair in level.items()] for level in effects]
    return levels_summary(list(zip(LEVELS, levels, strict=False)))


def test_what_stays_what_changes_and_what_is_open() -> None:
    summary = summary_of(
        {"star": (3.5, 1), "circle": (0, 1), "square": (1, 3)},
        {"star": (5, 1), "circle": (0, 1), "square": (2, 3)},
        {"star": (9, 1), "circle": (-4, 1), "square": (2, 3)},
    )
    assert summary == (
        "From novice to expert, against A: star is stronger at every level (+3.5, +5.0, +9.0 points: it grows by 3.5 "
        "or more); circle is fair from novice to journeyman, weaker with expert players (0.0, 0.0, −4.0 points: it "
        "falls by 2.0 or more); square is unclear at every level."
    )


def test_a_change_that_the_intervals_do_not_bear_out_is_not_claimed() -> None:
    summary = summary_of({"star": (5.5, 3)}, {"star": (9, 3)})
    assert summary == "From novice to journeyman, against A: star is stronger at every level (+5.5, +9.0 points)."


def test_what_only_some_levels_judge_is_left_out() -> None:
    assert summary_of({"star": (0, 1)}, {"moon": (0, 1)}) == ""


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
    alone, among = (win_shares(found, 0.25, seed=1, alpha=ALPHA / n) for n in (1, 5))
    assert among.rate == pytest.approx(rate_together(np.eye(5 * m) * se**2, deals, seed=1), rel=0.15)
    assert (among.low < alone.low).all()
    assert (among.p >= alone.p).all()


def test_several_looks_are_said_with_the_error_they_make() -> None:
    assert looks_caveat([8000]) == []
    assert looks_caveat([8000, 4000]) == ["This run was analysed twice: the chance of a false finding is 8 %, not 5 %."]
    assert looks_caveat([1, 2, 3])[0].startswith(
        "This run was analysed three times: the chance of a false finding is 11"
    )
