"""A report on disk: tables, figures, page and JSON, each written under a temporary name and renamed, the same bytes
every time."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.charts.style import house_style
from reports.examples import EXAMPLES, there
from reports.facts import GameFacts
from reports.given import given
from reports.page.charts import Drawn, drawn_pieces, first_narrow
from reports.page.html import blocks_of, page_html, part_of, reconstructed
from reports.page.several import several_html
from reports.page.tables import csv_bytes, json_rows, json_value, parquet_bytes
from reports.page.words import Words
from reports.questions.base import Evidence, ShownSection
from reports.several import Several, Told

__all__ = [
    "SCHEMA_VERSION",
    "Report",
    "arranged",
    "claim_folder",
    "folder_error",
    "report_of",
    "write_report",
    "write_reports",
]

VERDICTS = "verdicts"
REPORT = "report.json"  # says which files of the folder are the report's
SCHEMA_VERSION = 2  # of report.json's layout; raised when a reader of the one before would misread it


def write_report(answer: Answer, out_dir: Path, *, game: GameFacts) -> Path:
    """Write the report of one answer into `out_dir` and give the path of its page.

    Files: `<question>.html`, `report.json`, `tables/*.csv` and `*.parquet`, `figures/*.svg` and `*.png`. Files that an
    earlier report left there and this one does not have are removed. Raises OSError when the disk refuses.
    """
    return report_of(Several(answer.title, "", [Told("", "", answer, game)]), alone=True).write(out_dir)


def write_reports(several: Several, out_dir: Path) -> Path:
    """Write the one report of several answers into `out_dir` and give the path of its page.

    Files as of one answer, tables and figures in a folder a scenario.
    """
    return report_of(several, alone=False).write(out_dir)


@dataclass(frozen=True)
class Report:
    """A report whose charts are drawn. It is written without links to replays, which take their time, and again with
    those to the ones that are there."""

    several: Several
    drawn: Sequence[_Drawn]  # a scenario each
    beside: _Made | None  # the scenarios side by side; None: there is one answer, and it is told alone

    def write(self, out_dir: Path, *, replays: Collection[str] = ()) -> Path:
        """Write it and give the path of its page; replays: those that are there, by their paths from the page. Raises
        OSError when the disk refuses."""
        made = [_made(one, replays) for one in self.drawn]
        page = self.several.told[0].answer.page
        if self.beside is None:
            return _written(out_dir / page, page_html(made[0].part), made[0].files, made[0].content)
        return _write_all(out_dir, self.several, made, self.beside)


def report_of(several: Several, *, alone: bool, pool: Executor | None = None) -> Report:
    """The report of all answers, or of the one `alone`; pool: draws a part of the charts beside this process."""
    drawn = [_drawn(one.answer, one.game, "" if alone else one.scenario, pool) for one in several.told]
    return Report(several, drawn, None if alone else _beside(several))


def _write_all(out_dir: Path, several: Several, parts: Sequence[_Made], beside: _Made) -> Path:
    """The one report of several answers."""
    made = {one.scenario: part for one, part in zip(several.told, parts, strict=True)}
    question = several.told[0].answer.question
    page = several_html(several, [one.part for one in parts], beside.part)
    together = _tables(_verdicts(several), "")
    files = {**together, **{name: one for part in (beside, *parts) for name, one in part.files.items()}}
    content = {
        "schema_version": SCHEMA_VERSION,
        "question": question,
        "title": several.title,
        "by": several.by,
        "summary": several.summary,
        "notes": [several.families] if several.families else [],
        **beside.content,
        "scenarios": {one.scenario: {"label": one.label, **made[one.scenario].content} for one in several.told},
    }
    return _written(out_dir / several.told[0].answer.page, page, files, content)


def _verdicts(several: Several) -> dict[str, pl.DataFrame]:
    """The verdicts of all scenarios in one table, each row with the name of its scenario; none where there are none."""
    told = [(one.scenario, one.answer.tables.get(VERDICTS, pl.DataFrame())) for one in several.told]
    named = [frame.select(pl.lit(scenario).alias("scenario"), pl.all()) for scenario, frame in told if frame.height]
    return {VERDICTS: pl.concat(named, how="vertical_relaxed")} if named else {}


@dataclass(frozen=True)
class _Made:
    """A report before it is written: what its page says, its tables and figures by name of file, itself as data."""

    part: Mapping[str, Any]
    files: Mapping[str, bytes]
    content: Mapping[str, Any]


@dataclass(frozen=True)
class _Drawn:
    """An answer with its sections, the SVG of their charts and of those drawn for phones, and its figures by name of
    file; folder: where its tables and figures lie among those of several."""

    answer: Answer
    game: GameFacts
    folder: str
    sections: Sequence[ShownSection]
    pictures: Mapping[str, bytes]
    narrow: Mapping[str, bytes]
    figures: Mapping[str, bytes]


def _drawn(answer: Answer, game: GameFacts, folder: str, pool: Executor | None) -> _Drawn:
    """The answer with its charts."""
    question = QUESTIONS[answer.question]
    evidence = Evidence(answer.tables, Words(game), _margin(answer), verdicts=tuple(answer.verdicts))
    pieces = drawn_pieces(question.name, evidence, pool)
    with house_style():
        narrow = first_narrow(piece.section(evidence) for piece in question.load())
    sections = arranged([section for piece in pieces for section in piece.sections], evidence)
    pictures = {name: one for piece in pieces for name, one in piece.pictures.items()}
    return _Drawn(answer, game, folder, sections, pictures, narrow, _figures(pieces, folder))


def _made(drawn: _Drawn, replays: Collection[str]) -> _Made:
    """The report of an answer, with links to these replays and no others."""
    answer, sections = drawn.answer, drawn.sections
    if EXAMPLES in answer.tables:
        answer = replace(answer, tables={**answer.tables, EXAMPLES: there(answer.tables[EXAMPLES], replays)})
    question = QUESTIONS[answer.question]
    part = part_of(answer, question, sections, drawn.pictures, drawn.game, drawn.folder, narrow=drawn.narrow)
    files = {**_tables({**answer.tables, **given(answer)}, drawn.folder), **drawn.figures}
    titles = {chart.name: chart.title for section in sections for chart in section.charts}
    return _Made(part, files, _content(answer, drawn.game, titles))


def _beside(several: Several) -> _Made:
    """The scenarios side by side; nothing where the question does not compare them."""
    compared, first = several.compared, several.told[0]
    if compared is None:
        return _Made({"blocks": [], "files": "tables/"}, {}, {})
    words = Words(first.game)
    with house_style():
        evidence = Evidence(compared.tables, words, _margin(first.answer), compared.labels)
        drawn = Drawn.of(compared.view.sections(evidence))
        charts = [chart for section in drawn.sections for chart in section.charts]
        narrow = first_narrow(compared.view.sections(evidence) for _ in charts[:1])
    files = {**_tables(compared.tables, ""), **_figures([drawn], "")}
    blocks = blocks_of(drawn.sections, compared.printed, compared.tables, drawn.pictures, words, narrow=narrow)
    content = {
        "figures": {chart.name: chart.title for chart in charts},
        "tables": {name: json_rows(frame) for name, frame in compared.tables.items()},
    }
    return _Made({"blocks": blocks, "files": "tables/"}, files, content)


def _tables(tables: Mapping[str, pl.DataFrame], folder: str) -> dict[str, bytes]:
    """Tables by name of file."""
    inside = f"{folder}/" if folder else ""
    files: dict[str, bytes] = {}
    for name, frame in tables.items():
        files[f"tables/{inside}{name}.csv"] = csv_bytes(frame)
        files[f"tables/{inside}{name}.parquet"] = parquet_bytes(frame)
    return files


def _figures(drawn: Sequence[Drawn], folder: str) -> dict[str, bytes]:
    """Figures by name of file."""
    inside = f"{folder}/" if folder else ""
    files: dict[str, bytes] = {}
    for piece in drawn:
        for name, picture in piece.pictures.items():
            files[f"figures/{inside}{name}.svg"] = picture
            files[f"figures/{inside}{name}.png"] = piece.images[name]
    return files


def _written(path: Path, page: str, parts: Mapping[str, bytes], content: Mapping[str, Any]) -> Path:
    """The report in the folder of its page: page, tables and figures, and the data with the names of all files."""
    out_dir = path.parent
    files = {**parts, path.name: page.encode()}
    told = {**content, "files": sorted(files)}
    files[REPORT] = (json.dumps(told, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()
    stale = set(_earlier(out_dir)) - set(files)
    claim_folder(out_dir)
    for name, one in files.items():
        _write(out_dir / name, one)
    for name in sorted(stale):
        (out_dir / name).unlink(missing_ok=True)
    return path


def arranged(built: Sequence[ShownSection], evidence: Evidence) -> list[ShownSection]:
    """Sections as the page has them: where one seat decides, without those that have nothing to show of it; tables no
    section shows follow at the end, so that nothing measured is hidden."""
    sections = list(built)
    shown = {table for section in sections for table in section.tables} | {"verdicts"}
    rest = tuple(name for name, frame in evidence.tables.items() if name not in shown and frame.height)
    if rest:
        sections.append(
            ShownSection("more", "Further tables", "Measured as well, without a picture of their own.", tables=rest)
        )
    alone = [section for section in sections if section.charts or section.tables] if evidence.par is None else []
    return alone or sections


def _margin(answer: Answer) -> float | None:
    """The margin of win share the verdicts were judged by, in pp."""
    for verdict in answer.verdicts:
        if verdict.margin:
            return abs(100.0 * verdict.margin)
    return None


def _content(answer: Answer, game: GameFacts, titles: Mapping[str, str]) -> dict[str, Any]:
    """The report for programs: all that the page says, as numbers."""
    return {
        "schema_version": SCHEMA_VERSION,
        "question": answer.question,
        "title": answer.title,
        "summary": answer.summary,
        "warnings": list(answer.warnings),
        "differences": [asdict(one) for one in answer.differences],
        "edits": [asdict(edit) for edit in answer.edits],
        "head": list(answer.head),
        "strength": json_value(answer.strength.stored()) if answer.strength else None,
        "verdicts": [json_value(asdict(verdict)) for verdict in answer.verdicts],
        "said": list(answer.said),
        "facts": json_value(dict(answer.facts)),
        "notes": list(answer.notes),
        "game": json_value(dict(game.mapping)),
        "reconstructed_share": reconstructed(game),
        "figures": dict(titles),
        "tables": {name: json_rows(frame) for name, frame in answer.tables.items()},
    }


def folder_error(out_dir: Path, run: Path | None = None) -> str:
    """Why no report is to be written into a folder, "" where it may be: other files lie there, or links that lead out
    of it. run: whose folder it is; None: it was named, and must be new, empty, or a report's. Raises OSError."""
    within = [] if run is None else [one for one in (out_dir, *out_dir.parents) if one.is_relative_to(run)][:-1]
    links = [one for one in within if one.is_symlink()]
    if not links and out_dir.is_dir():
        if run is None and any(out_dir.iterdir()) and _listed(out_dir) is None:
            return "the folder is neither empty nor a report of this program"
        links = [one for one in sorted(out_dir.rglob("*")) if one.is_symlink()]
    return f"{links[0]} is a link, and a report has none" if links else ""


def claim_folder(out_dir: Path) -> None:
    """Make the folder of a report, and it a report's: what is stopped before its end may be written again. Raises
    OSError."""
    out_dir.mkdir(parents=True, exist_ok=True)
    if not (out_dir / REPORT).exists():
        _write(out_dir / REPORT, json.dumps({"schema_version": SCHEMA_VERSION, "files": []}).encode())


def _listed(out_dir: Path) -> list[Any] | None:
    """The files that the report in a folder lists as its own; None where there is no report."""
    file = out_dir / REPORT
    try:
        stored = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        return list(stored["files"]) if "schema_version" in stored else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _earlier(out_dir: Path) -> Iterator[str]:
    """Tables and figures an earlier report in this folder lists as its own."""
    for name in _listed(out_dir) or ():
        if isinstance(name, str) and name.startswith(("tables/", "figures/")) and ".." not in Path(name).parts:
            yield name


def _write(path: Path, content: bytes) -> None:
    """The whole file or nothing of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
