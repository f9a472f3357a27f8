"""`python -m analyser.strength GAME`: measure the game's plans and store what they came to."""

from pathlib import Path
from typing import Annotated

import typer

from analyser.cli import options as o
from analyser.cli.error_report import report_errors

PLAYERS = "2,3,4"


@report_errors
def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game whose plans are measured.")],
    players: Annotated[str, typer.Option("--players", metavar="2,3,…", help="Numbers of players.")] = PLAYERS,
    elo: Annotated[
        bool, typer.Option("--elo", help="Measure the Elo of its levels and plans instead, by a tournament of all.")
    ] = False,
    debug: o.Debug = False,
) -> None:
    """Measure every plan shipped with a game against random players and a search player; write the table beside them.

    Some minutes. To be run when a strategy, an option or the component data has changed; a test says when.
    """
    from analyser.errors import DataError, UsageError
    from analyser.strength.measuring import measured
    from analyser.strength.table import file_of, table_text
    from cext.games import GAMES, listed_games
    from cext.spelling import did_you_mean

    if game not in GAMES:
        raise DataError(f"unknown game '{game}': {did_you_mean(game, listed_games())}")
    counts = players.split(",")
    if not all(count.strip().isdecimal() for count in counts):
        raise UsageError(f"--players {players}: give numbers of players with commas between them, such as {PLAYERS}")
    if elo:
        from analyser.strength.elo import command, elo_file, elo_text, measured_elo, read_elo

        file = elo_file(game)
        kept = [row for row in read_elo(file) if str(row.players) not in counts]
        for count in counts:
            typer.echo(command(game, int(count)), err=True)
            kept += measured_elo(game, int(count))
        _write(file, elo_text(sorted(kept, key=lambda row: (row.players, -row.elo))), len(kept))
        return
    rows = [
        row for count in counts for row in measured(game, int(count), note=lambda words: typer.echo(words, err=True))
    ]
    _write(file_of(game), table_text(rows), len(rows))


def _write(file: Path, text: str, rows: int) -> None:
    """The table beside the plans; DataError where it cannot be written."""
    from analyser.errors import DataError

    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataError(f"{file}: cannot be written ({error.strerror}): measure in a copy that can be") from error
    typer.echo(f"{file}: {rows} rows")


if __name__ == "__main__":
    typer.run(main)
