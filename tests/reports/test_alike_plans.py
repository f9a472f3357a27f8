"""Headlines count each family of plans once: six copies beside two others weigh as one of them does."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from reports.answer import Answer, Verdict
from reports.conditions import ConditionError
from reports.estimators.board_effects import DEALT_BOARDS, PAIRED_BOARDS
from reports.estimators.free_games import SEATS
from reports.run import Run
from reports.run_facts import RunFacts
from reports.section_comparison import SectionComparison, estimate_declared, typed_comparison
from tests.reports.synthetic import Game, asked, dealt, frames, mirror, run_of

OTHERS = ("builder", "racer")
COPIES = tuple(f"walls {number}" for number in range(1, 7))
FAMILIES = {**dict.fromkeys(COPIES, 0), "builder": 1, "racer": 2}
MANY, ONE = (*COPIES, *OTHERS), (COPIES[0], *OTHERS)


def mixed_tables(deals: int, strategies: tuple[str, ...], seed: int) -> list[Game]:
    """Plans drawn by lot, in four rotations on a deal."""
    rng, lines = np.random.default_rng(seed), []
    for deal in range(deals):
        seats = [(strategies[at], "A", None) for at in rng.integers(len(strategies), size=4)]
        lines += [(deal, turn, "free", seats[turn:] + seats[:turn]) for turn in range(4)]
    return lines


def verdict_of(question: str, lines: list[Game], strength: Any, subject: str, families: dict[str, int]) -> Verdict:
    answer: Answer = asked(
        question, *frames(lines, strength=strength, seed=4), run=RunFacts(plan_families=families), margin=0.02
    )
    (verdict,) = (verdict for verdict in answer.verdicts if verdict.subject == subject)
    return verdict


def half(verdict: Verdict) -> float:
    return ((verdict.high or 0.0) - (verdict.low or 0.0)) / 2


def worth_to_copies(key: object, points: float) -> dict[Any, float]:
    return {(copy, key): points for copy in COPIES}


# Of each: the question, its games, what the copies gain, and what is judged.
CASES = {
    "boards, each with another one": ("boards", lambda plans: dealt(150 * len(plans), strategies=plans),
                                      worth_to_copies("star", 6.0), "star (B) among boards"),
    "boards against A": ("boards", lambda plans: mirror(20 * len(plans), strategies=plans, pattern="half"),
                         worth_to_copies("star", 6.0), "star (B)"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_six_copies_weigh_as_one_does(case: str):
    question, lines_of, strength, subject = CASES[case]
    many, one, plain = (
        verdict_of(question, lines_of(plans), strength, subject, families)
        for plans, families in ((MANY, FAMILIES), (ONE, FAMILIES), (MANY, {}))
    )
    assert abs((many.effect or 0.0) - (one.effect or 0.0)) < np.hypot(half(many), half(one))
    assert (plain.effect or 0.0) > (many.high or 0.0)
    assert many.n == plain.n


def test_plans_that_differ_count_as_they_did():
    """One copy beside two others: three families, as many as plans."""
    lines = dealt(300, strategies=ONE)
    measured, not_measured = (
        verdict_of("boards", lines, worth_to_copies("star", 6.0), "star (B) among boards", families)
        for families in (FAMILIES, {})
    )
    assert (measured.effect, measured.low, measured.high) == (not_measured.effect, not_measured.low, not_measured.high)


def test_a_seat_is_worth_the_mean_over_families_of_what_it_is_to_their_plans():
    """Copies are the stronger plans, and gain by seat 1: what each plan wins there is beyond its own mean."""
    strength = {**worth_to_copies(1, 5.0), **dict.fromkeys(COPIES, 2.0)}
    lines = mixed_tables(600, MANY, seed=8)
    verdict = verdict_of("balance", lines, strength, "seat 1", FAMILIES)
    assert verdict.plans is not None
    by_family: dict[int, list[float]] = {}
    for plan in verdict.plans.effects:
        by_family.setdefault(FAMILIES[plan.plan], []).append(plan.effect)
    assert verdict.effect == pytest.approx(np.mean([np.mean(effects) for effects in by_family.values()]), abs=1e-12)
    plain = verdict_of("balance", lines, strength, "seat 1", {})
    assert (plain.effect or 0.0) > (verdict.high or 0.0)
    seats = asked("balance", *frames(lines, strength=strength, seed=4), run=RunFacts(plan_families=FAMILIES))
    assert seats.tables["seats"]["share"].sum() == pytest.approx(1.0)


@pytest.mark.parametrize(("declared", "lines"), [
    (DEALT_BOARDS, dealt(80, strategies=MANY)), (PAIRED_BOARDS, mirror(10, strategies=MANY, pattern="half")),
    (SEATS[0], mixed_tables(60, MANY, seed=8)),
])  # fmt: skip
def test_the_command_of_a_section_gives_its_numbers(declared: SectionComparison, lines: list[Game]):
    run = run_of(*frames(lines, strength=worth_to_copies("star", 6.0)), plan_families=FAMILIES)
    text = typed_comparison(run, declared)
    assert "--within strategy" in text.arguments
    assert "--weights families" in text.arguments
    typed, (shown,) = Run((run,)).compare(**text.keywords), estimate_declared(run, declared)
    columns = ("estimate", "low_each", "high_each", "n", "deals")
    assert typed.table.select(columns).rows() == shown.table.select(columns).rows()
    assert "each family counts once" in typed.note


def test_means_too_count_each_family_once():
    run = run_of(*frames(dealt(80, strategies=MANY), strength=dict.fromkeys(COPIES, 9.0)), plan_families=FAMILIES)
    once = Run((run,)).compare("score", by="board", within="strategy", weights="families").table
    by_plan = (
        Run((run,))
        .compare("score", by=["board", "strategy"])
        .table.with_columns(family=pl.col("strategy").cast(pl.String).replace_strict(FAMILIES))
    )
    families = by_plan.group_by("board", "family").agg(pl.col("estimate").mean())
    means = families.group_by("board").agg(pl.col("estimate").mean()).sort("board")
    assert once.sort("board")["estimate"].to_list() == pytest.approx(means["estimate"].to_list())


def test_only_strategies_have_families():
    run = Run((run_of(*frames(dealt(8, strategies=MANY)), plan_families=FAMILIES),))
    with pytest.raises(ConditionError, match="hold these equal, with within strategy"):
        run.compare("win_share", by="board", against="par", within="seat", weights="families")
    with pytest.raises(ConditionError, match="needs a factor that is held equal"):
        run.compare("win_share", by="board", against="par", weights="families")
