"""How many games or deals a question needs: half widths, power of a difference, power of an equivalence test."""

from __future__ import annotations

import math

import polars as pl

__all__ = ["deals_for", "difference_n", "equivalence_n", "half_width", "planning_table", "share_sd", "two_arm_n"]

POWER = 0.8
ENDLESS = 1e12  # more games than anyone plays: reported as "no number helps"


def share_sd(players: int) -> float:
    """Standard deviation of one game's win share at par 1/k: sqrt(k - 1) / k."""
    return math.sqrt(players - 1) / players


def half_width(sd: float, n: float, *, level: float = 0.95) -> float:
    """Half width of the normal interval of a mean of n independent games."""
    return _z(0.5 + level / 2.0) * sd / math.sqrt(n)


def difference_n(sd: float, shift: float, *, alpha: float = 0.05, power: float = POWER) -> float:
    """Games after which a true `shift` of the mean is found with the given power (two-sided normal test)."""
    return ((_z(1.0 - alpha / 2.0) + _z(power)) * sd / shift) ** 2


def two_arm_n(sd: float, shift: float, *, rho: float = 0.0, alpha: float = 0.05, power: float = POWER) -> float:
    """Games per arm that tell two arms apart; `rho` is the correlation that pairing on deal and seat gives."""
    return 2.0 * (1.0 - rho) * difference_n(sd, shift, alpha=alpha, power=power)


def equivalence_n(sd: float, margin: float, *, effect: float = 0.0, alpha: float = 0.05, power: float = POWER) -> float:
    """Games after which two one-sided tests (TOST) show |mean| < margin with the given power, when the true mean is
    `effect`.

    Solves Phi((m - e) sqrt(n) / sd - z) + Phi((m + e) sqrt(n) / sd - z) - 1 = power; infinite when the effect is not
    inside the margin.
    """
    if abs(effect) >= margin:
        return math.inf
    if sd == 0:
        return 1.0
    from scipy.optimize import brentq
    from scipy.special import ndtr

    z = _z(1.0 - alpha)

    def excess(log_n: float) -> float:
        root = math.exp(log_n / 2.0) / sd
        return float(ndtr((margin - effect) * root - z) + ndtr((margin + effect) * root - z)) - 1.0 - power

    top = 2.0 * math.log((z + 4.0) * sd / (margin - abs(effect)))
    return math.exp(brentq(excess, top - 40.0, top + 1.0, xtol=1e-12))


def deals_for(
    effect: float,
    se: float,
    deals: int,
    margin: float,
    *,
    alpha: float = 0.05,
    difference_alpha: float = 0.05,
    power: float = POWER,
) -> int | None:
    """Deals to play on top of the `deals` already played until the verdict is due, if the effect stays as estimated;
    None: no number helps.

    Inside the margin the equivalence test has to come through, outside it the difference from 0 has to.
    """
    sd = se * math.sqrt(deals)
    if not math.isfinite(sd) or (effect == 0 and margin <= 0):
        return None
    inside = abs(effect) < margin
    if inside:
        total = equivalence_n(sd, margin, effect=effect, alpha=alpha, power=power)
    else:
        total = difference_n(sd, effect, alpha=difference_alpha, power=power)
    return max(math.ceil(total) - deals, 1) if total < ENDLESS else None


def planning_table(players: tuple[int, ...] = (2, 3, 4, 5)) -> pl.DataFrame:
    """Independent games needed at par, by player count; multiply by the design effect, and by 1 - rho for paired
    contrasts."""
    rows = []
    for k in players:
        sd = share_sd(k)
        row: dict[str, float] = {"players": k, "sd": sd}
        row |= {f"half_width_{n}": half_width(sd, n) for n in (1_000, 10_000, 100_000, 1_000_000)}
        row |= {f"shift_{pp}pp": difference_n(sd, pp / 100) for pp in (1, 2, 3, 5)}
        row |= {f"equivalence_{pp}pp": equivalence_n(sd, pp / 100) for pp in (1, 2, 3)}
        rows.append(row)
    return pl.DataFrame(rows)


def _z(q: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(q))
