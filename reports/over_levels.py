"""Estimates over the levels of another factor: what a comparison comes to over plans, the mean of them and another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from reports.conditions import ConditionError
from reports.factors import parse_factor
from reports.mixed import STRATEGY
from reports.plans import combine_plans

if TYPE_CHECKING:
    from reports.estimates import Block, Estimates
    from reports.stats.families import Family

__all__ = ["over_levels"]

NUMBERS = ("mean", "mean_low", "mean_high", "another_low", "another_high", "sd")


def over_levels(estimates: Estimates, name: str) -> pl.DataFrame:
    """See `Estimates.over`."""
    from reports.compare import estimate_comparisons

    comparisons = [block.comparison for block in estimates.blocks]
    if any(block.minus for block in estimates.blocks) or len({comparison.words for comparison in comparisons}) > 1:
        raise ConditionError(f"over {name}: of one comparison by itself")
    factor = parse_factor(name, estimates.run.settings)
    if factor.name in {level.name for level in comparisons[0].factors}:
        raise ConditionError(f"over {name}: {name} is among the factors already")
    names = {block.measure.name for block in estimates.blocks}
    measures = tuple(measure for measure in comparisons[0].measures if measure.name in names)
    by = (factor, *comparisons[0].by)
    wider = replace(comparisons[0], measures=measures, by=by, arms=(), name="")
    (estimates_of_levels,) = estimate_comparisons(estimates.run, [wider])
    rows = [
        row
        for pair in zip(estimates_of_levels.blocks, estimates_of_levels.families, strict=True)
        for row in _rows(*pair, factor.name)
    ]
    if not rows:
        raise ConditionError(f"over {name}: no rows have a level of it")
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=dict.fromkeys(NUMBERS, pl.Float64))


def _rows(block: Block, family: Family, factor: str) -> Iterator[dict[str, object]]:
    """A row for each group of the other factors that several levels have."""
    weak = block.frames.learners if factor == STRATEGY else ()
    groups = block.means.groups
    others = [column for column in groups.columns if column != factor]
    places: dict[tuple[object, ...], list[int]] = {}
    for place, (level, against) in enumerate(zip(groups[factor].to_list(), block.against, strict=True)):
        if str(level) not in weak:
            key = (*groups.select(others).row(place), against)
            places.setdefault(key, []).append(place)
    for group, rows in places.items():
        over = combine_plans([str(groups[factor][place]) for place in rows], family, rows)
        numbers = (over.mean, over.low, over.high, over.another_low, over.another_high, over.sd)
        yield {
            **block.labels,
            **dict(zip([*others, "against"], group, strict=True)),
            "measure": block.measure.name,
            "levels": over.plans,
            **dict(zip(NUMBERS, numbers, strict=True)),
            "above": over.above,
            "below": over.below,
            "unclear": over.unclear,
        }
