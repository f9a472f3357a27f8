"""Start points bring seats to par on deals that had no say in them."""

from __future__ import annotations

import polars as pl
import pytest

from tests.reports.synthetic import Game, asked, frames, free


def first_seat(line: Game, seat: int) -> float:
    """Three points more for the first seat."""
    return 3.0 * (seat == 0)


@pytest.fixture(scope="module")
def seats_and_games() -> tuple[pl.DataFrame, pl.DataFrame]:
    return frames(free(700), strength=first_seat)


def test_the_strong_seat_starts_behind_and_wins_its_share_on_the_other_half(
    seats_and_games: tuple[pl.DataFrame, pl.DataFrame],
) -> None:
    found = asked("balance", *seats_and_games)
    table = found.tables["start_points"]
    assert table["deals"].to_list() == [350] * 4
    assert table["exact"].sum() == pytest.approx(0, abs=1e-9)
    points = table["points"].to_list()
    assert -4 <= points[0] - max(points[1:]) <= -2
    assert min(map(abs, points)) == 0
    assert table["before"][0] > table["before_low"][0] > 0.27
    assert (table["after"] - 0.25).abs().max() < 0.04
    assert found.screen.change is not None
    what, tested = found.screen.change
    assert what.startswith("Start seat 1 with 3 points less")
    assert f"seat 1 wins {100 * table['after'][0]:.1f} % ({100 * table['before'][0]:.1f})" in tested
    assert "on 350 deals that the points were not found on" in tested


def test_winners_are_those_of_the_scores_with_the_points(seats_and_games: tuple[pl.DataFrame, pl.DataFrame]) -> None:
    """The same shares out of the rows, by hand: all deals are of one half or the other, so both together are theirs."""
    seats, games = seats_and_games
    table = asked("balance", seats, games).tables["start_points"]
    by_seat = dict(table.select("seat", "points").iter_rows())
    gift = pl.col("seat").replace_strict(by_seat, return_dtype=pl.Int64)
    key = (pl.col("score").cast(pl.Int64) + gift) * 8 - pl.col("tie_break")
    won = seats.with_columns(key=key).with_columns(won=pl.col("key") == pl.col("key").max().over("game"))
    share = (
        won.with_columns(pl.col("won") / pl.col("won").sum().over("game")).group_by("seat").agg(pl.col("won").mean())
    )
    assert share.sort("seat")["won"].to_list() == pytest.approx(table["after"].to_list(), abs=0.03)


def test_fair_seats_have_no_start_points() -> None:
    found = asked("balance", *frames(free(300), seed=4))
    assert found.tables["start_points"].is_empty()
    assert found.screen.change == ("No change is proposed yet.", "Nothing is shown to be unfair.")
