"""Comparisons that sections declare: each is what its command gives, has rows in some run, and no word misspelt."""

from dataclasses import replace
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from analyser.runs.changes import change_frames
from analyser.runs.store import RunDirectory
from reports.ask import QUESTIONS
from reports.conditions import ConditionError
from reports.estimates import together
from reports.frames import ScenarioRun
from reports.run import Run
from reports.section_comparison import SectionComparison, estimate_declared, typed_comparison
from tests.reports import synthetic
from tests.reports.real import QUESTION_OF, RUNS
from tests.reports.synthetic import FACTS, frames, free

EACH = ("estimate", "low_each", "high_each", "n", "deals")


def declared(question: str, run: ScenarioRun) -> list[SectionComparison]:
    """The comparisons of the question's tables."""
    tables = QUESTIONS[question].tables.values()
    comparisons = [table.comparisons(run) if callable(table.comparisons) else table.comparisons for table in tables]
    return list(dict.fromkeys(each for of_table in comparisons for each in of_table))


def frames_of(run: Run, folder: Path, question: str) -> ScenarioRun:
    """What the question is asked of."""
    return change_frames(RunDirectory.open(folder)) if QUESTIONS[question].is_joint else run.scenarios[0]


# Where several strategies of one class play a change, and where openings were chosen alone (tests of those questions).
ELSEWHERE = {"whatif: whatif strategy", "whatif: whatif strategy par", "openings: openings chosen, by place"}


def test_every_declared_comparison_has_rows_in_some_run(opened, runs):
    """A word that is misspelt leaves no row anywhere."""
    empty, filled = set[str](), set[str]()
    for name in RUNS:
        question = QUESTION_OF.get(name, name)
        frames = frames_of(opened(name), runs[name], question)
        comparisons = declared(question, frames)
        for comparison, estimates in zip(comparisons, estimate_declared(frames, *comparisons), strict=True):
            (filled if estimates.blocks else empty).add(f"{question}: {comparison.family or comparison.words_typed}")
    assert empty - filled == ELSEWHERE


@pytest.mark.parametrize("name", RUNS)
def test_a_declared_comparison_is_what_its_command_gives(opened, runs, name):
    """Estimates and their own intervals to 1e-9, intervals that hold together, under the family's name, to 1e-6."""
    run, question = opened(name), QUESTION_OF.get(name, name)
    is_joint, frames = QUESTIONS[question].is_joint, frames_of(run, runs[name], question)
    for comparison in declared(question, frames):
        (estimates,) = estimate_declared(frames, comparison)
        if not estimates.blocks:
            continue
        games = run if is_joint else Run((frames,))
        typed = games.compare(**typed_comparison(frames, comparison).keywords)
        assert_frame_equal(typed.table.select(EACH), estimates.table.select(EACH), abs_tol=1e-9)
        if len(estimates.families) == 1:
            family = together(typed, name=comparison.family or typed.words).table
            assert_frame_equal(family.select("low", "high"), estimates.table.select("low", "high"), abs_tol=1e-6)


@pytest.mark.parametrize(
    "comparison",
    [
        SectionComparison("score", "seat", where="arm = 'tuned'"),
        SectionComparison("score", "strategy", where="arm = 'tuned' and score > 0"),
        SectionComparison("score", "strategy", where="score < 0"),
        SectionComparison("score", "first_turn", "mean", where="arm = 'chosen' and first_turn = 'U'"),
        SectionComparison("score", "strategy", "nobody"),
        SectionComparison("n_legal", "round"),
        SectionComparison("fields of the grids"),
        SectionComparison("score", needs=lambda run: False),
    ],
)
def test_what_a_run_has_not_is_no_estimate(opened, comparison):
    """No such arm, no rows, one level, a level that was not played, no decisions, no such list, what it needs."""
    frames = opened("openings").scenarios[0]
    chosen = comparison if comparison.where else replace(comparison, where="arm = 'chosen'")
    (estimates,) = estimate_declared(frames, chosen)
    assert (estimates.blocks, estimates.keys) == ((), [name for name in (comparison.by,) if name])


@pytest.mark.parametrize(
    "comparison",
    [
        SectionComparison("skore"),
        SectionComparison("score", "sead"),
        SectionComparison("score", "strategy", where="skore > 100"),
        SectionComparison("score", "seat", where="arm = 'fored'"),
        SectionComparison("score", "strategy", where="arm = 'fored' and score > 0"),
        SectionComparison("score", "strategy", where="score >"),
        SectionComparison("score", "strategy", "seat=mean"),
        SectionComparison("score", "strategy", within="sead"),
        SectionComparison("score", of="seets"),
        SectionComparison("score", player_class="ordinry"),
    ],
)
def test_a_misspelt_declaration_is_an_error(opened, comparison):
    with pytest.raises(ConditionError):
        estimate_declared(opened("balance").scenarios[0], comparison)


@pytest.mark.parametrize(("question", "table"), [("balance", "actions"), ("tournament", "behaviour")])
def test_without_classes_of_moves_there_are_no_actions(question, table):
    opening = {**FACTS["opening"], "by": "first", "letter": ""}
    run = synthetic.run_of(*frames(free(10)), facts={**FACTS, "classes": {}, "opening": opening})
    assert len(QUESTIONS[question].tables[table].rows(run)) == 0
