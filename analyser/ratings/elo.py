"""Elo of a game's levels and plans: a tournament of all of them, stored as strategies/<game>/elo.csv and looked up for
every report."""

from __future__ import annotations

import tempfile
from pathlib import Path

from analyser.ratings.table import EloRow, digest_of
from reports.facts_parser import parse_facts

__all__ = ["GAMES", "measure_elo", "rated_strategies", "tournament_command"]

GAMES = 2_000  # of a tournament
SEED = 2014


def rated_strategies(game: str) -> tuple[str, ...]:
    """Who is measured: the levels, then the plans shipped with the game."""
    from strategies import list_strategies
    from strategies.levels import levels_of

    plans = (info.name for info in list_strategies(game) if info.kind == "weighted")
    return tuple(dict.fromkeys([*(level.strategy for level in levels_of(game)), *plans]))


def tournament_command(game: str, players: int) -> str:
    """The tournament that measures them."""
    names = ",".join(rated_strategies(game))
    return f"analyser tournament {game} --players {players} --strategies {names} --games {GAMES} --seed {SEED}"


def measure_elo(game: str, players: int) -> list[EloRow]:
    """The rows of a game at a table of so many players, played now."""
    from analyser.experiments.config_loader import merge
    from analyser.runs.answer import answers
    from analyser.runs.lifecycle import start_run
    from analyser.runs.play import play_run

    names = rated_strategies(game)
    config = merge("tournament", {"game": game, "players": players, "strategies": names, "games": GAMES, "seed": SEED})
    with tempfile.TemporaryDirectory(prefix="elo-") as folder:
        run, job = start_run(config, Path(folder) / "run", [])
        play_run(run, job)
        (answered,) = answers(run, "tournament")
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
