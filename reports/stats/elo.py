"""Elo ratings: from win shares, how much stronger than its k - 1 equal opponents a player is; from who won which games,
how strong each of many players is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats.choices import Choices, Point
from reports.stats.families import rate_together
from reports.stats.intervals import two_sided

__all__ = ["ELO_PER_LOGIT", "Fit", "Ratings", "Terms", "fit_coded", "ratings"]


ELO_PER_LOGIT = 400.0 / np.log(10.0)
SAME = 1e-9  # rounding: less than this, of numbers near 1, is nothing
MAX_STEPS = 60  # a likelihood with a finite maximum takes 5 to 15
MAX_MOVE = 4.0  # a step moves no design's strength by more: beyond, the quadratic it rests on says nothing
# Squared length, in standard errors, of a step that is the last: of the way to the estimates, and of that to a fall.
CLOSE, CLOSE_FALL = 1e-12, 1e-6
ROUNDING = 1e-10  # of the log likelihood: less than this is no step down
CLOSE_LIMIT = 1e-4  # of the log likelihood at a limit: less than 0.01 % of the distance to it
FEW = 0.2  # Lyapunov's ratio from which a term is not normal: 25 events in a cell


@dataclass(frozen=True)
class Terms:
    """Linear combinations of coefficients, one a row: estimates (NaN: the games cannot separate it from others),
    clustered errors (NaN where the profile gave the rest), interval ends (NaN where the profile never falls so far) and
    two-sided p values."""

    estimate: Floats
    se: Floats
    low: Floats
    high: Floats
    p: Floats


@dataclass(frozen=True)
class Fit:
    """A fitted model. What differs in no game cannot be estimated: the fit is one of r <= p coefficients, `basis` (p,
    r) leads from these to the columns of the designs (the identity where r = p)."""

    basis: Floats
    choices: Choices = field(repr=False)  # with designs of r columns
    top: Point = field(repr=False)
    sandwich: Floats = field(repr=False)  # clustered covariance (r, r)
    games: int

    @property
    def coefficients(self) -> Floats:
        """Coefficients of the columns of the designs; of those that cannot be separated, the shortest solution."""
        return self.basis @ self.top.coefficients

    @property
    def clusters(self) -> int:
        """Deals."""
        return self.choices.clusters

    @property
    def covariance(self) -> Floats:
        """Clustered covariance of the coefficients (CR1)."""
        return self.basis @ self.sandwich @ self.basis.T

    @property
    def se(self) -> Floats:
        """Clustered standard errors."""
        return np.sqrt(np.diag(self.covariance))

    @cached_property
    def design_effect(self) -> float:
        """Mean of the generalised design effects, no less than 1."""
        ratio = float(np.trace(self.top.information @ self.sandwich)) / len(self.top.coefficients)
        return max(ratio, 1.0) if np.isfinite(ratio) else 1.0

    def estimable(self, combinations: ArrayLike) -> NDArray[np.bool_]:
        """Whether the games can separate each combination of coefficients from all others."""
        lost = self._lost(np.atleast_2d(np.asarray(combinations, dtype=np.float64)))
        return np.asarray(np.abs(lost).max(axis=1, initial=0.0) < SAME)

    def linear(self, combinations: ArrayLike, *, level: float = 0.95) -> Terms:
        """Linear combinations of coefficients, one a row."""
        rows = np.atleast_2d(np.asarray(combinations, dtype=np.float64))
        is_estimable = self.estimable(rows)
        terms = self._linear(rows[is_estimable] @ self.basis, level)
        spread = np.full((5, len(rows)), np.nan)
        spread[:, is_estimable] = np.stack([terms.estimate, terms.se, terms.low, terms.high, terms.p])
        return Terms(*spread)

    def _linear(self, rows: Floats, level: float) -> Terms:
        """The same in the coefficients of the fit."""
        from scipy.special import stdtrit

        df = np.full(len(rows), self.clusters - 1.0)
        t = float(stdtrit(self.clusters - 1.0, 0.5 + level / 2.0)) if self.clusters > 1 else float("nan")
        estimate, se = rows @ self.top.coefficients, np.sqrt(_forms(rows, self.sandwich))
        low, high, p = estimate - t * se, estimate + t * se, two_sided(estimate, se, df)
        model = _forms(rows, self.top.covariance)
        for i in np.flatnonzero((self.choices.lyapunov(self.top, rows) > FEW) & (self.clusters > 1)):
            effect = max(self.design_effect, float(se[i] ** 2 / model[i]))
            low[i], high[i] = (_limit(self.choices, self.top, rows[i], 0.5 * effect * t * t, side) for side in (-1, 1))
            p[i] = two_sided(np.sqrt(self._fall(rows[i : i + 1]) / effect), 1.0, df[i])
            se[i] = np.nan
        return Terms(estimate, se, low, high, p)

    def _fall(self, rows: Floats) -> float:
        """Twice the fall of the penalised likelihood when these combinations are 0."""
        return max(2.0 * (self.top.penalised - _constrained(self.choices, self.top, rows).penalised), 0.0)

    def _lost(self, combinations: Floats) -> Floats:
        """What of the combinations lies outside of what the games separate."""
        return combinations - combinations @ self.basis @ self.basis.T


def fit_coded(
    designs: ArrayLike, codes: ArrayLike, shares: ArrayLike, games: ArrayLike, *, clusters: ArrayLike | None = None
) -> Fit:
    """Conditional logit from one row a player: `codes` (n) names its row of `designs` (c, p), its win share, its game
    and its cluster (default: the game).

    Combinations of columns that differ in no game get no estimate (`Fit.estimable`); ValueError where no column
    differs in any.
    """
    choices = Choices.of(designs, codes, shares, games, clusters)
    columns = choices.designs.shape[1]
    basis = _row_space(choices.at(np.zeros(columns)).information)
    if not len(basis):
        raise ValueError("no two players of a game differ in any term of the logit model")
    if len(basis) == columns:
        basis = np.eye(columns)
    else:
        choices = replace(choices, designs=choices.designs @ basis.T)
    top = _climb(choices, np.zeros(choices.designs.shape[1]), None, CLOSE)
    return Fit(
        basis=basis.T,
        choices=choices,
        top=top,
        sandwich=top.covariance @ choices.meat(top.coefficients) @ top.covariance,
        games=choices.games,
    )


def _forms(rows: Floats, matrix: Floats) -> Floats:
    """The quadratic form of every row."""
    return np.asarray(np.maximum(np.einsum("ij,jk,ik->i", rows, matrix, rows), 0.0))


def _row_space(rows: Floats) -> Floats:
    """An orthonormal basis of all combinations of the rows, one a row."""
    _, sizes, basis = np.linalg.svd(rows, full_matrices=False)
    return np.asarray(basis[sizes > SAME * sizes.max(initial=0.0)])


# -- the profile of the penalised likelihood --------------------------------------------------------------------------


def _constrained(choices: Choices, top: Point, rows: Floats) -> Point:
    """The highest point on which these combinations of coefficients, one a row, are 0; the penalty is that of the whole
    model."""
    moved = top.covariance @ rows.T
    start = top.coefficients - moved @ np.linalg.solve(rows @ moved, rows @ top.coefficients)
    return _climb(choices, start, rows, CLOSE_FALL)


def _limit(choices: Choices, top: Point, row: Floats, drop: float, side: int) -> float:
    """Where the combination `row` of coefficients stands when its profile has fallen by `drop` to that side (-1, 1);
    NaN where no such point is found.

    Newton's method on the coefficients and the multiplier together (Venzon and Moolgavkar 1988).
    """
    goal = top.penalised - drop
    moved = top.covariance @ row
    step = side * np.sqrt(2.0 * drop) * moved / np.sqrt(row @ moved)
    beta = top.coefficients
    for _ in range(MAX_STEPS):
        beta, point = _step_from(choices, beta, step, -np.inf)
        if point is None:
            break
        score, spread = point.covariance @ point.gradient, point.covariance @ row
        left = 2.0 * (point.penalised - goal) + float(point.gradient @ score)
        multiplier = -side * max(left / float(row @ spread), 0.0) ** 0.5
        step = score - multiplier * spread
        off = float((point.gradient - multiplier * row) @ step)
        if abs(point.penalised - goal) < CLOSE_LIMIT and abs(off) < CLOSE_LIMIT:
            return float(row @ beta)
    return float("nan")


def _climb(choices: Choices, start: Floats, rows: Floats | None, close: float) -> Point:
    """The point of highest penalised likelihood, by steps along the covariance, halved where they do not lead up; with
    `rows` those combinations stay as they are. Raises ValueError where two terms cannot be told apart."""
    point = choices.at(start)
    if not np.isfinite(point.penalised) or np.linalg.cond(point.information) > 1e13:
        raise ValueError("the logit model cannot tell its terms apart: use fewer terms or more games")
    for _ in range(MAX_STEPS):
        step = point.covariance @ point.gradient
        if rows is not None:
            moved = point.covariance @ rows.T
            step -= moved @ np.linalg.solve(rows @ moved, rows @ step)
        gain = float(point.gradient @ step)
        if gain < close:
            return point
        lowest = point.penalised - ROUNDING * abs(point.penalised)
        better = _step_from(choices, point.coefficients, step, lowest)[1]
        if better is None:
            return point
        point = better
    raise ValueError("the logit model did not converge: use fewer terms or more games")


def _step_from(choices: Choices, beta: Floats, step: Floats, lowest: float) -> tuple[Floats, Point | None]:
    """The point one step away, or a fraction of it, that has at lowest this penalised likelihood; None: there is
    none."""
    far = float(np.abs(choices.designs @ step).max())
    step = step * min(1.0, MAX_MOVE / far) if far > 0 else step
    for _ in range(30):
        point = choices.at(beta + step)
        if np.isfinite(point.penalised) and point.penalised >= lowest:
            return beta + step, point
        step = step / 2.0
    return beta, None


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
    rate = rate_together(_combined(fit.covariance, combinations), fit.clusters, seed=seed)
    terms = fit.linear(combinations, level=1.0 - rate)
    moved = strength - (np.eye(n) - weight) @ strength
    return Ratings(*(ELO_PER_LOGIT * (ends + moved) for ends in (terms.estimate, terms.low, terms.high)))


def _strengths(coefficients: Floats) -> tuple[Floats, Floats]:
    """Logarithms of strengths whose mean is 1, and the share of each in their sum."""
    power = np.exp(coefficients - coefficients.max())
    return np.asarray(coefficients - coefficients.max() - np.log(power.mean())), np.asarray(power / power.sum())


def _combined(covariance: Floats, weights: Floats) -> Floats:
    """The covariance of linear combinations, one a row of `weights`; 0 for those whose terms cancel: what is left of
    their variance is rounding, of either sign."""
    result = np.asarray(weights @ covariance @ weights.T)
    scale = np.einsum("ij,j->i", weights * weights, np.maximum(np.diag(covariance), 0.0))
    cancelled = np.diag(result) < 1e-13 * scale
    result[cancelled, :] = result[:, cancelled] = 0.0
    return result
