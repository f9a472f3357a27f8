"""The result tables as analyser/SCHEMA.md lists them, written from the columns the pieces declare."""

from __future__ import annotations

from collections.abc import Iterable

from reports.ask import QUESTIONS
from reports.columns import Column
from reports.page.tables import COMMON
from reports.questions.base import Table
from reports.several import scenario_view_of

__all__ = ["BEGIN", "END", "renewed", "result_tables"]

BEGIN = "<!-- result tables: written from the columns of reports by `make golden` -->\n"
END = "<!-- end of the result tables -->\n"


def result_tables() -> str:
    """A table of tables for every question, in reading order."""
    listed = [_listed("every question", COMMON.values())]
    for question in QUESTIONS.values():
        listed.append(_listed(question.name, question.tables.values()))
        if (view := scenario_view_of(question)) is not None:
            listed.append(_listed(f"{question.name}: scenarios side by side", [table for table, _ in view.pieces]))
    return "\n".join(listed)


def renewed(schema: str) -> str:
    """The text of SCHEMA.md with its result tables as they are now."""
    head, _, rest = schema.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{head}{BEGIN}\n{result_tables()}\n{END}{after}"


def _listed(heading: str, tables: Iterable[Table]) -> str:
    rows = [f"| {table.name} | {', '.join(map(_column_text, table.columns))} |" for table in tables]
    return "\n".join([f"### {heading}", "", "| table | columns |", "|---|---|", *rows, ""])


def _column_text(column: Column) -> str:
    return f"{column.name}{'*' if column.estimate else ''}{f' ({column.note})' if column.note else ''}"
