"""A small finished run that faults are done to: a copy for each."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analyser.files import add_digest
from analyser.runs.store import MANIFEST, RunDirectory
from tests.analyser.runs.experiment import played
from tests.cli.conftest import called, pilots  # noqa: F401 (fixtures)

SMALL = {"game": "middle_kingdom", "players": 2, "games": 60, "strategies": ("random",), "workers": 0, "batch": 12}


def edited(run: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """The run with a changed manifest, whose digest fits."""
    stored = json.loads((run / MANIFEST).read_text())
    change(stored)
    (run / MANIFEST).write_text(json.dumps(add_digest(stored)))
    return run


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
