"""What first screens should say, worked out from what runs store: nothing here uses `reports`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.reports.expected.cards import contradictions_of_cards
from tests.reports.expected.decisions import contradictions_of_decisions
from tests.reports.expected.people import contradictions_of_people
from tests.reports.expected.repair import contradictions_of_repair
from tests.reports.expected.screens import contradictions_of_shares
from tests.reports.expected.start_points import contradictions_of_points

__all__ = ["contradictions", "reports_of"]

OTHERS: Mapping[str, Callable[[Path, Mapping[str, Any]], list[str]]] = {
    "cards": contradictions_of_cards,
    "decisions": lambda folder, report: contradictions_of_decisions(report["decisions"], report["screen"]),
    "people": contradictions_of_people,
    "repair": contradictions_of_repair,
}


def contradictions(folder: Path, report: Mapping[str, Any]) -> list[str]:
    """What the first screen of a report says that what the folder of its run, or of its answer, stores does not: one
    line each. report: of report.json question and screen; of decisions their rows, too, as `decisions`."""
    if report["question"] in OTHERS:
        return OTHERS[report["question"]](folder, report)
    return [*contradictions_of_shares(folder, report), *contradictions_of_points(folder, report)]


def reports_of(path: Path) -> Iterator[dict[str, Any]]:
    """The reports of a run, or of an answer of `people` or `repair`; of a file, what `analyser decisions GAME --json`
    printed, the report of these decisions."""
    files = [*path.glob("reports/*/report.json"), *path.glob("report/report.json")]
    printed = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    for file in sorted([Path(printed["page"]).with_name("report.json")] if printed else files):
        yield {**json.loads(file.read_text(encoding="utf-8")), **printed}
