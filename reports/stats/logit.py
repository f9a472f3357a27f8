"""Conditional logit of the winner of k players (and rank-ordered logit), with fractional ties and errors clustered by
deal.

In a game with seats i the win share of seat i has expectation exp(x_i b) / sum_j exp(x_j b) (McFadden 1974). Joint
winners share the win, so they enter with fractional weights. Rows repeat a small number of distinct designs (board,
seat, strategy), so gradient and Hessian are sums over distinct rows, and a million games cost little more than a
thousand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["ELO_PER_LOGIT", "Fit", "Wald", "fit", "fit_coded", "fit_ranked"]

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

ELO_PER_LOGIT = 400.0 / np.log(10.0)
SEPARATED = 12.0  # a coefficient this far out (odds of 160,000 to 1) is running away: some row always or never wins


@dataclass(frozen=True)
class Wald:
    """Joint test that several linear combinations of coefficients are all 0."""

    statistic: float
    df: int
    p: float


@dataclass(frozen=True)
class Fit:
    """A fitted model: coefficients, model-based and clustered (CR1) covariance; `ridge` > 0 says that the fit had to be
    regularised."""

    coefficients: Floats
    covariance_model: Floats
    covariance: Floats
    log_likelihood: float
    log_likelihood_null: float
    games: int
    clusters: int
    iterations: int
    ridge: float

    @property
    def se(self) -> Floats:
        """Clustered standard errors."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def se_model(self) -> Floats:
        """Standard errors that take all games for independent."""
        return np.sqrt(np.diag(self.covariance_model))

    def linear(self, combinations: ArrayLike) -> tuple[Floats, Floats, Floats]:
        """Estimates, clustered errors and two-sided normal p values of linear combinations, one a row."""
        from scipy.special import ndtr

        c = np.atleast_2d(np.asarray(combinations, dtype=np.float64))
        estimate = c @ self.coefficients
        se = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", c, self.covariance, c), 0.0))
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2.0 * ndtr(-np.abs(estimate) / se)
        return estimate, se, np.where(se > 0, p, np.nan)

    def wald(self, combinations: ArrayLike) -> Wald:
        """Wald test of several combinations at once (chi square with their rank as degrees of freedom)."""
        from scipy.special import chdtrc

        c = np.atleast_2d(np.asarray(combinations, dtype=np.float64))
        value = c @ self.coefficients
        spread = c @ self.covariance @ c.T
        rank = int(np.linalg.matrix_rank(spread))
        statistic = float(value @ np.linalg.pinv(spread, hermitian=True) @ value)
        return Wald(statistic, rank, float(chdtrc(rank, statistic)) if rank else float("nan"))


def fit(
    x: ArrayLike, shares: ArrayLike, games: ArrayLike, *, clusters: ArrayLike | None = None, ridge: float = 0.0
) -> Fit:
    """Conditional logit from one row a player: covariates `x` (n, p), win shares (n), game labels (n) and cluster
    labels (n; default: the game)."""
    rows = np.atleast_2d(np.asarray(x, dtype=np.float64))
    return fit_coded(rows, np.arange(len(rows)), shares, games, clusters=clusters, ridge=ridge)


def fit_ranked(
    x: ArrayLike, ranks: ArrayLike, games: ArrayLike, *, clusters: ArrayLike | None = None, ridge: float = 0.0
) -> Fit:
    """Rank-ordered (exploded) logit: 1 is best, equal ranks are tied (Breslow); uses every place, not only who won.

    Kept for questions on who is stronger: a table of many players tells more by its places than by its winner.
    """
    rows = np.atleast_2d(np.asarray(x, dtype=np.float64))
    rank, game = np.asarray(ranks), _codes(games)
    cluster = game if clusters is None else _codes(clusters)
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
    result = fit_coded(rows, row, weight, choice, clusters=cluster[row], ridge=ridge)
    return Fit(**{**result.__dict__, "games": int(game.max()) + 1})


def fit_coded(
    designs: ArrayLike,
    codes: ArrayLike,
    shares: ArrayLike,
    games: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    ridge: float = 0.0,
    tolerance: float = 1e-10,
    max_iterations: int = 50,
) -> Fit:
    """Conditional logit where player row r has the covariates `designs[codes[r]]` (c distinct designs by p covariates).

    When the likelihood has no finite maximum (a side or strategy that never or always wins), or its Hessian is
    singular, a ridge penalty of b'b / 2 is added, a pull of less than one game, and reported in `Fit.ridge`.
    """
    z = np.asarray(designs, dtype=np.float64)
    data = _Choices.ordered(z, codes, shares, games, clusters)
    beta, iterations = _newton(data, ridge, tolerance, max_iterations)
    if beta is None and ridge == 0.0:
        ridge = 1.0
        beta, iterations = _newton(data, ridge, tolerance, max_iterations)
    if beta is None:
        raise ValueError("the logit model did not converge: use fewer terms or more games")
    value, _, hessian, p = data.derivatives(beta, ridge)
    bread = np.asarray(np.linalg.inv(hessian), dtype=np.float64)
    return Fit(
        coefficients=beta,
        covariance_model=bread,
        covariance=bread @ data.meat(p) @ bread,
        log_likelihood=value + 0.5 * ridge * float(beta @ beta),
        log_likelihood_null=data.derivatives(np.zeros_like(beta), 0.0)[0],
        games=data.n_games,
        clusters=data.n_clusters,
        iterations=iterations,
        ridge=ridge,
    )


def _codes(labels: ArrayLike) -> Codes:
    return np.unique(np.asarray(labels), return_inverse=True)[1].reshape(-1).astype(np.int64)


@dataclass(frozen=True)
class _Choices:
    """Choice sets sorted by game: which design every player row has, its share, and where games and clusters begin."""

    z: Floats
    code: Codes
    share: Floats
    game: Codes
    start: Codes
    cluster: Codes
    pairs: tuple[Codes, Codes]  # all ordered pairs of rows of one game
    n_games: int
    n_clusters: int

    @classmethod
    def ordered(
        cls, z: Floats, codes: ArrayLike, shares: ArrayLike, games: ArrayLike, clusters: ArrayLike | None
    ) -> _Choices:
        game = _codes(games)
        code, share = np.asarray(codes, dtype=np.int64), np.asarray(shares, dtype=np.float64)
        cluster = game if clusters is None else _codes(clusters)
        order = np.lexsort((share, code, game, cluster))
        game = _codes(cluster[order] * (int(game.max()) + 1) + game[order])
        size = np.bincount(game)
        start = np.concatenate(([0], np.cumsum(size)[:-1])).astype(np.int64)
        pairs = _pairs(size, start)
        return cls(z, code[order], share[order], game, start, cluster[order], pairs, len(size), int(cluster.max()) + 1)

    def derivatives(self, beta: Floats, ridge: float) -> tuple[float, Floats, Floats, Floats]:
        """Penalised log likelihood, its gradient, its negative Hessian, and the expected share of every row."""
        from scipy.sparse import coo_matrix

        c = len(self.z)
        eta = (self.z @ beta)[self.code]
        eta -= np.maximum.reduceat(eta, self.start)[self.game]
        power = np.exp(eta)
        total = np.add.reduceat(power, self.start)
        weight = np.add.reduceat(self.share, self.start)
        p = power / total[self.game]
        value = float(self.share @ eta - weight @ np.log(total))
        expected = p * weight[self.game]
        gradient = self.z.T @ np.bincount(self.code, weights=self.share - expected, minlength=c)
        first, second = self.pairs
        both = coo_matrix((expected[first] * p[second], (self.code[first], self.code[second])), shape=(c, c)).tocsr()
        single = np.bincount(self.code, weights=expected, minlength=c)
        hessian = self.z.T @ (single[:, None] * self.z) - self.z.T @ (both @ self.z)
        value -= 0.5 * ridge * float(beta @ beta)
        return value, gradient - ridge * beta, hessian + ridge * np.eye(len(beta)), expected

    def meat(self, expected: Floats) -> Floats:
        """Outer products of the clusters' scores, with the CR1 factor G / (G - 1)."""
        from scipy.sparse import coo_matrix

        shape = (self.n_clusters, len(self.z))
        residual = coo_matrix((self.share - expected, (self.cluster, self.code)), shape=shape).tocsr()
        scores: Any = residual @ self.z
        factor = self.n_clusters / (self.n_clusters - 1.0) if self.n_clusters > 1 else np.nan
        return np.asarray(factor * (scores.T @ scores))


def _pairs(size: Codes, start: Codes) -> tuple[Codes, Codes]:
    """All ordered pairs of rows inside each game, games of equal size together."""
    first, second = [], []
    for k in np.unique(size):
        base = start[size == k]
        for i in range(int(k)):
            for j in range(int(k)):
                first.append(base + i)
                second.append(base + j)
    return np.concatenate(first), np.concatenate(second)


def _newton(data: _Choices, ridge: float, tolerance: float, max_iterations: int) -> tuple[Floats | None, int]:
    """Newton's method with step halving; None when the maximum is not finite or not unique."""
    beta = np.zeros(data.z.shape[1])
    value, gradient, hessian, _ = data.derivatives(beta, ridge)
    for iteration in range(1, max_iterations + 1):
        if np.linalg.cond(hessian) > 1e13:
            return None, iteration
        step = np.linalg.solve(hessian, gradient)
        while True:
            trial = data.derivatives(beta + step, ridge)
            if trial[0] >= value - 1e-9 * abs(value) or np.max(np.abs(step)) < 1e-12:
                break
            step = step / 2.0
        beta, (value, gradient, hessian, _) = beta + step, trial
        if ridge == 0.0 and np.max(np.abs(data.z @ beta - np.mean(data.z @ beta))) > SEPARATED:
            return None, iteration
        if float(np.max(np.abs(step))) < tolerance:
            return beta, iteration
    return None, max_iterations
