"""Measures of one's own: polars expressions over the columns of a row."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import polars as pl

from reports.conditions import ConditionError
from reports.factors import Measure

__all__ = ["check_expression", "check_values", "expression_measure", "widen"]

MAX_WHOLE = 10**12  # sums of whole numbers stay exact
# whole numbers of the rows that an expression is tried on, some twice; None: no value
PROBE = (3, 7, 3, None, 5, 2, 7, 4, 1, 9, 0, 2)


def expression_measure(expression: pl.Expr, unit: str) -> Measure:
    """The measure of an expression, under its alias, else as it is written; ConditionError for one that is not made of
    single columns."""
    bare = expression.meta.undo_aliases()
    has_alias = not bare.meta.eq(expression) and not expression.meta.has_multiple_outputs()
    name = expression.meta.output_name() if has_alias else _text_of(bare)
    names = frozenset(expression.meta.root_names())
    if expression.meta.has_multiple_outputs():
        raise ConditionError(f"measure {name}: it stands for several columns: give a list of measures")
    if not names:
        raise ConditionError(f"measure {name}: it names no column")
    return Measure(name, expression, names, unit=unit)


def _text_of(expression: pl.Expr) -> str:
    """An expression as it is written, without the calls that name columns."""
    text = re.sub(r'col\("([^"]*)"\)', r"\1", " ".join(str(expression).split()))
    text = re.sub(r"dyn (?:int|float): ", "", text.replace("[(", "((").replace(")]", "))"))
    while (shorter := re.sub(r"\(\(([^()]*)\)\)|\(([\w.]+)\)", r"(\1)\2", text).replace("()", "")) != text:
        text = shorter
    return text.removeprefix("(").removesuffix(")") if re.fullmatch(r"\([^()]*\)", text) else text


def widen(rows: pl.LazyFrame, names: Collection[str]) -> pl.LazyFrame:
    """Rows with these columns wide enough to reckon with: those of a run are as narrow as their numbers."""
    kinds = rows.select(sorted(names)).collect_schema()
    wide = {name: pl.Float64 if kind.is_float() else pl.Int64 for name, kind in kinds.items() if kind.is_numeric()}
    return rows.with_columns(pl.col(name).cast(kind) for name, kind in wide.items())


def check_expression(measure: Measure, schema: Mapping[str, pl.DataType]) -> None:
    """ConditionError unless an expression gives a number to each row by itself, tried on a few rows of these types."""
    rows = pl.DataFrame(_probe(schema[name], i).alias(name) for i, name in enumerate(sorted(measure.columns)))
    start = f"measure {measure.name}: "
    try:
        whole = rows.select(x=measure.value)["x"]
        single = pl.concat([rows[i].select(x=measure.value) for i in range(len(rows))], how="vertical_relaxed")["x"]
    except pl.exceptions.PolarsError as error:
        raise ConditionError(start + str(error).splitlines()[0]) from error
    if len(whole) != len(rows) or not whole.equals(single):
        raise ConditionError(f"{start}not a number of each row by itself: leave out mean, sum, over and their like")
    if not (whole.dtype.is_numeric() or whole.dtype == pl.Boolean):
        kind = "a text" if whole.dtype in (pl.String, pl.Enum, pl.Categorical) else "not a number"
        raise ConditionError(f"{start}{kind}: compare it with a value, such as pl.col('strategy') == 'walls'")


def _probe(kind: pl.DataType, start: int) -> pl.Series:
    """Values of a type, some twice and one missing; start: the place of the first."""
    numbers = pl.Series([*PROBE[start % len(PROBE) :], *PROBE[: start % len(PROBE)]])
    if isinstance(kind, pl.Enum):
        return kind.categories.gather((numbers % len(kind.categories)).cast(pl.UInt32)).cast(kind)
    if kind == pl.Boolean:
        return numbers > 3
    return numbers.cast(kind) / 2 if kind.is_float() else numbers.cast(kind)


def check_values(measure: Measure, values: pl.Series) -> None:
    """ConditionError where numbers of an expression cannot be added up."""
    if values.dtype.is_float():
        if n := int(values.is_infinite().sum()):
            raise ConditionError(
                f"measure {measure.name}: infinite in {n:,} rows, as after a division by 0: leave them out with where"
            )
    elif len(values) and max(abs(int(x or 0)) for x in (values.min(), values.max())) > MAX_WHOLE:  # type: ignore[arg-type]
        raise ConditionError(f"measure {measure.name}: numbers beyond 10^12: divide it by a number")
