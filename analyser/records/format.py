"""The lines of a game record as plain objects (header, decision, state, end), and their schema; README.md explains."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cext.kernel.game import Game, Position

__all__ = [
    "FORMAT", "FORMAT_VERSION", "Line", "Seat", "canonical", "digest", "record_lines", "record_schema",
]  # fmt: skip

FORMAT = "analyser game record"
FORMAT_VERSION = 2  # raised when a reader of the one before would misread a record

Line = dict[str, Any]


@dataclass(frozen=True)
class Seat:
    """Who sits where, as the game begins."""

    strategy: str
    board: str | None = None  # None: the players get their boards in the game
    forced_opening: str | None = None  # None: the strategy was free


def canonical(value: object) -> str:
    """One text for equal JSON values: keys in order, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest(values: Iterable[object]) -> str:
    """SHA-256, in hexadecimal, of JSON values, whatever the order of their keys and the spaces between them."""
    sha = hashlib.sha256()
    for value in values:
        sha.update(canonical(value).encode() + b"\n")
    return sha.hexdigest()


def record_lines(
    game: Game,
    moves: Iterable[int],
    *,
    seats: Sequence[Seat],
    seed: int,
    deal: int,
    program: Mapping[str, str],
    start: Position | None = None,
) -> Iterator[Line]:
    """Every line of the record of one game.

    moves: the moves chosen where there was more than one, in order. program: {"analyser": version, "engine": digest}.
    start: the dealt position, where it is not dealt here from seed, deal and the seats' boards.
    Raises ValueError where a move is not legal; a game whose moves stop before it does was left there.
    """
    position = start or game.deal(seed=seed, deal=deal, boards=[seat.board for seat in seats])
    lines = _lines(game, position, iter(moves), header_line(game, position, seats, seed, deal, program))
    sha = hashlib.sha256()
    for line in lines:
        if line["type"] == "end":
            sha.update(canonical(line).encode() + b"\n")
            line["sha256"] = sha.hexdigest()
        else:
            sha.update(canonical(line).encode() + b"\n")
        yield line


def _lines(game: Game, position: Position, moves: Iterator[int], header: Line) -> Iterator[Line]:
    yield header
    ply, n_choices = 0, 0
    yield from state_lines(game, None, position, ply)
    while position.to_move is not None:
        legal = position.moves()
        forced = len(legal) == 1
        if forced:
            move = legal[0]
        else:
            chosen_move = next(moves, None)
            if chosen_move is None:
                break
            if chosen_move not in legal:
                raise ValueError(f"decision {ply}: {chosen_move} is not one of the {len(legal)} legal moves")
            move = chosen_move
        position_before, position = position, position.copy()
        position.apply(move)
        listed = legal_moves(game, position_before, legal)
        yield decision_line(game, position_before, position, ply, move, listed, legal.index(move))
        ply += 1
        n_choices += not forced
        yield from state_lines(game, position_before, position, ply)
    yield end_line(game, position, ply, ply - n_choices)


def header_line(
    game: Game, position: Position, seats: Sequence[Seat], seed: int, deal: int, program: Mapping[str, str]
) -> Line:
    """What was played, by whom, with which components and from which set-up."""
    tables = game.words.component_tables()
    return {
        "type": "header",
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": game.name,
        "title": game.title,
        "analyser": program["analyser"],
        "engine": program["engine"],
        "players": game.players,
        **bots_of(game),
        "options": dict(game.options),
        "rulings": list(game.facts()["rulings"]),
        "seats": [{"seat": number, **asdict(seat)} for number, seat in enumerate(seats, start=1)],
        "seed": seed,
        "deal": deal,
        "categories": dict(game.categories),
        "set_up": game.words.setup(position),
        "events": game.words.events(None, None, position),
        "components": tables,
        "components_sha256": digest([tables]),
    }


def bots_of(game: Game) -> Line:
    """How many bots there are, and who they are where the game names them; nothing without bots."""
    if not game.bots:
        return {}
    bot = game.facts()["bot"]
    if bot is None:
        return {"bots": game.bots}
    label = bot.get("labels", {}).get(str(game.options.get(bot.get("option"))), bot["name"])
    return {"bots": game.bots, "bot_name": label}


def legal_moves(game: Game, position: Position, legal: Sequence[int]) -> list[Line]:
    """The legal moves as a decision lists them."""
    table = game.words.moves
    described = [game.words.describe(position, move) for move in legal]
    return [
        {"move": table.notation(fields), "text": table.text(fields), "fields": dict(fields)} for fields in described
    ]


def decision_line(
    game: Game,
    position_before: Position,
    position_after: Position,
    ply: int,
    move: int,
    legal: Sequence[Line],
    move_index: int,
) -> Line:
    """One decision: every legal move, the one chosen, and what followed from it.

    move: the one chosen, which stands at `move_index` of the legal ones.
    """
    round_, turn, stage = position_before.clock()
    return {
        "type": "decision",
        "ply": ply,
        "round": round_,
        "turn": turn,
        "seat": (position_before.to_move or 0) + 1,
        "stage": game.stages[stage],
        "legal": list(legal),
        "chosen": move_index,
        "move": legal[move_index]["move"],
        "forced": len(legal) == 1,
        "points": position_after.points(),
        "events": game.words.events(position_before, move, position_after),
    }


def state_lines(game: Game, position_before: Position | None, position_after: Position, ply: int) -> Iterator[Line]:
    """A line for each moment between two decisions at which a turn or phase ended; `ply`: decisions made before it."""
    for names, state in game.words.milestones(position_before, position_after):
        yield {"type": "state", "ply": ply, "after": names, "state": state}


def end_line(game: Game, position: Position, decisions: int, forced: int) -> Line:
    """Scores by category and ranks, of an unfinished game as if it were scored now; winners of a finished one."""
    scores, ranks = position.scores(), position.ranks()
    totals = scores.pop("score")
    return {
        "type": "end",
        "finished": position.to_move is None,
        "decisions": decisions,
        "forced": forced,
        "seats": [
            {
                "seat": i + 1,
                "score": totals[i],
                "by_category": {name: points[i] for name, points in scores.items()},
                "rank": ranks[i],
            }
            for i in range(len(totals))
        ],
        "winners": [i + 1 for i, rank in enumerate(ranks) if rank == 1 and position.to_move is None],
    }


def record_schema(game: Game) -> dict[str, Any]:
    """JSON Schema (2020-12) of one line of the game's records, complete in itself."""
    schema: dict[str, Any] = json.loads((Path(__file__).parent / "record.schema.json").read_text(encoding="utf-8"))
    schema["$defs"] |= game.words.record_schema()
    return schema
