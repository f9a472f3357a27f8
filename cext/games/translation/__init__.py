"""The rules of a game in one Python file in C: translated (unit.py), compiled, and found again by who plays them.

A program lies in the user's cache, in a folder of the game's path, under the digest of its C text: what is read of the
file, of its neighbours and of the options it was made from is all in there.
"""

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from cext.fallback_files import full_path, resolve_path
from cext.games.translation.unit import ENTRIES, Unit
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited

__all__ = [
    "ENTRIES", "NoCompiler", "compile_rules", "compiler_error", "find_compiler", "find_program", "forget_program",
    "note_difference",
    "program_folder", "program_notice",
]  # fmt: skip

FLAGS = ("-O2", "-fPIC", "-shared", "-w")
DIGEST = "source"  # the file of a folder that says of which text of the game its programs are
SECONDS = 600  # that a compiler may take

_differences: dict[Path, set[str]] = {}  # game -> methods that stay Python in this process


class NoCompiler(RuntimeError):
    """The rules cannot be compiled: why, in one line."""


def program_folder(path: Path) -> Path:
    """The folder of the programs of a game."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "analyser" / "games" / f"{path.stem}-{_digest(str(full_path(path)))}"


def find_program(path: Path, game: Any) -> ctypes.CDLL | None:
    """The compiled rules of a game; None where it was never compiled, has changed since, or cannot be for these
    options."""
    if _source_of_program(path) != _source_digest(path):
        return None
    try:
        return ctypes.CDLL(str(_program(program_folder(path), Unit(path, game))))
    except (NoCompiler, OSError):
        return None


def program_notice(path: Path) -> str:
    """Which rules of a game are played, where some were compiled, in one sentence; "": none were."""
    source = _source_of_program(path)
    if source and source != _source_digest(path):
        return f"{path.name} was compiled before it was changed, and is played as Python: compile it anew."
    if not source:
        return ""
    left = "; ".join(
        f"{' and '.join(f'{name}()' for name in names)} as Python, because compiled they play otherwise"
        for names in [sorted(_differences.get(path.absolute(), ()))]
        if names
    )
    return f"The compiled rules of {path.name} are played{left and ', ' + left}."


def note_difference(path: Path, methods: Iterable[str]) -> None:
    """Note methods of a game that stay Python, because they play otherwise when they are compiled."""
    _differences.setdefault(path.absolute(), set()).update(methods)


def _source_of_program(path: Path) -> str:
    """Digest of the text of a game that was compiled; "": none was."""
    file = program_folder(path) / DIGEST
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def compile_rules(path: Path, game: Any) -> Unit:
    """Compile the rules of a game for its number of players, and note of which text of the file they are; NoCompiler
    where it cannot be done."""
    folder, unit = program_folder(path), Unit(path, game)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _program(folder, unit)
    (folder / DIGEST).write_text(_source_digest(path), encoding="utf-8")
    return unit


def forget_program(path: Path) -> None:
    """Have a game played as Python again."""
    shutil.rmtree(program_folder(path), ignore_errors=True)


def _source_digest(path: Path) -> str:
    return sha256(read_limited(resolve_path(path), MAX_PROGRAM_BYTES)).hexdigest()


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def find_compiler() -> list[str]:
    """The words with which a C compiler is called; NoCompiler where there is none."""
    compiler = os.environ.get("CC") or next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        raise NoCompiler(
            "there is no C compiler: install gcc or clang (Debian: apt install gcc; macOS: xcode-select --install)"
        )
    return compiler.split()


def compiler_error(command: list[str]) -> str:
    """Have a compiler do its work; what it says is wrong, "": nothing is."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return (done.stderr or "it fails") if done.returncode else ""


def _program(folder: Path, unit: Unit) -> Path:
    """The compiled program, built where it is not there."""
    program = folder / f"{_digest(' '.join(FLAGS) + unit.text)}.so"
    if not program.is_file():
        compiler = find_compiler()
        with tempfile.TemporaryDirectory(dir=folder) as work:
            source, built = Path(work) / "rules.c", Path(work) / "rules.so"
            source.write_text(unit.text, encoding="utf-8")
            if error := compiler_error([*compiler, *FLAGS, "-o", str(built), str(source)]):
                raise NoCompiler(f"{compiler[0]} fails: {' '.join(error.split())[:200]}")
            built.replace(program)
    return program
