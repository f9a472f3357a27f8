"""Whole games that repeat are counted once among the distinct ones, and stay in every estimate."""

from pathlib import Path

import polars as pl
import pytest

from analyser.experiments.config_loader import load_experiment
from analyser.runs.answer import answer_run
from analyser.runs.integrity import scan_table
from analyser.runs.lifecycle import start_run
from analyser.runs.play import play_run
from analyser.runs.store import RunDirectory
from reports.frames import distinct_games
from tests.reports.synthetic import asked, frames, free, run_of


def distinct(seats: pl.DataFrame, games: pl.DataFrame) -> int:
    return distinct_games(run_of(seats, games))


def again(frame: pl.DataFrame, of: int, number: int, **changes: pl.Expr) -> pl.DataFrame:
    """The rows of a game once more, under another number and with changes."""
    rows = frame.filter(pl.col("game") == of).with_columns(
        pl.lit(number, frame.schema["game"]).alias("game"), **changes
    )
    return pl.concat([frame, rows.select(frame.columns)])


def test_a_game_counts_once_however_it_was_come_by():
    seats, games = frames(free(50))
    assert distinct(seats, games) == 200
    same = {"arm": pl.lit("forced", games.schema["arm"]), "lineup": pl.lit(77, pl.Int64)}
    plan = pl.when(pl.col("seat") == 2).then(pl.lit("UUU")).alias("forced_opening")
    assert distinct(again(seats, 8, 200, **same, plan=plan), again(games, 8, 200, **same)) == 200


@pytest.mark.parametrize(
    ("column", "other"),
    [
        ("deal", pl.col("deal") + 1),
        ("strategy", pl.col("strategy").reverse()),
        ("board", pl.lit("star")),
        ("opening", pl.lit("UUUUUU")),
        ("score_walls", pl.col("score_walls") + 1),
        ("power_uses_0", pl.col("power_uses_0") + (pl.col("seat") == 3)),
        ("win_share60", pl.lit(15)),
    ],
)
def test_games_that_differ_in_anything_that_was_played_are_two(column, other):
    seats, games = frames(free(50))
    changed = {column: other.cast(seats.schema[column])}
    assert distinct(again(seats, 8, 200, **changed), again(games, 8, 200)) == 201


def test_repeats_stay_in_every_estimate_and_are_told():
    seats, games = frames(free(60))
    for game in (0, 4, 8):
        number = games.height
        seats, games = again(seats, game, number), again(games, game, number)
    answer = asked("balance", seats, games)
    assert (answer.facts["games"], answer.facts["distinct_games"]) == (243, 240)
    assert answer.tables["seats"]["n"].to_list() == [243] * 4
    assert answer.notes[-1].startswith(
        "3 of 243 games repeat other games of their deals whole. They stay in every estimate"
    )
    plain = asked("balance", *frames(free(60)))
    assert plain.facts["distinct_games"] == 240
    assert not any("repeat" in note for note in plain.notes)


def test_openings_of_a_real_run_repeat_games_where_the_forced_was_chosen_anyway(tmp_path: Path):
    given = {"game": "middle_kingdom", "players": 2, "games": 800, "workers": 0}
    run, job = start_run(load_experiment("openings", given), tmp_path / "run", [])
    play_run(run, job)
    seats = scan_table(RunDirectory.open(run.path), "seats")
    assert seats is not None
    rows = seats.collect()
    own = [name for name in rows.columns if name not in ("game", "scenario", "lineup", "arm", "forced_opening")]
    told = [tuple(map(tuple, game.select(own).rows())) for _, game in rows.group_by("game")]
    (one,) = answer_run(RunDirectory.open(run.path), "openings")
    assert one.answer.facts["games"] == len(told)
    assert one.answer.facts["distinct_games"] == len(set(told)) < 0.95 * len(told)
    assert sum(one.answer.tables["plans"]["n"]) == rows["forced_opening"].count()  # repeats among them
