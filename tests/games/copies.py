"""Copies of component files that a test edits, text by text."""

from pathlib import Path

__all__ = ["edit"]


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """One text of a file, which stands there once, in place of another."""
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
