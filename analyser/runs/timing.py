"""How long a decision takes those who decide quickly: measured in a sample of games, before the run is played."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from analyser.experiments.arena import Arena, plays_slowly
from analyser.experiments.design import PILOT_DEAL, Design

__all__ = ["timed"]

GAMES = 100  # of each strategy among its like: some hundredths of a second of most
ROUNDS = 3  # of which the quickest counts: whatever else the machine does makes them longer


def timed(arena: Arena, design: Design) -> dict[str, float]:
    """Processor time in milliseconds that a decision takes each strategy that does not think long, with the move it
    makes; ValueError where a strategy fails. On deals that no experiment plays."""
    milliseconds = {}
    names = [name for name in arena.setting.names if not plays_slowly([name], arena.setting.game.name)]
    arena = arena.with_strategies(names)
    games = design.rows(0, min(GAMES, design.games))
    for number, name in enumerate(names):
        deal = np.arange(len(games), dtype=games.deal.dtype) + games.deal.dtype.type(PILOT_DEAL)
        record = np.zeros_like(games.record)
        free, policy = np.full_like(games.forced_opening, -1), np.full_like(games.policy, number)
        rows = replace(games, policy=policy, deal=deal, forced_opening=free, record=record)
        spent, decisions = [], 0
        for _ in range(ROUNDS):
            begin = time.process_time()
            outcome = arena.play(rows)
            spent.append(time.process_time() - begin)
            decisions = int(outcome.games["n_decisions"].sum())
        if decisions:
            milliseconds[name] = round(1000 * min(spent) / decisions, 7)
    return milliseconds
