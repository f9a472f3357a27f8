"""One process writes a run: a lock with its owner's process number and host, which the system frees with its owner."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from analyser.errors import DataError, write_error
from cext.fields import decode

__all__ = ["LOCK", "Owner", "lock_owner", "lock_run"]

LOCK = "lock"


@dataclass(frozen=True)
class Owner:
    """Who writes a run."""

    pid: int
    host: str
    since: str  # UTC

    @classmethod
    def me(cls) -> Owner:
        """This process, from now on."""
        return cls(os.getpid(), socket.gethostname(), datetime.now(UTC).isoformat(timespec="seconds"))

    @property
    def words(self) -> str:
        """In a message."""
        return f"process {self.pid} on {self.host} (since {self.since})"


_locks: dict[Path, tuple[int, int]] = {}  # of this process: descriptor, and how often it is held


@contextmanager
def lock_run(run: Path) -> Iterator[str]:
    """This process alone writes the run while the context lasts; contexts may lie in each other.

    Gives a sentence on an owner that is gone and never said so, "" as a rule. Raises DataError where another process
    has it.
    """
    path = run.resolve()
    descriptor, depth = _locks.get(path, (-1, 0))
    left = ""
    if not depth:
        descriptor, left = _take_lock(run, path / LOCK)
    _locks[path] = descriptor, depth + 1
    try:
        yield left
    finally:
        if depth:
            _locks[path] = descriptor, depth
        else:
            del _locks[path]
            (path / LOCK).unlink(missing_ok=True)
            os.close(descriptor)


def lock_owner(run: Path) -> Owner | None:
    """The process that writes the run, as far as its lock says; None without one."""
    try:
        descriptor = os.open(run / LOCK, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        owner = _read(descriptor)
        if owner is None or owner.host != socket.gethostname():
            return owner
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return owner
        except OSError:
            return owner if _lives(owner.pid) else None
        return None
    finally:
        os.close(descriptor)


def _take_lock(run: Path, file: Path) -> tuple[int, str]:
    """The lock's descriptor, and a sentence on who left it behind."""
    while True:
        try:
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
        except OSError as error:
            raise write_error(run, error, "nothing is changed in it") from error
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise DataError(f"{run}: {LOCK} in it is no regular file: remove it")
            left = _locked(run, file, descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        if left is not None:
            return descriptor, left
        os.close(descriptor)  # its owner removed the file in between


def _locked(run: Path, file: Path, descriptor: int) -> str | None:
    """Take the lock of an open file; None where the file is no longer there."""
    owner = _read(descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        who = owner.words if owner else "another process"
        raise DataError(f"{run}: {who} writes it: wait until that is done, or stop it") from None
    except OSError:  # a file system without locks: the number of the process has to do
        if owner and owner.host == socket.gethostname() and _lives(owner.pid):
            raise DataError(f"{run}: {owner.words} writes it: wait until that is done, or stop it") from None
    try:
        if file.stat().st_ino != os.fstat(descriptor).st_ino:
            return None
    except FileNotFoundError:
        return None
    if owner and owner.host != socket.gethostname():
        advice = f"if that process is gone, remove {file}"
        raise DataError(f"{run}: {owner.words} writes it, or was killed there: {advice}")
    os.ftruncate(descriptor, 0)
    with suppress(OSError):  # a full disk: the system knows the owner, and to remove the run must be possible
        os.pwrite(descriptor, json.dumps(asdict(Owner.me())).encode(), 0)
    return f"{owner.words}, which wrote {run}, is gone: what it finished is kept" if owner else ""


def _read(descriptor: int) -> Owner | None:
    """Who is named in an open lock file."""
    try:
        return decode(json.loads(os.pread(descriptor, 4096, 0)), Owner)
    except (ValueError, OSError):  # OSError: it is no regular file
        return None


def _lives(pid: int) -> bool:
    """Whether a process of this machine has that number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
