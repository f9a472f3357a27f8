"""A table with a chart is one more section."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import reports.ask
from reports import columns as c
from reports.ask import QUESTIONS, ask
from reports.charts.sheet import Scale
from reports.charts.views import forest_chart, forest_rows
from reports.facts_parser import parse_facts
from reports.frames import SHARE, Frames, free_rows
from reports.questions.base import Section, Table
from reports.stats.group_means import mean_table
from tests.reports.schema import result_tables
from tests.reports.sections import write_report
from tests.reports.synthetic import FACTS, frames, free

COLUMNS = (c.STRATEGY, c.percent("share", "win share of those who tried", estimate=True, note="an example"), c.N)
TRIED = Section(
    "tried",
    "Who tried?",
    lambda evidence: "Those who tried",
    (Table("tried", COLUMNS, lambda run: mean_table(free_rows(run), ["strategy"], {"share": SHARE})),),
    lambda evidence: [
        forest_chart(
            "tried", "Who tried?", "", forest_rows(evidence.rows("tried", "share"), "strategy", "share"),
            Scale("win share, %"),
        )
    ],
    "Read it.",
    terms=(("Trying", "To do it, or not."),),
)  # fmt: skip


def test_one_section_brings_a_table_a_chart_its_words_and_its_documentation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_it = replace(QUESTIONS["balance"], sections=(*QUESTIONS["balance"].sections, TRIED))
    monkeypatch.setitem(reports.ask.QUESTIONS, "balance", with_it)

    game = parse_facts(FACTS)
    answer = ask("balance", Frames(*frames(free(30))), game=game)
    page = write_report(answer, tmp_path / "report", game=game).read_text(encoding="utf-8")

    assert answer.tables["tried"].columns == ["strategy", "share", "share_low", "share_high", "n"]
    assert (tmp_path / "report" / "tables" / "tried.csv").is_file()
    assert (tmp_path / "report" / "figures" / "tried.svg").is_file()
    for words in ("Those who tried", "win share of those who tried", "To do it, or not."):
        assert words in page
    assert "| tried | strategy, share* (an example), n |" in result_tables()
