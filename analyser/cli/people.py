"""`analyser people`: real plays held against bots of each skill level."""

from pathlib import Path

from analyser.cli.option_parsers import parse_switches
from analyser.cli.options import argument, declared

__all__ = ["people"]

GAMES = (
    "Games of each level, of those who look ahead a tenth, in proportion to the plays of each number of players; "
    "rounded up to whole balanced blocks. [default: 2000]"
)


@declared(
    plays=argument(Path | None, "plays.csv", "Plays, a row a seat: play, seat, score; also players, player, board, "
                   "winner, rounds, date.", default=None),
    games=("N", GAMES),
    out=("DIR", "Folder of the answer, new or empty. [default: runs/GAME-people-…]"),
)  # fmt: skip
def people(
    game: str | None, plays: Path | None, option: list[str] | None, components: Path | None, games: int | None,
    out: Path | None, full: bool, json: bool, quiet: bool, seed: int | None, workers: int | None,
) -> None:  # fmt: skip
    """Do bots play as people do? Plays of yours against bots of each skill level, from novice to expert.

    Bots play at the same tables: the same numbers of players, the same boards in the same seats. The answer is which
    level is nearest, and how points, margins, length, the first seat and boards differ, each with its interval.

    Example: `analyser people zhanguo plays.csv`
    """
    from analyser.cli.output import print_json
    from analyser.cli.progress import stage_lines
    from analyser.errors import UsageError
    from analyser.runs.people import answer_content, answer_people, write_page
    from cext.safe_files import escape_controls
    from reports.page.terminal import MAX_LINES, screen_lines

    if plays is None:
        raise UsageError(
            "the plays are missing: name a CSV file behind the game, such as `analyser people zhanguo plays.csv`"
        )
    values = {
        "game": game, "option": parse_switches(option), "components": None if components is None else str(components),
        "seed": seed, "workers": workers,
    }  # fmt: skip
    values = {key: value for key, value in values.items() if value is not None}
    with stage_lines("Reading the plays…", quiet=quiet) as announce:
        result = answer_people(values, plays, games=games, out=out, announce=announce)
        announce("Drawing the charts and writing the page…")
        page = write_page(result)
    if json:
        print_json(answer_content(result, page))
    else:
        answer = result.answer.answer
        lines = screen_lines(answer.context, answer.screen, page=str(page), max_lines=10_000 if full else MAX_LINES)
        print(escape_controls("\n".join(lines)))
