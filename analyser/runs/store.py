"""The run directory: parquet parts written whole or not at all, and a manifest that says which of them count."""

from __future__ import annotations

import io
import itertools
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import DataError, DiskFull
from cext.spelling import did_you_mean

if TYPE_CHECKING:
    import polars as pl

    from analyser.runs.frames import Frames

__all__ = ["SCHEMA_VERSION", "TABLES", "Batch", "Manifest", "Run", "ScenarioEntry", "write_parts"]

SCHEMA_VERSION = 4  # of the frames and the manifest; raised when a reader of the one before would misread them
TABLES = ("games", "seats", "decisions")
TEMPORARY = ".writing"  # suffix of files not yet renamed


@dataclass
class Batch:
    """Games lo to hi-1 of a scenario and how far they are: planned, done or failed."""

    scenario: str
    lo: int
    hi: int
    state: str = "planned"
    tries: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    error: str | None = None


@dataclass
class ScenarioEntry:
    """A scenario of a run: how it was set up, what was designed, and what its game says of itself."""

    name: str
    players: int
    option: dict[str, Any]
    components: str | None
    levels: str | None
    forbidden: list[str]
    games: int
    deals: int  # the first so many: the same in every scenario
    design: dict[str, Any]  # name, main contrast, parts, plans, and what the pilot found and decided
    game: dict[str, Any]  # Game.facts(); empty, as the design is, where the scenario varies another
    edits: list[dict[str, str]] = field(default_factory=list)  # of its components: file, row, field, shipped, edited
    data: list[str] = field(default_factory=list)  # component data set to other values
    printing: int | dict[str, int] | None = None  # drawn: by number, or by that of each group
    series: int = 1  # of printings
    of: str | None = None  # the scenario it varies


@dataclass
class Manifest:
    """What manifest.json holds."""

    argv: list[str]
    config: dict[str, Any]
    config_sha256: str
    seed: int
    deals: int  # different ones
    games: int  # of all scenarios
    scenarios: list[ScenarioEntry]
    strategies: dict[str, str]  # name -> digest of the file it is made from
    versions: dict[str, str]  # analyser, engine (digest of the compiled modules), python, polars, numpy
    batches: list[Batch]
    started: str
    ended: str | None = None
    complete: bool = False
    seconds: float = 0.0  # spent playing, over all sessions
    learners: list[str] = field(default_factory=list)  # strategies that play weakly on purpose
    schema_version: int = SCHEMA_VERSION

    def metadata(self) -> dict[str, str]:
        """What every part carries."""
        return {
            "schema_version": str(self.schema_version),
            "seed": str(self.seed),
            "config_sha256": self.config_sha256,
            "analyser": self.versions["analyser"],
            "engine": self.versions["engine"],
        }

    def scenario(self, name: str | None = None) -> ScenarioEntry:
        """The scenario of that name (None: the first); DataError where there is none."""
        names = [entry.name for entry in self.scenarios]
        if name is not None and name not in names:
            raise DataError(f"--scenario {name}: the run has no such scenario: {did_you_mean(name, names)}")
        return self.scenarios[0 if name is None else names.index(name)]

    @property
    def told(self) -> list[ScenarioEntry]:
        """The scenarios that are answered by themselves: those that vary another are answered with it."""
        return [entry for entry in self.scenarios if entry.of is None]

    def varied(self, entry: ScenarioEntry) -> ScenarioEntry:
        """The scenario that this one varies; itself, where it varies none."""
        return entry if entry.of is None else self.scenario(entry.of)

    def missing(self) -> list[int]:
        """Numbers of the batches not done."""
        return [number for number, batch in enumerate(self.batches) if batch.state != "done"]

    def failed(self) -> list[int]:
        """Numbers of the batches given up."""
        return [number for number, batch in enumerate(self.batches) if batch.state == "failed"]

    @property
    def games_done(self) -> int:
        """Games in finished parts."""
        return sum(batch.hi - batch.lo for batch in self.batches if batch.state == "done")

    def games_done_in(self, scenario: str) -> int:
        """Games of the scenario in finished parts."""
        done = (batch for batch in self.batches if batch.state == "done")
        return sum(batch.hi - batch.lo for batch in done if batch.scenario == scenario)


@dataclass
class Run:
    """A run directory."""

    path: Path
    manifest: Manifest

    @classmethod
    def create(cls, path: Path, manifest: Manifest) -> Run:
        """A new run in an empty or new directory; DataError when something is there already."""
        check_free(path)
        run = cls(path, manifest)
        try:
            path.mkdir(parents=True, exist_ok=True)
            (path / "manifest.json").open("x").close()  # of runs started at once one gets the directory
        except FileExistsError:
            check_free(path)
            raise
        except OSError as error:
            raise DataError(
                f"--out {path}: cannot make the directory ({error.strerror}): name another place"
            ) from error
        try:
            run.save()
        except DiskFull:
            (path / "manifest.json").unlink(missing_ok=True)
            raise
        return run

    @classmethod
    def create_next(cls, folder: Path, stem: str, manifest: Manifest) -> Run:
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
                raise DataError(f"{path}: cannot make the directory ({error.strerror}): name one with --out") from error
            return cls.create(path, manifest)
        raise AssertionError("numbers do not end")

    @classmethod
    def open(cls, path: Path) -> Run:
        """The run at `path`; DataError when there is none, or one this version cannot read."""
        file = path / "manifest.json"
        if not path.exists():
            raise DataError(f"{path}: no such directory: name a run directory, as written by `analyser run --out`")
        if not file.is_file():
            raise DataError(f"{path}: not a run directory (no manifest.json in it)")
        try:
            stored = json.loads(file.read_text(encoding="utf-8"))
            version = stored["schema_version"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DataError(f"{file}: not a manifest this program wrote: the run cannot be read") from error
        if version != SCHEMA_VERSION:
            raise DataError(
                f"{path}: made by another version (schema {version}, this one reads {SCHEMA_VERSION}): play it again"
            )
        try:
            batches = [Batch(**batch) for batch in stored.pop("batches")]
            scenarios = [ScenarioEntry(**entry) for entry in stored.pop("scenarios")]
            return cls(path, Manifest(**stored, batches=batches, scenarios=scenarios))
        except (TypeError, KeyError) as error:
            raise DataError(f"{file}: not a manifest this program wrote ({error}): the run cannot be read") from error

    @property
    def go_on(self) -> str:
        """The command that plays what is missing."""
        return f"`analyser run --resume --out {self.path}`"

    def save(self) -> None:
        """Write the manifest."""
        text = json.dumps(asdict(self.manifest), indent=1, ensure_ascii=False)
        try:
            write_whole(self.path / "manifest.json", text.encode())
        except OSError as error:
            raise DiskFull(
                f"{self.path}: the manifest cannot be written ({error.strerror}): make room, then --resume"
            ) from error

    def finish(self, *, complete: bool) -> None:
        """Note the end of a session."""
        self.manifest.ended = now()
        self.manifest.complete = complete
        self.save()

    def parts(self, table: str, scenario: str | None = None) -> list[Path]:
        """Finished parts of a table, in the order they were planned: in the order of games within each scenario.

        Of all scenarios, or of the one named.
        """
        done = [
            number
            for number, batch in enumerate(self.manifest.batches)
            if batch.state == "done" and scenario in (None, batch.scenario)
        ]
        return [path for number in done if (path := part_path(self.path, table, number)).exists()]

    def scan(self, table: str, scenario: str | None = None) -> pl.LazyFrame | None:
        """A lazy frame over all finished parts, or over those of one scenario; None where nothing was recorded.

        A column that only some scenarios have is null in the others.
        """
        import polars as pl

        names = [entry.name for entry in self.manifest.scenarios] if scenario is None else [scenario]
        # Names of files as they are: a directory may be called run[1], run* or ~.
        frames = [
            pl.scan_parquet([part.absolute() for part in parts], glob=False, hive_partitioning=False)
            for name in names
            if (parts := self.parts(table, name))
        ]
        return pl.concat(frames, how="diagonal") if len(frames) > 1 else next(iter(frames), None)

    def sweep(self) -> None:
        """Remove what a killed writer left behind, and count parts that are gone as not done."""
        for table in TABLES:
            for path in (self.path / table).glob(f"*{TEMPORARY}*"):
                path.unlink(missing_ok=True)
        for number, batch in enumerate(self.manifest.batches):
            needed = [table for table in TABLES if batch.rows.get(table)]
            if batch.state != "done" or not all(part_path(self.path, table, number).exists() for table in needed):
                self.manifest.batches[number] = Batch(batch.scenario, batch.lo, batch.hi)


def check_free(path: Path) -> None:
    """DataError unless a run may be created at `path`."""
    if path.is_file():
        raise DataError(f"--out {path}: a file of that name exists: name a new directory")
    if (path / "manifest.json").exists():
        raise DataError(f"--out {path}: holds a run already: name a new directory, or go on with it by --resume")
    if path.is_dir() and any(path.iterdir()):
        raise DataError(f"--out {path}: the directory is not empty and is not a run: name a new directory")


def now() -> str:
    """Time stamp of the manifest, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def part_path(run: Path, table: str, number: int) -> Path:
    """Where a part lies."""
    return run / table / f"part-{number:05d}.parquet"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it: it exists whole or not at all."""
    temporary = path.with_name(f"{path.name}{TEMPORARY}-{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def write_parts(run: Path, number: int, parts: Frames, metadata: Mapping[str, str]) -> dict[str, int]:
    """Write the frames of a batch, games last; gives the rows of each."""
    rows = {}
    for table in reversed(TABLES):
        frame: pl.DataFrame | None = getattr(parts, table)
        if frame is None:
            continue
        buffer = io.BytesIO()
        # One row group, lowest level: a third of the time of the defaults for a tenth more bytes.
        frame.write_parquet(
            buffer,
            compression="zstd",
            compression_level=1,
            statistics=False,
            row_group_size=max(1, frame.height),
            metadata=dict(metadata),
        )
        (run / table).mkdir(exist_ok=True)
        write_whole(part_path(run, table, number), buffer.getvalue())
        rows[table] = frame.height
    return rows


def versions(engine: str) -> dict[str, str]:
    """Versions of everything that could change a row or its reading."""
    import numpy as np
    import polars as pl

    from analyser import __version__

    return {
        "analyser": __version__,
        "engine": engine,
        "python": sys.version.split()[0],
        "polars": pl.__version__,
        "numpy": np.__version__,
    }
