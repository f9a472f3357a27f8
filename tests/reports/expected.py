"""What first screens should say, worked out from the rows of runs alone: nothing here uses `reports`.

`python -m tests.reports.expected RUN...` prints, of the question that a run was played for, what its report says and
what contradicts the rows; it ends with 1 where something does.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

__all__ = ["ESTIMATORS", "contradictions", "first_chart_of"]

Estimator = Callable[[pl.DataFrame], Mapping[str, float]]

GROUPS = 40  # of deals: each is left out once for the errors
SURE, LIKELY = 5.0, 1.6  # standard errors: more than a simultaneous interval has, and fewer than one alone
SHARE = pl.col("win_share60").cast(pl.Float64) / 0.6  # of 100 games


@dataclass(frozen=True)
class Row:
    """A row of a first chart: its value and its jackknife error over deals, of 100 games."""

    value: float
    error: float

    def allows(self, side: str, fair: float, margin: float) -> bool:
        """Whether a simultaneous interval over deals may give the row this side: more, less, fair or unclear."""
        off = self.value - fair
        beyond, inside = abs(off) - margin, margin - abs(off)
        if side == "unclear":
            return max(beyond, inside) <= SURE * self.error
        if side == "fair":
            return inside > LIKELY * self.error
        return beyond > LIKELY * self.error and (side == "more") == (off > 0)


# -- the rows of each question's first chart --------------------------------------------------------------------------


def shares(rows: pl.DataFrame, key: str) -> dict[str, float]:
    """Games won of 100 by key."""
    return {str(name): share for name, share in rows.group_by(key).agg(SHARE.mean()).iter_rows()}


def boards(rows: pl.DataFrame) -> dict[str, float]:
    """Where every seat has a board other than the plain one."""
    return shares(rows.filter(arm="dealt"), "board")


def maps(rows: pl.DataFrame) -> dict[str, float]:
    """What seats and strategies win on the second map less what they win on the first."""
    on = [rows.filter(arm="table", board=board) for board in sorted(rows["board"].unique())]
    first, second = (shares(each, "seat") | shares(each, "strategy") for each in on)
    return {name: second[name] - first[name] for name in first}


def seats(rows: pl.DataFrame) -> dict[str, float]:
    """Of line-ups that take all turns at the table."""
    return shares(rows.filter(arm="free"), "seat")


def solo(rows: pl.DataFrame) -> dict[str, float]:
    """Against each opponent; against one alone with each bot, too."""
    against = shares(rows.filter(arm="free"), "scenario")
    bots = shares(rows, "strategy") if len(against) == 1 and rows["strategy"].n_unique() > 1 else {}
    return against | bots


def openings(rows: pl.DataFrame) -> dict[str, float]:
    """Openings of a kind forced on the same deals and seats, less the mean of the other kinds."""
    share = shares(rows.filter(pl.col("arm") == "forced", pl.col("group").is_not_null()), "group")
    return {name: len(share) / (len(share) - 1) * (share[name] - float(np.mean([*share.values()]))) for name in share}


def tournament(rows: pl.DataFrame) -> dict[str, float]:
    """Of all strategies, whoever they are."""
    return shares(rows.filter(arm="free"), "strategy")


def changes(rows: pl.DataFrame) -> dict[str, float]:
    """What boards win before and after each change, where half of the seats have the plain one."""
    rows = rows.filter(arm="mirror")
    names = rows["scenario"].unique(maintain_order=True)
    return {f"{board} {n}": won for n in names for board, won in shares(rows.filter(scenario=n), "board").items()}


ESTIMATORS: Mapping[str, Estimator] = {
    "boards": boards, "maps": maps, "balance": seats, "solo": solo, "openings": openings, "tournament": tournament,
    "whatif": changes,
}  # fmt: skip


# -- what a report says beside it -------------------------------------------------------------------------------------


def contradictions(run: Path, screen: Mapping[str, Any], of: Estimator) -> list[str]:
    """What a first screen (of report.json) says that the rows of its run do not: one line each."""
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    rows = jackknife(counted(run, manifest, everybody=of is tournament), of)
    fair, margin = screen["fair"] or 0.0, manifest["config"]["margin"]
    lines, matched = [], dict[str, Row]()
    for row in screen["rows"]:
        key = min(rows, key=lambda name: (abs(rows[name].value - row["value"]), name))
        if abs(rows[key].value - row["value"]) > 1e-9 * max(1.0, abs(row["value"])):
            lines.append(f"{row['name']} has {row['value']}: no row has that")
            continue
        matched[row["name"]] = rows[key]
        is_grey = re.match(r"unclear, \d of \d", row["word"])  # versions of guessed data contradict it
        if screen["fair"] is not None and not is_grey and not rows[key].allows(row["side"], fair, margin):
            lines.append(f"{row['name']} is {row['side']}: {rows[key]}, {margin} around {fair}")
    if len(matched) < min(len(rows), 12):
        lines.append(f"{len(matched)} of {len(rows)} rows are drawn")
    if of is tournament:
        news = max(screen["rows"], key=lambda row: row["value"])
    else:
        decided = [row for row in screen["rows"] if row["side"] in ("more", "less") and screen["fair"] is not None]
        news = max(decided, key=lambda row: abs(row["value"] - fair), default=None)
    return lines + list(headline_contradictions(screen, news))


def headline_contradictions(screen: Mapping[str, Any], first: Mapping[str, Any] | None) -> Iterator[str]:
    """What the finding and the sentence below it leave out of the row that is news: its name and its number."""
    if first is not None:
        name = first["name"].partition(" (")[0]
        if name.lower() not in screen["finding"].lower():
            yield f"the finding does not name {name}: {screen['finding']}"
        number = f"{abs(first['value']):.1f}"
        if number not in screen["lead"]:
            yield f"the sentence does not give {number} of {name}: {screen['lead']}"


def counted(run: Path, manifest: Mapping[str, Any], *, everybody: bool) -> pl.DataFrame:
    """The seats that count: those of ordinary players at tables without beginners; everybody: all that decide."""
    parts = [pl.read_parquet(part) for part in sorted((run / "seats").rglob("*.parquet"))]
    text = pl.col("strategy", "scenario", "arm", "board", "forced_opening").cast(pl.String)
    rows = pl.concat([part.with_columns(text) for part in parts], how="diagonal_relaxed")
    plans = manifest["scenarios"][0]["design"]["plans"]
    whole = [each["name"] for each in manifest["scenarios"] if not each.get("of")]
    groups = {plan["name"]: plan["group"] for plan in plans}
    group = pl.col("forced_opening").replace_strict(groups, default=None, return_dtype=pl.String)
    rows = rows.filter(pl.col("scenario").is_in(whole)).with_columns(group=group)
    rows = rows.filter(pl.col("strategy").is_not_null())
    classes = manifest["player_classes"]
    weak = [name for name, players in classes.items() if players in ("beginners", "none")]
    tables = rows.filter(pl.col("strategy").is_in(weak)).select("scenario", "game").unique()
    ordinary = [name for name, players in classes.items() if players == "ordinary"]
    left = rows.filter(pl.col("strategy").is_in(ordinary)).join(tables, on=["scenario", "game"], how="anti")
    return rows if everybody or left.is_empty() else left


def jackknife(rows: pl.DataFrame, of: Estimator) -> dict[str, Row]:
    """The rows of an estimator with errors out of leaving out groups of deals."""
    whole = of(rows)
    without = [of(rows.filter(pl.col("deal") % GROUPS != group)) for group in range(GROUPS)]
    errors = {name: np.sqrt((GROUPS - 1) * np.var([each.get(name, np.nan) for each in without])) for name in whole}
    return {name: Row(value, float(errors[name])) for name, value in whole.items()}


def first_chart_of(question: str, screen: Mapping[str, Any]) -> str:
    """The name of the estimator of a first chart: a table that shares a map, and a lone player, have their own."""
    has_maps = " minus that on " in screen["axis"]
    return "maps" if has_maps else "solo" if question == "balance" and screen["fair"] is None else question


def main() -> int:
    """Print what reports of these runs say, and what contradicts the rows."""
    n_lines = 0
    for run in map(Path, sys.argv[1:]):
        (report,) = (run / "reports").glob("*/report.json")
        question, screen = report.parent.name, json.loads(report.read_text(encoding="utf-8"))["screen"]
        lines = contradictions(run, screen, ESTIMATORS[first_chart_of(question, screen)])
        n_lines += len(lines)
        print(f"{run.name}: {screen['finding']}", *lines, sep="\n  ")
    return min(n_lines, 1)


if __name__ == "__main__":
    sys.exit(main())
