"""Arguments of functions that are called from Python: a TypeError in words for a value of the wrong kind."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import polars as pl

__all__ = [
    "check_process", "measures_argument", "number_argument", "path_argument", "plain", "reference_argument", "refuse",
    "text_argument", "texts_argument",
]  # fmt: skip

MAX_SHOWN = 60  # characters of a value that a message repeats


def refuse(name: str, words: str, value: object) -> NoReturn:
    """Raise the TypeError: what the argument is to be, and what it is."""
    text = " ".join(repr(value).split())
    text = text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
    raise TypeError(f"{name}: give {words}, not {text}")


def plain(value: Any) -> Any:
    """The value, that of numpy's as Python's own."""
    return value.item() if isinstance(value, np.generic) else value


def number_argument(name: str, value: Any, *, integer: bool = False) -> Any:
    """A number, or a whole one."""
    number = plain(value)
    if isinstance(number, bool) or not isinstance(number, int if integer else int | float):
        refuse(name, "a whole number" if integer else "a number", value)
    return number


def text_argument(name: str, value: Any, words: str = "a text") -> str:
    """A text; "" for None."""
    if value is None:
        return ""
    if not isinstance(value, str):
        refuse(name, words, value)
    return str(value)


def texts_argument(name: str, value: Any) -> str | tuple[str, ...]:
    """A text, or a list of them; () for None. A set has no order that is the same in every process."""
    if isinstance(value, str):
        return str(value)
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        refuse(name, "a text or a list of texts", value)
    return tuple(map(str, value))


def measures_argument(value: Any) -> str | pl.Expr | tuple[str | pl.Expr, ...]:
    """A text or a polars expression, or a list of them."""
    several = value if isinstance(value, list | tuple) else [value]
    if not several or not all(isinstance(each, pl.Expr) or (isinstance(each, str) and each) for each in several):
        refuse("measure", "a text, a polars expression or a list of them", value)
    return value if isinstance(value, str | pl.Expr) else tuple(value)


def path_argument(name: str, value: Any) -> Path:
    """The path of a file or folder."""
    if not isinstance(value, str | os.PathLike) or isinstance(path := os.fspath(value), bytes):
        refuse(name, "a path, as a text or pathlib.Path", value)
    return Path(path)


def reference_argument(value: Any) -> Any:
    """What groups are compared with: a text, a number, a mapping of factors to these, a list of all these, or None."""
    words = "a reference such as 'par', a level, a mapping of factors to references, or a list of them"
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        if not all(isinstance(factor, str) and _is_level(plain(level)) for factor, level in value.items()):
            refuse("against", "a mapping of factors to references, such as {'board': 'A', 'seat': 'mean'}", value)
        return {factor: plain(level) for factor, level in value.items()}
    if isinstance(value, list | tuple):
        if None in value:
            refuse("against", words, value)
        return [reference_argument(part) for part in value]
    if not _is_level(plain(value)):
        refuse("against", words, value)
    return plain(value)


def _is_level(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


_first_process: int | None = None  # that has read frames; a fork has a copy, and another number


def check_process() -> None:
    """RuntimeError in a process that was forked from one that had read frames: the threads that read them are not
    there, and it would wait for them for ever."""
    global _first_process
    if _first_process is None:
        _first_process = os.getpid()
    if _first_process != os.getpid():
        raise RuntimeError(
            "this process was forked from one that had read a run: start it another way, with "
            "multiprocessing.get_context('spawn')"
        )
