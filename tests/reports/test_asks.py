"""Every command that a section gives for its numbers runs, and gives them."""

import json
import re
import shlex
from functools import cache
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.runs.reader import open_run
from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.questions.base import Evidence, ShownSection
from tests.reports.real import facts_of, told, words

pytestmark = pytest.mark.usefixtures("undrawn")

# Sections whose numbers no comparison gives: shrunken, roots, spreads, sums over games of several deals, or no number.
WITHOUT = {"examples", "series", "changes", "cycles", "response", "unknown_data", "until", "pairs"}
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


def test_every_command_of_a_page_gives_its_numbers(
    runs: dict[str, Path], answers: dict[str, Answer], question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyser.runs.reader.open_run", cache(open_run))  # that a command opens it is tested with it
    answer, facts = answers[question], facts_of(question)
    game, asked_of = told(facts), answer.question
    evidence = Evidence(dict(answer.tables), words(facts), 2.0, verdicts=tuple(answer.verdicts))
    shown = [section.section(evidence) for section in QUESTIONS[asked_of].sections]
    for command in re.findall(r"`analyser ([^`]*)`", " ".join(doubt.words for doubt in answer.screen.doubts)):
        name, *options = shlex.split(command)
        explained = CliRunner().invoke(app, [name, *(w for w in options if w == "draw"), "--help"]).output
        assert all(word in explained for word in options if word.startswith("--")), command
    asked = [(section, ask) for section in shown if isinstance(section, ShownSection) for ask in section.ask]
    without = {section.key for section in shown if isinstance(section, ShownSection) and not section.ask}
    assert without <= WITHOUT | ({"sources", "winners"} if game.par is None else set())
    for section, ask in asked:
        done = CliRunner().invoke(app, ["compare", str(runs[question]), *shlex.split(ask), "--json"])
        assert done.exit_code == 0, f"{section.key}: {ask}: {done.output}"
        estimates = [row["estimate"] for row in json.loads(done.stdout)["estimates"] if row["estimate"]]
        pars = (0.0, game.par or 0.0)  # some tables have shares, some how far they are from par
        tables = numbers_of([answer.tables[name] for name in ("verdicts", *section.tables)])
        if (asked_of, section.key) in NEAR:
            continue
        assert not estimates or tables & {round(x + par, 9) for x in estimates for par in pars}, f"{section.key}: {ask}"
