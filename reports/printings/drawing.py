"""Charts over printings: where effects lie in each, and which data decide them."""

from __future__ import annotations

from reports.charts import Row, forest, style
from reports.charts.scale import Scale, plain
from reports.charts.scale import differences as difference_scale
from reports.charts.sheet import Key, signed
from reports.printings.measured import PERCENT
from reports.questions.base import Chart, Evidence, Rows, chart, estimate, number
from reports.sentences import sentence_case

__all__ = ["over_chart", "shares_chart"]

MOST = 24  # rows of a chart


def over_chart(rows: Rows, each: Rows, evidence: Evidence) -> Chart | None:
    """Effects, or win shares, of all printings, where another one's would lie, and that of the shipped one."""
    drawn = []
    for row in rows[:MOST]:
        one = estimate(row, "over", 100, n=False)
        if one is None:
            continue
        dots = tuple(100 * x["shrunken"] for x in each if x["subject"] == row["subject"])
        drawn.append(Row(row["subject"], (one,), dots=dots, ring=number(row, "effect", 100)))
    if not drawn:
        return None
    title, what = "Over how many printings does the answer hold?", "effect on win share"
    margin = evidence.margin if evidence.par is not None else None
    scale, text = difference_scale(what, "pp", margin=margin), signed
    if evidence.par is None:
        title = "How far apart are printings?"
    if rows[0]["unit"] == PERCENT:
        title, what = "How often would the player win in other printings?", "win share"
        scale, text = Scale(f"{what}, %"), plain
    n = max(int(row["printings"]) for row in rows)
    figure = forest(
        title,
        f"{sentence_case(what)} in {n} printings that keep all that is known: mean, and where 95 % of such lie.",
        drawn,
        scale,
        series=(
            Key("mean and 95 % of printings", style.MEASURE, "line"),
            Key("a printing", style.PALE, "point"),
            Key("the shipped printing", style.INK, "ring"),
        ),
        interval="95 % of printings",
        note=f"Dots: each printing's {what}, drawn towards the mean as far as it may be noise.",
    )
    told = "; ".join(f"{row.label} {text(e.low)} to {text(e.high)}" for row in drawn for e in row.estimates if e)
    return chart("over_printings", title, f"One row each, {rows[0]['unit']}: {told}.", figure)


def shares_chart(rows: Rows) -> Chart | None:
    """Shares of the variance between printings by group."""
    drawn = [
        Row(row["group"], (one,)) for row in rows[:MOST] if (one := estimate(row, "total", 100, n=False)) is not None
    ]
    if not drawn:
        return None
    title = "Which unknown data decide the answer?"
    figure = forest(
        title,
        "Share of the variance between printings that would be gone, with all it interacts with, if this were known.",
        drawn,
        Scale("share of the variance between printings, %"),
        note="Total Sobol' indices: what two groups decide only together counts for both, so they may add up to more "
        "than 100 %.",
    )
    told = "; ".join(f"{row.label} {e.value:.0f} %" for row in drawn for e in row.estimates if e)
    return chart("variance_shares", title, f"Shares of the variance: {told}.", figure)
