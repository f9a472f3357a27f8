"""The example reports, written once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.page.write import write_report
from tests.reports.example import QUESTIONS, answer, emptied, game_facts
from tests.reports.example_parts import told


@pytest.fixture(scope="session", params=QUESTIONS)
def question(request: pytest.FixtureRequest) -> str:
    """Each question in turn."""
    return str(request.param)


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders of the ordinary reports by question."""
    root = tmp_path_factory.mktemp("reports")
    for name in QUESTIONS:
        write_report(answer(name), root / name, game=told())
    return {name: root / name for name in QUESTIONS}


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders of reports whose tables hold no rows, by question."""
    root = tmp_path_factory.mktemp("empty")
    for name in QUESTIONS:
        write_report(emptied(answer(name)), root / name, game=told({**game_facts(), "title": "Go"}))
    return {name: root / name for name in QUESTIONS}
