"""Intervals that may be watched, and variance components."""

import math

import numpy as np
import polars as pl
import pytest

from reports.stats.sequential import half_width, mixture_variance, sequence
from reports.stats.variance import components


def test_half_width_is_the_closed_form():
    r2 = (-2 * math.log(0.05) + math.log(-2 * math.log(0.05) + 1)) / 500
    assert mixture_variance(500) == pytest.approx(r2)
    expected = 0.4 * math.sqrt(2 * (800 * r2 + 1) / (800**2 * r2) * math.log(math.sqrt(800 * r2 + 1) / 0.05))
    assert half_width(0.4, 800, n_best=500) == pytest.approx(expected, rel=1e-12)


def test_the_sequence_is_narrowest_in_relative_terms_where_it_was_tuned():
    n = np.array([100.0, 1000.0, 10_000.0])
    relative = half_width(np.ones(3), n, n_best=1000.0) * np.sqrt(n)
    assert relative[1] < relative[0]
    assert relative[1] < relative[2]


def test_watching_all_the_time_stays_below_the_promised_error_while_a_fixed_interval_does_not():
    rng = np.random.default_rng(21)
    runs, deals, par = 1000, 2000, 0.25
    looks = np.arange(20, deals + 1, 20)
    watched = fixed = 0
    for _ in range(runs):
        centre, width = sequence(rng.binomial(4, par, deals) / 4, n_best=1000)
        off = np.abs(centre[looks - 1] - par)
        watched += bool((off > width[looks - 1]).any())
        fixed += bool((off > 1.96 * math.sqrt(par * (1 - par) / 4) / np.sqrt(looks)).any())
    assert watched / runs <= 0.06
    assert fixed / runs > 0.25


def test_first_deal_says_nothing():
    assert sequence([0.3])[1][0] == math.inf


def test_components_equal_the_two_way_anova_of_a_balanced_table():
    rng = np.random.default_rng(8)
    a, b, repeats = 6, 5, 4
    table = (
        rng.normal(0, 30, a)[:, None, None] + rng.normal(0, 20, b)[None, :, None] + rng.normal(0, 10, (a, b, repeats))
    )
    y = np.rint(table).astype(int)
    rows, columns, _ = np.indices(y.shape)
    frame = pl.DataFrame({"row": rows.ravel(), "column": columns.ravel(), "y": y.ravel()})
    found = components(frame, ["y"], ["row", "column"])["y"]
    grand = y.mean()
    ms_row = b * repeats * ((y.mean(axis=(1, 2)) - grand) ** 2).sum() / (a - 1)
    ms_column = a * repeats * ((y.mean(axis=(0, 2)) - grand) ** 2).sum() / (b - 1)
    within = ((y - grand) ** 2).sum() - (a - 1) * ms_row - (b - 1) * ms_column
    ms_rest = within / (a * b * repeats - a - b + 1)
    assert found["residual"] == pytest.approx(ms_rest, rel=1e-9)
    assert found["row"] == pytest.approx((ms_row - ms_rest) / (b * repeats), rel=1e-9)
    assert found["column"] == pytest.approx((ms_column - ms_rest) / (a * repeats), rel=1e-9)


def test_components_find_known_variances_in_an_unbalanced_sample():
    rng = np.random.default_rng(9)
    n = 40_000
    deal, strategy = rng.integers(0, 4000, n), rng.choice(40, n, p=rng.dirichlet(np.full(40, 5.0)))
    y = 100 * (rng.normal(0, 3, 4000)[deal] + rng.normal(0, 2, 40)[strategy] + rng.normal(0, 4, n))
    frame = pl.DataFrame({"deal": deal, "strategy": strategy, "seat": np.ones(n), "y": np.rint(y).astype(int)})
    found = components(frame, ["y"], ["seat", "strategy", "deal"])["y"]
    assert found["deal"] / 1e4 == pytest.approx(9, rel=0.08)
    assert found["residual"] / 1e4 == pytest.approx(16, rel=0.03)
    assert found["strategy"] / 1e4 == pytest.approx(4, rel=0.5)
    assert found["seat"] == 0
