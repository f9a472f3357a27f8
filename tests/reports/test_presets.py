"""Presets: the explorer's page, the command that it prints and the table of a report have the same numbers."""

import json
import re
import shlex
from functools import cache
from html import unescape
from io import StringIO

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from typer.testing import CliRunner

from analyser import open_run
from analyser.cli import app
from analyser.explorer.asking import AskedComparison, ComparisonAnswer, answer_question, describe_run
from analyser.explorer.page import page_html
from analyser.explorer.server import address_of
from reports.ask import QUESTIONS
from reports.presets import presets_of
from reports.section_comparison import estimate_declared, typed_comparison
from tests.reports.real import QUESTION_OF

EACH = ("estimate", "low_each", "high_each", "n", "deals")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is opened once, and no chart is drawn."""
    monkeypatch.setattr("analyser.runs.reader.open_run", cache(open_run))
    monkeypatch.setattr("analyser.explorer.asking._drawings", lambda *_: ("", ""))


def rows_of(answer: ComparisonAnswer) -> pl.DataFrame:
    """The numbers that the page lets its reader take away."""
    return pl.read_csv(StringIO(answer.csv), infer_schema_length=None).select(EACH)


# Between them they are asked everything but what a restriction costs, and how forced openings do.
@pytest.mark.parametrize("name", ["balance", "boards", "maps", "solo"])
def test_a_preset_is_what_its_command_gives(runs, name):
    run = str(runs[name])
    menu = describe_run(run)
    asked = [preset for presets in menu.presets.values() for preset in presets]
    answered = [answer_question([run], AskedComparison(text)) for _, text, missing in asked if not missing]
    assert len(answered) > 20
    for answer in answered:
        if answer.error:  # what the page refuses a terminal refuses in the same words
            done = CliRunner().invoke(app, ["compare", run, *shlex.split(answer.question.text.arguments)])
            assert answer.error in done.output
            continue
        page = page_html([run], 0, menu, {}, address_of, answer=answer)
        (command,) = re.findall("In a terminal: <code>(.*?)</code>", page)
        program, *words = shlex.split(unescape(command))
        done = CliRunner().invoke(app, [*words, "--json"])
        assert (program, done.exit_code) == ("analyser", 0), done.output
        typed = pl.DataFrame(json.loads(done.stdout)["estimates"], infer_schema_length=None).select(EACH)
        assert_frame_equal(rows_of(answer), typed, check_dtypes=False, rel_tol=0, abs_tol=1e-9)


@pytest.mark.parametrize(("name", "shared"), [("balance", 2), ("boards", 3)])
def test_a_preset_that_a_report_shows_has_its_numbers(opened, runs, answers, name, shared):
    """shared: how many comparisons are both; these questions count the players that a typed comparison counts."""
    run, question = opened(name), QUESTIONS[QUESTION_OF.get(name, name)]
    frames, texts = run.scenarios[0], {preset.text for preset in presets_of(run)}
    seen = set()
    assert not question.counts
    for table in question.tables.values():
        comparisons = table.comparisons(frames) if callable(table.comparisons) else table.comparisons
        for comparison in comparisons:
            text = typed_comparison(frames, comparison)
            if text not in texts or not comparison.needs(frames):
                continue
            seen.add(text)
            (estimates,) = estimate_declared(frames, comparison)
            preset = rows_of(answer_question([str(runs[name])], AskedComparison(text)))
            assert_frame_equal(preset, estimates.table.select(EACH), check_dtypes=False, rel_tol=0, abs_tol=1e-9)
            numbers = answers[name].tables[table.name].select(pl.selectors.float())
            shown = {round(x, 9) for column in numbers.iter_columns() for x in column.drop_nulls()}
            par = frames.par if text.against == "par" else 0.0  # tables have shares, where one is held against par
            assert {round(x + par, 9) for x in preset["estimate"]} <= shown
    assert len(seen) == shared
