"""Conditional logit: likelihood and information of statsmodels, Firth's correction, profile intervals, cells without
events, fractional ties, clusters."""

import numpy as np
import pytest
from scipy.optimize import brentq, minimize
from scipy.special import expit
from scipy.stats import chi2, fisher_exact, t
from statsmodels.api import Logit
from statsmodels.discrete.conditional_models import ConditionalLogit

from reports.stats.choices import Choices
from reports.stats.elo import ELO_PER_LOGIT, fit_coded


def fit(x, shares, games, *, clusters=None):
    """The fit from one row of covariates a player."""
    designs, codes = np.unique(np.atleast_2d(np.asarray(x, dtype=np.float64)), axis=0, return_inverse=True)
    return fit_coded(designs, codes.reshape(-1), shares, games, clusters=clusters)


def covariance_model(found):
    """Covariance of the coefficients that takes all games for independent."""
    return found.basis @ found.top.covariance @ found.basis.T


def season(games=400, players=4, seed=1):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(games * players, 3)).round()
    noise = rng.gumbel(size=games * players)
    strength = x @ np.array([0.5, -0.3, 0.1]) + noise
    game = np.repeat(np.arange(games), players)
    ranks = np.empty(len(x), dtype=int)
    for g in range(games):
        rows = slice(g * players, (g + 1) * players)
        ranks[rows] = np.argsort(np.argsort(-strength[rows])) + 1
    return x, ranks, game


def choices_of(x, shares, game):
    designs, codes = np.unique(x, axis=0, return_inverse=True)
    return Choices.of(designs, codes.reshape(-1), shares, game, None)


def penalised(oracle, b):
    """Firth's likelihood out of what statsmodels knows of the plain one."""
    return oracle.loglike(b) + 0.5 * np.linalg.slogdet(-oracle.hessian(b))[1]


def slope(function, b, step=1e-5):
    return np.array([(function(b + step * e) - function(b - step * e)) / (2 * step) for e in np.eye(len(b))])


def test_likelihood_and_information_are_those_of_statsmodels_at_any_coefficients():
    x, ranks, game = season(games=80)
    won = (ranks == 1).astype(float)
    oracle, choices = ConditionalLogit(won, x, groups=game), choices_of(x, won, game)
    for b in (np.zeros(3), np.array([0.7, -1.2, 0.4])):
        found = choices.at(b)
        assert found.likelihood == pytest.approx(oracle.loglike(b), rel=1e-12)
        assert found.information == pytest.approx(-oracle.hessian(b), rel=1e-5)
        assert found.penalised == pytest.approx(penalised(oracle, b), rel=1e-8)
        assert found.gradient == pytest.approx(slope(lambda at: choices.at(at).penalised, b), rel=1e-6)


def test_the_estimate_is_where_the_penalised_likelihood_of_statsmodels_is_highest():
    x, ranks, game = season(games=60)
    won = (ranks == 1).astype(float)
    oracle, found = ConditionalLogit(won, x, groups=game), fit(x, won, game)
    rise = slope(lambda b: penalised(oracle, b), found.coefficients, step=1e-3)
    assert found.top.covariance @ rise == pytest.approx(np.zeros(3), abs=1e-4)  # Newton's step from there
    around = [penalised(oracle, found.coefficients + step) for step in (*np.eye(3) / 10, *-np.eye(3) / 10)]
    assert max(around) < penalised(oracle, found.coefficients)
    plain = oracle.fit(disp=False)
    assert (np.abs(found.coefficients) < np.abs(plain.params)).all()  # what is taken away is the bias outwards


def test_two_player_games_are_a_logistic_regression_on_differences():
    x, ranks, game = season(games=300, players=2)
    found = fit(x, ranks == 1, game)
    oracle = Logit((ranks[0::2] == 1).astype(float), x[0::2] - x[1::2])
    assert found.top.likelihood == pytest.approx(oracle.loglike(found.coefficients), rel=1e-10)
    spread = np.linalg.inv(-oracle.hessian(found.coefficients))
    assert np.sqrt(np.diag(covariance_model(found))) == pytest.approx(np.sqrt(np.diag(spread)), rel=1e-8)


def test_clustered_errors_equal_the_sandwich_of_a_binary_logit():
    x, ranks, game = season(games=300, players=2)
    deal = np.arange(300) // 5
    oracle = Logit((ranks[0::2] == 1).astype(float), x[0::2] - x[1::2]).fit(
        disp=False, cov_type="cluster", cov_kwds={"groups": deal, "use_correction": False}
    )
    designs, codes = np.unique(x, axis=0, return_inverse=True)
    choices = Choices.of(designs, codes.reshape(-1), ranks == 1, game, deal[game])
    at = choices.at(oracle.params)
    sandwich = at.covariance @ choices.meat(oracle.params) @ at.covariance
    assert choices.clusters == 60
    assert np.sqrt(np.diag(sandwich)) == pytest.approx(oracle.bse * np.sqrt(60 / 59), rel=1e-6)


@pytest.mark.parametrize("shared", [0, 20])
def test_one_binary_factor_has_the_closed_form_of_odds_with_half_an_event_more(shared):
    """Of two players one, on side B, won 70 of 100 games, shared wins as a half: log odds are ln(70.5 / 30.5)."""
    x, alone = np.tile([1.0, 0.0], 100)[:, None], 70 - shared // 2
    won = np.concatenate(
        [[1.0, 0.0]] * alone + [[0.0, 1.0]] * (100 - shared - alone) + [[0.5, 0.5]] * shared, dtype=float
    )
    found = fit(x, won, np.repeat(np.arange(100), 2))
    assert found.coefficients[0] == pytest.approx(np.log(70.5 / 30.5), abs=1e-6)
    p = 70.5 / 101
    assert covariance_model(found)[0, 0] == pytest.approx(1 / (100 * p * (1 - p)), abs=1e-6)
    assert found.coefficients[0] * ELO_PER_LOGIT == pytest.approx(145.55, abs=0.01)


def test_cloned_games_change_model_errors_but_not_clustered_ones():
    x, ranks, game = season(games=200)
    once = fit(x, ranks == 1, game)
    thrice = fit(
        np.tile(x, (3, 1)),
        np.tile(ranks == 1, 3),
        np.concatenate([game, game + 200, game + 400]),
        clusters=np.tile(game, 3),
    )
    assert thrice.coefficients == pytest.approx(once.coefficients, rel=0.02)  # the penalty is that of one game
    assert np.diag(covariance_model(thrice)) == pytest.approx(np.diag(covariance_model(once)) / 3, rel=0.04)
    assert thrice.se == pytest.approx(once.se, rel=0.02)
    assert thrice.design_effect == pytest.approx(3 * once.design_effect, rel=0.05)


def test_the_order_of_rows_does_not_matter():
    rng = np.random.default_rng(3)
    codes, game, won = rng.integers(0, 4, 800), np.repeat(np.arange(200), 4), np.zeros(800)
    won[np.arange(200) * 4 + rng.integers(0, 4, 200)] = 1
    designs, order = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), rng.permutation(800)
    first, shuffled = fit_coded(designs, codes, won, game), fit_coded(designs, codes[order], won[order], game[order])
    assert (shuffled.coefficients == first.coefficients).all()
    assert (shuffled.covariance == first.covariance).all()


def test_terms_with_many_events_have_clustered_errors_and_students_interval():
    x, ranks, game = season()
    found = fit(x, ranks == 1, game)
    term = found.linear(np.eye(3))
    assert term.se == pytest.approx(found.se)
    assert term.high - term.estimate == pytest.approx(t.ppf(0.975, 399) * found.se)
    assert term.p == pytest.approx(2 * t.sf(np.abs(term.estimate) / found.se, 399))


def never_won(games=50, players=3):
    x = np.tile([1.0] + [0.0] * (players - 1), games)[:, None]
    won = np.tile([0.0, 1.0] + [0.0] * (players - 2), games)
    return fit(x, won, np.repeat(np.arange(games), players))


def test_a_player_who_never_wins_has_the_interval_of_the_profile_and_no_standard_error():
    found = never_won()
    term = found.linear([[1.0]])
    assert np.isnan(term.se[0])

    def profile(b):
        p = expit(b - np.log(2))  # against two others of strength 0
        return 50 * np.log1p(-p) + 0.5 * np.log(50 * p * (1 - p))

    assert found.coefficients[0] == pytest.approx(np.log(2 * 0.5 / 50.5), abs=1e-6)
    top = profile(found.coefficients[0])
    wanted = top - t.ppf(0.975, 49) ** 2 / 2
    assert term.low[0] == pytest.approx(brentq(lambda b: profile(b) - wanted, -30, found.coefficients[0]), abs=1e-3)
    assert term.high[0] == pytest.approx(brentq(lambda b: profile(b) - wanted, found.coefficients[0], 0), abs=1e-3)
    assert term.p[0] == pytest.approx(2 * t.sf(np.sqrt(2 * (top - profile(0.0))), 49), rel=1e-3)


def test_profile_interval_and_test_of_a_term_among_others_are_those_found_by_brute_force():
    rng = np.random.default_rng(5)
    x = np.column_stack([rng.normal(size=160).round(1), np.tile([1.0, 0.0, 0.0, 0.0], 40)])
    won = np.zeros((40, 4))
    won[np.arange(40), 1 + rng.integers(0, 3, 40)] = 1  # the first never
    game = np.repeat(np.arange(40), 4)
    oracle = ConditionalLogit(won.reshape(-1), x, groups=game)
    found = fit(x, won.reshape(-1), game)
    term, top = found.linear([[0.0, 1.0]]), penalised(oracle, found.coefficients)

    def profile(value):
        return -minimize(lambda b: -penalised(oracle, np.array([b[0], value])), [0.0], method="Nelder-Mead").fun

    for end in (term.low[0], term.high[0]):
        fall = 2 * (top - profile(end))
        assert fall == pytest.approx(found.design_effect * t.ppf(0.975, 39) ** 2, rel=2e-3)
    assert term.low[0] < found.coefficients[1] < term.high[0] < 0
    ratio = 2 * (top - profile(0.0)) / found.design_effect
    assert term.p[0] == pytest.approx(2 * t.sf(np.sqrt(ratio), 39), rel=1e-3)


# Designs: an ordinary strategy on side A and on the other board, the learner on both. Terms: board, learner, both.
DESIGNS = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0]])
INTERACTION = np.array([[0.0, 0.0, 1.0]])


def crossed(*, empty, plain, wins):
    """Designs, and codes, shares, games and deals of every row: `empty` games of four in which the learner sits on the
    other board and never wins, `plain` games in which it sits on side A and wins `wins`; the others, one of them on the
    other board, win in turns. Four games are a deal."""
    n = empty + plain
    codes = np.tile([2, 0, 0, 1], (n, 1))
    codes[:empty, 0] = 3
    winner = 1 + np.arange(n) % 3
    winner[empty : empty + wins] = 0
    return (
        DESIGNS,
        codes.reshape(-1),
        np.eye(4)[winner].reshape(-1),
        np.repeat(np.arange(n), 4),
        np.repeat(np.arange(n) // 4, 4),
    )


@pytest.mark.parametrize("others", [4, 10])
def test_no_win_in_368_games_says_no_more_than_an_exact_test(others):
    """A learner hardly ever wins; on one board it never does: nothing is known of that board in its hands."""
    designs, codes, won, game, deal = crossed(empty=368, plain=368 * 4, wins=others)
    found = fit_coded(designs, codes, won, game, clusters=deal)
    term = found.linear(INTERACTION)
    exact = fisher_exact([[0, 368], [others, 368 * 4 - others]]).pvalue
    assert exact > 0.1
    assert term.p[0] > exact / 2
    assert term.low[0] < 0 < term.high[0]
    assert np.isnan(term.se[0])
    assert term.high[0] - term.low[0] > 2  # half a win more or less is a factor of e in the odds


def test_a_board_that_stops_a_strong_player_is_still_found_by_the_profile():
    designs, codes, won, game, deal = crossed(empty=368, plain=368 * 4, wins=400)
    term = fit_coded(designs, codes, won, game, clusters=deal).linear(INTERACTION)
    assert term.p[0] < 1e-6
    assert term.high[0] < 0


def test_profiles_are_wider_where_games_of_a_deal_are_alike():
    once = never_won()
    x, won, game = np.tile([1.0, 0.0, 0.0], 150)[:, None], np.tile([0.0, 1.0, 0.0], 150), np.repeat(np.arange(150), 3)
    cloned = fit(x, won, game, clusters=game // 3)
    assert cloned.clusters == 50
    term, single = cloned.linear([[1.0]]), once.linear([[1.0]])
    assert cloned.design_effect >= 1
    assert term.low[0] < single.low[0] + np.log(3)
    # a shuffled coin beside it shows the likeness that the empty cell cannot show
    rng = np.random.default_rng(2)
    coin = np.repeat(rng.integers(1, 3, 50), 3)
    won = np.eye(3)[coin].reshape(-1)
    two = np.column_stack([x[:, 0], np.tile([0.0, 1.0, 0.0], 150)])
    alike, apart = fit(two, won, game, clusters=game // 3), fit(two, won, game)
    assert alike.design_effect > 1.3
    assert apart.design_effect == pytest.approx(1, abs=0.05)
    wide, narrow = (one.linear([[1.0, 0.0]]) for one in (alike, apart))
    assert wide.low[0] < narrow.low[0]
    assert wide.high[0] > narrow.high[0]


def test_intervals_of_rare_wins_cover_the_truth():
    """True odds of 1 to 40 in 120 games of four: three wins are expected, and often none comes."""
    rng = np.random.default_rng(11)
    designs, codes = np.array([[1.0], [0.0]]), np.tile([0, 1, 1, 1], 120)
    truth, missed, rejected = np.log(1 / 40 * 3 / (1 - 1 / 40)), 0, 0
    for _ in range(400):
        first = rng.random(120) < 1 / 40
        won = np.zeros((120, 4))
        won[np.arange(120), np.where(first, 0, rng.integers(1, 4, 120))] = 1
        found = fit_coded(designs, codes, won.reshape(-1), np.repeat(np.arange(120), 4))
        term = found.linear([[1.0]])
        missed += int(not term.low[0] < truth < term.high[0])
        rejected += int(chi2.sf(2 * (found.top.penalised - found.choices.at(np.array([truth])).penalised), 1) < 0.05)
    assert 8 <= missed <= 34  # 20 expected; of 400, 34 are more than three standard errors too many
    assert abs(missed - rejected) <= 4


def test_terms_that_cannot_be_told_apart_have_no_estimate_and_all_others_keep_theirs():
    x, ranks, game = season(games=50)
    plain = fit(x, ranks == 1, game)
    doubled = fit(np.column_stack([x, x[:, 0]]), ranks == 1, game)  # the last says what the first says
    assert doubled.estimable(np.eye(4)).tolist() == [False, True, True, False]
    term = doubled.linear([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 1]])
    assert np.isnan(term.estimate[0])
    single = plain.linear([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert term.estimate[1:] == pytest.approx(single.estimate)  # the sum of both is what one alone was
    assert term.low[1:] == pytest.approx(single.low)
