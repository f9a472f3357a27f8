"""Families of effects: intervals that hold together, the words read off them, and the games asked for."""

import math

import numpy as np
import polars as pl
import pytest
from scipy.stats import beta, multivariate_normal, norm

from reports.stats import families
from reports.stats.deal_means import Contrast
from reports.stats.games_needed import decided_n
from reports.stats.group_means import means_of
from reports.stats.intervals import ONE_LOOK
from reports.stats.sequential import ANY_TIME
from reports.stats.verdict import judge
from tests.reports.stats.errors import BOARDS, MARGIN, Case, misled, of_differences, of_shares, paired, rotated


def contrast(effects, correlation, se=0.01, deals=10_000_000):
    """Effects of equal errors and correlations; so large a number of deals that none of them matters."""
    m = len(effects)
    covariance = se * se * ((1 - correlation) * np.eye(m) + correlation)
    return Contrast(
        np.array(effects), covariance, np.full(m, deals), np.full(m, deals), np.ones(m), np.ones(m), np.zeros(m)
    )


def many_discordant(found):
    return np.tile([100, 100, found.clusters[0]], (len(found.estimate), 1))


# -- one interval for all ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.95])
def test_the_critical_value_is_the_quantile_of_the_largest_of_correlated_normals(correlation):
    found = contrast([0.0] * 4, correlation)
    family = families.win_shares(found, 0.0, many_discordant(found), seed=1)
    z = family.high[0] / 0.01
    normal = multivariate_normal(cov=found.covariance / 0.01**2)
    inside = normal.cdf([z] * 4, lower_limit=[-z] * 4)
    assert inside == pytest.approx(0.95, abs=0.004)
    assert 0.0125 <= family.rate <= 0.05


def test_one_effect_alone_has_the_plain_interval():
    found = contrast([0.03], 0.0)
    family = families.win_shares(found, 0.0, many_discordant(found), seed=1)
    assert (family.low[0], family.high[0]) == (family.low_each[0], family.high_each[0])
    assert family.high[0] - 0.03 == pytest.approx(1.96 * 0.01, rel=1e-3)
    assert family.p[0] == pytest.approx(2 * norm.cdf(-3), rel=0.01)


def test_fewer_than_fifty_deals_are_corrected_by_bonferroni():
    found = contrast([0.0] * 4, 0.9, deals=49)
    assert families.win_shares(found, 0.0, many_discordant(found), seed=1).rate == 0.05 / 4


def test_an_error_below_all_draws_is_corrected_by_bonferroni():
    found = contrast([0.0] * 4, 0.5)
    ends = families.mean_ends(found)
    for alpha in (0.05 / 999_999, 0.05 / 2_001, 1e-300):
        assert families.family_of(found, found.estimate, ends, seed=1, alpha=alpha).rate == alpha / 4


@pytest.mark.parametrize("deals", [49, 10_000])
def test_a_part_of_a_family_keeps_the_intervals_and_p_values_of_the_whole(deals):
    found = contrast([0.01, 0.03, 0.0, 0.02], 0.3, deals=deals)
    whole = families.win_shares(found, 0.0, many_discordant(found), seed=1)
    part = whole.part([3, 1])
    for name in ("effect", "low", "high", "low_each", "high_each", "p"):
        assert (getattr(part, name) == getattr(whole, name)[[3, 1]]).all()
    assert (part.part(slice(1)).p == whole.p[3]).all()
    assert part.rate == whole.rate


@pytest.mark.parametrize("coverage", [ONE_LOOK, ANY_TIME])
@pytest.mark.parametrize("n_shares", [1, 3, 4])
def test_shares_and_differences_between_them_have_their_own_intervals_at_the_rate_of_all(n_shares, coverage):
    found = contrast([0.27, 0.22, 0.3, 0.24], 0.3, deals=4_000)
    counted = many_discordant(found)
    whole = families.win_shares(found, 0.25, counted[n_shares:], seed=1, coverage=coverage)
    shares = families.share_ends(found, 0.25, coverage=coverage)
    between = families.difference_ends(
        found.estimate, found.se, found.skewness, found.clusters, found.extent, found.weight, counted, coverage=coverage
    )
    low, high = (
        np.concatenate([one[:n_shares], other[n_shares:]])
        for one, other in zip(shares(np.full(4, whole.rate / 2)), between(np.full(4, whole.rate / 2)), strict=True)
    )
    np.testing.assert_allclose(whole.low, low)
    np.testing.assert_allclose(whole.high, high)
    np.testing.assert_allclose(whole.effect[:n_shares], found.estimate[:n_shares] - 0.25)
    np.testing.assert_allclose(whole.effect[n_shares:], found.estimate[n_shares:])
    assert whole.size == 4


def test_equal_seeds_give_equal_intervals_and_others_nearly_the_same():
    found = contrast([0.01, 0.02, 0.0], 0.3)
    one, same, other = (families.win_shares(found, 0.0, many_discordant(found), seed=s) for s in (7, 7, 8))
    assert (one.low == same.low).all()
    assert (one.low != other.low).all()
    assert one.low == pytest.approx(other.low, abs=0.0004)


@pytest.mark.parametrize("kinds", [rotated(np.full(4, 0.25), 1.0), rotated(np.array([0.3, 0.25, 0.25, 0.2]), 1.4)])
def test_p_is_below_5_percent_exactly_where_the_interval_leaves_zero_out(kinds):
    for counts in kinds.drawn(40, 120, seed=3):
        family = of_shares(kinds, counts, seed=3)
        off = (family.low > 0) | (family.high < 0)
        near = (np.abs(family.low) < 2e-4) | (np.abs(family.high) < 2e-4)
        assert ((family.p < 0.05) == off)[~near].all()
    strong = rotated(np.array([0.4, 0.2, 0.2, 0.2]), 1.0)
    assert of_shares(strong, strong.expected(200), seed=1).p[0] < 0.05


# -- few games, few events --------------------------------------------------------------------------------------------


def of_moves(moved):
    """The family of one board whose wins, in 60ths, are so many more than the baseline's, a game a deal."""
    n = len(moved)
    frame = pl.DataFrame({"deal": np.arange(n), "board": ["star"] * n, "moved": moved, "w": [1] * n})
    means = means_of(frame, ["board"], "moved", scale=60, count="w")
    return families.win_shares(means.contrast([[1.0]]), 0.0, means.discordant([[1.0]]), seed=1)


def test_equal_results_on_every_deal_are_no_certainty():
    """Twelve deals on which board and baseline win alike: once "balanced, 0.00 to 0.00"."""
    family = of_moves([0] * 12)
    exact = beta.ppf(0.975, 1, 12)  # Clopper and Pearson's upper end for 0 of 12
    assert (family.low[0], family.high[0]) == pytest.approx((-exact, exact))
    assert judge(family.low[0], family.high[0], 12, 0.02).verdict == "unclear"


def test_fewer_than_five_deals_that_differ_have_exact_ends():
    family = of_moves([60, 60, -60, *[0] * 997])
    assert family.low[0] == pytest.approx(-beta.ppf(0.975, 2, 999))  # one deal against
    assert family.high[0] == pytest.approx(beta.ppf(0.975, 3, 998))  # two in favour
    assert judge(family.low[0], family.high[0], 1000, 0.02).verdict == "fair"


def test_a_share_without_spread_between_deals_is_no_certainty():
    """A seat that wins one of four rotations on each of 60 deals: exactly par, and yet the next may be another."""
    found = contrast([0.25] * 4, 0.0, se=0.0, deals=60)
    family = families.win_shares(found, 0.25, seed=1)
    rare = 1 - (family.rate / 2 / 0.999) ** (1 / 60)  # of all deals, of a kind that these 60 happened not to show
    assert family.low == pytest.approx(-0.25 * rare)
    assert family.high == pytest.approx(0.75 * rare)
    assert judge(family.low[0], family.high[0], 60, 0.02).verdict == "unclear"


def test_ends_stay_where_an_effect_can_be():
    """Few deals, all won: a share is at most 1, a difference of shares at most 1."""
    seats = families.win_shares(contrast([1.0, 0.0], 0.0, se=0.0, deals=6), 0.5, seed=1)
    assert (seats.high <= 0.5).all()
    assert (seats.low >= -0.5).all()
    boards = of_moves([60] * 5 + [0])
    assert boards.high[0] == 1.0
    assert boards.low[0] >= -1.0


# -- how often words mislead ------------------------------------------------------------------------------------------

FAMILIES = 400
LIMIT = 0.055 + 3 * math.sqrt(0.05 * 0.95 / FAMILIES)  # the bar, and three standard errors of so few families


def rates(case, deals):
    return [rate / 100 for rate in case.rates(FAMILIES, deals)]


@pytest.mark.parametrize("deals", [2, 50])
@pytest.mark.parametrize("design_effect", [0.25, 1.4])
def test_fair_seats_hardly_ever_get_a_direction(deals, design_effect):
    """A fair game of four was called unbalanced in 100 % of families of 2 games, 39 % of 8, 9 % of 50."""
    case = Case("", rotated(np.full(4, 0.25), design_effect), np.zeros(4), paired=False)
    off, _, missed = rates(case, deals)
    assert off <= (0.0 if deals < 50 else LIMIT)
    assert missed <= LIMIT


@pytest.mark.parametrize("deals", [60, 4000])
def test_an_effect_on_the_margin_is_hardly_ever_called_small_or_large(deals):
    """A true 2.0 pp at a margin of 2 was called unbalanced in 49 %."""
    true = np.full(BOARDS, MARGIN)
    kinds = paired(0.25, MARGIN, 0.0)
    found = [of_differences(kinds, counts, 5) for counts in kinds.drawn(FAMILIES, deals, seed=5)]
    assert np.mean([misled(one, true)[1] for one in found]) <= LIMIT
    assert np.mean([(one.low > MARGIN).any() for one in found]) <= LIMIT


# -- games to ask for -------------------------------------------------------------------------------------------------


def asked_for(family, subject, games, deals):
    """What the pilot of so many games asks for, rounded up as a report prints it."""
    total = decided_n(family.effect[subject], family.se[subject], games, MARGIN, rate=family.rate)
    step = 10 ** max(len(str(math.ceil(total))) - 3, 0)
    return math.ceil(math.ceil(total / step) * step * deals / games)


@pytest.mark.parametrize(
    ("effect", "family", "kinds"),
    [
        (0.0, of_shares, rotated(np.full(4, 0.25), 1.0)),
        (0.03, of_shares, rotated(np.array([0.28, 0.22, 0.25, 0.25]), 0.25)),
        (0.026, of_differences, paired(0.25, 0.026, 0.75)),  # 1.3 margins: the test that decides is the hard one
        (0.005, of_differences, paired(0.25, 0.005, 0.75)),
    ],
)
def test_runs_of_the_size_asked_for_get_a_word_four_times_of_five(effect, family, kinds):
    """Given the true effect and variance, and a part of the run's games in each comparison."""
    large = 100_000
    exact = family(kinds, kinds.expected(large), 1)
    assert exact.effect[0] == pytest.approx(effect, abs=1e-3)
    games = 7 * large  # the deals of this comparison are a part of the games of the run
    needed = asked_for(exact, 0, games, large)
    words = [
        judge(one.low[0], one.high[0], needed, MARGIN).decided
        for one in (family(kinds, counts, 2) for counts in kinds.drawn(800, needed, seed=2))
    ]
    assert 0.78 <= np.mean(words) <= 0.85
