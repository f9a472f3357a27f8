"""analyser/SCHEMA.md lists the columns of decisions as the kernel records them, and the result tables as the sections
declare them; a table with a chart is one more section."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

import analyser
from cext.kernel.decision_columns import DECISION_COLUMNS
from reports import columns as c
from reports.ask import QUESTIONS
from reports.charts.sheet import Scale
from reports.charts.views import forest_chart, forest_rows
from reports.frame_columns import COLUMNS as FRAME_COLUMNS
from reports.frames import SHARE, free_rows
from reports.page.tables import COMMON
from reports.questions.base import Section, Table
from reports.questions.scenarios import SCENARIOS
from reports.stats.group_means import mean_table
from tests.reports.sections import write_report
from tests.reports.synthetic import asked, frames, free

SCHEMA = Path(analyser.__file__).parent / "SCHEMA.md"
DECISIONS = (
    "<!-- decisions: written from the columns that the kernel records by `make golden` -->\n",
    "<!-- end of decisions -->\n",
)
RESULTS = (
    "<!-- result tables: written from the columns of reports by `make golden` -->\n",
    "<!-- end of the result tables -->\n",
)


def decision_columns() -> str:
    """The columns of `decisions`: those of its seat, those recorded, and whether it was forced."""
    rows = [("game, scenario, deal, strategy, board", "", "as above, of the seat that decides")]
    rows += [
        (column.name, column.type + ", null" * column.is_optional, column.words)
        for column in DECISION_COLUMNS
        if column.name != "game"
    ]
    rows.append(("forced", "Boolean", FRAME_COLUMNS["forced"].words))
    return "\n".join(["| column | type | meaning |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows), ""])


def result_tables() -> str:
    """A table of tables for every question, in reading order."""
    listed = [_listed("every question", COMMON.values())]
    for question in QUESTIONS.values():
        listed.append(_listed(question.name, question.tables.values()))
        if question.compares_scenarios:
            listed.append(_listed(f"{question.name}: scenarios side by side", SCENARIOS.tables))
    return "\n".join(listed)


def renewed(schema: str) -> str:
    """The text of SCHEMA.md with its columns of decisions and its result tables as they are now."""
    for (begin, end), text in ((DECISIONS, decision_columns()), (RESULTS, result_tables())):
        head, _, rest = schema.partition(begin)
        _, _, after = rest.partition(end)
        schema = f"{head}{begin}\n{text}\n{end}{after}"
    return schema


def _listed(heading: str, tables: Iterable[Table]) -> str:
    rows = [f"| {table.name} | {', '.join(map(_column_text, table.columns))} |" for table in tables]
    return "\n".join([f"### {heading}", "", "| table | columns |", "|---|---|", *rows, ""])


def _column_text(column: c.Column) -> str:
    return f"{column.name}{'*' if column.estimate else ''}{f' ({column.note})' if column.note else ''}"


@pytest.mark.usefixtures("golden")
def test_the_schema_lists_the_tables_as_they_are(pytestconfig):
    told = SCHEMA.read_text(encoding="utf-8")
    if pytestconfig.getoption("--golden"):
        SCHEMA.write_text(renewed(told), encoding="utf-8")
    else:
        assert renewed(told) == told, "columns have changed: make golden writes the list anew"


COLUMNS = (c.STRATEGY, c.percent("share", "win share of those who tried", estimate=True, note="an example"), c.N)
TRIED = Section(
    "tried",
    "Who tried?",
    lambda evidence: "Those who tried",
    (Table("tried", COLUMNS, lambda run: mean_table(free_rows(run), ["strategy"], {"share": SHARE})),),
    lambda evidence, finding: [
        forest_chart(
            "tried", "Who tried?", "", forest_rows(evidence.rows("tried", "share"), "strategy", "share"),
            Scale("win share, %"),
        )
    ],
    "Read it.",
    terms=(("Trying", "To do it, or not."),),
)  # fmt: skip


def test_one_section_brings_a_table_a_chart_its_words_and_its_documentation(tmp_path, monkeypatch):
    with_it = replace(QUESTIONS["balance"], sections=(*QUESTIONS["balance"].sections, TRIED))
    monkeypatch.setitem(QUESTIONS, "balance", with_it)
    full = asked("balance", *frames(free(30)))
    answer = replace(full, tables={"tried": full.tables["tried"]})
    page = write_report(answer, tmp_path / "report").read_text(encoding="utf-8")
    assert answer.tables["tried"].columns == ["strategy", "share", "share_low", "share_high", "n"]
    assert (tmp_path / "report" / "tables" / "tried.csv").is_file()
    assert (tmp_path / "report" / "figures" / "tried.svg").is_file()
    for words in ("Those who tried", "win share of those who tried", "To do it, or not."):
        assert words in page
    assert "| tried | strategy, share* (an example), n |" in result_tables()
