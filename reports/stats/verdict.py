"""Verdicts on effects: equivalence within the designer's margin, difference from 0, and corrections for families of
comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats.joint import two_sided
from reports.stats.power import deals_for

__all__ = ["BALANCED", "SMALL", "UNBALANCED", "UNDECIDED", "Judgement", "Word", "bh", "holm", "judge", "tost"]

Word = Literal["balanced", "unbalanced", "small but real", "undecided"]
BALANCED: Word = "balanced"
UNBALANCED: Word = "unbalanced"
SMALL: Word = "small but real"
UNDECIDED: Word = "undecided"
ALPHA = 0.05


@dataclass(frozen=True)
class Judgement:
    """A verdict word with the equivalence p value and, while undecided, the deals still needed."""

    verdict: Word
    p_equivalence: float | None
    deals_needed: int | None


def tost(effect: float, se: float, df: float, margin: float) -> float:
    """p value of two one-sided t tests that |effect| < margin; below .05 exactly when the 90 % interval lies inside the
    margin."""
    from scipy.special import stdtr

    if not np.isfinite(se) or df < 1:
        return float("nan")
    if se == 0:
        return 0.0 if abs(effect) < margin else 1.0
    return float(max(stdtr(df, (effect - margin) / se), stdtr(df, (-effect - margin) / se)))


def judge(effect: float, se: float, deals: int, margin: float, p: float) -> Judgement:
    """The verdict on one effect; `p` tests it against 0, corrected for its family.

    | inside the margin (TOST) | differs from 0 | verdict |
    |---|---|---|
    | shown | no | balanced |
    | shown | yes | small but real |
    | not shown | yes, and estimated beyond the margin | unbalanced |
    | otherwise | | undecided |
    """
    inside = tost(effect, se, deals - 1, margin)
    if not np.isfinite(inside):
        return Judgement(UNDECIDED, None, None)
    real = bool(p < ALPHA)
    if inside < ALPHA:
        return Judgement(SMALL if real else BALANCED, inside, None)
    if real and abs(effect) > margin:
        return Judgement(UNBALANCED, inside, None)
    # A family's correction makes the test stricter by this factor; the deals needed are those of the strict test.
    single = float(two_sided(effect, se, deals - 1.0))
    strict = ALPHA * min(single / p, 1.0) if p > 0 else ALPHA
    return Judgement(UNDECIDED, inside, deals_for(effect, se, deals, margin, difference_alpha=strict))


def holm(p: ArrayLike | Sequence[float]) -> NDArray[np.float64]:
    """Holm's (1979) adjusted p values; NaN entries are no part of the family and stay NaN."""
    values = np.asarray(p, dtype=np.float64)
    adjusted = np.full(values.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(values))
    order = tested[np.argsort(values[tested], kind="stable")]
    steps = values[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0) if len(order) else steps
    return adjusted


def bh(p: ArrayLike | Sequence[float]) -> NDArray[np.float64]:
    """Benjamini and Hochberg's (1995) q values; NaN entries stay NaN."""
    values = np.asarray(p, dtype=np.float64)
    adjusted = np.full(values.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(values))
    if len(tested):
        from scipy.stats import false_discovery_control

        adjusted[tested] = false_discovery_control(values[tested], method="bh")
    return adjusted
