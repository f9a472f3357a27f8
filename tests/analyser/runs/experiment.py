"""Small runs, one experiment among them that tests of runs play, and comparison of what they leave."""

from pathlib import Path
from typing import Any

import polars as pl
from polars.testing import assert_frame_equal

from analyser.experiments.config import Config
from analyser.experiments.config_loader import load_experiment, merge
from analyser.experiments.experiment import Experiment
from analyser.runs.adaptive import play_adaptively
from analyser.runs.integrity import scan_table
from analyser.runs.lifecycle import start_run
from analyser.runs.store import TABLES, RunDirectory

__all__ = ["BASE", "OPTIONS", "PLAYERS", "assert_same", "config", "experiment", "new_run", "played", "rows"]

BASE: dict[str, Any] = {
    "game": "zhanguo",
    "players": 3,
    "games": 252,
    "strategies": ("random", "balanced"),
    "seed": 5,
    "record": "decisions",
    "sample": 0.3,
}
OPTIONS = ({"name": "plain"}, {"name": "draft", "option": {"draft": True}}, {"name": "no-walls", "forbidden": ("W",)})
PLAYERS = ({"name": "two", "players": 2}, {"name": "four", "players": 4})


def config(**changes: Any) -> Config:
    """A small experiment."""
    return merge("run", {**BASE, **changes})


def experiment(**changes: Any) -> Experiment:
    """The same, ready to be played."""
    return load_experiment("run", {**BASE, **changes})


def new_run(path: Path, design: str = "run", **values: Any) -> RunDirectory:
    """A run of these values, played to its end, in this process unless they name workers."""
    file = {"scenario": values.pop("scenario")} if values.get("scenario") else {}
    run, job = start_run(load_experiment(design, {"workers": 0, **values}, file), path, [design])
    play_adaptively(run, job)
    return RunDirectory.open(path)


def played(path: Path, **changes: Any) -> RunDirectory:
    """A run of the small experiment, played."""
    return new_run(path, **{**BASE, **changes})


def rows(run: RunDirectory, scenario: str | None = None) -> dict[str, pl.DataFrame]:
    """All rows of a run, in the order of its parts, or those of a scenario."""
    return {table: frame.collect() for table in TABLES if (frame := scan_table(run, table, scenario)) is not None}


def assert_same(first: dict[str, pl.DataFrame], second: dict[str, pl.DataFrame]) -> None:
    """The same tables, columns, types and rows."""
    assert first.keys() == second.keys()
    for table, frame in first.items():
        assert_frame_equal(frame, second[table])
