"""How often do those win who hold it at the end: holdings the game names."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.boards.pairs import come
from reports.charts import Row, Scale, forest, style
from reports.charts.sheet import Key
from reports.columns import Column
from reports.frames import SCORE, SHARE, RunFrames, totals
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, number, section_of
from reports.stats.cluster import grouped
from reports.stats.joint import joint
from reports.stats.within import within

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.code("holding", "holding", printed=False),
    c.code("label", "held at the end"),
    c.N,
    replace(c.FREQUENCY, note="of seat-games"),
    c.percent("held", "win share with it", estimate=True, note="win share with it"),
    c.percent("without", "win share without", estimate=True, note="win share without"),
    c.pp(
        "difference", "difference within a strategy", estimate=True, note="mean over strategies of held minus without"
    ),
    c.points("score_held", "score with it"),
    c.points("score_without", "score without"),
)


def table(run: RunFrames) -> pl.DataFrame:
    """One row a holding (fact `holdings`), players as they come, from games in which strategies cancel where there are
    such."""
    named = [(tally, label) for tally, label in run.game.holdings.items() if tally in run.columns]
    arm = run.first_arm("table", "mirror", "cross", "free", "chosen")
    if not named or arm is None:
        return pl.DataFrame()
    rows = []
    for tally, label in named:
        held = (pl.col(tally) > 0).alias("held")
        seats = come(run, run.rows(arm)).with_columns(held)
        cells = totals(seats, ["strategy", "deal", "held"], ["win_share60", "score"])
        found = grouped(cells, ["held"], {"share": SHARE, "score": SCORE}, count="games")
        of = {bool(row["held"]): row for row in found.iter_rows(named=True)}
        n = int(found["n"].sum())
        row: dict[str, object] = {"holding": tally, "label": label, "n": n}
        row["frequency"] = of[True]["n"] / n if True in of else 0.0
        for name, side in (("held", of.get(True, {})), ("without", of.get(False, {}))):
            row |= {f"{name}{end}": side.get(f"share{end}") for end in ("", "_low", "_high")}
            row[f"score_{name}"] = side.get("score")
        rows.append(row | _difference(cells))
    return pl.DataFrame(rows, infer_schema_length=None)


def _difference(cells: pl.DataFrame) -> dict[str, float | None]:
    """Win share with the holding minus without it, within strategies; without a value where no strategy has both."""
    each = joint(cells, ["strategy", "held"], "win_share60", scale=60, count="games")
    if (weights := within(each, "strategy")) is None:
        return dict.fromkeys(("difference", "difference_low", "difference_high"))
    found = each.contrast(weights)
    ends = (("difference", found.estimate), ("difference_low", found.low), ("difference_high", found.high))
    return {name: float(value[0]) for name, value in ends}


def notes(run: RunFrames) -> list[str]:
    """A warning, where there is something to warn of."""
    said = (
        "What seats hold at the end is correlated with winning, no cause of it, and confounded: who plays well, or is "
        "lucky, gets more of everything. Differences are taken within strategies."
    )
    return [said] if len(run.once(table)) else []


def section(evidence: Evidence) -> ShownSection | None:
    """With and without each holding; nothing where the game names none."""
    rows = evidence.rows("held", "holding", "label", "frequency")
    if not rows or evidence.par is None:
        return None
    par = evidence.par

    def draw() -> list[Chart]:
        order = sorted(rows, key=lambda row: -(number(row, "held") or 0.0))
        drawn = [
            Row(
                f"{row['label']} ({100 * row['frequency']:.0f} %)",
                (estimate(row, "held", 100, n=False), estimate(row, "without", 100, n=False)),
            )
            for row in order
        ]
        title = "How often do those win who hold it at the end, and those who do not?"
        figure = forest(
            title,
            f"Win share of seats that end the game with and without each; par is {par:.1f} %.",
            drawn,
            Scale("win share, %", par, f"par {par:.1f} %", evidence.margin),
            series=[Key("with it", style.MEASURE, "point"), Key("without it", style.NEUTRAL, "point")],
            note="In brackets: seat-games that end with it.",
        )
        said = "; ".join(
            f"{row['label']}: with {100 * row['held']:.1f} %, without {100 * row['without']:.1f} %"
            for row in order
            if number(row, "held") is not None and number(row, "without") is not None
        )
        return [chart("held", title, said + ".", figure)]

    reading = (
        "Correlation, not cause: a seat that plays well, or is lucky, gets more of everything. A wide gap says that "
        "holding it and winning go together, not that it makes winners; the table's difference compares seats of one "
        "strategy, with it and without, and takes the mean over strategies."
    )
    return section_of("held", "What winners hold", reading, ("held",), evidence, draw)


PIECE = Piece(section, (Table("held", COLUMNS, table),), notes)
