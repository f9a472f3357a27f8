"""How fast games with leaf searches are played, in one seat and in all: python -m tests.bench leaf."""

import time
from statistics import median
from typing import Any

import numpy as np

from cext.games import load_game
from cext.kernel.match import play_games
from cext.kernel.plan_search import PlanSearch
from cext.kernel.policy import Policy
from strategies import load_strategy
from tests.bench.bench import REPEATS, SEED, schedule
from tests.leaves import random_net

# Game, players, plan, playouts, turns, games of a table with one searcher.
TABLES = (("middle_kingdom", 3, "jade", 16, 2, 300), ("zhanguo", 4, "balanced", 16, 4, 40))
HIDDEN = 32
HEADER = "game            players  search              seats      games/s  us a decision"


def timed(game: Any, policies: list[Policy], n: int, searchers: int) -> tuple[float, float]:
    """Games a second of processor time, and microseconds of a searcher's decision, at tables where so many search."""
    rows = schedule(game, n)
    rows["policy"] = np.where((np.arange(game.players) + np.arange(n)[:, None]) % game.players < searchers, 0, 1)
    seconds, decision = [], []
    for _ in range(REPEATS):
        begin = time.thread_time()
        played = play_games(game, policies, seed=SEED, **rows)
        seconds.append(time.thread_time() - begin)
        decision.append(1e6 * played.policies["seconds"][0] / played.policies["asked"][0])
    return n / median(seconds), median(decision)


def main() -> None:
    """Print the table."""
    print(HEADER)
    for name, players, plan_name, playouts, turns, n in TABLES:
        game = load_game(name, players=players)
        plan: Any = load_strategy(plan_name, game)
        leaf = random_net(game, hidden=HIDDEN)
        search = PlanSearch(game, playouts, prior=plan, leaf=leaf, turns=turns, bias=0.05, margin=0.5, widening=1.25)
        for seats, games in ((1, n), (players, n // 2)):
            per_second, us = timed(game, [search, plan], games, seats)
            words = f"{plan_name}:{playouts}, {turns} turns"
            print(f"{name:<16}{players:>7}  {words:<20}{seats:>5}{per_second:>13,.0f}{us:>15.0f}")
