"""A strategy that hangs, eats memory or ends its process; workers that are stopped or orphaned; signals."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from analyser.errors import BatchesFailed, DataError, LimitExceeded
from analyser.experiments.config_loader import load_experiment
from analyser.heartbeat import Activity
from analyser.runs import executors
from analyser.runs.executors import PipeExecutor, WorkerDied
from analyser.runs.lifecycle import resume_run, start_run
from analyser.runs.limits import DECISION, ResourceLimits, TimeUsed, enforce_limits, limits_of
from analyser.runs.play import play_run
from analyser.runs.store import RunDirectory
from tests.analyser.runs.experiment import assert_same, new_run, rows
from tests.cli.conftest import Cli, command, environment

# A strategy that does something of the kind in some games, as long as the file `armed` lies beside it.
BEGINS = """
import ctypes, itertools, os, threading, time
from pathlib import Path
from analyser.heartbeat import own_heartbeat
from strategies import Strategy

ARMED = Path(__file__).with_name("armed")


def hang():
    ARMED.with_name("hanging").touch()
    time.sleep(1000)


def deaf():
    sum(itertools.repeat(0))  # C that never comes back, and never lets go of the interpreter


def eat():
    kept = []
    while True:
        kept.append(bytearray(20_000_000))


def without_memory():
    raise MemoryError


def leave():
    os._exit(7)


def crash():
    ctypes.string_at(0)


def fork():
    if os.fork() == 0:
        time.sleep(15)  # and keeps the pipe of its parent open
    os._exit(3)


def thread():
    if threading.active_count() < 4:
        threading.Thread(target=time.sleep, args=(1000,), name="mine").start()


class Mine(Strategy):
    def choose(self, view, moves):
        deed = {deeds}.get(own_heartbeat().read().game)
        if deed and ARMED.exists():
            ARMED.with_name("begun").touch()
            deed()
        return view["draw"] % len(moves)
"""
RUN: dict[str, Any] = {"game": "middle_kingdom", "players": 2, "games": 16, "batch": 2}
WORDS = "run middle_kingdom --players 2 --games 4 --quiet --out run --strategies"


def strategy(folder: Path, **deeds: int) -> str:
    """Strategy that does each of these deeds in the game of that number."""
    folder.mkdir(exist_ok=True)
    table = ", ".join(f"{game}: {deed}" for deed, game in deeds.items())
    (folder / "my.py").write_text(BEGINS.format(deeds=f"{{{table}}}"))
    (folder / "armed").touch()
    return f"{folder / 'my.py'}:Mine"


def failing(folder: Path, **given: Any) -> tuple[RunDirectory, str]:
    """A run in which batches fail, and what is said of it."""
    run, job = start_run(load_experiment("run", {**RUN, **given}), folder / "run", [])
    with pytest.raises(BatchesFailed) as caught:
        play_run(run, job)
    assert caught.value.exit_code == 4
    return RunDirectory.open(run.path), str(caught.value)


def reason(run: RunDirectory, game: int) -> str:
    """Why the batch of a game was given up."""
    (batch,) = (batch for batch in run.manifest.batches if batch.lo <= game < batch.hi)
    assert batch.error is not None
    return batch.error


def finished(run: RunDirectory, folder: Path) -> None:
    """Nothing of the kind happens now: --resume makes of it the run of an honest strategy."""
    (folder / "armed").unlink()
    again, job = resume_run(run.path, {"workers": 0, "memory_limit": "8GB"})  # what tests have read is in this process
    play_run(again, job)
    assert again.manifest.complete
    honest = strategy(folder / "honest")
    whole = new_run(folder / "whole", **RUN, strategies=(honest,))
    first, second = (
        {table: frame.drop("strategy", strict=False) for table, frame in rows(one).items()} for one in (again, whole)
    )
    assert_same(first, second)


def test_batches_fail_by_name_and_the_others_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "MAX_TRIES", 1)  # tests/analyser/runs/test_executors.py tries again
    mine = strategy(tmp_path, hang=1, eat=2, without_memory=5, leave=7, crash=8, fork=11)
    run, said = failing(tmp_path, strategies=(mine,), workers=1, time_limit=2.0, memory_limit="400MB")
    told = {
        1: "longer than --time-limit 2: ",
        2: "more than --memory-limit 400MB: ",
        5: "more than --memory-limit 400MB: ",
        7: "1 workers died over it, the last with exit code 7: ",
        8: "1 workers died over it, the last by SIGSEGV: ",
        11: "1 workers died over it, the last with exit code 3: ",
    }
    for game, words in told.items():
        named = rf"{words}strategy {re.escape(mine)}: game {game}, decision \d+, player [12], seed 1"
        assert re.fullmatch(named, reason(run, game))
    assert said.startswith("6 of 8 batches failed (")
    assert "; and 3 more, in batches.jsonl): " in said
    assert f"{run.path} keeps 4 of 16 games: `analyser run --resume {run.path}` tries" in said
    finished(run, tmp_path)


def test_limits_hold_where_there_are_no_workers(tmp_path: Path) -> None:
    mine = strategy(tmp_path, hang=1, eat=2)
    room = psutil.Process().memory_info().rss // 10**6 + 300  # what tests have read is in this process, too
    run, _ = failing(tmp_path, strategies=(mine,), workers=0, time_limit=3.0, memory_limit=f"{room}MB")
    assert reason(run, 1).startswith(f"longer than --time-limit 3: strategy {mine}: game 1, ")
    assert re.match(rf"more than --memory-limit [\d.]+[MG]B: strategy {re.escape(mine)}: game 2, ", reason(run, 2))
    assert run.manifest.games_done == 12
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_what_filled_the_memory_is_free_again_while_its_error_is_kept() -> None:
    def eat() -> None:
        kept: list[bytearray] = []
        while True:
            kept.append(bytearray(20_000_000))

    process = psutil.Process()
    taken = process.memory_info().rss
    with pytest.raises(LimitExceeded) as caught, enforce_limits(ResourceLimits(taken + 300_000_000), clock=False):
        eat()
    assert process.memory_info().rss < taken + 100_000_000
    assert isinstance(caught.value.__cause__, MemoryError)


def test_a_program_that_takes_more_than_the_limit_by_itself_is_told_so() -> None:
    taken = psutil.Process().memory_info().rss
    with (
        pytest.raises(
            LimitExceeded, match=r"^more than --memory-limit [\d.]+[MG]B: the program itself takes [\d.]+[MG]B"
        ),
        enforce_limits(ResourceLimits(taken // 2), clock=False),
    ):
        raise AssertionError
    with enforce_limits(ResourceLimits(taken + 10**9), clock=False):
        pass


def test_a_limit_of_workers_is_none_of_the_program_that_has_them(tmp_path: Path) -> None:
    ballast = b"\x01" * 500_000_000
    run, job = start_run(load_experiment("run", {**RUN, "workers": 1, "memory_limit": "400MB"}), tmp_path / "run", [])
    assert psutil.Process().memory_info().rss > len(ballast) > 400_000_000
    play_run(run, job)
    assert run.manifest.complete


def test_without_a_limit_of_time_a_decision_has_its_own() -> None:
    limits, spent = limits_of(None, None, 1), TimeUsed()
    assert limits.seconds is None
    playing = Activity(1, 5, 3, 1, "mine", 2, 1)
    assert spent.look(limits, playing) == ""
    spent.still = DECISION + 1
    assert spent.look(limits, playing) == "nothing played for 600 seconds: " + str(playing)
    assert spent.look(limits, Activity(1, 6, 3, 1, "mine", 3, 1)) == ""  # it has decided
    # Of a batch: only games count, not what is loaded before them.
    batch, spent = ResourceLimits(10**9, 2.0), TimeUsed(play_seconds=1.9, last_look=time.monotonic() - 60)
    assert spent.look(batch, Activity(1, 6, None, 1, None, 0, 1)) == ""
    spent.last_look = time.monotonic() - 60  # this process was stopped for a minute
    assert spent.look(batch, playing, counts_time=False) == ""
    assert spent.look(batch, Activity(1, 7, 3, 1, "mine", 3, 1)) == ""
    spent.last_look = time.monotonic() - 60
    assert spent.look(batch, playing).startswith("longer than --time-limit 2: strategy mine: game 3, ")


def test_memory_is_shared_out_among_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyser.runs.limits.memory_of_machine", lambda: 10_000_000_000)
    assert [limits_of(None, None, n).memory for n in (0, 1, 4, 100)] == [8 * 10**9, 8 * 10**9, 2 * 10**9, 512 * 10**6]
    assert limits_of(5.0, "1.5GB", 4) == ResourceLimits(1_500_000_000, 5.0)


@pytest.mark.parametrize(
    "words", ["record middle_kingdom --players 2", "tune middle_kingdom/collector --workers 0 --games 4"]
)
def test_other_commands_hold_to_them(called: Cli, tmp_path: Path, words: str) -> None:
    mine = strategy(tmp_path, hang=0)
    whom = "--strategies" if words.startswith("record") else "--opponents"
    done = called(*words.split(), whom, mine, "--time-limit", "0.5")
    assert done.returncode == 3
    named = rf"analyser: longer than --time-limit 0.5: strategy {re.escape(mine)}: game 0, decision \d+, player [1-4], "
    assert re.match(named, done.stderr.splitlines()[-1])


@pytest.mark.parametrize(
    ("deed", "told"),
    [("leave", "1 workers died over it, the last with exit code 7: "), ("deaf", "longer than --time-limit 2: ")],
)
def test_a_program_that_ends_its_process_or_never_comes_back_ends_no_record_unsaid(
    called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, told: str
) -> None:
    monkeypatch.setattr(executors, "MAX_TRIES", 1)
    mine = strategy(tmp_path, **{deed: 1})
    (tmp_path / "armed").unlink()
    run = new_run(tmp_path / "run", **{**RUN, "games": 2, "strategies": (mine,)})
    (tmp_path / "armed").touch()
    words = ("record", "--from", run.path, "--where", "game >= 0", "--out", tmp_path / "records", "--trust")
    done = called(*map(str, words), "--time-limit", "2")
    assert done.returncode == 3
    named = rf"analyser: {told}strategy {re.escape(mine)}: game 1, decision \d+, player [12], seed 1"
    assert re.match(named, done.stderr.splitlines()[-1])
    assert [file.name for file in (tmp_path / "records").iterdir()] == ["game-0.jsonl"]


def test_without_workers_a_program_that_ends_its_process_ends_ours_too(tmp_path: Path) -> None:
    mine = strategy(tmp_path, leave=3)
    with started(tmp_path, mine, "--workers", 0, batch=2) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (7, "", "")
    (tmp_path / "armed").unlink()
    run, job = resume_run(tmp_path / "run", {})
    assert run.manifest.games_done == 2
    play_run(run, job)
    assert run.manifest.complete


# -- the processes themselves ------------------------------------------------------------------------------------------


def closing() -> None:
    os.closerange(3, 200)
    time.sleep(60)


def starting_a_thread() -> None:
    threading.Thread(target=time.sleep, args=(60,)).start()


def seconds(n: float) -> float:
    time.sleep(n)
    return n


def wait_until(true: Any, *, most: float = 20) -> None:
    last = time.monotonic() + most
    while not true() and time.monotonic() < last:
        time.sleep(0.05)
    assert true()


def test_a_stopped_worker_is_told_and_its_work_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with PipeExecutor(1, ResourceLimits(10**9, None)) as pool:
        assert pool.submit(seconds, 0).result(timeout=30) == 0
        pid = pool.submit(os.getpid).result(timeout=30)
        work = pool.submit(seconds, 0.5)
        wait_until(work.running)
        os.kill(pid, signal.SIGSTOP)
        wait_until(lambda: pool.notices)
        told = f"worker process {pid} is stopped (between games): `kill -CONT {pid}` lets it go on, after 60 s another"
        assert pool.notices.popleft().startswith(told)
        os.kill(pid, signal.SIGCONT)
        assert work.result(timeout=30) == 0.5
        assert pool.submit(os.getpid).result(timeout=30) == pid
        monkeypatch.setattr(executors, "STOPPED_SECONDS", 0.3)
        work = pool.submit(seconds, 0.5)
        wait_until(work.running)
        os.kill(pid, signal.SIGSTOP)
        assert work.result(timeout=30) == 0.5
        assert pid not in [worker.process.pid for worker in pool._workers]
        assert pool.notices[-1] == "a worker process ended by SIGKILL (between games): another plays its games"


def test_a_worker_that_closes_its_pipe_or_starts_a_thread_holds_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "MAX_TRIES", 1)
    monkeypatch.setattr(executors, "EXIT_SECONDS", 1.0)
    pool = PipeExecutor(1)
    with pytest.raises(WorkerDied, match="by SIGKILL: between games"):
        pool.submit(closing).result(timeout=30)
    pool.submit(starting_a_thread).result(timeout=30)
    begin = time.monotonic()
    pool.shutdown()
    assert time.monotonic() - begin < 2 + 5


def test_where_no_process_can_be_started_whoever_waits_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with PipeExecutor(1) as pool:
        pool.submit(seconds, 0).result(timeout=30)
        monkeypatch.setattr(executors, "Worker", none)
        with pytest.raises(DataError, match=r"^no worker process can be had \(.*unavailable\): fewer --workers may do"):
            pool.submit(os._exit, 1).result(timeout=30)
        with pytest.raises(DataError, match="no worker process can be had"):
            pool.submit(seconds, 0)
    with pytest.raises(DataError, match="no worker process can be had"):
        PipeExecutor(1).submit(seconds, 0)


@contextmanager
def started(folder: Path, *words: object, batch: int = 4) -> Iterator[subprocess.Popen[str]]:
    """The command in a session of its own, of four games."""
    with subprocess.Popen(
        command(*WORDS.split(), *words, "--batch", batch),
        cwd=folder,
        env=environment() | {"PYTHONSAFEPATH": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_closed_terminal_ends_like_ctrl_c(tmp_path: Path) -> None:
    mine = strategy(tmp_path, hang=0)
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup these tests, and what they start, ignore it
    with started(tmp_path, mine, "--workers", 0) as process:
        wait_until((tmp_path / "begun").exists, most=60)
        signal.signal(signal.SIGHUP, before)
        process.send_signal(signal.SIGHUP)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 129
    assert (
        err == "analyser: stopped: run keeps 0 of 4 games: `analyser run --resume run` plays the others and answers\n"
    )


def test_a_second_ctrl_c_ends_what_never_comes_back(tmp_path: Path) -> None:
    mine = strategy(tmp_path, deaf=0)
    with started(tmp_path, mine, "--workers", 0) as process:
        wait_until((tmp_path / "begun").exists, most=60)
        time.sleep(0.5)  # until it is in there
        process.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert err == "analyser: ended at once; finished parts are kept\n"


def test_sigterm_ends_like_ctrl_c_and_no_thread_holds_the_program(tmp_path: Path) -> None:
    mine = strategy(tmp_path, thread=0, hang=1)
    with started(tmp_path, mine, "--workers", 0) as process:
        wait_until((tmp_path / "hanging").exists, most=60)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 143
    assert err.splitlines() == [
        "analyser: stopped: run keeps 0 of 4 games: `analyser run --resume run` plays the others and answers",
        "analyser: thread mine of a strategy never ends: ended without it",
    ]


PARENT = """
import itertools, time
from analyser.runs.executors import PipeExecutor

if __name__ == "__main__":
    pool = PipeExecutor(2)
    pool.submit(abs, 1).result()
    # One is idle, the other in C that never comes back and never lets go of the interpreter.
    pool.submit(sum, itertools.repeat(0))
    time.sleep(0.5)
    print(*(worker.process.pid for worker in pool._workers), flush=True)
    time.sleep(60)
"""


def test_workers_end_with_their_parent_whatever_they_do(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    here = environment()
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=here) as parent:
        assert parent.stdout is not None
        found = [psutil.Process(int(pid)) for pid in parent.stdout.readline().split()]
        parent.kill()
    assert len(found) == 2
    _, left = psutil.wait_procs(found, timeout=10)
    assert [one for one in left if one.status() != psutil.STATUS_ZOMBIE] == []
