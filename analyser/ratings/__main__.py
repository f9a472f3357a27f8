"""`python -m analyser.ratings GAME`: how strong a game's plans are, among random players and search players, their Elo
by a tournament of all plans and levels, and strength against cost; measured, and written beside the plans."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import numpy as np

import reports
from analyser.errors import AnalyserError, DataError, UsageError
from analyser.experiments.parse import check_game
from analyser.experiments.scenario import Scenario
from analyser.experiments.schedule import GameRows
from analyser.experiments.simulator import plain_simulator
from analyser.ratings.chart import draw_costs
from analyser.ratings.cost import cost_table, measure_costs, table_head
from analyser.ratings.table import (
    RANDOM,
    SEARCH,
    CostRow,
    EloRow,
    WinShareRow,
    cost_file,
    digest_of,
    elo_file,
    format_rows,
    load_cost,
    load_elo,
    table_file,
)
from cext.commands import command_line
from cext.games import listed_games
from reports.stats.intervals import share_limits

__all__ = [
    "RANDOM_GAMES", "SEARCH_GAMES", "main", "measure_elo", "measure_strategies", "measure_win_share",
    "rated_strategies", "stored_costs", "tournament_command",
]  # fmt: skip

CHART = Path(str(reports.__file__)).parent / "gallery" / "cost.svg"
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
    simulator = plain_simulator(game, Scenario(players=players), (strategy, others), seed=SEED)
    number, seat = np.arange(games), np.arange(games) % players
    policy = np.ones((games, players), dtype=np.int64)
    policy[number, seat] = 0
    share = simulator.shares(simulator.play(GameRows.plain(policy, simulator.prepared.boards)))[number, seat]
    low, high = share_limits(share.mean(), share.std(ddof=1) / np.sqrt(games), games)
    digest = digest_of(others if strategy == SEARCH else strategy, simulator.prepared.game)
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
    size = ("--games", TOURNAMENT_GAMES, "--seed", SEED)
    return command_line("tournament", game, "--players", players, "--strategies", names, *size)


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
        facts = run.manifest.scenarios[0].facts
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


PLAYERS = "2,3,4"


def main(words: Sequence[str] | None = None) -> int:
    """Measure every plan shipped with a game against random players and a search player, and write the table beside
    them. Takes some minutes; to be run when a strategy, an option or the component data has changed: a test says when.
    """
    parser = argparse.ArgumentParser(prog="python -m analyser.ratings", description=main.__doc__)
    parser.add_argument("game", help="the game whose plans are measured")
    parser.add_argument(
        "--players", metavar="2,3,…", help=f"numbers of players [{PLAYERS}; with --cost the largest of these]"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--elo", action="store_true", help="measure the Elo of its levels and plans instead, by a tournament of all"
    )
    what.add_argument(
        "--cost", action="store_true", help="measure what plans and searches win and take instead, and draw the chart"
    )
    options = parser.parse_args(words)
    try:
        check_game(options.game)
        counts = (options.players or (PLAYERS.rpartition(",")[2] if options.cost else PLAYERS)).split(",")
        if not all(count.strip().isdecimal() for count in counts):
            raise UsageError(
                f"--players {options.players}: give numbers of players with commas between them, such as {PLAYERS}"
            )
        write_measured = write_elo if options.elo else write_cost if options.cost else write_table
        write_measured(options.game, [int(count) for count in counts])
    except AnalyserError as error:
        print(f"analyser: {error}", file=sys.stderr)
        return error.exit_code
    return 0


def write_table(game: str, counts: Sequence[int]) -> None:
    """Measure win shares at tables of so many players, and write them in place of all that were."""
    rows = [row for players in counts for row in measure_strategies(game, players, report=print_progress)]
    write(table_file(game), format_rows(rows), len(rows))


def write_elo(game: str, counts: Sequence[int]) -> None:
    """Measure Elo at tables of so many players, and write them in place of those that were of such tables."""
    file = elo_file(game)
    rows = [row for row in load_elo(file) if row.players not in counts]
    for players in counts:
        print_progress(tournament_command(game, players))
        rows += measure_elo(game, players)
    write(file, format_rows(sorted(rows, key=lambda row: (row.players, -row.elo))), len(rows))


def write_cost(game: str, counts: Sequence[int]) -> None:
    """Measure strength against cost, write it in place of what was of such tables, print it and draw all there is."""
    file = cost_file(game)
    rows = [row for row in load_cost(file) if row.players not in counts]
    for players in counts:
        rows += measure_costs(game, players, report=print_progress)
    write(file, format_rows(sorted(rows, key=lambda row: row.players)), len(rows))
    load_cost.cache_clear()
    for players in counts:
        stored = [row for row in load_cost(file) if row.players == players]
        print(f"\n{table_head(game, stored)}\n\n{cost_table(stored)}\n")
    tables = stored_costs()
    write(CHART, draw_costs(tables).decode(), sum(len(rows) for _, rows in tables))


def stored_costs() -> list[tuple[str, list[CostRow]]]:
    """The stored tables of strength against cost with their games, one for each number of players."""
    return [
        (game, list(rows))
        for game in listed_games()
        for _, rows in groupby(load_cost(cost_file(game)), key=lambda row: row.players)
    ]


def print_progress(text: str) -> None:
    """A line on standard error."""
    print(text, file=sys.stderr)


def write(file: Path, text: str, n_rows: int) -> None:
    """Write a table; DataError where it cannot be written."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataError(f"{file}: cannot be written ({error.strerror}): measure in a copy that can be") from error
    print(f"{file}: {n_rows} rows")


if __name__ == "__main__":
    sys.exit(main())
