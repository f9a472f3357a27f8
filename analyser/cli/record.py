"""`analyser record`: a game in a file that anybody can check with the rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyser.cli import completion as complete
from analyser.cli import options as o
from analyser.cli.error_report import report_errors
from analyser.cli.option_parsers import int_option_from, parse_names, parse_switches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from analyser.experiments.config import Config
    from analyser.records.format import Line
    from analyser.runs.limits import ResourceLimits

__all__ = ["record"]

FROM_RUN = "Games of a run"
LIMIT = 10  # games that meet a condition


@report_errors
def record(
    game: o.Game = None,
    players: o.Players = None,
    strategies: o.Strategies = None,
    boards: o.Boards = None,
    plans: Annotated[
        str | None,
        typer.Option(
            "--plans",
            metavar="A,B,…",
            help="Forced opening of each seat: a letter a turn (x: any class but the one counted), - for none.",
            autocompletion=complete.openings,
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = None,
    seed: o.Seed = None,
    deal: Annotated[
        int | None,
        typer.Option(
            "--deal",
            metavar="D",
            help="Number of the deal. [default: 0]",
            parser=int_option_from(0, 2**32 - 1),
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = None,
    option: o.Option = None,
    components: o.Components = None,
    run: Annotated[
        Path | None,
        typer.Option("--from", metavar="RUN", help="A run directory: record games of it.", rich_help_panel=FROM_RUN),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--game",
            metavar="G",
            help="Number of the game in the run, from 0.",
            parser=int_option_from(0),
            rich_help_panel=FROM_RUN,
        ),
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option(
            "--scenario",
            metavar="NAME",
            help="The scenario whose game it is, where the run has several: each numbers its own.",
            rich_help_panel=FROM_RUN,
        ),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(
            "--where",
            metavar="CONDITION",
            help="Record the games in which a player's seat meets a condition, such as 'winning_margin < 3'.",
            rich_help_panel=FROM_RUN,
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            metavar="N",
            help=f"With --where: at most so many games, the first of the run. [default: {LIMIT}]",
            parser=int_option_from(1),
            rich_help_panel=FROM_RUN,
        ),
    ] = None,
    time_limit: Annotated[
        float | None, o.time_limit("a game may take: one that takes longer is named, and not written")
    ] = None,
    memory_limit: Annotated[
        str | None, o.memory_limit("the program may take while it plays, such as 500MB or 2GB")
    ] = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help="Run strategies of the run that are programs: they may do anything that you may.",
            rich_help_panel=FROM_RUN,
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Where to write it; with --where a directory. [default: standard output; with --where RUN/records]",
            rich_help_panel=o.OUTPUT,
        ),
    ] = None,
    schema: Annotated[
        bool,
        typer.Option(
            "--schema", help="Print the JSON Schema of a line of the game's records.", rich_help_panel=o.OUTPUT
        ),
    ] = False,
    debug: o.Debug = False,
) -> None:
    """Write one game as JSON Lines: set-up, every legal move of every decision, every state, scores.

    Strategies sit in the order given; as many as players, or one for every seat; without any, the game's own plans sit
    down one after the other. analyser/records/README.md explains
    the file; `analyser verify` checks it.

    Example: `analyser record zhanguo --players 3 --strategies builder,walls,random --seed 7 > game.jsonl`

    A game of a finished run: `analyser record --from my-run --game 1234 --out game.jsonl`

    Games that meet a condition: `analyser record --from my-run --where "winning_margin < 3 and winners = 1"`

    A condition is that of `analyser compare --where`, over the columns that `analyser compare RUN --list` prints. A
    game is recorded if one player's seat meets it; winner., any., all. or other. before a column names other seats:
    "strategy = 'builder' and winner.strategy = 'walls'", "total_score > 400".
    """
    from functools import partial

    from analyser.cli.output import print_status
    from analyser.errors import UsageError
    from analyser.experiments.config_loader import merge_single, run_config
    from analyser.experiments.parse import check_limits
    from analyser.records.writing import check_record_place, record_text, write_record
    from analyser.runs.limits import limits_of
    from cext.spelling import counted

    check_limits(time_limit, memory_limit)
    limits = limits_of(time_limit, memory_limit, 1)
    if out is not None and where is None:
        check_record_place(out)  # before a long game
    if run is not None:
        from analyser.records.source import record_of_run

        options = (game, players, strategies, boards, plans, seed, deal, option, components)
        if any(value not in (None, []) for value in options) or schema:
            raise UsageError(
                "--from: the run says what is played: give --game or --where, --limit, --scenario and --out alone "
                "with it"
            )
        if where is not None:
            if number is not None:
                raise UsageError("--game and --where: choose one of them")
            _write_where(run, where, scenario=scenario, limit=limit or LIMIT, limits=limits, out=out)
            return
        if limit is not None:
            raise UsageError("--limit: is of the games that meet a condition: give one with --where")
        if number is None:
            raise UsageError("--from: name the game with --game, or a condition with --where")
        lines = _game_lines(partial(record_of_run, run, number, scenario), partial(run_config, run), limits)
    elif where is not None or limit is not None:
        raise UsageError("--where: is asked of the games of a run: name the run with --from")
    elif number is not None or scenario is not None:
        raise UsageError("--game: is the number of a game of a run: name the run with --from")
    else:
        from analyser.records.source import record_game

        if schema:
            _print_schema(game)
            return
        values = {
            "game": game,
            "players": players,
            "strategies": parse_names(strategies, "--strategies"),
            "boards": parse_names(boards, "--boards"),
            "seed": seed,
            "option": parse_switches(option),
            "components": None if components is None else str(components),
        }
        listed = [plan.strip() for plan in plans.split(",")] if plans else []
        config = merge_single(values)
        lines = _game_lines(partial(record_game, config, deal or 0, listed), lambda: config, limits)
    if out is not None:
        write_record(lines, out)
        print_status(f"{out}: {counted(lines[-1]['decisions'], 'decision')}; `analyser replay {out}` shows them")
        return
    typer.echo(record_text(lines).encode(), nl=False)


def _game_lines(play: Callable[[], Iterator[Line]], config: Callable[[], Config], limits: ResourceLimits) -> list[Line]:
    """The lines of a game; config: whose game it is, asked for once the game is ready."""
    from analyser.records.playing import player

    ready = play()
    with player(config(), limits) as play_game:
        return play_game(ready, play)


def _write_where(
    run: Path, condition: str, *, scenario: str | None, limit: int, limits: ResourceLimits, out: Path | None
) -> None:
    """A file for each of the first games that meet the condition; their names on standard output."""
    from functools import partial

    from analyser.cli.output import print_status
    from analyser.errors import write_error
    from analyser.experiments.config_loader import run_config
    from analyser.records.playing import player
    from analyser.records.query import games_where, records_folder
    from analyser.records.source import record_of_run, records_of_run
    from analyser.records.writing import write_record
    from analyser.runs.integrity import explain_read_errors
    from analyser.runs.store import RunDirectory
    from cext.spelling import counted

    opened = RunDirectory.open(run)
    with explain_read_errors(opened):
        matches = games_where(opened, condition, scenario=scenario)
    selected = matches.head(limit)
    keys = [(str(row["scenario"]), int(row["game"])) for row in selected.iter_rows(named=True)]
    folder = records_folder(run) if out is None else out
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_error(folder, error, "name another with --out") from error
    several = len(opened.manifest.main_scenarios) > 1
    with player(run_config(run), limits) as play_game:
        games = records_of_run(run, keys)
        for scene, number in keys:
            file = folder / (f"{scene}-game-{number}.jsonl" if several else f"game-{number}.jsonl")
            lines = play_game(next(games), partial(record_of_run, run, number, scene))
            write_record(lines, file)
            typer.echo(str(file))
    more = f", {len(selected):,} of them here (--limit N writes more)" if len(matches) > limit else ""
    print_status(f"{counted(len(matches), 'game')} of {run}: {condition}{more}; `analyser replay FILE` shows one")


def _print_schema(name: str | None) -> None:
    import json

    from analyser.errors import DataError, UsageError
    from analyser.experiments.arena import load_any
    from analyser.records.schema import record_schema
    from cext.games import GAMES, listed_games
    from cext.spelling import did_you_mean

    if name is None:
        raise UsageError("--schema: name a game, for instance `analyser record zhanguo --schema`")
    if name not in GAMES:
        raise DataError(f"unknown game '{name}': {did_you_mean(name, listed_games())}")
    typer.echo(json.dumps(record_schema(load_any(name)), indent=2, ensure_ascii=False))
