"""Games of a run that meet a condition, in the words of `analyser compare --where`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl

from analyser.errors import UsageError
from analyser.runs.reader import open_run
from analyser.runs.store import RunDirectory
from reports.conditions import ConditionError

__all__ = ["games_where", "records_folder"]


def records_folder(run: Path) -> Path:
    """Where records of a run's games lie unless told otherwise."""
    return run / "records"


def games_where(directory: RunDirectory, condition: str, *, scenario: str | None = None) -> pl.DataFrame:
    """The games in which some player's seat meets a condition, in the order of the run: scenario, game, deal, arm.

    All scenarios that are answered by themselves are looked through, or the one named. Raises UsageError for what is no
    condition, and for one that no game that can be recorded meets.
    """
    manifest = directory.manifest
    names = {entry.name for entry in (manifest.main_scenarios if scenario is None else [manifest.scenario(scenario)])}
    run = open_run(directory.path)
    try:
        return replace(run, parts=tuple(part for part in run.parts if part.name in names)).games_where(condition)
    except ConditionError as error:
        raise UsageError(f"--where: {error}") from error
