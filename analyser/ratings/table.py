"""Stored ratings, strategies/<game>/elo.csv and cost.csv: found by what decides how a strategy plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import TypeVar

from msgspec import to_builtins

from analyser.errors import DataError
from analyser.files import json_digest
from cext.safe_files import MAX_COMPONENT_BYTES
from cext.table_reader import read_table, table_text
from reports.facts import GameFacts
from reports.run_facts import Elo, Strength, StrengthTable

__all__ = [
    "KINDS", "CostRow", "EloRow", "beaten_by", "cost_file", "cost_table", "digest_among", "digest_of", "elo_file",
    "format_rows", "front_of", "kind_of", "load_cost", "load_elo", "lookup_strength",
]  # fmt: skip

DIGITS = 16  # of a digest
PLACES = 4  # of a number in a table, unless its field says otherwise
KINDS = ("plan", "flat:N", "mcts:N", "search:PLAN:N", "search:PLAN:N:leaf=PLAN")  # of players whose cost is measured
LABELS = ("path", "name", "idea", "strength", "alike", "provenance")  # of a plan: they decide nothing in play


@dataclass(frozen=True)
class EloRow:
    """The Elo of a strategy among those of the game with that number of players."""

    players: int
    strategy: str
    digest: str  # of what decides how it plays
    games: int  # of the tournament
    elo: float = field(metadata={"places": 0})  # 0: the mean strength of all that were measured together
    low: float = field(metadata={"places": 0})  # simultaneous 95 % interval
    high: float = field(metadata={"places": 0})


@dataclass(frozen=True)
class CostRow:
    """What a strategy wins alone among the game's best plans, and what its decisions take."""

    players: int
    strategy: str
    others: str  # the best plans, the best first, with blanks between them
    digest: str  # of what decides how it and the others play
    games: int
    share: float
    low: float  # 95 % interval
    high: float
    microseconds: float = field(metadata={"places": 1})  # processor time of a decision, on the machine that measured


Row = TypeVar("Row", EloRow, CostRow)


def elo_file(game: str) -> Path:
    """Where the game's Elo lie."""
    import strategies

    return Path(str(strategies.__file__)).parent / game / "elo.csv"


def cost_file(game: str) -> Path:
    """Where the game's strengths against cost lie."""
    return elo_file(game).with_name("cost.csv")


def digest_among(name: str, others: Sequence[str], game: GameFacts) -> str:
    """Digest of what decides how a strategy and the others at its table play."""
    return json_digest([digest_of(player, game) for player in (name, *others)])[:DIGITS]


def digest_of(name: str, game: GameFacts) -> str:
    """Digest of what decides how a plan plays, or a search guided by plans: weights and restrictions, parameters, the
    leaf, the game's components and those of its options that are not at their default: a further option changes none.

    Empty for what is no plan in a file of weights, and for one that cannot be read.
    """
    from cext.file_games import is_file_game
    from strategies.catalogue import find, plan_of
    from strategies.leaf_file import leaf_path, read_leaf
    from strategies.search_specs import search_of

    if is_file_game(game.name):  # nothing of it was measured
        return ""
    try:
        source = find(name, game.name)
        if source.search is not None:
            full = search_of(source.search, game.name)
            guides = [digest_of(plan, game) for plan in full.plans.values()]
            inputs: list[object] = [*guides] or [_set_options(game), game.digest]  # plans know these
            if full.leaf:
                head = read_leaf(leaf_path(full.leaf, game.name, game.players)).head
                inputs += [head.weights, head.turns, head.margin]
            return (
                json_digest([full.method, full.games, sorted(full.numbers.items()), inputs])[:DIGITS]
                if all(guides)
                else ""
            )
        if source.kind != "weighted" or source.path is None:
            return ""
        content = to_builtins(plan_of(source), enc_hook=str).items()
        plan = {key: value for key, value in content if key not in LABELS}
        for board_weights in plan["on_board"].values():
            del board_weights["provenance"]
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
def load_elo(file: Path) -> tuple[EloRow, ...]:
    """The rows of a table of Elo; none where there is no file. DataError for one that is no such table."""
    return _load(file, EloRow, "Elo", "python -m analyser.ratings GAME")


@cache
def load_cost(file: Path) -> tuple[CostRow, ...]:
    """The rows of a table of strength against cost; none where there is no file. DataError for one that is none."""
    return _load(file, CostRow, "strength against cost", "python -m analyser.ratings GAME --cost")


def _load(file: Path, kind: type[Row], content: str, command: str) -> tuple[Row, ...]:
    if not file.exists():
        return ()
    parsers = {"int": int, "float": float, "str": str}
    columns = {field.name: parsers[str(field.type)] for field in fields(kind)}
    try:
        table = read_table(file, MAX_COMPONENT_BYTES)
        rows = [dict(zip(table.header, cells, strict=True)) for cells in table.rows]
        return tuple(kind(**{name: parse(row[name]) for name, parse in columns.items()}) for row in rows)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{file}: not a table of {content}: make it anew by `{command}`") from error


def format_rows(rows: Iterable[Row]) -> str:
    """A table as its file has it: numbers with as many decimal places as their fields say."""
    listed = list(rows)
    columns = {field.name: field.metadata.get("places", PLACES) for field in fields(listed[0])}
    table: list[list[object]] = [list(columns)]
    for row in listed:
        values = ((getattr(row, name), places) for name, places in columns.items())
        table.append([f"{value:.{places}f}" if isinstance(value, float) else value for value, places in values])
    return table_text(table)


def kind_of(strategy: str) -> str:
    """Which of KINDS a player is."""
    method = strategy.partition(":")[0] if ":" in strategy else KINDS[0]
    kinds = [kind for kind in KINDS if kind.partition(":")[0] == method]
    return kinds[-1] if ":leaf=" in strategy else kinds[0]


def front_of(rows: Sequence[CostRow]) -> list[CostRow]:
    """The players of a table that none at most as dear beats, the cheapest first."""
    front: list[CostRow] = []
    for row in sorted(rows, key=lambda row: (row.microseconds, -row.share)):
        if not front or row.share > front[-1].share:
            front.append(row)
    return front


def beaten_by(row: CostRow, rows: Sequence[CostRow]) -> str:
    """The cheapest player that is at most as dear and surely stronger: its whole interval lies above; "": none."""
    better = [other for other in rows if other.microseconds <= row.microseconds and other.low > row.high]
    return min(better, key=lambda other: other.microseconds).strategy if better else ""


def cost_table(rows: Sequence[CostRow]) -> str:
    """A table of strength against cost in Markdown, the cheapest first, the front in bold."""
    front = front_of(rows)
    lines = ["| player | µs a decision | wins of 100 games | 95 % interval | games | surely beaten by |"]
    lines.append("|---|--:|--:|---|--:|---|")
    for row in sorted(rows, key=lambda row: row.microseconds):
        name = f"**`{row.strategy}`**" if row in front else f"`{row.strategy}`"
        cost = f"{row.microseconds:.1f}" if row.microseconds < 10 else f"{row.microseconds:,.0f}"
        beaten = beaten_by(row, rows)
        lines.append(
            f"| {name} | {cost} | {100 * row.share:.1f} | {100 * row.low:.1f} to {100 * row.high:.1f} "
            f"| {row.games:,} | {beaten and f'`{beaten}`'} |"
        )
    return "\n".join(lines)


def lookup_strength(
    names: Sequence[str],
    game: GameFacts,
    *,
    beginners: Sequence[str] = (),
    changed_strategies: Sequence[str] = (),
    forbidden: bool = False,
) -> StrengthTable | None:
    """The strength of these strategies in the game as it was played; None where one player decides alone.

    beginners: those that play weakly on purpose. changed_strategies: those whose files are not what they were when the
    run was played. forbidden: whether classes of moves were. Neither was measured.
    """
    if game.players < 2:
        return None
    rows = [row for row in load_elo(elo_file(game.name)) if row.players == game.players and not forbidden]
    rated = {row.digest: Elo(row.elo, row.low, row.high, row.games) for row in rows}

    def strength_of(name: str) -> Strength:
        digest = "" if name in changed_strategies or not rated else digest_of(name, game)
        return Strength(name, name in beginners, rated.get(digest))

    best = max(rows, key=lambda row: row.elo, default=None)
    strongest = None if best is None else strength_of(best.strategy)
    return StrengthTable(game.players, tuple(strength_of(name) for name in names), strongest)
