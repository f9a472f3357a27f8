"""Places: squares of the first placements, how often they were taken and how often they won."""

import numpy as np
import polars as pl
import pytest

from tests.reports.synthetic import FACTS, asked, frames, free
from tests.reports.synthetic import openings as forced_openings

TOLD = FACTS | {"tallies": [*FACTS["tallies"], ["first", ""], ["second", ""]]}
ONE = TOLD | {"places": {"tallies": ["first"], "noun": "first placement", "boards": {}}}
TWO = TOLD | {"places": {"tallies": ["first", "second"], "noun": "first placement", "boards": {}}}


def placed(seats, **columns):
    """The seats with tallies of squares."""
    return seats.with_columns(**{name: pl.Series(values, dtype=pl.Int32) for name, values in columns.items()})


@pytest.fixture(scope="module")
def run():
    """Whoever scores 3 more goes to square 7, everybody else to 0, 1 or 2, and some nowhere."""
    seats, games = frames(free(200, arm="chosen"), strength=lambda line, seat: 3.0 * (line[3][seat][0] == "builder"))
    rng = np.random.default_rng(5)
    builder = (seats["strategy"] == "builder").to_numpy()
    first = np.where(builder, 7, rng.choice([0, 1, 2, -1], len(seats), p=[0.5, 0.29, 0.01, 0.2]))
    return placed(seats, first=first, second=np.where(first < 0, -1, first + 1)), games


def test_squares_have_the_win_share_and_frequency_of_those_who_went_there(run):
    seats = run[0]
    table = asked("openings", *run, facts=ONE).tables["places"]
    assert table["square"].to_list() == [0, 1, 7]  # 2 is too rare
    assert set(table["tally"]) == {"first"}
    went = seats.filter(pl.col("first") >= 0)
    for row in table.iter_rows(named=True):
        own = went.filter(pl.col("first") == row["square"])
        assert row["n"] == len(own)
        assert row["share"] == pytest.approx(own["win_share60"].mean() / 60)
        assert row["frequency"] == pytest.approx(len(own) / len(went))
    assert table.filter(square=7)["share_low"].item() > 0.25


def test_squares_of_several_tallies_are_counted_once_a_seat_game(run):
    seats, games = run
    table = asked("openings", seats, games, facts=TWO).tables["places"]
    assert table["tally"].unique(maintain_order=True).to_list() == ["first", "second", "any"]
    both = table.filter((pl.col("tally") == "any") & (pl.col("square") == 1)).row(0, named=True)
    own = seats.filter((pl.col("first") == 1) | (pl.col("second") == 1))
    assert both["n"] == len(own)
    assert both["frequency"] == pytest.approx(len(own) / seats.filter(pl.col("first") >= 0).height)
    same = placed(seats, first=seats["first"].to_list(), second=seats["first"].to_list())
    again = asked("openings", same, games, facts=TWO).tables["places"]
    assert again.filter(tally="any")["n"].to_list() == again.filter(tally="first")["n"].to_list()


def test_boards_have_squares_of_their_own():
    seats, games = frames(free(60, arm="chosen"))
    half = pl.when(pl.col("deal") < 30).then(pl.lit("A")).otherwise(pl.lit("circle"))
    seats = placed(seats, first=[3] * len(seats)).with_columns(board=half.cast(seats.schema["board"]))
    table = asked("openings", seats, games, facts=ONE).tables["places"]
    assert table.select("board", "square", "n", "frequency").rows() == [("A", 3, 480, 1.0), ("circle", 3, 480, 1.0)]


def test_forced_openings_do_not_count_and_a_run_without_the_tally_has_no_places():
    seats, games = frames(forced_openings(40))
    with_tally = placed(seats, first=[5] * len(seats))
    table = asked("openings", with_tally, games, facts=ONE).tables["places"]
    assert table["n"].to_list() == [40 * 4 * 4]
    assert len(asked("openings", seats, games, facts=ONE).tables["places"]) == 0
