"""`analyser verify`: does a game record say what the rules say?"""

from pathlib import Path

import typer

from analyser.cli.options import argument, declared

__all__ = ["verify"]


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
