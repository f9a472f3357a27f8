"""`python -m analyser.tuning GAME`: hold the best plans of a game against fresh searches."""

from typing import Annotated

import typer

from analyser.cli import options as o
from analyser.cli.error_report import report_errors
from analyser.cli.option_parsers import int_option
from analyser.cli.tune import search_games, search_generations, search_minutes


@report_errors
def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game whose best plans are held against a search.")],
    minutes: Annotated[float | None, search_minutes("Time for each search. [default: 10]")] = None,
    generations: Annotated[
        int | None,
        search_generations("Generations of 16 plans for each search, in place of a time, or at most."),
    ] = None,
    games: Annotated[int, search_games("Games each plan of a generation plays.")] = 250,
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            metavar="S",
            help="Of the searches: one that no plan was tuned with.",
            parser=int_option,
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = 1000,
    boards: Annotated[
        str | None,
        typer.Option(
            "--boards",
            metavar="A,B,…",
            help="Only these boards. [default: all tuned for]",
            rich_help_panel=o.EXPERIMENT,
        ),
    ] = None,
    workers: o.Workers = None,
    debug: o.Debug = False,
) -> None:
    """Search anew from each of the best plans shipped with a game, and tell what is gained on fresh deals.

    Plans are done when a search of ten minutes gains less than 3 pp anywhere; exit code 3 where one gains more.
    """
    from analyser.cli.option_parsers import parse_names
    from analyser.cli.output import print_status, print_table
    from analyser.errors import DataError
    from analyser.tuning.left import MOST, best_plans, fresh
    from cext.games import GAMES, listed_games
    from cext.spelling import did_you_mean

    if game not in GAMES:
        raise DataError(f"unknown game '{game}': {did_you_mean(game, listed_games())}")
    if minutes is None and generations is None:
        minutes = 10.0
    plans, only = best_plans(game), parse_names(boards, "--boards")
    known = [board for _, board in plans if board]
    for name in only or ():
        if name not in known:
            told = did_you_mean(name, known) if known else "none is tuned for boards"
            raise DataError(f"--boards: no plan of {game} is tuned for '{name}': {told}")
    found = []
    for plan, board in plans:
        if only and board not in only:
            continue
        told = f"{plan}{f' on {board}' if board else ''}"
        print_status(f"{told}: searching anew, seed {seed}")
        found.append(
            fresh(
                game,
                plan,
                board,
                generations=generations,
                minutes=minutes,
                games=games,
                seed=seed,
                workers=workers,
                watch=lambda look: None,
            )
        )
        print_status(f"{told}: {found[-1].result.generations} generations, {found[-1].result.gain.words}")
    print_table(
        ["plan", "board", "generations", "fresh deals", "wins before", "after", "gain, pp", "95 %"],
        [
            [
                one.plan, one.board or "all", f"{one.result.generations}", f"{one.result.gain.deals:,}",
                f"{100 * one.result.gain.before:.1f} %", f"{100 * one.result.gain.after:.1f} %",
                f"{100 * one.result.gain.share:+.1f}",
                f"{100 * one.result.gain.share_low:+.1f} to {100 * one.result.gain.share_high:+.1f}",
            ]
            for one in found
        ],
        right=(2, 3, 4, 5, 6, 7),
    )  # fmt: skip
    if left := [one for one in found if one.left]:
        told = ", ".join(f"{one.plan}{f' on {one.board}' if one.board else ''}" for one in left)
        raise DataError(f"{100 * MOST:g} pp or more are left to gain: {told}: tune it on, by `analyser tune`")


if __name__ == "__main__":
    app = typer.Typer(rich_markup_mode="markdown", add_completion=False)
    app.command()(main)
    app()
