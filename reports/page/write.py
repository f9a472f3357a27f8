"""A report on disk: tables, figures, page and JSON, each written under a temporary name and renamed, the same bytes
every time."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from reports.answer import Answer, Verdict
from reports.ask import QUESTIONS
from reports.charts.style import warn_of_boxes
from reports.columns import Words
from reports.estimators.example_games import EXAMPLES, drop_missing_links
from reports.page.html import DrawnSections, PagePart, draw_screen, draw_sections, page_html
from reports.page.tables import (
    COMMON,
    csv_bytes,
    estimate_table,
    json_rows,
    json_value,
    parquet_bytes,
)  # fmt: skip
from reports.prefetch import finish_work, unpacked
from reports.questions.base import Evidence, Question, Section, ShownSection
from reports.questions.scenarios import SCENARIOS
from reports.several import ScenarioAnswer, Several

__all__ = [
    "SCHEMA_VERSION", "Report", "claim_folder", "draw_question", "draw_section", "folder_error", "report_of",
    "report_of_question", "verdict_content",
]  # fmt: skip

REPORT = "report.json"  # says which files of the folder are the report's
SCHEMA_VERSION = 3  # of report.json's layout; raised when a reader of the one before would misread it


@dataclass(frozen=True)
class Report:
    """A report whose charts are drawn. It is written without links to replays, which take their time, and again with
    those to the ones that are there. comparison: the scenarios side by side; run: as it is typed in commands."""

    several: Several
    parts: Sequence[PagePart]
    comparison: PagePart | None
    run: str

    def write(self, out_dir: Path, *, replays: Collection[str] = ()) -> Path:
        """Write it and give the path of its page; replays: those that are there, by their paths from the page.

        Files: `<question>.html`, `report.json`, `estimates.parquet` and `.csv`, `tables/*.csv` and `*.parquet`,
        `figures/*.svg` and `*.png`; of several answers tables and figures in a folder a scenario. Files that an earlier
        report left there and this one does not have are removed. Raises OSError when the disk refuses.
        """
        parts = [_with_replays(part, replays) for part in self.parts]
        page = page_html(self.several, parts, self.comparison, self.run)
        everything = [*([self.comparison] if self.comparison else []), *parts]
        warn_of_boxes("".join(drawing.missing_letters for part in everything for drawing in part.drawings.values()))
        files = {name: content for part in everything for name, content in _files(part).items()}
        if len(parts) > 1:
            files |= _table_files(_verdicts_of(parts), "")
        estimates = _estimates(everything)
        files["estimates.csv"], files["estimates.parquet"] = csv_bytes(estimates), parquet_bytes(estimates)
        name = self.several.answers[0].answer.page
        return _write_files(out_dir / name, page, files, _content(self.several, parts, self.comparison))


def report_of(several: Several, *, is_single: bool, executor: Executor | None = None, run: str = "") -> Report:
    """The report of all answers, or of one by itself; executor: draws a part of the charts beside this process."""
    folders = ["" if is_single else answered.scenario for answered in several.answers]
    parts = [
        _draw_part(QUESTIONS[answered.answer.question], answered, _margin(answered.answer), folder, executor)
        for answered, folder in zip(several.answers, folders, strict=True)
    ]
    return Report(several, parts, None if is_single else _draw_comparison(several), run)


def report_of_question(
    question: Question, answered: ScenarioAnswer, *, run: str, margin: float | None = None
) -> Report:
    """The report of a question that no run answers by itself; run: where its games are, margin: in points of win
    share."""
    return Report(
        Several(answered.answer.title, "scenario", [answered]),
        [_draw_part(question, answered, margin)],
        None,
        run,
    )


def _draw_part(
    question: Question,
    answered: ScenarioAnswer,
    margin: float | None,
    folder: str = "",
    executor: Executor | None = None,
) -> PagePart:
    """The answer to this question with its charts."""
    answer, game = answered.answer, answered.game
    evidence = Evidence(
        answer.tables, Words(game), margin, verdicts=tuple(answer.verdicts), player_class=answer.player_class,
        commands=answer.commands,
    )  # fmt: skip
    screen = draw_screen(answer.screen, answer.context)
    parts = draw_question(question, evidence, executor)
    sections = [section for part in parts for section in part.sections]
    if evidence.par is None:  # sections of comparisons with par, of which there is none
        sections = [section for section in sections if section.charts or section.tables]
    drawings = {name: drawing for part in (screen, *parts) for name, drawing in part.drawings.items()}
    return PagePart(answer, question, game, sections, drawings, question.tables, folder, answered.label)


def _draw_comparison(several: Several) -> PagePart | None:
    """The scenarios side by side; None where the question does not compare them."""
    comparison, first = several.comparison, several.answers[0]
    if comparison is None:
        return None
    evidence = Evidence(
        comparison.tables,
        Words(first.game),
        _margin(first.answer),
        comparison.labels,
        player_class=first.answer.player_class,
    )
    sections = draw_sections(partial(_show_section, SCENARIOS, evidence))
    answer = replace(first.answer, tables=comparison.tables, screen=several.screen)
    screen = draw_screen(answer.screen, several.context).drawings if several.is_of_one else {}
    drawings = {**sections.drawings, **screen}
    return PagePart(answer, QUESTIONS[answer.question], first.game, sections.sections, drawings, comparison.printed)


def _with_replays(part: PagePart, replays: Collection[str]) -> PagePart:
    """The part with links to these replays and no others."""
    tables = part.answer.tables
    if EXAMPLES not in tables:
        return part
    return replace(
        part, answer=replace(part.answer, tables={**tables, EXAMPLES: drop_missing_links(tables[EXAMPLES], replays)})
    )


def _margin(answer: Answer) -> float | None:
    """The tolerance of win share the verdicts were judged by, in percentage points."""
    return next((abs(100.0 * verdict.margin) for verdict in answer.verdicts if verdict.margin), None)


# -- files ------------------------------------------------------------------------------------------------------------


def _files(part: PagePart) -> dict[str, bytes]:
    """Tables and figures of a part by name of file."""
    inside = f"{part.folder}/" if part.folder else ""
    figures = {
        f"figures/{inside}{name}.{ending}": content
        for name, drawing in part.drawings.items()
        for ending, content in (("svg", drawing.wide), ("narrow.svg", drawing.narrow), ("png", drawing.image))
    }
    return {**_table_files(part.tables, inside), **figures}


def _table_files(tables: Mapping[str, pl.DataFrame], inside: str) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for name, frame in tables.items():
        files[f"tables/{inside}{name}.csv"] = csv_bytes(frame)
        files[f"tables/{inside}{name}.parquet"] = parquet_bytes(frame)
    return files


def _verdicts_of(parts: Sequence[PagePart]) -> dict[str, pl.DataFrame]:
    """The verdicts of all scenarios in one table, each row with the name of its scenario; none where there are none."""
    frames = [(part.folder, part.answer.tables.get("verdicts", pl.DataFrame())) for part in parts]
    rows = [frame.select(pl.lit(scenario).alias("scenario"), pl.all()) for scenario, frame in frames if frame.height]
    return {"verdicts": pl.concat(rows, how="vertical_relaxed")} if rows else {}


def _estimates(parts: Sequence[PagePart]) -> pl.DataFrame:
    """Every estimate of all parts, with the name of its scenario where there are several."""
    frames = []
    for part in parts:
        frame = estimate_table({**part.specs, **COMMON}, part.tables)
        frames.append(frame.with_columns(scenario=pl.lit(part.folder)) if part.folder else frame)
    return pl.concat(frames)


def _write_files(path: Path, page: str, parts: Mapping[str, bytes], content: Mapping[str, Any]) -> Path:
    """The report in the folder of its page: page, tables and figures, and the data with the names of all files."""
    out_dir = path.parent
    files = {**parts, path.name: page.encode()}
    report = {**content, "files": sorted(files)}
    files[REPORT] = (json.dumps(report, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()
    stale = set(_earlier(out_dir)) - set(files)
    claim_folder(out_dir)
    for name, data in files.items():
        _write(out_dir / name, data)
    for name in sorted(stale):
        (out_dir / name).unlink(missing_ok=True)
    return path


def _content(several: Several, parts: Sequence[PagePart], comparison: PagePart | None) -> dict[str, Any]:
    """The report for programs: all that the page says, as numbers (analyser/SCHEMA.md)."""
    head = {"schema_version": SCHEMA_VERSION, "question": parts[0].answer.question, "asked": several.context}
    if len(parts) == 1 and not parts[0].folder:
        return {**head, **_part_content(parts[0])}
    together = {"summary": several.summary, "notes": [several.families] if several.families else []}
    side_by_side = _section_content(comparison) if comparison else {}
    names = [answered.scenario for answered in several.answers]
    scenarios = {n: {"label": part.label, **_part_content(part)} for n, part in zip(names, parts, strict=True)}
    first = {"by": several.by, "finding": several.finding, "screen": json_value(asdict(several.screen))}
    return {**head, **first, **together, **side_by_side, "scenarios": scenarios}


def _section_content(part: PagePart) -> dict[str, Any]:
    """Sections, and the tables they rest on."""
    sections = [
        {
            "key": section.key,
            "question": section.question,
            "finding": section.heading,
            "sentence": section.sentence,
            "figures": [dict(zip(("number", "what", "note"), figure, strict=True)) for figure in section.figures],
            "reading": section.reading,
            "ask": list(section.ask),
            "tables": list(section.tables),
            "charts": {chart.name: chart.title for chart in section.charts},
        }
        for section in part.sections
    ]
    return {"sections": sections, "tables": {name: json_rows(frame) for name, frame in part.tables.items()}}


def _part_content(part: PagePart) -> dict[str, Any]:
    answer = part.answer
    return {
        "screen": json_value(asdict(answer.screen)),
        "warnings": list(answer.warnings),
        "verdicts": [json_value(verdict_content(verdict)) for verdict in answer.verdicts],
        "differences": [asdict(difference) for difference in answer.differences],
        "edits": [asdict(edit) for edit in answer.edits],
        "notes": list(dict.fromkeys([*answer.head, *answer.notes])),
        "strength": json_value(answer.strength.stored()) if answer.strength else None,
        "facts": json_value(dict(answer.facts)),
        "game": json_value(msgspec.to_builtins(part.game)),
        **_section_content(part),
    }


def verdict_content(verdict: Verdict) -> dict[str, Any]:
    """A verdict for programs: its numbers, its word as it is printed, and its sentence."""
    of = verdict.reference
    return {**asdict(verdict), "word": of.word(verdict.word), "leans": verdict.leans, "sentence": verdict.sentence}


# -- the folder -------------------------------------------------------------------------------------------------------


def folder_error(out_dir: Path, run: Path | None = None) -> str:
    """Why no report is to be written into a folder, "" where it may be: other files lie there, or links that lead out
    of it. run: whose folder it is; None: it was named, and must be new, empty, or a report's. Raises OSError."""
    within = [] if run is None else [path for path in (out_dir, *out_dir.parents) if path.is_relative_to(run)][:-1]
    links = [path for path in within if path.is_symlink()]
    if not links and out_dir.is_dir():
        if run is None and any(out_dir.iterdir()) and _listed(out_dir) is None:
            return "the folder is neither empty nor a report of this program"
        links = [path for path in sorted(out_dir.rglob("*")) if path.is_symlink()]
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
        is_listed = isinstance(name, str) and name.startswith(("tables/", "figures/", "estimates."))
        if is_listed and ".." not in Path(name).parts:
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


def draw_question(question: Question, evidence: Evidence, executor: Executor | None = None) -> list[DrawnSections]:
    """The sections of the question, in order. The executor begins with the last one, this process with the first, and
    each takes what the other has not begun."""
    sections = question.sections
    futures: dict[int, Future[DrawnSections]] = {}
    if executor:
        packed = pickle.dumps(evidence)
        futures = {i: executor.submit(draw_section, question.name, i, packed) for i in reversed(range(len(sections)))}
    return [
        finish_work(futures.get(i), lambda each: draw_sections(partial(_show_section, each, evidence)), section)
        for i, section in enumerate(sections)
    ]


def draw_section(question: str, index: int, packed: bytes) -> DrawnSections:
    """The section of the question at that index, in another process."""
    return draw_sections(partial(_show_section, QUESTIONS[question].sections[index], unpacked(packed)))


def _show_section(section: Section, evidence: Evidence) -> Sequence[ShownSection]:
    """The section as the page shows it; none where it means nothing."""
    shown_section = section.section(evidence)
    return [] if shown_section is None else [shown_section]
