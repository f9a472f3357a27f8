"""Which programs a command runs: those its own words name, those this user has run before, and those allowed.

A strategy or a game in Python may do anything that its user may. A run, a configuration or a tuning from elsewhere
names such files too, and brings them along: they are executed where the command says --trust, or the user
says yes at a terminal.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from analyser.errors import NotTrusted
from cext.fallback_files import expand_home, is_copy
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited

__all__ = ["Trust", "program_digest", "refuse_unknown", "trusted_programs_file"]

DIGEST_BYTES = 32


def trusted_programs_file() -> Path:
    """The file with the digests of the programs that this user has run, a line each; OSError for a user without a
    home."""
    state = os.environ.get("XDG_STATE_HOME")
    try:
        return Path(state or Path.home() / ".local" / "state") / "analyser" / "programs"
    except RuntimeError as error:
        raise FileNotFoundError(str(error)) from error


class Trust:
    """What is asked before a program is run by a command.

    words: its command line. trust: whether it says --trust.
    """

    def __init__(self, words: Iterable[Any], *, trust: bool) -> None:
        self.named = set(_programs(words))
        self.trust = trust
        self.allowed: set[Path] = set()

    def check(self, path: Path) -> None:
        """Raises NotTrusted unless the program may be run."""
        program = path.resolve()
        if program in self.allowed:
            return
        digest = program_digest(path)
        trusted = _trusted_digests()
        if digest not in trusted:
            if not (program in self.named or self.trust or _confirm_program(path)):
                raise NotTrusted(
                    f"{path} is a program that no word of this command names, and you have not run it before: read "
                    "it; --trust runs it, with all that you may do"
                )
            _trust_program(digest, path)
        self.allowed.add(program)


def refuse_unknown(path: Path) -> None:
    """Raise NotTrusted for a program that this user has not run before, without asking."""
    if program_digest(path) not in _trusted_digests():
        raise NotTrusted(f"{path} is a program that you have not run before: `record` with --trust runs it")


def program_digest(path: Path) -> str:
    """Digest of a Python file, of the modules it imports and, of a copy that a run has, of all that lies beside it."""
    from analyser.runs.inputs import modules_of

    files = {"": path, **modules_of(path)}
    if is_copy(path):  # what lies there is found before all other modules
        listed = set(files.values())
        siblings = (file for file in sorted(path.parent.rglob("*")) if file.is_file() and file not in listed)
        files |= {f"beside {file.relative_to(path.parent).as_posix()}": file for file in siblings}
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for name, file in files.items():
        content = read_limited(file, MAX_PROGRAM_BYTES)
        digest.update(f"{len(name.encode())} {len(content)} {name}".encode() + content)
    return digest.hexdigest()


def _programs(words: Iterable[Any]) -> Iterator[Path]:
    """The Python files that words of a command line name, by their real paths."""
    for word in words:
        if isinstance(word, list | tuple):
            yield from _programs(word)
        elif isinstance(word, str):
            for name in re.split("[,=]", word):
                if program := re.match(r"(.+?\.pyx?)(?=[:/]|$)", name.strip()):
                    yield Path(expand_home(program[1])).resolve()


def _confirm_program(path: Path) -> bool:
    """Whether the user, asked at a terminal, allows the program to run."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    import typer

    from analyser.cli.progress import hidden_display

    try:
        with hidden_display():
            return typer.confirm(
                f"{path!s} is a program that comes with the files. Run it, with all you may do?", err=True
            )
    except typer.Abort:
        return False


def _trusted_digests() -> set[str]:
    """Digests of the programs that this user has run."""
    try:
        lines = trusted_programs_file().read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return set()
    return {line.partition(" ")[0] for line in lines}


def _trust_program(digest: str, path: Path) -> None:
    """Remember a program; where no file can be kept, it is asked for again next time."""
    try:
        file = trusted_programs_file()
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with file.open("a", encoding="utf-8") as lines:
            lines.write(f"{digest} {str(path.absolute())!a}\n")
    except OSError:
        return
