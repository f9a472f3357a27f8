"""Inputs tried one after the other by a process of their own: one that crashes or hangs is one input lost, and told."""

import contextlib
import io
import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.fuzz.trying import Outcome, input_of, tried, write

__all__ = ["Found", "once", "session"]

MEMORY = 1_000_000_000  # bytes that the process may take beyond what it has after its first inputs
WAIT = 90.0  # seconds without an answer: compiled code that does not end cannot be interrupted from within
FRESH = 3_000  # inputs of a process, so that what it keeps stays small
WARM = 3  # genuine inputs, before memory is limited


@dataclass
class Found:
    """What became of a loader's inputs."""

    name: str
    seed: int
    kinds: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    defects: list[tuple[int, str]] = field(default_factory=list)  # number of the input, what is wrong
    seconds: float = 0.0
    busy: float = 0.0  # seconds of processor time

    def note(self, number: int, outcome: Outcome, folder: Path, keep: Path) -> None:
        """Count an outcome; the input of a defect is kept."""
        self.kinds[outcome.kind] += 1
        if outcome.kind == "refused":
            self.told[outcome.short] += 1
        if outcome.kind == "defect":
            self.defects.append((number, outcome.words))
            kept = keep / f"{self.name}-{self.seed}-{number}"
            if folder.exists():
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(folder, kept)
                (kept / "DEFECT.txt").write_text(outcome.words, encoding="utf-8", errors="backslashreplace")
            print(f"{self.name} {number}: DEFECT, kept in {kept}\n{outcome.words[-1500:]}", flush=True)

    def lines(self, most: int) -> list[str]:
        """The counts."""
        n, kinds = sum(self.kinds.values()), self.kinds
        first = (
            f"{self.name}: {n:,} inputs of seed {self.seed} in {self.seconds / 60:.1f} minutes "
            f"({self.busy / 60:.1f} of processor time): {kinds['loaded']:,} loaded, {kinds['refused']:,} refused, "
            f"{len(self.defects)} defects"
        )
        return [first, *(f"  {count:>7,}  {words}" for words, count in self.told.most_common(most))]


def once(loader: Any, seed: int, number: int, keep: Path) -> int:
    """Try one input in this process, print what becomes of it, and keep it; 1 for a defect."""
    folder = keep / f"{loader.name}-{seed}-{number}"
    shutil.rmtree(folder, ignore_errors=True)
    draw, files = input_of(loader, seed, number)
    write(files, folder)
    outcome = tried(loader, draw, folder)
    print(f"{loader.name} {number} ({folder}): {outcome.kind}\n{outcome.words}")
    return int(outcome.kind == "defect")


def session(name: str, *, seed: int, first: int, seconds: float, inputs: int | None, keep: Path) -> Found:
    """Try inputs of a loader from number `first` on, for so many seconds or so many inputs."""
    found, begun, before, number = Found(name, seed), time.monotonic(), spent(), first
    spawn = multiprocessing.get_context("spawn")
    last = None if inputs is None else first + inputs
    while time.monotonic() - begun < seconds and (last is None or number < last):
        with tempfile.TemporaryDirectory(prefix="fuzz-") as work:
            mine, its = spawn.Pipe(duplex=False)
            until = number + FRESH if last is None else min(number + FRESH, last)
            process = spawn.Process(target=_inputs, args=(its, name, seed, number, until, work), daemon=True)
            process.start()
            its.close()
            number = _watched(found, process, mine, number, until, Path(work), keep, begun + seconds)
    found.seconds, found.busy = time.monotonic() - begun, spent() - before
    return found


def spent() -> float:
    """Processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _watched(
    found: Found, process: Any, pipe: Connection, number: int, until: int, work: Path, keep: Path, end: float
) -> int:
    """Note what the process says of its inputs from `number` on; the number of the next input."""
    try:
        pipe.recv()
    except EOFError:
        sys.exit(f"{found.name}: what it loads cannot be made: {(work / 'stderr').read_text(errors='replace')}")
    start = number
    while number < until:
        told = pipe.poll(WAIT)
        try:
            outcome = pipe.recv() if told else Outcome("defect", f"no answer in {WAIT:g} seconds")
        except EOFError:
            process.join()
            said = (work / "stderr").read_text(errors="replace")[-1500:] if (work / "stderr").exists() else ""
            outcome = Outcome("defect", f"the process ended with {process.exitcode}: {said}")
        if "MemoryError" in outcome.words and outcome.kind == "defect" and number > start:
            break  # what inputs before it left behind may be the cause: once more, in a fresh process
        found.note(number, outcome, work / str(number), keep)
        number += 1
        if not told or process.exitcode is not None:
            break
        if time.monotonic() > end:
            break
    process.kill()
    process.join()
    return number


def _inputs(pipe: Connection, name: str, seed: int, first: int, until: int, work: str) -> None:
    """In a process of its own: try inputs, and say of each what became of it."""
    from tests.fuzz.loaders import LOADERS

    loader, folder = LOADERS[name], Path(work)
    errors = os.open(folder / "stderr", os.O_WRONLY | os.O_CREAT)
    os.dup2(errors, sys.stderr.fileno())  # what a sanitizer says before it ends the process
    os.chdir(folder)
    for number in range(WARM):
        draw, files = input_of(loader, seed, number - WARM)
        write(files, folder / "warm" / str(number))
        with contextlib.redirect_stdout(io.StringIO()):
            tried(loader, draw, folder / "warm" / str(number))
    limit_memory()
    pipe.send("ready")
    for number in range(first, until):
        draw, files = input_of(loader, seed, number)
        write(files, folder / str(number))
        with contextlib.redirect_stdout(io.StringIO()):
            outcome = tried(loader, draw, folder / str(number))
        pipe.send(outcome)
        if outcome.kind != "defect":
            shutil.rmtree(folder / str(number), ignore_errors=True)


def limit_memory() -> None:
    """What is asked for beyond MEMORY is refused: a MemoryError is a defect."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
