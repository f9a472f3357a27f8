"""How often a run was looked at: each answer from another number of its games is a look, kept beside its manifest;
those of a run that is played until it is decided are in it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from analyser.errors import DataError
from analyser.files import append_lines, journal_lines, read_journal, write_atomic
from analyser.runs.store import LOOKS
from cext.commands import command
from cext.fields import Integer, decode
from cext.safe_files import MAX_MANIFEST_BYTES

if TYPE_CHECKING:
    from analyser.runs.manifest import Manifest, ScenarioEntry
    from reports.stats.sequential import Looks

__all__ = ["Look", "damaged_looks", "look_sizes", "record_look", "repair_looks", "scenario_looks"]


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """A question answered from a number of games of a scenario."""

    question: str
    scenario: str
    games: Integer


def look_sizes(run: Path, question: str, scenario: str) -> tuple[int, ...]:
    """Games of the scenario at each look at the question so far, the fewest first; DataError for a damaged file."""
    noted_looks, faults = _read(run)
    for fault in faults:
        raise DataError(f"{run}: {fault}: a look is lost: {command('run', '--resume', run)} removes the line")
    of_question = [noted for noted in noted_looks if (noted.question, noted.scenario) == (question, scenario)]
    return tuple(sorted({noted.games for noted in of_question}))


def record_look(run: Path, now: Look) -> tuple[int, ...]:
    """Games at each look, this one included, which is noted unless the games were the same before.

    Nothing is noted in a directory that cannot be written.
    """
    earlier = look_sizes(run, now.question, now.scenario)
    if now.games in earlier:
        return earlier
    with suppress(OSError):
        append_lines(run / LOOKS, journal_lines([msgspec.to_builtins(now)]))
    return tuple(sorted({*earlier, now.games}))


def scenario_looks(manifest: Manifest, *entries: ScenarioEntry) -> Looks | None:
    """The looks at scenarios that are played until they are decided, or of which games are still to be played, as a
    user who stopped there may have looked. None where all games are there that were fixed beforehand."""
    from reports.stats.sequential import Looks

    for entry in entries:
        if entry.of is not None:
            continue
        if manifest.config.get("until") is not None:
            return Looks(tuple(entry.looks), entry.most, entry.planned_games)
        if manifest.games_done_in(entry.name) < entry.games:
            return Looks((), entry.games, entry.games)
    return None


def damaged_looks(run: Path) -> list[str]:
    """A sentence for each line that is not as it was written."""
    return _read(run)[1]


def repair_looks(run: Path) -> list[str]:
    """Remove the lines that are not as they were written; gives a sentence for each. Raises OSError."""
    noted_looks, faults = _read(run)
    if faults:
        write_atomic(run / LOOKS, journal_lines(map(msgspec.to_builtins, noted_looks)))
    return faults


def _read(run: Path) -> tuple[list[Look], list[str]]:
    """Every look at the run, and a sentence for each line that is damaged."""
    noted_looks: list[Look] = []

    def take(noted: Mapping[str, Any]) -> None:
        noted_looks.append(decode(noted, Look))

    try:
        return noted_looks, read_journal(run / LOOKS, MAX_MANIFEST_BYTES, take)
    except OSError as error:
        raise DataError(f"{run / LOOKS}: cannot be read ({error.strerror})") from error
