"""Run directories: what their manifests and notes say, and their parts, each with digests that fit or do not."""

import io
import json
import tempfile
from abc import abstractmethod
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.changing import changed_bytes, changed_tree
from tests.fuzz.loaders_of_components import shipped
from tests.fuzz.trying import Defect, Files, Loader, called

__all__ = ["Manifests", "Notes", "Parts"]

RUNS: tuple[dict[str, Any], ...] = (
    {"game": "middle_kingdom", "players": 2, "games": 24, "batch": 8, "strategies": ("random",)},
    {
        "game": "qin", "players": 2, "games": 16, "batch": 8, "record": "decisions",
        "strategies": ("random", "expander"), "option": {"map": "OWN"},  # a file that is gone since: the run has a copy
    },
    {
        "game": "toy", "players": 2, "games": 12, "batch": 6, "strategies": ("random",),
        "scenario": [{"name": "a", "players": 2}, {"name": "b", "players": 3}],
    },
)  # fmt: skip
QUESTIONS = ("balance", "boards", "openings", "cards", "whatif", "tournament")


@cache
def runs() -> tuple[Files, ...]:
    """Small finished runs."""
    from analyser.experiments import scenario
    from analyser.experiments.config_loader import load_experiment
    from analyser.runs.lifecycle import start_run
    from analyser.runs.looks import Look, record_look
    from analyser.runs.play import play_run

    found = []
    for values in RUNS:
        tables = scenario.check_table(values["scenario"], "here") if "scenario" in values else None
        given = {**values, "workers": 0} | ({"scenario": tables} if tables else {})
        with tempfile.TemporaryDirectory() as folder:
            if "option" in values:
                own = Path(folder) / "own.toml"
                own.write_bytes(shipped("qin")["maps/bird.toml"])
                given["option"] = {"map": str(own)}
            path = Path(folder) / "run"
            run, job = start_run(load_experiment("run", given), path, ["run"])
            play_run(run, job)
            record_look(path, Look("balance", "base", 12))
            files = [one for one in path.rglob("*") if one.is_file()]
            found.append({one.relative_to(path).as_posix(): one.read_bytes() for one in files})
    return tuple(found)


class Runs(Loader):
    """A run directory, asked everything that the commands ask it."""

    def genuine(self, draw: Random) -> Files:
        return dict(draw.choice(runs()))

    def names(self, draw: Random, files: Any) -> list[str]:
        mine = [name for name in sorted(files) if self.changes(name)]
        return draw.sample(mine, min(len(mine), draw.choice((1, 1, 1, 2))))

    @abstractmethod
    def changes(self, name: str) -> bool:
        """Whether it is a file that is changed."""

    @cached_property
    def undrawn(self) -> bool:
        """Charts are made and not drawn: most of the time that a report takes."""
        from reports.page import html
        from tests.undrawn import empty

        for form in ("svg", "png"):
            setattr(html, f"{form}_bytes", lambda figure, form=form: empty(form))
        return True

    def use(self, draw: Random, folder: Path) -> None:
        from analyser.experiments.config_loader import load_file, merge
        from analyser.records.recording import record_of_run
        from analyser.runs.answer import answer_run
        from analyser.runs.integrity import explain_read_errors
        from analyser.runs.lifecycle import resume_run
        from analyser.runs.maintenance import compact, summary
        from analyser.runs.store import RunDirectory

        summary(folder)
        way = draw.random()
        if way < 0.04 and self.undrawn:
            called("report", draw.choice(QUESTIONS), folder, "--quiet", "--out", folder / "out")
        elif way < 0.1:
            called("record", "--from", folder, "--game", draw.randrange(12), "--out", folder / "game.jsonl")
        elif way < 0.2:
            called("runs", draw.choice(("check", "show")), folder, *(["--json"] if draw.random() < 0.3 else []))
        elif way < 0.3:
            called("runs", "list", folder.parent)
        elif way < 0.4:
            compact(folder)
            RunDirectory.open(folder)
        elif way < 0.55:
            resume_run(folder, {})
        elif way < 0.65:
            merge("run", {}, load_file(folder))
        elif way < 0.75:
            list(record_of_run(folder, draw.randrange(12)))
        else:
            run = RunDirectory.open(folder)
            with explain_read_errors(run):
                for answer in answer_run(run, draw.choice(QUESTIONS)):
                    if not answer.answer.verdicts:
                        continue
        if draw.random() < 0.2:
            sound(folder)


def sound(folder: Path) -> None:
    """Defect where what checks out cannot be read."""
    from analyser.runs.integrity import explain_read_errors, scan_table
    from analyser.runs.store import RunDirectory

    run = RunDirectory.open(folder)
    with explain_read_errors(run):
        for table in ("games", "seats", "decisions"):
            frame = scan_table(run, table)
            if frame is not None and frame.collect().height < 1:
                raise Defect(f"no rows of {table}")


class Manifests(Runs):
    """manifest.json."""

    name = "manifests"

    def changes(self, name: str) -> bool:
        return name == "manifest.json"

    def sealed(self, draw: Random, files: Files) -> Files:
        from analyser.files import add_digest

        if draw.random() < 0.15:
            return files
        try:
            stored = add_digest(json.loads(files["manifest.json"]))
            return files | {"manifest.json": json.dumps(stored).encode()}
        except (ValueError, TypeError, AttributeError, RecursionError):
            return files


class Notes(Runs):
    """batches.jsonl, and the other small files of a run: looks.jsonl, lock."""

    name = "notes"

    def genuine(self, draw: Random) -> Files:
        me = {"pid": 1, "host": "elsewhere", "since": "2026-01-01T00:00:00+00:00"}
        lock = {"lock": json.dumps(me).encode()} if draw.random() < 0.15 else {}
        return super().genuine(draw) | lock

    def changes(self, name: str) -> bool:
        return name in ("batches.jsonl", "looks.jsonl", "lock")

    def changed(self, draw: Random, name: str, content: bytes) -> bytes:
        if name == "lock":
            if draw.random() < 0.5:
                return changed_bytes(draw, content)
            with suppress(RecursionError):  # it is deeper than can be written
                return json.dumps(changed_tree(draw, json.loads(content))).encode()
            return content
        return super().changed(draw, name, content)

    def sealed(self, draw: Random, files: Files) -> Files:
        from analyser.files import journal_lines

        if draw.random() < 0.15:
            return files
        sealed: Files = {}
        for name in ("batches.jsonl", "looks.jsonl"):
            with suppress(ValueError, TypeError, AttributeError, RecursionError):
                sealed[name] = journal_lines([json.loads(line) for line in files.get(name, b"").splitlines()])
        return files | sealed


class Parts(Runs):
    """Parts, noted as they are more often than not."""

    name = "parts"

    def changes(self, name: str) -> bool:
        return name.endswith(".parquet")

    def changed(self, draw: Random, name: str, content: bytes) -> bytes:
        return changed_bytes(draw, content) if draw.random() < 0.35 else changed_part(draw, content)

    def sealed(self, draw: Random, files: Files) -> Files:
        from analyser.files import digest, journal_lines

        if draw.random() < 0.1:
            return files
        notes = [json.loads(line) for line in files["batches.jsonl"].splitlines()]
        for noted in notes:
            for table, part in noted["parts"].items():
                content = files[f"{table}/part-{noted['number']:05d}.parquet"]
                part |= {"bytes": len(content), "blake2b": digest(content)}
        return files | {"batches.jsonl": journal_lines(notes)}


def changed_part(draw: Random, content: bytes) -> bytes:
    """A part whose rows, columns or values are others."""
    import polars as pl

    try:
        frame = other_rows(draw, pl.read_parquet(content))
    except pl.exceptions.PolarsError:  # these values cannot be of that type
        return changed_bytes(draw, content)
    out = io.BytesIO()
    frame.write_parquet(out)
    return out.getvalue()


def other_rows(draw: Random, frame: Any) -> Any:
    """Rows that are others in one way."""
    import polars as pl

    column = draw.choice(frame.columns)
    other = draw.choice(frame.columns)
    match draw.randrange(10):
        case 0:
            frame = frame.drop(column)
        case 1:
            frame = frame.rename({column: f"{column}_"})
        case 2:
            kind: Any = draw.choice((pl.String, pl.Int64, pl.Float64, pl.UInt8, pl.Boolean, pl.Categorical))
            frame = frame.with_columns(pl.col(column).cast(kind, strict=False))
        case 3:
            frame = frame.head(draw.randrange(frame.height))
        case 4:
            frame = pl.concat([frame, frame.sample(min(3, frame.height), seed=draw.randrange(99))])
        case 5:
            frame = frame.with_columns(pl.lit(None, dtype=frame.schema[column]).alias(column))
        case 6:
            frame = frame.with_columns(frame[column].shuffle(seed=draw.randrange(99)))
        case 7:
            limits = (pl.lit(frame[column].max()), pl.lit(frame[column].min()), pl.lit(0), pl.lit(-1), pl.lit(2**31))
            number = draw.choice(limits).cast(frame.schema[column], strict=False)
            frame = frame.with_columns(number.alias(column))
        case 8:
            frame = frame.with_columns(frame[other].alias(column))
        case _:
            frame = frame.with_columns(pl.lit(draw.random()).alias("more"))
    return frame
