"""A report on disk: tables, figures, page and JSON, each written under a temporary name and renamed, the same bytes
every time."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.draw.style import house_style, png_bytes, svg_bytes
from reports.evidence import Evidence, Section
from reports.facts import GameFacts
from reports.page.html import page_html, reconstructed
from reports.page.tables import csv_bytes, json_rows, json_value, parquet_bytes
from reports.page.words import Words
from reports.question import Question

__all__ = ["SCHEMA_VERSION", "write_report"]

SCHEMA_VERSION = 1  # version of report.json's layout


def write_report(answer: Answer, out_dir: Path, *, game: GameFacts) -> Path:
    """Write the report into `out_dir` and give the path of its page.

    Files: `<question>.html`, `report.json`, `tables/*.csv` and `*.parquet`, `figures/*.svg` and `*.png`. Files that an
    earlier report left there and this one does not have are removed. Raises OSError when the disk refuses.
    """
    question = QUESTIONS[answer.question]
    with house_style():
        sections = sections_of(question, Evidence(answer.tables, Words(game), _margin(answer)))
        charts = [chart for section in sections for chart in section.charts]
        pictures = {chart.name: svg_bytes(chart.figure) for chart in charts}
        files: dict[str, bytes] = {}
        for name, frame in answer.tables.items():
            files[f"tables/{name}.csv"] = csv_bytes(frame)
            files[f"tables/{name}.parquet"] = parquet_bytes(frame)
        for chart in charts:
            files[f"figures/{chart.name}.svg"] = pictures[chart.name]
            files[f"figures/{chart.name}.png"] = png_bytes(chart.figure)
    page = f"{answer.question}.html"
    files[page] = page_html(answer, question, sections, pictures, game).encode()
    titles = {chart.name: chart.title for chart in charts}
    files["report.json"] = _json(answer, game, titles, sorted(files))
    stale = set(_earlier(out_dir)) - set(files)
    for name, content in files.items():
        _write(out_dir / name, content)
    for name in sorted(stale):
        (out_dir / name).unlink(missing_ok=True)
    return out_dir / page


def sections_of(question: Question, evidence: Evidence) -> list[Section]:
    """The question's sections, those left out that mean nothing for this game; tables no section shows follow at the
    end, so that nothing measured is hidden."""
    built = [piece.section(evidence) for piece in question.load()]
    listed = [[one] if isinstance(one, Section) else one or [] for one in built]
    sections = [section for several in listed for section in several]
    shown = {table for section in sections for table in section.tables} | {"verdicts"}
    rest = tuple(name for name, frame in evidence.tables.items() if name not in shown and frame.height)
    if rest:
        sections.append(
            Section("more", "Further tables", "Measured as well, without a picture of their own.", tables=rest)
        )
    return sections


def _margin(answer: Answer) -> float | None:
    """The margin of win share the verdicts were judged by, in pp."""
    for verdict in answer.verdicts:
        if verdict.margin and verdict.unit in {"pp", "%", "share", "fraction"}:
            return abs(100.0 * verdict.margin)
    return None


def _json(answer: Answer, game: GameFacts, titles: dict[str, str], files: list[str]) -> bytes:
    """The report for programs: all that the page says, as numbers."""
    content: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "question": answer.question,
        "title": answer.title,
        "warnings": list(answer.warnings),
        "head": list(answer.head),
        "strength": json_value(answer.strength.stored()) if answer.strength else None,
        "verdicts": [json_value(asdict(verdict)) for verdict in answer.verdicts],
        "facts": json_value(dict(answer.facts)),
        "notes": list(answer.notes),
        "game": json_value(dict(game.mapping)),
        "reconstructed_share": reconstructed(game),
        "figures": titles,
        "tables": {name: json_rows(frame) for name, frame in answer.tables.items()},
        "files": files,
    }
    return (json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def _earlier(out_dir: Path) -> Iterator[str]:
    """Tables and figures an earlier report in this folder lists as its own."""
    try:
        listed = json.loads((out_dir / "report.json").read_text(encoding="utf-8")).get("files", [])
    except (OSError, ValueError, AttributeError):
        return
    for name in listed:
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
