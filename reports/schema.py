"""The result tables as analyser/SCHEMA.md lists them, written from the columns the pieces declare."""

from __future__ import annotations

from reports.ask import QUESTIONS
from reports.columns import Column
from reports.question import Question

__all__ = ["BEGIN", "END", "renewed", "result_tables"]

BEGIN = "<!-- result tables: written from the columns of reports by `make golden` -->\n"
END = "<!-- end of the result tables -->\n"


def result_tables() -> str:
    """A table of tables for every question, in reading order."""
    return "\n".join(_listed(question) for question in QUESTIONS.values())


def renewed(schema: str) -> str:
    """The text of SCHEMA.md with its result tables as they are now."""
    before, _, rest = schema.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{result_tables()}\n{END}{after}"


def _listed(question: Question) -> str:
    rows = [f"| {table.name} | {', '.join(map(_told, table.columns))} |" for table in question.tables.values()]
    return "\n".join([f"### {question.name}", "", "| table | columns |", "|---|---|", *rows, ""])


def _told(column: Column) -> str:
    return f"{column.name}{'*' if column.estimate else ''}{f' ({column.note})' if column.note else ''}"
