"""A small finished run that faults are done to: a copy for each."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from analyser.runs.store import RunDirectory
from tests.analyser.runs.experiment import played
from tests.cli.conftest import called  # noqa: F401 (a fixture)

SMALL = {"game": "middle_kingdom", "players": 2, "games": 60, "strategies": ("random",), "workers": 0, "batch": 12}


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    """Sixty games in five batches, played to the end without a fault; tests leave it as it is."""
    return played(tmp_path_factory.mktemp("whole") / "run", **SMALL)


@pytest.fixture
def copied(whole: RunDirectory, tmp_path: Path) -> Callable[[], Path]:
    """Copies of that run, each in a directory of its own."""

    def copy() -> Path:
        path = tmp_path / f"run-{len(list(tmp_path.iterdir()))}"
        shutil.copytree(whole.path, path)
        return path

    return copy
