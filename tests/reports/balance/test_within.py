"""Winners are held against others of their own strategy, and the page calls it correlation."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm

from reports.facts_parser import parse_facts
from tests.reports.sections import write_report
from tests.reports.synthetic import FACTS, SOURCES, Game, asked, frames, free


def builder_wins(line: Game, seat: int) -> float:
    """Four points more for one of the strategies."""
    return 4.0 * (line[3][seat][0] == "builder")


@pytest.fixture(scope="module")
def run() -> tuple[pl.DataFrame, pl.DataFrame]:
    """The builder wins more often and builds twelve points of walls more than others do, whether it wins or not."""
    seats, games = frames(free(400), strength=builder_wins)
    habit = 12 * (pl.col("strategy") == "builder").cast(pl.Int16)
    seats = seats.with_columns(
        score_walls=pl.col("score_walls") + habit, score_tasks=(pl.col("score_tasks") - habit).cast(pl.Int16)
    )
    return seats, games


def test_what_a_strong_plan_does_anyway_is_no_mark_of_winners(run: tuple[pl.DataFrame, pl.DataFrame]) -> None:
    table = asked("balance", *run).tables["sources"]
    walls = table.row(by_predicate=pl.col("source") == "walls", named=True)
    assert walls["winners"] - walls["losers"] > 1.5  # the builder's share among winners
    assert abs(walls["difference"]) < 0.5


def test_difference_and_interval_are_those_of_a_regression_with_a_constant_for_every_strategy(
    run: tuple[pl.DataFrame, pl.DataFrame],
) -> None:
    seats, games = run
    table = asked("balance", seats, games).tables["sources"]
    won = (seats["win_share60"] > 0).cast(pl.Float64).to_numpy()
    constants = seats.select(pl.col("strategy").cast(pl.String)).to_dummies().to_numpy().astype(np.float64)
    design, deals = np.column_stack([won, constants]), seats["deal"].to_numpy()
    for source in SOURCES:
        y = seats[f"score_{source}"].to_numpy().astype(np.float64)
        fit = sm.OLS(y, design).fit(cov_type="cluster", cov_kwds={"groups": deals}, use_t=True)
        row = table.row(by_predicate=pl.col("source") == source, named=True)
        assert row["difference"] == pytest.approx(fit.params[0], rel=1e-9, abs=1e-9)
        # Weights are taken as given here and as drawn there: the widths differ in the second figure at most.
        half = (row["difference_high"] - row["difference_low"]) / 2
        assert half == pytest.approx(np.diff(fit.conf_int()[0])[0] / 2, rel=0.05)


def test_a_strategy_that_never_wins_tells_nothing_of_winners(run: tuple[pl.DataFrame, pl.DataFrame]) -> None:
    seats, games = run
    alone = seats.with_columns(
        win_share60=pl.when(pl.col("strategy") == "builder").then(60).otherwise(0).cast(pl.UInt8)
    )
    table = asked("balance", alone, games).tables["sources"]
    assert table["difference"].null_count() == len(SOURCES)
    assert table["winners"].null_count() == 0


def test_the_page_says_correlation_and_within_a_strategy(
    run: tuple[pl.DataFrame, pl.DataFrame], tmp_path: Path
) -> None:
    chart = {"key": "uses", "title": "Who uses?", "subtitle": "S", "reading": "R.", "unit": "", "tallies": []}
    facts = FACTS | {"charts": [chart | {"tallies": [["power_uses_0", "uses"]]}]}
    answer = asked("balance", *run, facts=facts)
    page = write_report(answer, tmp_path, game=parse_facts(facts)).read_text(encoding="utf-8")
    assert page.count("It is correlation, not cause") == 2  # sources and the game's own chart
    assert "within a strategy, points" in page
