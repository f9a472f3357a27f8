"""The numbers of a plan as one vector, and the text of its file with other numbers in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import tomlkit
from msgspec import json
from msgspec.structs import replace

from strategies.plan import BoardWeights, Plan

__all__ = ["TABLES", "PlanParameters", "Vector", "plan_text", "rewrite_plan"]

Vector = npt.NDArray[np.float64]
DIGITS = 2
COMMENTS = 26  # column of the comments behind numbers in a plan's file
TABLES = ("weights", "by_round", "by_board")  # of the tables that may be tuned


@dataclass(frozen=True)
class PlanParameters:
    """The numbers of a plan as one vector: keys (table, feature) in the order of the file.

    board: whose own weights (on_board) they are; None: those of every board.
    """

    plan: Plan
    keys: tuple[tuple[str, str], ...]
    start: Vector
    board: str | None = None

    @classmethod
    def of(
        cls, plan: Plan, *, board: str | None = None, tables: Sequence[str] = TABLES, keep: Sequence[str] = ()
    ) -> PlanParameters:
        """The numbers in the plan's tables of those names, without the features to keep as they are.

        With a board: of its own weights, which begin as what is weighed there.
        """
        if board is not None:
            plan = replace(plan, on_board={**plan.on_board, board: plan.weights_for(board)})
        source = plan.on_board[board] if board is not None else plan
        rows: list[tuple[str, str, float]] = []
        if "weights" in tables:
            rows += [("weights", key, value) for key, value in source.weights.items()]
        parts = [("by_round", source.by_round), ("by_board", plan.by_board if board is None else {})]
        for name, part in parts:
            if name in tables:
                rows += [(f"{name}.{of}", key, value) for of, row in part.items() for key, value in row.items()]
        rows = [row for row in rows if row[1] not in keep]
        return cls(plan, tuple(row[:2] for row in rows), np.array([row[2] for row in rows]), board)

    def scales(self) -> Vector:
        """How far a number may sensibly move at first: itself, at least 0.5 points or 0.5 times."""
        return np.maximum(np.abs(self.start), 0.5)

    def values(self, x: Vector) -> list[float]:
        """The numbers start + x * scales, as a file has them."""
        return [round(float(value), DIGITS) + 0.0 for value in self.start + x * self.scales()]

    def at(self, x: Vector) -> Plan:
        """The plan with the numbers start + x * scales."""
        tables: dict[str, dict[str, float]] = {}
        for (table, key), value in zip(self.keys, self.values(x), strict=True):
            tables.setdefault(table, {})[key] = value
        if self.board is None:
            by_board = _merge_rows(tables, "by_board", self.plan.by_board)
            return replace(self.plan, by_board=by_board, **_weight_fields(tables, self.plan))
        board_weights = self.plan.on_board[self.board]
        moved = replace(board_weights, **_weight_fields(tables, board_weights))
        return replace(self.plan, on_board={**self.plan.on_board, self.board: moved})

    def moved(self, x: Vector, n: int) -> list[tuple[str, float, float]]:
        """The numbers that moved farthest for their size, as (name, before, after), the farthest first."""
        order = np.argsort(-np.abs(x), kind="stable")[:n]
        after = self.values(x)
        return [
            (_parameter_name(*self.keys[i]), float(self.start[i]), after[i]) for i in order if after[i] != self.start[i]
        ]


def _parameter_name(table: str, feature: str) -> str:
    """How a number is called: a feature's weight by the feature."""
    return feature if table == "weights" else f"{feature} ({table.replace('.', ' ').replace('_', ' ')})"


def _weight_fields(tables: Mapping[str, Mapping[str, float]], of: Plan | BoardWeights) -> dict[str, Any]:
    """The fields weights and by_round with the new numbers."""
    return {
        "weights": {**of.weights, **tables.get("weights", {})},
        "by_round": _merge_rows(tables, "by_round", of.by_round),
    }


def _merge_rows(
    tables: Mapping[str, Mapping[str, float]], name: str, rows: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, float]]:
    """Rows of a table of tables with the new numbers."""
    return {of: {**row, **tables.get(f"{name}.{of}", {})} for of, row in rows.items()}


def plan_text(file: Path, plan: Plan) -> str:
    """The TOML text of a plan in a file; of one in a game's Python file, the same written out."""
    if file.suffix == ".toml":
        return file.read_text(encoding="utf-8")
    content = json.decode(json.encode(plan, enc_hook=str)).items()
    return tomlkit.dumps({key: value for key, value in content if value and key not in ("path", "alike", "provenance")})


def rewrite_plan(text: str, plan: Plan, *, board: str | None, provenance: Mapping[str, str]) -> str:
    """The TOML text of a plan with name, idea, numbers and provenance in place of the old ones; comments stay, but
    which plans it plays like is no longer known.

    board: whose own weights were tuned; only they change then, and the provenance is theirs.
    """
    document = tomlkit.parse(text)
    document["name"] = plan.name
    _align(document["name"], "name")
    if document["idea"] != plan.idea:
        document["idea"] = plan.idea
    document.pop("alike", None)  # held for the plan it was
    if board is None:
        tables: Any = document
        _fill(document["weights"], plan.weights)
        _fill_rows(document, "by_board", plan.by_board)
        _fill_rows(document, "by_round", plan.by_round)
    else:
        board_weights = plan.on_board[board]
        on_board = document.setdefault("on_board", tomlkit.table(is_super_table=True))
        tables = on_board.setdefault(board, tomlkit.table(is_super_table=True))
        if "weights" not in tables:
            tables["weights"] = _table_with_comments(board_weights.weights, document["weights"])
        _fill(tables["weights"], board_weights.weights)
        if board_weights.by_round and "by_round" not in tables:
            tables["by_round"] = tomlkit.table(is_super_table=True)
            for name, row in board_weights.by_round.items():
                tables["by_round"][name] = _table_with_comments(row, {})
        _fill_rows(tables, "by_round", board_weights.by_round)
    if "provenance" not in tables:
        tables["provenance"] = _table_with_comments(provenance, {})
    _fill(tables["provenance"], provenance, new=True)
    return tomlkit.dumps(document)


def _table_with_comments(values: Mapping[str, float | str], like: Any) -> Any:
    """A new table of these values, with the comments that another has behind the same keys."""
    table = tomlkit.table()
    for key, value in values.items():
        item = tomlkit.item(value)
        if key in like and like[key].trivia.comment:
            item.comment(like[key].trivia.comment)
        table.add(key, item)
    table.add(tomlkit.nl())
    return table


def _fill_rows(tables: Any, name: str, rows: Mapping[str, Mapping[str, float]]) -> None:
    """Puts numbers in place of those of a table of tables."""
    for of, row in rows.items():
        _fill(tables[name][of], row)


def _fill(table: Any, values: Mapping[str, float | str], *, new: bool = False) -> None:
    """Puts values in place of those a table of a file has, and the comments behind them at their column.

    new: adds those it has not.
    """
    for key, value in values.items():
        if key not in table and not new:
            continue
        table[key] = int(value) if isinstance(value, float) and value.is_integer() else value  # 3, not 3.0
        _align(table[key], key)


def _align(item: Any, key: str) -> None:
    """Puts the comment behind a value at its column."""
    if item.trivia.comment:
        item.trivia.comment_ws = " " * max(1, COMMENTS - len(f"{key} = {item.as_string()}"))
