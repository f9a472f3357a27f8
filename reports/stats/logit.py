"""Conditional logit of the winner of k players (and rank-ordered logit), bias-reduced, with errors clustered by deal.

The fit is Firth's: half the log determinant of the information is added to the log likelihood (`choices`), so whatever
was never or always won has a finite estimate. Where a term rests on few events its estimate is far from normal and no
standard error describes it: Lyapunov's ratio says where (fewer than 25 effective events). Such a term gets the interval
and the p value of the profile of the penalised likelihood (Heinze and Schemper 2002), and no standard error.

Games of one deal are alike. Where terms are normal, their errors are the sandwich's over deals (CR1). A profile knows
nothing of deals, and the sandwich nothing of a cell without events, so twice the fall of the profile is divided by a
design effect first (Rao and Scott 1981, first order): the largest of the term's own (variance of the sandwich over that
of the model), the mean one of the whole model (trace of the one times the inverse of the other, over the number of
coefficients) and 1. Both ways end in Student's t with one degree of freedom less than there are deals.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats.choices import Choices, Point
from reports.stats.joint import two_sided
from reports.stats.profile import constrained, limit, maximum

__all__ = ["ELO_PER_LOGIT", "Fit", "Terms", "Test", "fit", "fit_coded", "fit_ranked"]

Floats = NDArray[np.float64]

ELO_PER_LOGIT = 400.0 / np.log(10.0)
SAME = 1e-9  # rounding: less than this, of numbers near 1, is nothing
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
class Test:
    """Joint test that several combinations are 0: chi square, its degrees of freedom (those the games can separate), p
    of F with those and one less than there are clusters; `profiled`: of the likelihood ratio, else of Wald."""

    statistic: float
    df: int
    p: float
    profiled: bool


@dataclass(frozen=True)
class Fit:
    """A fitted model. What differs in no game cannot be estimated: the fit is one of r <= p coefficients, `basis` (p,
    r) leads from these to the columns of the designs (the identity where r = p)."""

    basis: Floats
    choices: Choices = field(repr=False)  # with designs of r columns
    top: Point = field(repr=False)
    sandwich: Floats = field(repr=False)  # clustered covariance (r, r)
    log_likelihood_null: float
    games: int
    iterations: int

    @property
    def coefficients(self) -> Floats:
        """Coefficients of the columns of the designs; of those that cannot be separated, the shortest solution."""
        return self.basis @ self.top.coefficients

    @property
    def log_likelihood(self) -> float:
        """Log likelihood, without the penalty."""
        return self.top.likelihood

    @property
    def clusters(self) -> int:
        """Deals."""
        return self.choices.clusters

    @property
    def covariance_model(self) -> Floats:
        """Covariance of the coefficients that takes all games for independent."""
        return self.basis @ self.top.covariance @ self.basis.T

    @property
    def covariance(self) -> Floats:
        """Clustered covariance of the coefficients (CR1)."""
        return self.basis @ self.sandwich @ self.basis.T

    @property
    def se_model(self) -> Floats:
        """Standard errors that take all games for independent."""
        return np.sqrt(np.diag(self.covariance_model))

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
        given = np.atleast_2d(np.asarray(combinations, dtype=np.float64))
        known = self.estimable(given)
        found = self._linear(given[known] @ self.basis, level)
        spread = np.full((5, len(given)), np.nan)
        spread[:, known] = np.stack([found.estimate, found.se, found.low, found.high, found.p])
        return Terms(*spread)

    def joint(self, combinations: ArrayLike) -> Test:
        """Test of several combinations at once, as far as the games separate them: Wald's, or the likelihood ratio over
        the design effect where one of them is far from normal."""
        from scipy.special import fdtrc

        given = _row_space(np.atleast_2d(np.asarray(combinations, dtype=np.float64)))
        rows = (_null_space(self._lost(given).T) @ given) @ self.basis
        if not len(rows) or self.clusters < 2:
            return Test(float("nan"), len(rows), float("nan"), False)
        df, model = len(rows), rows @ self.top.covariance @ rows.T
        value, spread = rows @ self.top.coefficients, rows @ self.sandwich @ rows.T
        profiled = bool((self.choices.lyapunov(self.top, rows) > FEW).any())
        if profiled:
            effect = max(self.design_effect, float(np.trace(np.linalg.solve(model, spread))) / df)
            statistic = self._fall(rows) / effect
        else:
            statistic = float(value @ np.linalg.pinv(spread, hermitian=True) @ value)
        return Test(statistic, df, float(fdtrc(df, self.clusters - 1.0, statistic / df)), profiled)

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
            low[i], high[i] = (limit(self.choices, self.top, rows[i], 0.5 * effect * t * t, side) for side in (-1, 1))
            p[i] = two_sided(np.sqrt(self._fall(rows[i : i + 1]) / effect), 1.0, df[i])
            se[i] = np.nan
        return Terms(estimate, se, low, high, p)

    def _fall(self, rows: Floats) -> float:
        """Twice the fall of the penalised likelihood when these combinations are 0."""
        return max(2.0 * (self.top.penalised - constrained(self.choices, self.top, rows).penalised), 0.0)

    def _lost(self, combinations: Floats) -> Floats:
        """What of the combinations lies outside of what the games separate."""
        return combinations - combinations @ self.basis @ self.basis.T


def fit(x: ArrayLike, shares: ArrayLike, games: ArrayLike, *, clusters: ArrayLike | None = None) -> Fit:
    """Conditional logit from one row a player: covariates `x` (n, p), of which some thousand rows differ at most, win
    shares (n), game labels (n) and cluster labels (n; default: the game)."""
    designs, codes = _distinct(x)
    return fit_coded(designs, codes, shares, games, clusters=clusters)


def fit_ranked(x: ArrayLike, ranks: ArrayLike, games: ArrayLike, *, clusters: ArrayLike | None = None) -> Fit:
    """Rank-ordered (exploded) logit: 1 is best, equal ranks are tied (Breslow); uses every place, not only who won.

    Kept for questions on who is stronger: a table of many players tells more by its places than by its winner. The
    places of a game are one cluster.
    """
    designs, codes = _distinct(x)
    rank, game = np.asarray(ranks), np.unique(np.asarray(games), return_inverse=True)[1].reshape(-1)
    cluster = game if clusters is None else np.asarray(clusters)
    sources, weights, sets = [], [], []
    for stage in np.unique(rank):
        playing = rank >= stage
        chosen = (rank == stage) & playing
        alive = np.bincount(game, weights=playing) > np.maximum(np.bincount(game, weights=chosen), 1.0)
        alive |= np.bincount(game, weights=chosen) > 1
        keep = np.flatnonzero(playing & alive[game])
        sources.append(keep)
        weights.append(chosen[keep].astype(np.float64))
        sets.append(game[keep] * (int(rank.max()) + 1) + int(stage))
    row, weight, choice = (np.concatenate(part) for part in (sources, weights, sets))
    found = fit_coded(designs, codes[row], weight, choice, clusters=cluster[row])
    return replace(found, games=int(game.max()) + 1)


def fit_coded(
    designs: ArrayLike, codes: ArrayLike, shares: ArrayLike, games: ArrayLike, *, clusters: ArrayLike | None = None
) -> Fit:
    """The same where `codes` (n) names a row of `designs` (c, p) for every player.

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
    top, steps = maximum(choices)
    return Fit(
        basis=basis.T,
        choices=choices,
        top=top,
        sandwich=top.covariance @ choices.meat(top.coefficients) @ top.covariance,
        log_likelihood_null=choices.at(np.zeros(len(basis))).likelihood,
        games=choices.games,
        iterations=steps,
    )


def _forms(rows: Floats, matrix: Floats) -> Floats:
    """The quadratic form of every row."""
    return np.asarray(np.maximum(np.einsum("ij,jk,ik->i", rows, matrix, rows), 0.0))


def _row_space(rows: Floats) -> Floats:
    """An orthonormal basis of all combinations of the rows, one a row."""
    _, sizes, basis = np.linalg.svd(rows, full_matrices=False)
    return np.asarray(basis[sizes > SAME * sizes.max(initial=0.0)])


def _null_space(rows: Floats) -> Floats:
    """An orthonormal basis of the vectors that the rows take to 0, one a row."""
    _, sizes, basis = np.linalg.svd(rows, full_matrices=True)
    rank = int((sizes > SAME).sum())
    return np.asarray(basis[rank:])


def _distinct(x: ArrayLike) -> tuple[Floats, NDArray[np.int64]]:
    """Distinct rows, and which of them every row is."""
    rows = np.atleast_2d(np.asarray(x, dtype=np.float64))
    designs, codes = np.unique(rows, axis=0, return_inverse=True)
    return designs, codes.reshape(-1).astype(np.int64)
