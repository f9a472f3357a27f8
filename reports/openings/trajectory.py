"""When does an opening pay: the lead over the others, round by round."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.charts import Series, line_panels
from reports.charts.scale import differences
from reports.charts.sheet import Key
from reports.charts.style import category, shades
from reports.columns import Column
from reports.frames import RunFrames
from reports.openings.drawing import HOWS, alike_of, order_of
from reports.openings.parts import FORCED, free_plans, parts_of
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, enough, estimate, section_of
from reports.stats.cluster import Measure, grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.GROUP,
    c.HOW,
    c.ROUND,
    c.points("lead", "lead", sign=True, estimate=True, note="points ahead of the mean of the others"),
    c.SCORE,
    c.N,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Score, and lead over the mean of the others, of every group of openings after every round."""
    after = run.numbered("score_after_round_")
    parts = run.once(parts_of)
    if not after or not parts or run.players < 2:
        return pl.DataFrame()
    columns = list(after.values())
    out = []
    for how, rows in parts.items():
        arms = rows.select(pl.col("arm").cast(pl.String).unique()).collect()["arm"].to_list()
        sums = run.rows(*arms).group_by("game").agg(pl.col(c).cast(pl.Int64).sum().alias(f"sum_{c}") for c in columns)
        kept = (free_plans(rows) if how == FORCED else rows).select("game", "deal", "group", *columns)
        leads = kept.join(sums, on="game").with_columns(
            (run.players * pl.col(c).cast(pl.Int64) - pl.col(f"sum_{c}")).alias(f"lead_{c}") for c in columns
        )
        measures = {f"lead_{r}": Measure(f"lead_{c}", run.players - 1) for r, c in after.items()}
        found = grouped(leads, ["group"], measures | {f"score_{r}": Measure(c) for r, c in after.items()})
        for r in after:
            ends = [
                pl.col(f"{m}_{r}{end}").alias(f"{m}{end}") for m in ("lead", "score") for end in ("", "_low", "_high")
            ]
            out.append(found.select("group", pl.lit(how).alias("how"), pl.lit(r).alias("round"), *ends, "n"))
    return pl.concat(out).sort("how", "group", "round")


def section(evidence: Evidence) -> ShownSection:
    """Lead over the others by round, for each group."""
    words, alike = evidence.words, alike_of(evidence)
    rows = evidence.rows("trajectory", "group", "how", "round", "lead")
    rows = [row for row in rows if row["how"] != "chosen" or not alike]

    def draw() -> list[Chart]:
        if not rows:
            return []
        drawn, note = enough(rows)
        order = order_of(evidence, drawn)
        colour = _colours(evidence, order)
        scale = differences("lead over the others’ mean", "points")
        panels = []
        for how, _, _ in HOWS:
            series = []
            for name in order:
                own = [
                    (float(row["round"]), e)
                    for row in drawn
                    if row["group"] == name and row["how"] == how and (e := estimate(row, "lead", n=False)) is not None
                ]
                if own:
                    series.append(Series(name, colour[name], tuple(x for x, _ in own), tuple(e for _, e in own)))
            if len(series) > 1 or (series and how == HOWS[0][0]):
                panels.append((how, series, scale))
        if not panels:
            return []
        what = f"{words.counted} {words.turn[1]} pay" if words.counted else f"the {words.groups} pay"
        title = f"Do {what} early or late?" if words.counted else f"Does {what} early or late?"
        labels = [
            f"{name} {words.counted}" if words.counted and name == order[0] else words.group(name) for name in order
        ]
        figure = line_panels(
            title,
            "Running score minus the mean of the other seats, by round; band: 95 % interval.",
            panels,
            x_label="round",
            keys=[Key(label, colour[name], "line") for label, name in zip(labels, order, strict=True)],
            note=note,
        )
        return [chart("trajectory", title, f"Lines for {len(order)} groups of openings over the rounds.", figure)]

    reading = "A line that starts low and ends high is an investment; one that starts high and falls is a sprint."
    return section_of("trajectory", "The lead, round by round", reading, ("trajectory",), evidence, draw, why=alike)


def _colours(evidence: Evidence, order: list[str]) -> dict[str, str]:
    """Colours of the groups: shades where they have an order, else as different as can be."""
    if evidence.words.ordered:
        return dict(zip(order, shades(len(order)), strict=True))
    return {name: category(number) for number, name in enumerate(order)}


PIECE = Piece(section, (Table("trajectory", COLUMNS, table, across="lead", apart=True),))
