"""Executors answer every task once, survive killed workers, and leave no process behind."""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import as_completed, wait
from functools import partial
from pathlib import Path

import pytest

from analyser.errors import DataError
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import Job
from analyser.runs import executors
from analyser.runs.batch import distribute_pilot
from analyser.runs.executors import (
    MAX_TRIES,
    InlineExecutor,
    PipeExecutor,
    WorkerDied,
    check_engine,
    cores,
    local_executor,
)


@pytest.fixture(scope="module")
def pool() -> Iterator[PipeExecutor]:
    """Two worker processes, shared by the tests that leave them alive or replaced."""
    with PipeExecutor(2) as made:
        yield made


def square(x: int) -> int:
    return x * x


def process() -> int:
    time.sleep(0.05)
    return os.getpid()


def die_once(marker: Path) -> str:
    """Kill the worker the first time, answer the second."""
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    raise DataError("cards.csv, row 3: no such colour")


def broken() -> None:
    raise KeyError("a defect")


def generator() -> Iterator[int]:
    yield 1


def setting(name: str) -> str | None:
    return os.environ.get(name)


def test_every_task_is_answered(pool: PipeExecutor) -> None:
    futures = {pool.submit(square, x): x for x in range(40)}
    assert {futures[future]: future.result() for future in as_completed(futures, timeout=30)} == {
        x: x * x for x in range(40)
    }


def test_tasks_run_in_other_processes_side_by_side(pool: PipeExecutor) -> None:
    pids = {pool.submit(process).result(timeout=10) for _ in range(2)} | {
        future.result(timeout=10) for future in [pool.submit(process) for _ in range(8)]
    }
    assert len(pids) == 2
    assert os.getpid() not in pids


def test_workers_keep_to_one_thread_and_our_environment_stays(pool: PipeExecutor) -> None:
    assert pool.submit(setting, "POLARS_MAX_THREADS").result(timeout=10) == "1"
    assert os.environ.get("POLARS_MAX_THREADS") is None


def test_a_killed_workers_task_is_done_by_another(pool: PipeExecutor, tmp_path: Path) -> None:
    marked = pool.submit(die_once, tmp_path / "marker")
    others = [pool.submit(square, x) for x in range(10)]
    assert marked.result(timeout=30) == "alive"
    assert marked.tries == 2  # type: ignore[attr-defined]
    assert [future.result(timeout=30) for future in others] == [x * x for x in range(10)]


def test_a_task_that_always_kills_is_given_up_and_the_pool_goes_on(pool: PipeExecutor) -> None:
    with pytest.raises(WorkerDied, match=f"{MAX_TRIES} workers died"):
        pool.submit(die).result(timeout=30)
    assert pool.submit(square, 7).result(timeout=30) == 49


def test_a_task_that_leaves_is_told_and_not_tried_again(pool: PipeExecutor) -> None:
    done = pool.submit(sys.exit, 3)
    with pytest.raises(RuntimeError, match=r"^SystemExit: 3"):
        done.result(timeout=10)
    assert done.tries == 1  # type: ignore[attr-defined]


def test_errors_of_a_task_come_back_and_are_not_tried_again(pool: PipeExecutor) -> None:
    with pytest.raises(DataError, match=r"cards\.csv, row 3") as caught:
        pool.submit(fail).result(timeout=10)
    assert any("in a worker process" in note for note in caught.value.__notes__)
    with pytest.raises(RuntimeError, match="KeyError: 'a defect'"):
        pool.submit(broken).result(timeout=10)


def test_a_pilot_decides_the_same_whoever_plays_it(pool: PipeExecutor) -> None:
    given = {"game": "zhanguo", "players": 2, "strategies": ("random", "balanced")}
    experiment = load_experiment("openings", given)
    job = Job(experiment.config, ())
    words: list[str] = []
    pilots = experiment.pilots(lambda simulator: partial(distribute_pilot, pool, job, simulator, words.append))
    assert pilots == experiment.pilots()
    assert pilots[0].lines
    assert words[0] == "Trying 32 games first, which decide how games are laid out…"
    assert re.fullmatch(rf"{words[0][:-1]}: 32 are played, seat \d \d\d %, seat \d \d\d %", words[-1]), words
    assert len(words) > 2


def test_a_strategy_that_fails_in_a_pilot_is_told(pool: PipeExecutor, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(
        "from strategies import Strategy\n\n\nclass Mine(Strategy):\n"
        "    def choose(self, view, moves):\n        return len(moves)\n"
    )
    given = {"game": "qin", "players": 2, "strategies": ("random", f"{tmp_path / 'my.py'}:Mine")}
    experiment = load_experiment("balance", given)
    job = Job(experiment.config, ())
    with pytest.raises(DataError, match=r"my\.py"):
        experiment.pilots(lambda simulator: partial(distribute_pilot, pool, job, simulator, print))


def test_what_cannot_be_sent_is_an_error_of_that_task_alone(pool: PipeExecutor) -> None:
    with pytest.raises(TypeError, match="pickle"):
        pool.submit(square, (x for x in ())).result(timeout=10)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="pickle"):
        pool.submit(generator).result(timeout=10)
    assert pool.submit(square, 3).result(timeout=10) == 9


def test_shutdown_finishes_waiting_tasks_and_ends_the_workers() -> None:
    pool = PipeExecutor(1)
    futures = [pool.submit(square, x) for x in range(5)]
    pids = [pool.submit(process).result(timeout=10)]
    pool.shutdown()
    assert [future.result(timeout=0) for future in futures] == [0, 1, 4, 9, 16]
    assert not any(_alive(pid) for pid in pids)
    with pytest.raises(RuntimeError, match="shut down"):
        pool.submit(square, 1)


def test_cancelling_shutdown_does_not_wait_for_running_tasks() -> None:
    pool = PipeExecutor(1)
    pool.submit(square, 1).result(timeout=30)
    running, waiting = pool.submit(time.sleep, 60), pool.submit(square, 2)
    while not running.running():
        time.sleep(0.01)
    begin = time.monotonic()
    pool.shutdown(cancel_futures=True)
    assert time.monotonic() - begin < 5
    assert waiting.cancelled()
    assert isinstance(running.exception(), WorkerDied)


def test_inline_runs_in_this_process_and_keeps_errors_for_the_one_who_asks() -> None:
    with InlineExecutor() as inline:
        assert inline.submit(os.getpid).result() == os.getpid()
        future = inline.submit(fail)
        assert wait([future]).done == {future}
        with pytest.raises(DataError, match="row 3"):
            future.result()


def test_executors_are_chosen_by_name() -> None:
    assert isinstance(local_executor(0), InlineExecutor)
    assert cores() >= 1


def test_a_cluster_without_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "find_spec", lambda name: None)
    with pytest.raises(DataError, match=r"\[cluster\]"):
        check_engine("dask://localhost:8786")


def _alive(pid: int) -> bool:
    """Whether the process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
