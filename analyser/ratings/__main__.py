"""`python -m analyser.ratings GAME`: how strong a game's plans and levels are, by a tournament of all, or what players
win for what they cost; measured, and written beside the plans."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import reports
from analyser.errors import AnalyserError, DataError, UsageError
from analyser.experiments.objective import FINAL, Objective, StrategyGames, evaluate_strategy, game_of
from analyser.experiments.parse import check_game
from analyser.experiments.scenario import Scenario
from analyser.experiments.schedule import GameRows
from analyser.experiments.simulator import plain_simulator
from analyser.ratings.table import (
    KINDS,
    CostRow,
    EloRow,
    cost_file,
    cost_table,
    digest_among,
    digest_of,
    elo_file,
    format_rows,
    front_of,
    kind_of,
    load_cost,
    load_elo,
)
from analyser.runs.plan_trials import time_decision
from analyser.training.start import BEST, best_plans
from cext.commands import command_line
from cext.games import listed_games
from reports.charts.lines import Dot, dot_panels
from reports.charts.sheet import Estimate, Key, Scale
from reports.charts.style import CATEGORIES, house_style, svg_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "CHART", "COST_SEED", "cost_figure", "main", "measure_cost", "measure_elo", "measured_players",
    "rated_strategies", "stored_costs", "tournament_command",
]  # fmt: skip

CHART = Path(str(reports.__file__)).parent / "gallery" / "cost.svg"
SEED = 2014  # of the measured deals; any would do, a fixed one makes the table the same again
TOURNAMENT_GAMES = 2_000
COST_SEED = 2015  # of the deals; another than that of a training, which a leaf was chosen by
COST_WIDTH = 0.04  # of the interval at which a player is known well enough, or after
COST_SECONDS = 20.0  # of the processor's time: three minutes for all players of a game
BLOCK = 25  # games between two looks at the clock
TIMED_GAMES = 100  # by which the cost of a plan is known
FLAT = (10,)  # games after each move
TREES = (50, 200)
SEARCHES = (4, 8, 32, 64)
LEAF_SEARCHES = (8, 16, 24, 48)
COLOURS = tuple(CATEGORIES[number] for number in (2, 3, 4, 1, 0))  # of KINDS


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
    """The rows of a game with that number of players, played now."""
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


def measured_players(game: str, players: int) -> tuple[str, ...]:
    """Who is measured: the best plan, the one that guides the strongest level, and searches; those with a leaf where
    one of that plan is shipped for that number of players."""
    from strategies.errors import StrategyNotFound
    from strategies.leaf_file import leaf_path

    best, guide = next(iter(best_plans(game, players)), ""), _guide_of(game, players)
    if not best:
        raise DataError(f"no plan is shipped with {game}: there is nothing to measure")
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
    """The rows of a game with that number of players; `report` gets a line for each. DataError as from loading."""
    others = best_plans(game, players)[:BEST]
    objective = Objective(game=game, against=others, players=(players,), seed=COST_SEED)
    for strategy in measured_players(game, players):
        report(f"{players} players: {strategy} among {', '.join(others)}")
        yield measure_cost(objective, strategy)


def measure_cost(objective: Objective, strategy: str) -> CostRow:
    """A strategy alone among the objective's opponents."""
    parts: list[StrategyGames] = []
    begin, width = time.process_time(), 1.0
    while not parts or (width > COST_WIDTH and time.process_time() - begin < COST_SECONDS):
        parts.append(evaluate_strategy(objective, strategy, FINAL, len(parts) * BLOCK, BLOCK))
        games = StrategyGames.join(parts)
        width = games.limits[1] - games.limits[0]
    players = objective.players[0]
    facts = game_of(objective, players)[1]
    return CostRow(
        players, strategy, " ".join(objective.against), digest_among(strategy, objective.against, facts),
        len(games.share), float(games.share.mean()), *games.limits,
        games.microseconds if games.n_decisions else _plan_microseconds(objective.game, players, strategy),
    )  # fmt: skip


def _plan_microseconds(game: str, players: int, plan: str) -> float:
    """Processor time of a plan's decision with its move, where all play it."""
    simulator = plain_simulator(game, Scenario(players=players), (plan,), seed=COST_SEED)
    policy = np.zeros((TIMED_GAMES, players), dtype=np.int64)
    return 1e6 * time_decision(simulator, GameRows.plain(policy, simulator.prepared.boards))


PLAYERS = "2,3,4"


def main(words: Sequence[str] | None = None) -> int:
    """Measure the Elo of the plans and levels shipped with a game by a tournament of all, and write the table beside
    them. Takes some minutes; to be run when a strategy, an option or the component data has changed: a test says when.
    """
    parser = argparse.ArgumentParser(prog="python -m analyser.ratings", description=main.__doc__)
    parser.add_argument("game", help="the game whose plans are measured")
    parser.add_argument(
        "--players", metavar="2,3,…", help=f"numbers of players [{PLAYERS}; with --cost the largest of these]"
    )
    parser.add_argument(
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
        write_measured = write_cost if options.cost else write_elo
        write_measured(options.game, [int(count) for count in counts])
    except AnalyserError as error:
        print(f"analyser: {error}", file=sys.stderr)
        return error.exit_code
    return 0


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
    with house_style():
        write(CHART, svg_bytes(cost_figure(tables)).decode(), sum(len(rows) for _, rows in tables))


def cost_figure(tables: Sequence[tuple[str, Sequence[CostRow]]]) -> Figure:
    """The chart of these tables of strength against cost, each with its game; to be drawn in the house style."""
    colour_of = dict(zip(KINDS, COLOURS, strict=True))
    measured = {kind_of(row.strategy) for _, rows in tables for row in rows}
    worthy = {kind_of(row.strategy) for _, rows in tables for row in front_of(rows)}
    beaten = [kind for kind in KINDS if kind in measured - worthy]
    panels = []
    for game, rows in tables:
        dots = [
            Dot(
                row.strategy if kind == KINDS[0] else row.strategy.split(":")[kind.split(":").index("N")],
                colour_of[kind],
                row.microseconds,
                Estimate(100 * row.share, 100 * row.low, 100 * row.high, row.games),
                f"{row.strategy}, {row.microseconds:,.1f} µs",
                joined=row in front_of(rows),
            )
            for row in rows
            for kind in [kind_of(row.strategy)]
        ]
        panels.append((table_head(game, rows), dots, Scale("wins of 100 games", 100 / rows[0].players)))
    return dot_panels(
        f"Never on the front: {', '.join(beaten)}" if beaten else "Every kind of player is on the front",
        "Wins of one player alone among the game's best plans, by what a decision takes it; 95 % intervals. "
        "The line joins the front: players that no equally cheap or cheaper one beats.",
        panels,
        x_label="microseconds of processor time a decision",
        keys=[Key(kind, colour_of[kind], "point") for kind in KINDS if kind in measured],
        note="Numbers at dots: N. Black level lines: a fair share.",
    )


def table_head(game: str, rows: Sequence[CostRow]) -> str:
    """What a table is of, in words."""
    first = rows[0]
    facts = game_of(Objective(game=game, against=(), players=(first.players,)), first.players)[1]
    return f"{facts.title}, {first.players} players: one alone among {', '.join(first.others.split())}"


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
