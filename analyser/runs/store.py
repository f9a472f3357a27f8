"""The run directory: parquet parts written whole or not at all, and notes that say which of them count."""

from __future__ import annotations

import io
import itertools
import json
import os
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import structs

from analyser.errors import AnalyserError, DataError, write_error
from analyser.experiments.config import LOCAL
from analyser.files import (
    add_digest,
    append_lines,
    digest,
    journal_lines,
    read_journal,
    verify_digest,
    write_atomic,
)
from analyser.runs.inputs import use_copies
from analyser.runs.lock import LOCK, lock_owner
from analyser.runs.manifest import SCHEMA_VERSION, Manifest
from analyser.runs.planned_batches import Batch, PartFile
from cext.commands import command
from cext.messages import closest_match
from cext.safe_files import MAX_BATCH_LOG_BYTES, MAX_MANIFEST_BYTES, content_error, read_limited

if TYPE_CHECKING:
    import polars as pl

    from analyser.runs.frames import BatchFrames

__all__ = [
    "BATCH_LOG", "LOOKS", "MANIFEST", "RETUNED", "RUN_ENTRIES", "TABLES", "RunDirectory", "part_path", "write_part",
    "write_parts",
]  # fmt: skip

TABLES = ("games", "seats", "rounds", "decisions")
MANIFEST = "manifest.json"
# A line for each batch that is over. A file of its own, which grows at its end: the manifest of a run of many batches
# would be written anew with each of them.
BATCH_LOG = "batches.jsonl"
PEOPLE = "people"  # the command whose runs lie in the folder of its answer, and are resumed together
LOOKS = "looks.jsonl"  # not in the manifest: a run may be looked at while another process plays it
GROUP_ROWS = 4_000_000  # of a part that was joined: more than a batch has
# What lies in the directory of a run and was written there by this program.
RETUNED = "retuned"  # plans that were tuned for a side of a change
RUN_ENTRIES = (*TABLES, "inputs", RETUNED, "reports", "records", LOOKS, BATCH_LOG, MANIFEST)


@dataclass
class RunDirectory:
    """A run directory."""

    path: Path
    manifest: Manifest
    unsaved_batches: list[Batch] = field(default_factory=list)  # batches that are over and not yet in the notes
    verified_parts: set[Path] = field(default_factory=set)  # parts that were checked against their digests
    damaged_notes: list[str] = field(default_factory=list)  # a sentence for each line of the notes that is damaged
    notices: list[str] = field(default_factory=list)  # sentences on what was found when it was resumed
    game_seconds: float | None = None  # of one core that a game took in the pilots; None: none was played now

    @classmethod
    def create(cls, path: Path, manifest: Manifest) -> RunDirectory:
        """A new run in an empty or new directory; DataError when something is there already."""
        check_free(path)
        run, is_new = cls(path, manifest), not path.exists()
        try:
            path.mkdir(parents=True, exist_ok=True)
            (path / MANIFEST).open("x").close()  # of runs started at once one gets the directory
        except FileExistsError:
            check_free(path)
            raise
        except OSError as error:
            raise _unmade(path, error) from error
        try:
            run._write_manifest()
        except OSError as error:
            (path / MANIFEST).unlink(missing_ok=True)
            if is_new:
                path.rmdir()
            raise _unmade(path, error) from error
        return run

    @classmethod
    def create_next(cls, folder: Path, stem: str, manifest: Manifest) -> RunDirectory:
        """A new run in the first free one of stem-001, stem-002, … under `folder`, made for this run alone."""
        for number in itertools.count(1):
            path = folder / f"{stem}-{number:03d}"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                path.mkdir()
            except FileExistsError:
                if folder.is_dir():
                    continue
                raise DataError(f"{folder}: a file of that name exists: name a directory with --out") from None
            except OSError as error:
                raise _unmade(path, error) from error
            try:
                return cls.create(path, manifest)
            except AnalyserError:
                path.rmdir()
                raise
        raise AssertionError("numbers do not end")

    @classmethod
    def open(cls, path: Path) -> RunDirectory:
        """The run at `path`; DataError when there is none, or one this version cannot read."""
        file = path / MANIFEST
        if not path.exists():
            near = closest_match(path.name, _runs_beside(path))
            hint = f"did you mean {path.with_name(near)}? " if near else ""
            raise DataError(f"{path}: no such directory: {hint}name a run directory, as written by `run --out`")
        if not file.is_file():
            raise DataError(f"{path}: not a run directory (no manifest.json in it)")
        if not _is_utf8(str(path.absolute())):
            raise DataError(f"{path.absolute()}: is no UTF-8, and its parts cannot be read: rename the folder")
        for name in (*RUN_ENTRIES, LOCK):
            if (path / name).is_symlink():
                raise DataError(f"{path}: {name} in it is a link: what a run is made of lies in it")
        try:
            stored = json.loads(read_limited(file, MAX_MANIFEST_BYTES))
            if reason := content_error(stored):
                raise DataError(f"{file}: {reason}: the run cannot be read")
            version = stored["schema_version"]
        except OSError as error:
            raise DataError(f"{file}: cannot be read ({error.strerror})") from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise DataError(f"{file}: not a manifest this program wrote: the run cannot be read") from error
        if version != SCHEMA_VERSION:
            raise DataError(
                f"{path}: made by another version (schema {version}, this one reads {SCHEMA_VERSION}): play it again"
            )
        try:
            run = cls(path, Manifest.of(verify_digest(stored)))
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            raise DataError(f"{file}: not a manifest this program wrote ({error}): the run cannot be read") from error
        run.read_notes()
        use_copies(path, run.manifest.inputs)
        return run

    @property
    def resume_command(self) -> str:
        """The command that plays what is missing."""
        if self.manifest.config.get("design") == PEOPLE:
            return command("people", "--resume", self.path.parent)
        engine = self.manifest.config.get("engine", LOCAL)
        cluster = () if engine == LOCAL else ("--engine", engine)  # its address is taken from no file
        return command("run", "--resume", self.path, *cluster)

    def snapshot(self) -> RunDirectory:
        """The run as it is now, for a thread that reads it while batches are finished."""
        batches = [copy(batch) for batch in self.manifest.batches]
        return replace(self, manifest=structs.replace(self.manifest, batches=batches))

    def save(self) -> None:
        """Write the manifest, and note the batches that are over."""
        self.save_notes()
        try:
            self._write_manifest()
        except OSError as error:
            raise self._unwritable(MANIFEST, error) from error

    def _write_manifest(self) -> None:
        # An entry a line: json.dumps() with an indent takes twenty times as long, and it is written at every check.
        entries = add_digest(self.manifest.to_dict()).items()
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in entries)
        write_atomic(self.path / MANIFEST, f"{{\n{lines}\n}}\n".encode())

    def save_notes(self) -> None:
        """Add a line for each batch that is over; whole lines or none."""
        lines = _lines(self.unsaved_batches)
        if not lines:
            return
        try:
            append_lines(self.path / BATCH_LOG, lines)
        except OSError as error:
            raise self._unwritable(BATCH_LOG, error) from error
        self.unsaved_batches = []

    def read_notes(self) -> None:
        """Take over what is noted of the batches; the batch of a damaged line counts as planned."""
        by_number = {batch.number: batch for batch in self.manifest.batches}

        def take(noted: Mapping[str, Any]) -> None:
            over = Batch.from_record(noted)
            if batch := by_number.get(over.number):
                batch.update(over)

        owner = lock_owner(self.path)
        is_growing = owner is not None and owner.pid != os.getpid()
        try:
            self.damaged_notes = read_journal(self.path / BATCH_LOG, MAX_BATCH_LOG_BYTES, take, is_growing=is_growing)
        except OSError as error:
            raise DataError(f"{self.path / BATCH_LOG}: cannot be read ({error.strerror})") from error

    def log_errors(self) -> list[str]:
        """What is wrong with the notes and with the batches, a sentence each."""
        return [*self.damaged_notes, *self.manifest.batch_errors()]

    def rewrite_notes(self, batches: Iterable[Batch] | None = None) -> None:
        """The notes written anew, of these batches (None: all of the run's) that are over, a line each."""
        try:
            write_atomic(self.path / BATCH_LOG, _lines(self.manifest.batches if batches is None else batches))
        except OSError as error:
            raise self._unwritable(BATCH_LOG, error) from error
        self.unsaved_batches, self.damaged_notes = [], []

    def _unwritable(self, name: str, error: OSError) -> AnalyserError:
        return write_error(self.path / name, error, "--resume when it can", with_room="--resume")

    def finish(self, *, complete: bool) -> None:
        """Note the end of a session."""
        self.manifest.ended = now()
        self.manifest.complete = complete
        self.save()

    def parts(self, table: str, scenario: str | None = None) -> list[Path]:
        """Finished parts of a table, in the order they were planned: in the order of games within each scenario.

        Of all scenarios, or of the one named.
        """
        return [
            part_path(self.path, table, batch.number)
            for batch in self.manifest.batches
            if table in batch.parts and scenario in (None, batch.scenario)
        ]


def _lines(batches: Iterable[Batch]) -> bytes:
    """A line for each batch that is over."""
    return journal_lines(batch.to_record() for batch in batches if batch.state != "planned")


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _unmade(path: Path, error: OSError) -> AnalyserError:
    """The error to raise where a run cannot be started."""
    return write_error(path, error, "name another place with --out")


def _runs_beside(path: Path) -> list[str]:
    """Names of the runs in the directory where one was looked for."""
    try:
        return [folder.name for folder in path.absolute().parent.iterdir() if (folder / MANIFEST).is_file()]
    except OSError:
        return []


def check_free(path: Path) -> None:
    """DataError unless a run may be created at `path`."""
    if path.is_file():
        raise DataError(f"--out {path}: a file of that name exists: name a new directory")
    if (path / MANIFEST).exists():
        raise DataError(f"--out {path}: holds a run already: name a new directory, or go on with it by --resume")
    if path.is_dir() and any(path.iterdir()):
        raise DataError(f"--out {path}: the directory is not empty and is not a run: name a new directory")


def now() -> str:
    """Time stamp of the manifest, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def part_path(run: Path, table: str, number: int) -> Path:
    """Where a part lies."""
    return run / table / f"part-{number:05d}.parquet"


def write_parts(run: Path, number: int, parts: BatchFrames, metadata: Mapping[str, str]) -> dict[str, PartFile]:
    """Write the frames of a batch, games last; gives what each part is known by."""
    written = {}
    for table in reversed(TABLES):
        frame: pl.DataFrame | None = getattr(parts, table)
        if frame is None:
            continue
        (run / table).mkdir(exist_ok=True)
        written[table] = write_part(part_path(run, table, number), frame, metadata)
    return written


def write_part(path: Path, frame: pl.DataFrame, metadata: Mapping[str, str]) -> PartFile:
    """Write a part; gives what it is known by."""
    buffer = io.BytesIO()
    # One row group, lowest level: a third of the time of the defaults for a tenth more bytes.
    frame.write_parquet(
        buffer,
        compression="zstd",
        compression_level=1,
        statistics=False,
        row_group_size=max(1, min(frame.height, GROUP_ROWS)),
        metadata=dict(metadata),
    )
    content = buffer.getvalue()
    write_atomic(path, content)
    return PartFile(frame.height, len(content), digest(content))
