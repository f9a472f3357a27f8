"""`analyser report`: answer a question from a run that has been played."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from analyser.cli import options as o

__all__ = ["report"]


class Question(StrEnum):
    """The questions a run can be asked."""

    boards = "boards"
    balance = "balance"
    openings = "openings"
    whatif = "whatif"
    cards = "cards"


@o.guarded
def report(
    question: Annotated[Question, typer.Argument(metavar="QUESTION", help="What to ask.", show_default=False)],
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

    answer_run(question.value, run, margin=margin, out=out, json=json, quiet=quiet, scenario=scenario)
