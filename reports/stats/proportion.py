"""Intervals for a proportion of independent games: Wilson and Jeffreys, fractional wins allowed.

Kept for shares too rare for clustered errors: below five events an interval is exact.
"""

from __future__ import annotations

import math

__all__ = ["jeffreys", "wilson"]


def wilson(wins: float, n: float, *, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval (1927); `wins` may be fractional (shared wins)."""
    from scipy.special import ndtri

    _check(wins, n)
    z2 = float(ndtri(0.5 + level / 2.0)) ** 2
    centre = (wins + z2 / 2.0) / (n + z2)
    half = math.sqrt(z2 * (wins * (n - wins) / n + z2 / 4.0)) / (n + z2)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def jeffreys(wins: float, n: float, *, level: float = 0.95) -> tuple[float, float]:
    """Equal-tailed interval of Jeffreys' posterior Beta(wins + 1/2, n - wins + 1/2), closed at 0 and 1 (Brown, Cai and
    DasGupta 2001)."""
    from scipy.special import betaincinv

    _check(wins, n)
    tail = (1.0 - level) / 2.0
    low = 0.0 if wins == 0 else float(betaincinv(wins + 0.5, n - wins + 0.5, tail))
    high = 1.0 if wins == n else float(betaincinv(wins + 0.5, n - wins + 0.5, 1.0 - tail))
    return low, high


def _check(wins: float, n: float) -> None:
    if not 0 <= wins <= n or n <= 0:
        raise ValueError(f"{wins} wins in {n} games: wins must lie between 0 and the number of games")
