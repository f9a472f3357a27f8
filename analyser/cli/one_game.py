"""`analyser record`, `verify` and `play`: write a game to a file, check such a file by the rules, play a game."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from analyser.cli.option_parsers import config_values, parse_names
from analyser.cli.options import argument, declared
from analyser.errors import UsageError
from cext.commands import command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from analyser.experiments.config import Config
    from analyser.records.format import Line
    from analyser.runs.limits import ResourceLimits

__all__ = ["play", "record", "verify"]

LIMIT = 10  # games that meet a condition


@declared(
    players=("N", "Players at the table. [default: 4, or what the game has]"),
    out=("FILE|DIR", "The record, with --where its folder. [default: standard output, with --where RUN/records]"),
    time_limit=("TIME", "Time limit for a game: seconds, 5m or 1h. [default: 600 seconds a decision]"),
)
def record(
    game: str | None, players: str | None, strategies: str | None, boards: str | None, openings: str | None,
    deal: int | None, option: list[str] | None, components: Path | None, from_run: Path | None, number: int | None,
    scenario: str | None, where: str | None, limit: int | None, out: Path | None, seed: int | None, schema: bool,
    time_limit: float | None, memory_limit: str | None, trust: bool,
) -> None:  # fmt: skip
    """Write one game as JSON Lines: set-up, every legal move of every decision, every state, scores.

    Strategies sit in the order given; as many as players, or one for every seat; without any, the game's own plans sit
    down one after the other. analyser/records/README.md explains the file; `analyser verify` checks it.

    Example: `analyser record zhanguo --players 3 --strategies builder,walls,random --seed 7 > game.jsonl`

    A game of a finished run: `analyser record --from my-run --game 1234 --out game.jsonl`

    Games that meet a condition: `analyser record --from my-run --where "winning_margin < 3 and winners = 1"`

    A condition is that of `analyser compare --where`, over the columns that `analyser compare RUN --list` prints. A
    game is recorded if one player's seat meets it; winner., any., all. or other. before a column names other seats:
    "strategy = 'builder' and winner.strategy = 'walls'", "total_score > 400".
    """
    from functools import partial

    from analyser.cli.output import print_status
    from analyser.experiments.config_loader import merge_single, run_config
    from analyser.experiments.parse import check_limits
    from analyser.records.file import check_record_place, record_text, write_record
    from analyser.runs.limits import limits_of
    from cext.messages import count_noun

    check_limits(time_limit, memory_limit)
    limits = limits_of(time_limit, memory_limit, 1)
    if out is not None and where is None:
        check_record_place(out)  # before a long game
    if from_run is None:
        if where is not None or limit is not None:
            raise UsageError("--where and --limit need --from")
        if number is not None or scenario is not None:
            raise UsageError("--game and --scenario need --from")
        if schema:
            _print_schema(game)
            return
        from analyser.records.recording import record_game

        forced = [opening.strip() for opening in openings.split(",")] if openings else []
        config = merge_single(
            config_values(
                game=game, players=players, strategies=strategies, boards=boards, seed=seed, option=option,
                components=components,
            )
        )  # fmt: skip
        lines = _game_lines(partial(record_game, config, deal or 0, forced), lambda: config, limits)
    else:
        options = (game, players, strategies, boards, openings, seed, deal, option, components)
        if any(value not in (None, []) for value in options) or schema:
            raise UsageError("--from takes only --game or --where, --limit, --scenario and --out beside it")
        _check_selection(number, where, limit)
        from analyser.records.recording import record_of_run

        if where is not None:
            _write_where(from_run, where, scenario=scenario, limit=limit or LIMIT, limits=limits, out=out)
            return
        lines = _game_lines(
            partial(record_of_run, from_run, number or 0, scenario), partial(run_config, from_run), limits
        )
    if out is not None:
        write_record(lines, out)
        print_status(f"{out}: {count_noun(lines[-1]['decisions'], 'decision')}; {command('replay', out)} shows them")
        return
    typer.echo(record_text(lines).encode(), nl=False)


def _check_selection(number: int | None, where: str | None, limit: int | None) -> None:
    """UsageError unless one game of a run is named, or a condition for some."""
    if where is not None and number is not None:
        raise UsageError("--game and --where: choose one of them")
    if where is None and limit is not None:
        raise UsageError("--limit needs --where")
    if where is None and number is None:
        raise UsageError("--from needs --game or --where")


def _game_lines(play: Callable[[], Iterator[Line]], config: Callable[[], Config], limits: ResourceLimits) -> list[Line]:
    """The lines of a game; config: whose game it is, asked for once the game is ready."""
    from analyser.records.recording import player

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
    from analyser.records.file import write_record
    from analyser.records.recording import find_games, player, record_of_run, records_folder, records_of_run
    from analyser.runs.integrity import explain_read_errors
    from analyser.runs.store import RunDirectory
    from cext.messages import count_noun

    opened = RunDirectory.open(run)
    with explain_read_errors(opened):
        matches = find_games(opened, condition, scenario=scenario)
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
    print_status(f"{count_noun(len(matches), 'game')} of {run}: {condition}{more}; {command('replay', file)} shows one")


def _print_schema(name: str | None) -> None:
    import json

    from analyser.errors import UsageError
    from analyser.experiments.loading import load_any
    from analyser.experiments.parse import check_game
    from analyser.records.format import record_schema

    if name is None:
        raise UsageError(f"--schema needs a game, such as {command('record', 'zhanguo', '--schema')}")
    check_game(name)
    typer.echo(json.dumps(record_schema(load_any(name)), indent=2, ensure_ascii=False))


@declared(
    files=argument(list[Path], "FILE…", "Game records."), full=("", "List every difference. [default: the first]")
)
def verify(files: list[Path], full: bool, json: bool, trust: bool) -> None:
    """Replay game records through the rules, decision by decision; say at which ply and why they differ.

    Set-up, component tables, every list of legal moves, every state and every score are compared. A file that is no
    game record ends with exit code 3, one that differs with 5.

    Example: `analyser verify game.jsonl --full`
    """
    from dataclasses import asdict

    from analyser.cli.output import print_json
    from analyser.errors import AnalyserError, DataError, RecordDiffers
    from analyser.records.file import read_record
    from analyser.records.verify import verify_record
    from cext.safe_files import escape_controls

    results = []
    worst: AnalyserError | None = None
    for file in files:
        try:
            checked = verify_record(read_record(file), find_all=full)
        except DataError as error:
            results.append({"file": str(file), "error": str(error)})
            if not json:
                typer.echo(f"analyser: {error}", err=True)
            worst = worst or error
            continue
        results.append({"file": str(file), **asdict(checked)})
        if not json:
            for difference in checked.differences:
                typer.echo(escape_controls(str(difference)))
            typer.echo(f"{escape_controls(str(file))}: {checked.sentence(find_all=full)}")
        if checked.differences:
            worst = RecordDiffers(str(file))
    if json:
        print_json({"command": "verify", "records": results})
    if worst is not None:
        raise typer.Exit(worst.exit_code)


@declared(
    players=("N", "Players at the table, you among them. [default: as many as --opponents names, or 4]"),
    out=("FILE", "Write the game record, also when you quit."),
)
def play(
    game: str | None, players: str | None, seat: int | None, opponents: str | None, boards: str | None,
    option: list[str] | None, components: Path | None, hints: bool, judge: str | None, think: float | None,
    out: Path | None, seed: int | None,
) -> None:  # fmt: skip
    """Play a game against strategies: options in words, hints, decisions taken back, a record at the end.

    Example: `analyser play zhanguo --seat 1 --opponents builder,tasks --out game.jsonl`
    """
    import sys

    from rich.console import Console

    from analyser.play.dialogue import Dialogue
    from analyser.play.session import find_adviser, new_session

    session, load, program = new_session(
        config_values(game=game, players=players, boards=boards, seed=seed, option=option, components=components),
        seat=1 if seat is None else seat,
        against=parse_names(opponents, "--opponents") or (),
        save=out,
        think=think,
    )
    adviser = find_adviser(session, judge, hints=hints)
    width = None if sys.stdout.isatty() else 120
    console = Console(width=width, highlight=False)
    Dialogue(session, console, ask=_ask, load=load, program=program, save=out, hints=hints, adviser=adviser).run()


def _ask(prompt: str) -> str:
    """The next line typed; EOFError where there is none. Polars, once it is loaded, takes Ctrl-C so that a read goes on
    after it: it would be heard only after Enter."""
    signal.siginterrupt(signal.SIGINT, True)
    return input(prompt)
