"""A run on a dask cluster has the rows of a run at home."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analyser.errors import DataError
from analyser.experiments.merging import merge
from analyser.runs.playing import play_run
from analyser.runs.starting import start_run
from analyser.runs.store import Run
from tests.needs import module

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the scheduler of a small cluster answers."""
    distributed = module("distributed", extra="cluster")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, scheduler_port=0, protocol="tcp"
    ) as cluster:
        yield cluster.scheduler_address.replace("tcp://", "dask://")


def seats(path: Path, engine: dict[str, Any]) -> pl.DataFrame:
    """The rows of `seats` of a small run."""
    values = {"game": "qin", "players": 2, "games": 60, "strategies": ("random", "villager"), "seed": 3, "batch": 20}
    run, job = start_run(merge("run", {**values, **engine}), path, [])
    play_run(run, job)
    stored = Run.open(path)
    assert stored.manifest.complete
    frame = stored.scan("seats")
    assert frame is not None
    return frame.collect()


def test_rows_do_not_depend_on_where_they_are_played(tmp_path: Path, address: str) -> None:
    there = seats(tmp_path / "there", {"engine": address})
    assert_frame_equal(there, seats(tmp_path / "here", {"workers": 0}))


def test_a_cluster_that_does_not_answer_is_one_line(tmp_path: Path) -> None:
    module("distributed", extra="cluster")
    with pytest.raises(DataError, match="no dask scheduler answers there: start one with `dask scheduler`"):
        seats(tmp_path, {"engine": "dask://127.0.0.1:9"})
