"""`analyser report`: answer a question from a run that has been played."""

from pathlib import Path
from typing import Annotated

import typer

from analyser.cli import completion as complete
from analyser.cli import options as o
from analyser.cli.error_report import report_errors
from analyser.cli.option_parsers import int_option_from
from cext.spelling import did_you_mean

__all__ = ["report"]


QUESTIONS = ("boards", "balance", "openings", "whatif", "cards", "tournament")


def question_of(text: str) -> str:
    """A question that a run can be asked; typer.BadParameter for any other word."""
    if text not in QUESTIONS:
        raise typer.BadParameter(f"'{text}': {did_you_mean(text, QUESTIONS)}")
    return text


@report_errors
def report(
    question: Annotated[
        str,
        typer.Argument(
            metavar="QUESTION",
            help=f"What to ask: {', '.join(QUESTIONS)}.",
            parser=question_of,
            autocompletion=complete.choices(*QUESTIONS),
            show_default=False,
        ),
    ],
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run directory.", show_default=False)],
    margin: o.Margin = None,
    scenario: o.Scenario = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Where to write the report: a new or empty folder, or that of an earlier report. [default: "
            "RUN/reports/QUESTION]",
            rich_help_panel=o.OUTPUT,
        ),
    ] = None,
    replays: Annotated[
        int | None,
        typer.Option(
            "--replays",
            metavar="N",
            help="Replay pages beside the report: of so many typical, closest and strangest games each. [default: 1, 0 "
            "of runs of less than 5000 games]",
            parser=int_option_from(0, 5),
            rich_help_panel=o.OUTPUT,
        ),
    ] = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help="For replays, play strategies again that are programs of somebody's: they may do anything.",
            rich_help_panel=o.OUTPUT,
        ),
    ] = False,
    full: o.Full = False,
    json: o.Json = False,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
) -> None:
    """Answer a question from a run: verdicts, tables, charts, one page.

    Example: `analyser report balance my-run --margin 1.5`

    With replays of five games of each kind to look at: `analyser report balance my-run --replays 5`
    """
    from analyser.cli.answer import print_answer

    print_answer(
        question,
        run,
        margin=margin,
        out=out,
        json=json,
        quiet=quiet,
        full=full,
        scenario=scenario,
        replays=replays,
        trust=trust,
    )
