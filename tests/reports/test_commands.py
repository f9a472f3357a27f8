"""Every command on a page or in the terminal's answer runs: those of all questions of real runs, with few games."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from tests.pages import check_options, run_shortened
from tests.reports.real import RUNS
from tests.undrawn import leave_charts_out

COMMAND = re.compile(r"`analyser ([^`]+)`")


def texts_in(value: Any) -> Iterator[str]:
    """Every text of a report."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)


def commands_of(report: Path) -> list[str]:
    """The commands that a report's sentences name, in their order; those below its sections are tested in
    test_declared.py."""
    content = json.loads((report / "report.json").read_text(encoding="utf-8"))
    return [typed for text in texts_in(content) for typed in COMMAND.findall(text)]


def test_every_command_of_every_answer_runs(
    runs: dict[str, Path], written: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_of = {typed: name for name in reversed(RUNS) for typed in reversed(commands_of(written[name]))}
    assert len(run_of) > 5
    leave_charts_out(monkeypatch)
    for typed, name in reversed(run_of.items()):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        monkeypatch.chdir(folder)
        words = [{"RUN": str(runs[name]), "G": "1"}.get(word, word) for word in shlex.split(typed)]
        if words[:1] == ["components"]:
            shutil.rmtree("DIR", ignore_errors=True)
        elif "DIR" in words:
            game = next(word for word in words[1:] if not word.startswith("-"))
            shutil.rmtree("DIR", ignore_errors=True)
            assert CliRunner().invoke(app, ["components", "export", game, "DIR"]).exit_code == 0
        if {"zhanguo", "--printings"} <= {*words}:  # 40 s for all questions; those of quicker games are run
            check_options(f"analyser {typed}")
        else:
            run_shortened(words)
