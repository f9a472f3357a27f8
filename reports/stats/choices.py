"""Choice situations of a conditional logit: equal ones put together, and the derivatives of the penalised log
likelihood.

In a game with seats i the win share of seat i has expectation p_i = exp(x_i b) / sum_j exp(x_j b) (McFadden 1974).
Joint winners share the win, so they enter with fractional weights. Rows repeat a small number of distinct designs
(board, seat, strategy), so every sum over games is a sum over distinct rows and pairs of them.

Firth (1993) adds half the log determinant of the information I(b) to the log likelihood: Jeffreys' prior. It removes
the bias of first order and has a finite maximum whatever was never or always won (Heinze and Schemper 2002; for
conditional logits Heinze and Puhr 2010). With h_i = (x_i - x)' I^-1 (x_i - x), x the mean of the x_j weighted by p_j,
its gradient is the sum over games of w p_i (h_i - h) x_i / 2, h the mean of the h_j (Kosmidis and Firth 2009).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats.sums import times

__all__ = ["Choices", "Point"]

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

WEAKEST = -600.0  # the exponential of less would be rounded to 0
LARGEST = 2**62  # sets of codes below this are packed into one integer to be compared


@dataclass(frozen=True)
class Point:
    """What the penalised log likelihood is like at some coefficients."""

    coefficients: Floats
    likelihood: float  # without the penalty
    penalised: float
    gradient: Floats  # of the penalised one
    information: Floats  # of the plain one; it stands for the curvature of both
    covariance: Floats  # its inverse


@dataclass(frozen=True)
class Choices:
    """Distinct choice situations of one size over the rows of `designs` [c, p]: [place, situation] of designs and
    summed shares, and the games in them; `clusters` (deals) is a number of them."""

    designs: Floats
    code: Codes
    won: Floats
    weight: Floats  # [situation] summed shares
    situation: Codes  # of every game
    share: Floats  # [place, game], places in the order of the situation
    cluster: Codes  # of every game
    clusters: int

    @classmethod
    def of(
        cls, designs: ArrayLike, codes: ArrayLike, shares: ArrayLike, games: ArrayLike, clusters: ArrayLike | None
    ) -> Choices:
        """From one row a player: its design (row of `designs`), its win share, its game and its cluster (None: the
        game); ValueError where a game has more players than another."""
        z, game = np.asarray(designs, dtype=np.float64), _numbered(games)
        code, share = np.asarray(codes, dtype=np.int64), np.asarray(shares, dtype=np.float64)
        cluster = game if clusters is None else _numbered(clusters)
        order = np.lexsort((share, code, game))
        players, *others = np.unique(np.bincount(game))
        if others:
            raise ValueError("games have different numbers of players: fit those of one number")
        code, share = code[order].reshape(-1, players).T, share[order].reshape(-1, players).T
        return _put_together(z, code, share, cluster[order][::players])

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.situation)

    @cached_property
    def pairs(self) -> list[tuple[int, int, Codes]]:
        """Pairs of places, the first before the second, with the pair of designs [situation] that stand there."""
        places = combinations(range(len(self.code)), 2)
        return [(i, j, self.code[i] * len(self.designs) + self.code[j]) for i, j in places]

    def expected(self, power: Floats) -> tuple[Floats, Floats]:
        """Expected share [place, situation] of one win, and the sum of powers [situation]."""
        powers = power[self.code]
        total = powers.sum(axis=0)
        return powers / total, total

    def by_design(self, code: Codes, values: Floats) -> Floats:
        """Sums of values by the design that their codes name."""
        return np.bincount(code.reshape(-1), weights=values.reshape(-1), minlength=len(self.designs)).astype(np.float64)

    @cached_property
    def shares(self) -> Floats:
        """Summed shares by design."""
        return self.by_design(self.code, self.won)

    def power(self, coefficients: Floats) -> tuple[Floats, Floats]:
        """Of every design: its strength, 0 that of the strongest, and the exponential of it."""
        strength = self.designs @ coefficients
        strength -= strength.max()
        return strength, np.exp(np.maximum(strength, WEAKEST))

    def at(self, coefficients: Floats) -> Point:
        """The penalised log likelihood there; its value is minus infinity where the information is singular."""
        z, c = self.designs, len(self.designs)
        strength, power = self.power(coefficients)
        p, total = self.expected(power)
        likelihood = float(self.shares @ strength) - float(self.weight @ np.log(total))
        mean, products = p * self.weight, np.zeros(c * c)
        for i, j, pair in self.pairs:
            products += np.bincount(pair, weights=mean[i] * p[j], minlength=c * c)
        crossed, single = products.reshape(c, c), self.by_design(self.code, mean * (1.0 - p))
        information = times(z.T, single[:, None] * z - times(crossed + crossed.T, z))
        sign, log_determinant = np.linalg.slogdet(information)
        if sign <= 0 or not np.isfinite(log_determinant):
            nothing = np.full_like(information, np.nan)
            return Point(coefficients, likelihood, -np.inf, nothing[0], information, nothing)
        covariance = np.asarray(np.linalg.inv(information), dtype=np.float64)
        gradient = z.T @ (self.shares - self.by_design(self.code, mean) + self._pull(p, covariance))
        return Point(coefficients, likelihood, likelihood + 0.5 * log_determinant, gradient, information, covariance)

    def _pull(self, p: Floats, covariance: Floats) -> Floats:
        """Gradient of the penalty by design, at the expected shares p.

        With K_ij the squared distance of x_i and x_j under I^-1, h_i is sum_j p_j K_ij minus the same for all i.
        """
        inner = times(times(self.designs, covariance), self.designs.T)
        distance = (np.diag(inner)[:, None] + np.diag(inner)[None, :] - 2.0 * inner).reshape(-1)
        lever = np.zeros_like(p)
        for i, j, pair in self.pairs:
            distances = distance[pair]
            lever[i] += p[j] * distances
            lever[j] += p[i] * distances
        lever -= (p * lever).sum(axis=0)
        return self.by_design(self.code, 0.5 * self.weight * p * lever)

    def meat(self, coefficients: Floats) -> Floats:
        """Outer products of the clusters' scores, with the CR1 factor G / (G - 1); NaN with one cluster."""
        from scipy.sparse import coo_matrix

        p = self.expected(self.power(coefficients)[1])[0]
        residual = self.share - p[:, self.situation] * self.share.sum(axis=0)
        at = np.tile(self.cluster, len(self.code)), self.code[:, self.situation].reshape(-1)
        by_cluster = coo_matrix((residual.reshape(-1), at), shape=(self.clusters, len(self.designs))).tocsr()
        scores = np.asarray(by_cluster @ self.designs)
        factor = self.clusters / (self.clusters - 1.0) if self.clusters > 1 else np.nan
        return np.asarray(factor * (scores.T @ scores))

    def lyapunov(self, point: Point, combinations: Floats) -> Floats:
        """Lyapunov's ratio of each combination of coefficients: the third absolute moments of its score over the 3/2
        power of its variance.

        It bounds how far the estimate is from normal: n events in a cell give 1 / sqrt(n).
        """
        direction = point.covariance @ combinations.T
        direction /= np.sqrt(np.einsum("tp,pt->t", combinations, direction))
        moments = np.zeros(len(combinations))
        moved, power = (self.designs @ direction).T, self.power(point.coefficients)[1]
        p, _ = self.expected(power)
        for t, by_design in enumerate(moved):
            u = by_design[self.code]
            u -= (p * u).sum(axis=0)
            np.abs(u, out=u)
            moments[t] = float(self.weight @ (p * u * u * u).sum(axis=0))
        return moments


def _numbered(labels: ArrayLike) -> Codes:
    """Labels as numbers from 0."""
    return np.unique(np.asarray(labels), return_inverse=True)[1].reshape(-1).astype(np.int64)


def _put_together(designs: Floats, code: Codes, share: Floats, cluster: Codes) -> Choices:
    """Games with the same designs as one situation; code [place, game] is sorted within each game."""
    k, c = len(code), len(designs)
    if c**k < LARGEST:
        packed = np.array([c**i for i in range(k)], dtype=np.int64) @ code
        first, situation = np.unique(packed, return_index=True, return_inverse=True)[1:]
        distinct = code[:, first]
    else:
        distinct, situation = np.unique(code, axis=1, return_inverse=True)
    situation, n = situation.reshape(-1), distinct.shape[1]
    won = np.stack([np.bincount(situation, weights=row, minlength=n).astype(np.float64) for row in share])
    distinct, clusters = np.ascontiguousarray(distinct), int(cluster.max()) + 1
    return Choices(designs, distinct, won, won.sum(axis=0), situation, share, cluster, clusters)
