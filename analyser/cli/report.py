"""`analyser report`: answer a question from a run that has been played."""

from pathlib import Path

import typer

from analyser.cli import completion as complete
from analyser.cli.options import argument, declared
from cext.messages import did_you_mean

__all__ = ["report"]


QUESTIONS = ("boards", "balance", "openings", "whatif", "cards", "tournament", "restricted", "saved")


def question_of(text: str) -> str:
    """A question that a run can be asked; typer.BadParameter for any other word."""
    if text not in QUESTIONS:
        raise typer.BadParameter(f"'{text}': {did_you_mean(text, QUESTIONS)}")
    return text


@declared(
    question=argument(
        str, "QUESTION", f"What to ask: {', '.join(QUESTIONS)}.", complete.choices(*QUESTIONS), parser=question_of
    ),
    scenario=("NAME", "The scenario, of a run that has several. [default: all of them]"),
    out=("DIR", "Folder of the report: new, empty, or of an earlier report. [default: RUN/reports/QUESTION]"),
)
def report(
    question: str, run: Path, margin: float | None, scenario: str | None, player_class: str | None,
    replays: int | None, out: Path | None,
    full: bool, json: bool, quiet: bool, trust: bool,
) -> None:  # fmt: skip
    """Answer a question from a run: verdicts, tables, charts, one page.

    Example: `analyser report balance my-run --margin 1.5`

    With replays of five games of each kind to look at: `analyser report balance my-run --replays 5`

    The questions that were saved in the explorer, as one page: `analyser report saved my-run`
    """
    if question == "saved":
        _print_saved(run, out, json=json)
        return
    from analyser.cli.answer import print_answer

    print_answer(
        question, run, margin=margin, out=out, json=json, quiet=quiet, full=full, scenario=scenario,
        player_class=player_class or "", replays=replays, trust=trust,
    )  # fmt: skip


def _print_saved(run: Path, out: Path | None, *, json: bool) -> None:
    """Write the page of saved questions, and print the answer to each."""
    from analyser.cli.output import print_json, print_status
    from analyser.explorer.page import write_saved
    from analyser.runs.integrity import explain_read_errors
    from analyser.runs.store import RunDirectory

    with explain_read_errors(RunDirectory.open(run)):
        page, answers = write_saved(run, out)
    if json:
        rows = [
            {"question": name, "comparison": answer.question.text.texts, "finding": answer.finding or answer.error}
            for name, answer in answers
        ]
        print_json({"command": "report", "run": str(run), "page": str(page), "answers": rows})
        return
    for name, answer in answers:
        typer.echo(f"{name}\n  {answer.finding or answer.error}")
    print_status(f"Page: {page}")
