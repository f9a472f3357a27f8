"""Recorded games of ZhanGuo under every kind of option, for the tests of records."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from analyser.experiments.scenario import Scenario
from analyser.experiments.schedule import GameRows
from analyser.experiments.simulator import plain_simulator
from analyser.records import Line, Record, record_text
from analyser.records.file import parse_record
from analyser.records.format import record_lines
from analyser.records.recording import PreparedGame

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
    simulator = plain_simulator("zhanguo", Scenario(players=players, option=dict(options)), [strategy], seed=seed)
    boards = [simulator.game.boards.index(SIDES[(seat + seed) % 4]) for seat in range(players)]
    row = GameRows.plain(np.zeros((1, players), np.uint8), boards)
    seated = PreparedGame(simulator, replace(row, deal=np.array([seed + 1], np.uint32)), [])
    game, seats = simulator.game, seated.seats
    lines = record_lines(game, seated.moves(), seats=seats, seed=seed, deal=seed + 1, program=PROGRAM)
    return tuple(lines)


def text_of(players: int, options: dict[str, Any], *, strategy: str = "random", seed: int = 1) -> str:
    """The same as the text of a file."""
    return record_text(recorded(players, strategy, seed, *options.items()))


def record_of(players: int, options: dict[str, Any], *, strategy: str = "random", seed: int = 1) -> Record:
    """The same, read back."""
    return parse_record(text_of(players, options, strategy=strategy, seed=seed), "game.jsonl")
