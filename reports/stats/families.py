"""Effects judged together: one interval for each, so that all of a family hold their effects in 95 of 100 runs.

The critical value is the quantile of the largest |t| of the family (Hothorn, Bretz and Westfall 2008), drawn from
normals with the family's correlation over deals: the limit of a bootstrap of whole deals, keyed by the run's seed. It
is turned into an error rate for one comparison, and every interval is made at that rate by the method of its kind.

Of a run that is looked at while it goes on, and ends when its verdicts are there, the intervals of all effects hold at
all looks together (reports/stats/sequential.py). Their rate is Bonferroni's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from reports.stats.deal_means import Contrast
from reports.stats.intervals import FEW_EVENTS, ONE_LOOK, Coverage, share_limits
from reports.stats.root import last_above_zero
from reports.stats.verdict import ALPHA, FEW_DEALS

__all__ = [
    "Family", "difference_ends", "family_of", "mean_ends", "rate_together", "share_ends", "win_shares",
]  # fmt: skip

Floats = NDArray[np.float64]
Limits = Callable[[Floats], tuple[Floats, Floats]]  # both ends of every effect, from its error on each side

MAX_DRAWN = 500  # effects: their draws take time as the cube of their number, and of many Bonferroni's rate is near
DRAWS = 20_000  # the 5 % are then met to a standard error of 0.15 %
SAME = 1e-12  # rounding: a correlation's eigenvalue below it is 0
RARE = 0.005  # share of the draws: below it they are too few to count
LARGEST_Z = 37.0  # beyond it a p value is 0 in double precision
NO_DEALS = np.zeros((0, 3), dtype=np.int64)


@dataclass(frozen=True)
class Family:
    """Effects on win share with the covariance of their errors over deals and their simultaneous 95 % intervals `low`,
    `high`, one a row.

    `low_each` and `high_each` are the 95 % intervals of each by itself; `rate` is the two-sided error of one comparison
    at which the whole family errs in 5 %.
    """

    effect: Floats
    se: Floats
    n: NDArray[np.int64]
    deals: NDArray[np.int64]
    covariance: Floats = field(repr=False)
    low: Floats
    high: Floats
    low_each: Floats
    high_each: Floats
    rate: float
    ends: Limits = field(repr=False)
    largest: Floats | None = field(repr=False)
    size: int  # effects that are judged together
    alpha: float = ALPHA  # the error of all of them together: less where other families hold together with them
    name: str = ""  # under which it shares an error with others
    is_final: bool = True  # False: there are no p values

    @cached_property
    def p(self) -> Floats:
        """p values against 0, corrected for the family: 0.05 exactly where the simultaneous interval touches 0."""
        p = np.minimum(ALPHA / self.alpha * _corrected(self._touching, self.largest, self.size), 1)
        return np.where(np.isnan(self.low), np.nan, p)

    @cached_property
    def p_alone(self) -> Floats:
        """p values of each by itself against 0."""
        from scipy.special import ndtr

        return np.where(np.isnan(self.low), np.nan, 2.0 * ndtr(-self._touching))

    @cached_property
    def _touching(self) -> Floats:
        if not self.is_final:
            return np.full(len(self.effect), np.nan)
        return _touching(self.ends, len(self.effect))

    def limits_at(self, alpha: float) -> tuple[Floats, Floats]:
        """Both ends of every interval where all of them together err in alpha of all runs."""
        rate = _single_rate(self.largest, self.size, alpha)
        return self.ends(np.full(len(self.effect), rate / 2.0))

    def part(self, rows: Sequence[int] | slice) -> Family:
        """Some of the effects, with the intervals and p values that they have among all."""
        all_rows = np.arange(len(self.effect))
        at = all_rows[rows] if isinstance(rows, slice) else all_rows[list(rows)]

        def ends(tail: Floats) -> tuple[Floats, Floats]:
            tails = np.full(len(all_rows), ALPHA / 2.0)
            tails[at] = tail
            low, high = self.ends(tails)
            return low[at], high[at]

        names = ("effect", "se", "n", "deals", "low", "high", "low_each", "high_each")
        parts = {name: getattr(self, name)[at] for name in names}
        return replace(self, **parts, covariance=self.covariance[np.ix_(at, at)], ends=ends)


def mean_ends(contrast: Contrast, *, coverage: Coverage = ONE_LOOK) -> Limits:
    """Both ends of the interval of means, or differences of them, that have no bounds: Student's."""

    def ends(tail: Floats) -> tuple[Floats, Floats]:
        with np.errstate(invalid="ignore"):  # no error times an endless quantile: no interval
            half = coverage.quantile(contrast.clusters, tail) * contrast.se
        return contrast.estimate - half, contrast.estimate + half

    return ends


def share_ends(
    contrast: Contrast, par: float, *, coverage: Coverage = ONE_LOOK, allow_rare_deals: bool = True
) -> Limits:
    """Both ends of the interval of each share less par: Wilson's with continuity correction at the effective number of
    games, exact below 5 events (`share_limits`); allow_rare_deals: and never nearer to the estimate than rare deals may
    take it (`rare_half`)."""
    share, se, deals = contrast.estimate, contrast.se, contrast.clusters
    rare = _rare_ends(share, se, contrast.skewness, deals, share, 1.0 - share, coverage)

    def ends(tail: Floats) -> tuple[Floats, Floats]:
        low, high = share_limits(share, se, deals, tail=tail, coverage=coverage)
        if allow_rare_deals:
            below, above = rare(tail)
            low, high = np.minimum(low, below), np.maximum(high, above)
        return low - par, high - par

    return ends


def _rare_ends(
    estimate: Floats, se: Floats, skewness: Floats, deals: NDArray[np.int64], below: Floats, above: Floats,
    coverage: Coverage,
) -> Limits:  # fmt: skip
    """The ends that intervals reach at least, for deals unlike all others may decide the mean (`rare_half`); below,
    above: how far from the estimate one deal can be."""

    reach, skew = np.stack([below, above]), np.stack([-skewness, skewness])

    def ends(tail: Floats) -> tuple[Floats, Floats]:
        half = coverage.rare_half(tail, reach, se, skew, deals)
        return estimate - half[0], estimate + half[1]

    return ends


def win_shares(
    contrast: Contrast,
    par: float,
    discordant: NDArray[np.int64] = NO_DEALS,
    *,
    seed: int,
    coverage: Coverage = ONE_LOOK,
    alpha: float = ALPHA,
) -> Family:
    """Win shares against par, and after them differences between such shares, whose deals `discordant` are (a row each,
    as DealMeans.discordant() has them): one family, with intervals as share_ends() and difference_ends() have them.
    coverage: at which looks they hold."""
    n = len(contrast.estimate) - len(discordant)
    first, rest = contrast.part(slice(n)), contrast.part(slice(n, None))
    limits = share_ends(first, par, coverage=coverage), difference_ends(
        rest.estimate, rest.se, rest.skewness, rest.clusters, rest.extent, rest.weight, discordant, coverage=coverage
    )  # fmt: skip

    def ends(tail: Floats) -> tuple[Floats, Floats]:
        (low, high), (below, above) = limits[0](tail[:n]), limits[1](tail[n:])
        return np.concatenate([low, below]), np.concatenate([high, above])

    effect = np.concatenate([first.estimate - par, rest.estimate])
    return family_of(contrast, effect, ends, seed=seed, coverage=coverage, alpha=alpha)


def difference_ends(
    estimate: Floats, se: Floats, skewness: Floats, deals: NDArray[np.int64], reach: Floats, weight: Floats,
    discordant: NDArray[np.int64], *, coverage: Coverage = ONE_LOOK,
) -> Limits:  # fmt: skip
    """Both ends of the interval of each difference of shares: Student's with a continuity correction of one deal that
    differs (Edwards 1948), by as much as such deals do (root mean square), exact below 5 discordant deals, and never
    nearer to the estimate than rare deals may take it (`rare_half`). reach: how far from 0 it can be; weight: the
    largest of one of its means.

    Exact: with a of D deals in favour and b against, the difference lies between -U(b) and U(a) times what it would be
    if every deal were in favour, U being Clopper and Pearson's upper end for a or b of D. A kind of deal may be missing
    among all that were played, and then be as far as all means together reach, or among those of one mean alone, and
    then bear on that mean.
    """
    differ, n_involved = discordant[:, :2], np.maximum(discordant[:, 2], 1)  # 0 where a difference is of nothing
    few = differ.sum(axis=1) < FEW_EVENTS
    squares = (n_involved - 1) * se * se + estimate * estimate  # the mean over deals
    step = np.minimum(np.sqrt(squares * n_involved / np.maximum(differ.sum(axis=1), 1)), reach) / n_involved
    far = np.maximum(weight, reach * deals / n_involved)
    below, above = np.maximum(far + estimate, 0.0), np.maximum(far - estimate, 0.0)
    rare = _rare_ends(estimate, se, skewness, deals, below, above, coverage)

    def ends(tail: Floats) -> tuple[Floats, Floats]:
        half = coverage.quantile(deals, tail) * se + step
        below, above = rare(tail)
        low, high = np.minimum(estimate - half, below), np.maximum(estimate + half, above)
        if few.any():
            events, of, error = differ[few], n_involved[few, None], tail[few, None]
            highest = coverage.highest_share(events, of, error)
            low[few], high[few] = -highest[:, 1] * reach[few], highest[:, 0] * reach[few]
        valid = deals >= 2
        return np.where(valid, np.maximum(low, -reach), np.nan), np.where(valid, np.minimum(high, reach), np.nan)

    return ends


def rate_together(covariance: Floats, deals: int, *, seed: int) -> float:
    """Two-sided error of one interval at which those of estimates with this covariance over deals err together in 5 %:
    for estimates that are no shares, whose ends another method gives."""
    m = len(covariance)
    return _single_rate(_largest_of(covariance, np.full(m, deals), seed=seed), m)


def family_of(
    contrast: Contrast, effect: Floats, ends: Limits, *, seed: int, coverage: Coverage = ONE_LOOK, alpha: float = ALPHA
) -> Family:
    """Effects whose ends are given for any error on each side, as one family; coverage: at which looks they hold;
    alpha: in so many runs at most one of the intervals misses its effect."""
    m = len(effect)
    largest = None if coverage.is_repeated else _largest_of(contrast.covariance, contrast.clusters, seed=seed)
    rate = _single_rate(largest, m, alpha)
    low, high = ends(np.full(m, rate / 2.0))
    low_each, high_each = ends(np.full(m, ALPHA / 2.0))
    return Family(
        effect, contrast.se, contrast.n, contrast.clusters, contrast.covariance, low, high, low_each, high_each, rate,
        ends=ends, largest=largest, size=m, alpha=alpha, is_final=coverage.is_final,
    )  # fmt: skip


def _largest_of(covariance: Floats, deals: NDArray[np.int64], *, seed: int) -> Floats | None:
    """Keyed draws of the largest |z| of normals with the correlation of the effects; None where fewer than 50 deals
    tell that correlation (Bonferroni's correction needs none), or there is one effect alone, or very many."""
    if not 2 <= len(deals) <= MAX_DRAWN or deals.min() < FEW_DEALS:
        return None
    sd = np.sqrt(np.diag(covariance))
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = np.where(np.outer(sd, sd) > 0, covariance / np.outer(sd, sd), 0.0)
    np.fill_diagonal(correlation, 1.0)  # an effect without any spread goes its own way
    values, vectors = np.linalg.eigh(correlation)
    scale = np.sqrt(np.where(values > SAME, values, 0.0))
    root = vectors * scale @ vectors.T  # the same whatever vectors a library chooses
    draws = root @ _normals(seed, len(deals))
    return np.asarray(np.abs(draws, out=draws).max(axis=0))


@lru_cache(maxsize=1)
def _normals(seed: int, m: int) -> Floats:
    """Independent normals, a column a draw."""
    return np.random.default_rng(seed).standard_normal((m, DRAWS))


def _single_rate(largest: Floats | None, m: int, alpha: float = ALPHA) -> float:
    """Two-sided error of one comparison at which m of them together err in alpha of all runs; without draws, or where
    alpha is too small for any of them, Bonferroni's alpha / m."""
    from scipy.special import ndtr

    strict = alpha / max(m, 1)
    place = round(DRAWS * (1.0 - alpha))
    if largest is None or place >= DRAWS:
        return strict
    critical = float(np.partition(largest, place)[place])
    return min(max(2.0 * float(ndtr(-critical)), strict), alpha)


def _corrected(z: Floats, largest: Floats | None, size: int) -> Floats:
    """p values of |z| within their family of that size: how often the largest draw reaches it. Bonferroni's without
    draws, and where draws are too rare to count."""
    from scipy.special import ndtr

    bonferroni = np.minimum(size * 2.0 * ndtr(-np.abs(z)), 1.0)
    if largest is None:
        return np.asarray(bonferroni)
    p = 1.0 - np.searchsorted(np.sort(largest), np.abs(z), side="left") / len(largest)
    return np.asarray(np.where(p >= RARE, p, np.minimum(bonferroni, RARE)))


def _touching(ends: Limits, m: int) -> Floats:
    """The normal quantile at whose level each effect's own interval just touches 0: its test, read off its interval."""
    from scipy.special import ndtr

    def gap(z: Floats) -> Floats:
        with np.errstate(invalid="ignore"):  # no error times an endless quantile: no interval
            low, high = ends(ndtr(-z))
        return np.maximum(low, -high)

    return last_above_zero(gap, np.zeros(m), np.full(m, LARGEST_Z))
