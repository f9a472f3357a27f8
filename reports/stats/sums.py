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

__all__ = ["MAX_FLOAT", "ONE_THREAD", "numbers", "sum_groups", "times"]

Floats = NDArray[np.float64]

MISSING = "missing_"  # the column of whether a group has rows without a value
MAX_FLOAT = 2.0**53  # whole numbers up to here are exact as floats
ONE_THREAD = 2**18  # multiplications of a matrix product up to which OpenBLAS keeps to one thread


def sum_groups(
    frame: pl.DataFrame | pl.LazyFrame, keys: Sequence[str], columns: Sequence[str], *, count: str | None = None
) -> pl.DataFrame:
    """For every combination of the keys: `n_`, the number of rows or the sum of `count`, and for each column x its sum
    `t_x`.

    ValueError where a column holds something else than numbers, or a row has no value (NaN and endless ones are none).
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
    # Floats come as lists, to be sorted: before a plain sum polars would leave the sorting out.
    lists = [f"t_{name}" for name in column_of if not _is_whole(schema[name])]
    totals |= {f"t_{name}": x if f"t_{name}" in lists else x.sum() for name, x in column_of.items()}
    missing = {name: _missing(x, schema[name]) for name, x in {**column_of, **sizes}.items()}
    is_missing = {MISSING: pl.any_horizontal(missing.values()).any()} if missing else {}
    sums = rows.group_by(list(keys)).agg(**totals, **is_missing).collect()
    if missing and sums[MISSING].any():
        _check(rows.select(x.any().alias(name) for name, x in missing.items()).collect())
    return sums.drop(MISSING, strict=False).with_columns(pl.col(lists).list.sort().list.sum())


def numbers(column: pl.Series) -> NDArray[Any]:
    """A column as an array of whole numbers, as narrow as it is, or of 64-bit floats where it holds such; ValueError as
    of sum_groups()."""
    frame = column.alias(column.name or "values").to_frame()
    name, dtype = frame.columns[0], column.dtype
    value = _number(name, dtype)
    _check(frame.select(_missing(value, dtype).any()))
    is_narrow = dtype.is_integer() and dtype not in (pl.UInt64, pl.Int64)
    return (column if is_narrow else frame.select(value).to_series()).to_numpy()


def _number(name: str, dtype: pl.DataType) -> pl.Expr:
    """The column in 64 bits; what does not fit is null."""
    if _is_whole(dtype):
        return pl.col(name).cast(pl.Int64, strict=False)
    if dtype.is_numeric():
        return pl.col(name).cast(pl.Float64)
    raise ValueError(f"column '{name}' holds {dtype}: only numbers can be averaged")


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


def times(first: Floats, second: Floats) -> Floats:
    """The product of two matrices, in slices that BLAS multiplies on one thread: its threads wait for each other longer
    than they work on matrices of this size, ten times as long where other programs run."""
    rows = max(1, ONE_THREAD // (first.shape[1] * second.shape[1] or 1))
    return np.concatenate([first[at : at + rows] @ second for at in range(0, len(first), rows)])
