"""How do openings unfold, and which branches win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from reports import columns as c
from reports.charts import Row, forest
from reports.columns import Column
from reports.frames import SHARE, RunFrames, totals
from reports.openings.drawing import alone as alone_of
from reports.openings.drawing import share_scale
from reports.openings.folding import RARE
from reports.openings.parts import CHOSEN, parts_of
from reports.questions.base import Chart, Evidence, Piece, Rows, ShownSection, Table, chart, estimate, section_of
from reports.stats.cluster import grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    replace(c.opening("line", "opening so far"), note="prefix"),
    c.count("depth", "turn"),
    c.code("parent", "after", printed=False),
    c.N,
    c.FREQUENCY,
    c.SHARE,
)

SHOWN = 24  # branches drawn at most

ALL = 0.98  # of a branch: turns that so many take next are told in one row with it

TWIG = 0.002  # share of all openings below which a branch of the tree is left out


def table(run: RunFrames) -> pl.DataFrame:
    """Every beginning of a chosen opening that is not rare, with how often it was played and how it did."""
    parts = run.once(parts_of)
    if CHOSEN not in parts:
        return pl.DataFrame()
    rows = parts[CHOSEN]
    per_line = totals(rows, ["opening", "deal"], ["win_share60"])
    total = int(per_line["games"].sum())
    longest = int(per_line["opening"].str.len_chars().max() or 0)  # type: ignore[arg-type]  # lengths are integers
    out = []
    for depth in range(1, longest + 1):
        reached = per_line.filter(pl.col("opening").str.len_chars() >= depth).with_columns(
            line=pl.col("opening").str.head(depth)
        )
        sizes = reached.group_by("line").agg(pl.col("games").sum().alias("whole"))
        kept = reached.join(sizes.filter(pl.col("whole") >= max(TWIG * total, RARE)), on="line", how="semi")
        if not len(kept):
            break
        found = grouped(kept, ["line"], {"share": SHARE}, count="games")
        out.append(
            found.with_columns(
                depth=pl.lit(depth), parent=pl.col("line").str.head(depth - 1), frequency=pl.col("n") / total
            )
        )
    return pl.concat(out) if out else pl.DataFrame()


@dataclass(frozen=True)
class Branch:
    """A row of the drawn tree: the table's row, the turns since the branch above it, how deep it lies."""

    row: Mapping[str, Any]
    turns: str
    indent: int


def branches(rows: Rows) -> list[Branch]:
    """The most frequent beginnings as an indented list, each under the one it goes on from, the most frequent first.

    Where nearly every opening goes on alike, the turns of one row are several.
    """
    kept = {row["line"]: row for row in sorted(rows, key=lambda row: (-row["n"], len(row["line"])))[:SHOWN]}

    def after(line: str) -> list[str]:
        return [one for one, row in kept.items() if (row["parent"] or "") == line and one != line]

    def walk(line: str, before: str, indent: int) -> Iterator[Branch]:
        following = after(line)
        while len(following) == 1 and kept[following[0]]["n"] >= ALL * kept[line]["n"]:
            line = following[0]
            following = after(line)
        yield Branch(kept[line], line[len(before) :], indent)
        for one in following:
            yield from walk(one, line, indent + 1)

    roots = [line for line, row in kept.items() if (row["parent"] or "") not in kept]
    return [branch for line in roots for branch in walk(line, str(kept[line]["parent"] or ""), 0)]


def section(evidence: Evidence) -> ShownSection:
    """The tree of openings."""
    rows = evidence.rows("tree", "line", "depth", "frequency", "share", "n")
    words = evidence.words
    deepest = max((row["depth"] for row in rows), default=0)
    alone = alone_of(evidence, [row for row in rows if row["depth"] == deepest], "line")

    def draw() -> list[Chart]:
        drawn = [] if evidence.par is None or alone else branches([row for row in rows if row["line"]])
        if not drawn:
            return []
        title = "How do openings unfold, and which branches win?"
        figure = forest(
            title,
            f"The {words.opening_name}: under each {words.turn[0]} those that followed it, with how often; "
            f"par is {evidence.par:.1f} %.",
            [_row(evidence, branch) for branch in drawn],
            share_scale(evidence),
            n_label="seat-games",
            note="Rarer beginnings are left to the table." if len(drawn) < len(rows) else "",
        )
        told = "; ".join(f"{words.opening(one.row['line'])} {100 * one.row['share']:.1f} %" for one in drawn)
        return [chart("tree", title, told, figure)]

    reading = (
        f"Read down the left: further to the right stands what followed the {words.turn[0]} above. Blue branches win "
        "more than par, orange ones less."
    )
    return section_of("tree", "Tree of openings", reading, ("tree",), evidence, draw, why=alone)


def _row(evidence: Evidence, branch: Branch) -> Row:
    """A branch as a row of the forest."""
    label = f"{evidence.words.opening(branch.turns)} ({100 * branch.row['frequency']:.0f} %)"
    return Row(label, (estimate(branch.row, "share", 100),), indent=branch.indent)


PIECE = Piece(section, (Table("tree", COLUMNS, table),))
