"""Standard streams as the program can rely on them: there are three, and what one cannot hold is written plainly."""

from __future__ import annotations

import codecs
import os
import re
import sys
from io import TextIOWrapper

__all__ = ["PLAIN", "plain_error", "prepare_streams"]

# Replacements of characters that the output cannot hold; boxes and blocks by the ranges below.
PLAIN = {
    "…": "..", "±": "+-", "≥": ">=", "≤": "<=", "→": "->", "←": "<-",
    "−": "-", "–": "-", "—": "-", "×": "x", "·": "|", "•": "*", "●": "*", "◆": "+",
    "“": '"', "”": '"', "‘": "'", "’": "'",
    "▮": "#", "▯": ".", "▲": "^", "△": "^", "▼": "v", "▽": "v", "↑": "^", "↓": "v", "◄": "<", "━": "=",
}  # fmt: skip
HORIZONTAL, VERTICAL = "─━═╌╴╶╸╺", "│┃║╎╵╷╹╻"
STREAMS = ("stdin", "stdout", "stderr")


def plain_error(error: UnicodeError) -> tuple[str, int]:
    """What is written from a character on that an encoding lacks to the end of the line (a handler of codecs): plain
    ones in place of those it lacks, and the code of any other, so that nothing is lost. Where they are longer, there
    are fewer of the blanks between columns, so that these stay where they are."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    end = error.object.find("\n", error.start)
    end = len(error.object) if end < 0 else end
    written, longer = [], 0
    for part in re.split("( {2,})", error.object[error.start : end]):
        text = part[min(longer, len(part) - 1) :] if part.isspace() else _encodable(part, error.encoding)
        longer += len(text) - len(part)
        written.append(text)
    return "".join(written), end


def _encodable(text: str, encoding: str) -> str:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return _plain(text) if len(text) == 1 else "".join(_encodable(character, encoding) for character in text)
    return text


def _plain(character: str) -> str:
    if character in HORIZONTAL:
        return PLAIN.get(character, "-")
    if character in VERTICAL:
        return "|"
    if "\u2500" <= character <= "\u257f":
        return "+"
    if "\u2580" <= character <= "\u259f":
        return "#"
    return PLAIN.get(character) or character.encode("ascii", "backslashreplace").decode()


def prepare_streams() -> None:
    """Open what is closed (to nowhere: a file that is opened later would be taken for it), and let both outputs write
    every text."""
    for number, name in enumerate(STREAMS):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8"))  # noqa: PTH123, SIM115
    codecs.register_error("plain", plain_error)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plain")
