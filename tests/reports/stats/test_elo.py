"""Elo by who won: a closed form, seats allowed for, known strengths, one who never wins."""

import numpy as np
import pytest

from reports.stats.elo import ratings


def season(elo, players, games, seed):
    """Games of so many different players each, won by Luce's rule: player, win share and game, a row a seat."""
    rng = np.random.default_rng(seed)
    who = np.argsort(rng.random((games, len(elo))), axis=1)[:, :players]
    chance = 10.0 ** (np.asarray(elo)[who] / 400.0)
    won = (chance.cumsum(axis=1) / chance.sum(axis=1, keepdims=True) < rng.random((games, 1))).sum(axis=1)
    share = (np.arange(players)[None, :] == won[:, None]).astype(float)
    return who.ravel(), share.ravel(), np.repeat(np.arange(games), players)


def rated(elo, players, games, seed):
    who, share, game = season(elo, players, games, seed)
    return ratings(who, [], share, game, game, seed=seed)


def test_of_two_players_the_distance_is_that_of_the_share_won_but_for_half_a_game_each():
    share = np.tile([1.0, 0.0], 64)
    share[:32] = np.tile([0.0, 1.0], 16)  # 48 of 64
    found = ratings(np.tile([0, 1], 64), [], share, *[np.repeat(np.arange(64), 2)] * 2, seed=1)
    corrected = (48 + 0.5) / (64 + 1)  # Firth's correction of a binomial logit is half a win on both sides
    assert found.elo[0] - found.elo[1] == pytest.approx(400 * np.log10(corrected / (1 - corrected)), abs=1e-3)
    assert (10 ** (found.elo / 400)).mean() == pytest.approx(1.0)


def test_a_seat_that_helps_is_not_the_strength_of_who_sits_there():
    who, _, game = season([0.0, 0.0, 0.0], 2, 3000, seed=2)
    first = np.sort(who.reshape(-1, 2), axis=1)  # player 0 always sits first, player 2 always last
    won = np.random.default_rng(3).random(3000) < 10 ** (200 / 400) / (1 + 10 ** (200 / 400))
    share = np.stack([won, ~won], axis=1).ravel().astype(float)
    seat = np.tile([0, 1], 3000)
    plain = ratings(first.ravel(), [], share, game, game, seed=1)
    assert plain.low[0] > 0 > plain.high[2]
    told = ratings(first.ravel(), [seat], share, game, game, seed=1)
    assert all(low <= 0 <= high for low, high in zip(told.low, told.high, strict=True))


def test_intervals_hold_the_strengths_together_in_95_of_100_tournaments():
    elo = np.array([120.0, 30.0, 0.0, -40.0, -200.0])
    true = elo - 400 * np.log10((10 ** (elo / 400)).mean())
    found = [rated(elo, 4, 300, seed) for seed in range(50)]
    held = sum(bool(((one.low <= true) & (true <= one.high)).all()) for one in found)
    assert held >= 45


def test_one_who_never_wins_leaves_the_others_as_sure_as_they_were():
    alone, beside = rated([50, 0, -50], 2, 1000, 3), rated([50, 0, -50, -5000], 2, 2000, 3)  # each two meet as often
    assert beside.elo[3] < -500
    assert np.isfinite(beside.high[3])
    for i in range(3):
        assert beside.high[i] - beside.low[i] < 1.5 * (alone.high[i] - alone.low[i])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("lineups", "deals"), [(((1, 0, 0), (1, 1, 0)), 61), (((0, 1, 0, 0), (0, 0, 1, 0)), 59)], ids=["3 seats", "4 seats"]
)
def test_a_standing_in_which_nothing_varies_has_finite_intervals_and_warns_of_nothing(lineups, deals):
    """Every game of a line-up ends alike, won by all: the variance between deals is 0 but for rounding, of either
    sign."""
    games = [lineups[d % 2] for d in range(deals)]
    k = len(games[0])
    game, seat = np.repeat(np.arange(deals), k), np.tile(np.arange(k), deals)
    found = ratings(np.concatenate(games), [seat], np.full(deals * k, 1 / k), game, game, seed=1)
    assert np.isfinite([found.elo, found.low, found.high]).all()
    assert found.elo == pytest.approx([0.0, 0.0], abs=1.0)
