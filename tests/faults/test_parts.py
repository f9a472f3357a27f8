"""Parts that are not what was written: named in one line, never read, played again by --resume."""

import json
import random
import re
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
from analyser.runs import maintenance
from analyser.runs.integrity import check_parts, orphan_parts
from analyser.runs.lifecycle import extend_run, replan_run, resume_run, start_run
from analyser.runs.maintenance import compact
from analyser.runs.play import play_run
from analyser.runs.store import BATCH_LOG, MANIFEST, TABLES, RunDirectory
from tests.analyser.runs.experiment import assert_same, config, experiment, played, rows
from tests.cli.conftest import Cli
from tests.faults.conftest import SMALL, edited

Copied = Callable[[], Path]


def flip(file: Path, bit: int) -> None:
    content = bytearray(file.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    file.write_bytes(content)


def part(run: Path, table: str, number: int) -> Path:
    return run / table / f"part-{number:05d}.parquet"


def gap(run: Path) -> None:
    edit_plan(run, lambda spans: [{**spans[0], "hi": 24}, {**spans[0], "lo": 36, "number": 3}])


def edit_plan(run: Path, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> None:
    edited(run, lambda stored: stored.update(batches=change(stored["batches"])))


def without_line(run: Path, number: int) -> None:
    lines = (run / BATCH_LOG).read_text().splitlines(keepends=True)
    (run / BATCH_LOG).write_text("".join(line for line in lines if json.loads(line)["number"] != number))


def swapped(run: Path) -> None:
    part(run, "seats", 1).rename(run / "between")
    part(run, "seats", 3).rename(part(run, "seats", 1))
    (run / "between").rename(part(run, "seats", 3))


# What is done to a run, how it is told, and the batches that are played again.
FAULTS: dict[str, tuple[Callable[[Path], object], str, int]] = {
    "deleted": (lambda run: part(run, "seats", 2).unlink(), r"seats/part-00002\.parquet is missing", 1),
    "half of a table deleted": (
        lambda run: [part(run, "seats", n).unlink() for n in (1, 3)],
        r"seats/part-00001\.parquet is missing, and 1 more",
        2,
    ),
    "cut off": (
        lambda run: part(run, "games", 4).write_bytes(part(run, "games", 4).read_bytes()[:-9]),
        r"games/part-00004\.parquet is damaged: [\d,]+ bytes, [\d,]+ were written",
        1,
    ),
    "one bit": (lambda run: flip(part(run, "games", 0), 999), r"games/part-00000\.parquet is damaged", 1),
    "copied over another": (
        lambda run: shutil.copy(part(run, "games", 0), part(run, "games", 1)),
        r"games/part-00001\.parquet is damaged",
        1,
    ),
    "swapped": (swapped, r"seats/part-00001\.parquet is damaged.*, and 1 more", 2),
    "gap in the manifest": (gap, "games 24 to 35 are in no batch", 1),
    "overlap in the manifest": (
        lambda run: edit_plan(run, lambda spans: [*spans, {**spans[0], "lo": 40, "hi": 50, "size": 10, "number": 7}]),
        "games 40 to 47 are in two batches",
        0,
    ),
    "a batch too many": (
        lambda run: edit_plan(run, lambda spans: [{**spans[0], "hi": 72}]),
        "games 60 to 71 are none of the run's",
        0,
    ),
    "a line of the notes gone": (lambda run: without_line(run, 2), "games 24 to 35 are not noted as played", 1),
    "all notes gone": (lambda run: (run / BATCH_LOG).unlink(), "games 0 to 11 are not noted as played, and 4 more", 5),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_and_played_again(whole: RunDirectory, copied: Copied, fault: str) -> None:
    damage, words, again = FAULTS[fault]
    path = copied()
    damage(path)
    unfinished = path / "games" / "part-00009.parquet.writing-123"  # of a writer that was killed
    unfinished.write_bytes(b"half")
    with pytest.raises(DataError, match=words) as caught:
        rows(RunDirectory.open(path))
    assert f"`analyser run --resume {path}`" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 3
    run, job = resume_run(path, {})
    assert len(run.manifest.missing()) == again
    assert not RunDirectory.open(path).manifest.complete
    assert not unfinished.exists()
    play_run(run, job)
    assert_same(rows(RunDirectory.open(path)), rows(whole))
    assert RunDirectory.open(path).manifest.complete
    assert not orphan_parts(run)


def test_no_flipped_bit_is_read_as_other_data(copied: Copied) -> None:
    path, draw = copied(), random.Random(1)
    files = [file for table in TABLES for file in sorted((path / table).glob("*"))]
    for _ in range(250):
        file = draw.choice(files)
        bit = draw.randrange(file.stat().st_size * 8)
        flip(file, bit)
        with pytest.raises(DataError, match=re.escape(f"{file.parent.name}/{file.name} is damaged")):
            check_parts(RunDirectory.open(path), file.parent.name)
        flip(file, bit)
    for table in TABLES:
        check_parts(RunDirectory.open(path), table)


def test_a_game_of_a_damaged_part_is_not_recorded(copied: Copied) -> None:
    path = copied()
    flip(part(path, "seats", 1), 77)
    assert next(record_of_run(path, 0))
    with pytest.raises(DataError, match=r"seats/part-00001\.parquet is damaged.*--resume"):
        record_of_run(path, 13)


def test_a_damaged_run_ends_a_report_in_one_line(called: Cli, copied: Copied) -> None:
    path = copied()
    part(path, "games", 2).unlink()
    done = called("report", "balance", path)
    assert (done.returncode, done.stdout) == (3, "")
    again = f"`analyser run --resume {path}` plays what is missing again"
    assert done.stderr == f"analyser: {path}: games/part-00002.parquet is missing: {again}\n"
    (path / BATCH_LOG).unlink()
    assert f"{path}: games 0 to 11 are not noted as played, and 4 more" in called("report", "balance", path).stderr


@pytest.mark.parametrize("stopped", ["rewrite_notes", "save", "remove_orphan_parts"])
def test_whenever_joining_is_stopped_the_old_parts_or_the_new_ones_count(
    whole: RunDirectory, copied: Copied, stopped: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copied()

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(
            *((maintenance, stopped) if stopped == "remove_orphan_parts" else (RunDirectory, stopped)), stop
        )
        with pytest.raises(KeyboardInterrupt):
            maintenance.compact(path)
    assert_same(rows(RunDirectory.open(path)), rows(whole))
    maintenance.compact(path)
    assert_same(rows(RunDirectory.open(path)), rows(whole))
    assert len(list(path.rglob("*.parquet"))) == len(rows(whole))


def test_the_manifest_of_a_billion_games_is_small(whole: RunDirectory, tmp_path: Path) -> None:
    manifest = RunDirectory.open(whole.path).manifest
    (span,) = manifest.to_dict()["batches"]
    (tmp_path / "run").mkdir()
    stored = manifest.to_dict() | {"batches": [{**span, "hi": 10**9, "size": 50_000}]}
    (tmp_path / "run" / MANIFEST).write_text(json.dumps(stored))
    run = RunDirectory.open(tmp_path / "run")
    assert len(run.manifest.batches) == 20_000
    run.save()
    sizes = [(path / MANIFEST).stat().st_size for path in (tmp_path / "run", whole.path)]
    assert sizes[0] < sizes[1] + 100


# -- the manifest of another run --------------------------------------------------------------------------------------


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
