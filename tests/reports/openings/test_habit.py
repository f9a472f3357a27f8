"""Where all plans open alike the page says so first, and what was chosen is not compared."""

import polars as pl
import pytest

from reports.answer import Answer
from reports.estimators.opening_verdicts import UNTUNED
from reports.questions.base import ABOVE
from tests.reports.sections import shown_sections
from tests.reports.synthetic import asked, frames, free
from tests.reports.synthetic import openings as forced_openings


def with_choice(line: str, seats: pl.DataFrame, *, but: int = 0) -> pl.DataFrame:
    """The seats with this opening wherever one was chosen, but in the first so many games."""
    is_chosen = pl.col("forced_opening").is_null() & (pl.col("game") >= but)
    return seats.with_columns(opening=pl.when(is_chosen).then(pl.lit(line)).otherwise("opening"))


# The more turns of the class counted, the better.
SIX_WINS = {"U" * u + "x" * (6 - u): 2.0 * u - 12.0 for u in range(6)}


@pytest.fixture(scope="module")
def alike() -> Answer:
    """Four plans that always open with six, and every number forced on them."""
    seats, games = frames(forced_openings(600), strength=SIX_WINS)
    return asked("openings", with_choice("UUUUUU", seats), games)


def test_what_a_reader_must_know_first_is_that_all_open_alike(alike):
    assert alike.warnings[0] == (
        "All four bots of this run, free to choose, open with 6 unify turns (9,600 of 9,600 openings). Chosen "
        "openings cannot be compared, and a bot tuned to another may do better with it."
    )
    section = shown_sections(alike)["choices"]
    assert section.heading == "All four bots always open alike"
    assert section.sentence == "All four bots always open with 6 unify turns: what is chosen tells nothing."
    assert alike.screen.finding == "Every bot opens with 6 unify turns: the first round is no choice"
    assert alike.summary.startswith(f"{alike.screen.finding}. Opening with ")
    assert alike.screen.lead.startswith(alike.summary.partition(". ")[2])
    assert not section.charts
    assert section.ask == ("--measure frequency --by strategy,U_in_opening --where \"arm = 'chosen'\"",)


def test_what_is_forced_is_compared_all_the_same(alike):
    sections = shown_sections(alike)
    assert sections["groups"].heading == "Free choice beats some forced openings"
    assert sections["groups"].sentence.startswith("Ordinary bots win less when forced to open with 0 to ")
    assert sections["groups"].sentence.endswith(" unify turns than when they choose.")
    assert sections["tip"].heading == "The rulebook's tip is wrong for these bots"
    assert [chart.name for chart in sections["best_where"].charts] == ["best_where"]


def test_without_forced_openings_only_what_was_chosen_is_shown():
    seats, games = frames(free(200))
    answer = asked("openings", with_choice("UUUUUU", seats), games)
    sections = shown_sections(answer)
    assert not {"tip", "forced", "orders", "best_where"} & set(sections)
    assert answer.screen.finding == "Every bot opens with 6 unify turns: the first round is no choice"
    assert sections["groups"].heading == "Chosen openings prove no cause"


def test_a_habit_is_no_choice_only_where_no_other_opening_is_better():
    seats, games = frames(forced_openings(600), strength={"UUUUUx": 4.0})
    answer = asked("openings", with_choice("UUUUUU", seats), games)
    assert answer.screen.finding == "Every bot opens with 6 unify turns, though opening with 5 unify turns is stronger"


def test_plans_that_open_differently_are_shown_and_a_slip_is_no_difference():
    seats, games = frames(forced_openings(60))
    answer = asked("openings", seats, games)
    assert list(answer.warnings) == [UNTUNED]
    section = shown_sections(answer)["choices"]
    assert section.heading == "Bots choose different openings"
    assert "Every bot" not in answer.screen.finding
    assert [chart.name for chart in section.charts] == ["choices"]
    slipped = asked("openings", with_choice("UUUUUU", seats, but=1), games).warnings
    assert "open with 6 unify turns (956 of 960 openings)" in slipped[0]
    one_other = pl.col("strategy") == "racer"
    mixed = with_choice("UUUUUU", seats).with_columns(opening=pl.when(one_other).then(pl.lit("R")).otherwise("opening"))
    assert list(asked("openings", mixed, games).warnings) == [UNTUNED]


def test_every_section_of_forced_openings_has_its_heading_and_its_chart():
    seats, games = frames(forced_openings(200), strength=SIX_WINS)
    sections = shown_sections(asked("openings", seats, games))
    keys = ["tip", "forced", "groups", "best_where", "trajectory", "choices"]
    assert [key for key in sections if key in keys] == keys
    assert all(sections[key].question for key in keys)
    assert [key for key in keys if not sections[key].charts] == ["forced"]  # whose chart is the first screen's
    assert sections["forced"].reading == ABOVE
    assert sections["trajectory"].heading
    for key in keys:
        assert all(chart.title == sections[key].heading for chart in sections[key].charts)
