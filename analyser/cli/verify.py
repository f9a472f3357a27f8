"""`analyser verify`: does a game record say what the rules say?"""

from pathlib import Path
from typing import Annotated

import typer

from analyser.cli import options as o
from analyser.cli.error_report import report_errors

__all__ = ["verify"]


@report_errors
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Game records.", show_default=False)],
    find_all: Annotated[bool, typer.Option("--all", help="List every difference, not only the first.")] = False,
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """Replay game records through the rules, decision by decision; say at which ply and why they differ.

    Set-up, component tables, every list of legal moves, every state and every score are compared. A file that is no
    game record ends with exit code 3, one that differs with 5.

    Example: `analyser verify game.jsonl --all`
    """
    from dataclasses import asdict

    from analyser.cli.output import print_json
    from analyser.errors import AnalyserError, DataError, RecordDiffers
    from analyser.records.reading import read_record
    from analyser.records.verifying import verify_record
    from cext.limits import visible

    results = []
    worst: AnalyserError | None = None
    for file in files:
        try:
            checked = verify_record(read_record(file), find_all=find_all)
        except DataError as error:
            results.append({"file": str(file), "error": str(error)})
            if not json:
                typer.echo(f"analyser: {error}", err=True)
            worst = worst or error
            continue
        results.append({"file": str(file), **asdict(checked)})
        if not json:
            for difference in checked.differences:
                typer.echo(visible(str(difference)))
            typer.echo(f"{visible(str(file))}: {checked.sentence(find_all=find_all)}")
        if checked.differences:
            worst = RecordDiffers(str(file))
    if json:
        print_json({"command": "verify", "records": results})
    if worst is not None:
        raise typer.Exit(worst.exit_code)
