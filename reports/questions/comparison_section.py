"""A section that one comparison makes: its table, its chart, the finding over it and the command under it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import polars as pl

from reports import columns as c
from reports.columns import Column
from reports.comparison_finding import finding_of
from reports.estimate_chart import chart_rows, forest_of_rows
from reports.estimates import Estimates
from reports.frames import ScenarioRun
from reports.questions.base import Chart, Evidence, Findings, Section, Table, Text, chart
from reports.section_comparison import SectionComparison

__all__ = ["comparison_section"]

EXPLORATORY = "These intervals hold together with each other, not with those of other sections."
COLUMNS: tuple[Column, ...] = (
    c.code("name", "group"),
    c.word("measure", "measure", printed=False),
    c.count("n", "n"),
    c.quantity("value", "estimate", estimate=True, note=f"fractions of a share or win share; {c.TOGETHER}"),
    c.P,
    c.word("verdict", "verdict"),
    c.word("unit", "unit", printed=False),
    c.word("n_of", "n of", printed=False),
    c.code("axis", "axis", printed=False, note="what value is, with its unit"),
    c.code("less", "less", printed=False, note="what values below 0 mean"),
    c.code("more", "more", printed=False),
    c.number("margin", "tolerance", printed=False, note="in the unit of the axis"),
    c.code("finding", "finding", printed=False, note="over all rows"),
)


def comparison_section(key: str, question: Text, comparison: SectionComparison, *, reading: str = "") -> Section:
    """The section of one comparison, with a forest of its estimates and their finding in a sentence."""
    return Section(
        key,
        question,
        partial(_finding, key),
        (Table(key, COLUMNS, _rows, (comparison,)),),
        partial(_charts, key),
        f"{reading} {EXPLORATORY}".strip(),
    )


def _rows(run: ScenarioRun, estimates: Estimates) -> pl.DataFrame:
    return chart_rows(estimates).with_columns(finding=pl.lit(finding_of(estimates)))


def _finding(key: str, evidence: Evidence) -> Findings:
    rows = evidence.rows(key, "finding")
    if not rows:
        return ""
    statement = str(rows[0]["finding"])
    return statement, statement.partition("; ")[0], "The groups compared"


def _charts(key: str, evidence: Evidence, finding: str) -> Iterable[Chart]:
    if rows := evidence.rows(key, "name", "value"):
        values = ", ".join(f"{row['name']} {row['value']:.3g}" for row in rows)
        yield chart(key, finding, f"{rows[0]['axis']}: {values}.", forest_of_rows(rows, finding, ""))
