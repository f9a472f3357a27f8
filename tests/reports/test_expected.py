"""First screens say what the rows of their runs say, worked out without `reports`; a wrong screen is found."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from reports.answer import Answer
from tests.reports.expected import ESTIMATORS, contradictions, first_chart_of

NAMES = ("boards", "goals", "maps", "balance", "solo", "openings", "places", "tournament", "whatif")


@pytest.mark.parametrize("name", NAMES)
def test_screen_agrees_with_rows(name: str, runs: Mapping[str, Path], answers: Mapping[str, Answer]) -> None:
    screen = asdict(answers[name].screen)
    estimator = ESTIMATORS[first_chart_of(answers[name].question, screen)]
    assert contradictions(runs[name], screen, estimator) == []


def screen_of(answers: Mapping[str, Answer], **weakest: Any) -> dict[str, Any]:
    """The first screen of boards with another last row, that of the weakest board."""
    screen = asdict(answers["boards"].screen)
    return {**screen, "rows": [*screen["rows"][:-1], {**screen["rows"][-1], **weakest}]}


@pytest.mark.parametrize(("weakest", "words"), [
    ({"value": 31.0}, "no row has that"),
    ({"side": "more"}, "is more"),
    ({"side": "fair"}, "is fair"),
    ({"side": "less"}, "the finding does not name"),
])  # fmt: skip
def test_wrong_screen_is_refused(
    weakest: dict[str, Any], words: str, runs: Mapping[str, Path], answers: Mapping[str, Answer]
) -> None:
    lines = contradictions(runs["boards"], screen_of(answers, **weakest), ESTIMATORS["boards"])
    assert any(words in line for line in lines)


def test_missing_row_is_found(runs: Mapping[str, Path], answers: Mapping[str, Answer]) -> None:
    screen = screen_of(answers)
    screen["rows"].pop()
    assert contradictions(runs["boards"], screen, ESTIMATORS["boards"]) == ["3 of 4 rows are drawn"]
