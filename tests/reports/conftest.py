"""Answers of real runs and their reports, made once for all tests of this folder."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from reports.answer import Answer
from tests.reports.real import RUNS, empty_report_of, played, report_of


@pytest.fixture(scope="session", params=RUNS)
def question(request: pytest.FixtureRequest) -> str:
    """Each run in turn: every question of ZhanGuo, and those of the other games that fill other tables."""
    return str(request.param)


@pytest.fixture(scope="session")
def runs(pytestconfig: pytest.Config) -> Path:
    """Folder of the runs by name, with their answers and reports."""
    return played(pytestconfig)


@pytest.fixture(scope="session")
def answers(runs: Path) -> dict[str, Answer]:
    """The answers by the name of their run."""
    found: dict[str, Answer] = pickle.loads((runs / "answers").read_bytes())
    return found


@pytest.fixture(scope="session")
def written(runs: Path) -> dict[str, Path]:
    """Folders of the ordinary reports by run."""
    return {name: report_of(runs, name) for name in RUNS}


@pytest.fixture(scope="session")
def empty(runs: Path) -> dict[str, Path]:
    """Folders of reports whose tables hold no rows, by run."""
    return {name: empty_report_of(runs, name) for name in RUNS}
