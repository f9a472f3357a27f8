"""Pairs of cards beyond the sum of both, and cards by the round in which they were played, in runs made up."""

import numpy as np
import polars as pl
import pytest

from reports.estimators.card_pairs import PairSums, false_discovery_rates
from tests.reports.cards.made_up import asked, label, made_up

STRONG = {1: 0.10, 2: -0.08, 3: 0.05}


def test_a_planted_pair_is_found_beyond_what_both_cards_do():
    pairs = asked(made_up(STRONG, 6_000, pair=(1, 4, 0.30))).tables["pairs"]
    assert len(pairs) == 190
    first, *others = pairs.iter_rows(named=True)
    assert (first["first"], first["second"]) == (label(1), label(4))
    assert first["effect_low"] < 0.30 < first["effect_high"]
    assert first["rate"] < 0.001
    assert sum(row["rate"] <= 0.05 for row in others) <= 1


def test_cards_that_add_up_make_no_pair():
    answer = asked(made_up(STRONG, 6_000))
    pairs = answer.tables["pairs"]
    assert (pairs["rate"] <= 0.05).sum() == 0
    assert pairs["shrunken"].abs().max() < 0.3 * pairs["effect"].abs().max()


def test_interactions_are_those_of_least_squares():
    random = np.random.default_rng(2)
    copies = (random.random((3, 2, 400)) < 0.4).astype(np.uint8)
    x1, x2 = copies[:, 0].astype(float), copies[:, 1].astype(float)
    y = 2 * x1 - x2 + 3 * x1 * x2 + random.normal(0, 1, x1.shape)
    sums = PairSums([(0, 1)], 1)
    for add in (sums.add, sums.add_errors):
        for some in (slice(0, 150), slice(150, 400)):
            add(copies[..., some], y[:, some], np.arange(400)[some])
    found = sums.interactions()
    x = np.stack([x1, x2, x1 * x2])
    x -= x.mean(axis=1, keepdims=True)
    within = y - y.mean(axis=0)
    columns, flat = x.reshape(3, -1).T, within.reshape(-1)
    effects = np.linalg.lstsq(columns, flat, rcond=None)[0]
    assert found.estimate == pytest.approx([effects[2]])
    scores = (columns * (flat - columns @ effects)[:, None]).reshape(3, 400, 3).sum(axis=0)
    inverse = np.linalg.inv(columns.T @ columns)
    n = found.deals[0]
    assert found.se == pytest.approx([np.sqrt((inverse @ scores.T @ scores @ inverse)[2, 2] * n / (n - 1))])


def test_what_nobody_holds_together_says_nothing():
    copies = np.zeros((2, 2, 200), dtype=np.uint8)
    copies[0, 0], copies[1, 1] = 1, 1
    sums = PairSums([(0, 1)], 1)
    for add in (sums.add, sums.add_errors):
        add(copies, np.arange(400.0).reshape(2, 200), np.arange(200))
    found = sums.interactions()
    assert np.isnan([found.estimate[0], found.se[0], found.p[0]]).all()
    assert found.n[0] == 0


def test_false_discovery_rates_are_benjamini_and_hochbergs():
    rates = false_discovery_rates([0.01, 0.04, 0.03, 0.005, np.nan])
    assert rates[:4] == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert np.isnan(rates[4])


def test_a_card_played_early_is_told_from_one_played_late():
    frames = made_up({}, 1_500)
    # Black cards in the first round win: those seats have the whole win.
    early = frames.decisions.filter((pl.col("round") == 1) & (pl.col("a") > 10)).select("game", "seat").unique()
    seats = frames.seats.join(early.with_columns(early=True), on=["game", "seat"], how="left", maintain_order="left")
    n_early = pl.col("early").fill_null(value=False).sum().over("game")
    share = pl.when("early").then(60 // n_early.clip(1)).when(n_early == 0).then(15).otherwise(0)
    frames = type(frames)(
        seats.with_columns(win_share60=share.cast(pl.Int64)).drop("early"), frames.games, frames.decisions
    )
    rows = asked(frames).tables["rounds_used"]
    black = rows.filter((pl.col("name") == "black") & pl.col("use").str.contains("court")).sort("round")
    assert black["round"].to_list() == [1, 2, 3, 4, 5]
    assert black["effect_low"][0] > 0.1
    assert (black["effect_high"][1:] < 0).all()
    red = rows.filter((pl.col("name") == "red") & pl.col("use").str.contains("court")).sort("round")
    assert red["effect_high"][0] < 0
