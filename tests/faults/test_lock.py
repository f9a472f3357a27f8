"""Two processes never write one run."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from analyser.errors import DataError
from analyser.runs.lifecycle import extend_run, resume_run
from analyser.runs.lock import LOCK, lock_owner, lock_run
from analyser.runs.maintenance import compact, remove, summary
from analyser.runs.play import play_run
from analyser.runs.store import MANIFEST, RunDirectory
from tests.analyser.runs.experiment import assert_same, rows
from tests.cli.conftest import ROOT, environment

Copied = Callable[[], Path]
HOLDS = """
import sys
from pathlib import Path
from analyser.runs.lock import lock_run

with lock_run(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def holder(run: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the run."""
    words = [sys.executable, "-c", HOLDS, str(run)]
    with subprocess.Popen(
        words, cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_run_that_another_process_writes_is_left_alone_until_that_is_gone(
    whole: RunDirectory, copied: Copied
) -> None:
    path = copied()
    RunDirectory.open(path).parts("seats")[3].unlink()
    before = (path / MANIFEST).read_bytes()
    run = RunDirectory.open(path)
    with holder(path) as other:
        said = f"{path}: process {other.pid} on {socket.gethostname()} (since 20"
        for write in (
            lambda: resume_run(path, {}),
            lambda: extend_run(path, 12, {}),
            lambda: play_run(run, None),  # type: ignore[arg-type]
            lambda: compact(path),
            lambda: remove(path),
        ):
            with pytest.raises(DataError) as caught:
                write()
            assert str(caught.value).startswith(said)
            assert str(caught.value).endswith(") writes it: wait until that is done, or stop it")
            assert caught.value.exit_code == 3
        assert "writes it" in summary(path).state
        assert (path / MANIFEST).read_bytes() == before
        other.send_signal(signal.SIGKILL)
        other.wait()
        assert lock_owner(path) is None
        again, job = resume_run(path, {})
        told = f"process {other.pid} on {socket.gethostname()}"
        assert again.notices[0].startswith(told)
        assert again.notices[0].endswith(f"which wrote {path}, is gone: what it finished is kept")
        assert again.notices[1] == "seats/part-00003.parquet is missing: 1 batches are to be played"
        play_run(again, job)
    assert_same(rows(RunDirectory.open(path)), rows(whole))
    assert not (path / LOCK).exists()


def test_a_lock_of_another_host_is_told_and_not_broken(copied: Copied) -> None:
    path = copied()
    (path / LOCK).write_text(json.dumps({"pid": 77, "host": "elsewhere", "since": "2026-01-02T03:04:05+00:00"}))
    gone = f"if that process is gone, remove {path / LOCK}"
    with pytest.raises(DataError) as caught:
        resume_run(path, {})
    since = "since 2026-01-02T03:04:05+00:00"
    assert str(caught.value) == f"{path}: process 77 on elsewhere ({since}) writes it, or was killed there: {gone}"
    (path / LOCK).unlink()
    assert resume_run(path, {})[0].notices == []


def test_the_number_of_an_owner_that_is_gone_may_be_anothers_now(copied: Copied) -> None:
    path = copied()
    owner = {"pid": os.getppid(), "host": socket.gethostname(), "since": "2026-01-02T03:04:05+00:00"}
    (path / LOCK).write_text(json.dumps(owner))
    assert lock_owner(path) is None
    with lock_run(path) as left:
        assert left.startswith(f"process {os.getppid()} on ")


def test_a_lock_lasts_as_long_as_the_longest_that_holds_it(copied: Copied) -> None:
    path = copied()
    with lock_run(path) as first, lock_run(path) as second:
        assert (first, second) == ("", "")
        with lock_run(path.parent / "." / path.name):
            pass
        owner = lock_owner(path)
        assert owner is not None
        assert (owner.pid, owner.host) == (os.getpid(), socket.gethostname())
    assert lock_owner(path) is None
