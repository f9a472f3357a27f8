"""How much of somebody's file is read: limits of size and depth, regular files only, no control characters.

Whoever reads a file of a user takes it through here. Each limit is some hundred times what the program itself writes.
"""

import errno
import os
import re
import reprlib
import stat
from pathlib import Path
from typing import Any

__all__ = [
    "MAX_BATCHES", "MAX_BATCH_LOG_BYTES", "MAX_COMPONENT_BYTES", "MAX_DEPTH", "MAX_MANIFEST_BYTES", "MAX_PROGRAM_BYTES",
    "MAX_RECORD_BYTES", "MAX_SETTINGS_BYTES", "abbreviate", "abbreviate_words", "breaks_lines", "content_error",
    "escape_controls", "has_controls", "quote", "read_limited", "too_deep",
]  # fmt: skip

MB = 1_000_000
MAX_COMPONENT_BYTES = 4 * MB  # bytes of a component file or a map: the largest shipped one has 40 kB
MAX_SETTINGS_BYTES = 4 * MB  # of a plan of weights or a configuration
MAX_PROGRAM_BYTES = 16 * MB  # of a strategy in Python, or a module of it
MAX_RECORD_BYTES = 64 * MB  # of a game record: one of Qin for four has 2 MB
MAX_MANIFEST_BYTES = 64 * MB  # of a run's manifest, and of what is kept of a tuning
MAX_BATCH_LOG_BYTES = 512 * MB  # of the notes on a run's batches: 400 bytes each
MAX_BATCHES = 1_000_000  # of a run
MAX_DEPTH = 40  # of lists and tables one within the other, in TOML and JSON
MAX_SHOWN = 80  # characters of a text that is not taken
MAX_WORD = 400  # characters of a word that is printed whole: of most paths
LONG_WORD = re.compile(rf"\S{{{MAX_WORD + 1},}}")

# What a terminal obeys, what turns the direction of what is read, and what stands for bytes that are no UTF-8: not tab
# and line feed.
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def read_limited(path: Path, maximum: int) -> bytes:
    """The content of a file; OSError, with the reason as its strerror, for more than so many bytes, and for what is no
    regular file: pipes and devices are not opened."""
    if not stat.S_ISREG(path.stat().st_mode):
        _refuse(path, errno.EISDIR if path.is_dir() else errno.EINVAL, "it is no regular file")
    # It may have been exchanged since: opening a pipe must not wait for who writes it.
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            _refuse(path, errno.EINVAL, "it is no regular file")
        # As much as the file has, then what was added since: a read takes all the memory that it may need at once.
        content = b"" if status.st_size > maximum else file.read(status.st_size + 1)
        content += file.read(maximum + 1 - len(content)) if status.st_size < len(content) <= maximum else b""
    if status.st_size > maximum or len(content) > maximum:
        _refuse(path, errno.EFBIG, f"it is larger than {maximum // MB} MB, the most that is read")
    return content


def _refuse(path: Path, number: int, reason: str) -> None:
    raise OSError(number, reason, str(path))


def has_controls(text: str) -> bool:
    """Whether a text has characters that a terminal would obey, or that no file in UTF-8 can hold."""
    return CONTROLS.search(text) is not None


def breaks_lines(text: str) -> bool:
    """Whether a text has a line feed or a tab: where it is printed, it ends a line, or moves what follows."""
    return "\n" in text or "\t" in text


def escape_controls(text: str) -> str:
    r"""The text with every character that a terminal would obey written out, such as \x1b."""
    return CONTROLS.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def abbreviate(text: str) -> str:
    """A text of somebody's as a message has it: the begin of a long one."""
    text = escape_controls(text)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def abbreviate_words(line: str) -> str:
    """A line in which a word of more than MAX_WORD characters, such as one that was typed, is without its middle."""
    return LONG_WORD.sub(lambda match: f"{match[0][:MAX_SHOWN]}…{match[0][-MAX_SHOWN:]}", line)


def quote(value: Any) -> str:
    """A value of somebody's as a message has it: texts in quotes, the begin of a long one."""
    return repr(abbreviate(value)) if isinstance(value, str) else abbreviate(reprlib.repr(value))


def too_deep(value: Any) -> bool:
    """Whether lists and tables of a value lie deeper in one another than MAX_DEPTH."""
    nested = (dict, list)
    level = [value] if isinstance(value, nested) else []
    for _ in range(MAX_DEPTH):
        level = [
            part
            for value in level
            for part in (value.values() if isinstance(value, dict) else value)
            if isinstance(part, nested)
        ]
        if not level:
            return False
    return True


def content_error(value: Any) -> str:
    """Why a table read from a file is not taken, "" where it is: how deep it is, and what stands in its texts."""
    if too_deep(value):
        return f"nested deeper than {MAX_DEPTH}"
    unchecked, texts = [value], []
    while unchecked:
        part = unchecked.pop()
        if isinstance(part, dict):
            unchecked += part.keys()
            unchecked += part.values()
        elif isinstance(part, list):
            unchecked += part
        elif isinstance(part, str):
            texts.append(part)
    if not has_controls("".join(texts)):
        return ""
    return f"control characters in {escape_controls(next(filter(has_controls, texts)))[:MAX_SHOWN]!a}"
