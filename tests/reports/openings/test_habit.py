"""Where all plans open alike the page says so first, the tip's answer is bounded by it, and nothing empty is drawn."""

from pathlib import Path

import polars as pl
import pytest

from reports.answer import Answer
from reports.facts import GameFacts
from reports.openings.habit import UNTUNED
from reports.page.write import write_report
from tests.reports.synthetic import FACTS, Game, asked, frames, free
from tests.reports.synthetic import openings as forced_openings


def chosen_is(line: str, seats: pl.DataFrame, *, but: int = 0) -> pl.DataFrame:
    """The seats with this opening wherever one was chosen, but in the first so many games."""
    chosen = pl.col("forced_opening").is_null() & (pl.col("game") >= but)
    return seats.with_columns(opening=pl.when(chosen).then(pl.lit(line)).otherwise("opening"))


def six_wins(line: Game, seat: int) -> float:
    """The more turns of the class counted, the better."""
    return 2.0 * (line[3][seat][2] or "UUUUUU").count("U")


@pytest.fixture(scope="module")
def alike() -> Answer:
    """Four plans that always open with six, and every number forced on them."""
    seats, games = frames(forced_openings(600), strength=six_wins)
    return asked("openings", chosen_is("UUUUUU", seats), games)


def test_the_first_thing_said_is_that_all_open_alike(alike: Answer) -> None:
    assert alike.warnings[0].startswith(
        "All 4 plans of this run always open with 6 unify turns in the first round (9,600 of 9,600 chosen openings)."
    )


def test_a_wrong_tip_is_wrong_for_plans_tuned_to_that_opening_only(alike: Answer) -> None:
    (tip,) = (verdict.sentence for verdict in alike.verdicts if "the best other number" in verdict.subject)
    assert tip.startswith("The rulebook's tip is wrong for these strategies: ")
    assert tip.endswith(
        "All 4 plans always open with 6 unify turns in the first round (9,600 of 9,600 chosen openings), so this "
        "holds for plans that were tuned to that opening, and says little of others."
    )


def test_charts_of_what_was_chosen_are_left_out_with_a_sentence(alike: Answer, tmp_path: Path) -> None:
    page = write_report(alike, tmp_path, game=GameFacts.read(FACTS)).read_text(encoding="utf-8")
    said = "all of the chosen openings have 6 unify turns in the first round"
    assert f"Chosen openings are not drawn: {said}." in page
    drawn = {path.stem for path in (tmp_path / "figures").glob("*.svg")}
    assert drawn == {"groups", "plans", "trajectory", "best_where_forced"}


def test_without_forced_openings_nothing_is_drawn_at_all(tmp_path: Path) -> None:
    seats, games = frames(free(200))
    found = asked("openings", chosen_is("UUUUUU", seats), games)
    assert "always open with 6 unify turns" in found.warnings[0]
    page = write_report(found, tmp_path, game=GameFacts.read(FACTS)).read_text(encoding="utf-8")
    assert "Not drawn: all of the chosen openings have 6 unify turns in the first round." in page
    assert not list((tmp_path / "figures").glob("*.svg"))


def test_plans_that_open_differently_are_compared_and_a_slip_is_none() -> None:
    seats, games = frames(forced_openings(60))
    assert list(asked("openings", seats, games).warnings) == [UNTUNED]
    slipped = asked("openings", chosen_is("UUUUUU", seats, but=1), games).warnings
    assert "nearly always open with 6 unify turns in the first round (956 of 960 chosen" in slipped[0]
    one_other = pl.col("strategy") == "racer"
    mixed = chosen_is("UUUUUU", seats).with_columns(opening=pl.when(one_other).then(pl.lit("R")).otherwise("opening"))
    assert list(asked("openings", mixed, games).warnings) == [UNTUNED]
