"""What boards should cost at an auction, and what they did cost where players bid for them."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.boards.pairs import come
from reports.boards.prices import DEALT, Priced, among
from reports.charts import Row, Scale, forest, style
from reports.charts.scale import plain
from reports.charts.sheet import Key
from reports.columns import Column
from reports.frames import SHARE, RunFrames, text
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, number, section_of
from reports.stats.cluster import Measure, grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    c.N,
    c.points(
        "fair",
        "should cost",
        estimate=True,
        note="at which each wins its share, the cheapest for the least bid",
    ),
    c.points("paid", "did cost", estimate=True, note="mean of what was paid, where boards were auctioned"),
    c.percent("share", "win share at that", estimate=True, note="where boards were auctioned"),
)


def table(run: RunFrames) -> pl.DataFrame:
    """A row a board, players as they come; what was paid only where players bid."""
    auction, found = run.game.board.auction, run.once(among)
    if auction is None or found is None:
        return pl.DataFrame()
    if not run.game.board.taken:
        return _fair(found, np.zeros(len(found.boards)), auction.least)
    left = f"score_{auction.left}"
    if str(run.game.options.get(auction.option)) != auction.value or left not in run.columns:
        return pl.DataFrame()
    rows = come(run, run.rows(DEALT)).with_columns(paid_=auction.purse - pl.col(left).cast(pl.Int64))
    paid = text(grouped(rows, ["board"], {"paid": Measure("paid_"), "share": SHARE}), "board")
    cost = np.array([paid.filter(pl.col("board") == board)["paid"][0] for board in found.boards])
    return _fair(found, cost, auction.least).join(paid.drop("n", "deals"), on="board", maintain_order="left")


def _fair(found: Priced, paid: NDArray[np.float64], least: int) -> pl.DataFrame:
    """What was paid and what is to be paid beyond, all raised or lowered so that the cheapest costs the least bid."""
    price, draws = found.found.price + paid, found.found.draws + paid
    price, draws = price - price.min() + least, draws - draws.min(axis=1, keepdims=True) + least
    low, high = np.quantile(draws, (0.025, 0.975), axis=0)
    columns = {"board": list(found.boards), "n": found.n}
    return pl.DataFrame(columns | {"fair": price, "fair_low": low, "fair_high": high})


def section(evidence: Evidence) -> ShownSection | None:
    """Fair prices beside those paid."""
    auction, rows = evidence.game.board.auction, evidence.rows("auction", "board", "fair")
    if evidence.game.shared or auction is None or not rows:
        return None
    words, bid = evidence.words, any(number(row, "paid") is not None for row in rows)
    one, many = words.nouns

    def draw() -> list[Chart]:
        drawn = [
            Row(words.board(row["board"]), (estimate(row, "fair", 1), estimate(row, "paid", 1, n=False)))
            for row in rows
        ]
        title = f"What should each {one} cost at an auction?" if not bid else f"Do auctions price the {many} right?"
        keys = [
            Key("should cost", style.CATEGORIES[0], "point"),
            Key("did cost" if bid else "", style.CATEGORIES[1], "point"),
        ]
        scale = Scale("points paid", None, text=plain)
        subtitle = "Price in points at which every one of them wins its share."
        figure = forest(title, subtitle, drawn, scale, series=keys, n_label="seat-games")
        said = "; ".join(f"{row.label} {row.estimates[0].value:.1f}" for row in drawn if row.estimates[0])
        return [chart("auction", title, f"Fair prices in points: {said}.", figure)]

    dear = [words.board(row["board"]) for row in rows if row["fair"] > auction.purse]
    purse = f" {', '.join(dear)} would have to cost more than the {auction.purse} points a player has." if dear else ""
    if bid:
        reading = (
            f"Players bid as their strategies value the choice. A {one} that cost less beside the others than it "
            f"should wins more than its share. Fair prices (the cheapest for the least bid of {auction.least}) are "
            f"found from these games, in which whoever bought a {one} played it.{purse}"
        )
    else:
        reading = (
            f"The cheapest goes for the least bid of {auction.least}; at these prices every {one} wins its share."
            f"{purse} What players of this run bid is told by `analyser boards {evidence.game.name} --option "
            f"{auction.option}=given,{auction.value}`."
        )
    return section_of("auction", "Prices at an auction", reading, ("auction",), evidence, draw)


PIECE = Piece(section, (Table("auction", COLUMNS, table),))
