"""Does a board need a strategy: its win share and its lead over side A in the hands of each strategy."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analyser.questions.common import text
from analyser.questions.run import SHARE, Run
from reports.stats.cluster import grouped
from reports.stats.joint import joint

__all__ = ["board_strategy"]

Floats = NDArray[np.float64]
NUMBERS = ("effect", "effect_low", "effect_high", "interaction", "interaction_low", "interaction_high", "p")


def board_strategy(run: Run, arm: str) -> pl.DataFrame:
    """Win share of every board by strategy; `effect`: its lead over side A there; `interaction`: how far that lead is
    from the board's mean lead over all strategies, and `p` tests that it is 0. Sides A count as one board."""
    board = pl.col("board").cast(pl.String)
    rows = run.rows(arm).with_columns(pl.when(board.is_in(run.a_sides)).then(pl.lit("")).otherwise(board).alias("side"))
    shares = text(grouped(rows, ["strategy", "side"], {"share": SHARE}), "strategy")
    both = joint(rows, ["strategy", "side"], "share60", scale=60)  # its groups stand in the order of `shares`
    at = {(side, strategy): i for i, (strategy, side) in enumerate(shares.select("strategy", "side").iter_rows())}
    unit = np.eye(len(shares))
    leads: dict[tuple[str, str], Floats] = {
        (side, s): unit[i] - unit[at["", s]] for (side, s), i in at.items() if side and ("", s) in at
    }
    rows_out = []
    for (side, strategy), lead in leads.items():
        same_board = [other for (b, _), other in leads.items() if b == side]
        effect = both.contrast(lead)
        row: dict[str, object] = {"side": side, "strategy": strategy}
        row |= zip(NUMBERS[:3], (float(x[0]) for x in (effect.estimate, effect.low, effect.high)), strict=True)
        if len(same_board) > 1:
            apart = both.contrast(lead - np.mean(same_board, axis=0))
            row |= zip(
                NUMBERS[3:], (float(x[0]) for x in (apart.estimate, apart.low, apart.high, apart.p)), strict=True
            )
        rows_out.append(row)
    shown = shares.with_columns(
        pl.when(pl.col("side") == "").then(pl.lit(run.a_sides[0])).otherwise("side").alias("board")
    )
    types = {"side": pl.String, "strategy": pl.String, **dict.fromkeys(NUMBERS, pl.Float64)}
    found = shown.join(pl.DataFrame(rows_out, schema=types), on=["side", "strategy"], how="left", maintain_order="left")
    place = pl.Series("place", [run.board_rank(board) for board in found["board"]])
    return found.with_columns(place).sort("place", maintain_order=True)
