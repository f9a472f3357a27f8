"""What winners have more of than all others: counters, a section for each chart the game asks for."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.balance.against_others import against_others, others_of, sides, within_words
from reports.balance.arms import free_rows
from reports.charts import Scale, Series, line_panels, style
from reports.charts.sheet import Key, signed
from reports.columns import Column
from reports.facts import CounterChart
from reports.frames import RunFrames
from reports.page.words import pretty
from reports.questions.base import Chart, Evidence, Piece, Rows, ShownSection, Table, chart, estimate, section_of

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.word("chart", "chart"),
    c.word("counter", "counter", printed=False),
    c.code("label", "what is counted"),
    c.UNIT,
    c.number("winners", "winners", estimate=True),
    c.number("losers", "all others", estimate=True),
    c.number("difference", "difference", sign=True, estimate=True, note="mean of the differences within strategies"),
    c.number("correlation", "correlation with winning", sign=True, note="with win share, within strategies"),
    c.N,
)


def table(run: RunFrames) -> pl.DataFrame:
    """The tallies of the fact `charts` for winners and all others, chart by chart; a tally the run does not hold is
    left out."""
    listed = [
        {"chart": chart.key, "counter": tally, "label": label, "unit": chart.unit}
        for chart in run.game.charts
        for tally, label in chart.tallies.items()
        if tally in run.columns
    ]
    found = others_of(free_rows(run), list(dict.fromkeys(one["counter"] for one in listed)))
    return pl.DataFrame([one | found[one["counter"]] for one in listed if one["counter"] in found])


def section(evidence: Evidence) -> list[ShownSection]:
    """One section for each of the game's charts that the run holds counters for; their one table stands in the last."""
    found = evidence.rows("counters", "chart", "label", "winners", "losers", "difference")
    known = [one for one in evidence.game.charts if any(row["chart"] == one.key for row in found)]
    return [_section(evidence, one, found, last=one is known[-1]) for one in known]


def _section(evidence: Evidence, one: CounterChart, found: Rows, *, last: bool) -> ShownSection:
    """The section of one chart, in the game's words."""
    rows = [row for row in found if row["chart"] == one.key]
    key = f"counters_{one.key}"

    def draw() -> list[Chart | None]:
        if one.by_round:
            return [_by_round(key, one, rows, evidence)]
        return [against_others(key, one.title, one.subtitle, one.unit, rows, evidence)]

    name = pretty(one.key)
    tables = ("counters",) if last else ()
    made = section_of(key, name[:1].upper() + name[1:], one.reading, tables, evidence, draw)
    return replace(made, notes=(*made.notes, within_words(evidence))) if made.charts else made


def _by_round(key: str, one: CounterChart, rows: Rows, evidence: Evidence) -> Chart | None:
    """Winners and all others over the rounds, and the difference between them within strategies."""
    rounds = tuple(float(number) for number in range(1, len(rows) + 1))

    def line(column: str, label: str, colour: str) -> Series:
        return Series(label, colour, rounds, tuple(e for row in rows if (e := estimate(row, column, n=False))))

    won, others = sides(evidence)
    both = [line("winners", won, style.MEASURE), line("losers", others, style.NEUTRAL)]
    apart = [line("difference", "difference", style.INK)]
    unit = f", {one.unit}" if one.unit else ""
    panels = [
        ("mean at the end of the round", both, Scale(f"mean{unit}", None)),
        ("difference within a strategy", apart, Scale(f"difference{unit}", 0.0, text=signed)),
    ]
    figure = line_panels(
        one.title,
        one.subtitle,
        panels,
        x_label="round",
        keys=[Key(series.label, series.colour, "line") for series in both],
        shared=False,
    )
    alt = "; ".join(
        f"after round {number}: {row['winners']:.1f} against {row['losers']:.1f}" for number, row in enumerate(rows, 1)
    )
    return chart(key, one.title, alt, figure)


PIECE = Piece(section, (Table("counters", COLUMNS, table, apart=True),))
