"""Tournaments: the standing, who is told apart from whom, seats, the answer in a sentence."""

import numpy as np
import polars as pl
import pytest

from reports.answer import Answer
from reports.ask import ask
from reports.charts.tournament import _near
from reports.facts_parser import parse_facts
from reports.frames import Frames
from reports.run_facts import RunFacts
from tests.reports.synthetic import FACTS, asked, frames, free

BONUS = {"builder": 6.0, "racer": 0.0, "taskman": 0.0, "wallman": -4.0}


def strong(line, seat):
    return BONUS[line[3][seat][0]] + 3.0 * (seat == 0 and line[3][seat][0] == "wallman")


@pytest.fixture(scope="module")
def run():
    return frames(free(600), strength=strong)


@pytest.fixture(scope="module")
def found(run) -> Answer:
    return asked("tournament", *run)


def test_the_standing_runs_from_the_strongest_to_the_weakest(run, found):
    table = found.tables["standing"]
    assert table["strategy"].to_list() == ["builder", *sorted(table["strategy"][1:3]), "wallman"] or (
        table["strategy"].to_list() == ["builder", *sorted(table["strategy"][1:3], reverse=True), "wallman"]
    )
    assert table["place"].to_list() == [1, 2, 3, 4]
    assert table["elo"].is_sorted(descending=True)
    assert (10 ** (table["elo"] / 400)).mean() == pytest.approx(1.0)
    mean = dict(
        run[0].group_by("strategy").agg(pl.col("rank").mean()).with_columns(pl.col("strategy").cast(str)).rows()
    )
    assert table["rank"].to_list() == pytest.approx([mean[name] for name in table["strategy"]])
    assert table["milliseconds"].to_list() == [None] * 4


def test_who_finishes_ahead_of_whom_is_counted_and_both_ways_make_a_whole(run, found):
    table = {(row["row"], row["column"]): row for row in found.tables["finish_ahead"].iter_rows(named=True)}
    rank = run[0].with_columns(pl.col("strategy").cast(pl.String)).pivot("strategy", index="game", values="rank")
    for (row, column), one in table.items():
        sign = np.sign(rank[column].to_numpy().astype(int) - rank[row].to_numpy().astype(int))
        assert one["ahead"] == pytest.approx((1 + sign.mean()) / 2)
        back = table[column, row]
        assert one["ahead"] + back["ahead"] == pytest.approx(1.0)
        assert one["effect"] == pytest.approx(-back["effect"])
        assert one["effect_low"] == pytest.approx(-back["effect_high"])


def test_the_sentence_names_the_best_and_who_cannot_be_told_apart(found):
    second, third = found.tables["standing"]["strategy"].to_list()[1:3]
    assert found.screen.finding == "Builder is the best of four"
    elo = found.tables["standing"]["elo"]
    assert f"(Elo +{elo[0]:.0f}) and {second}, the next, " in found.screen.lead
    assert [(row.name, row.word) for row in found.screen.rows] == [
        ("builder", "best"), (second, "worse"), (third, "worse"), ("wallman", "worse"),
    ]  # fmt: skip
    verdicts = {(verdict.name, verdict.reference.against): verdict for verdict in found.verdicts}
    assert verdicts["builder", second].verdict == "stronger"
    assert verdicts[second, third].verdict in ("fair", "unclear")
    assert len(verdicts) == 3


def test_the_last_plan_that_is_no_beginner_is_to_be_tuned(run, found):
    assert found.screen.change[0] == "Tune wallman, the last of them, before you change the game."
    third = found.tables["standing"]["strategy"][2]
    learning = ask("tournament", Frames(*run), game=parse_facts(FACTS), run=RunFacts(learners=("wallman",)))
    assert learning.screen.change[0] == f"Tune {third}, the last of them, before you change the game."


def test_a_leader_who_cannot_be_told_from_others_is_not_called_the_best():
    equals = asked("tournament", *frames(free(60), seed=8))
    assert equals.screen.finding.endswith("is first of four, not shown to be ahead of any other")
    assert {row.word for row in equals.screen.rows} <= {"first", "unclear", "equal"}
    assert equals.screen.change[0] == "Nothing to change."
    few = asked("tournament", *frames(free(20), strength=strong))
    assert few.screen.change is None
    assert few.screen.finding == "No standing yet: fewer than 50 deals"


def test_the_seat_that_favours_one_of_them_is_found(found):
    table = found.tables["strategy_seat"]
    helped = table.filter((pl.col("effect_low") > 0) | (pl.col("effect_high") < 0))
    assert helped.filter(pl.col("effect") > 0).select("strategy", "seat").rows() == [("wallman", 1)]
    sums = table.group_by("strategy").agg(pl.col("effect").sum())["effect"].to_list()
    assert sums == pytest.approx([0.0] * 4, abs=1e-12)


def test_one_strategy_alone_is_told_to_have_met_nobody():
    seats, games = frames(free(60, strategies=("builder",) * 4))
    assert asked("tournament", seats, games).summary == "One strategy played: nobody met anybody else."


def test_whoever_is_so_far_below_that_the_others_run_together_is_left_to_the_table():
    def rows(*elo: float) -> list[dict[str, float]]:
        return [{"elo": one, "elo_low": one - 10, "elo_high": one + 10} for one in elo]

    assert _near(rows(70, 60, 50, 40, -500, -1200)) == 4
    assert _near(rows(700, 0, -10, -20)) == 4  # one far above all others
    assert _near(rows(300, 200, 100, 0, -100)) == 5
