"""Does a board need a plan of its own: win share and lead over side A in the hands of each strategy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.boards.pairs import pair_arm, seat_arm
from reports.charts import heat_map
from reports.charts.sheet import signed
from reports.columns import Column
from reports.effects import differences, together
from reports.frames import SHARE, RunFrames, text
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, cell_note, chart, grid, section_of
from reports.sentences import sentence_case
from reports.stats.cluster import grouped
from reports.stats.joint import joint

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    c.STRATEGY,
    c.SHARE,
    c.N,
    replace(c.EFFECT, note=f"against A; {c.TOGETHER}"),
    c.pp("interaction", "interaction", estimate=True, note=c.TOGETHER),
    replace(c.P, note="of the interaction, corrected for its family"),
)
CROSS: tuple[Column, ...] = (
    c.STRATEGY,
    c.BOARD,
    c.SHARE,
    replace(c.N, note="cross design: board x strategy against a mixed table"),
)


Floats = NDArray[np.float64]

NUMBERS = ("effect", "effect_low", "effect_high", "interaction", "interaction_low", "interaction_high", "p")


def table(run: RunFrames) -> pl.DataFrame:
    """Win share of every board by strategy; `effect`: its lead over side A there; `interaction`: how far that lead is
    from the board's mean lead over all strategies, and `p` tests that it is 0. All leads are one family, all
    interactions another. Sides A count as one board."""
    arm = pair_arm(run) if run.game.shared else seat_arm(run)
    if arm is None:
        return pl.DataFrame()
    board = pl.col("board").cast(pl.String)
    rows = run.rows(arm).with_columns(
        pl.when(board.is_in(run.game.a_sides)).then(pl.lit("")).otherwise(board).alias("side")
    )
    shares = text(grouped(rows, ["strategy", "side"], {"share": SHARE}), "strategy")
    both = joint(rows, ["strategy", "side"], "win_share60", scale=60)  # its groups stand in the order of `shares`
    at = {(side, strategy): i for i, (strategy, side) in enumerate(shares.select("strategy", "side").iter_rows())}
    unit = np.eye(len(shares))
    leads: dict[tuple[str, str], Floats] = {
        (side, s): unit[i] - unit[at["", s]] for (side, s), i in at.items() if side and ("", s) in at
    }
    tested: dict[tuple[str, str], Floats] = {}  # interactions
    for (side, strategy), lead in leads.items():
        same_board = [other for (b, _), other in leads.items() if b == side]
        if len(same_board) > 1:
            tested[side, strategy] = lead - np.mean(same_board, axis=0)
    cells: dict[tuple[str, str], dict[str, object]] = {cell: {"side": cell[0], "strategy": cell[1]} for cell in leads}
    for name, contrasts in (("effect", leads), ("interaction", tested)):
        if contrasts:
            family = differences(run, both, list(contrasts.values()), f"board strategy {name}")
            for cell, (value, low, high, p) in zip(contrasts, together(family).iter_rows(), strict=True):
                cells[cell] |= {name: value, f"{name}_low": low, f"{name}_high": high}
                cells[cell] |= {"p": p} if name == "interaction" else {}
    shown = shares.with_columns(
        pl.when(pl.col("side") == "").then(pl.lit(run.game.a_sides[0])).otherwise("side").alias("board")
    )
    types = {"side": pl.String, "strategy": pl.String, **dict.fromkeys(NUMBERS, pl.Float64)}
    found = shown.join(
        pl.DataFrame(list(cells.values()), schema=types), on=["side", "strategy"], how="left", maintain_order="left"
    )
    place = pl.Series("place", [run.game.board_rank(board) for board in found["board"]])
    return found.with_columns(place).sort("place", maintain_order=True)


def cross(run: RunFrames) -> pl.DataFrame:
    """One seat with a strategy and a board of its own against opponents of all kinds."""
    if run.game.shared or "cross" not in run.arms:
        return pl.DataFrame()
    return text(grouped(run.rows("cross"), ["strategy", "board"], {"share": SHARE}), "strategy", "board")


def section(evidence: Evidence) -> ShownSection | None:
    """Board by strategy, mirror tables (difference) and mixed tables (share)."""
    if evidence.game.shared:
        return None
    one = evidence.words.nouns[0]

    def draw() -> list[Chart]:
        out = []
        rows = evidence.rows("board_strategy", "board", "strategy", "effect")
        base = evidence.words.baseline
        if rows:
            down, across, cells = grid(rows, "strategy", "board", "effect", centre=0)
            title = f"Does a {one} need a plan of its own?"
            out.append(
                chart(
                    "board_strategy",
                    title,
                    f"Heat map of {len(down)} strategies by {len(across)} boards.",
                    heat_map(
                        title,
                        f"Win share minus that of {base} for the same strategy, pp ± half its interval.",
                        [str(key) for key in down],
                        [evidence.words.board(key) for key in across],
                        cells,
                        centre=0,
                        unit="pp",
                        text=signed,
                        note=cell_note(rows, "zero"),
                    ),
                )
            )
        rows = evidence.rows("cross", "board", "strategy", "share")
        if rows and evidence.par is not None:
            down, across, cells = grid(rows, "strategy", "board", "share", centre=evidence.par)
            title = f"How does each plan fare with each {one} against a mixed table?"
            out.append(
                chart(
                    "cross",
                    title,
                    f"Heat map of {len(down)} strategies by {len(across)} boards.",
                    heat_map(
                        title,
                        f"Win share of one seat against opponents of all kinds, % ± half its interval; par is "
                        f"{evidence.par:.1f} %.",
                        [str(key) for key in down],
                        [evidence.words.board(key) for key in across],
                        cells,
                        centre=evidence.par,
                        unit="%",
                        note=cell_note(rows, "par"),
                    ),
                )
            )
        return out

    reading = (
        f"Columns of one colour: the {one} suits every plan. Rows of one colour in the second chart: the plan is "
        f"strong, not the {one}."
    )
    return section_of(
        "board_strategy", f"{sentence_case(one)} and strategy", reading, ("board_strategy", "cross"), evidence, draw
    )


PIECE = Piece(section, (Table("board_strategy", COLUMNS, table), Table("cross", CROSS, cross)))
