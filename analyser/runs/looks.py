"""How often a run was looked at: each answer from another number of its games is a look, kept beside its manifest."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from analyser.errors import DataError
from analyser.typed import check_types
from cext.limits import MOST_MANIFEST, file_bytes

__all__ = ["Look", "look", "looks"]

# A file of its own: the manifest belongs to whoever plays, and a run may be looked at while it is played.
FILE = "looks.jsonl"


@dataclass(frozen=True)
class Look:
    """A question answered from so many games of a scenario."""

    question: str
    scenario: str
    games: int


def looks(run: Path, question: str, scenario: str) -> tuple[int, ...]:
    """Games of the scenario at each look at the question so far, the fewest first; DataError for a broken file."""
    seen = (one for one in _read(run / FILE) if (one.question, one.scenario) == (question, scenario))
    return tuple(sorted({one.games for one in seen}))


def look(run: Path, now: Look) -> tuple[int, ...]:
    """Games at each look, this one included, which is noted unless the games were the same before.

    Nothing is noted in a directory that cannot be written: whoever gave it away cannot be told.
    """
    before = looks(run, now.question, now.scenario)
    if now.games in before:
        return before
    line = json.dumps(asdict(now)) + "\n"
    try:
        with (run / FILE).open("a", encoding="utf-8") as file:
            file.write(line)
    except OSError:
        pass
    return tuple(sorted({*before, now.games}))


def _read(file: Path) -> list[Look]:
    """Every look in the file."""
    try:
        lines = file_bytes(file, MOST_MANIFEST).decode().splitlines() if file.exists() else []
        return [_look(json.loads(line)) for line in lines]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise DataError(
            f"{file}: not the looks this program wrote: how often the run was looked at is lost: remove it"
        ) from error


def _look(noted: dict[str, Any]) -> Look:
    """A line of the file."""
    check_types(Look, noted)
    return Look(**noted)
