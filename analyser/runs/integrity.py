"""Check parts against their digests: what is damaged or missing is named, and played again."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import AnalyserError, BatchesFailed, DataError
from analyser.files import TEMPORARY, digest
from analyser.runs.inputs import INPUTS
from analyser.runs.planned_batches import Batch, PartFile, coverage_errors, next_number, numbered
from analyser.runs.store import MANIFEST, TABLES, RunDirectory, part_path
from cext.commands import command
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited
from reports.facts import GameFacts

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "PartError", "check_failed", "check_games", "check_parts", "damaged_inputs", "damaged_parts", "explain_read_errors",
    "orphan_parts", "remove_orphan_parts", "repair", "scan_table",
]  # fmt: skip

THREADS = 2  # that read and digest: neither holds the interpreter
MAX_BATCH_GAMES = 5_000  # of a batch that is planned anew


@dataclass(frozen=True)
class PartError:
    """A part that is not the one that was written."""

    batch: Batch
    table: str
    message: str  # which file, and what is wrong with it


def check_parts(run: RunDirectory, table: str, scenario: str | None = None) -> None:
    """DataError where the batches do not hold every game once, or a part of the table is not the one that was written.

    Of all scenarios, or of the one named; each part is read once for a Run.
    """
    words = run.log_errors()
    batches = [batch for batch in run.manifest.batches if scenario in (None, batch.scenario)]
    words += [fault.message for fault in damaged_parts(run, batches, (table,))]
    if words:
        more = f", and {len(words) - 1} more ({command('runs', 'check', run.path)} names all)" if len(words) > 1 else ""
        raise DataError(f"{run.path}: {words[0]}{more}: {run.resume_command} plays what is missing again")


def check_failed(run: RunDirectory, scenario: str) -> None:
    """BatchesFailed where most games of a scenario failed."""
    if run.manifest.mostly_failed(scenario):
        failed, done = run.manifest.games_failed_in(scenario), run.manifest.games_done_in(scenario)
        name = f"scenario {scenario}: " if len(run.manifest.scenarios) > 1 else ""
        raise BatchesFailed(
            f"{run.path}: {name}{failed:,} of {failed + done:,} games failed: no answer is read off the rest: "
            f"{run.resume_command} tries them again"
        )


def scan_table(run: RunDirectory, table: str, scenario: str | None = None) -> pl.LazyFrame | None:
    """A lazy frame over all finished parts, or over those of one scenario; None where nothing was recorded.

    A column that only some scenarios have is null in the others. Raises DataError where a part is not the one that
    was written.
    """
    import polars as pl

    check_parts(run, table, scenario)
    names = [entry.name for entry in run.manifest.scenarios] if scenario is None else [scenario]
    # Names of files as they are: a directory may be called run[1], run* or ~.
    frames = [
        pl.scan_parquet([part.absolute() for part in parts], glob=False, hive_partitioning=False)
        for name in names
        if (parts := run.parts(table, name))
    ]
    return pl.concat(frames, how="diagonal") if len(frames) > 1 else next(iter(frames), None)


def check_games(run: RunDirectory, scenario: str, game: int) -> None:
    """DataError where the parts that hold the game are not those that were written."""
    batches = [batch for batch in run.manifest.batches if batch.scenario == scenario and batch.lo <= game < batch.hi]
    for fault in damaged_parts(run, batches):
        raise DataError(f"{run.path}: {fault.message}: {run.resume_command} plays its games again")


def damaged_parts(run: RunDirectory, batches: Iterable[Batch], tables: Iterable[str] = TABLES) -> Iterator[PartError]:
    """Parts of these batches and tables that are missing, or not those that were written."""
    table_names = set(tables)
    parts = [
        (batch, table, part, path)
        for batch in batches
        for table, part in batch.parts.items()
        if table in table_names and (path := part_path(run.path, table, batch.number)) not in run.verified_parts
    ]
    if not parts:
        return
    with ThreadPoolExecutor(THREADS) as pool:
        reasons = pool.map(lambda entry: _file_error(run, entry[3], entry[2]), parts)
        for (batch, table, _, path), reason in zip(parts, reasons, strict=True):
            if reason:
                yield PartError(batch, table, f"{table}/{path.name} {reason}")
            else:
                run.verified_parts.add(path)


def _file_error(run: RunDirectory, path: Path, part: PartFile) -> str:
    """What is wrong with the file, "" where it is the part; DataError where it was played for another manifest."""
    try:
        if (size := path.stat().st_size) != part.bytes:
            return f"is damaged: {size:,} bytes, {part.bytes:,} were written"
        content = read_limited(path, part.bytes)
        if digest(content) != part.blake2b:
            return "is damaged, or another part: its digest is not that of what was written"
        _check_origin(run, path, content)
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return ""


def _check_origin(run: RunDirectory, path: Path, content: bytes) -> None:
    """DataError where a part says that it is of another seed or configuration than the run: nothing may be played or
    removed then, as it is unknown which of the two is in the wrong place."""
    import polars as pl

    try:
        noted = pl.read_parquet_metadata(io.BytesIO(content))
    except pl.exceptions.PolarsError:  # explain_read_errors() names the part
        return
    manifest = run.manifest
    for key, valid in (("seed", [str(manifest.seed)]), ("config_sha256", manifest.configs)):
        if valid is not None and (value := noted.get(key, "")) and value not in valid:
            origin = f"seed {value}, not {manifest.seed}" if key == "seed" else "another configuration"
            name = f"{path.parent.name}/{path.name}"
            raise DataError(
                f"{run.path}: {name} is of another run than {MANIFEST} ({origin}): put the run's own {MANIFEST} back"
            )


@contextmanager
def explain_read_errors(run: RunDirectory) -> Iterator[None]:
    """Where rows of a run cannot be read or reckoned with, DataError names a part that is none of this program's, noted
    though its digest is; any other error stays what it is."""
    try:
        yield
    except (OSError, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a damaged part can make polars panic, which is no Exception
        if isinstance(error, AnalyserError) and not isinstance(error.__cause__, ValueError):
            raise
        for entry in run.manifest.scenarios:
            game = run.manifest.base_scenario(entry).facts
            types: dict[str, Any] = {}
            for batch in run.manifest.batches:
                for table, part in batch.parts.items() if batch.scenario == entry.name else ():
                    if reason := _content_error(part_path(run.path, table, batch.number), table, part, game, types):
                        name = f"{table}/part-{batch.number:05d}.parquet"
                        message = f"{name} is no part that this program wrote ({reason})"
                        raise DataError(f"{run.path}: {message}: play the run again") from error
        raise


def _content_error(path: Path, table: str, part: PartFile, game: GameFacts, types: dict[str, Any]) -> str:
    """What is wrong with the columns of a part, "" where nothing is. types: those of the table's parts before, to which
    its own are added."""
    import polars as pl

    from analyser.runs.frames import schema_error

    try:
        frame = pl.read_parquet(path, glob=False, hive_partitioning=False)
    except BaseException as error:
        return str(error).splitlines()[0]
    if frame.height != part.rows:
        return f"{frame.height} rows, {part.rows} are noted"
    if reason := schema_error(frame, table, game.sources, game.tallies):
        return reason
    if types.setdefault(table, frame.schema) != frame.schema:
        return "its columns are not those of the parts before"
    return ""


def damaged_inputs(run: RunDirectory) -> list[str]:
    """What is wrong with the copies of what the run was played with."""
    messages = []
    for copied in run.manifest.inputs:
        path = run.path / INPUTS / copied.copy
        try:
            reason = "" if digest(read_limited(path, MAX_PROGRAM_BYTES)) == copied.blake2b else "is damaged"
        except FileNotFoundError:
            reason = "is missing"
        except OSError as error:
            reason = f"cannot be read ({error.strerror})"
        if reason:
            messages.append(f"{INPUTS}/{copied.copy} {reason}")
    return messages


def orphan_parts(run: RunDirectory) -> list[Path]:
    """PartFile files that belong to no batch that is done."""
    listed = {path for table in TABLES for path in run.parts(table)}
    return sorted(path for table in TABLES for path in (run.path / table).glob("part-*") if path not in listed)


def repair(run: RunDirectory) -> list[str]:
    """Remove what a killed writer left behind, and plan again what is damaged, missing, or in no batch or two; says
    what that is."""
    manifest = run.manifest
    words = run.log_errors()
    for table in TABLES:
        for path in (run.path / table).glob(f"*{TEMPORARY}*"):
            path.unlink(missing_ok=True)
    for fault in list(damaged_parts(run, manifest.batches)):
        words.append(fault.message)
        fault.batch.reset()
    for place in manifest.missing():
        manifest.batches[place].reset()
    if words:
        manifest.batches = _plan_again(run)
        manifest.complete = False
        run.rewrite_notes()
        run.save()
        remove_orphan_parts(run)
    return words


def remove_orphan_parts(run: RunDirectory) -> None:
    """Remove part files that belong to no batch, done or planned."""
    numbers = {part_path(run.path, "games", batch.number).name for batch in run.manifest.batches}
    for path in orphan_parts(run):
        if path.name not in numbers:
            path.unlink(missing_ok=True)


def _plan_again(run: RunDirectory) -> list[Batch]:
    """The batches that hold every game of the run once: those there are, where they do, and new ones."""
    planned: list[Batch] = []
    numbers: set[int] = set()
    first = next_number(run.manifest.batches)
    for entry in run.manifest.scenarios:
        mine: list[Batch] = []
        listed = (batch for batch in run.manifest.batches if batch.scenario == entry.name)
        for batch in sorted(listed, key=lambda batch: (batch.lo, not batch.parts, batch.hi)):
            is_outside = batch.hi > entry.games or batch.hi <= batch.lo
            is_duplicate = batch.number in numbers or (mine and batch.lo < mine[-1].hi)
            if is_outside or is_duplicate or (not batch.parts and batch.games > MAX_BATCH_GAMES):
                continue
            numbers.add(batch.number)
            mine.append(batch)
        gaps = [(lo, hi) for _, lo, hi in coverage_errors(entry.games, mine)]
        step = MAX_BATCH_GAMES
        cuts = [(entry.name, at, min(at + step, hi)) for lo, hi in gaps for at in range(lo, hi, step)]
        new = numbered(cuts, first)
        first += len(new)
        planned += sorted([*mine, *new], key=lambda batch: batch.lo)
    return planned
