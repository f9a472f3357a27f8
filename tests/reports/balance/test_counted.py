"""What a game asks of `balance`: lines of its scorepad, counters over the rounds, things that happen once."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from matplotlib.lines import Line2D
from matplotlib.text import Text

from reports.ask import QUESTIONS
from reports.columns import Words
from reports.facts import FactsError
from reports.facts_parser import parse_facts
from reports.questions.base import Evidence, ShownSection
from tests.reports.sections import sections_of
from tests.reports.synthetic import FACTS, asked, frames, free
from tests.reports.test_charts import parts, plots

PAD = [
    {"name": "in_play", "label": "1 during the game", "sources": ["governors", "tasks"]},
    {"name": "walls", "label": "2 walls", "sources": ["walls"]},
]
WORDS = {"title": "When?", "subtitle": "S", "reading": "R"}
CHART = {**WORDS, "key": "race", "unit": "spaces", "by_round": True}
CHART["tallies"] = [["score_after_round_1", "after 1"], ["score_after_round_2", "after 2"]]
GRID = {**WORDS, "key": "spots", "rows": [[["validated_a", "A"]], [["validated_b", "B"]]]}
TALLIES = [*FACTS["tallies"], ["validated_a", ""], ["validated_b", ""]]
ASKED: dict[str, Any] = {**FACTS, "scorepad": PAD, "charts": [CHART], "grids": [GRID], "tallies": TALLIES}


@pytest.fixture(scope="module")
def played() -> tuple[pl.DataFrame, pl.DataFrame]:
    """Seats validate A in round 1 to 3 where they win, and never B."""
    seats, games = frames(free(60))
    round_ = pl.when(pl.col("win_share60") > 0).then(1 + pl.col("game") % 3).otherwise(0).cast(pl.Int16)
    return seats.with_columns(validated_a=round_, validated_b=pl.lit(0, dtype=pl.Int16)), games


@pytest.fixture(scope="module")
def tables(played: tuple[pl.DataFrame, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    return dict(asked("balance", *played, facts=ASKED).tables)


@pytest.fixture(scope="module")
def sections(tables: dict[str, pl.DataFrame]) -> dict[str, ShownSection]:
    evidence = Evidence(tables, Words(parse_facts(ASKED)), 2.0)
    return {one.key: one for one in sections_of(QUESTIONS["balance"], evidence)}


def test_sources_follow_the_scorepad_and_its_parts_follow_their_line(
    played: tuple[pl.DataFrame, pl.DataFrame], tables: dict[str, pl.DataFrame]
) -> None:
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


def test_a_counter_over_the_rounds_is_drawn_as_lines(sections: dict[str, ShownSection]) -> None:
    (drawn,) = [chart for chart in sections["winners"].charts if chart.name == "counters_race"]
    first, second = plots(drawn.figure)
    lines = [line for line in parts(first, Line2D) if line.get_linewidth() == 1.8]  # without grid and discs
    assert [len(line.get_xdata()) for line in lines] == [2, 2]  # winners and others, round by round
    assert first.x_label == second.x_label == "round"
    assert drawn.alt.startswith("after round 1: ")


def test_a_grid_says_how_often_and_in_which_round(
    played: tuple[pl.DataFrame, pl.DataFrame], tables: dict[str, pl.DataFrame], sections: dict[str, ShownSection]
) -> None:
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
def test_a_scorepad_that_does_not_add_up_is_refused(pad: list[dict[str, Any]], why: str) -> None:
    with pytest.raises(FactsError, match=why):
        parse_facts({**ASKED, "scorepad": pad})
