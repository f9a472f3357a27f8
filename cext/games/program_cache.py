"""Programs compiled from user files: in the user's cache, each in a file whose name holds the digest of its content.

A program is written to a temporary file, flushed to the disk and renamed: a file is complete or absent, also when two
processes compile the same program. A file whose content does not match its name, or that other users can write, is
never loaded.
"""

import os
import shlex
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from cext.fallback_files import full_path

__all__ = [
    "CannotCompile", "cached_program", "check_compiled", "find_compiler", "program_folder", "remove_programs",
]  # fmt: skip

COMPILERS = ("cc", "gcc", "clang")
COMPILER_SECONDS = 600
OTHER_CACHE = "set XDG_CACHE_HOME to a folder of yours"


class CannotCompile(RuntimeError):
    """A program cannot be compiled, or not be used: why, in one line; output: all that the compiler prints."""

    def __init__(self, reason: str, output: str = "") -> None:
        super().__init__(reason)
        self.output = output


def program_folder(path: Path) -> Path:
    """The folder of the programs of a user file; CannotCompile where the user has no cache."""
    cache = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not cache.is_absolute():
        try:
            cache = Path.home() / ".cache"
        except (RuntimeError, KeyError) as error:
            raise CannotCompile(f"there is no home folder to keep compiled rules in: {OTHER_CACHE}") from error
    digest = sha256(str(full_path(path)).encode()).hexdigest()[:16]
    return cache / "analyser" / "games" / f"{path.stem}-{digest}"


def cached_program(folder: Path, stem: str, suffix: str, build: Callable[[Path], Path]) -> Path:
    """The program of that name, built where it is not there as it was written. build: makes it in a folder of its own,
    and returns it. CannotCompile where it cannot be kept or not be trusted, or as `build` raises it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_private(folder):
            raise CannotCompile(f"other users can change {folder}: remove it, or {OTHER_CACHE}")
        for program in folder.glob(f"{stem}-*{suffix}"):
            if _is_private(program) and program.name == _name_of(program.read_bytes(), stem, suffix):
                return program  # another one is written over, or never loaded
        with tempfile.TemporaryDirectory(dir=folder) as work:
            built = build(Path(work))
            program = folder / _name_of(built.read_bytes(), stem, suffix)
            built.chmod(0o700)
            _flush(built)
            built.replace(program)
        _flush(folder)
    except OSError as error:
        raise CannotCompile(f"compiled rules cannot be kept in {folder} ({error.strerror}): {OTHER_CACHE}") from error
    return program


def remove_programs(path: Path) -> None:
    """Remove all programs of a user file."""
    try:
        shutil.rmtree(program_folder(path), ignore_errors=True)
    except CannotCompile:  # nothing was kept
        return


def _name_of(content: bytes, stem: str, suffix: str) -> str:
    return f"{stem}-{sha256(content).hexdigest()[:32]}{suffix}"


def _is_private(file: Path) -> bool:
    """Whether only this user can write a file or folder."""
    status = file.stat()
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _flush(file: Path) -> None:
    """Have the disk hold what was written."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def find_compiler() -> list[str]:
    """The words with which a C compiler is called; CannotCompile where there is none."""
    named = os.environ.get("CC", "").strip()
    if not named:
        compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
        if compiler is None:
            raise CannotCompile(
                "there is no C compiler: install gcc or clang (Debian: apt install gcc; macOS: xcode-select --install)"
            )
        return [compiler]
    try:
        words = [named] if shutil.which(named) else shlex.split(named)
    except ValueError:
        words = [named]
    if not shutil.which(words[0]):
        raise CannotCompile(f"CC names no program ({named}): set it to a C compiler")
    return words


def check_compiled(command: list[str], built: Path, output: str = "") -> None:
    """Have a compiler build a program; CannotCompile with what it says, where it does not."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=COMPILER_SECONDS, check=False
        )
        output = "" if done.returncode == 0 else done.stderr or f"exit code {done.returncode}"
    except (OSError, subprocess.TimeoutExpired) as error:
        output = str(error)
    if output:
        raise CannotCompile(f"{command[0]} fails: {' '.join(output.split())[:200]}", output)
    if not built.is_file() or not built.stat().st_size:
        raise CannotCompile(f"{command[0]} builds nothing: set CC to a C compiler")
