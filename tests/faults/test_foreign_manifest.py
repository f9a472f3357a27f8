"""The manifest of another run put into a run: nothing is read, played or removed then."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyser.errors import DataError
from analyser.experiments.printings import with_first_printings
from analyser.files import add_digest
from analyser.records.recording import record_of_run
from analyser.runs.integrity import check_parts
from analyser.runs.lifecycle import extend_run, replan_run, resume_run, start_run
from analyser.runs.maintenance import compact
from analyser.runs.store import MANIFEST, RunDirectory
from tests.analyser.runs.experiment import config, experiment, played, rows
from tests.cli.conftest import Cli
from tests.faults.conftest import SMALL

Copied = Callable[[], Path]
OTHERS: dict[str, tuple[dict[str, Any], str]] = {
    "seed": ({"seed": 6}, "seed 5, not 6"),
    "strategies": ({"strategies": ("random", "random")}, "another configuration"),
    "recorded games": ({"sample": 0.7}, "another configuration"),
}
WAYS: dict[str, Callable[[Path], object]] = {
    "report": lambda run: check_parts(RunDirectory.open(run), "games"),
    "--resume": lambda run: resume_run(run, {}),
    "--more": lambda run: extend_run(run, 12, {}),
    "runs compact": compact,
    "record --from": lambda run: next(record_of_run(run, 0)),
}


@pytest.fixture
def mixed(copied: Copied, tmp_path: Path) -> Callable[[str], Path]:
    """A run with the manifest of one that was configured otherwise."""

    def mix(other: str) -> Path:
        path, changes = copied(), OTHERS[other][0]
        run, _ = start_run(experiment(**SMALL | changes), tmp_path / "other", ["run"])
        run.finish(complete=True)
        shutil.copy(run.path / MANIFEST, path / MANIFEST)
        return path

    return mix


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("other", OTHERS)
def test_the_manifest_of_another_run_is_named(mixed: Callable[[str], Path], other: str, way: str) -> None:
    path = mixed(other)
    before = {file: file.read_bytes() for file in path.rglob("*.*")}
    with pytest.raises(DataError) as caught:
        WAYS[way](path)
    assert caught.value.exit_code == 3
    part = f"part-00000.parquet is of another run than {MANIFEST} ({OTHERS[other][1]})"
    assert part in str(caught.value)
    assert str(caught.value).endswith(f": put the run's own {MANIFEST} back")
    assert {file: file.read_bytes() for file in path.rglob("*.*")} == before


def test_checking_names_it_in_one_line(called: Cli, mixed: Callable[[str], Path]) -> None:
    done = called("runs", "check", mixed("seed"))
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (3, "", 1)


def test_a_run_that_was_given_scenarios_reads_the_parts_from_before(tmp_path: Path) -> None:
    values = {"games": 24, "batch": 12, "workers": 0, "strategies": ("random",), "record": "seats"}
    run = played(tmp_path / "run", **values)
    replan_run(run, with_first_printings(replace(config(**values), printings="8")))
    grown = RunDirectory.open(run.path)
    assert grown.manifest.configs is not None
    first, now = grown.manifest.configs
    assert first != now
    assert len(grown.manifest.scenarios) > 1
    assert rows(grown)["games"].height == 24
    # An earlier version noted no digests: seeds alone are compared then.
    stored = json.loads((run.path / MANIFEST).read_text())
    assert len(stored.pop("earlier_configs")) == 1
    (run.path / MANIFEST).write_text(json.dumps(add_digest(stored)))
    assert rows(RunDirectory.open(run.path))["games"].height == 24
    (run.path / MANIFEST).write_text(json.dumps(add_digest(stored | {"seed": 77})))
    with pytest.raises(DataError, match="seed 5, not 77"):
        rows(RunDirectory.open(run.path))
