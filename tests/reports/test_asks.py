"""Every command that a section gives for its numbers runs, and gives them."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.experiments.config_loader import merge
from analyser.runs.answer import answer_run
from analyser.runs.lifecycle import start_run
from analyser.runs.play import play_run
from analyser.runs.store import RunDirectory
from reports.ask import QUESTIONS
from reports.columns import Words
from reports.questions.base import Evidence, ShownSection

pytestmark = pytest.mark.slow

CHANGED = [{"name": "before"}, {"name": "after", "data": ("boards.triangle.tracks.4=3",), "option": {}}]
PLAYED = [
    ("boards", {"game": "zhanguo", "games": 1500}),
    ("boards", {"game": "qin", "games": 600}),
    ("balance", {"game": "zhanguo", "games": 600, "record": "decisions"}),
    ("balance", {"game": "first_empire", "games": 200, "players": 1}),
    ("openings", {"game": "zhanguo", "games": 1500}),
    ("openings", {"game": "qin", "games": 600}),
    ("cards", {"game": "zhanguo", "games": 400}),
    ("cards", {"game": "middle_kingdom", "games": 400}),
    ("tournament", {"game": "middle_kingdom", "games": 600}),
    ("whatif", {"game": "zhanguo", "games": 800, "scenario": CHANGED}),
]
# Sections whose numbers no comparison gives: shrunken or summed over games of several deals, or no number at all.
WITHOUT = {"examples", "series", "changes", "cycles"}
NEAR = {
    ("cards", "forced"),
    ("cards", "traits"),
}  # whose command gives numbers near those of the chart, as the page says


def numbers_of(tables: list[pl.DataFrame]) -> set[float]:
    """All numbers of tables, to nine places."""
    return {
        round(x, 9)
        for table in tables
        for column in table.select(pl.selectors.float()).iter_columns()
        for x in column.drop_nulls().to_list()
    }


@pytest.mark.parametrize(("question", "changes"), PLAYED, ids=[f"{q}-{c['game']}" for q, c in PLAYED])
def test_every_command_of_a_page_gives_its_numbers(question: str, changes: dict[str, Any], tmp_path: Path) -> None:
    run, job = start_run(merge(question, {"workers": 0, "seed": 5, **changes}), tmp_path / "run", [])
    play_run(run, job)
    (answered, *_) = answer_run(RunDirectory.open(run.path), question)
    answer, game = answered.answer, answered.report.several.answers[0].game
    evidence = Evidence(dict(answer.tables), Words(game), 2.0, verdicts=tuple(answer.verdicts))
    shown = [section.section(evidence) for section in QUESTIONS[question].sections]
    for command in re.findall(r"`analyser ([^`]*)`", " ".join(doubt.words for doubt in answer.screen.doubts)):
        name, *words = shlex.split(command)
        explained = CliRunner().invoke(app, [name, *(w for w in words if w == "draw"), "--help"]).output
        assert all(word in explained for word in words if word.startswith("--")), command
    asked = [(section, ask) for section in shown if isinstance(section, ShownSection) for ask in section.ask]
    without = {section.key for section in shown if isinstance(section, ShownSection) and not section.ask}
    assert without <= WITHOUT | ({"sources", "winners"} if game.par is None else set())
    for section, ask in asked:
        done = CliRunner().invoke(app, ["compare", str(run.path), *shlex.split(ask), "--json"])
        assert done.exit_code == 0, f"{section.key}: {ask}: {done.output}"
        estimates = [row["estimate"] for row in json.loads(done.stdout)["estimates"] if row["estimate"]]
        pars = (0.0, game.par or 0.0)  # some tables have shares, some how far they are from par
        tables = numbers_of([answer.tables[name] for name in ("verdicts", *section.tables)])
        if (question, section.key) in NEAR:
            continue
        assert not estimates or tables & {round(x + par, 9) for x in estimates for par in pars}, f"{section.key}: {ask}"
