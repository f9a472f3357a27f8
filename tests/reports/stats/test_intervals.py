"""Clustered means and intervals: equal to regression with sandwich errors, exact where theory is exact, and they
cover."""

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm
from scipy.optimize import brentq
from scipy.stats import t
from statsmodels.stats.proportion import proportion_confint

from reports.stats.group_means import mean_table, means_of
from reports.stats.intervals import Averaged, limits, share_limits
from tests.reports.stats.clustered import mean


def uneven_games(seed=1, deals=60):
    rng = np.random.default_rng(seed)
    deal = np.repeat(np.arange(deals), rng.integers(1, 7, deals))
    score = np.rint(20 + rng.normal(0, 4, deals)[deal] + rng.normal(0, 3, len(deal))).astype(np.int64)
    return pl.DataFrame({"deal": deal, "seat": rng.integers(1, 5, len(deal)), "score": score}).with_columns(
        win_share60=pl.when(pl.col("score") > 22).then(60).otherwise(0)
    )


def test_mean_equals_regression_on_a_constant_with_cluster_robust_errors():
    frame = uneven_games()
    y, deal = frame["score"].to_numpy(), frame["deal"].to_numpy()
    oracle = sm.OLS(y, np.ones((len(y), 1))).fit(cov_type="cluster", cov_kwds={"groups": deal}, use_t=True)
    found = mean(y, deal)
    assert found.estimate == pytest.approx(oracle.params[0], rel=1e-12)
    assert found.se == pytest.approx(oracle.bse[0], rel=1e-10)
    assert (found.low, found.high) == pytest.approx(tuple(oracle.conf_int()[0]), rel=1e-10)


@pytest.mark.parametrize(("wins", "n", "low", "high"), [(81, 263, 0.2535, 0.3682), (15, 148, 0.0598, 0.1644)])
def test_shares_of_independent_games_have_the_published_continuity_corrected_interval(wins, n, low, high):
    """Newcombe (1998), Statistics in Medicine 17, Table I, method 4."""
    p = wins / n
    found = share_limits(p, np.sqrt(p * (1 - p) / n), 10**9)
    assert found == pytest.approx((low, high), abs=2e-4)


@pytest.mark.parametrize(("wins", "n"), [(0, 40), (1, 29), (4, 100), (97, 100), (40, 40), (0, 1000)])
def test_fewer_than_five_wins_or_losses_have_the_exact_interval(wins, n):
    p = wins / n
    found = share_limits(p, np.sqrt(p * (1 - p) / n), n)
    assert found == pytest.approx(proportion_confint(wins, n, method="beta"), abs=1e-9)


def test_few_deals_give_wilson_at_the_effective_sample_size():
    rng = np.random.default_rng(3)
    values = (rng.random(20) < 0.4).astype(float)
    found = mean(values, np.arange(20), bounded=True)
    p, v = values.mean(), values.var(ddof=1) / 20
    n_eff, z = p * (1 - p) / v, t.ppf(0.975, 19)  # the t quantile in the place of the normal one

    def beyond(true):  # the score test with continuity correction
        return abs(p - true) - 0.5 / n_eff - z * np.sqrt(true * (1 - true) / n_eff)

    assert found.low == pytest.approx(brentq(beyond, 1e-9, p))
    assert found.high == pytest.approx(brentq(beyond, p, 1 - 1e-9))


def test_one_deal_has_no_interval():
    low, high = limits(0.5, 0.1, 1, bounded=True)
    assert np.isnan(low)
    assert np.isnan(high)


def test_grouped_equals_one_group_at_a_time():
    frame = uneven_games()
    measures = {"share": Averaged("win_share60", 60, True), "score": Averaged("score")}
    table = mean_table(frame.lazy(), ["seat"], measures, detail=True)
    assert table.columns[:6] == ["seat", "n", "deals", "share", "share_low", "share_high"]
    for row in table.iter_rows(named=True):
        part = frame.filter(pl.col("seat") == row["seat"])
        share = mean(part["win_share60"] / 60, part["deal"], bounded=True)
        score = mean(part["score"], part["deal"])
        assert (row["n"], row["deals"]) == (share.n, share.clusters)
        got = [row[c] for c in ("share", "share_low", "share_high", "share_se", "share_deff")]
        assert got == pytest.approx([share.estimate, share.low, share.high, share.se, share.design_effect], rel=1e-9)
        assert [row["score"], row["score_low"]] == pytest.approx([score.estimate, score.low], rel=1e-9)


def test_grouped_accepts_totals_and_without_keys_is_the_overall_mean():
    frame, measures = uneven_games(), {"score": Averaged("score")}
    totals = frame.group_by("deal", "seat").agg(pl.col("score").sum(), pl.len().alias("games"))
    assert mean_table(frame, ["seat"], measures).equals(mean_table(totals, ["seat"], measures, count="games"))
    row, whole = mean_table(frame, [], measures).row(0, named=True), mean(frame["score"], frame["deal"])
    assert (row["score"], row["score_low"], row["score_high"]) == pytest.approx((whole.estimate, whole.low, whole.high))


def test_joint_contrast_equals_the_cluster_robust_regression():
    frame = uneven_games()
    seats = frame["seat"].to_numpy()
    dummies = (seats[:, None] == np.array([1, 2, 3, 4])).astype(float)
    oracle = sm.OLS(frame["score"].to_numpy(), dummies).fit(
        cov_type="cluster", cov_kwds={"groups": frame["deal"].to_numpy(), "use_correction": False}
    )
    found = means_of(frame, ["seat"], "score")
    factor = np.sqrt(found.clusters / (found.clusters - 1))
    assert found.estimate == pytest.approx(oracle.params, rel=1e-12)
    assert found.contrast().covariance == pytest.approx(oracle.cov_params() * np.outer(factor, factor), rel=1e-9)
    difference = found.contrast([1, -1, 0, 0])
    v = found.contrast().covariance
    assert difference.se[0] == pytest.approx(np.sqrt(v[0, 0] + v[1, 1] - 2 * v[0, 1]))
    assert found.index(seat=3) == 2
    assert found.index(seat=9) is None


def test_joint_contrast_of_two_arms_on_the_same_deals_is_the_paired_difference():
    rng = np.random.default_rng(5)
    luck = rng.integers(0, 20, 200)
    a, b = luck + rng.integers(0, 5, 200), luck + rng.integers(0, 5, 200)
    frame = pl.DataFrame({"deal": [*range(200)] * 2, "arm": ["a"] * 200 + ["b"] * 200, "score": [*a, *b]})
    contrast, oracle = means_of(frame, ["arm"], "score").contrast([1, -1]), mean(a - b, np.arange(200))
    got = (contrast.estimate[0], contrast.se[0], limits(contrast.estimate, contrast.se, contrast.clusters)[0][0])
    assert got == pytest.approx((oracle.estimate, oracle.se, oracle.low))


def simulate(design_effect, *, deals=300, games=4, par=0.25, runs=3000, seed=11):
    """Wins of one player in `runs` experiments of `deals` deals with `games` games each, at the wanted design effect.

    Above 1: with probability r a deal is decided by its cards alone, else game by game (ICC = r). Below 1: with
    probability q the deal is an exact rotation, one win in `games` games (ICC = -1 / (games - 1)).
    """
    rng = np.random.default_rng(seed)
    icc = (design_effect - 1) / (games - 1)
    wins = rng.binomial(games, par, size=(runs, deals)).astype(np.int16)
    if icc > 0:
        decided = rng.random((runs, deals)) < icc
        wins[decided] = games * (rng.random(int(decided.sum())) < par)
    elif icc < 0:
        wins[rng.random((runs, deals)) < -icc * (games - 1)] = 1
    return wins


@pytest.mark.parametrize(("design_effect", "naive_covers"), [(0.25, False), (1.0, True), (1.4, False)])
def test_intervals_cover_whatever_the_design_effect(design_effect, naive_covers):
    deals, games, par = 300, 4, 0.25
    wins = simulate(design_effect)
    means = wins / games
    p, se = means.mean(axis=1), means.std(axis=1, ddof=1) / np.sqrt(deals)
    measured = float(np.mean(se**2)) / (par * (1 - par) / (deals * games))
    assert measured == pytest.approx(design_effect, abs=0.02)

    low, high = limits(p, se, deals, bounded=True)
    assert 0.935 <= np.mean((low <= par) & (par <= high)) <= 0.965
    naive = np.sqrt(p * (1 - p) / (deals * games))
    covered = float(np.mean(np.abs(p - par) <= 1.96 * naive))
    assert (0.935 <= covered <= 0.965) is naive_covers


def test_few_deals_cover_too():
    wins = simulate(1.4, deals=15, runs=3000, seed=12) / 4
    p, se = wins.mean(axis=1), wins.std(axis=1, ddof=1) / np.sqrt(15)
    low, high = limits(p, se, 15, bounded=True)
    assert 0.935 <= np.mean((low <= 0.25) & (high >= 0.25)) <= 0.965
