"""Elo of a game's levels and plans: a tournament of all of them, stored as strategies/<game>/elo.csv and looked up for
every report."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from functools import cache
from pathlib import Path

from analyser.errors import DataError
from analyser.strength.table import digest_of, file_of
from reports.facts_parser import parse_facts

__all__ = ["GAMES", "EloRow", "command", "elo_file", "elo_text", "measured_elo", "players_of", "read_elo"]

GAMES = 2_000  # of a tournament
SEED = 2014


@dataclass(frozen=True)
class EloRow:
    """The Elo of a strategy among those of the game at a table of so many players."""

    players: int
    strategy: str
    digest: str  # of what decides how it plays
    games: int  # of the tournament
    elo: float  # 0: the mean strength of all that were measured together
    low: float  # simultaneous 95 % interval
    high: float


def elo_file(game: str) -> Path:
    """Where the game's Elo lie."""
    return file_of(game).with_name("elo.csv")


def players_of(game: str) -> tuple[str, ...]:
    """Who is measured: the levels, then the plans shipped with the game."""
    from strategies import list_strategies
    from strategies.levels import levels_of

    plans = (info.name for info in list_strategies(game) if info.kind == "weighted")
    return tuple(dict.fromkeys([*(level.strategy for level in levels_of(game)), *plans]))


def command(game: str, players: int) -> str:
    """The tournament that measures them."""
    names = ",".join(players_of(game))
    return f"analyser tournament {game} --players {players} --strategies {names} --games {GAMES} --seed {SEED}"


def measured_elo(game: str, players: int) -> list[EloRow]:
    """The rows of a game at a table of so many players, played now."""
    from analyser.experiments.config_loader import merge
    from analyser.runs.answers import answers
    from analyser.runs.playing import play_run
    from analyser.runs.starting import start_run

    names = players_of(game)
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


def elo_text(rows: Iterable[EloRow]) -> str:
    """The table as its file has it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(field.name for field in fields(EloRow))
    writer.writerows([f"{cell:.0f}" if isinstance(cell, float) else cell for cell in astuple(row)] for row in rows)
    return out.getvalue()


@cache
def read_elo(file: Path) -> tuple[EloRow, ...]:
    """The rows of a table; none where there is no file. DataError for one that is no such table."""
    if not file.exists():
        return ()
    try:
        with file.open(newline="", encoding="utf-8") as lines:
            return tuple(
                EloRow(
                    int(one["players"]),
                    one["strategy"],
                    one["digest"],
                    int(one["games"]),
                    float(one["elo"]),
                    float(one["low"]),
                    float(one["high"]),
                )
                for one in csv.DictReader(lines)
            )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(
            f"{file}: not a table of Elo: make it anew by `python -m analyser.strength GAME --elo`"
        ) from error
