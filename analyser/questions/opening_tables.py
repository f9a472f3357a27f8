"""Tables of openings: by group, by line, as a tree, round by round, by board and strategy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from analyser.questions.common import text
from analyser.questions.run import SCORE, SHARE, Run
from reports.stats.cluster import Measure, grouped
from reports.stats.joint import two_sided
from reports.stats.verdict import bh

__all__ = ["CHOSEN", "FORCED", "Parts", "best_where", "by_group", "by_line", "trajectory", "tree"]

CHOSEN, FORCED = "chosen", "forced"
LINES = 200  # most frequent lines shown; the rest is one row
RARE = 30  # seat-games below which a line is folded into the rest
REST = "other"
TWIG = 0.002  # share of all openings below which a branch of the tree is left out

Parts = Mapping[str, pl.LazyFrame]


def free_plans(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Of forced rows those whose plan sets the group only, if there are any."""
    loose = rows.filter("loose")
    return loose if loose.select(pl.len()).collect().item() else rows


def by_group(parts: Parts) -> pl.DataFrame:
    """Win share and score of every group of openings, chosen and forced."""
    out = []
    for how, rows in parts.items():
        kept = free_plans(rows) if how == FORCED else rows
        found = grouped(kept, ["group"], {"share": SHARE, "score": SCORE})
        out.append(found.with_columns(how=pl.lit(how), frequency=pl.col("n") / found["n"].sum()))
    return pl.concat(out)


def coarse(line: str, letters: Sequence[str] = ()) -> str:
    """A line without its order: frequent letters first, then in the order of the classes (`UUUHRU` is `U4R1H1`).

    Where letters may be digits every one is written (`7R76` is `7 7 R 6`).
    """
    place = {letter: i for i, letter in enumerate(letters)}
    order = sorted(set(line), key=lambda x: (-line.count(x), place.get(x, len(place)), x))
    if any(letter.isdigit() for letter in (*letters, *order)):
        return " ".join(x for x in order for _ in range(line.count(x)))
    return "".join(f"{x}{line.count(x)}" for x in order)


def by_line(parts: Parts, letters: Sequence[str]) -> tuple[pl.DataFrame, pl.DataFrame, list[str]]:
    """Win share by exact line and by coarse form, rare ones folded into one row; `level` is the share's lower bound."""
    lines, forms = [], []
    for how, rows in parts.items():
        taken = rows.filter(~pl.col("loose")) if how == FORCED else rows
        keyed = taken.with_columns(pl.col("plan" if how == FORCED else "opening").alias("line"))
        sizes = keyed.group_by("line").agg(pl.len().alias("size")).sort("line").collect()
        if not len(sizes):
            continue
        sizes = sizes.with_columns(pl.Series("coarse", [coarse(x, letters) for x in sizes["line"]]))
        keyed = keyed.join(sizes.lazy(), on="line")
        lines.append(_table(keyed, "line", sizes.select("line", "size"), how))
        forms.append(_table(keyed, "coarse", sizes.group_by("coarse").agg(pl.col("size").sum()), how))
    if not lines:
        return pl.DataFrame(), pl.DataFrame(), []
    table = pl.concat(lines)
    names = pl.Series("coarse", [x if x == REST else coarse(x, letters) for x in table["line"]])
    note = (
        f"Lines seen in fewer than {RARE} seat-games, or beyond the {LINES} most frequent, are folded into '{REST}'. "
        "q: false discovery rate (Benjamini and Hochberg) of a win share different from the mean of all lines of its "
        "kind. The best of many lines looks better than it is: trust its lower bound."
    )
    return table.with_columns(names), pl.concat(forms), [note]


def _table(rows: pl.LazyFrame, key: str, sizes: pl.DataFrame, how: str) -> pl.DataFrame:
    frequent = sizes.filter(pl.col("size") >= RARE).sort(["size", key], descending=[True, False]).head(LINES)[key]
    name = pl.when(pl.col(key).is_in(frequent.implode())).then(pl.col(key)).otherwise(pl.lit(REST)).alias(key)
    found = grouped(rows.with_columns(name), [key], {"share": SHARE, "score": SCORE}, detail=True)
    se = found["share_se"].cast(pl.Float64).fill_null(float("nan")).to_numpy()
    total = int(found["n"].sum())
    usual = float((found["share"] * found["n"]).sum()) / total
    p = two_sided(found["share"].to_numpy() - usual, se, found["deals"].to_numpy() - 1.0)
    p = np.where((found[key] == REST).to_numpy(), np.nan, p)
    table = found.with_columns(
        how=pl.lit(how), frequency=pl.col("n") / total, level=pl.col("share_low"), q=pl.Series(bh(p))
    )
    return table.sort([pl.col(key) == REST, -pl.col("n"), pl.col(key)])


def trajectory(run: Run, parts: Parts) -> pl.DataFrame:
    """Score, and lead over the mean of the others, of every group of openings after every round."""
    after = run.numbered("after_round_")
    if not after or run.players < 2:
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


def tree(rows: pl.LazyFrame) -> pl.DataFrame:
    """Every beginning of a chosen opening that is not rare, with how often it was played and how it did."""
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


def best_where(parts: Parts) -> pl.DataFrame:
    """Win share of every group of openings for each board and strategy: forced where there is, else chosen."""
    how = FORCED if FORCED in parts else CHOSEN
    rows = free_plans(parts[how]) if how == FORCED else parts[how]
    found = grouped(rows, ["group", "board", "strategy"], {"share": SHARE})
    return text(found, "board", "strategy").with_columns(how=pl.lit(how))
