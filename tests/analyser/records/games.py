"""Recorded games of ZhanGuo under every kind of option, for the tests of records."""

from __future__ import annotations

from functools import cache
from typing import Any

from analyser.records import Line, Record, record_text
from analyser.records.file import parse_record
from analyser.records.format import record_lines
from analyser.records.recording import PreparedGame, seats_of
from cext.games import load_game
from strategies import load_strategy

PROGRAM = {"analyser": "0.1.0", "engine": "0123456789abcdef"}
SIDES = ("circle", "A", "star", "triangle")

# (players, options): every player count, way to get a board, variant and ruling switch; the second of a pair draws
# boards of other blocks.
CASES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"boards_by": "auction", "draft": True}),
    (3, {"boards_by": "chosen", "player_order": True, "hire_unrest": True}),
    (4, {"boards_by": "auction", "player_order": True, "draft": True}),
    (4, {"hire_unrest": True, "extra_worker_unrest": False, "wall_below_zero": True, "palace_from_symbol": True}),
    (3, {"boards_by": "auction", "wall_below_zero": True}),
    (2, {"boards_by": "chosen", "draft": True, "draw_all_decks": True, "palace_from_symbol": True}),
    (3, {"draft": True, "player_order": True}),
)


@cache
def recorded(players: int, strategy: str, seed: int, *options: tuple[str, Any]) -> tuple[Line, ...]:
    """The lines of one game: the same strategy in every seat, boards from SIDES."""
    switches = dict(options)
    game = load_game("zhanguo", players=players, **switches)
    boards = [game.boards.index(SIDES[(seat + seed) % 4]) for seat in range(players)]
    seated = PreparedGame(
        game=game,
        policies=lambda: [load_strategy(strategy, game)],
        names=[strategy],
        policy=[0] * players,
        boards=boards,
        plans=[],
        plan=[-1] * players,
        seats=seats_of(game, [strategy] * players, boards, [None] * players),
        seed=seed,
        deal=seed + 1,
    )
    lines = record_lines(game, seated.moves(), seats=seated.seats, seed=seated.seed, deal=seated.deal, program=PROGRAM)
    return tuple(lines)


def text_of(players: int, options: dict[str, Any], *, strategy: str = "random", seed: int = 1) -> str:
    """The same as the text of a file."""
    return record_text(recorded(players, strategy, seed, *options.items()))


def record_of(players: int, options: dict[str, Any], *, strategy: str = "random", seed: int = 1) -> Record:
    """The same, read back."""
    return parse_record(text_of(players, options, strategy=strategy, seed=seed), "game.jsonl")
