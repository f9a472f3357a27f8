"""Where a run is written and read: a directory of its own, whatever its name, and one line where there is none."""

import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace

from analyser.errors import DataError
from analyser.runs import store
from analyser.runs.store import RunDirectory
from tests.analyser.runs.experiment import assert_same, played, rows


@pytest.mark.parametrize("name", ["run[1]", "run?", "run*", "run\n*", "~"])
def test_a_run_is_read_whatever_its_name(
    tmp_path: Path, reference: RunDirectory, neighbour: RunDirectory, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("run1", "run\n1"):
        shutil.copytree(neighbour.path, tmp_path / path)
    shutil.copytree(reference.path, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert_same(rows(RunDirectory.open(Path(name))), rows(reference))


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    """The small experiment with another seed."""
    return played(tmp_path_factory.mktemp("neighbour") / "run", workers=0, batch=1000, seed=6)


CREATES = """
import sys
from pathlib import Path
from analyser.runs.store import RunDirectory

manifest = RunDirectory.open(Path(sys.argv[1])).manifest
for number in range(25):
    manifest.seed = int(sys.argv[2]) + number
    print(manifest.seed, RunDirectory.create_next(Path("runs"), "at-once", manifest).path)
"""


def test_runs_started_at_once_get_directories_of_their_own(tmp_path: Path, reference: RunDirectory) -> None:
    started = [
        subprocess.Popen(
            [sys.executable, "-c", CREATES, reference.path, str(first)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(store.__file__).parents[2])},
            stdout=subprocess.PIPE,
            text=True,
        )
        for first in (0, 100)
    ]
    lines = [line.split() for process in started for line in process.communicate(timeout=60)[0].splitlines()]
    assert len({path for _, path in lines}) == len(lines) == 50
    for seed, path in lines:
        assert RunDirectory.open(tmp_path / path).manifest.seed == int(seed)
    assert sorted(path for _, path in lines) == [f"runs/at-once-{number:03d}" for number in range(1, 51)]


def test_of_runs_started_at_one_place_one_gets_it(tmp_path: Path, reference: RunDirectory) -> None:
    at_once = threading.Barrier(8)

    def create(seed: int) -> int | None:
        manifest = replace(reference.manifest, seed=seed)
        at_once.wait()
        try:
            return RunDirectory.create(tmp_path / "run", manifest).manifest.seed
        except DataError:
            return None

    with ThreadPoolExecutor(8) as pool:
        (winner,) = [seed for seed in pool.map(create, range(8)) if seed is not None]
    assert RunDirectory.open(tmp_path / "run").manifest.seed == winner
