"""What winners do otherwise: lines of the scorepad, counters over the rounds, things that happen once; against others
of their own strategy, and called correlation."""

from typing import Any

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm
from matplotlib.lines import Line2D
from matplotlib.text import Text

from reports.facts import FactsError, parse_facts
from tests.reports.sections import shown_sections
from tests.reports.synthetic import FACTS, SOURCES, asked, counters, frames, free
from tests.reports.test_charts import parts, plots

PAD = [
    {"name": "in_play", "label": "1 during the game", "sources": ["governors", "tasks"]},
    {"name": "walls", "label": "2 walls", "sources": ["walls"]},
]
WORDS = {"title": "When?", "subtitle": "S", "reading": "R"}
CHART = {**WORDS, "key": "race", "unit": "spaces", "by_round": True}
CHART["tallies"] = {"score_after_round_1": "after 1", "score_after_round_2": "after 2"}
GRID = {**WORDS, "key": "spots", "rows": [{"validated_a": "A"}, {"validated_b": "B"}]}
COUNTERS = {**FACTS["counters"], **counters("validated_a", "validated_b")}
ASKED: dict[str, Any] = {**FACTS, "scorepad": PAD, "charts": [CHART], "grids": [GRID], "counters": COUNTERS}


@pytest.fixture(scope="module")
def played() -> tuple[pl.DataFrame, pl.DataFrame]:
    """Seats validate A in round 1 to 3 where they win, and never B."""
    seats, games = frames(free(60))
    round_ = pl.when(pl.col("win_share60") > 0).then(1 + pl.col("game") % 3).otherwise(0).cast(pl.Int16)
    return seats.with_columns(validated_a=round_, validated_b=pl.lit(0, dtype=pl.Int16)), games


@pytest.fixture(scope="module")
def answer(played):
    return asked("balance", *played, facts=ASKED)


@pytest.fixture(scope="module")
def tables(answer):
    return answer.tables


@pytest.fixture(scope="module")
def sections(answer):
    return shown_sections(answer, ASKED)


def test_sources_follow_the_scorepad_and_its_parts_follow_their_line(played, tables):
    rows = tables["sources"].to_dicts()
    assert [(row["source"], row["label"], row["part_of"]) for row in rows] == [
        ("in_play", "1 during the game", None),
        ("governors", "of it: governors", "in_play"),
        ("tasks", "of it: tasks", "in_play"),
        ("walls", "2 walls", None),
    ]
    for side in ("winners", "losers", "share_of_total"):
        assert rows[0][side] == pytest.approx(rows[1][side] + rows[2][side])
    won = played[0].filter(pl.col("win_share60") > 0)
    assert rows[0]["winners"] == pytest.approx((won["score_governors"] + won["score_tasks"]).mean())
    assert sum(row["share_of_total"] for row in rows if row["part_of"] is None) == pytest.approx(1)


def test_a_counter_over_the_rounds_is_drawn_as_lines(sections):
    (drawn,) = [chart for chart in sections["winners"].charts if chart.name == "counters_race"]
    first, second = plots(drawn.figure)
    lines = [line for line in parts(first, Line2D) if line.get_linewidth() == 1.8]  # without grid and discs
    assert [len(line.get_xdata()) for line in lines] == [2, 2]  # winners and others, round by round
    assert first.x_label == second.x_label == "round"
    assert drawn.alt.startswith("after round 1: ")


def test_a_grid_says_how_often_and_in_which_round(played, tables, sections):
    a, b = tables["grids"].to_dicts()
    won = played[0].filter(pl.col("win_share60") > 0)
    assert (a["row"], a["column"], b["row"], b["column"]) == (1, 1, 2, 1)
    assert a["frequency"] == pytest.approx(len(won) / len(played[0]))
    assert (a["winners"], a["losers"]) == (1, 0)
    assert a["round"] == pytest.approx(won["validated_a"].mean())
    assert (b["frequency"], b["round"]) == (0, None)
    (drawn,) = [chart for chart in sections["winners"].charts if chart.name == "grid_spots"]
    assert any("in round 2.0" in text.get_text() for text in parts(drawn.figure, Text))


@pytest.mark.parametrize(
    ("pad", "why"),
    [
        (PAD[:1], "do not hold each of the game's sources once"),
        ([{**PAD[0], "name": "walls"}, PAD[1]], "a line of one category has its name"),
        ([PAD[0], {**PAD[1], "name": "wall"}], "a line of one category has its name"),
    ],
)
def test_a_scorepad_that_does_not_add_up_is_refused(pad, why):
    with pytest.raises(FactsError, match=why):
        parse_facts({**ASKED, "scorepad": pad})


@pytest.fixture(scope="module")
def run() -> tuple[pl.DataFrame, pl.DataFrame]:
    """The builder wins more often and builds twelve points of walls more than others do, whether it wins or not."""
    seats, games = frames(free(400), strength={"builder": 4.0})
    habit = 12 * (pl.col("strategy") == "builder").cast(pl.Int16)
    seats = seats.with_columns(
        score_walls=pl.col("score_walls") + habit, score_tasks=(pl.col("score_tasks") - habit).cast(pl.Int16)
    )
    return seats, games


def test_what_a_strong_plan_does_anyway_is_no_mark_of_winners(run):
    table = asked("balance", *run).tables["sources"]
    walls = table.row(by_predicate=pl.col("source") == "walls", named=True)
    assert walls["winners"] - walls["losers"] > 1.5  # the builder's share among winners
    assert abs(walls["difference"]) < 0.5


def test_difference_and_interval_are_those_of_a_regression_with_a_constant_for_every_strategy(run):
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


def test_a_strategy_that_never_wins_tells_nothing_of_winners(run):
    seats, games = run
    alone = seats.with_columns(
        win_share60=pl.when(pl.col("strategy") == "builder").then(60).otherwise(0).cast(pl.UInt8)
    )
    table = asked("balance", alone, games).tables["sources"]
    assert table["difference"].null_count() == len(SOURCES)
    assert table["winners"].null_count() == 0


def test_the_page_says_correlation_and_within_a_strategy(run):
    chart = {"key": "uses", "title": "Who uses?", "subtitle": "S", "reading": "R.", "unit": ""}
    facts = FACTS | {"charts": [chart | {"tallies": {"power_uses_0": "uses"}}]}
    sections = shown_sections(asked("balance", *run, facts=facts), facts).values()
    assert (
        sum("It is correlation, not cause" in section.reading for section in sections) == 2
    )  # the game's own chart, too
    texts = [text.get_text() for one in sections for made in one.charts for text in parts(made.figure, Text)]
    assert any("for the same bot, points" in text for text in texts)
