"""A disk that is full or cannot be written: one line, the right exit code, and what there was stays."""

import errno
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from analyser import files
from analyser.errors import AnalyserError, DataError, DiskFull
from analyser.runs import lock, store
from analyser.runs.lifecycle import resume_run, start_run
from analyser.runs.looks import Look, look_sizes, record_look
from analyser.runs.maintenance import compact, remove
from analyser.runs.play import play_run
from analyser.runs.store import BATCH_LOG, MANIFEST, RunDirectory
from tests.analyser.runs.experiment import assert_same, experiment, rows
from tests.cli.conftest import Cli, command, environment
from tests.faults.conftest import SMALL

Copied = Callable[[], Path]


def refuse(number: int) -> Callable[..., None]:
    """A call of the system that ends in this error."""

    def call(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return call


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written finds no room."""
    monkeypatch.setattr(os, "fsync", refuse(errno.ENOSPC))
    monkeypatch.setattr(os, "pwrite", refuse(errno.ENOSPC))


def one_part_less(run: Path) -> Path:
    RunDirectory.open(run).parts("seats")[0].unlink()
    return run


# What is done to a finished run on a full disk, and what it says.
WAYS: dict[str, tuple[Callable[[Path], object], str]] = {
    "runs compact": (compact, "make room, then try again"),
    "--resume": (lambda run: play_run(*resume_run(one_part_less(run), {})), "make room, then --resume"),
    "a new run": (lambda run: start_run(experiment(**SMALL), run.parent / "new", []), "make room, then try again"),
}


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("way", WAYS)
def test_a_full_disk_is_one_line_and_takes_nothing_away(
    whole: RunDirectory, copied: Copied, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = copied()
    do, advice = WAYS[way]
    with pytest.raises(DiskFull, match=r"cannot be written \(No space left on device\): ") as caught:
        do(run)
    assert str(caught.value).endswith(advice)
    assert caught.value.exit_code == 7
    monkeypatch.undo()
    assert not (run.parent / "new").exists()
    assert not list(run.rglob("*.writing*"))
    play_run(*resume_run(run, {}))
    assert_same(rows(RunDirectory.open(run)), rows(whole))


@pytest.mark.usefixtures("full")
def test_a_run_on_a_full_disk_can_be_removed(copied: Copied) -> None:
    run = copied()
    assert remove(run) == []
    assert not run.exists()


def test_what_compact_has_joined_is_removed_where_there_is_no_room_for_the_rest(
    whole: RunDirectory, copied: Copied, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, left = copied(), [1]
    before = {file: file.read_bytes() for file in run.rglob("*.*")}
    real = os.fsync

    def fsync(descriptor: int) -> None:
        if not left[0]:
            raise OSError(errno.EDQUOT, "Disk quota exceeded")
        left[0] -= 1
        real(descriptor)

    monkeypatch.setattr(store.os, "fsync", fsync)
    with pytest.raises(DiskFull):
        compact(run)
    assert not left[0]
    assert {file: file.read_bytes() for file in run.rglob("*.*")} == before


def test_a_line_that_found_room_for_a_part_of_it_is_not_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer killed by a limit on the size of files stands for a disk that is full at that place."""
    record_look(tmp_path, Look("balance", "base", 10))
    content = (tmp_path / "looks.jsonl").read_bytes()
    script = """
import resource, signal, sys
from pathlib import Path
from analyser.files import append_lines
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    append_lines(Path(sys.argv[1]), b"a" * 40_000 + bytes([10]))
except OSError:
    sys.exit(7)
"""
    words = [command()[0], "-c", script, str(tmp_path / "looks.jsonl")]
    assert subprocess.run(words, env=environment(), check=False).returncode == 7
    assert (tmp_path / "looks.jsonl").read_bytes() == content
    monkeypatch.setattr(files.os, "fsync", refuse(errno.ENOSPC))
    assert record_look(tmp_path, Look("balance", "base", 20)) == (10, 20)
    assert look_sizes(tmp_path, "balance", "base") == (10,)


@pytest.mark.parametrize("words", [["games"], ["games", "--json"], ["--help"], ["runs", "RUN"]])
def test_standard_output_on_a_full_disk_is_one_line(whole: RunDirectory, words: list[str]) -> None:
    listed = [str(whole.path) if word == "RUN" else word for word in words]
    with Path("/dev/full").open("w") as output:
        done = subprocess.run(
            command(*listed), env=environment(), stdout=output, stderr=subprocess.PIPE, text=True, check=False
        )
    told = "standard output: cannot be written (No space left on device): make room, then try again"
    assert (done.returncode, done.stderr) == (7, f"analyser: {told}\n")


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("replays", ["0", "1"])
def test_a_report_of_a_run_that_cannot_be_written_names_out(
    called: Cli, copied: Copied, replays: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = copied()
    real = Path.mkdir

    def mkdir(path: Path, *words: int, **options: bool) -> None:
        if path.is_relative_to(run):
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        real(path, *words, **options)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    done = called("report", "balance", run, "--replays", replays, "--quiet")
    folder = run / "reports" / "balance"
    told = f"{folder}: cannot be written (Read-only file system): name another folder with --out"
    assert (done.returncode, done.stderr.splitlines()[-1]) == (3, f"analyser: {told}")
    assert "balanced" in done.stdout


@pytest.mark.parametrize("kind", ["a pipe", "a device"])
def test_a_lock_that_is_no_file_is_one_line(copied: Copied, kind: str) -> None:
    run = copied()
    if kind == "a pipe":
        os.mkfifo(run / lock.LOCK)
    else:
        try:
            os.mknod(run / lock.LOCK, 0o600 | 0o020000, os.makedev(1, 3))
        except PermissionError:
            pytest.skip("devices are for the superuser")
    assert lock.lock_owner(run) is None
    for write in (lambda: resume_run(run, {}), lambda: compact(run), lambda: remove(run)):
        with pytest.raises(DataError, match="lock in it is no regular file: remove it"):
            write()
    assert (run / MANIFEST).is_file()


def test_more_batches_than_can_be_read_are_refused_before_a_run_is_made(
    copied: Copied, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = r"make more than 1,000,000 batches, the most that a run may have: give --batch 5000"
    with pytest.raises(AnalyserError, match=f"--batch 1: 5,000,000 games {most}") as caught:
        start_run(experiment(**SMALL | {"games": 5_000_000, "batch": 1}), tmp_path / "large", [])
    assert caught.value.exit_code == 2
    assert not (tmp_path / "large").exists()
    from analyser.runs import batch, lifecycle

    monkeypatch.setattr(batch, "MAX_BATCHES", 6)
    run = copied()
    before = (run / MANIFEST).read_bytes(), (run / BATCH_LOG).read_bytes()
    with pytest.raises(AnalyserError, match=r"72 games beside the 5 there are make more than 6 batches.*runs compact"):
        lifecycle.extend_run(run, 12, {"batch": 6})
    assert ((run / MANIFEST).read_bytes(), (run / BATCH_LOG).read_bytes()) == before
    assert len(lifecycle.extend_run(run, 12, {"batch": 12})[0].manifest.batches) == 6
