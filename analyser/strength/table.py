"""The stored table of a game's strength, strategies/<game>/strength.csv, keyed by what decides how a strategy plays."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, fields
from functools import cache
from pathlib import Path

from analyser.errors import DataError
from reports.facts import GameFacts

__all__ = ["PLAYOUTS", "RANDOM", "SEARCH", "Row", "digest_of", "file_of", "read_table", "table_text"]

RANDOM = "random"
PLAYOUTS = 50  # random games a decision
SEARCH = f"mcts:{PLAYOUTS}"
DIGITS = 16  # of a digest
LABELS = ("path", "name", "idea", "strength", "provenance")  # of a plan: they decide nothing in play


@dataclass(frozen=True)
class Row:
    """The win share of one player alone among others who are all alike, each game on a deal of its own."""

    players: int
    alone: str
    others: str
    digest: str  # of the plan among the two, with options and components
    games: int
    share: float
    low: float  # 95 % interval
    high: float


def file_of(game: str) -> Path:
    """Where the game's table lies."""
    import strategies

    return Path(str(strategies.__file__)).parent / game / "strength.csv"


def digest_of(name: str, game: GameFacts) -> str:
    """Digest of what decides how a plan plays: its weights and restrictions, the game's options and components.

    Empty for what is no plan in a file of weights, and for one that cannot be read.
    """
    from strategies.catalogue import find
    from strategies.plan import read_plan

    try:
        source = find(name, game.name)
        if source.kind != "weighted" or source.path is None:
            return ""
        plan = {key: value for key, value in asdict(read_plan(source.path)).items() if key not in LABELS}
        for own in plan["on_board"].values():
            del own["provenance"]
        if not plan["on_board"]:  # most have none, and keep the digest they were measured under
            del plan["on_board"]
    except ValueError:
        return ""
    content = json.dumps([plan, dict(game.options), game.digest], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:DIGITS]


@cache
def read_table(file: Path) -> tuple[Row, ...]:
    """The rows of a table; none where there is no file. DataError for one that is no such table."""
    if not file.exists():
        return ()
    try:
        with file.open(newline="", encoding="utf-8") as lines:
            return tuple(_row(one) for one in csv.DictReader(lines))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{file}: not a table of strengths: make it anew by `python -m analyser.strength`") from error


def _row(cells: dict[str, str]) -> Row:
    kinds = {"int": int, "float": float, "str": str}
    return Row(**{field.name: kinds[str(field.type)](cells[field.name]) for field in fields(Row)})


def table_text(rows: Iterable[Row]) -> str:
    """The table as its file has it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(field.name for field in fields(Row))
    writer.writerows([f"{cell:.4f}" if isinstance(cell, float) else cell for cell in astuple(row)] for row in rows)
    return out.getvalue()
