"""The runs that are there: listed, summed up, joined to fewer parts, removed."""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import AnalyserError, DataError, write_error
from analyser.files import TEMPORARY
from analyser.runs.inputs import INPUTS
from analyser.runs.integrity import check_parts, explain_read_errors, remove_orphan_parts
from analyser.runs.lock import lock_owner, lock_run
from analyser.runs.manifest import Manifest
from analyser.runs.planned_batches import Batch, PartFile, next_number, summed
from analyser.runs.store import (
    BATCH_LOG,
    LOOKS,
    MANIFEST,
    RETUNED,
    RUN_ENTRIES,
    TABLES,
    RunDirectory,
    check_free,
    part_path,
    write_part,
)
from cext.safe_files import MAX_MANIFEST_BYTES, read_limited

if TYPE_CHECKING:
    from reports.questions.base import Question
    from reports.several import ScenarioAnswer

__all__ = [
    "RUNS", "Summary", "compact", "new_folder", "remove", "runs_in", "summary", "table_sizes",
    "write_report",
]  # fmt: skip

RUNS = Path("runs")  # where runs lie without --out
# Files that a run has beside its manifest and its inputs, also those that a killed process was writing.
RUN_FILES = re.compile(
    rf"(?:(?:{'|'.join(TABLES)})/part-\d+\.parquet|{re.escape(BATCH_LOG)}|{re.escape(LOOKS)}"
    rf"|{RETUNED}/[^/]+/[^/]+\.(?:toml|tuning\.json)|records/[^/]+\.jsonl"
    rf"|reports/.+\.(?:html|csv|parquet|svg|png|tmp)|reports/.+/report\.json)(?:{re.escape(TEMPORARY)}-\d+)?"
    rf"|(?:{re.escape(MANIFEST)}|{INPUTS}/.+){re.escape(TEMPORARY)}-\d+"
)
PART_BYTES = 16_000_000  # of a part that others are joined in: its rows fit into memory some times over


@dataclass(frozen=True)
class Summary:
    """A run at a glance."""

    path: Path
    game: str
    command: str  # the command that began it
    games: int  # played
    planned: int
    state: str  # complete, unfinished, played by …, cannot be read: …
    bytes: int  # of its parts
    parts: int
    started: str


def runs_in(folder: Path) -> list[Path]:
    """The runs in a folder, by name; DataError where it is none. There need not be one for runs that go to no other."""
    if not folder.exists() and folder == RUNS:
        return []
    if not folder.is_dir():
        raise DataError(f"{folder}: no such directory: name one that holds runs")
    return sorted(path for path in folder.iterdir() if (path / MANIFEST).is_file())


def summary(path: Path) -> Summary:
    """What the run is; one that cannot be read says why."""
    try:
        run = RunDirectory.open(path)
    except AnalyserError as error:
        return Summary(path, "", "", 0, 0, f"cannot be read: {str(error).removeprefix(f'{path}: ')}", 0, 0, "")
    manifest = run.manifest
    parts = [part for batch in manifest.batches for part in batch.parts.values()]
    return Summary(
        path=path,
        game=manifest.config["game"],
        command=manifest.config["design"],
        games=manifest.games_done,
        planned=manifest.games,
        state=_state(run),
        bytes=sum(part.bytes for part in parts),
        parts=len(parts),
        started=manifest.started,
    )


def _state(run: RunDirectory) -> str:
    manifest = run.manifest
    if owner := lock_owner(run.path):
        return f"{owner.words} writes it"
    if words := run.log_errors():
        return f"damaged: {words[0]}"
    if failed := manifest.failed():
        return f"{len(failed)} batches failed"
    return "complete" if manifest.complete else "unfinished"


def compact(path: Path) -> tuple[int, int]:
    """Join the parts of a run's batches that follow one another, and remove part files that belong to none; gives how
    many parts there were and are. Rows and their order stay. Raises DataError where a part is not what was written.

    What was joined is noted before the parts it came from are removed: whenever it is stopped, one or the other counts.
    """
    RunDirectory.open(path)
    with lock_run(path):
        run = RunDirectory.open(path)
        for table in TABLES:
            check_parts(run, table)
        manifest = run.manifest
        n_before = sum(len(batch.parts) for batch in manifest.batches)
        old = list(manifest.batches)
        try:
            with explain_read_errors(run):
                manifest.batches = list(_joined(run, old))
        except OSError as error:
            remove_orphan_parts(run)  # what was joined so far: on a full disk it would be in the way
            raise write_error(path, error, "all parts are as they were") from error
        run.rewrite_notes([*old, *manifest.batches])
        run.save()
        run.rewrite_notes()
        remove_orphan_parts(run)
    return n_before, sum(len(batch.parts) for batch in manifest.batches)


def _joined(run: RunDirectory, batches: list[Batch]) -> Iterator[Batch]:
    """The batches, those joined that may be, their parts written."""
    number = next_number(batches)
    for group in _groups(batches):
        if len(group) == 1:
            yield group[0]
            continue
        first, last = group[0], group[-1]
        seconds = round(sum(batch.seconds for batch in group), 3)
        parts = {
            table: _join(run, table, [batch for batch in group if table in batch.parts], number)
            for table in TABLES
            if any(table in batch.parts for batch in group)
        }
        thinking = summed(batch.thinking for batch in group)
        yield Batch(first.scenario, first.lo, last.hi, number, 1, seconds, parts, thinking=thinking)
        number += 1


def _groups(batches: list[Batch]) -> Iterator[list[Batch]]:
    """Batches that follow one another and are done, as many as one part may hold."""
    group, size = batches[:1], sum(_sizes(batches[:1]))
    for previous, batch in pairwise(batches):
        follows = (batch.scenario, batch.lo) == (previous.scenario, previous.hi)
        size += sum(_sizes([batch]))
        if follows and batch.parts and previous.parts and size <= PART_BYTES:
            group.append(batch)
        else:
            yield group
            group, size = [batch], sum(_sizes([batch]))
    if group:
        yield group


def _sizes(batches: Iterable[Batch]) -> Iterator[int]:
    return (part.bytes for batch in batches for part in batch.parts.values())


def _join(run: RunDirectory, table: str, batches: list[Batch], number: int) -> PartFile:
    """The parts of these batches written as one; ValueError where they have other rows than are noted."""
    import polars as pl

    files = [part_path(run.path, table, batch.number).absolute() for batch in batches]
    frame = pl.concat([pl.read_parquet(file, glob=False, hive_partitioning=False) for file in files])
    if frame.height != sum(batch.parts[table].rows for batch in batches):
        raise ValueError("rows are missing, or too many")
    return write_part(part_path(run.path, table, number), frame, run.manifest.metadata())


def new_folder(out: Path | None, game: str, command: str) -> Path:
    """The folder of the answer about a game, made: the one named, else the next free one under RUNS. Raises
    DataError."""
    if out is not None:
        check_free(out)
    stem = f"{Path(game).stem}-{command}"
    folders = [out] if out is not None else (RUNS / f"{stem}-{number:03d}" for number in itertools.count(1))
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=out is not None)
        except FileExistsError:
            continue
        except OSError as error:
            raise write_error(folder, error, "name another folder with --out") from error
        return folder
    raise AssertionError("numbers do not end")


def write_report(question: Question, answer: ScenarioAnswer, folder: Path, **settings: Any) -> Path:
    """Draw and write the page of an answer with its tables; the page. settings: as report_of_question() takes them.
    Raises DataError or DiskFull."""
    from reports.page.write import report_of_question

    try:
        return report_of_question(question, answer, **settings).write(folder)
    except OSError as error:
        raise write_error(folder, error, "name another folder with --out") from error


def remove(path: Path) -> list[Path]:
    """Remove the files of the run, and folders that are empty then; gives the files that stay: a run has none such.

    Raises DataError for what is no run, or is being written.
    """
    if path.is_symlink():
        raise DataError(f"{path}: is a link: name the run directory itself")
    inputs = _inputs(path)
    with lock_run(path):
        try:
            # The manifest last: what is left of a removal that was stopped is a run that can be removed.
            for file in _files(path):
                name = file.relative_to(path).as_posix()
                if (name in inputs or RUN_FILES.fullmatch(name)) and not file.is_symlink():
                    file.unlink()
            (path / MANIFEST).unlink()
            for folder in (path / name for name in RUN_ENTRIES):
                _remove_empty(folder)
        except OSError as error:
            raise DataError(f"{path}: cannot be removed ({error.filename}: {error.strerror})") from error
    left = list(_files(path))
    if not left:
        _remove_empty(path)
    return left


def _inputs(path: Path) -> set[str]:
    """Names of the files that a run keeps of what it was played with; DataError unless its manifest, which may be of
    another version, says that it is a run."""
    file = path / MANIFEST
    try:
        if file.is_symlink():
            raise ValueError("a link")
        stored = json.loads(read_limited(file, MAX_MANIFEST_BYTES))
        if not {"schema_version", "config", "batches", "started"} <= stored.keys():
            raise ValueError("another manifest")
        return {f"{INPUTS}/{entry['copy']}" for entry in stored.get("inputs", [])}
    except FileNotFoundError:
        raise DataError(f"{path}: not a run directory (no {MANIFEST} in it): nothing is removed") from None
    except OSError as error:
        raise DataError(f"{file}: cannot be read ({error.strerror}): nothing is removed") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(f"{file}: not a manifest this program wrote: nothing is removed") from error


def _files(folder: Path) -> Iterator[Path]:
    """What lies in a folder and below it, but for folders; links are not followed."""
    for where, folders, names in os.walk(folder):
        links = [name for name in folders if (Path(where) / name).is_symlink()]
        yield from (Path(where) / name for name in sorted([*names, *links]))


def _remove_empty(folder: Path) -> None:
    """Remove a folder and those below it, as far as nothing lies in them."""
    if folder.is_symlink():
        return
    for where, _, _ in os.walk(folder, topdown=False):
        with suppress(OSError):
            Path(where).rmdir()


def table_sizes(manifest: Manifest) -> dict[str, tuple[int, int, int]]:
    """Of each table that has parts: how many, their rows, their bytes."""
    sizes = {}
    for table in TABLES:
        parts = [batch.parts[table] for batch in manifest.batches if table in batch.parts]
        if parts:
            sizes[table] = len(parts), sum(part.rows for part in parts), sum(part.bytes for part in parts)
    return sizes
