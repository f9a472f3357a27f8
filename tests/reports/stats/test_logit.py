"""Conditional logit: the numbers of statsmodels, McFadden's structure, fractional ties, clustered errors,
separation."""

import numpy as np
import pytest
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.duration.hazard_regression import PHReg

from reports.stats.logit import ELO_PER_LOGIT, fit, fit_coded, fit_ranked


def season(games=400, players=4, seed=1):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(games * players, 3)).round(1)
    noise = rng.gumbel(size=games * players)
    strength = x @ np.array([0.5, -0.3, 0.1]) + noise
    game = np.repeat(np.arange(games), players)
    ranks = np.empty(len(x), dtype=int)
    for g in range(games):
        rows = slice(g * players, (g + 1) * players)
        ranks[rows] = np.argsort(np.argsort(-strength[rows])) + 1
    return x, ranks, game


def test_equals_the_conditional_logit_of_statsmodels():
    x, ranks, game = season()
    won = (ranks == 1).astype(float)
    found = fit(x, won, game)
    oracle = ConditionalLogit(won, x, groups=game).fit(disp=False)
    assert found.coefficients == pytest.approx(oracle.params, abs=1e-3)  # its optimiser stops early
    polished = ConditionalLogit(won, x, groups=game)
    assert found.log_likelihood == pytest.approx(polished.loglike(found.coefficients), rel=1e-12)
    assert np.abs(polished.score(found.coefficients)).max() < 1e-8
    assert found.se_model == pytest.approx(oracle.bse, rel=1e-2)
    assert found.log_likelihood_null == pytest.approx(400 * np.log(1 / 4), rel=1e-12)


def test_equals_proportional_hazards_stratified_by_game():
    x, ranks, game = season()
    found = fit(x, ranks == 1, game)
    oracle = PHReg(np.where(ranks == 1, 1.0, 2.0), x, status=ranks == 1, strata=game, ties="breslow").fit()
    assert found.coefficients == pytest.approx(oracle.params, rel=1e-6)
    assert found.se_model == pytest.approx(oracle.bse, rel=1e-6)


def test_rank_ordered_logit_equals_stratified_hazards_with_and_without_ties():
    x, ranks, game = season()
    tied = np.minimum(ranks, 3)  # the last two places shared
    for places in (ranks, tied):
        found = fit_ranked(x, places, game)
        oracle = PHReg(places.astype(float), x, strata=game, ties="breslow").fit()
        assert found.coefficients == pytest.approx(oracle.params, rel=1e-6)
        assert found.se_model == pytest.approx(oracle.bse, rel=1e-6)
        assert found.games == 400


def test_ranks_carry_more_information_than_winners():
    x, ranks, game = season()
    assert (fit_ranked(x, ranks, game).se < fit(x, ranks == 1, game).se).all()


def test_two_player_games_are_a_logistic_regression_on_differences():
    import statsmodels.api as sm

    x, ranks, game = season(games=300, players=2)
    difference = x[0::2] - x[1::2]
    oracle = sm.Logit((ranks[0::2] == 1).astype(float), difference).fit(disp=False)
    found = fit(x, ranks == 1, game)
    assert found.coefficients == pytest.approx(oracle.params, rel=1e-6)
    assert found.se_model == pytest.approx(oracle.bse, rel=1e-6)


def test_clustered_errors_equal_the_sandwich_of_a_binary_logit():
    import statsmodels.api as sm

    x, ranks, game = season(games=300, players=2)
    deal = np.arange(300) // 5
    oracle = sm.Logit((ranks[0::2] == 1).astype(float), x[0::2] - x[1::2]).fit(
        disp=False, cov_type="cluster", cov_kwds={"groups": deal, "use_correction": False}
    )
    found = fit(x, ranks == 1, game, clusters=deal[game])
    assert found.clusters == 60
    assert found.se == pytest.approx(oracle.bse * np.sqrt(60 / 59), rel=1e-6)


def test_one_binary_factor_has_the_closed_form_of_odds():
    # Two players, one on side B: B won 70 of 100 games, so its log-odds are ln(70 / 30).
    x = np.tile([1.0, 0.0], 100)[:, None]
    won = np.concatenate([[1.0, 0.0]] * 70 + [[0.0, 1.0]] * 30)
    found = fit(x, won, np.repeat(np.arange(100), 2))
    assert found.coefficients[0] == pytest.approx(np.log(70 / 30), abs=1e-12)
    assert found.se_model[0] == pytest.approx(np.sqrt(1 / 70 + 1 / 30), abs=1e-12)
    assert found.coefficients[0] * ELO_PER_LOGIT == pytest.approx(147.19, abs=0.01)


def test_shared_wins_weigh_half():
    x = np.tile([1.0, 0.0], 100)[:, None]
    won = np.concatenate([[1.0, 0.0]] * 60 + [[0.0, 1.0]] * 20 + [[0.5, 0.5]] * 20)
    found = fit(x, won, np.repeat(np.arange(100), 2))
    assert found.coefficients[0] == pytest.approx(np.log(70 / 30), abs=1e-12)


def test_cloned_games_change_model_errors_but_not_clustered_ones():
    x, ranks, game = season(games=200)
    once = fit(x, ranks == 1, game)
    thrice = fit(
        np.tile(x, (3, 1)),
        np.tile(ranks == 1, 3),
        np.concatenate([game, game + 200, game + 400]),
        clusters=np.tile(game, 3),
    )
    assert thrice.coefficients == pytest.approx(once.coefficients, abs=1e-9)
    assert thrice.se_model == pytest.approx(once.se_model / np.sqrt(3), rel=1e-9)
    assert thrice.se == pytest.approx(once.se, rel=1e-9)


def test_coded_designs_and_row_order_do_not_matter():
    rng = np.random.default_rng(3)
    designs = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    codes = rng.integers(0, 4, 800)
    game = np.repeat(np.arange(200), 4)
    won = np.zeros(800)
    won[np.arange(200) * 4 + rng.integers(0, 4, 200)] = 1
    coded, plain = fit_coded(designs, codes, won, game), fit(designs[codes], won, game)
    assert coded.coefficients == pytest.approx(plain.coefficients, abs=1e-12)
    assert coded.se == pytest.approx(plain.se, rel=1e-10)
    order = rng.permutation(800)
    shuffled = fit_coded(designs, codes[order], won[order], game[order])
    assert (shuffled.coefficients == coded.coefficients).all()
    assert (shuffled.covariance == coded.covariance).all()


def test_wald_test_of_one_term_is_its_squared_z_and_redundant_rows_count_once():
    x, ranks, game = season()
    found = fit(x, ranks == 1, game)
    estimate, se, p = found.linear([[0, 1, 0]])
    single = found.wald([[0, 1, 0]])
    assert single.statistic == pytest.approx((estimate[0] / se[0]) ** 2)
    assert single.p == pytest.approx(p[0])
    both = found.wald([[1, 0, 0], [0, 1, 0]])
    assert both.df == 2
    assert found.wald([[1, 0, 0], [0, 1, 0], [1, 1, 0]]).statistic == pytest.approx(both.statistic, rel=1e-6)


def test_a_player_who_never_wins_is_regularised_and_said_so():
    x = np.tile([1.0, 0.0, 0.0], 50)[:, None]
    won = np.tile([0.0, 1.0, 0.0], 50)
    found = fit(x, won, np.repeat(np.arange(50), 3))
    assert found.ridge > 0
    assert np.isfinite(found.coefficients).all()
    assert found.coefficients[0] < -2


def test_an_ordinary_fit_needs_no_ridge_and_recovers_the_truth():
    x, ranks, game = season(games=5000, seed=9)
    found = fit(x, ranks == 1, game)
    assert found.ridge == 0
    assert (np.abs(found.coefficients - [0.5, -0.3, 0.1]) < 3 * found.se).all()
