"""The stored table of a game's strength, strategies/<game>/strength.csv, keyed by what decides how a strategy plays."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, fields
from functools import cache
from pathlib import Path

from analyser.digest import json_digest
from analyser.errors import DataError
from reports.facts import GameFacts

__all__ = ["PLAYOUTS", "RANDOM", "SEARCH", "Row", "digest_of", "file_of", "read_table", "table_text"]

RANDOM = "random"
PLAYOUTS = 50  # random games a decision
SEARCH = f"mcts:{PLAYOUTS}"
DIGITS = 16  # of a digest
LABELS = ("path", "name", "idea", "strength", "alike", "provenance")  # of a plan: they decide nothing in play


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
    """Digest of what decides how a plan plays, or a search guided by plans: weights and restrictions, parameters, the
    game's components and those of its options that are not at their default: a further option changes none.

    Empty for what is no plan in a file of weights, and for one that cannot be read.
    """
    from strategies.catalogue import find, plan_of
    from strategies.searches import search_of

    try:
        source = find(name, game.name)
        if source.search is not None:
            full = search_of(source.search, game.name)
            guides = [digest_of(plan, game) for plan in full.plans.values()]
            known: list[object] = [*guides] or [_set_options(game), game.digest]  # plans know these
            return (
                json_digest([full.method, full.games, sorted(full.numbers.items()), known])[:DIGITS]
                if all(guides)
                else ""
            )
        if source.kind != "weighted" or source.path is None:
            return ""
        plan = {key: value for key, value in asdict(plan_of(source)).items() if key not in LABELS}
        for own in plan["on_board"].values():
            del own["provenance"]
        if not plan["on_board"]:  # most have none, and keep the digest they were measured under
            del plan["on_board"]
    except ValueError:
        return ""
    return json_digest([plan, _set_options(game), game.digest])[:DIGITS]


def _set_options(game: GameFacts) -> dict[str, object]:
    """The options of a game that are not at their default."""
    from cext.games import switches_of

    switches = switches_of(game.name)
    return {name: value for name, value in game.options.items() if value != switches.get(name, (None,))[0]}


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
