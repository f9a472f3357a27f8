"""`analyser report`: answer a question from a run that has been played."""

from pathlib import Path
from typing import Annotated

import typer

from analyser.cli import completing as complete
from analyser.cli import options as o
from cext.spelling import did_you_mean

__all__ = ["report"]


QUESTIONS = ("boards", "balance", "openings", "whatif", "cards")


def question_of(text: str) -> str:
    """A question that a run can be asked; typer.BadParameter for any other word."""
    if text not in QUESTIONS:
        raise typer.BadParameter(f"'{text}': {did_you_mean(text, QUESTIONS)}")
    return text


@o.guarded
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
            help="Where to write the report. [default: RUN/reports/QUESTION]",
            rich_help_panel=o.OUTPUT,
        ),
    ] = None,
    json: o.Json = False,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
) -> None:
    """Answer a question from a run: verdicts, tables, charts, one page.

    Example: `analyser report balance my-run --margin 1.5`
    """
    from analyser.cli.answering import answer_run

    answer_run(question, run, margin=margin, out=out, json=json, quiet=quiet, scenario=scenario)
