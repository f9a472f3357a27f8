"""`python -m analyser.strength GAME`: measure the game's plans and store what they came to."""

from typing import Annotated

import typer

from analyser.cli import options as o

PLAYERS = "2,3,4"


@o.guarded
def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game whose plans are measured.")],
    players: Annotated[str, typer.Option("--players", metavar="2,3,…", help="Numbers of players.")] = PLAYERS,
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
    rows = [
        row for count in counts for row in measured(game, int(count), note=lambda words: typer.echo(words, err=True))
    ]
    file = file_of(game)
    try:
        file.write_text(table_text(rows), encoding="utf-8")
    except OSError as error:
        raise DataError(f"{file}: cannot be written ({error.strerror}): measure in a copy that can be") from error
    typer.echo(f"{file}: {len(rows)} rows")


if __name__ == "__main__":
    typer.run(main)
