"""How the game goes: chances by lead, leads that feed themselves, endings, and columns worked out for them."""

import numpy as np
import polars as pl
import pytest

from reports.ask import QUESTIONS
from reports.derived import add_derived
from reports.estimators.win_chance import chance_rows, lead_rows
from reports.frames import ScenarioRun
from tests.reports.sections import shown_sections
from tests.reports.synthetic import FACTS, asked, frames, free, results_of, run_of

ROUNDS = 4


def race(carry: float, facts=FACTS, deals: int = 1500, seed: int = 1) -> ScenarioRun:
    """Games of four rounds in which each gain is luck, and `carry` of the lead before it."""
    seats, games = frames(free(deals))
    n = len(games)
    rng = np.random.default_rng(seed)
    score, after = np.zeros((n, 4)), {}
    for number in range(1, ROUNDS + 1):
        score = np.rint(score + 40 + rng.normal(0, 10, (n, 4)) + carry * (score - score.mean(axis=1, keepdims=True)))
        after[f"score_after_round_{number}"] = score.astype(np.int32).reshape(-1)
    share, *_ = results_of(score)
    names = {**after, "score": after[f"score_after_round_{ROUNDS}"], "win_share60": share.astype(np.int8).reshape(-1)}
    seats = seats.with_columns(pl.Series(name, values) for name, values in names.items())
    games = games.with_columns(rounds=pl.lit(ROUNDS))
    return run_of(seats, games, facts=facts)


def test_chances_hold_on_the_other_half_of_the_deals():
    rows = chance_rows(race(0.0))
    assert rows["round"].unique().sort().to_list() == [1, 2, 3]  # after the last round nothing is open
    for own in rows.partition_by("round"):
        assert own["chance"].is_sorted()
        assert own["lead_low"].is_sorted()
    narrow = rows.filter((pl.col("observed_high") - pl.col("observed_low")) / 2 <= 0.02)
    assert len(narrow) >= 10
    assert (narrow["chance"] - narrow["observed"]).abs().max() < 0.04  # two errors of the halves


@pytest.mark.parametrize(("carry", "side"), [(0.0, 0), (0.4, 1), (-0.4, -1)])
def test_a_snowball_is_shown_where_leads_feed_themselves_and_nowhere_else(carry, side):
    row = lead_rows(race(carry)).filter(round=2).to_dicts()[0]
    assert row["snowball_low"] < row["snowball"] < row["snowball_high"]
    assert (row["snowball_low"] > 0) - (row["snowball_high"] < 0) == side


def test_six_figures_say_how_a_game_goes():
    games = race(0.4)
    answer = asked("balance", games.stored.seats, games.stored.games)
    course = shown_sections(answer)["course"]
    shape = {row["measure"]: row["mean"] for row in answer.tables["shape"].iter_rows(named=True)}
    figures = {what: (number, note) for number, what, note in course.figures}
    assert list(figures) == ["minutes", "lead changes", "comebacks", "close games", "ties"]  # skill takes replays
    comebacks = next(mean for name, mean in shape.items() if name.startswith("comebacks"))
    assert figures["comebacks"][0] == f"{100 * comebacks:.0f} %"
    assert figures["comebacks"][1].startswith("the leader after round 2 does not win; leads feed themselves: ")
    assert figures["lead changes"][0] == f"{shape['lead changes']:.1f}"
    assert figures["ties"][0] == f"{100 * shape['joint wins']:.0f} %"


def test_where_all_games_are_ties_nothing_is_fair_or_close():
    seats, games = frames(free(60))
    seats = seats.with_columns(score=pl.lit(7, pl.Int32), win_share60=pl.lit(15, pl.Int8))
    answer = asked("balance", seats, games.with_columns(winners=pl.lit(4, games["winners"].dtype)))
    assert (answer.screen.finding, answer.screen.rows, answer.screen.change) == ("Every game is a tie", (), None)
    sections = shown_sections(answer)
    assert sections["seats"].heading == sections["course"].heading == "Every game is a tie"
    words = " ".join(
        f"{one.heading} {one.sentence} {one.figures}" for one in sections.values() if one.key != "examples"
    )
    assert "fair" not in words
    assert "close" not in words


def test_games_that_end_alike_are_said_to():
    seats, games = frames(free(60))
    is_first = pl.col("seat") == 1
    seats = seats.with_columns(
        score=pl.when(is_first).then(9).otherwise(7).cast(pl.Int32),
        win_share60=pl.when(is_first).then(60).otherwise(0).cast(pl.Int8),
    )
    answer = asked("balance", seats, games.with_columns(winners=pl.lit(1, games["winners"].dtype)))
    assert answer.screen.finding == answer.summary == "Every game ends alike: seat 1 wins"
    other = asked("balance", *frames(free(60)))
    assert "alike" not in other.screen.finding


def test_in_front_is_who_has_most_points_alone_or_level():
    after = {1: [5, 5, 9, 1], 2: [20, 20, 7, 3], 3: [30, 31, 31, 4], 4: [40, 40, 39, 5]}
    scores = {f"score_after_round_{number}": pl.Series(points, dtype=pl.Int32) for number, points in after.items()}
    seats, games = frames(free(1))
    run = run_of(seats.head(4).with_columns(**scores), games.head(1))
    names = ["leads_since_round", "behind_after_round_4", "lead_after_round_4"]
    rows = add_derived(run.seats, run, names, "seats").sort("seat").collect()
    assert rows["leads_since_round"].to_list() == [4, 2, None, None]
    assert rows["behind_after_round_4"].to_list() == [0, 0, 1, 35]
    assert rows["lead_after_round_4"].to_list() == [0, 0, -1, -35]


def test_endings_are_the_first_condition_that_a_seat_meets():
    run = race(0.0, {**FACTS, "endings": {"somebody is far": "score > 180", "it is late": "score > 0"}}, deals=200)
    far = run.table.group_by("game").agg((pl.col("score") > 180).any()).collect()["score"].mean()
    shares = dict(QUESTIONS["balance"].tables["endings"].rows(run).select("ending", "share").iter_rows())
    assert shares == {"somebody is far": pytest.approx(far), "it is late": pytest.approx(1 - far)}


def test_points_behind_comebacks_and_minutes_are_what_the_rows_say():
    run = race(0.0, deals=100)
    after = run.table.sort("game", "seat").collect()["score_after_round_2"].to_numpy().reshape(-1, 4)
    share = run.table.sort("game", "seat").collect()["win_share60"].to_numpy().reshape(-1, 4)
    seats = add_derived(run.seats, run, ["behind_after_round_2"], "seats").sort("game", "seat").collect()
    top = after.max(axis=1, keepdims=True)
    assert (seats["behind_after_round_2"].to_numpy().reshape(-1, 4) == top - after).all()
    names = ["comeback_after_round_2", "minutes_at_30_seconds"]
    games = add_derived(run.games, run, names, "games").sort("game").collect()
    assert (games[names[0]].to_numpy() == ~((after == top) & (share > 0)).any(axis=1)).all()
    assert games[names[1]].to_list() == (games["n_decisions"] / 2).to_list()
