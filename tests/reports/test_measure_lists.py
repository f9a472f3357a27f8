"""Measures that have a name together, seats of bots, rounds in which something happened, and what is asked for every
round: each is what the rows say."""

import polars as pl
import pytest

from reports.conditions import ConditionError
from reports.run import Run
from tests.reports.balance.test_counted import ASKED
from tests.reports.synthetic import FACTS, SOLO, against_bot, frames, free
from tests.reports.synthetic import run_of as frames_of


def run_with(seats: pl.DataFrame, games: pl.DataFrame, facts=FACTS) -> Run:
    """A run of one scenario."""
    return Run((frames_of(seats, games, facts=facts),))


@pytest.fixture(scope="module")
def played() -> tuple[pl.DataFrame, pl.DataFrame]:
    """Seats validate A in round 1 to 3 where they win, and never B."""
    seats, games = frames(free(60))
    round_ = pl.when(pl.col("win_share60") > 0).then(1 + pl.col("game") % 3).otherwise(0).cast(pl.Int16)
    return seats.with_columns(validated_a=round_, validated_b=pl.lit(0, dtype=pl.Int16)), games


def test_a_list_is_each_of_its_measures(played):
    seats, run = played[0], run_with(*played, facts=ASKED)
    points = dict(run.compare("lines of the scorepad").table.select("measure", "estimate").iter_rows())
    assert list(points) == ["line_in_play", "score_governors", "score_tasks", "score_walls"]
    assert points["line_in_play"] == pytest.approx((seats["score_governors"] + seats["score_tasks"]).mean())
    fields = run.compare(["fields of the grids", "rounds of the grids"]).table
    assert fields["measure"].to_list() == ["share of validated_a > 0", "share of validated_b > 0", "when_validated_a"]
    assert fields["estimate"][2] == pytest.approx(seats.filter(pl.col("validated_a") > 0)["validated_a"].mean())
    assert run.compare("counters of the charts").table["measure"].to_list() == list(ASKED["charts"][0]["tallies"])


def test_a_list_that_a_game_lacks_is_refused(played):
    with pytest.raises(ConditionError, match=r"^measure fields of the grids: .* has none$"):
        run_with(*played).compare("fields of the grids")


def test_a_pattern_of_what_is_worked_out_is_asked_of_every_round(played):
    seats, games = played
    table = run_with(seats, games).compare("leader_share_after_round_*", of="games").table
    numbers = sorted(int(name.rpartition("_")[2]) for name in seats.columns if name.startswith("score_after_round_"))
    assert table["measure"].to_list() == [f"leader_share_after_round_{number}" for number in numbers]
    after, share = (seats[name].to_numpy().reshape(-1, 4) for name in ("score_after_round_1", "win_share60"))
    leads = after == after.max(axis=1, keepdims=True)
    assert table["estimate"][0] == pytest.approx(((share * leads).sum(axis=1) / leads.sum(axis=1)).mean() / 60)
    over = run_with(seats, games).compare(f"over_after_round_{numbers[-1]}", of="games").table
    assert over["estimate"].to_list() == [1.0]


def test_a_part_out_of_a_whole_is_a_share(played):
    games = played[1]
    row = run_with(*played).compare("n_forced out of n_moves").table.row(0, named=True)
    n_moves = games["n_forced"].sum() + games["n_decisions"].sum()
    assert row["estimate"] == pytest.approx(games["n_forced"].sum() / n_moves)
    none = games.with_columns(n_forced=pl.lit(0, dtype=games.schema["n_forced"]))
    row = run_with(played[0], none).compare("n_forced out of n_moves").table.row(0, named=True)
    assert row["low"] == row["estimate"] == 0 <= row["high"]


def test_seats_of_bots_count_where_bot_is_named_and_nowhere_else():
    seats, games = against_bot(30, ["builder", "racer"])
    run = run_with(seats, games, SOLO)
    is_bot = pl.col("strategy").is_null()
    means = seats.group_by(bot=is_bot).agg(pl.col("score").mean()).sort("bot")["score"].to_list()
    assert run.compare("score", by="bot").table["estimate"].to_list() == pytest.approx(means)
    ahead = run.compare("score", by="bot", against="yes").table
    assert ahead["estimate"].to_list() == [pytest.approx(means[0] - means[1])]
    assert run.compare("score").table["n"].to_list() == [seats.filter(~is_bot).height]
    with pytest.raises(ConditionError, match=r"^no column bot"):
        run_with(*frames(free(4))).compare("score", by="bot")


def test_few_deals_on_a_side_have_no_word_however_many_the_other_has(played):
    seats, games = played
    lucky = pl.when(pl.col("deal") < 3).then(pl.col("win_share60")).otherwise(0).cast(pl.Int8)
    table = run_with(seats.with_columns(win_share60=lucky), games).compare(
        "score", by="won", against="no", within="strategy"
    ).table  # fmt: skip
    assert table["verdict"].to_list() == [None, None]
    assert table["deals"][0] > 50
