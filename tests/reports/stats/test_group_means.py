"""Rows summed by deal and keys, beside polars' own groups."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from reports.stats import group_means
from reports.stats.group_means import cells_of, number_groups

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
def test_cells_are_the_groups_of_deals(monkeypatch: pytest.MonkeyPatch, max_places: int, in_order: bool) -> None:
    monkeypatch.setattr(group_means, "MAX_PLACES", max_places)
    rows = rows_of(in_order=in_order)
    places, row_of, total = cells_of(rows, KEYS)
    cells = rows.select("deal", *KEYS)[row_of].with_columns(x=pl.Series(total(rows["x"].to_numpy())))
    expected = rows.group_by("deal", *KEYS).agg(pl.col("x").cast(pl.Int64).sum()).sort("deal", *KEYS)
    assert_frame_equal(cells, expected)
    assert_frame_equal(places.groups[places.column], expected.select(KEYS))
    assert np.repeat(places.deals, np.diff(places.start)).tolist() == expected["deal"].to_list()


def test_groups_are_in_the_order_of_their_levels() -> None:
    rows = rows_of(in_order=True)
    groups, column = number_groups(rows, KEYS)
    assert_frame_equal(groups, rows.select(KEYS).unique().sort(KEYS))
    assert_frame_equal(groups[column], rows.select(KEYS))


def test_no_rows_have_no_groups() -> None:
    rows = rows_of(in_order=True).head(0)
    places, row_of, total = cells_of(rows, KEYS)
    assert len(places.groups) == len(row_of) == len(total(rows["x"].to_numpy())) == 0
