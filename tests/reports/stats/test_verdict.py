"""Verdicts, corrections, games needed, proportions: published numbers and the figures of statsmodels."""

import math

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from reports.stats.games_needed import decided_n, word_power
from reports.stats.verdict import FEW_DEALS, HEADING_ERROR, certain_rows, holm, is_certain, judge, may_head

P_VALUES = [0.01, 0.04, 0.03, 0.005, 0.2, 0.05]


def test_holm_equals_statsmodels():
    assert holm(P_VALUES) == pytest.approx(multipletests(P_VALUES, method="holm")[1], rel=1e-12)


def test_missing_tests_are_no_part_of_the_family():
    assert holm([0.01, float("nan"), 0.04]) == pytest.approx([0.02, float("nan"), 0.04], nan_ok=True)


@pytest.mark.parametrize(
    ("low", "high", "verdict", "leaning"),
    [
        (0.021, 0.08, "stronger", ""),
        (-0.08, -0.021, "weaker", ""),
        (0.001, 0.019, "fair", ""),
        (-0.019, -0.001, "fair", ""),
        (-0.019, 0.019, "fair", ""),
        (0.001, 0.021, "unclear", "stronger"),  # surely not 0, but on which side of the margin?
        (-0.05, -0.001, "unclear", "weaker"),
        (-0.001, 0.021, "unclear", ""),
        (-0.03, 0.03, "unclear", ""),
        (float("nan"), float("nan"), "unclear", ""),
    ],
)
def test_a_word_is_read_off_the_interval_at_a_margin_of_two_points(low, high, verdict, leaning):
    judged = judge(low, high, 1000, 0.02)
    assert (judged.verdict, judged.leaning) == (verdict, leaning)
    assert judged.off_zero is ("stronger" in verdict + leaning or "weaker" in verdict + leaning)


def test_where_a_side_is_all_that_is_asked_it_is_known_as_soon_as_zero_is_left_out():
    words = [judge(low, high, 900, 0.02, sided=True) for low, high in ((0.001, 0.05), (-0.03, -0.01), (-0.01, 0.019))]
    assert [one.verdict for one in words] == ["stronger", "weaker", "fair"]
    assert judge(-0.001, 0.03, 900, 0.02, sided=True) == judge(-0.001, 0.03, 900, 0.02)  # unclear, leaning nowhere
    assert judge(0.001, 0.05, 900, 0.02).leaning == "stronger"  # as against a margin


def test_the_games_asked_for_where_a_side_is_all_that_is_asked():
    n = decided_n(0.02, 0.01, 1000, 0.02, sided=True)  # on the margin: no word against it with any number of games
    assert word_power(0.02, 0.01 * (1000 / n) ** 0.5, 0.02, sided=True) == pytest.approx(0.8, abs=1e-6)
    z = _normal_quantile(0.975) + _normal_quantile(0.8)
    assert n == pytest.approx(1000 * (z * 0.01 / 0.02) ** 2, rel=1e-3)
    watched = decided_n(0.02, 0.01, 1000, 0.02, sided=True, width=lambda times: 3.0)
    assert watched == pytest.approx(1000 * ((3.0 + _normal_quantile(0.8)) * 0.01 / 0.02) ** 2, rel=1e-3)


@pytest.mark.parametrize(("low", "high"), [(0.5, 0.6), (-0.001, 0.001), (0.01, 0.3)])
def test_fewer_than_fifty_deals_decide_nothing_and_lean_nowhere(low, high):
    assert judge(low, high, FEW_DEALS, 0.02) != judge(low, high, FEW_DEALS - 1, 0.02)
    below = judge(low, high, FEW_DEALS - 1, 0.02)
    assert (below.verdict, below.leaning) == ("unclear", "")


@pytest.mark.parametrize("rate", [0.05, 0.0127])
@pytest.mark.parametrize("effect", [0.0, 0.005, -0.01, 0.0201, 0.022, -0.025, 0.0285, 0.1])
def test_the_games_asked_for_give_the_promised_power(effect, rate):
    """Also between 1 and 1.43 margins, where neither the difference from 0 nor equivalence decides."""
    games, sd, margin = 1000, 0.43, 0.02
    needed = decided_n(effect, sd / math.sqrt(games), games, margin, rate=rate)
    se = sd / math.sqrt(needed)
    half = -float(np.asarray(_normal_quantile(rate / 2))) * se
    estimates = np.random.default_rng(5).normal(effect, se, 20_000)
    words = [judge(x - half, x + half, 10**6, margin).decided for x in estimates]
    assert np.mean(words) == pytest.approx(0.80, abs=0.01)
    assert word_power(effect, se, margin, rate=rate) == pytest.approx(0.80, abs=1e-6)


def _normal_quantile(p):
    from scipy.stats import norm

    return norm.ppf(p)


def test_an_effect_on_the_margin_is_never_decided():
    assert decided_n(0.02, 0.01, 1000, 0.02) == math.inf
    assert decided_n(0.0, float("nan"), 1, 0.02) == math.inf


@pytest.mark.parametrize(
    ("errors", "size", "certain"),
    [(2.75, 1, False), (3.41, 1, False), (3.43, 1, True), (-3.43, 1, True), (3.43, 10, False), (4.05, 10, True)],
)
def test_an_effect_is_certain_beyond_the_quantile_of_a_heading(errors: float, size: int, certain: bool) -> None:
    """The two-sided quantile of a tenth of 5 %, shared by eight headings, is 3.421 errors; of ten effects 4.004."""
    assert is_certain(errors, errors - 1.96, errors + 1.96, size=size) is certain


def test_what_has_no_interval_is_not_certain() -> None:
    assert not is_certain(1.0, None, None)
    assert not is_certain(1.0, 1.0, 1.0)
    assert not is_certain(0.0, -1.0, 1.0)


def test_rows_are_tested_for_how_many_they_are() -> None:
    row = {"x": 3.5, "x_low": 1.54, "x_high": 5.46}
    assert certain_rows([row], "x") == [row]
    assert certain_rows([row, {**row, "x": 0.1, "x_low": -1.9, "x_high": 2.1}], "x") == []


def test_headings_of_a_page_add_a_tenth_to_the_error_of_a_report() -> None:
    assert pytest.approx(0.1 * 0.05) == 8 * HEADING_ERROR
    assert may_head(HEADING_ERROR)
    assert not may_head(2 * HEADING_ERROR)
    assert not may_head(None)
