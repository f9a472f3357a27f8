"""Does it matter when the turns of a class are taken: every order of a number forced in turns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.charts import Row, forest, heat_map
from reports.charts.scale import differences as differences_scale
from reports.charts.sheet import signed
from reports.columns import Column
from reports.effects import differences, together
from reports.frames import SHARE, RunFrames
from reports.openings.parts import FORCED, grouping_of, parts_of
from reports.questions.base import Chart, Evidence, Piece, Rows, ShownSection, Table, chart, estimate, grid, section_of
from reports.stats.cluster import Measure, grouped
from reports.stats.joint import joint

__all__ = ["PIECE"]

Floats = NDArray[np.float64]

SHOWN = 24  # orders drawn at most

SIMULTANEOUS = "its interval is the simultaneous 95 % one of the table"
COLUMNS: tuple[Column, ...] = (
    replace(c.GROUP, note="number of turns of the class"),
    c.opening("order", "order"),
    c.N,
    c.percent("followed", "order followed", note="fraction that could keep to it"),
    c.SHARE,
    c.pp("against_number", "against the number's other orders", estimate=True, note=SIMULTANEOUS),
    c.P,
)
TURNS: tuple[Column, ...] = (
    replace(c.GROUP, note="number of turns of the class"),
    c.count("turn", "turn"),
    c.N,
    c.pp(
        "effect",
        "taken on this turn",
        estimate=True,
        note=f"orders that take one there minus those that do not; {SIMULTANEOUS}",
    ),
    c.P,
)


def forced_orders(run: RunFrames) -> pl.DataFrame:
    """Seat rows of numbers that were forced in several orders; no rows without any."""
    grouping, parts = run.once(grouping_of), run.once(parts_of)
    if FORCED not in parts or not grouping.letter:
        return pl.DataFrame()
    rows = parts[FORCED].filter("loose").select("deal", "group", "order", "opening", "win_share60").collect()
    several = rows.group_by("group").agg(pl.col("order").n_unique().alias("orders")).filter(pl.col("orders") > 1)
    rows = rows.join(several, on="group", how="semi")
    names = rows["order"].unique().sort().to_list()
    kept = [(pl.col("order") == name) & pl.col("opening").str.contains(grouping.pattern(name)) for name in names]
    return rows.with_columns(as_planned=pl.any_horizontal(kept)) if names else pl.DataFrame()


def orders(run: RunFrames) -> pl.DataFrame:
    """One row an order: its win share, and how far it is from the mean of the other orders of its number."""
    rows = run.once(forced_orders)
    if not len(rows):
        return pl.DataFrame()
    measures = {"share": SHARE, "followed": Measure("as_planned", bounded=True)}
    found = grouped(rows, ["group", "order"], measures)
    unit, number = np.eye(len(found)), found["group"].cast(pl.String).to_numpy()
    peers = (number[:, None] == number[None, :]) & ~unit.astype(bool)
    weights = unit - peers / peers.sum(axis=1, keepdims=True)
    return found.hstack(_family(run, rows, weights, "against_number"))


def turns(run: RunFrames) -> pl.DataFrame:
    """For every number and turn: its orders that take the class on that turn against those that do not."""
    rows, letter = run.once(forced_orders), run.once(grouping_of).letter
    if not len(rows):
        return pl.DataFrame()
    cells = rows.group_by("group", "order").len().sort("group", "order")
    number, order = cells["group"].cast(pl.String).to_list(), cells["order"].to_list()
    places, weights = [], []
    for one in dict.fromkeys(number):
        mine = np.array([name == one for name in number])
        for turn in range(max(map(len, order))):
            taken = mine & np.array([name[turn : turn + 1] == letter for name in order])
            if taken.any() and (mine & ~taken).any():
                places.append({"group": one, "turn": turn + 1, "n": int(cells["len"].to_numpy()[mine].sum())})
                weights.append(taken / taken.sum() - (mine & ~taken) / (mine & ~taken).sum())
    found = pl.DataFrame(places, schema_overrides={"group": cells.schema["group"]})
    return found.hstack(_family(run, rows, np.array(weights), "effect"))


def _family(run: RunFrames, rows: pl.DataFrame, weights: Floats, name: str) -> pl.DataFrame:
    """Differences between orders, a row of weights each, as one family: columns of the estimate `name` and `p`."""
    found = differences(run, joint(rows, ["group", "order"], "win_share60", scale=60), weights, f"orders {name}")
    return together(found).rename({"effect": name, "effect_low": f"{name}_low", "effect_high": f"{name}_high"})


def section(evidence: Evidence) -> ShownSection | None:
    """The effect of taking a turn of the class on each turn, number by number, and the orders furthest from their
    number's mean; None where no order was forced."""
    by_turn = evidence.rows("order_turns", "group", "turn", "effect")
    by_order = evidence.rows("orders", "group", "order", "against_number")
    words = evidence.words
    if not words.counted or not (by_turn or by_order):
        return None

    def draw() -> list[Chart | None]:
        return [_turns(evidence, by_turn), _orders(evidence, by_order)]

    reading = (
        "Every number was forced in every order, in turns, each on deals of its own: the number's effect above is the "
        "mean over its orders, and this is the effect of the order within a number. Blue on the left: early "
        f"{words.turn[1]} pay; on the right: late ones."
    )
    heading = f"When the {words.counted} {words.turn[1]} come"
    return section_of("orders", heading, reading, ("order_turns", "orders"), evidence, draw)


def _turns(evidence: Evidence, rows: Rows) -> Chart | None:
    """Numbers by turns; None without rows."""
    if not rows:
        return None
    words = evidence.words
    down, across, cells = grid(rows, "group", "turn", "effect", centre=0)
    title = f"Does it matter when the {words.counted} {words.turn[1]} come?"
    figure = heat_map(
        title,
        f"Win share of the orders with a {words.counted} {words.turn[0]} there minus the number's other orders, "
        "pp ± half the interval.",
        [f"{name} {words.counted}" for name in down],
        [f"{words.turn[0]} {number}" for number in across],
        cells,
        centre=0,
        unit="pp",
        text=signed,
        note="Bold, in full colour: the interval leaves zero out; intervals are simultaneous over all cells (95 %).",
    )
    told = "; ".join(f"{row['group']} at {row['turn']}: {100 * row['effect']:+.1f} pp" for row in rows)
    return chart("orders", title, told, figure)


def _orders(evidence: Evidence, rows: Rows) -> Chart | None:
    """The orders furthest from the mean of their number's others; None without rows."""
    if not rows:
        return None
    words = evidence.words
    shown = sorted(rows, key=lambda row: (-abs(row["against_number"]), str(row["order"])))[:SHOWN]
    shown.sort(key=lambda row: (str(row["group"]), -row["against_number"]))
    title = f"Which order of the {words.counted} {words.turn[1]} pays?"
    some = f"the {SHOWN} of {len(rows)} furthest from it; " if len(rows) > SHOWN else ""
    figure = forest(
        title,
        f"Win share of an order minus that of its number's other orders, {some}intervals hold for all orders together.",
        [Row(words.opening(row["order"]), (estimate(row, "against_number", 100),)) for row in shown],
        differences_scale("difference in win share", "pp", margin=evidence.margin, less="wins less", more="wins more"),
        n_label="seat-games",
        above="better than the others",
        below="worse",
        together=True,
    )
    told = "; ".join(f"{words.opening(row['order'])} {100 * row['against_number']:+.1f} pp" for row in shown)
    return chart("orders_each", title, told, figure)


PIECE = Piece(section, (Table("orders", COLUMNS, orders), Table("order_turns", TURNS, turns)))
