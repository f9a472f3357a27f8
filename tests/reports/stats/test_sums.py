"""What may be averaged, and what then comes out: against plain numpy and polars' own groups, whatever a column holds
and in whatever order."""

from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from reports.stats import group_means
from reports.stats.aliasing import aliasing
from reports.stats.group_means import cells_of, mean_table, means_of, number_groups
from reports.stats.intervals import Averaged
from reports.stats.sums import numbers, sum_groups
from tests.reports.synthetic import run_of

DEALS = 40
RNG = np.random.default_rng(5)
DEAL = np.repeat(np.arange(DEALS), RNG.integers(2, 9, DEALS))
WHO = RNG.integers(0, 3, len(DEAL))
WON = RNG.choice([0.0, 1.0, 1 / 2, 1 / 3], len(DEAL))  # alone, with another, with two others
# Columns of every kind that can be averaged, each with what one unit of it is.
COLUMNS = {
    "int": (pl.Series(RNG.integers(-40, 90, len(DEAL)), dtype=pl.Int16), 1),
    "unsigned": (pl.Series(RNG.integers(0, 255, len(DEAL)), dtype=pl.UInt8), 1),
    "wide unsigned": (pl.Series(RNG.integers(2**31, 2**32, len(DEAL)), dtype=pl.UInt32), 1),
    "large": (pl.Series(RNG.integers(10**12, 10**13, len(DEAL)), dtype=pl.Int64), 1),
    "bool": (pl.Series(RNG.random(len(DEAL)) < 0.3), 1),
    "float": (pl.Series(RNG.normal(17, 4, len(DEAL))), 1),
    "single": (pl.Series(RNG.normal(17, 4, len(DEAL)), dtype=pl.Float32), 1),
    "far from 0": (pl.Series(1e9 + RNG.normal(0, 1, len(DEAL))), 1),
    "share": (pl.Series(WON), 1),
    "share in 60ths": (pl.Series(np.rint(60 * WON), dtype=pl.UInt8), 60),
}
KINDS = pytest.mark.parametrize(("values", "scale"), COLUMNS.values(), ids=COLUMNS)
WITHOUT = {
    "null": pl.Series([1, None] * (len(DEAL) // 2) + [1] * (len(DEAL) % 2)),
    "no float": pl.Series([0.5, None] * (len(DEAL) // 2) + [0.5] * (len(DEAL) % 2)),
    "nan": pl.Series([float("nan")] + [0.5] * (len(DEAL) - 1)),
    "endless": pl.Series([0.5] * (len(DEAL) - 1) + [float("inf")]),
    "beyond 64 bits": pl.Series([2**64 - 1] * len(DEAL), dtype=pl.UInt64),
}


def rows(values):
    return pl.DataFrame({"deal": DEAL, "who": WHO, "x": values, "seat": WHO % 2, "strategy": "plan"})


def mean_and_covariance(y):
    """Each group's mean and their covariance clustered by deal, deal by deal, from deviations."""
    n = np.array([[np.sum((d == DEAL) & (g == WHO)) for g in range(3)] for d in range(DEALS)])
    t = np.array([[sum(y[(d == DEAL) & (g == WHO)].tolist()) for g in range(3)] for d in range(DEALS)], dtype=object)
    means = np.array([sum(map(Fraction, t[:, g].tolist())) / int(n[:, g].sum()) for g in range(3)])
    off = (np.vectorize(Fraction)(t) - means * n) / n.sum(axis=0)
    factor = np.array([(d := int((n[:, g] > 0).sum())) / (d - 1) for g in range(3)]) ** 0.5
    return means.astype(float), (off.T @ off).astype(float) * np.outer(factor, factor)


@KINDS
def test_means_errors_and_covariances_are_those_of_plain_recomputation(values, scale):
    y = numbers(values)
    near = 1e-6 if values.dtype == pl.Float64 and values[0] > 1e8 else 1e-9  # the spread is a 10^18th of their squares
    means, covariance = mean_and_covariance(y)
    frame = rows(values)
    found = mean_table(frame, ["who"], {"m": Averaged("x", scale)}, detail=True)
    assert found["m"].to_numpy() == pytest.approx(means / scale, rel=1e-14)
    assert found["m_se"].to_numpy() == pytest.approx(np.sqrt(np.diag(covariance)) / scale, rel=near)
    alone = np.array([y[g == WHO].astype(float).var(ddof=1) / np.sum(g == WHO) for g in range(3)])
    if found["m_deff"].null_count():  # the spread is a 10^18th of the squares of these floats: nothing is said of it
        assert values[0] == pytest.approx(1e9, abs=10)
    else:
        assert found["m_deff"].to_numpy() == pytest.approx(np.diag(covariance) / alone, rel=near)
    both = means_of(frame, ["who"], "x", scale=scale)
    assert both.estimate == pytest.approx(means / scale, rel=1e-14)
    assert both.contrast().covariance == pytest.approx(
        covariance / scale**2, rel=near, abs=1e-13 * covariance.max() / scale**2
    )


@KINDS
def test_totals_and_all_that_is_made_of_them_are_those_of_plain_sums(values, scale):
    y, frame = numbers(values), rows(values)
    summed = sum_groups(frame.lazy(), ["who"], ["x"]).sort("who")
    for who, games, total in summed.iter_rows():
        assert (games, total) == (np.sum(who == WHO), pytest.approx(sum(y[who == WHO].tolist()), rel=1e-14))
    by_deal = sum_groups(frame.lazy(), ["who", "deal"], ["x"])
    whole = means_of(by_deal, ["who"], "t_x", scale=scale, count="n_")
    assert whole.estimate == pytest.approx(means_of(frame, ["who"], "x", scale=scale).estimate, rel=1e-14)


@KINDS
def test_the_order_of_rows_never_shows(values, scale):
    frame, found = rows(values), []
    for seed in range(3):
        mixed = frame.sample(fraction=1, shuffle=True, seed=seed)
        table = mean_table(mixed, ["who"], {"m": Averaged("x", scale)}, detail=True)
        both = means_of(mixed, ["who"], "x", scale=scale)
        table = table.drop("m_deff") if values[0] > 2**26 else table  # squares beyond 53 bits
        found.append((table.rows(), both.estimate.tolist(), both.contrast().covariance.tolist()))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("values", WITHOUT.values(), ids=WITHOUT)
@pytest.mark.parametrize(
    "estimate",
    [
        lambda frame: mean_table(frame, ["who"], {"m": Averaged("x")}),
        lambda frame: means_of(frame, ["who"], "x"),
        lambda frame: sum_groups(frame.lazy(), ["who"], ["x"]),
    ],
    ids=["grouped", "joint", "totals"],
)
def test_a_row_without_a_value_is_refused_by_every_estimator(estimate, values):
    with pytest.raises(ValueError, match=r"^column 'x' is empty in some rows: leave those rows out$"):
        estimate(rows(values))


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (rows(pl.Series(["a"] * len(DEAL))), "column 'x' holds String: only numbers can be averaged"),
        (rows(pl.Series([1] * len(DEAL))).with_columns(deal=None), "column 'deal' is empty in some rows: leave"),
    ],
    ids=["text", "no deal"],
)
def test_what_cannot_be_averaged_is_refused_in_one_line(frame, message):
    for estimate in (lambda: mean_table(frame, ["who"], {"m": Averaged("x")}), lambda: means_of(frame, ["who"], "x")):
        with pytest.raises(ValueError, match=message):
            estimate()


def test_counts_of_rows_do_not_wrap():
    """Two totals of three thousand million rows each are six thousand million rows."""
    n = pl.Series([3_000_000_000] * 4, dtype=pl.UInt32)
    frame = pl.DataFrame({"deal": [0, 0, 1, 1], "who": ["a"] * 4, "x": n, "n": n, "seat": [1, 2, 1, 2]})
    assert mean_table(frame, ["who"], {"m": Averaged("x")}, count="n")["n"].to_list() == [12_000_000_000]
    assert means_of(frame, ["who"], "x", count="n").n.tolist() == [12_000_000_000]
    assert sum_groups(frame, ["who"], [], count="n")["n_"].to_list() == [12_000_000_000]
    assert not aliasing(frame, ["deal", "seat"], count="n").uneven
    with pytest.raises(ValueError, match="column 'n' counts rows in Float64: give whole numbers"):
        mean_table(frame.with_columns(pl.col("n").cast(pl.Float64)), ["who"], {"m": Averaged("x")}, count="n")


@pytest.mark.parametrize("values", [COLUMNS["float"][0], COLUMNS["share"][0]], ids=["score", "share"])
def test_columns_of_a_run_that_hold_fractions_are_refused(values):
    """Questions sum them as whole numbers: shares are 60ths."""
    seats = rows(values).rename({"x": "win_share60"})
    games = pl.DataFrame({"game": [0], "deal": [0], "arm": ["free"]})
    with pytest.raises(ValueError, match="column 'win_share60' holds Float64: columns of a run are whole numbers"):
        run_of(seats, games)


KEYS = ["side", "name", "band", "seat", "flag"]


def rows_of(*, in_order: bool) -> pl.DataFrame:
    draw = np.random.default_rng(3)
    n = 500
    deal = draw.integers(0, 60, n).astype(np.uint32)
    rows = pl.DataFrame(
        {
            "deal": np.sort(deal) if in_order else deal,
            "side": draw.choice(["B", "A"], n),
            "name": draw.choice(["walls", "builder", "tasks"], n),
            "band": draw.choice([0.0, 10.0, 2.5], n),
            "seat": draw.integers(-1, 3, n).astype(np.int8),
            "flag": draw.integers(0, 2, n).astype(bool),
            "x": draw.integers(-100, 100, n).astype(np.int8),
        }
    )
    has_level = pl.Series(draw.random(n) < 0.8)
    return rows.with_columns(
        pl.when(has_level).then("side").cast(pl.Enum(["B", "A", "never"])), pl.when(has_level).then("name")
    )


@pytest.mark.parametrize("max_places", [1 << 16, 4])
@pytest.mark.parametrize("in_order", [True, False])
def test_cells_are_the_groups_of_deals(monkeypatch, max_places, in_order):
    monkeypatch.setattr(group_means, "MAX_PLACES", max_places)
    rows = rows_of(in_order=in_order)
    places, row_of, total = cells_of(rows, KEYS)
    cells = rows.select("deal", *KEYS)[row_of].with_columns(x=pl.Series(total(rows["x"].to_numpy())))
    expected = rows.group_by("deal", *KEYS).agg(pl.col("x").cast(pl.Int64).sum()).sort("deal", *KEYS)
    assert_frame_equal(cells, expected)
    assert_frame_equal(places.groups[places.column], expected.select(KEYS))
    assert np.repeat(places.deals, np.diff(places.start)).tolist() == expected["deal"].to_list()


def test_groups_are_in_the_order_of_their_levels():
    rows = rows_of(in_order=True)
    groups, column = number_groups(rows, KEYS)
    assert_frame_equal(groups, rows.select(KEYS).unique().sort(KEYS))
    assert_frame_equal(groups[column], rows.select(KEYS))


def test_no_rows_have_no_groups():
    rows = rows_of(in_order=True).head(0)
    places, row_of, total = cells_of(rows, KEYS)
    assert len(places.groups) == len(row_of) == len(total(rows["x"].to_numpy())) == 0
