"""Elo ratings: from win shares, how much stronger than its k - 1 equal opponents a player is; from who won which games,
how strong each of many players is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats.families import rate_together
from reports.stats.joint import combined
from reports.stats.logit import ELO_PER_LOGIT, fit_coded

__all__ = ["Ratings", "ratings"]

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True)
class Ratings:
    """Elo of players with simultaneous 95 % intervals, 0 the mean strength of all: who is at 0 wins par among players
    of that strength. NaN where the games cannot tell."""

    elo: Floats
    low: Floats
    high: Floats


def ratings(
    player: Codes, others: Sequence[Codes], shares: ArrayLike, games: ArrayLike, clusters: ArrayLike, *, seed: int
) -> Ratings:
    """Strengths by who won games of k (Luce 1959; of two, Bradley and Terry 1952), on Elo's scale: of k players with
    ratings r, player i wins with probability s_i = 10^(r_i / 400) over the sum of those of all.

    Ratings are known but for a constant. Here the mean of s is 1, not that of r: one who never wins, whose rating may
    be any low number, would else make all others' uncertain. Errors are those of r_i less the mean of r weighted by s,
    which is how the logarithm of the mean of s changes (delta method).

    From one row a player and game: its number from 0, numbers of what else makes winning likelier (its seat, its
    board), its share of the win, its game and its cluster (deal). ValueError where nobody met anybody else.
    """
    n = int(np.max(player, initial=-1)) + 1
    if n < 2:
        raise ValueError("one player alone is neither strong nor weak")
    factors = [player, *others]
    packed = np.zeros(len(player), dtype=np.int64)
    for codes in factors:
        packed = packed * (int(codes.max()) + 1) + codes
    _, first, code = np.unique(packed, return_index=True, return_inverse=True)
    designs = np.hstack([np.eye(int(codes.max()) + 1)[codes[first]] for codes in factors])
    fit = fit_coded(designs, code.reshape(-1), shares, games, clusters=clusters)
    strength, weight = _strengths(fit.coefficients[:n])
    combinations = np.hstack([np.eye(n) - weight, np.zeros((n, designs.shape[1] - n))])
    rate = rate_together(combined(fit.covariance, combinations), fit.clusters, seed=seed)
    terms = fit.linear(combinations, level=1.0 - rate)
    moved = strength - (np.eye(n) - weight) @ strength
    return Ratings(*(ELO_PER_LOGIT * (ends + moved) for ends in (terms.estimate, terms.low, terms.high)))


def _strengths(coefficients: Floats) -> tuple[Floats, Floats]:
    """Logarithms of strengths whose mean is 1, and the share of each in their sum."""
    power = np.exp(coefficients - coefficients.max())
    return np.asarray(coefficients - coefficients.max() - np.log(power.mean())), np.asarray(power / power.sum())
