"""Who plays: effects by plan, what they come to over plans, for whom a finding holds, and what would settle one."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from reports.answer import Answer, OverPlans, PlanEffect
from reports.conditions import ConditionError
from reports.plans import MIN_PLANS, for_whom
from reports.questions.stopping import waits_for_games
from reports.run import Run
from reports.run_facts import RunFacts
from reports.sentences import FamilyReference
from reports.stats.games_needed import size_range
from reports.stats.random_effects import spread_of
from reports.stats.verdict import settled_by
from tests.reports.said import VERDICT
from tests.reports.stats.coverage import range_coverage
from tests.reports.synthetic import asked, dealt, frames, free, mirror, openings, run_of

PLANS = ("builder", "governor", "markers", "palacer", "racer", "taskman")


def answered(question: str, lines: list[Any], *, strength: Any, **known: Any) -> Answer:
    return asked(question, *frames(lines, strength=strength, seed=4), run=RunFacts(**known))


WORTH = {"triangle": 4.0, ("racer", "star"): 6.0}  # triangle to all, star to one plan alone


@pytest.fixture(scope="module")
def boards() -> Answer:
    return answered("boards", mirror(120, strategies=PLANS, pattern="half"), strength=WORTH)


def over_of(answer: Answer, subject: str) -> OverPlans:
    (over,) = (verdict.plans for verdict in answer.verdicts if verdict.subject == subject)
    return over


def test_the_mean_over_plans_is_that_of_their_effects_with_what_shared_deals_add(boards):
    """The covariance is worked out anew, deal by deal; the effects are those of the paired table."""
    over = over_of(boards, "triangle (B)")
    seats, _ = frames(mirror(120, strategies=PLANS, pattern="half"), strength=WORTH, seed=4)
    share = seats.with_columns(b=pl.col("board").cast(pl.String), s=pl.col("strategy").cast(pl.String))
    pairs = share.filter(pl.col("b").is_in(["A", "triangle"])).group_by("deal", "s", "seat", "b").agg(
        pl.col("win_share60").mean() / 60, pl.len()
    )  # fmt: skip
    both = pairs.filter(b="triangle").join(pairs.filter(b="A"), on=["deal", "s", "seat"], suffix="_a")
    by_deal = both.with_columns(d=pl.col("win_share60") - pl.col("win_share60_a")).sort("deal")
    wide = (
        by_deal.group_by("deal", "s").agg(pl.col("d").mean()).pivot("s", index="deal", values="d").select(sorted(PLANS))
    )
    effects = wide.to_numpy()
    spread = spread_of(effects.mean(axis=0), np.cov(effects.T) / len(effects))
    assert [one.plan for one in over.effects] == sorted(PLANS)
    assert [one.effect for one in over.effects] == pytest.approx(effects.mean(axis=0).tolist(), abs=1e-12)
    assert over.mean == pytest.approx(spread.mean, abs=1e-9)
    assert (over.low, over.high) == pytest.approx((spread.mean_low, spread.mean_high), abs=1e-9)
    assert not spread.foretells
    assert (over.another_low, over.another_high) == (None, None)


def test_another_plan_is_foretold_where_plans_differ(boards):
    over = over_of(boards, "star (B)")
    effects = [one.effect for one in over.effects]
    assert over.another_low < min(effects)
    assert max(effects) < over.another_high
    assert over.differ


def test_copies_of_a_plan_count_once():
    """Two plans for which star is strong are copies of it: in a mean over five families they have one vote of five."""
    strength = {(plan, "star"): 9.0 for plan in PLANS[:2]}
    lines = mirror(120, strategies=PLANS, pattern="half")
    families = dict(zip(PLANS, (0, 0, 1, 2, 3, 4), strict=True))
    apart = over_of(answered("boards", lines, strength=strength), "star (B)")
    found = answered("boards", lines, strength=strength, plan_families=families)
    over = over_of(found, "star (B)")
    assert (apart.families, over.families, over.plans) == (None, 5, 6)
    effect = {one.plan: one.effect for one in over.effects}
    once = [(effect[PLANS[0]] + effect[PLANS[1]]) / 2, *(effect[plan] for plan in PLANS[2:])]
    assert over.mean == pytest.approx(np.mean(once), abs=0.01)
    assert over.mean < apart.mean - 0.01
    assert "in the hands of the six bots we have (five families)" in found.screen.lead
    doubt = next(doubt for doubt in found.screen.doubts if doubt.source == "Who plays")
    assert "the mean over five families of bots that choose alike, each once, of six bots" in doubt.words


def test_below_five_families_the_range_of_the_plans_is_printed():
    lines = mirror(120, strategies=PLANS, pattern="half")
    found = answered("boards", lines, strength=WORTH, plan_families=dict.fromkeys(PLANS, 0))
    over = over_of(found, "triangle (B)")
    assert (over.mean, over.low, over.another_low, over.families) == (None, None, None, 1)
    doubt = next(doubt for doubt in found.screen.doubts if doubt.source == "Who plays")
    assert doubt.amount == "not computed"
    why, spread_takes, plans_see = doubt.words.split("; ")
    assert why == "six bots are one family that choose alike"
    assert spread_takes == "a spread over bots takes at least five families"
    assert plans_see.startswith("single bots see triangle at +")


def test_a_typed_comparison_over_strategies_has_the_numbers_of_the_report(boards):
    rows = frames(mirror(120, strategies=PLANS, pattern="half"), strength=WORTH, seed=4)
    run = Run((run_of(*rows, seed=1),))
    estimates = run.compare("win_share", by="board", against="A")
    numbers = ("levels", "mean", "mean_low", "mean_high", "another_low", "another_high", "above", "below")
    for board, *row in estimates.over("strategy").select("board", *numbers).iter_rows():
        over = over_of(boards, f"{board} (B)")
        ends = over.low, over.high, over.another_low, over.another_high
        assert [x is None for x in row] == [x is None for x in (over.plans, over.mean, *ends, over.above, over.below)]
        assert row == pytest.approx((over.plans, over.mean, *ends, over.above, over.below), abs=1e-9)
    with pytest.raises(ConditionError, match="over board: board is among the factors already"):
        estimates.over("board")


def test_plans_that_differ_widen_the_interval_and_the_finding_says_for_whom(boards):
    (star,) = (one for one in boards.verdicts if one.subject == "star (B)")
    triangle = over_of(boards, "triangle (B)")
    assert triangle.above == len(PLANS)
    assert triangle.for_whom == f"for the {len(PLANS)} bots we have"
    over = star.plans
    assert (over.above, over.below + over.unclear) == (1, len(PLANS) - 1)
    assert over.for_whom.endswith(" on average; stronger for the racer bot")
    assert over.high - over.low > 2 * (star.high - star.low)
    assert star.settled_by in ("", "plans")


def test_the_tables_have_what_verdicts_have(boards):
    over, each = boards.tables["over_plans"], boards.tables["by_plan"]
    known = {verdict.subject: verdict.plans for verdict in boards.verdicts if verdict.plans}
    assert set(known) == {f"{board} (B)" for board in ("circle", "square", "star", "triangle")}
    assert dict(over.select("subject", "plans_mean").iter_rows()) == {name: one.mean for name, one in known.items()}
    assert (over["above"] + over["below"] + over["unclear"] == over["plans"]).all()
    assert len(each) == len(known) * len(PLANS)


def test_who_plays_weakly_or_was_tuned_is_no_plan_of_the_others():
    tuned, learner = PLANS[0], PLANS[1]
    lines = mirror(60, strategies=PLANS, pattern="half") + dealt(120, strategies=PLANS, first=60)
    found = answered(
        "boards", lines, strength=None, classes={learner: "beginners", tuned: "tuned"}, tuned={tuned: ("star",)}
    )
    for subject in ("star (B)", "star (B) among boards"):
        over = over_of(found, subject)
        assert [one.plan for one in over.effects] == sorted(PLANS[2:])
        assert (over.plans, over.mean) == (4, None)  # listed: fewer than five
    assert MIN_PLANS == 5
    own = [one for one in found.verdicts if one.subject.endswith("tuned for it")]
    assert {one.subject for one in own} == {"star (B), tuned for it", "star (B) among boards, tuned for it"}
    assert all(one.plans is None for one in own)  # a single plan is tuned for it


def test_a_seat_is_worth_to_a_plan_what_it_wins_there_more_than_elsewhere():
    """A strong plan is no strong seat: the first seat brings three points, one plan always ten."""
    four = PLANS[:4]
    found = answered("balance", free(300, strategies=four), strength={1: 3.0, four[0]: 10.0})
    first = over_of(found, "seat 1")
    assert first.plans == 4
    assert all(one.effect > 0 for one in first.effects)
    assert sum(one.effect for one in first.effects) / 4 == pytest.approx(
        next(one.effect for one in found.verdicts if one.subject == "seat 1"), abs=1e-9
    )
    assert all(verdict.plans is None for verdict in found.verdicts if verdict.subject.startswith("bot"))


def test_forced_openings_are_compared_in_the_hands_of_each_plan():
    four = PLANS[:4]
    strength = {(four[0], "UUUUUx"): 4.0, **{(plan, "UUUxxx"): 4.0 for plan in four[1:]}}
    found = answered("openings", openings(240, strategies=four), strength=strength)
    effect = {one.plan: one.effect for one in over_of(found, "5 unify turns in the first round").effects}
    assert max(effect, key=lambda plan: effect[plan]) == four[0]
    assert any(verdict.plans for verdict in found.verdicts if verdict.subject.startswith("tip: "))


# -- words ----------------------------------------------------------------------------------------------------------


def over(low: float | None, high: float | None, **plans: tuple[float, float]) -> OverPlans:
    effects = tuple(PlanEffect(plan, sum(ends) / 2, *ends) for plan, ends in plans.items())
    mean = None if low is None or high is None else (low + high) / 2
    return OverPlans(len(plans), mean, low, high, None, low, high, 0, 0, 0, effects, differ=True)


LEVEL, PAR, EACH = (FamilyReference(kind, ("board", "boards"), "A") for kind in ("level", "par", "each"))
FAIR_TO, STRONG_TO, WEAK_TO, OPEN_TO = (-0.01, 0.01), (0.03, 0.05), (-0.05, -0.03), (-0.03, 0.03)


@pytest.mark.parametrize(
    ("found", "word", "reference", "said"),
    [
        (over(0.04, 0.06, a=STRONG_TO, b=STRONG_TO), "stronger", LEVEL, "for the 2 bots we have"),
        (over(-0.01, 0.01, a=FAIR_TO, b=STRONG_TO), "fair", LEVEL, "for the 2 bots we have"),
        (over(None, None, a=FAIR_TO, b=STRONG_TO), "fair", LEVEL, "for the 2 bots we have"),
        (over(-0.01, 0.03, a=FAIR_TO, walls=STRONG_TO), "fair", PAR, "fair on average; too strong for the walls bot"),
        (over(-0.03, 0.03, a=WEAK_TO, b=STRONG_TO, c=OPEN_TO), "unclear", LEVEL,
         "unclear on average; stronger for the b bot; weaker for the a bot"),
        (over(0.01, 0.05, a=STRONG_TO, b=FAIR_TO), "stronger", EACH, "better on average; better for the a bot"),
        (over(0.01, 0.05, a=OPEN_TO, b=FAIR_TO), "stronger", LEVEL,
         "stronger on average; no clear exception among 2 bots"),
        (over(0.01, 0.05, **dict.fromkeys("abcde", STRONG_TO)), "stronger", LEVEL,
         "stronger on average; stronger for bots a, b, c and 2 more"),
    ],
)  # fmt: skip
def test_a_finding_names_the_players_it_holds_for(found, word, reference, said):
    assert for_whom(found, word, 0.02, reference) == said


def test_no_plan_is_named_that_is_not_shown_to_differ():
    found = over(0.01, 0.05, a=STRONG_TO, b=FAIR_TO)
    said = for_whom(replace(found, differ=False), "stronger", 0.02, LEVEL)
    assert said == "stronger on average; no clear exception among 2 bots"


@pytest.mark.parametrize(
    ("families", "said"),
    [(None, "for the 2 bots we have"), (2, "for the 2 bots we have"), (1, "for the 2 bots we have (1 family)")],
)
def test_families_stand_behind_the_plans(families, said):
    found = over(0.04, 0.06, a=STRONG_TO, b=STRONG_TO)
    assert for_whom(replace(found, families=families), "stronger", 0.02, LEVEL) == said


# -- what settles it ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deals", "plans", "data", "decidable", "settles"),
    [
        (0.02, None, None, True, "games"),
        (0.02, 0.01, 0.02, True, "games"),  # as wide as another is wide enough
        (0.02, 0.01, None, False, "tolerance"),
        (0.02, 0.03, None, True, "plans"),
        (0.02, 0.03, 0.04, True, "data"),
        (0.02, 0.04, 0.03, False, "plans"),
        (0.02, 0.01, 0.03, True, "data"),
        (math.inf, 0.03, 0.04, True, "games"),  # too few deals to say anything
        (math.nan, 0.03, None, True, "games"),
    ],
)
def test_games_settle_only_what_the_luck_of_the_deal_leaves_open(deals, plans, data, decidable, settles):
    assert settled_by(deals=deals, plans=plans, data=data, decidable=decidable) == settles


@pytest.mark.parametrize(
    ("effect", "sided", "low", "high"),
    [
        (0.05, False, 0.01 / (0.03 + 0.00994), 0.01 / (0.03 - 0.00994)),  # one error nearer, one farther
        (0.025, False, 0.01 / (0.005 + 0.00994), math.inf),  # the margin lies within an error
        (0.0, False, 0.01 / 0.02, 0.01 / (0.02 - 0.00994)),  # surely fair is easiest in the middle
        (0.025, True, 0.01 / (0.025 + 0.00994), 0.01 / (0.025 - 0.00994)),
    ],
)
def test_the_range_of_games_is_that_of_effects_an_error_away(effect, sided, low, high):
    def needed(x: float) -> float:  # any size that falls with the distance from what is denied
        distance = abs(x) if sided else abs(abs(x) - 0.02)
        return 0.01 / distance if distance else math.inf

    found = size_range(needed, effect, 0.01, 0.02, sided=sided)
    assert found == pytest.approx((low, high), rel=2e-3)


def test_the_range_holds_the_games_of_the_true_effect_more_often_than_two_times_in_three():
    found = range_coverage(1.5, 200)
    assert found["held"] > 0.68
    assert found["q95"] / found["q5"] > 20  # why a single number is not enough


@pytest.mark.parametrize(
    ("word", "settled_by", "waits"),
    [("unclear", "games", True), ("unclear", "tolerance", True), ("unclear", "plans", False),
     ("unclear", "data", False), ("stronger", "", False)],
)  # fmt: skip
def test_a_run_until_it_is_decided_goes_on_only_for_what_games_can_settle(word, settled_by, waits):
    assert waits_for_games(replace(VERDICT, verdict=word, settled_by=settled_by)) == waits
