"""Scenarios whose components are drawn: the same files as `analyser components draw` writes, the same rows."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from msgspec import structs

from analyser.errors import DataError
from analyser.experiments.config import Config
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import Experiment, prepare
from analyser.experiments.loading import load_scenario
from analyser.experiments.printings import printing_content, unknowns_in
from analyser.experiments.scenario import Scenario, find_start_points
from analyser.runs.adaptive import play_adaptively
from analyser.runs.lifecycle import start_run
from analyser.runs.reader import open_run
from cext.games import listed_games
from cext.games.printings import draw_printing, unknown_data_of
from reports.facts import GameFacts


@pytest.mark.parametrize("game", [name for name in listed_games() if unknown_data_of(name) is not None])
def test_a_printing_put_together_from_its_groups_is_the_printing_drawn_at_once(game: str) -> None:
    unknowns = unknowns_in(game)
    shipped = unknowns.components.raw_content()
    for number in (0, 7):
        drawn = printing_content(unknowns, Scenario(printing=number, series=3))
        assert drawn == draw_printing(shipped, unknowns.groups, seed=3, printing=number)
        assert drawn != shipped
    mixed = {group.name: number for number, group in enumerate(unknowns.groups)}
    assert printing_content(unknowns, Scenario(printing=mixed)) == draw_printing(
        shipped, unknowns.groups, seed=1, printing=mixed
    )
    assert printing_content(unknowns, Scenario(printing={})) == shipped


def test_a_drawn_scenario_is_the_game_its_files_make(tmp_path: Path) -> None:
    unknowns_in("zhanguo").write(tmp_path / "seven", seed=5, printing=7)
    from_files = load_scenario("zhanguo", Scenario(components=str(tmp_path / "seven")))
    drawn = load_scenario("zhanguo", Scenario(printing=7, series=5))
    assert drawn.words.component_tables() == from_files.words.component_tables()
    assert drawn.words.component_tables() != load_scenario("zhanguo", Scenario()).words.component_tables()


def test_what_varies_a_scenario_is_loaded_when_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    import analyser.experiments.experiment as module

    loaded = []
    whole = module.load_scenario
    monkeypatch.setattr(module, "load_scenario", lambda name, one: (loaded.append(one.name), whole(name, one))[1])
    scenarios = (Scenario(), Scenario(name="seven", printing=7, of="base", games=60))
    experiment = prepare(
        Config(design="run", game="middle_kingdom", strategies=("random",), games=80, scenario=scenarios)
    )
    schedule = experiment.schedule(experiment.pilots())
    assert loaded == ["base"]
    assert [design.games for design in schedule.designs] == [80, 60]
    simulator, _ = schedule.simulator_of("seven")
    assert simulator.game is not schedule.simulator_of("base")[0].game
    assert loaded == ["base", "seven"]


def test_a_game_without_unknown_data_has_no_printings() -> None:
    with pytest.raises(DataError, match="does not say how its unknown data may vary"):
        load_scenario("toy", Scenario(players=2, printing=1))


# -- points at the start ----------------------------------------------------------------------------------------------


CONTEST = str(Path(__file__).parents[1] / "repair" / "contest.py")
DATA = ("start_points.boards.D=-4", "start_points.seats.2=7")


def configured(game: str, **options: Any) -> Experiment:
    return load_experiment("repair", {"game": game, "scenario": ({"name": "before"},), "workers": 0, **options})


def facts(game: str = CONTEST, **options: Any) -> GameFacts:
    return configured(game, games=1, **options).simulators[0].prepared.game


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
        (CONTEST, "start_points.seats.1=2000000000", "give a whole number of points"),
        ("qin", "start_points.boards.bird=1", "nothing begins with points of its own"),
    ],
)
def test_what_cannot_begin_with_points_is_one_line(game: str, datum: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        find_start_points(Scenario(data=(datum,)), facts(game))


def test_scores_differ_by_the_points_alone(tmp_path: Path) -> None:
    config = configured(CONTEST, games=60, players=(3,)).config
    first = structs.replace(config.scenarios[0], name="before")
    config = replace(config, scenario=(first, structs.replace(first, name="after", data=DATA)))
    directory, job = start_run(prepare(config), tmp_path / "run", [])
    play_adaptively(directory, job)
    seats = open_run(directory.path).seats.sort("scenario", "game", "seat").collect()
    before, after = (seats.filter(pl.col("scenario") == name) for name in ("before", "after"))
    given = 7 * (after["seat"] == 2).cast(int) - 4 * (after["board"] == "D").cast(int)
    assert (after["start_points"] == given).all()
    assert not before["start_points"].to_numpy().any()
    assert np.array_equal(after["score"] - before["score"], given)
    assert (after["win_share60"] != before["win_share60"]).any()
