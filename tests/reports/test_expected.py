"""First screens say what the rows of their runs say, worked out without `reports`; a wrong screen is refused."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from reports.answer import Answer
from tests.reports.expected import contradictions
from tests.reports.real import RUNS


def report_of(answer: Answer) -> dict[str, Any]:
    """What is read of the report of an answer."""
    return {"question": answer.question, "screen": asdict(answer.screen)}


@pytest.mark.parametrize("name", RUNS)
def test_screen_agrees_with_rows(name: str, runs: Mapping[str, Path], answers: Mapping[str, Answer]) -> None:
    assert contradictions(runs[name], report_of(answers[name])) == []


def with_row(report: Mapping[str, Any], place: int, **changes: Any) -> dict[str, Any]:
    """A report with a row of its first screen changed."""
    rows = [*report["screen"]["rows"]]
    rows[place] = {**rows[place], **changes}
    return {**report, "screen": {**report["screen"], "rows": rows}}


@pytest.mark.parametrize(("name", "place", "changes", "words"), [
    ("boards", -1, {"value": 31.0}, "no row has that"),
    ("boards", -1, {"side": "more"}, "is more"),
    ("boards", -1, {"side": "fair"}, "is fair"),
    ("boards", -1, {"side": "less"}, "the finding does not name"),
    ("cards", 0, {"value": 31.0}, "no row has that"),
    ("cards", 0, {"side": "less"}, "is less"),
    ("cards", 0, {"name": "card 121"}, "is not drawn"),
])  # fmt: skip
def test_wrong_screen_is_refused(
    name: str, place: int, changes: dict[str, Any], words: str, runs: Mapping[str, Path], answers: Mapping[str, Answer]
) -> None:
    lines = contradictions(runs[name], with_row(report_of(answers[name]), place, **changes))
    assert any(words in line for line in lines)


def test_missing_row_is_refused(runs: Mapping[str, Path], answers: Mapping[str, Answer]) -> None:
    report = report_of(answers["boards"])
    report["screen"]["rows"] = report["screen"]["rows"][:-1]
    assert contradictions(runs["boards"], report) == ["3 of 4 rows are drawn"]
