"""Realism: figures of games by hand, distances and weights by their formulas, and what weighing printings does."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from analyser.experiments.realism import distances, effective_size, figure, realism_weights
from cext.games.realism import Expectation


def expectation(**how: Any) -> Expectation:
    """An expectation that says this and nothing else."""
    plain = {"of": "seat", "low": 0.0, "high": 0.0, "spread": 1.0, "confidence": 1.0, "source": ""}
    return Expectation(name="", players=2, **{**plain, **how})


# two games on deal 1, one on deal 2; the second game is shared by both seats
SEATS = pl.DataFrame(
    {
        "deal": [1, 1, 1, 1, 2, 2],
        "game": [0, 0, 1, 1, 2, 2],
        "score": [100, 90, 120, 120, 80, 40],
        "win_share60": [60, 0, 30, 30, 60, 0],
        "score_walls": [10, 20, 0, 5, 1, 2],
        "score_tasks": [5, 5, 5, 5, 5, 5],
    }
)


@pytest.mark.parametrize(
    ("expected", "value"),
    [
        (expectation(), (95 + 120 + 60) / 3),
        (expectation(of="winner"), (100 + 120 + 80) / 3),
        (expectation(of="tie"), 1 / 3),
        (expectation(at_least=100), (0.5 + 1 + 0) / 3),
        (expectation(of="winner", at_least=100), 2 / 3),
        (expectation(sources=("walls", "tasks")), (20 + 7.5 + 6.5) / 3),
    ],
)
def test_figures_of_games(expected: Expectation, value: float) -> None:
    found, _, games = figure(SEATS, expected)
    assert (found, games) == (pytest.approx(value), 3)


def test_the_error_of_a_figure_is_clustered_by_deal() -> None:
    mean, error, _ = figure(SEATS, expectation())
    totals = np.array([95 + 120 - 2 * mean, 60 - mean])
    assert error == pytest.approx((2 * (totals**2).sum()) ** 0.5 / 3)
    apart = SEATS.with_columns(deal=pl.col("game"))
    values = np.array([95, 120, 60])
    assert figure(apart, expectation())[1] == pytest.approx(values.std(ddof=1) / 3**0.5)


def test_distances_are_flat_within_and_count_the_noise_beyond() -> None:
    expected = [expectation(low=10, high=20, spread=3)] * 5
    found = distances([10, 20, 15, 5, 26], [0, 0, 0, 4, 0], expected)
    assert found == pytest.approx([0, 0, 0, 1, 2])


def test_weights_are_those_of_the_formula_and_have_the_mean_1() -> None:
    expected = [expectation(low=0, high=1, spread=1, confidence=0.5), expectation(low=0, high=0, spread=2)]
    weights = realism_weights([[0.5, 0], [3, 0], [0.5, 4], [3, 4]], np.zeros((4, 2)), expected)
    one, two = np.exp(-0.5 * 4 / 2), np.exp(-4 / 2)
    assert weights / weights[0] == pytest.approx([1, one, two, one * two])
    assert weights.mean() == pytest.approx(1)


def test_printings_all_as_expected_keep_their_weights_and_far_ones_leave_few() -> None:
    assert realism_weights(np.full((40, 1), 0.0), np.zeros((40, 1)), [expectation()]).tolist() == [1.0] * 40
    assert effective_size([1.0] * 40) == pytest.approx(40)
    assert effective_size([1.0, 0.0, 0.0]) == pytest.approx(1)
    far = realism_weights(np.array([[1000.0], [1010.0]]), np.zeros((2, 1)), [expectation()])
    assert np.isfinite(far).all()
    assert far[0] == pytest.approx(2)


def test_weighed_printings_have_the_mean_of_the_constrained_distribution() -> None:
    """A figure N(2, 1) over printings, expected at 0 with spread 1: the product of both is N(1, 1/2)."""
    drawn = np.random.default_rng(5).normal(2.0, 1.0, 200_000)
    weights = realism_weights(drawn[:, None], np.zeros((len(drawn), 1)), [expectation()])
    assert np.average(drawn, weights=weights) == pytest.approx(1.0, abs=0.01)
    assert np.average((drawn - 1.0) ** 2, weights=weights) == pytest.approx(0.5, abs=0.01)
