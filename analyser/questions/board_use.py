"""What boards are used for: abilities and what they bring, unrest tracks in play, and how many B sides sit at the
table."""

from __future__ import annotations

import numpy as np
import polars as pl

from analyser.questions.common import text
from analyser.questions.run import SHARE, Run, in_order
from reports.stats.cluster import Measure, grouped

__all__ = ["composition", "unrest", "usage"]


def composition(run: Run) -> pl.DataFrame:
    """Win share of a B seat by the number of B sides at the table (mirror games)."""
    frame = in_order(run.rows("mirror"), ["board", "share60"])
    is_b = ~frame["board"].cast(pl.String).is_in(run.a_sides).to_numpy().reshape(-1, run.players)
    won = frame["share60"].to_numpy().reshape(-1, run.players).astype(np.int64)
    deal = frame["deal"].to_numpy().reshape(-1, run.players)[:, 0]
    tables = pl.DataFrame({"deal": deal, "b_sides": is_b.sum(axis=1), "share60": (won * is_b).sum(axis=1)})
    counted = tables.filter(pl.col("b_sides") > 0).with_columns(seats=pl.col("b_sides"))
    return grouped(counted, ["b_sides"], {"share": SHARE}, count="seats").with_columns(par=pl.lit(run.par))


def usage(run: Run, arm: str) -> pl.DataFrame:
    """Uses of each ability of each board per game and seat, and what they brought, in the ability's own unit."""
    uses, brought = run.numbered("power_uses_"), run.numbered("power_brought_")
    boards = {b: list(f.get("abilities") or []) for b, f in (run.facts.get("boards") or {}).items()}
    if not uses or not any(boards.values()):
        return pl.DataFrame()
    measures: dict[str, Measure] = {}
    for i, column in uses.items():
        measures |= {f"uses_{i}": Measure(column), f"never_{i}": Measure(f"none_{i}", bounded=True)}
        if i in brought:
            measures[f"amount_{i}"] = Measure(brought[i])
    rows = run.rows(arm).with_columns((pl.col(c) == 0).alias(f"none_{i}") for i, c in uses.items())
    found = {str(r["board"]): r for r in grouped(rows, ["board"], measures).iter_rows(named=True)}
    out = []
    for board, abilities in boards.items():
        for i, ability in zip(uses, abilities, strict=False):
            if (row := found.get(board)) is None:
                continue
            name, unit = (
                (ability.get("name"), ability.get("brings")) if isinstance(ability, dict) else (str(ability), None)
            )
            ends = {f"{m}{end}": row.get(f"{m}_{i}{end}") for m in ("uses", "amount") for end in ("", "_low", "_high")}
            out.append(
                {"board": board, "ability": name, "never": row[f"never_{i}"], "brought": unit, "n": row["n"]} | ends
            )
    return pl.DataFrame(out, infer_schema_length=None)


def unrest(run: Run) -> pl.DataFrame:
    """Where the unrest markers of each region stand at the end, and how often at the track's last slot."""
    named = [str(name) for name, _ in run.facts.get("tallies") or [] if str(name).startswith("unrest_")]
    columns = [c for c in named if c in run.columns] or [c for c in run.columns if c.startswith("unrest_")]
    tracks = {b: list(f.get("tracks") or []) for b, f in (run.facts.get("boards") or {}).items()}
    tracks = {b: t for b, t in tracks.items() if len(t) == len(columns)}
    if not columns or not tracks:
        return pl.DataFrame()
    rows = run.seats.with_columns(
        (
            pl.col(c)
            >= pl.col("board").cast(pl.String).replace_strict({b: t[i] for b, t in tracks.items()}, default=None)
        ).alias(f"full_{c}")
        for i, c in enumerate(columns)
    ).filter(pl.col("board").cast(pl.String).is_in(list(tracks)))
    measures = {c: Measure(c) for c in columns} | {f"full_{c}": Measure(f"full_{c}", bounded=True) for c in columns}
    found = text(grouped(rows, ["board"], measures), "board")
    parts = [
        found.select(
            "board",
            pl.lit(_region(c.removeprefix("unrest_"))).alias("region"),
            pl.col("board").replace_strict({b: t[i] for b, t in tracks.items()}, return_dtype=pl.Int64).alias("length"),
            *(pl.col(f"{c}{end}").alias(f"mean_final{end}") for end in ("", "_low", "_high")),
            pl.col(f"full_{c}").alias("at_maximum"),
            "n",
        )
        for i, c in enumerate(columns)
    ]
    order = {b: i for i, b in enumerate(tracks)}
    return pl.concat(parts).sort(pl.col("board").replace_strict(order), maintain_order=True)


def _region(name: str) -> str:
    return f"region {name}" if name.isdigit() else name
