"""A table with a chart is one new file and one line of its room."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import reports.ask
import reports.balance
from reports.ask import ask
from reports.facts import GameFacts
from reports.frames import Frames
from reports.page.write import write_report
from reports.schema import result_tables
from tests.reports.synthetic import FACTS, frames, free

NEW = '''
"""How often do those win who tried."""

import polars as pl

from reports import columns as c
from reports.balance.arms import free_rows
from reports.charts import Row, Scale, forest
from reports.questions.base import chart, estimate, section_of
from reports.frames import SHARE
from reports.questions.base import Piece, Table
from reports.stats.cluster import grouped

COLUMNS = (c.STRATEGY, c.percent("share", "win share of those who tried", estimate=True, note="an example"), c.N)


def table(run):
    return grouped(free_rows(run), ["strategy"], {"share": SHARE})


def section(evidence):
    rows = evidence.rows("tried", "strategy", "share")

    def draw():
        drawn = [Row(row["strategy"], (estimate(row, "share", 100),)) for row in rows]
        figure = forest("Who tried?", "", drawn, Scale("win share, %"))
        return [chart("tried", "Who tried?", "Those who tried.", figure)]

    return section_of("tried", "Those who tried", "Read it.", ("tried",), evidence, draw)


PIECE = Piece(section, (Table("tried", COLUMNS, table),), terms=(("Trying", "To do it, or not."),))
'''


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """The piece is gone after the test."""
    yield
    sys.modules.pop("reports.balance.tried", None)


def test_one_file_and_one_line_bring_a_table_a_chart_its_words_and_its_documentation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tried.py").write_text(NEW, encoding="utf-8")
    monkeypatch.setattr(reports.balance, "__path__", [*reports.balance.__path__, str(tmp_path)])
    with_it = replace(reports.balance.QUESTION, pieces=(*reports.balance.PIECES, "tried"))
    monkeypatch.setitem(reports.ask.QUESTIONS, "balance", with_it)

    game = GameFacts.read(FACTS)
    answer = ask("balance", Frames(*frames(free(30))), game=game)
    page = write_report(answer, tmp_path / "report", game=game).read_text(encoding="utf-8")

    assert answer.tables["tried"].columns == ["strategy", "share", "share_low", "share_high", "n"]
    assert (tmp_path / "report" / "tables" / "tried.csv").is_file()
    assert (tmp_path / "report" / "figures" / "tried.svg").is_file()
    for words in ("Those who tried", "win share of those who tried", "To do it, or not."):
        assert words in page
    assert "| tried | strategy, share* (an example), n |" in result_tables()
