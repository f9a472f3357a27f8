"""Measures of one's own: polars expressions over the columns of a row, held against stored columns, plain polars and
statsmodels."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm

from analyser import together
from reports.conditions import ConditionError

PACE = pl.col("score") / pl.col("rounds")
NUMBERS = ("estimate", "low", "high", "low_each", "high_each", "se", "n", "deals")
FREE = pl.col("arm") == "free"


@pytest.mark.parametrize(
    ("expression", "text", "asked"),
    [
        (pl.col("score"), "score", {"by": "strategy"}),
        (pl.col("score").alias("points"), "score", {"by": "strategy", "against": "each"}),
        (pl.col("win_share60").alias("sixtieths"), "win_share60", {"by": ["strategy", "seat"], "against": "rest"}),
        (pl.col("lead").alias("ahead"), "lead", {"by": "won", "against": "no", "within": "seat"}),
        (pl.col("winning_margin").alias("margin"), "winning_margin", {}),
        (pl.col("n_legal").alias("choice"), "n_legal", {"by": "strategy", "where": "round = 2"}),
        (pl.col("rank") == 4, "share of rank = 4", {"by": "strategy", "against": "mean"}),
        (pl.col("strategy_before") == "tasks", "share of strategy_before = 'tasks'", {"by": "seat"}),
    ],
)  # fmt: skip
def test_an_expression_agrees_with_a_stored_measure(expression: pl.Expr, text: str, asked: dict[str, Any], opened):
    run = opened("balance")
    mine, stored = run.compare(expression, **asked), run.compare(text, **asked)
    for name in NUMBERS:
        numbers = (estimates.table[name].cast(float).to_numpy() for estimates in (mine, stored))
        tolerance = 0.05 if name in ("low", "high") else 1e-12  # names of families key the draws of simultaneous ends
        np.testing.assert_allclose(*numbers, rtol=tolerance, atol=tolerance)
    assert mine.table["n_of"].to_list() == stored.table["n_of"].to_list()
    assert mine.blocks[0].is_bounded == stored.blocks[0].is_bounded
    assert mine.games(0)["value"].to_list() == stored.games(0)["value"].to_list()


def test_a_ratio_of_rows_has_the_mean_of_polars_and_the_error_of_statsmodels(opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    table = run.compare(PACE, by="strategy").table
    for row in table.iter_rows(named=True):
        kept = rows.filter(FREE & (pl.col("strategy") == row["strategy"]))
        x, deal = (kept["score"] / 5).to_numpy(), kept["deal"].to_numpy()
        fit = sm.OLS(x, np.ones(len(x))).fit(cov_type="cluster", cov_kwds={"groups": deal})
        assert row["measure"] == "score / rounds"
        assert row["estimate"] == pytest.approx(kept.select((pl.col("score") / 5).mean()).item(), abs=1e-12)
        assert row["se"] == pytest.approx(fit.bse[0], rel=1e-6)  # one coefficient: no correction but that of deals
        assert (row["n"], row["deals"]) == (len(x), len(np.unique(deal)))


def test_whole_numbers_are_added_exactly_and_never_wrap(opened, rows_of):
    """Columns are as narrow as their numbers: 300 points squared are more than 16 bits."""
    run, rows = opened("balance"), rows_of("balance")
    kept = rows.filter(FREE)["score"].to_list()
    assert run.compare(pl.col("score") * pl.col("score")).table["estimate"].item() == sum(x * x for x in kept) / len(
        kept
    )
    assert run.compare(pl.col("score") / 3).table["estimate"].item() == pytest.approx(
        sum(kept) / len(kept) / 3, abs=1e-12
    )
    assert run.compare(-pl.col("seat")).table["estimate"].item() == -2.5


def test_the_order_of_rows_does_not_show_in_fractions(opened):
    run = opened("balance")
    parts = [
        replace(scenario, stored=scenario.stored.each(lambda rows: rows.reverse()), _results={})
        for scenario in run.scenarios
    ]
    third = (pl.col("score") / 3).alias("third")
    table = replace(run, scenarios=tuple(parts)).compare(third, by="strategy", against="mean").table
    assert table.equals(run.compare(third, by="strategy", against="mean").table)


def test_rows_without_a_value_are_left_out_and_said(opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    kept = rows.filter(FREE, pl.col("walls_built") > 0)
    share = pl.col("score") / pl.when(pl.col("walls_built") > 0).then("walls_built")
    estimates = run.compare(share.alias("points a wall"))
    n = rows.filter(FREE).height
    assert estimates.table["n"].item() == kept.height < n
    assert estimates.table["estimate"].item() == pytest.approx((kept["score"] / kept["walls_built"]).mean(), abs=1e-12)
    assert f"Left out, seats: {n - kept.height:,} of {n:,} without points a wall." in estimates.note
    assert "Left out" not in run.compare("score").note
    undefined = run.compare(pl.when(pl.col("walls_built") > 0).then(1.5).otherwise(float("nan")).alias("x")).table
    assert undefined.select("estimate", "n").row(0) == (1.5, kept.height)


def test_it_goes_with_all_that_a_comparison_can_be(opened, tmp_path):
    run = opened("boards")
    pace = PACE.alias("points a round")
    paired = run.compare(pace, by="board", against="A", unit="points")
    stored = run.compare("score", by="board", against="A")
    assert paired.table["n_of"].to_list() == ["pairs"] * 4
    assert paired.table["estimate"].to_numpy() * 5 == pytest.approx(stored.table["estimate"].to_numpy(), abs=1e-12)
    assert re.search(r"circle +[+−]\d\.\d\d points ", str(paired))
    chart = paired.chart(tmp_path / "chart.svg").read_text(encoding="utf-8")
    assert "difference in points a round" in chart
    cross = run.compare(pace, by="board", where="arm = 'cross'")
    assert together(paired, cross).table["family"].n_unique() == 1
    assert cross.minus(cross).table["estimate"].to_list() == [0] * 5
    ratio = str(run.compare(pace, by="board", against="relative to A", unit="points", where="arm = 'cross'"))
    assert "points " not in ratio.partition("\n")[2]
    assert set(cross.over("strategy")["measure"]) == {"points a round"}
    both = run.compare(["score", pace, pl.col("score") > 120], by="seat", where="arm = 'cross'").table
    assert both["measure"].unique(maintain_order=True).to_list() == ["score", "points a round", "score > 120"]


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        (pl.col("score").mean(), "measure score.mean(): not a number of each row by itself: leave out mean, sum"),
        (pl.col("score") - pl.col("score").mean(), "not a number of each row by itself"),
        (pl.col("score").sum().over("game"), "not a number of each row by itself"),
        (pl.col("score").fill_null(pl.col("score").max()), "not a number of each row by itself"),
        (pl.col("score").shift(1), "not a number of each row by itself"),
        (pl.col("score").is_duplicated(), "not a number of each row by itself"),
        (pl.col("score").head(3), "not a number of each row by itself"),
        (pl.col("strategy"), "strategy is a text: write share of strategy = '...'"),
        (pl.col("score").cast(pl.String), "a text: compare it with a value, such as pl.col('strategy') == 'walls'"),
        (pl.struct("score", "rank"), "not a number: compare it with a value"),
        (pl.col("strategy") + 1, "measure strategy + 1: "),
        (pl.col("scoer") / 2, "no column scoer: did you mean score?"),
        (pl.col("score") / pl.col("other.score"), "no column other.score: "),
        (pl.col("^score_.*$"), "it stands for several columns: give a list of measures"),
        (pl.lit(1), "measure 1: it names no column"),
        (pl.len(), "it names no column"),
        (pl.col("score") / pl.col("walls_built"), "as after a division by 0: leave them out with where"),
        (pl.col("score") ** 9, "numbers beyond 10^12: divide it by a number"),
        ((pl.col("score") / 2).alias("rank"), "measure rank: the run has a measure of that name"),
        ((pl.col("score") / 2).alias("win_share"), "measure win_share: the run has a measure of that name"),
        ([PACE.alias("x"), (2 * PACE).alias("x")], "measure x: the name of two measures: give one another with .alias"),
    ],
)
def test_what_is_no_number_of_a_row_is_one_line(measure: Any, message: str, opened):
    run = opened("balance")
    with pytest.raises(ConditionError) as refused:
        run.compare(measure)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_columns_of_decisions_are_counted_by_decisions_or_refused(opened):
    run = opened("balance")
    estimates = run.compare(pl.col("n_legal") / pl.col("rounds"))
    assert estimates.table["n_of"].item() == "decisions"
    assert "Rows are decisions: a seat counts as often as it decides." in estimates.note
    with pytest.raises(ConditionError, match="n_legal is of a decision, not of a seat or game: count decisions"):
        run.compare(pl.col("n_legal") / 2, of="seats")
    with pytest.raises(ConditionError, match="has no decisions: play it with --record decisions"):
        opened("boards").compare(pl.col("n_legal") / 2)


def test_a_unit_belongs_to_an_expression(opened):
    run = opened("balance")
    with pytest.raises(ConditionError, match="unit points: a column has its own: leave it out"):
        run.compare(["score"], unit="points")
