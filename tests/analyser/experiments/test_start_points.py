"""Points at the start are data of a scenario: by seat, by board, both added; they change who wins, and nothing else."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from analyser.errors import DataError
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import Experiment, prepare
from analyser.experiments.scenario import Scenario, find_start_points
from analyser.runs.adaptive import play_adaptively
from analyser.runs.lifecycle import start_run
from analyser.runs.reader import open_run
from reports.facts import GameFacts

CONTEST = str(Path(__file__).parents[1] / "repair" / "contest.py")
DATA = ("start_points.boards.D=-4", "start_points.seats.2=7")


def configured(game: str, **options: Any) -> Experiment:
    return load_experiment("repair", {"game": game, "scenario": ({"name": "before"},), "workers": 0, **options})


def facts(game: str = CONTEST, **options: Any) -> GameFacts:
    return configured(game, games=1, **options).simulators[0].setting.game


def test_points_of_a_seat_and_of_its_board_add_up() -> None:
    game = facts(players=(3,))
    assert find_start_points(Scenario(data=("numbers.colour=2",)), game) == ()
    assert find_start_points(Scenario(data=DATA), game) == ((0, 0, 0, -4, 0), (7, 7, 7, 3, 7), (0, 0, 0, -4, 0))


@pytest.mark.parametrize(
    ("game", "datum", "message"),
    [
        (CONTEST, "start_points.boards.E=1", "nothing begins with points of its own"),
        (CONTEST, "start_points.seats.9=1", "nothing begins with points of its own"),
        (CONTEST, "start_points.seats.1=x", "give a whole number of points"),
        (CONTEST, "start_points.seats.1=5000", "give a whole number of points"),
        ("qin", "start_points.boards.bird=1", "nothing begins with points of its own"),
    ],
)
def test_what_cannot_begin_with_points_is_one_line(game: str, datum: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        find_start_points(Scenario(data=(datum,)), facts(game))


def test_scores_differ_by_the_points_alone(tmp_path: Path) -> None:
    config = configured(CONTEST, games=60, players=(3,)).config
    first = replace(config.scenarios[0], name="before")
    config = replace(config, scenario=(first, replace(first, name="after", data=DATA)))
    directory, job = start_run(prepare(config), tmp_path / "run", [])
    play_adaptively(directory, job)
    seats = open_run(directory.path).seats.sort("scenario", "game", "seat").collect()
    before, after = (seats.filter(pl.col("scenario") == name) for name in ("before", "after"))
    given = 7 * (after["seat"] == 2).cast(int) - 4 * (after["board"] == "D").cast(int)
    assert (after["start_points"] == given).all()
    assert not before["start_points"].to_numpy().any()
    assert np.array_equal(after["score"] - before["score"], given)
    assert (after["win_share60"] != before["win_share60"]).any()
