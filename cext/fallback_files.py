"""What a path means: the same file from any directory, and where it is missing the copy that a run keeps of it."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

__all__ = [
    "expand_home", "full_path", "is_copy", "register_copies", "registered_copies", "resolve_path",
    "spelled_as",
]  # fmt: skip

FILE = re.compile(r"[^:=,]+\.(?:pyx?|toml|csv|leaf)(?=[:/,]|$)")  # the file in the name of a game, strategy or option
MAX_CHARACTERS = 5_000  # of a name in which files are looked for: in a longer one it would take minutes
HOME = re.compile(r"(?:^|(?<=[=,:]))~(?=/)")  # a shell replaces it only where a word begins

_copies: dict[str, str] = {}  # whole path -> its copy
_relative: dict[str, str] = {}  # path as a run names it, relative to where it was started -> the whole one
_copies_only: set[str] = set()  # of those paths: what lies there is not read


def register_copies(copies: Mapping[str, str], *, copies_only: bool = False) -> None:
    """Read copies, in this process, of files or folders that are missing; copies_only: also of those that exist, which
    may be others on this machine. A relative path always means what is registered for it."""
    whole = {str(full_path(path)): copy for path, copy in copies.items() if Path(path).is_absolute()}
    _relative.update({str(Path(path)): file for path, file in copies.items() if not Path(path).is_absolute()})
    _copies.update(whole)
    _copies_only.update(whole if copies_only else ())


def registered_copies() -> dict[str, str]:
    """Path -> its copy, for another process."""
    return {**_relative, **_copies}


def resolve_path(path: Path) -> Path:
    """The path of the file or folder; where it is missing, or not the one that is meant, that of its copy, if any."""
    path = Path(_relative.get(str(path), path))
    if not _copies:
        return path
    name = str(full_path(path))
    return Path(_copies[name]) if name in _copies and (name in _copies_only or not path.exists()) else path


def expand_home(text: str) -> str:
    """A word of a command line with the user's home in place of each ~ that begins a path in it."""
    return HOME.sub(lambda _: str(Path.home()), text)


def full_path(path: str | Path) -> Path:
    """The path of a file or folder that means the same from any directory, by its own name: links of folders are
    followed, one that is the file itself is not."""
    path = Path(expand_home(str(path)))
    return Path(os.path.realpath(path) if path.name in ("", "..") else f"{os.path.realpath(path.parent)}/{path.name}")


def spelled_as(
    typed: Mapping[str, Any], stored: Mapping[str, Any], sources: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """Values that were typed, with each file in them as the stored values spell it, under the same key first; other
    files by their real paths: a relative one may mean another file than the stored value. sources: whole paths of files
    that are stored relative to another directory."""

    def spellings(value: Any) -> dict[str, str]:
        texts = (text for text in _texts(value) if len(text) <= MAX_CHARACTERS)
        return {_real_path(sources.get(file, file)): file for text in texts for file in FILE.findall(text)}

    return {key: _respell(value, spellings(stored) | spellings(stored.get(key))) for key, value in typed.items()}


def _respell(value: Any, spellings: Mapping[str, str]) -> Any:
    """The value with each file in its texts as it is spelled there."""
    if isinstance(value, str):
        return FILE.sub(lambda match: spellings.get(real := _real_path(match[0]), real), value)
    if isinstance(value, Mapping):
        return {key: _respell(inner, spellings) for key, inner in value.items()}
    return type(value)(_respell(inner, spellings) for inner in value) if isinstance(value, list | tuple) else value


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)


def _real_path(file: str) -> str:
    return os.path.realpath(expand_home(file))


def is_copy(path: Path) -> bool:
    """Whether a file is the copy of another."""
    return str(path) in _copies.values()
