"""Slopes on what chance dealt: against a regression with a constant a game, and how often their intervals hold."""

import numpy as np
import pytest

from reports.stats.exposure import LevelSums
from reports.stats.intervals import limits
from tests.reports.stats.clustered import slopes


def dealt(games: int, cards: int, seed: int, *, same: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Deals of so many games each: every card goes to one of four seats; exposure [game, seat, card] and deals."""
    rng = np.random.default_rng(seed)
    deals = games // same
    holder = rng.integers(0, 4, (deals, cards)).repeat(same, axis=0)
    exposure = (holder[:, None, :] == np.arange(4)[None, :, None]).astype(np.uint8)
    return exposure, np.arange(deals).repeat(same)


def won(chance: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One winner a game, with these chances [game, seat]."""
    drawn = (rng.random((len(chance), 1)) > np.cumsum(chance, axis=1)).sum(axis=1)
    return np.eye(4)[np.minimum(drawn, 3)]


def test_the_slope_is_that_of_a_regression_with_a_constant_a_game_and_clustered_errors():
    sm = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(4)
    exposure = rng.integers(0, 3, (60, 4, 2)).astype(np.uint8)
    outcome, deal = rng.normal(size=(60, 4)) + 0.3 * exposure[:, :, 0], np.arange(60) // 3
    found = slopes(exposure, outcome, deal)
    constants = np.kron(np.eye(60), np.ones((4, 1)))
    for card in range(2):
        x = np.column_stack([exposure[:, :, card].reshape(-1), constants])
        groups = {"groups": np.repeat(deal, 4), "use_correction": False}
        model = sm.OLS(outcome.reshape(-1), x).fit(cov_type="cluster", cov_kwds=groups)
        assert found.estimate[card] == pytest.approx(model.params[0])
        assert found.se[card] == pytest.approx(model.bse[0] * np.sqrt(20 / 19), rel=1e-6)
    assert found.n.tolist() == [(exposure[:, :, card] > 0).sum() for card in range(2)]


def test_a_known_effect_is_found_and_its_interval_holds_in_95_of_100_runs():
    effect, inside, at_zero, runs = 0.06, 0, 0, 400
    for seed in range(runs):
        exposure, deal = dealt(480, 2, seed, same=4)
        lift = effect * (exposure[:, :, 0] - exposure[:, :, 0].mean(axis=1, keepdims=True))
        share = won(0.25 + lift, np.random.default_rng([seed, 1]))
        found = slopes(exposure, share, deal)
        low, high = limits(found.estimate, found.se, found.deals)
        inside += low[0] <= effect <= high[0]
        at_zero += low[1] <= 0.0 <= high[1]
    assert abs(inside / runs - 0.95) < 0.035  # three standard errors of 400 runs
    assert abs(at_zero / runs - 0.95) < 0.035


def test_what_every_seat_has_alike_has_no_effect_to_tell():
    exposure, deal = dealt(200, 2, 3)
    exposure[:, :, 1] = 10
    exposure[:4, 0, 1] = 9  # a rare event, of which chance is not the cause
    found = slopes(exposure, won(np.full((200, 4), 0.25), np.random.default_rng(5)), deal)
    assert np.isnan(found.estimate).tolist() == [False, True]
    assert found.estimable.tolist() == [0]
    at, contrast = found.contrast(range(len(found.n)))
    assert at.tolist() == [0]
    assert contrast.se == pytest.approx(found.se[:1])


def test_the_order_of_games_changes_nothing_and_a_lone_decider_is_compared_over_games():
    exposure, deal = dealt(120, 2, 6, same=3)
    share = won(np.full((120, 4), 0.25), np.random.default_rng(7))
    order = np.random.default_rng(8).permutation(120)
    first, second = slopes(exposure, share, deal), slopes(exposure[order], share[order], deal[order])
    assert second.estimate == pytest.approx(first.estimate)
    assert second.se == pytest.approx(first.se)
    alone = slopes(exposure[:, :1], share[:, :1], deal)
    held = exposure[:, 0, 0] == 1
    assert alone.estimate[0] == pytest.approx(share[held, 0].mean() - share[~held, 0].mean())


def test_slopes_in_the_hands_of_levels_are_those_of_their_seats_alone_with_the_errors_of_shared_deals():
    """Against sums deal by deal; seats without a level count in the means of games only."""
    rng = np.random.default_rng(6)
    exposure, deal = dealt(400, 3, 6, same=4)
    level = rng.permuted(np.tile([0, 1, 2, -1], (400, 1)), axis=1)
    lift = np.where(level == 1, 0.2, 0.05) * (exposure[:, :, 0] - 0.25)
    outcome = 60 * won(0.25 + lift, rng)
    means = np.array([outcome[level == at].mean() for at in range(3)])
    sums = LevelSums(3, means, 60)
    for half in (slice(0, 200), slice(200, 400)):
        sums.add(exposure[half].transpose(1, 2, 0), outcome[half].T, level[half].T, deal[half])
    rows, found, counted = sums.contrast([0, 2])
    assert rows == [(card, at) for card in (0, 2) for at in range(3)]
    x = exposure - exposure.mean(axis=1, keepdims=True)
    residuals = []
    for row, (card, at) in enumerate(rows):
        mine = np.where(level == at, x[:, :, card], 0.0)
        moved = (mine * (outcome / 60 - means[at] / 60)).sum(axis=1)
        slope = moved.sum() / (mine**2).sum()
        assert found.estimate[row] == pytest.approx(slope)
        by_deal = np.bincount(deal, moved - slope * (mine**2).sum(axis=1)) / (mine**2).sum()
        residuals.append(by_deal * np.sqrt(100 / 99))
        of_deal = np.bincount(deal, moved)
        assert counted[row].tolist() == [(of_deal > 1e-9).sum(), (of_deal < -1e-9).sum(), 100]
        assert found.n[row] == (exposure[:, :, card] * (level == at)).sum()
    for card in range(2):
        one = slice(3 * card, 3 * card + 3)
        part = np.array(residuals[one])
        assert found.covariance[one, one] == pytest.approx(part @ part.T)
    assert (found.covariance[:3, 3:] == 0).all()
