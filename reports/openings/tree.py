"""How do openings unfold, and which branches win."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.columns import Column
from reports.draw import Node, icicle
from reports.evidence import Chart, Evidence, Section, chart, estimate, section_of
from reports.frames import SHARE, RunFrames
from reports.openings.drawing import alone as alone_of
from reports.openings.drawing import legend
from reports.openings.folding import RARE
from reports.openings.parts import CHOSEN, parts_of
from reports.question import Piece, Table
from reports.stats.cluster import grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    replace(c.code("line", "opening so far"), note="prefix"),
    c.count("depth", "turn"),
    c.code("parent", "after"),
    c.N,
    c.FREQUENCY,
    c.SHARE,
)

TWIG = 0.002  # share of all openings below which a branch of the tree is left out


def table(run: RunFrames) -> pl.DataFrame:
    """Every beginning of a chosen opening that is not rare, with how often it was played and how it did."""
    parts = run.once(parts_of)
    if CHOSEN not in parts:
        return pl.DataFrame()
    rows = parts[CHOSEN]
    per_line = (
        rows.group_by("opening", "deal").agg(pl.len().alias("size"), pl.col("share60").cast(pl.Int64).sum()).collect()
    )
    total = int(per_line["size"].sum())
    longest = int(per_line["opening"].str.len_chars().max() or 0)  # type: ignore[arg-type]  # lengths are integers
    out = []
    for depth in range(1, longest + 1):
        reached = per_line.filter(pl.col("opening").str.len_chars() >= depth).with_columns(
            line=pl.col("opening").str.head(depth)
        )
        sizes = reached.group_by("line").agg(pl.col("size").sum().alias("whole"))
        kept = reached.join(sizes.filter(pl.col("whole") >= max(TWIG * total, RARE)), on="line", how="semi")
        if not len(kept):
            break
        found = grouped(kept, ["line"], {"share": SHARE}, count="size")
        out.append(
            found.with_columns(
                depth=pl.lit(depth), parent=pl.col("line").str.head(depth - 1), frequency=pl.col("n") / total
            )
        )
    return pl.concat(out) if out else pl.DataFrame()


def section(evidence: Evidence) -> Section:
    """The tree of openings."""
    rows = evidence.rows("tree", "line", "depth", "frequency", "share")
    words = evidence.words
    deepest = max((row["depth"] for row in rows), default=0)
    alone = alone_of([row for row in rows if row["depth"] == deepest], "line")

    def draw() -> list[Chart]:
        if not rows or evidence.par is None or alone:
            return []
        nodes = [
            Node(
                str(row["line"]),
                str(row.get("parent") or ""),
                int(row["depth"]),
                str(row["line"])[-1:],
                100 * row["frequency"],
                share.value,
                share.half,
                share.n,
            )
            for row in rows
            if row["line"] and (share := estimate(row, "share", 100))
        ]
        if not nodes:
            return []
        title = "How do openings unfold, and which branches win?"
        figure = icicle(
            title,
            f"The {words.opening_name}: each box is a {words.turn[0]}, its width is how often, its colour the win "
            f"share (par {evidence.par:.1f} %).",
            nodes,
            centre=evidence.par,
            unit="%",
            layer_title=words.turn[0],
            width_label="how often, % of openings",
            note=legend(evidence),
        )
        return [chart("tree", title, f"Tree of {len(nodes)} opening beginnings.", figure)]

    reading = (
        f"Read from the top down: under each {words.turn[0]} lie those that followed it. Blue branches win more than "
        "par, orange ones less."
    )
    return section_of("tree", "Tree of openings", reading, ("tree",), evidence, draw, why=alone)


PIECE = Piece(section, (Table("tree", COLUMNS, table),))
