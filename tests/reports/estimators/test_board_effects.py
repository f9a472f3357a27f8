"""Effects of boards: equal to the paired difference worked out by hand, covered by their intervals, one family by
whoever plays."""

from functools import cache

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from reports.answer import Answer
from reports.estimators.board_effects import (
    AGAINST_PLAIN,
    AMONG_OTHERS,
    DEALT_BY_PLAN,
    DEALT_TUNED,
    PAIRED_BY_PLAN,
    PAIRED_TUNED,
    against_plain,
    among_others,
    by_plan,
    effect_table,
    tuned_in,
)  # fmt: skip
from reports.facts import parse_facts
from reports.frames import ScenarioRun
from reports.run_facts import RunFacts
from reports.stats.verdict import may_head
from tests.reports.sections import shown_sections
from tests.reports.stats.clustered import mean
from tests.reports.synthetic import FACTS, asked, dealt, frames, mirror, run_of

SIDES = ("circle", "square", "triangle", "star")
PLANS = ("racer", "taskman", "wallman")
EDGE = {
    "racer": 6.0,
    "taskman": 3.0,
    "wallman": 0.0,
    "builder": 1.0,
}  # points on circle of who knows what to do with it
NUMBERS = ["effect", "effect_low", "effect_high", "p", "n"]


def answer_of(seats, games, tuned) -> Answer:
    return asked("boards", seats, games, run=RunFacts(seed=1, tuned=tuned))


@cache
def of_plans(number: int) -> tuple[Answer, ScenarioRun]:
    """One ordinary plan and so many that are tuned for all sides, against A and among other sides."""
    names = PLANS[:number]
    lines = mirror(80, strategies=("builder", *names), pattern="half")
    lines += dealt(40 * (number + 1), strategies=("builder", *names), first=80)
    rows = frames(lines, strength={(name, "circle"): edge for name, edge in EDGE.items()})
    tuned = dict.fromkeys(names, ("A", *SIDES))
    return answer_of(*rows, tuned), run_of(*rows, seed=1, tuned=tuned)


def test_effect_equals_the_paired_difference_worked_out_by_hand():
    """Per deal and strategy: mean share on star minus mean share on A, in the seat that holds star on that deal."""
    seats, games = frames(mirror(200), strength={"star": 2.0})
    estimates = by_plan(run_of(seats, games, seed=1), PAIRED_BY_PLAN)
    (family,), table = estimates.families, effect_table(estimates)
    seats = seats.filter(pl.col("strategy") == "builder")
    cells = (
        seats.join(seats.filter(pl.col("board") == "star").select("deal", "seat").unique(), on=["deal", "seat"])
        .group_by("deal", pl.col("board").cast(pl.String))
        .agg(pl.col("win_share60").mean() / 60)
        .pivot("board", index="deal", values="win_share60")
    )
    difference = mean(cells["star"] - cells["A"], cells["deal"])
    is_row = (pl.col("board") == "star") & (pl.col("strategy") == "builder")
    ((at, row),) = ((row["at"], row) for row in table.with_row_index("at").filter(is_row).to_dicts())
    moves = (cells["star"] - cells["A"]).to_numpy()
    one = np.sqrt((moves[moves != 0] ** 2).mean()) / 200  # a deal that differs, the continuity correction
    assert row["effect"] == pytest.approx(difference.estimate, abs=1e-12)
    ends = family.low_each[at], family.high_each[at]
    assert ends == pytest.approx((difference.low - one, difference.high + one))
    assert row["effect_low"] < ends[0]  # simultaneous over boards and strategies
    assert row["n"] == 200 * 8


def test_complementary_pairs_of_patterns_are_paired_too():
    lines = [line for line in mirror(200, strategies=("builder",)) if sum(s[1] != "A" for s in line[3]) in (0, 4)]
    table = asked("boards", *frames(lines, strength={"star": 2.0})).tables["paired"]
    (star,) = table.filter(board="star").to_dicts()
    assert star["n"] == 200
    assert star["score_low"] < 2.0 < star["score_high"]


def test_intervals_cover_the_truth_over_many_runs():
    """Zero effect, 30 runs of 40 deals with four boards each: about 6 of 120 intervals miss."""
    misses = 0
    for seed in range(30):
        rows = frames(mirror(40, strategies=("builder",), pattern="half"), seed=100 + seed)
        family = run_of(*rows, seed=1).result(against_plain).family
        misses += int(((family.low_each > 0) | (family.high_each < 0)).sum())
    assert 1 <= misses <= 12


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_tuned_players_gain_is_the_mean_over_their_plans(number):
    answer, run = of_plans(number)
    table = answer.tables["tuned_players"]
    comparisons = {AGAINST_PLAIN: (PAIRED_BY_PLAN, PAIRED_TUNED), AMONG_OTHERS: (DEALT_BY_PLAN, DEALT_TUNED)}
    for situation, both in comparisons.items():
        single = pl.concat(effect_table(by_plan(run, comparison)) for comparison in both)
        for board in SIDES:
            rows = table.filter(situation=situation, board=board)
            gains = dict(rows.select("players", "effect").iter_rows())
            plans = dict(single.filter(board=board).select("strategy", "effect").iter_rows())
            own = [plans[name] for name in PLANS[:number]]
            assert gains["tuned for it"] == pytest.approx(np.mean(own))
            assert gains["ordinary players"] == pytest.approx(plans["builder"])
            assert gains["difference"] == pytest.approx(np.mean(own) - plans["builder"])
            assert set(gains) & set(PLANS) == set(PLANS[:number] if number > 1 else ())
            assert rows["plans"].unique().to_list() == [", ".join(PLANS[:number])]
        each = table.filter(pl.col("players").is_in(PLANS), situation=situation).rename({"players": "strategy"})
        keys = ["board", "strategy"]
        theirs = single.filter(pl.col("strategy").is_in(PLANS[:number] if number > 1 else ()))
        assert_frame_equal(each.sort(keys).select(*keys, *NUMBERS), theirs.sort(keys).select(*keys, *NUMBERS))


@pytest.mark.parametrize("number", [1, 3])
def test_both_kinds_of_players_are_one_family_and_an_effect_has_one_interval_wherever_it_stands(number):
    answer, run = of_plans(number)
    assert run.result(among_others).family.size == run.result(against_plain).family.size == 3 * 4
    verdicts = {one.subject: one for one in answer.verdicts}
    for situation, end in ((AGAINST_PLAIN, ""), (AMONG_OTHERS, " among boards")):
        both = run.result(tuned_in)[situation]
        assert {part.rate for part in (both.ordinary, both.tuned, both.more)} == {both.ordinary.rate}
        rows = answer.tables["tuned_players"].filter(situation=situation)
        for players, more in (("tuned for it", ", tuned for it"), ("ordinary players", "")):
            for board in SIDES:
                (row,) = rows.filter(board=board, players=players).select(NUMBERS).rows()
                verdict = verdicts[f"{board} (B){end}{more}"]
                assert row == (verdict.effect, verdict.low, verdict.high, verdict.p, verdict.n)
                assert verdict.kind == ("section" if more else "screen")
    share = answer.tables["dealt"].sort("board")["share_high"] - 0.25
    ordinary = answer.tables["tuned_players"].filter(situation="among", players="ordinary players").sort("board")
    np.testing.assert_allclose(ordinary["effect_high"], share)


def test_who_gains_by_tuning_is_told_in_both_situations():
    lines = mirror(160, strategies=("builder", "racer"), pattern="half")
    lines += dealt(400, strategies=("builder", "racer"), first=160)
    rows = frames(lines, strength={("racer", "circle"): 12.0})
    answer = answer_of(*rows, {"racer": ("A", *SIDES)})
    shown = shown_sections(answer)
    for key, situation, where in (("tuned", AGAINST_PLAIN, "Against A"), ("tuned_among", AMONG_OTHERS, "Among boards")):
        rows = answer.tables["tuned_players"].filter(situation=situation, players="difference")
        gains = [row["board"] for row in rows.iter_rows(named=True) if may_head(row["p"]) and row["effect"] > 0]
        assert gains == ["circle"]
        assert (shown[key].sentence or shown[key].heading).startswith(f"{where} only circle is shown to gain")
        assert [chart.title for chart in shown[key].charts] == [shown[key].heading]


def test_what_is_said_of_all_strategies_is_that_of_ordinary_players():
    """As if the others had not played."""
    tuned = {"racer": ("circle", "star")}
    seats, games = frames(mirror(60) + dealt(120, first=60), strength={"circle": 3.0})
    tables = answer_of(seats, games, tuned).tables
    ordinary = seats.filter(pl.col("strategy") == "builder")
    alone = answer_of(ordinary, games.join(ordinary.select("game").unique(), on="game", how="semi"), {}).tables
    for name in ("paired_sources", "usage", "tracks", "auction"):
        assert_frame_equal(tables[name], alone[name])
    for name, columns in (
        ("paired", ["board", "effect", "score", "score_high", "n"]),
        ("board_seat", ["board", "seat", "n", "effect", "effect_high", "interaction"]),
        ("dealt", ["board", "share", "n"]),
        ("price", ["situation", "board", "price", "price_high", "n"]),
    ):
        every, one = (
            t[name].filter(pl.col("strategy") == "all") if name == "price" else t[name] for t in (tables, alone)
        )
        assert len(one) >= 4
        assert_frame_equal(every.select(columns), one.select(columns))


@pytest.mark.parametrize("tuned", [{}, {"racer": ("circle",), "builder": ("circle",)}, {"absent": ("circle",)}])
def test_without_players_of_both_kinds_nothing_is_compared(tuned):
    answer = answer_of(*frames(mirror(60)), tuned)
    assert not len(answer.tables["tuned_players"])
    assert [one for one in answer.verdicts if one.family == "Against A"]


def test_several_tuned_plans_have_a_price_list_together():
    for number, rows in ((1, 0), (3, 2 * 4)):
        assert len(of_plans(number)[0].tables["price"].filter(strategy="tuned for it")) == rows


def test_names_leave_out_what_no_other_board_needs():
    boards = {"a": {"side": "A", "label": "tile 1 (A)"}, "b": {"side": "B", "label": "tile 1 (B)"}}
    boards |= {"c": {"side": "B", "label": "tile 2 (ship 1 space)"}, "d": {"side": "B", "label": "star (B)"}}
    game = parse_facts({**FACTS, "boards": boards})
    assert [game.sentence_label(board) for board in boards] == ["tile 1 (A)", "tile 1 (B)", "tile 2", "star"]
    assert [game.list_label(board) for board in boards][2:] == ["tile 2 (ship 1 space)", "star"]
