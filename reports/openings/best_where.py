"""For which board and strategy which group of openings is best."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.charts import heat_map
from reports.columns import Column
from reports.frames import SHARE, RunFrames, text
from reports.openings.drawing import HOWS, alike_of, order_of
from reports.openings.parts import CHOSEN, FORCED, free_plans, parts_of
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    Rows,
    ShownSection,
    Table,
    cell_note,
    chart,
    grid,
    section_of,
    unique,
)
from reports.stats.cluster import grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (c.GROUP, c.BOARD, c.STRATEGY, c.HOW, c.N, c.SHARE)


def table(run: RunFrames) -> pl.DataFrame:
    """Win share of every group of openings for each board and strategy: forced where there is, else chosen."""
    parts = run.once(parts_of)
    if not parts:
        return pl.DataFrame()
    how = FORCED if FORCED in parts else CHOSEN
    rows = free_plans(parts[how]) if how == FORCED else parts[how]
    found = grouped(rows, ["group", "board", "strategy"], {"share": SHARE})
    return text(found, "board", "strategy").with_columns(how=pl.lit(how))


def section(evidence: Evidence) -> ShownSection:
    """For which board and strategy which group is best."""
    rows = evidence.rows("best_where", "group", "board", "strategy", "share")

    alike = alike_of(evidence)
    rows = [row for row in rows if row.get("how") != "chosen" or not alike]

    def draw() -> list[Chart]:
        made = (_where_map(evidence, [row for row in rows if row.get("how", how) == how], how) for how, _, _ in HOWS)
        return [one for one in made if one is not None][: 2 if rows and "how" in rows[0] else 1]

    several = len({row["board"] for row in rows} - {"all"}) > 1
    one = evidence.words.nouns[0]
    what = f"{one} or a strategy (or both)" if several else "strategy"
    reading = f"Each row is a {what}; look for rows whose blue cell is not where the others have theirs."
    heading = f"For which {one} and strategy" if several else "For which strategy"
    return section_of("best_where", heading, reading, ("best_where",), evidence, draw, why=alike)


def _where_map(evidence: Evidence, rows: Rows, how: str) -> Chart | None:
    """The heat map of one way an opening came about; None without rows."""
    if not rows or evidence.par is None:
        return None
    words = evidence.words
    boards = {row["board"] for row in rows if row["board"] != "all"}
    where = [_where(evidence, row, len(boards) > 1) for row in rows]
    named = [{**row, "where": place} for row, place in zip(rows, where, strict=True)]
    order, columns = unique(where)[:24], order_of(evidence, rows)
    named.sort(key=lambda row: columns.index(row["group"]))
    _, places, cells = grid(named, "group", "where", "share", centre=evidence.par)
    turned = [[cells[x][places.index(place)] for x in range(len(columns))] for place in order]
    both = f"{words.nouns[0]} and strategy"
    ask = f"How many {words.counted} {words.turn[1]}" if words.counted else f"Which {words.groups}"
    title = f"{ask}, for which {both if len(boards) > 1 else 'strategy'} ({how})?"
    figure = heat_map(
        title,
        f"Win share, % ± half its interval, by {both if len(boards) > 1 else 'strategy'}; par is {evidence.par:.1f} %.",
        order,
        [words.group(name) for name in columns],
        turned,
        centre=evidence.par,
        unit="%",
        column_title=words.groups,
        note=cell_note(rows, "par"),
    )
    return chart(f"best_where_{how}", title, f"Heat map of {len(order)} rows by {len(columns)} groups.", figure)


def _where(evidence: Evidence, row: dict[str, object], with_board: bool) -> str:
    """Board (where there are several) and strategy of a row in words; `all` is left out."""
    parts = [evidence.words.board(row["board"])] if with_board and row["board"] != "all" else []
    parts += [str(row["strategy"])] if row["strategy"] != "all" else []
    return " · ".join(parts) or "all"


PIECE = Piece(section, (Table("best_where", COLUMNS, table),))
