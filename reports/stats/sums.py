"""Sums of columns over groups of rows: the one way in which what is averaged is added up.

Whole numbers of any width, and yes or no, are summed exactly, as 64-bit integers. Floats are summed as 64-bit floats in
the order of their values. Either way no order of the rows, batches or threads shows in the sum. A row without a value
is no 0, and to leave it out would give each column an n of its own: it is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

__all__ = ["fits_products", "numbers", "sum_groups"]

MAX_PRODUCTS = 2.0**62  # of whole numbers: up to here sums of their products are exact in 64 bits


def sum_groups(
    frame: pl.DataFrame | pl.LazyFrame,
    keys: Sequence[str],
    columns: Sequence[str],
    *,
    cluster: str | None = None,
    count: str | None = None,
    squares: bool = False,
) -> pl.DataFrame:
    """For every combination of the keys, and of `cluster`: `n_`, the number of rows or the sum of `count`, and for each
    column x its sum `t_x`; with `squares` also that of its squares, `q_x`.

    ValueError where a column holds something else than numbers, where a row has no value (NaN and endless ones are
    none), or belongs to no cluster.
    """
    rows = frame.lazy()
    schema = rows.collect_schema()
    wanted = {name: _number(name, schema[name]) for name in dict.fromkeys(columns)}
    sizes: dict[str, pl.Expr] = {}
    if count is not None:
        if schema[count].is_float():
            raise ValueError(f"column '{count}' counts rows in {schema[count]}: give whole numbers")
        sizes[count] = _number(count, schema[count])
    totals = {"n_": pl.len().cast(pl.Int64) if count is None else sizes[count].sum()}
    totals |= {f"t_{name}": _sum(x, schema[name]) for name, x in wanted.items()}
    if squares:
        totals |= {f"q_{name}": _sum(x * x, schema[name]) for name, x in wanted.items()}
    missing = {f"missing_{name}": _missing(x, schema[name]) for name, x in {**wanted, **sizes}.items()}
    by = [*keys, *([cluster] if cluster else [])]
    found = rows.group_by(by).agg(**totals, **missing).collect()
    for name in {**wanted, **sizes}:
        _check(name, missing=bool(found[f"missing_{name}"].any()))
    if cluster and found[cluster].null_count():
        raise ValueError(f"column '{cluster}' is empty in some rows: leave those rows out")
    return found.drop(missing)


def numbers(column: pl.Series) -> NDArray[np.int64] | NDArray[np.float64]:
    """A column as an array of 64-bit integers, or of floats where it holds such; ValueError as of sum_groups()."""
    frame = column.alias(column.name or "values").to_frame()
    name, dtype = frame.columns[0], column.dtype
    value = _number(name, dtype)
    found = frame.select(value, missing=_missing(value, dtype))
    _check(name, missing=bool(found["missing"].any()))
    return found[name].to_numpy()


def fits_products(sums: pl.DataFrame, *columns: str) -> bool:
    """Whether these are whole numbers so small that sums of the products of any two of them fit 64 bits."""
    squares = [(pl.col(name).cast(pl.Float64) ** 2).sum() for name in columns]
    whole = all(sums.schema[name] == pl.Int64 for name in columns)
    return whole and all(total < MAX_PRODUCTS for total in sums.select(squares).row(0))


def _number(name: str, dtype: pl.DataType) -> pl.Expr:
    """The column in 64 bits; what does not fit is null."""
    if dtype.is_integer() or dtype == pl.Boolean:
        return pl.col(name).cast(pl.Int64, strict=False)
    if dtype.is_numeric():
        return pl.col(name).cast(pl.Float64)
    raise ValueError(f"column '{name}' holds {dtype}: only numbers can be averaged")


def _sum(value: pl.Expr, dtype: pl.DataType) -> pl.Expr:
    """Floats are sorted first: in which order they are added is then no matter of the rows'."""
    return value.sum() if dtype.is_integer() or dtype == pl.Boolean else value.sort().sum()


def _missing(value: pl.Expr, dtype: pl.DataType) -> pl.Expr:
    """Whether a row has no finite value."""
    if dtype.is_integer() or dtype == pl.Boolean:
        return value.is_null().any()
    return value.is_finite().fill_null(value=False).not_().any()


def _check(name: str, *, missing: bool) -> None:
    if missing:
        raise ValueError(f"column '{name}' is empty in some rows: leave those rows out")
