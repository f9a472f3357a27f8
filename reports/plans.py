"""Who plays: effects of what is judged in the hands of each plan, and what they come to over plans.

A plan is a strategy that plays as well as it can: beginners are left out, and those that were tuned for what is
compared are plans of a comparison of their own. All play the same deals, so that their effects share errors: the family
of their intervals knows how much. Plans that choose alike (`reports/stats/agreement.py`) are one family of plans, which
counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from reports import columns as c
from reports.answer import OverPlans, PlanEffect, Verdict
from reports.conditions import ConditionError
from reports.factors import parse_factor
from reports.frame_columns import STRATEGY
from reports.sentences import FamilyReference, bot_names, number_word
from reports.stats.random_effects import Spread, family_means, p_equal, spread_of
from reports.stats.verdict import ALPHA, FEW_DEALS, STRONGER, WEAKER, Word

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from reports.columns import Column
    from reports.comparison import Comparison
    from reports.estimates import Block, Estimates
    from reports.stats.families import Family
    from reports.stats.verdict import Word

__all__ = [
    "BY_PLAN", "MIN_PLANS", "OVER_PLANS", "by_plan_rows", "combine_plans", "for_whom", "number_families", "over_levels",
    "over_plan_rows", "over_plans", "plans_we_have", "spread_over_plans", "with_players",
]  # fmt: skip


MIN_PLANS = 5  # families of plans; below them plans are listed: an interval from two or three effects says nothing
MAX_NAMES = 3  # plans that are named, before "and n more"

OVER_PLANS: tuple[Column, ...] = (
    c.code("subject", "compared"),
    c.count("plans", "bots", note="those that play as well as they can"),
    c.count("families", "families", "families of bots", note="of bots that choose alike; null: not measured"),
    c.pp(
        "plans_mean",
        "mean over bots",
        estimate=True,
        note=f"random effects, each family once; null: fewer than {MIN_PLANS} families",
    ),
    c.pp(
        "another",
        "another bot",
        estimate=True,
        note="the same mean with the 95 % predictive interval; null: the sd is too uncertain",
    ),
    c.pp("plans_sd", "sd between bots", note="between families, beyond the noise of their games"),
    c.count("above", "above 0", "bots", note="whose interval lies above 0"),
    c.count("below", "below 0", "bots"),
    c.count("unclear", "unclear", "bots"),
    c.code("for_whom", "for whom"),
)
BY_PLAN: tuple[Column, ...] = (
    c.code("subject", "compared"),
    c.STRATEGY,
    c.pp("effect", "effect", estimate=True, note="in the hands of this bot; 95 % sure, all bots and subjects together"),
)


def over_plans(rows: Iterable[tuple[str, str]], family: Family, families: Mapping[str, int]) -> dict[str, OverPlans]:
    """What plans say of each subject; rows: the subject and the plan of each effect of the family, "" as a subject
    where it is not asked about; families: the number of each plan's family. Subjects that one plan alone has are left
    out."""
    places: dict[str, dict[str, int]] = {}
    for place, (subject, plan) in enumerate(rows):
        if subject and np.isfinite(family.low[place]):
            places.setdefault(subject, {})[plan] = place
    plans_of = {subject: plans for subject, plans in places.items() if len(plans) > 1}
    return {
        subject: combine_plans(list(plans), family, list(plans.values()), families, error=ALPHA / len(plans_of))
        for subject, plans in plans_of.items()
    }


def combine_plans(
    plans: Sequence[str], family: Family, places: Sequence[int], families: Mapping[str, int], *, error: float = ALPHA
) -> OverPlans:
    """Combine the effects at these places of a family, one of each plan; without intervals over plans where families of
    plans are few, or deals. families: the number of each plan's; {}: not measured. error: of the test whether plans
    differ."""
    of_plans = family.part(places)
    low, high = of_plans.low, of_plans.high
    effects = tuple(map(PlanEffect, plans, of_plans.effect.tolist(), low.tolist(), high.tolist()))
    enough = of_plans.deals.min() >= FEW_DEALS
    spread = spread_over_plans(plans, of_plans.effect, of_plans.covariance, families) if enough else None
    foretold = spread if spread is not None and spread.foretells else None
    above, below = int((low > 0).sum()), int((high < 0).sum())
    return OverPlans(
        plans=len(plans),
        mean=None if spread is None else spread.mean,
        low=None if spread is None else spread.mean_low,
        high=None if spread is None else spread.mean_high,
        sd=None if spread is None else spread.sd,
        another_low=None if foretold is None else foretold.low,
        another_high=None if foretold is None else foretold.high,
        above=above,
        below=below,
        unclear=len(plans) - above - below,
        effects=effects,
        families=len(set(number_families(plans, families))) if families else None,
        differ=bool(enough and p_equal(of_plans.effect, of_plans.covariance) <= error),
    )


def spread_over_plans(
    plans: Sequence[str], effect: ArrayLike, covariance: ArrayLike, families: Mapping[str, int]
) -> Spread | None:
    """The spread of the plans' effects between their families, each of which counts once; None where they are few."""
    numbers = number_families(plans, families)
    if len(set(numbers)) < MIN_PLANS:
        return None
    return spread_of(*family_means(effect, covariance, numbers))


def number_families(plans: Sequence[str], families: Mapping[str, int]) -> list[int]:
    """The number of each plan's family among these plans, from 0; a plan that was not measured is one of its own."""
    keys = [families.get(plan, plan) for plan in plans]
    place = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return [place[key] for key in keys]


# -- words ------------------------------------------------------------------------------------------------------------


def plans_we_have(over: OverPlans, *, in_words: bool = True) -> str:
    """How many plans played, and how many families they are: "seven bots we have (three families)"."""
    plans = number_word(over.plans) if in_words else str(over.plans)
    if over.families in (None, over.plans):
        return f"{plans} bots we have"
    count = number_word(over.families or 0) if in_words else str(over.families)
    return f"{plans} bots we have ({count} {'family' if over.families == 1 else 'families'})"


def with_players(over: OverPlans | None, word: Word, margin: float, reference: FamilyReference) -> OverPlans | None:
    """The same with for whom a finding of this word holds."""
    return None if over is None else replace(over, for_whom=for_whom(over, word, margin, reference))


def for_whom(over: OverPlans, word: Word, margin: float, reference: FamilyReference) -> str:
    """For whom a finding holds, whose word was read off the interval over deals.

    Where the interval of the mean over plans does not cross the tolerance (or there are too few plans for one), for
    those that played: "for the 8 bots we have". Where it does, on average; and where plans are shown to differ, beyond
    the tolerance for those whose own simultaneous intervals lie there: "fair on average; too strong for the walls bot".
    """
    if over.low is None or over.high is None or not any(over.low < end < over.high for end in (-margin, margin)):
        return f"for the {plans_we_have(over, in_words=False)}"
    above = [effect.plan for effect in over.effects if over.differ and effect.low > margin]
    below = [effect.plan for effect in over.effects if over.differ and effect.high < -margin]
    sides = [(reference.word(STRONGER), above), (reference.word(WEAKER), below)]
    exceptions = [f"{side} for {bot_names(plans, max_names=MAX_NAMES)}" for side, plans in sides if plans]
    return "; ".join(
        [f"{reference.word(word)} on average", *(exceptions or [f"no clear exception among {over.plans} bots"])]
    )


# -- tables -----------------------------------------------------------------------------------------------------------


def over_plan_rows(verdicts: Sequence[Verdict]) -> pl.DataFrame:
    """A row a verdict whose subject several plans have."""
    rows = [
        {
            "subject": verdict.subject,
            "plans": over.plans,
            "families": over.families,
            "plans_mean": over.mean,
            "plans_mean_low": over.low,
            "plans_mean_high": over.high,
            "another": None if over.another_low is None else over.mean,
            "another_low": over.another_low,
            "another_high": over.another_high,
            "plans_sd": over.sd,
            "above": over.above,
            "below": over.below,
            "unclear": over.unclear,
            "for_whom": over.for_whom,
        }
        for verdict in verdicts
        if (over := verdict.plans) is not None
    ]
    numbers = (*(f"{name}{end}" for name in ("plans_mean", "another") for end in ("", "_low", "_high")), "plans_sd")
    types = {**dict.fromkeys(numbers, pl.Float64), "families": pl.Int64}
    return pl.DataFrame(rows, schema_overrides=types) if rows else pl.DataFrame()


def by_plan_rows(verdicts: Sequence[Verdict]) -> pl.DataFrame:
    """A row a verdict and plan."""
    rows = [
        (verdict.subject, effect.plan, effect.effect, effect.low, effect.high)
        for verdict in verdicts
        if verdict.plans is not None
        for effect in verdict.plans.effects
    ]
    names = ("subject", "strategy", "effect", "effect_low", "effect_high")
    return pl.DataFrame(rows, schema=names, orient="row") if rows else pl.DataFrame()


NUMBERS = ("mean", "mean_low", "mean_high", "another_low", "another_high", "sd")


def over_levels(
    estimates: Estimates, name: str, estimate: Callable[[Sequence[Comparison]], list[Estimates]]
) -> pl.DataFrame:
    """See `Estimates.over`; estimate: of the same run."""
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
    (estimates_of_levels,) = estimate([wider])
    families = estimates.run.scenarios[0].plan_families if factor.name == STRATEGY else {}
    rows = [
        row
        for pair in zip(estimates_of_levels.blocks, estimates_of_levels.families, strict=True)
        for row in _rows(*pair, factor.name, families)
    ]
    if not rows:
        raise ConditionError(f"over {name}: no rows have a level of it")
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=dict.fromkeys(NUMBERS, pl.Float64))


def _rows(block: Block, family: Family, factor: str, families: Mapping[str, int]) -> Iterator[dict[str, object]]:
    """A row for each group of the other factors that several levels have."""
    groups = block.means.groups
    others = [column for column in groups.columns if column != factor]
    places: dict[tuple[object, ...], list[int]] = {}
    for place, against in enumerate(block.against):
        key = (*groups.select(others).row(place), against)
        places.setdefault(key, []).append(place)
    for group, rows in places.items():
        over = combine_plans([str(groups[factor][place]) for place in rows], family, rows, families)
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
