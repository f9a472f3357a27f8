"""`analyser play`: a person plays a game against strategies."""

from pathlib import Path
from typing import Annotated

import typer

from analyser.cli import completion as complete
from analyser.cli import options as o
from analyser.cli.error_report import report_errors
from analyser.cli.option_parsers import int_option, parse_names, parse_switches, seconds_option

__all__ = ["play"]


@report_errors
def play(
    game: o.Game = None,
    seat: Annotated[
        int,
        typer.Option(
            "--seat",
            metavar="S",
            help="Your seat; 1 is the first player.",
            parser=int_option,
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = 1,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="A,B,…",
            help="Strategies of the other seats in their order, or one for all of them. [default: the game's own]",
            autocompletion=complete.strategies,
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            metavar="N",
            help="Players at the table, you among them. [default: as many as --against names, else 4, or what the game "
            "has]",
            parser=int_option,
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = None,
    think: Annotated[
        float | None,
        typer.Option(
            "--think",
            metavar="TIME",
            help="What a search among them may take for a decision: seconds (2), or 90s, 5m; it plays twice as many "
            "games, again and again, while time is left. [default: the games its name says]",
            parser=seconds_option,
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = None,
    hints: Annotated[
        bool,
        typer.Option(
            "--hints",
            help="Before each of your decisions: the best options, their values, and what speaks for the best.",
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = False,
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge",
            metavar="NAME",
            help="Who gives hints: a plan or a search. [default: the first opponent who values moves]",
            autocompletion=complete.strategies,
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = None,
    boards: o.Boards = None,
    seed: o.Seed = None,
    option: o.Option = None,
    components: o.Components = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help="Where to write the game record, also when you quit.",
            rich_help_panel=o.OUTPUT,
        ),
    ] = None,
    debug: o.Debug = False,
) -> None:
    """Play a game against strategies: options in words, hints, decisions taken back, a record at the end.

    Example: `analyser play zhanguo --seat 1 --against builder,tasks --save game.jsonl`
    """
    import sys

    from rich.console import Console

    from analyser.play.dialogue import Dialogue
    from analyser.play.session import find_adviser, new_session

    session, load, program = new_session(
        {
            "game": game,
            "players": players,
            "boards": parse_names(boards, "--boards"),
            "seed": seed,
            "option": parse_switches(option),
            "components": None if components is None else str(components),
        },
        seat=seat,
        against=parse_names(against, "--against") or (),
        save=save,
        think=think,
    )
    adviser = find_adviser(session, judge, hints=hints)
    width = None if sys.stdout.isatty() else 120
    console = Console(width=width, highlight=False)
    Dialogue(session, console, ask=input, load=load, program=program, save=save, hints=hints, adviser=adviser).run()
