"""Answers of real runs and their reports, made once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.answer import Answer
from reports.page.write import write_report
from tests.reports.real import RUNS, answers_of, emptied, facts_of, played, told


@pytest.fixture(scope="session", params=RUNS)
def question(request: pytest.FixtureRequest) -> str:
    """Each run in turn: every question of ZhanGuo, and those of the other games that fill other tables."""
    return str(request.param)


@pytest.fixture(scope="session")
def runs(pytestconfig: pytest.Config) -> Path:
    """Folder of the runs by name."""
    return played(pytestconfig)


@pytest.fixture(scope="session")
def answers(runs: Path) -> dict[str, Answer]:
    """The answers by the name of their run."""
    return answers_of(runs)


@pytest.fixture(scope="session")
def written(answers: dict[str, Answer], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders of the ordinary reports by run."""
    root = tmp_path_factory.mktemp("reports")
    folders = {name: root / name / answer.question for name, answer in answers.items()}
    for name, folder in folders.items():
        write_report(answers[name], folder, game=told(facts_of(name)))
    return folders


@pytest.fixture(scope="session")
def empty(answers: dict[str, Answer], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders of reports whose tables hold no rows, by run."""
    root = tmp_path_factory.mktemp("empty")
    folders = {name: root / name / answer.question for name, answer in answers.items()}
    for name, folder in folders.items():
        write_report(emptied(answers[name]), folder, game=told({**facts_of(name), "title": "Go"}))
    return folders
