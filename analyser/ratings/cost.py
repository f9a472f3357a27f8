"""Strength against cost: plans and searches, each alone among the best plans, and the front of those worth their time.

A player is on the front if none at most as dear wins more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count

import numpy as np

from analyser.experiments.objective import FINAL, Objective, StrategyGames, evaluate_strategy, game_of
from analyser.experiments.scenario import Scenario
from analyser.experiments.schedule import GameRows
from analyser.experiments.simulator import plain_simulator
from analyser.ratings.table import CostRow, digest_among
from analyser.runs.batch import time_decision
from analyser.training.start import BEST, best_plans

__all__ = ["KINDS", "cost_table", "front_of", "kind_of", "measure_costs", "measured_players", "table_head"]

SEED = 2015  # of the deals; another than that of a training, which a leaf was chosen by
GAMES = 1_500  # of a player, where they take no longer than
SECONDS = 16.0  # of the processor's time
BLOCK = 25  # games between two looks at the clock
TIMED_GAMES = 100  # by which the cost of a plan is known
FLAT = (10,)  # games after each move
TREES = (50, 200)
SEARCHES = (4, 8, 32, 64)
LEAF_SEARCHES = (8, 16, 24, 48)
KINDS = ("plan", "flat:N", "mcts:N", "search:PLAN:N", "search:PLAN:N:leaf=PLAN")  # of players


def measured_players(game: str, players: int) -> tuple[str, ...]:
    """Who is measured: the best plan, the one that guides the strongest level, and searches; those with a leaf where
    one of that plan is shipped for so many players."""
    from strategies.errors import StrategyNotFound
    from strategies.leaf_file import leaf_path

    best, guide = best_plans(game, players)[0], _guide_of(game, players)
    names = [best, guide]
    names += [f"flat:{games}" for games in FLAT] + [f"mcts:{games}" for games in TREES]
    names += [f"search:{guide}:{games}" for games in SEARCHES]
    try:
        leaf_path(guide, game, players)
    except StrategyNotFound:
        return tuple(dict.fromkeys(names))
    return tuple(dict.fromkeys([*names, *(f"search:{guide}:{games}:leaf={guide}" for games in LEAF_SEARCHES)]))


def _guide_of(game: str, players: int) -> str:
    """The plan that guides the search of the game's strongest level; the best plan where that is no such search."""
    from strategies.catalogue import find
    from strategies.levels import levels_of

    strongest = [find(level.strategy, game).search for level in levels_of(game)[-1:]]
    plans = [search.plans["prior"] for search in strongest if search is not None and search.method == "search"]
    return plans[0] if plans else best_plans(game, players)[0]


def measure_costs(game: str, players: int, *, report: Callable[[str], None] = lambda text: None) -> Iterator[CostRow]:
    """The rows of a game at a table of so many players; `report` gets a line for each. DataError as from loading."""
    others = best_plans(game, players)[:BEST]
    objective = Objective(game=game, against=others, players=(players,), seed=SEED)
    for strategy in measured_players(game, players):
        report(f"{players} players: {strategy} among {', '.join(others)}")
        yield measure_cost(objective, strategy)


def measure_cost(objective: Objective, strategy: str) -> CostRow:
    """A strategy alone among the objective's opponents."""
    parts: list[StrategyGames] = []
    begin = time.process_time()
    for first in count(0, BLOCK):
        parts.append(evaluate_strategy(objective, strategy, FINAL, first, BLOCK))
        if first + BLOCK >= GAMES or time.process_time() - begin > SECONDS:
            break
    games, players = StrategyGames.join(parts), objective.players[0]
    facts = game_of(objective, players)[1]
    return CostRow(
        players, strategy, " ".join(objective.against), digest_among(strategy, objective.against, facts),
        len(games.share), float(games.share.mean()), *games.limits,
        games.microseconds if games.n_decisions else _plan_microseconds(objective.game, players, strategy),
    )  # fmt: skip


def _plan_microseconds(game: str, players: int, plan: str) -> float:
    """Processor time of a plan's decision with its move, where all play it."""
    simulator = plain_simulator(game, Scenario(players=players), (plan,), seed=SEED)
    policy = np.zeros((TIMED_GAMES, players), dtype=np.int64)
    return 1e6 * time_decision(simulator, GameRows.plain(policy, simulator.prepared.boards))


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


def table_head(game: str, rows: Sequence[CostRow]) -> str:
    """What a table is of, in words."""
    first = rows[0]
    facts = game_of(Objective(game=game, against=(), players=(first.players,)), first.players)[1]
    return f"{facts.title}, {first.players} players: one alone among {', '.join(first.others.split())}"


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
