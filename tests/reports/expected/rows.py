"""Rows of runs, who counts in them, and values with jackknife errors over deals."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

__all__ = ["FEW_DEALS", "GROUPS", "LIKELY", "SHARE", "SURE", "Estimator", "Row", "jackknife", "manifest_of", "rows_of",
           "shares", "shares_of_families"]  # fmt: skip

Estimator = Callable[[pl.DataFrame], Mapping[str, float]]

GROUPS = 40  # of deals: each is left out once for the errors
FEW_DEALS = 50  # fewer decide nothing
SURE, LIKELY = 5.0, 1.6  # standard errors: more than a simultaneous interval has, and fewer than one alone
ALIKE = 0.94
SHARE = pl.col("win_share60").cast(pl.Float64) / 0.6  # of 100 games


@dataclass(frozen=True)
class Row:
    """A value of a first chart, of 100 games or in points, with its jackknife error, the deals behind it, and how far
    from it one more deal might be, unlike all others (of points 0: that is not known)."""

    value: float
    error: float
    deals: int
    reach: float = 100.0

    def allows(self, side: str, fair: float, margin: float) -> bool:
        """Whether a simultaneous interval over deals may give the row this side: more, less, fair or unclear."""
        off = self.value - fair
        beyond, inside = abs(off) - margin, margin - abs(off)
        error = math.hypot(self.error, self.reach / self.deals)
        if side == "unclear":
            return self.deals < FEW_DEALS or max(beyond, inside) <= SURE * error
        if self.deals < FEW_DEALS:
            return False
        if side == "fair":
            return inside > LIKELY * error
        return beyond > LIKELY * error and (side == "more") == (off > 0)


def manifest_of(run: Path) -> dict[str, Any]:
    """The manifest of a run."""
    return dict(json.loads((run / "manifest.json").read_text(encoding="utf-8")))


def rows_of(run: Path, who: str = "ordinary") -> pl.DataFrame:
    """The seats of ordinary players at tables without beginners, where there are some, as they count; tables: of all
    players at these tables; all: all seats that decide; else of a class of players, those of games that they play
    alone, too."""
    manifest = manifest_of(run)
    parts = [pl.read_parquet(part) for part in sorted((run / "seats").rglob("*.parquet"))]
    text = pl.col("strategy", "scenario", "arm", "board", "forced_opening").cast(pl.String)
    rows = pl.concat([part.with_columns(text) for part in parts], how="diagonal_relaxed")
    groups = {plan["name"]: plan["group"] for plan in manifest["scenarios"][0]["design"]["plans"]}
    group = pl.col("forced_opening").replace_strict(groups, default=None, return_dtype=pl.String)
    family = pl.col("strategy").replace(families_of(manifest["choices"] or {"strategies": []}))
    boards = manifest["scenarios"][0]["game"].get("boards", {})
    is_plain = pl.col("board").is_in([name for name, board in boards.items() if board["side"] == "A"])
    rows = rows.filter(pl.col("strategy").is_not_null())
    rows = rows.with_columns(group=group, family=family, is_plain=is_plain)
    classes = manifest["player_classes"]
    if who not in ("ordinary", "tables", "all"):
        whole = [each["name"] for each in manifest["scenarios"] if not each["of"] or each["player"]]
        of_class = [name for name in classes if classes[name] == who]
        return rows.filter(pl.col("scenario").is_in(whole), pl.col("strategy").is_in(of_class))
    rows = rows.filter(pl.col("scenario").is_in([each["name"] for each in manifest["scenarios"] if not each["of"]]))
    weak = [name for name, players in classes.items() if players in ("beginners", "none")]
    with_weak = rows.filter(pl.col("strategy").is_in(weak)).select("scenario", "game").unique()
    tables = rows.join(with_weak, on=["scenario", "game"], how="anti")
    ordinary = tables.filter(pl.col("strategy").is_in([name for name in classes if classes[name] == "ordinary"]))
    if who == "all" or ordinary.is_empty():
        return rows
    return tables if who == "tables" else ordinary


def families_of(choices: Mapping[str, Any]) -> dict[str, str]:
    """The first bot of the family of each bot: bots that choose alike at ALIKE of the positions, in the mean."""
    names = choices["strategies"]
    if len(names) < 2:
        return {}
    from scipy.cluster.hierarchy import fcluster, linkage

    apart = 1 - np.array(choices["agreement"])[np.triu_indices(len(names), 1)]
    numbers = fcluster(linkage(apart, "average"), 1 - ALIKE + 1e-9, "distance").tolist()
    return {name: names[numbers.index(number)] for name, number in zip(names, numbers, strict=True)}


def shares(rows: pl.DataFrame, key: str) -> dict[str, float]:
    """Games won of 100 by key."""
    return {str(name): share for name, share in rows.group_by(key).agg(SHARE.mean()).iter_rows()}


def shares_of_families(rows: pl.DataFrame, key: str) -> dict[str, float]:
    """The same; where some bots choose alike, each family of bots counts once, and its bots alike."""
    if rows["family"].n_unique() == rows["strategy"].n_unique():
        return shares(rows, key)
    won = rows.group_by(key, "family", "strategy").agg(SHARE.mean())
    for keys in ([key, "family"], [key]):
        won = won.group_by(keys).agg(pl.col("win_share60").mean())
    return {str(name): share for name, share in won.iter_rows()}


def jackknife(rows: pl.DataFrame, estimate: Estimator) -> dict[str, Row]:
    """The values of an estimator with errors out of leaving out groups of deals."""
    whole, deals = estimate(rows), rows["deal"].n_unique()
    without = [estimate(rows.filter(pl.col("deal") % GROUPS != group)) for group in range(GROUPS)]
    errors = {name: np.sqrt((GROUPS - 1) * np.var([each.get(name, np.nan) for each in without])) for name in whole}
    return {name: Row(value, float(errors[name]), deals) for name, value in whole.items()}
