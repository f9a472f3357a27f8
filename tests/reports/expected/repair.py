"""What edits of `analyser repair` do, worked out from the games in its folder that they were judged on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from tests.reports.expected.rows import SURE, Row, jackknife, rows_of, shares
from tests.reports.expected.screens import chart_contradictions, pairs

__all__ = ["contradictions_of_repair"]

SIDES = {"As it is": "before", "With the edits": "after"}  # groups of rows, and their scenarios
FACTORS = {"boards": "board", "plain": "board", "seats": "seat", "strategies": "strategy"}
ARMS = {"boards": ("dealt", "mirror"), "plain": ("mirror",)}
FREE = ("cross", "free", "chosen")


def contradictions_of_repair(folder: Path, report: Mapping[str, Any]) -> list[str]:
    """What the first screen says that the games before and after the edits do not: one line each. Openings, which rest
    on how a game counts them, are left to the tests of the repair."""
    answer = json.loads((folder / "repair.json").read_text(encoding="utf-8"))
    final, screen, goals = folder / "final", report["screen"], answer["goals"]
    rows, margin, lines = rows_of(final), answer["margin"], list[str]()
    values = {side: dict[str, Row]() for side in SIDES.values()}
    for goal in goals:
        for side, of_side in values.items():
            some = rows.filter(scenario=side)
            of_side |= jackknife(some, lambda rows, goal=goal: distances(rows, goal, screen["fair"]))  # type: ignore[misc]
    for group, side in SIDES.items():
        drawn = [row for row in screen["rows"] if row["group"] == group]
        more, matched = chart_contradictions(screen, drawn, values[side], margin)
        lines += [*more, *([f"no row of {group}"] if not matched else [])]
    return [*lines, *headline_lines(screen, values, margin)]


def distances(rows: pl.DataFrame, goal: str, fair: float) -> dict[str, float]:
    """What the targets of a goal win or, against the plain board, how much more than it, by their names; fair: what is
    fair as it is drawn."""
    arms = rows["arm"].unique().to_list()
    arm = next(arm for arm in ARMS.get(goal, FREE) if arm in arms)
    won = shares(rows.filter(arm=arm).drop_nulls(FACTORS[goal]), FACTORS[goal])
    plain = next(iter(rows.filter("is_plain")["board"].unique()), "")
    if goal == "plain":
        return pairs(rows)
    if goal == "boards":
        won = {name: share for name, share in won.items() if name != plain or arm == "dealt"}
        mean = sum(won.values()) / len(won) if arm == "mirror" else fair
        return {name: fair + share - mean for name, share in won.items()}
    names = {"seats": "seat {}", "strategies": "the {} bot"}
    return {names[goal].format(name): share for name, share in won.items()}


def headline_lines(screen: Mapping[str, Any], values: Mapping[str, Mapping[str, Row]], margin: float) -> Iterator[str]:
    """The finding says fair only where no row is surely off it, and the sentence has both numbers of the row that was
    furthest from fair."""
    fair, before, after = screen["fair"], values["before"], values["after"]
    surely = {name: row for name, row in after.items() if abs(row.value - fair) - margin > SURE * row.error}
    if re.match(r"\w+ edits? (probably )?makes? .* fair", screen["finding"]) and surely:
        yield f"{screen['finding']} {surely}"
    first = max(before, key=lambda name: abs(before[name].value - fair))
    numbers = [f"{abs(row.value):.1f}" for row in (after[first], before[first])]
    if not re.search(rf"\b{numbers[0]}\b.* \(.?{numbers[1]} before\)", screen["lead"]):
        yield f"the sentence does not give {' and '.join(numbers)} of {first}: {screen['lead']}"
