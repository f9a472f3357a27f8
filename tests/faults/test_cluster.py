"""A run on a dask cluster whose machines share nothing with this one has the rows of a run at home."""

import gc
import pickle
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from analyser.errors import ClusterError, NotTrusted
from analyser.experiments.config_loader import load_experiment
from analyser.files import digest
from analyser.runs.batch import BatchResult
from analyser.runs.cluster import save_parts
from analyser.runs.cluster_worker import TaskResult, WorkerSetup, only_from, version_difference, write_files
from analyser.runs.lifecycle import resume_run, start_run
from analyser.runs.manifest import ReplaySample
from analyser.runs.planned_batches import PartFile
from analyser.runs.play import Progress, ProgressCallback, play_run
from analyser.runs.store import RunDirectory, part_path
from cext.fallback_files import register_copies, resolve_path
from cext.user_code import trust_check
from strategies.catalogue import import_file
from tests.analyser.runs.experiment import assert_same, rows
from tests.cli.conftest import ROOT, environment
from tests.needs import lacking, module

QIN = ROOT / "cext" / "games" / "qin" / "data"
# A worker's games take their time, those at home do not.
STRATEGY = """
import os
import time

import strategies
from plans.taste import taste

PAUSE = float(os.environ.get("PAUSE", 0))


class Mine(strategies.Strategy):
    def choose(self, view, moves):
        time.sleep(PAUSE)
        return taste(len(moves))
"""
# In the workers' processes and those they start: whatever lies below HOME might as well be on another machine.
ELSEWHERE = """
import os
import sys


def no_way(event, args):
    if event in ("open", "os.listdir", "os.scandir", "os.mkdir", "os.rename") and not isinstance(args[0], int):
        path = os.path.abspath(os.fsdecode(args[0] or "."))
        if path.startswith(os.environ["HOME_THERE"]):
            raise PermissionError(13, "another machine", path)


sys.addaudithook(no_way)
"""


class Cluster:
    """A scheduler and workers, each in a folder of its own, with certificates."""

    def __init__(self, folder: Path, home: Path, until: ExitStack) -> None:
        self.folder, self.until = folder, until
        (folder / "hook").mkdir(parents=True)
        (folder / "hook" / "sitecustomize.py").write_text(ELSEWHERE)
        self.env = environment() | certificates(folder / "tls") | {
            "PYTHONPATH": f"{folder / 'hook'}:{ROOT}", "HOME_THERE": str(home), "PAUSE": "0.002",
        }  # fmt: skip
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        where = ("--host", "127.0.0.1", "--port", str(self.port), "--protocol", "tls")
        self.scheduler = self.start("scheduler", *where, "--no-dashboard")
        self.workers = [self.worker() for _ in range(2)]

    def start(self, *words: str) -> "subprocess.Popen[bytes]":
        """A command of dask's own."""
        folder = self.folder / f"{words[0]}-{time.monotonic_ns()}"
        folder.mkdir()
        with (folder / "log").open("wb") as log:
            command = [sys.executable, "-m", "dask", *words]
            process = subprocess.Popen(command, cwd=folder, env=self.env, stdout=log, stderr=subprocess.STDOUT)
        self.until.callback(process.wait)
        self.until.callback(process.kill)
        return process

    def worker(self) -> "subprocess.Popen[bytes]":
        """One more worker."""
        scheduler = f"tls://127.0.0.1:{self.port}"
        return self.start("worker", scheduler, "--nthreads", "1", "--no-nanny", "--no-dashboard")


def certificates(folder: Path) -> dict[str, str]:
    """An authority and a certificate by it, as dask's configuration names them."""
    if shutil.which("openssl") is None:
        lacking("there is no openssl")
    folder.mkdir()

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    for name in ("ca", "our"):
        openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")
    openssl("req", "-x509", "-new", "-key", "ca.key", "-subj", "/CN=ours", "-days", "2", "-out", "ca.pem")
    openssl("req", "-new", "-key", "our.key", "-subj", "/CN=127.0.0.1", "-out", "our.csr")
    openssl("x509", "-req", "-in", "our.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "2", "-out", "our.pem")
    named = {"CA_FILE": "ca.pem"} | {
        f"{who}__{what}": f"our.{end}"
        for who in ("SCHEDULER", "WORKER", "CLIENT")
        for what, end in (("CERT", "pem"), ("KEY", "key"))
    }
    return {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(folder / file) for name, file in named.items()}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the run lies: a strategy with a module it imports, a map, a component file."""
    folder = tmp_path / "home"
    (folder / "plans").mkdir(parents=True)
    (folder / "plans" / "__init__.py").write_text("")
    (folder / "plans" / "taste.py").write_text("def taste(n):\n    return 5 % n\n")
    (folder / "mine.py").write_text(STRATEGY)
    shutil.copy(QIN / "maps" / "bird.toml", folder / "own.toml")
    (folder / "parts").mkdir()
    shutil.copy(QIN / "tiles.csv", folder / "parts")
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    return folder


@pytest.fixture
def cluster(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """A scheduler with two workers that see nothing of `home`."""
    dask = module("dask", extra="cluster")
    module("distributed", extra="cluster")
    with ExitStack() as until:
        found = Cluster(tmp_path / "cluster", home, until)
        for name, value in found.env.items():
            if name.startswith("DASK_"):
                monkeypatch.setenv(name, value)
        dask.config.refresh()
        yield found
    monkeypatch.undo()
    dask.config.refresh()


def start(out: str, **changes: Any) -> tuple[RunDirectory, Any]:
    values = {
        "game": "qin", "players": 2, "games": 72, "batch": 6, "strategies": ("mine.py:Mine", "random"),
        "option": {"map": "own.toml"}, "components": "parts", "workers": 0, **changes,
    }  # fmt: skip
    return start_run(load_experiment("run", values), Path(out), [])


def at(games: int, act: Callable[[], None]) -> ProgressCallback:
    """Does something once, when so many games are there."""
    done: list[int] = []

    def watch(progress: Progress) -> None:
        if progress.done >= games and not done:
            done.append(progress.done)
            act()

    return watch


# dask leaves sockets of attempts to connect that were refused, as the scheduler was gone, to the garbage collector.
@pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket:ResourceWarning")
def test_a_night_on_a_cluster(cluster: Cluster, home: Path) -> None:
    there = {"engine": f"tls://127.0.0.1:{cluster.port}", "collect": True}
    run, job = start("home")
    play_run(run, job)
    expected = rows(RunDirectory.open(run.path))

    # Its machines see nothing of this one.
    run, job = start("unseen", **(there | {"collect": False}))
    with pytest.raises(ClusterError, match=f"the worker tls://.* cannot write into {home}/unseen: --collect brings"):
        play_run(run, job)
    assert not RunDirectory.open(run.path).manifest.games_done

    # One worker is killed; then the other, and one that comes later gets what they had.
    def replace_the_other() -> None:
        cluster.worker()
        cluster.workers[1].kill()

    run, job = start("far", **there)
    first, second = at(1, cluster.workers[0].kill), at(30, replace_the_other)
    play_run(run, job, watch=lambda progress: (first(progress), second(progress))[0])
    stored = RunDirectory.open(run.path)
    assert stored.manifest.complete
    assert stored.manifest.repeated == ReplaySample(games=3, differing=0, strategies=[])
    assert_same(rows(stored), expected)
    for path in sorted((home / "home").glob("*/part-*")):
        assert path.read_bytes() == (home / "far" / path.relative_to(home / "home")).read_bytes()

    # The scheduler is killed: one line, and the run goes on here.
    run, job = start("lost", **there)
    with pytest.raises(ClusterError, match=f"the scheduler is gone: .*--resume {home}/lost --engine local") as told:
        play_run(run, job, watch=at(1, cluster.scheduler.kill))
    assert (told.value.exit_code, "\n" in str(told.value)) == (10, False)
    assert 0 < RunDirectory.open(run.path).manifest.games_done < 72
    run, job = resume_run(run.path, {"engine": "local", "workers": 0})
    play_run(run, job)
    assert_same(rows(RunDirectory.open(run.path)), expected)
    gc.collect()


def test_a_cluster_that_does_not_answer_is_one_line(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module("distributed", extra="cluster")
    monkeypatch.setattr("analyser.runs.cluster.ANSWERS", 1)
    run, job = start("run", engine="dask://127.0.0.1:9", collect=True)
    with pytest.raises(ClusterError, match="no dask scheduler answers there: start one with `dask scheduler`"):
        play_run(run, job)


def test_versions_that_differ_are_told_and_patches_of_python_are_not() -> None:
    here = {"analyser": "1.2.0", "engine": "12ab", "python": "3.11.2"}
    assert version_difference(here, here | {"python": "3.11.9"}) == ""
    assert version_difference(here, here | {"engine": "34cd"}) == "has engine 34cd, here it is 12ab"
    assert version_difference(here, here | {"python": "3.12.1"}) == "has python 3.12, here it is 3.11"
    assert version_difference(here, {"engine": "12ab", "python": "3.11.2"}) == "has analyser none, here it is 1.2.0"


def test_what_is_shipped_is_held_against_its_digest(tmp_path: Path) -> None:
    plain: dict[str, Any] = {"key": "1", "stand_in": {}, "versions": {}, "strategies": {}, "job": b""}
    digests = {"inputs/switches-0/own.toml": digest(b"a map")}
    whole = WorkerSetup(files={"inputs/switches-0/own.toml": b"a map"}, digests=digests, **plain)
    assert write_files(whole, tmp_path) == ""
    assert (tmp_path / "inputs" / "switches-0" / "own.toml").read_bytes() == b"a map"
    torn = WorkerSetup(files={"inputs/switches-0/own.toml": b"a ma"}, digests=digests, **plain)
    assert write_files(torn, tmp_path).startswith("got inputs/switches-0/own.toml otherwise than it was sent")
    astray = WorkerSetup(files={"../own.toml": b"a map"}, digests={"../own.toml": digest(b"a map")}, **plain)
    assert write_files(astray, tmp_path / "inputs") == "got ../own.toml, which would lie elsewhere"
    assert not (tmp_path / "own.toml").exists()


def test_a_part_that_comes_back_damaged_is_not_kept(tmp_path: Path) -> None:
    content = b"rows"
    parts = {"seats": PartFile(2, len(content), digest(content)), "games": PartFile(1, len(content), digest(content))}
    result = pickle.dumps(BatchResult(1, parts, 0.1, {}))
    with pytest.raises(OSError, match="games of batch 3 came back otherwise than it was written"):
        save_parts(tmp_path, 3, TaskResult(result, {"seats": content, "games": b"rowz"}))
    assert not part_path(tmp_path, "games", 3).exists()
    save_parts(tmp_path, 3, TaskResult(result, {"seats": content, "games": content}))
    assert part_path(tmp_path, "games", 3).read_bytes() == content


def test_a_worker_runs_no_program_that_was_not_shipped(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "shipped" / "mine.py", tmp_path / "mine.py"
    ours.parent.mkdir()
    for path in (ours, theirs):
        path.write_text("CHOSEN = 1\n")
    with trust_check(only_from(str(ours.parent))):
        assert import_file(ours).CHOSEN == 1
        with pytest.raises(NotTrusted, match="was not shipped to this worker: it is not run"):
            import_file(theirs)


def test_a_copy_stands_in_for_what_lies_at_its_path_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cext.fallback_files._copies", {})
    monkeypatch.setattr("cext.fallback_files._copies_only", set())
    here, copy = tmp_path / "here", tmp_path / "copy"
    here.write_text("another machine's")
    register_copies({str(here): str(copy)})
    assert resolve_path(here) == here
    register_copies({str(here): str(copy)}, copies_only=True)
    assert resolve_path(here) == copy
