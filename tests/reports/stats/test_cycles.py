"""Cycles: closed forms of rock-paper-scissors, copies, true orders; alpha-rank as OpenSpiel has it; resampled deals."""

import numpy as np
import pytest

from reports.stats.cycles import alpha_rank, equilibria, nash_average, resampled, three_cycles


def beats(*links: tuple[int, int, float], n: int):
    """Chances of finishing ahead: even, but for these: row, column, and how far above even."""
    out = np.full((n, n), 0.5)
    for row, column, more in links:
        out[row, column], out[column, row] = 0.5 + more, 0.5 - more
    return out


ROCK = beats((0, 1, 0.2), (1, 2, 0.2), (2, 0, 0.2), n=3)
ORDER = beats((0, 1, 0.1), (0, 2, 0.2), (1, 2, 0.1), n=3)


def test_rock_paper_scissors_is_shared_out_evenly():
    assert nash_average(ROCK) == pytest.approx([1 / 3] * 3)
    assert alpha_rank(ROCK) == pytest.approx([1 / 3] * 3)


def test_each_of_three_is_played_as_often_as_the_other_two_are_apart():
    """The equilibrium of rock-paper-scissors with unequal gains."""
    uneven = beats((0, 1, 0.1), (1, 2, 0.2), (2, 0, 0.05), n=3)
    expected = np.array([0.2, 0.05, 0.1]) / 0.35
    assert nash_average(uneven) == pytest.approx(expected)
    assert equilibria([uneven, ORDER]) == pytest.approx(np.array([expected, [1, 0, 0]]))


def test_a_copy_shares_with_its_original_and_changes_no_other():
    at = [0, 1, 2, 2]
    assert nash_average(ROCK[np.ix_(at, at)]) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-5)
    assert nash_average(np.full((4, 4), 0.5)) == pytest.approx([1 / 4] * 4)


def test_who_beats_everybody_has_it_all():
    assert nash_average(ORDER) == pytest.approx([1, 0, 0])
    assert alpha_rank(ORDER) == pytest.approx([1, 0, 0], abs=3e-4)


def test_alpha_rank_is_that_of_open_spiel():
    """egt.alpharank.compute of OpenSpiel 2.0.2 with use_inf_alpha and inf_alpha_eps=1e-4."""
    links = [(0, 1, 0.23), (0, 2, 0.14), (0, 3, -0.32), (0, 4, -0.09), (1, 2, -0.31), (1, 3, -0.16), (1, 4, -0.16)]
    five = beats(*links, (2, 3, -0.03), (2, 4, 0.43), (3, 4, -0.23), n=5)
    assert alpha_rank(five) == pytest.approx([0.10003, 3e-05, 0.19999, 0.3, 0.39995], abs=6e-6)
    even = beats((0, 2, -0.34), (1, 2, 0.01), n=3)
    assert alpha_rank(even) == pytest.approx([0.20001, 0.59994, 0.20005], abs=6e-6)
    assert alpha_rank([ROCK, even]) == pytest.approx(np.array([alpha_rank(ROCK), alpha_rank(even)]))


def test_a_cycle_is_found_once_with_its_links_in_turn_and_the_resamples_that_show_it():
    (found,) = three_cycles(ROCK, [ROCK, ROCK, ORDER, ROCK])
    assert (found.players, found.stable) == ((0, 1, 2), 0.75)
    assert found.ahead == pytest.approx((0.7, 0.7, 0.7))
    assert three_cycles(ORDER, [ROCK]) == []


def test_resamples_spread_as_clustered_means_do():
    rng = np.random.default_rng(1)
    met = rng.integers(1, 5, (3000, 2))
    won = rng.binomial(met, [0.3, 0.6]) * 2
    share = won.sum(axis=0) / (2 * met.sum(axis=0))
    drawn = resampled(won, met, 2, seed=3, times=400)
    residual = won / 2 - share * met
    se = np.sqrt((residual**2).sum(axis=0)) / met.sum(axis=0)
    assert drawn.mean(axis=0) == pytest.approx(share, abs=5 * se.max() / 20)
    assert drawn.std(axis=0) == pytest.approx(se, rel=0.12)
