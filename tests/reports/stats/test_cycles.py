"""Cycles of three, and how surely they are there: resampled deals."""

import numpy as np
import pytest

from reports.estimators.standing import resample_shares, three_cycles


def beats(*links: tuple[int, int, float], n: int):
    """Chances of finishing ahead: even, but for these: row, column, and how far above even."""
    out = np.full((n, n), 0.5)
    for row, column, more in links:
        out[row, column], out[column, row] = 0.5 + more, 0.5 - more
    return out


ROCK = beats((0, 1, 0.2), (1, 2, 0.2), (2, 0, 0.2), n=3)
ORDER = beats((0, 1, 0.1), (0, 2, 0.2), (1, 2, 0.1), n=3)


def test_a_cycle_is_found_once_with_its_links_in_turn_and_the_resamples_that_show_it():
    (found,) = three_cycles(ROCK, [ROCK, ROCK, ORDER, ROCK])
    assert (found.players, found.stable) == ((0, 1, 2), 0.75)
    assert found.chances == pytest.approx((0.7, 0.7, 0.7))
    assert three_cycles(ORDER, [ROCK]) == []


def test_resamples_spread_as_clustered_means_do():
    rng = np.random.default_rng(1)
    met = rng.integers(1, 5, (3000, 2))
    won = rng.binomial(met, [0.3, 0.6]) * 2
    share = won.sum(axis=0) / (2 * met.sum(axis=0))
    drawn = resample_shares(won, met, 2, seed=3, times=400)
    residual = won / 2 - share * met
    se = np.sqrt((residual**2).sum(axis=0)) / met.sum(axis=0)
    assert drawn.mean(axis=0) == pytest.approx(share, abs=5 * se.max() / 20)
    assert drawn.std(axis=0) == pytest.approx(se, rel=0.12)
