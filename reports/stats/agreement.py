"""Which plans choose alike: families of plans, by how often two of them choose the same move at the same positions."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["SAME_FAMILY", "agreement_of", "families_of"]

# Plans of a family choose the same move at this share of positions, in the mean. Copies of a shipped plan whose weights
# are up to 3 % off agree at 96 to 100 % of the positions of the shipped games, two different shipped plans at 91 % at
# most, but for one pair that is as alike as copies (97 %). The cut is as many times off as the one and the other end:
# 1 - sqrt((1 - .96) (1 - .91)); tests/analyser/runs/test_plan_trials.py holds both ends against it.
SAME_FAMILY = 0.94

Floats = NDArray[np.float64]


def agreement_of(choices: ArrayLike) -> Floats:
    """The share of positions at which two plans choose the same move, [plan, plan], of their choices [position,
    plan]."""
    moves = np.asarray(choices)
    return np.asarray((moves[:, :, None] == moves[:, None, :]).mean(axis=0))


def families_of(agreement: ArrayLike, *, threshold: float = SAME_FAMILY) -> list[int]:
    """The number of each plan's family, counted from 0 in the order of their first plans.

    agreement: [plan, plan]; NaN where it is not known, so that the plans stay apart. Families are joined, the two that
    agree most first, as long as the mean agreement of a plan of one with a plan of the other is at least `threshold`
    (average linkage: Sokal and Michener 1958).
    """
    shares = np.nan_to_num(np.asarray(agreement, dtype=np.float64), nan=-np.inf)
    groups = [[plan] for plan in range(len(shares))]
    while len(groups) > 1:
        pairs = [(i, j) for i in range(len(groups)) for j in range(i)]
        means = [float(shares[np.ix_(groups[i], groups[j])].mean()) for i, j in pairs]
        best = int(np.argmax(means))
        if means[best] < threshold:
            break
        i, j = pairs[best]
        groups[j] += groups.pop(i)
    number_of = {plan: number for number, group in enumerate(sorted(groups, key=min)) for plan in group}
    return [number_of[plan] for plan in range(len(shares))]
