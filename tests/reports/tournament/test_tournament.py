"""Tournaments: the standing, who is told apart from whom, seats, cycles only where they are stable, steps of ladders,
how alike strategies play."""

import numpy as np
import polars as pl
import pytest

from reports.answer import Answer
from reports.charts.tournament import _near
from reports.estimators.standing import ladders, resample_shares, three_cycles
from reports.facts import parse_facts
from reports.questions.tournament import actions_finding, cycles_finding, ladder_finding
from reports.run_facts import RunFacts
from tests.reports.sections import evidence_of
from tests.reports.synthetic import FACTS, asked, frames, free

STRONG = {"builder": 6.0, "wallman": -4.0, ("wallman", 1): 3.0}


@pytest.fixture(scope="module")
def run():
    return frames(free(600), strength=STRONG)


@pytest.fixture(scope="module")
def answer(run) -> Answer:
    return asked("tournament", *run)


def test_the_standing_runs_from_the_strongest_to_the_weakest(run, answer):
    table = answer.tables["standing"]
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


def test_who_finishes_ahead_of_whom_is_counted_and_both_ways_make_a_whole(run, answer):
    table = {(row["row"], row["column"]): row for row in answer.tables["finish_ahead"].iter_rows(named=True)}
    rank = run[0].with_columns(pl.col("strategy").cast(pl.String)).pivot("strategy", index="game", values="rank")
    for (row, column), one in table.items():
        sign = np.sign(rank[column].to_numpy().astype(int) - rank[row].to_numpy().astype(int))
        assert one["ahead"] == pytest.approx((1 + sign.mean()) / 2)
        back = table[column, row]
        assert one["ahead"] + back["ahead"] == pytest.approx(1.0)
        assert one["effect"] == pytest.approx(-back["effect"])
        assert one["effect_low"] == pytest.approx(-back["effect_high"])


def test_the_sentence_names_the_best_and_who_cannot_be_told_apart(answer):
    second, third = answer.tables["standing"]["strategy"].to_list()[1:3]
    assert answer.screen.finding == "The builder bot is the best of four"
    elo = answer.tables["standing"]["elo"]
    assert f"(Elo +{elo[0]:.0f}) and the {second} bot, the next, " in answer.screen.lead
    assert [(row.name, row.word) for row in answer.screen.rows] == [
        ("builder", "best"), (second, "worse"), (third, "worse"), ("wallman", "worse"),
    ]  # fmt: skip
    verdicts = {(verdict.name, verdict.reference.against): verdict for verdict in answer.verdicts}
    assert verdicts["builder", second].verdict == "stronger"
    assert verdicts[second, third].verdict in ("fair", "unclear")
    assert len(verdicts) == 3


def test_the_last_plan_that_is_no_beginner_is_to_be_tuned(run, answer):
    assert answer.screen.change[0] == "Tune the wallman bot, the last of them, before you change the game."
    third = answer.tables["standing"]["strategy"][2]
    learning = asked("tournament", *run, run=RunFacts(classes={"wallman": "beginners"}))
    assert learning.screen.change[0] == f"Tune the {third} bot, the last of them, before you change the game."


def test_a_leader_who_cannot_be_told_from_others_is_not_called_the_best():
    equals = asked("tournament", *frames(free(60), seed=8))
    assert equals.screen.finding.endswith("is first of four, not shown to be ahead of any other")
    assert {row.word for row in equals.screen.rows} <= {"first", "unclear", "equal"}
    assert equals.screen.change[0] == "Nothing to change."
    few = asked("tournament", *frames(free(20), strength=STRONG))
    assert few.screen.change is None
    assert few.screen.finding == "No standing yet: fewer than 50 deals"


def test_the_seat_that_favours_one_of_them_is_found(answer):
    table = answer.tables["strategy_seat"]
    helped = table.filter((pl.col("effect_low") > 0) | (pl.col("effect_high") < 0))
    assert helped.filter(pl.col("effect") > 0).select("strategy", "seat").rows() == [("wallman", 1)]
    sums = table.group_by("strategy").agg(pl.col("effect").sum())["effect"].to_list()
    assert sums == pytest.approx([0.0] * 4, abs=1e-12)


def test_one_strategy_alone_is_told_to_have_met_nobody():
    seats, games = frames(free(60, strategies=("builder",) * 4))
    assert asked("tournament", seats, games).summary == "One bot played: it met no other."


def test_whoever_is_so_far_below_that_the_others_run_together_is_left_to_the_table():
    def rows(*elo: float) -> list[dict[str, float]]:
        return [{"elo": one, "elo_low": one - 10, "elo_high": one + 10} for one in elo]

    assert _near(rows(70, 60, 50, 40, -500, -1200)) == 4
    assert _near(rows(700, 0, -10, -20)) == 4  # one far above all others
    assert _near(rows(300, 200, 100, 0, -100)) == 5


@pytest.mark.parametrize("elo", [(0.0, 0.0, 0.0), (50.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, -900.0)])
def test_equals_without_intervals_share_an_axis(elo):
    assert _near([{"elo": one, "elo_low": one, "elo_high": one} for one in elo]) == len(elo)


def test_finishing_order_decides_between_equal_winners():
    points = {"builder": 900.0, "wallman": 600.0, "taskman": 300.0}  # racer is always last
    answer = asked("tournament", *frames(free(60), strength=points))
    assert answer.tables["standing"]["share"].to_list() == [1.0, 0.0, 0.0, 0.0]
    assert answer.tables["standing"]["strategy"].to_list() == ["builder", "wallman", "taskman", "racer"]
    assert answer.screen.change[0].startswith("Tune the racer bot, the last of them")


LETTERS = list(parse_facts(FACTS).classes)


def decisions_of(seats: pl.DataFrame) -> pl.DataFrame:
    """Four turns of two moves a seat: builders take the first action in each, wallmen in one of two, others never."""
    often = pl.col("strategy").cast(pl.String).replace_strict({"builder": 4, "wallman": 2}, default=0)
    turns = seats.select("game", "deal", "seat", often=often).join(pl.DataFrame({"turn": [1, 2, 3, 4]}), how="cross")
    moves = turns.join(pl.DataFrame({"move": [0, 1]}), how="cross")
    number = pl.when(pl.col("turn") <= pl.col("often")).then(1).otherwise(2)
    return moves.select(
        "game",
        "deal",
        "seat",
        pl.col("turn"),
        round=pl.lit(1),
        ply=pl.col("turn") * 8 + pl.col("move"),
        # The second move of a turn has a class too: it must not count.
        move_class=pl.when(pl.col("move") == 0).then(number).otherwise(3),
        move_kind=pl.lit("play"),
    )


def test_turns_of_each_strategy_go_by_their_first_action_and_the_likest_come_first():
    seats, games = frames(free(60))
    answer = asked("tournament", seats, games, decisions_of(seats))
    mix = answer.tables["behaviour"]
    share = {(row["strategy"], row["action"]): row["share"] for row in mix.iter_rows(named=True)}
    first, second = LETTERS[:2]
    assert share["builder", first] == 1.0
    assert share["wallman", first] == share["wallman", second] == 0.5
    assert share["racer", second] == share["taskman", second] == 1.0
    assert mix["action"].unique().sort().to_list() == sorted([first, second])
    assert mix.group_by("strategy").agg(pl.col("share").sum())["share"].to_list() == pytest.approx([1.0] * 4)
    assert mix["n"].sum() == 4 * len(seats)
    alike = {(row["row"], row["column"]): row["otherwise"] for row in answer.tables["alike"].iter_rows(named=True)}
    assert len(alike) == 6
    apart = {frozenset(pair): value for pair, value in alike.items()}
    assert apart[frozenset(("builder", "racer"))] == 1.0
    assert apart[frozenset(("builder", "wallman"))] == 0.5
    assert answer.tables["alike"]["otherwise"].is_sorted()
    words = actions_finding(evidence_of(answer))
    assert words == (
        "Any two bots differ in 0 to 100 % of turns, bots taskman and racer the least",
        "Bots differ in 0 to 100 % of turns",
    )


def test_without_recorded_decisions_nothing_is_said_of_behaviour():
    answer = asked("tournament", *frames(free(60)))
    assert not len(answer.tables["behaviour"])
    assert not actions_finding(evidence_of(answer))


BEATEN_BY = {"paper": "scissors", "scissors": "stone", "stone": "paper"}


def in_turn(line, seat):
    """Whoever meets what beats it has six points less, and the last has nine less."""
    own = line[3][seat][0]
    return -9.0 * (own == "last") - 6.0 * (BEATEN_BY.get(own) in [one[0] for one in line[3]])


def in_turn_games(fourth, deals):
    """Games of two different ones of three at a time, two seats each, so that all beat each other in turn; fourth: who
    has the last of these seats, where it is another."""
    lines = []
    for deal in range(deals):
        two = [["stone", "paper"], ["paper", "scissors"], ["scissors", "stone"]][deal % 3]
        seats = [(name, "A", None) for name in (*two, two[0], fourth or two[1])]
        lines += [(deal, r, "free", seats[r:] + seats[:r]) for r in range(2)]
    return frames(lines, strength=in_turn)


@pytest.fixture(scope="module")
def rows():
    return in_turn_games("", 240)


def test_a_stable_cycle_is_told_in_a_sentence_with_its_links(rows):
    answer = asked("tournament", *rows)
    (cycle,) = answer.tables["cycles"].iter_rows(named=True)
    assert cycle["stable"] == 1.0
    names = [cycle["first"], cycle["second"], cycle["third"]]
    assert [BEATEN_BY[name] for name in names] == [names[2], names[0], names[1]]
    a, b, c = names
    assert cycles_finding(evidence_of(answer)) == (
        f"Bot {a} beats {b}, {b} beats {c}, {c} beats {a}",
        "Three bots beat each other in turn",
    )


def test_where_three_beat_each_other_in_turn_the_last_is_not_to_be_tuned():
    seats, games = in_turn_games("last", 240)
    what, why = asked("tournament", seats, games).screen.change
    assert what == "Nothing to change in the game."
    assert why.endswith(", so that none rules.")


def test_players_in_a_true_order_show_no_stable_cycle():
    answer = asked("tournament", *frames(free(300), strength={"builder": 6.0, "racer": 2.0, "wallman": -4.0}))
    assert cycles_finding(evidence_of(answer))[0] == "No three bots are shown to beat each other in turn"


def test_a_ladder_is_a_search_of_several_numbers_of_games():
    names = ["search:curve:64", "mcts:50", "search:curve:8", "curve", "mcts:50:margin=0.5", "search:curve:16:bias=2"]
    assert ladders(names) == {"search:curve:N": [(8, "search:curve:8"), (64, "search:curve:64")]}


def test_each_step_of_a_ladder_is_held_against_the_one_below():
    steps = ("mcts:1", "mcts:2", "mcts:4", "walls")
    answer = asked("tournament", *frames(free(300, strategies=steps), strength={"mcts:2": 4.0, "mcts:4": 4.0}))
    ladder, standing = answer.tables["ladder"], answer.tables["standing"]
    assert ladder["games"].to_list() == [1, 2, 4]
    assert ladder["ahead"][0] is None
    ahead = {
        row["row"]: row for row in answer.tables["finish_ahead"].iter_rows(named=True) if row["column"] == "mcts:1"
    }
    assert ladder["ahead_low"][1] == ahead["mcts:2"]["ahead_low"] > 0.5
    elo = dict(standing.select("strategy", "elo").rows())
    assert ladder["elo"].to_list() == [elo[name] for name in steps[:3]]
    assert ladder_finding(evidence_of(answer)) == "More thinking wins at one of two steps"


def beats(*links: tuple[int, int, float], n: int):
    """Chances of finishing ahead: even, but for these: row, column, and how far above even."""
    out = np.full((n, n), 0.5)
    for row, column, more in links:
        out[row, column], out[column, row] = 0.5 + more, 0.5 - more
    return out


ROCK = beats((0, 1, 0.2), (1, 2, 0.2), (2, 0, 0.2), n=3)
ORDER = beats((0, 1, 0.1), (0, 2, 0.2), (1, 2, 0.1), n=3)


def test_a_cycle_is_found_once_with_its_links_in_turn_and_the_resamples_that_show_it():
    (answer,) = three_cycles(ROCK, [ROCK, ROCK, ORDER, ROCK])
    assert (answer.players, answer.stable) == ((0, 1, 2), 0.75)
    assert answer.chances == pytest.approx((0.7, 0.7, 0.7))
    assert three_cycles(ORDER, [ROCK]) == []


def test_resamples_spread_as_clustered_means_do():
    rng = np.random.default_rng(1)
    met = rng.integers(1, 5, (3000, 2))
    won = rng.binomial(met, [0.3, 0.6]) * 2
    share = won.sum(axis=0) / (2 * met.sum(axis=0))
    drawn = resample_shares(won, met, 2, seed=3, times=400)
    residual = won / 2 - share * met
    se = np.sqrt((residual**2).sum(axis=0)) / met.sum(axis=0)
    assert drawn.mean(axis=0) == pytest.approx(share, abs=5 * se.max() / 20)
    assert drawn.std(axis=0) == pytest.approx(se, rel=0.12)
