"""How often, and in which round, things happen that may happen to a seat once: a grid for each the game asks for."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.balance.against_others import sides
from reports.balance.arms import free_rows
from reports.charts import Field, field_grid
from reports.columns import Column
from reports.facts import MomentGrid
from reports.frames import RunFrames
from reports.page.words import pretty, sentence_case
from reports.questions.base import Chart, Evidence, Piece, Rows, ShownSection, Table, chart, estimate, section_of
from reports.stats.cluster import Measure, grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.word("grid", "grid"),
    c.word("counter", "counter", printed=False),
    c.code("label", "field"),
    c.count("row", "row"),
    c.count("column", "column"),
    c.percent("frequency", "of all seats", estimate=True, note="seat-games in which it happened"),
    c.percent("winners", "of winners", estimate=True),
    c.percent("losers", "of all others", estimate=True),
    c.number("round", "round", estimate=True, note="mean of those to whom it happened"),
    c.N,
)


def table(run: RunFrames) -> pl.DataFrame:
    """The tallies of the fact `grids`, grid by grid; one the run does not hold is left out."""
    rows = [
        {"grid": one.key, "counter": tally, "label": label, "row": y, "column": x}
        for one in run.game.grids
        for y, line in enumerate(one.rows, 1)
        for x, (tally, label) in enumerate(line.items(), 1)
        if tally in run.columns
    ]
    return pl.DataFrame([row | _measured(run, str(row["counter"])) for row in rows], infer_schema_length=None)


def _measured(run: RunFrames, tally: str) -> dict[str, object]:
    """How often it happens to all, to winners and to all others, and in which round on the mean."""
    happened = (pl.col(tally) > 0).cast(pl.Int64)
    seats = free_rows(run).select("deal", tally, happened=happened, won=pl.col("win_share60") > 0)
    measure = Measure("happened", bounded=True)
    whole = grouped(seats, [], {"frequency": measure}).to_dicts()
    found: dict[str, object] = {name: value for row in whole for name, value in row.items() if name != "deals"}
    for row in grouped(seats, ["won"], {"x": measure}).iter_rows(named=True):
        name = "winners" if row["won"] else "losers"
        found |= {f"{name}{end}": row[f"x{end}"] for end in ("", "_low", "_high")}
    for row in grouped(seats.filter(pl.col(tally) > 0), [], {"round": Measure(tally)}).iter_rows(named=True):
        found |= {f"round{end}": row[f"round{end}"] for end in ("", "_low", "_high")}
    return found


def section(evidence: Evidence) -> list[ShownSection]:
    """One section a grid; their one table stands in the last."""
    found = evidence.rows("grids", "grid", "row", "column", "frequency")
    known = [one for one in evidence.game.grids if any(row["grid"] == one.key for row in found)]
    return [_section(evidence, one, found, last=one is known[-1]) for one in known]


def _section(evidence: Evidence, one: MomentGrid, found: Rows, *, last: bool) -> ShownSection:
    rows = [row for row in found if row["grid"] == one.key]
    key = f"grid_{one.key}"

    def draw() -> list[Chart]:
        fields: list[list[Field | None]] = [[None] * max(map(len, one.rows)) for _ in one.rows]
        for row in rows:
            fields[row["row"] - 1][row["column"] - 1] = _field(row, evidence)
        figure = field_grid(one.title, one.subtitle, fields)
        alt = "; ".join(f"{row['label']} {100 * row['frequency']:.0f} %" for row in rows)
        return [chart(key, one.title, alt, figure)]

    tables = ("grids",) if last else ()
    return section_of(key, sentence_case(pretty(one.key)), one.reading, tables, evidence, draw)


def _field(row: dict[str, object], evidence: Evidence) -> Field:
    """A field with its numbers."""
    won, others = sides(evidence)
    of_won, of_others, when = estimate(row, "winners", 100), estimate(row, "losers", 100), estimate(row, "round")
    words = []
    if of_won and of_others:
        words.append(f"{won} {of_won.value:.0f} %, {others.removeprefix('all ')} {of_others.value:.0f} %")
    if when:
        words.append(f"in round {when.value:.1f}")
    share = estimate(row, "frequency", 100)
    return Field(str(row["label"]), share.value if share else 0.0, tuple(words))


PIECE = Piece(section, (Table("grids", COLUMNS, table),))
