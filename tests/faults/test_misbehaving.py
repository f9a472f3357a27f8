"""Strategies in Python that raise what nobody expects, damage the interpreter, print, hang as they are made, or start
processes; each ends in its result or in one line, and leaves nothing behind."""

import json
import os
import signal
import subprocess
from pathlib import Path

import psutil
import pytest

from tests.cli.conftest import Cli, command, environment

BEGINS = """
import builtins, os, subprocess, sys, time
from strategies import Strategy

FILES = []


def swallow():
    while True:
        try:
            time.sleep(1)
        except BaseException:
            pass


class Mine(Strategy):
    def __init__(self):
        {made}

    def choose(self, view, moves):
        {chosen}
        return 0
"""
# A strategy whose memory is at an end in every game of the run from this one on.
FAILS = """
from pathlib import Path

from analyser.heartbeat import own_heartbeat
from strategies import Strategy


class Mine(Strategy):
    def choose(self, view, moves):
        if own_heartbeat().read().game >= {first} and Path("run/manifest.json").exists():
            raise MemoryError
        return view["draw"] % len(moves)
"""
TOO_LONG = "longer than --time-limit 1: strategy my.py:Mine: while it is imported and made"
TUNE = "tune middle_kingdom/collector --games 2 --generations 1 --quiet"
RUN = "run middle_kingdom --players 2 --games 2 --batch 2 --json --quiet --out run"
LEFT_BEHIND = """os.chdir("/")
        try:
            while True:
                FILES.append(open("/dev/null"))
        except OSError:
            pass
        sys.stdout = sys.stderr = None
        [sys.modules.pop(name) for name in list(sys.modules)]
"""
ALL_BUILTINS = "[setattr(builtins, name, None) for name in list(vars(builtins)) if name[0] != '_']"


def strategy(folder: Path, *, made: str = "pass", chosen: str = "pass") -> str:
    """Strategy that does this when it is made, and that at each decision."""
    (folder / "my.py").write_text(BEGINS.format(made=made, chosen=chosen))
    return "my.py:Mine"


def ended(folder: Path, *words: object) -> "subprocess.CompletedProcess[str]":
    """The command, in a process of its own in the folder, to its end."""
    return subprocess.run(
        command(*words), cwd=folder, env=environment(), capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("workers", [0, 1])
@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ("raise GeneratorExit", "GeneratorExit: "),
        ("raise KeyboardInterrupt", "KeyboardInterrupt: "),
        (ALL_BUILTINS, "TypeError: "),
        ("builtins.__dict__.clear()", "NameError: "),
    ],
)
def test_whatever_it_raises_or_damages_is_one_line(
    tmp_path: Path, called: Cli, workers: int, chosen: str, reason: str
) -> None:
    words = (*RUN.split(), "--workers", workers, "--strategies", strategy(tmp_path, chosen=chosen))
    done = called(*words) if workers else ended(tmp_path, *words)
    (line,) = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (3, "")
    assert line.startswith("analyser: strategy my.py:Mine: game ")
    assert "seed 1" in line
    assert reason in line


@pytest.mark.parametrize("workers", [0, 1])
def test_what_it_leaves_behind_is_put_right(tmp_path: Path, called: Cli, workers: int) -> None:
    """The folder, every file that may be open, the streams and the modules."""
    words = (*RUN.split(), "--workers", workers, "--strategies", strategy(tmp_path, chosen=LEFT_BEHIND))
    done = called(*words) if workers else ended(tmp_path, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["complete"]
    assert (tmp_path / "run" / "manifest.json").exists()


@pytest.mark.parametrize(
    ("words", "workers", "made", "code", "line"),
    [
        (TUNE, 1, "os._exit(7)", 3, "3 workers died over it, the last with exit code 7: strategy my.py:Mine: "),
        (RUN, 1, "swallow()", 3, TOO_LONG),
        (RUN, 0, "time.sleep(1000)", 3, TOO_LONG),
        (RUN, 0, "swallow()", 4, f"{TOO_LONG}: nothing "),
    ],
)
def test_limits_hold_while_it_is_made(
    tmp_path: Path, called: Cli, words: str, workers: int, made: str, code: int, line: str
) -> None:
    whom = "--opponents" if words.startswith("tune") else "--strategies"
    typed = (*words.split(), "--workers", workers, whom, strategy(tmp_path, made=made), "--time-limit", 1)
    done = called(*typed) if workers else ended(tmp_path, *typed)
    assert (done.returncode, done.stdout) == (code, "")
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"analyser: {line}")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("workers", [0, 1])
def test_what_it_prints_mixes_with_nothing(tmp_path: Path, workers: int) -> None:
    prints = (
        r"os.write(1, b'one \x1b[31m\n'); os.write(2, b'two \x1b[32m\n'); print('three \u2212'); print('-\n' * 5000)"
    )
    done = ended(tmp_path, *RUN.split(), "--workers", workers, "--strategies", strategy(tmp_path, chosen=prints))
    assert done.returncode == 0
    assert json.loads(done.stdout)["complete"]
    lines = done.stderr.splitlines()
    assert lines[:3] == [r"one \x1b[31m", r"two \x1b[32m", "three −"]
    assert len(lines) == 41
    assert lines[-1].startswith("… ")
    assert lines[-1].endswith(" more lines that strategies printed")
    assert int(lines[-1].split()[1].replace(",", "")) > 5000


@pytest.mark.parametrize("workers", [0, 1])
def test_the_processes_it_starts_end_with_the_command(tmp_path: Path, workers: int) -> None:
    # One that is its child, and one whose parent is gone, in sessions of their own.
    starts = (
        "\n        if not os.path.exists('begun'):"
        "\n            open('begun', 'w').write(str(subprocess.Popen(['sleep', '600'], start_new_session=True).pid))"
        "\n            subprocess.run('sleep 600 & echo $! > orphan', shell=True, start_new_session=True)"
    )
    done = ended(tmp_path, *RUN.split(), "--workers", workers, "--strategies", strategy(tmp_path, chosen=starts))
    assert done.returncode == 0, done.stderr
    pids = [int((tmp_path / name).read_text()) for name in ("begun", "orphan")]
    alive = [pid for pid in pids if psutil.pid_exists(pid)]
    for pid in alive:
        os.kill(pid, signal.SIGKILL)
    assert alive == []


def answered(called: Cli, folder: Path, first: int) -> "subprocess.CompletedProcess[str]":
    """The balance of 16 games, in batches of 2, that fail from this one on."""
    (folder / f"from_{first}.py").write_text(FAILS.format(first=first))
    words = "balance middle_kingdom --players 2 --games 16 --batch 2 --workers 0 --strategies "
    words += f"from_{first}.py:Mine,random"
    return called(*words.split(), "--quiet", "--out", "run")


@pytest.mark.usefixtures("undrawn")
def test_no_answer_where_most_games_fail(called: Cli, tmp_path: Path) -> None:
    done = answered(called, tmp_path, 6)
    assert (done.returncode, done.stdout) == (4, "")
    assert "5 of 8 batches failed" in done.stderr
    for words in (("report", "balance", "run"), ("compare", "run", "--by", "seat")):
        again = called(*words)
        assert (again.returncode, again.stdout) == (4, "")
        assert "run: 10 of 16 games failed: no answer is read off the rest: " in again.stderr


@pytest.mark.usefixtures("undrawn")
def test_few_failed_games_are_reported_first(called: Cli, tmp_path: Path) -> None:
    done = answered(called, tmp_path, 12)
    words = "4 games failed and are missing here: those that were finished may differ from them."
    assert done.returncode == 4
    assert words in " ".join(done.stdout.split())
    assert words in (tmp_path / "run/reports/balance/balance.html").read_text()
