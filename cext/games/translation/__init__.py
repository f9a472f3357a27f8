"""The rules of a game in one Python file in C: translated (unit.py), compiled, and found again by who plays them.

A program is in the user's cache, in a folder of the game's path, under the digest of its C text: what is read of the
file, of its neighbours and of the options it was made from is all in there.
"""

import ctypes
import sysconfig
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from cext.fallback_files import resolve_path
from cext.games.program_cache import CannotCompile, cached_program, check_compiled, find_compiler, program_folder
from cext.games.translation.unit import ENTRIES, Unit
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited
from cext.signals import flag_address

__all__ = ["ENTRIES", "compile_rules", "find_program", "loading_error", "note_difference", "program_notice"]

FLAGS = ("-O2", "-fPIC", "-shared", "-w")
DIGEST = "source"  # the file of a folder that says of which text of the game its programs are

_differences: dict[Path, set[str]] = {}  # game -> methods that stay Python in this process
_failures: dict[Path, str] = {}  # game -> why its compiled rules are not played in this process


def find_program(path: Path, game: Any) -> ctypes.CDLL | None:
    """The compiled rules of a game; None where it was never compiled, has changed since, or cannot be for these
    options."""
    if _source_of_program(path) != _source_digest(path):
        return None
    try:
        library = ctypes.CDLL(str(_program(Unit(path, game), path)))
    except (CannotCompile, OSError) as error:
        _failures[path.absolute()] = str(error)
        return None
    ctypes.c_void_p.in_dll(library, "interrupted").value = flag_address()
    return library


def loading_error(path: Path) -> str:
    """Why the compiled rules of a game could not be loaded in this process; "": none failed."""
    return _failures.get(path.absolute(), "")


def program_notice(path: Path) -> str:
    """Which rules of a game are played, where some were compiled, in one sentence; "": none were."""
    source = _source_of_program(path)
    if source and source != _source_digest(path):
        return f"{path.name} was compiled before it was changed, and is played as Python: compile it anew."
    if not source:
        return ""
    if error := loading_error(path):
        return f"{path.name} is played as Python: {error}."
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
    """Digest of the text of a game that was compiled; "": none was, or it cannot be read."""
    try:
        return (program_folder(path) / DIGEST).read_text(encoding="utf-8")
    except (CannotCompile, OSError, UnicodeDecodeError):
        return ""


def compile_rules(path: Path, game: Any) -> Unit:
    """Compile the rules of a game for its number of players, and note of which text of the file they are; CannotCompile
    where it cannot be done."""
    unit = Unit(path, game)
    _program(unit, path)
    try:
        (program_folder(path) / DIGEST).write_text(_source_digest(path), encoding="utf-8")
    except OSError as error:
        raise CannotCompile(f"{program_folder(path)} cannot be written ({error.strerror})") from error
    return unit


def _source_digest(path: Path) -> str:
    return sha256(read_limited(resolve_path(path), MAX_PROGRAM_BYTES)).hexdigest()


def _program(unit: Unit, path: Path) -> Path:
    """The compiled program, built where it is not there."""

    def build(work: Path) -> Path:
        source, built = work / "rules.c", work / "rules.so"
        source.write_text(unit.text, encoding="utf-8")
        check_compiled([*find_compiler(), *FLAGS, "-o", str(built), str(source)], built)
        return built

    stem = sha256(" ".join([sysconfig.get_platform(), *FLAGS, unit.text]).encode()).hexdigest()[:16]
    return cached_program(program_folder(path), stem, ".so", build)
