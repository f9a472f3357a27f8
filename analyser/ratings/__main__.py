"""`python -m analyser.ratings GAME`: measure how strong a game's plans are, and write the table beside them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from analyser.errors import AnalyserError, DataError, UsageError
from analyser.ratings.measure import measure_elo, measure_strategies, tournament_command
from analyser.ratings.table import elo_file, format_elo, format_table, load_elo, table_file
from cext.games import is_game, listed_games
from cext.messages import did_you_mean

__all__ = ["main"]

PLAYERS = "2,3,4"


def main(words: Sequence[str] | None = None) -> int:
    """Measure every plan shipped with a game against random players and a search player, and write the table beside
    them. Takes some minutes; to be run when a strategy, an option or the component data has changed: a test says when.
    """
    parser = argparse.ArgumentParser(prog="python -m analyser.ratings", description=main.__doc__)
    parser.add_argument("game", help="the game whose plans are measured")
    parser.add_argument("--players", default=PLAYERS, metavar="2,3,…", help="numbers of players [%(default)s]")
    parser.add_argument(
        "--elo", action="store_true", help="measure the Elo of its levels and plans instead, by a tournament of all"
    )
    options = parser.parse_args(words)
    try:
        if not is_game(options.game):
            raise DataError(f"unknown game '{options.game}': {did_you_mean(options.game, listed_games())}")
        counts = options.players.split(",")
        if not all(count.strip().isdecimal() for count in counts):
            raise UsageError(
                f"--players {options.players}: give numbers of players with commas between them, such as {PLAYERS}"
            )
        (write_elo if options.elo else write_table)(options.game, [int(count) for count in counts])
    except AnalyserError as error:
        print(f"analyser: {error}", file=sys.stderr)
        return error.exit_code
    return 0


def write_table(game: str, counts: Sequence[int]) -> None:
    """Measure win shares at tables of so many players, and write them in place of all that were."""
    rows = [row for players in counts for row in measure_strategies(game, players, report=print_progress)]
    write(table_file(game), format_table(rows), len(rows))


def write_elo(game: str, counts: Sequence[int]) -> None:
    """Measure Elo at tables of so many players, and write them in place of those that were of such tables."""
    file = elo_file(game)
    rows = [row for row in load_elo(file) if row.players not in counts]
    for players in counts:
        print_progress(tournament_command(game, players))
        rows += measure_elo(game, players)
    write(file, format_elo(sorted(rows, key=lambda row: (row.players, -row.elo))), len(rows))


def print_progress(text: str) -> None:
    """A line on standard error."""
    print(text, file=sys.stderr)


def write(file: Path, text: str, n_rows: int) -> None:
    """Write a table; DataError where it cannot be written."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataError(f"{file}: cannot be written ({error.strerror}): measure in a copy that can be") from error
    print(f"{file}: {n_rows} rows")


if __name__ == "__main__":
    sys.exit(main())
