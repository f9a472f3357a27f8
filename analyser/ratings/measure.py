"""Strength measured: plans among random players and search players, Elo by a tournament of all plans and levels."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from analyser.errors import DataError
from analyser.experiments.arena import plain_arena
from analyser.experiments.scenario import Scenario
from analyser.experiments.schedule import GameRows
from analyser.ratings.table import RANDOM, SEARCH, EloRow, WinShareRow, digest_of
from reports.facts_parser import parse_facts
from reports.stats.intervals import share_limits

__all__ = [
    "RANDOM_GAMES",
    "SEARCH_GAMES",
    "measure_elo",
    "measure_strategies",
    "measure_win_share",
    "rated_strategies",
    "tournament_command",
]

SEED = 2014  # of the measured deals; any would do, a fixed one makes the table the same again
RANDOM_GAMES = 2_400  # a second or less for each plan
TOURNAMENT_GAMES = 2_000
SEARCH_GAMES = 240  # a game of ZhanGuo with one search player takes 50 ms: three minutes for its table


def measure_strategies(
    game: str, players: int, *, report: Callable[[str], None] = lambda text: None
) -> Iterator[WinShareRow]:
    """The rows of a game at a table of so many players; `report` gets a line for each. DataError as from loading."""
    from strategies import list_strategies

    plans = [info.name for info in list_strategies(game) if info.kind == "weighted"]
    if not plans:
        raise DataError(f"no plan is shipped with {game}: there is nothing to measure")
    for plan in plans:
        for strategy, others, games in ((plan, RANDOM, RANDOM_GAMES), (SEARCH, plan, SEARCH_GAMES)):
            report(f"{players} players: {strategy} among {others}")
            yield measure_win_share(game, players, strategy, others, games)


def measure_win_share(game: str, players: int, strategy: str, others: str, games: int) -> WinShareRow:
    """One player alone among others, in a seat that changes from deal to deal."""
    arena = plain_arena(game, Scenario(players=players), (strategy, others), seed=SEED)
    number, seat = np.arange(games), np.arange(games) % players
    policy = np.ones((games, players), dtype=np.int64)
    policy[number, seat] = 0
    share = arena.shares(arena.play(GameRows.plain(policy, arena.setting.boards)))[number, seat]
    low, high = share_limits(share.mean(), share.std(ddof=1) / np.sqrt(games), games)
    digest = digest_of(others if strategy == SEARCH else strategy, arena.setting.game)
    return WinShareRow(players, strategy, others, digest, games, float(share.mean()), float(low), float(high))


def rated_strategies(game: str) -> tuple[str, ...]:
    """Who is measured: the levels, then the plans shipped with the game."""
    from strategies import list_strategies
    from strategies.levels import levels_of

    plans = (info.name for info in list_strategies(game) if info.kind == "weighted")
    return tuple(dict.fromkeys([*(level.strategy for level in levels_of(game)), *plans]))


def tournament_command(game: str, players: int) -> str:
    """The tournament that measures them."""
    names = ",".join(rated_strategies(game))
    return (
        f"analyser tournament {game} --players {players} --strategies {names} --games {TOURNAMENT_GAMES} --seed {SEED}"
    )


def measure_elo(game: str, players: int) -> list[EloRow]:
    """The rows of a game at a table of so many players, played now."""
    from analyser.experiments.config_loader import load_experiment
    from analyser.runs.answer import answer_run
    from analyser.runs.lifecycle import start_run
    from analyser.runs.play import play_run

    names = rated_strategies(game)
    settings = {"game": game, "players": players, "strategies": names, "games": TOURNAMENT_GAMES, "seed": SEED}
    experiment = load_experiment("tournament", settings)
    with tempfile.TemporaryDirectory(prefix="elo-") as folder:
        run, job = start_run(experiment, Path(folder) / "run", [])
        play_run(run, job)
        (answered,) = answer_run(run, "tournament")
        facts = parse_facts(run.manifest.scenarios[0].game)
        table = answered.answer.tables["standing"]
        rows = table.select("strategy", "elo", "elo_low", "elo_high").to_dicts()
    return [
        EloRow(
            players,
            row["strategy"],
            digest_of(row["strategy"], facts),
            run.manifest.games_done,
            row["elo"],
            row["elo_low"],
            row["elo_high"],
        )
        for row in rows
        if row["elo"] is not None
    ]
