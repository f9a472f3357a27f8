"""Sums of columns over groups of rows: the one way in which what is averaged is added up.

Whole numbers of any width, and yes or no, are summed exactly, as 64-bit integers. Floats are summed as 64-bit floats in
the order of their values. Either way no order of the rows, batches or threads shows in the sum. A row without a value
is no 0, and to leave it out would give each column an n of its own: it is refused (analyser/SCHEMA.md, "Null").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

__all__ = [
    "MAX_FLOAT",
    "MAX_PRODUCTS",
    "ONE_THREAD",
    "exact_products",
    "numbers",
    "sum_groups",
    "sum_of_squares",
    "times",
]


WIDE = (pl.Int32, pl.UInt32, pl.Int64, pl.UInt64)
MISSING = "missing_"  # the column of whether a group has rows without a value
MAX_FLOAT = 2.0**53  # whole numbers up to here are exact as floats
MAX_PRODUCTS = 2.0**62  # of whole numbers: up to here sums of their products are exact in 64 bits


def sum_groups(
    frame: pl.DataFrame | pl.LazyFrame,
    keys: Sequence[str],
    columns: Sequence[str],
    *,
    cluster: str | None = None,
    count: str | None = None,
    squares: Sequence[str] = (),
) -> pl.DataFrame:
    """For every combination of the keys, and of `cluster`: `n_`, the number of rows or the sum of `count`, and for each
    column x its sum `t_x`; for those of `squares` also that of the squares, `q_x`.

    ValueError where a column holds something else than numbers, where a row has no value (NaN and endless ones are
    none), or belongs to no cluster.
    """
    rows = frame.lazy()
    schema = rows.collect_schema()
    column_of = {name: _number(name, schema[name]) for name in dict.fromkeys(columns)}
    sizes: dict[str, pl.Expr] = {}
    if count is not None:
        if schema[count].is_float():
            raise ValueError(f"column '{count}' counts rows in {schema[count]}: give whole numbers")
        sizes[count] = _number(count, schema[count])
    totals = {"n_": pl.len().cast(pl.Int64) if count is None else sizes[count].sum()}
    summed = {f"t_{name}": (name, x) for name, x in column_of.items()}
    summed |= {f"q_{name}": (name, _squared(column_of[name], schema[name])) for name in dict.fromkeys(squares)}
    # Floats come as lists, to be sorted: before a plain sum polars would leave the sorting out.
    lists = [total for total, (name, _) in summed.items() if not _is_whole(schema[name])]
    totals |= {total: x if total in lists else x.sum() for total, (_, x) in summed.items()}
    missing = {name: _missing(x, schema[name]) for name, x in {**column_of, **sizes}.items()}
    by = [*keys, *([cluster] if cluster else [])]
    grouped = rows.group_by(by).agg(
        **totals, **({MISSING: pl.any_horizontal(missing.values()).any()} if missing else {})
    )
    sums = grouped.collect()
    if missing and sums[MISSING].any():
        _check(rows.select(x.any().alias(name) for name, x in missing.items()).collect())
    if cluster and sums[cluster].null_count():
        raise ValueError(f"column '{cluster}' is empty in some rows: leave those rows out")
    return sums.drop(MISSING, strict=False).with_columns(pl.col(lists).list.sort().list.sum())


def numbers(column: pl.Series) -> NDArray[np.int64] | NDArray[np.float64]:
    """A column as an array of 64-bit integers, or of floats where it holds such; ValueError as of sum_groups()."""
    frame = column.alias(column.name or "values").to_frame()
    name, dtype = frame.columns[0], column.dtype
    value = _number(name, dtype)
    _check(frame.select(_missing(value, dtype).any()))
    return frame.select(value).to_series().to_numpy()


def exact_products(sums: pl.DataFrame, columns: Sequence[str]) -> set[str]:
    """The columns whose sums `t_x` are whole numbers, so small that sums of the products of any two of these and `n_`
    fit 64 bits."""
    if sum_of_squares(sums["n_"].to_numpy()) >= MAX_PRODUCTS:
        return set()
    integers = [name for name in columns if sums.schema[f"t_{name}"] == pl.Int64]
    return {name for name in integers if sum_of_squares(sums[f"t_{name}"].to_numpy()) < MAX_PRODUCTS}


def sum_of_squares(values: NDArray[Any]) -> float:
    """What the sum of the squares of whole numbers is at most; itself where that bound is large."""
    largest = float(max(values.max(initial=0), -values.min(initial=0)))
    bound = largest * largest * values.size
    return bound if bound < MAX_PRODUCTS else float(np.square(values.astype(np.float64)).sum())


def _number(name: str, dtype: pl.DataType) -> pl.Expr:
    """The column in 64 bits; what does not fit is null."""
    if _is_whole(dtype):
        return pl.col(name).cast(pl.Int64, strict=False)
    if dtype.is_numeric():
        return pl.col(name).cast(pl.Float64)
    raise ValueError(f"column '{name}' holds {dtype}: only numbers can be averaged")


def _squared(value: pl.Expr, dtype: pl.DataType) -> pl.Expr:
    """Sums of squares of numbers wider than 16 bits need more than 64."""
    wide = value.cast(pl.Int128) if dtype in WIDE else value
    return wide * wide


def _is_whole(dtype: pl.DataType) -> bool:
    return dtype.is_integer() or dtype == pl.Boolean


def _missing(value: pl.Expr, dtype: pl.DataType) -> pl.Expr:
    """Whether a row has no finite value."""
    return value.is_null() if _is_whole(dtype) else value.is_finite().fill_null(value=False).not_()


def _check(missing: pl.DataFrame) -> None:
    """Refuse the first column of which the one row says that values are missing."""
    for name, is_missing in missing.to_dicts()[0].items():
        if is_missing:
            raise ValueError(f"column '{name}' is empty in some rows: leave those rows out")


Floats = NDArray[np.float64]

ONE_THREAD = 2**18  # multiplications of a matrix product up to which OpenBLAS keeps to one thread


def times(first: Floats, second: Floats) -> Floats:
    """The product of two matrices, in slices that BLAS multiplies on one thread: its threads wait for each other longer
    than they work on matrices of this size, ten times as long where other programs run."""
    rows = max(1, ONE_THREAD // (first.shape[1] * second.shape[1] or 1))
    return np.concatenate([first[at : at + rows] @ second for at in range(0, len(first), rows)])
