"""`analyser components`: the component data of a game, to be checked, taken out and corrected, drawn, or asked for."""

from pathlib import Path
from typing import Annotated, Any

import typer

from analyser.cli import completion as complete
from analyser.cli import options as o
from analyser.cli.command_group import Command, CommandGroup
from analyser.cli.error_report import report_errors
from analyser.cli.option_parsers import int_option_from

__all__ = ["app"]

app = typer.Typer(
    name="components",
    cls=CommandGroup,
    help="Check, export, draw or ask for the component data of a game: cards, boards, tiles.",
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game.", autocompletion=complete.games, show_default=False)
]


def _components(game: str) -> Any:
    """The module of a game that checks and exports its component files."""
    from analyser.errors import DataError
    from cext.games import GAMES, game_module, has_components, listed_games
    from cext.spelling import did_you_mean

    if game not in GAMES:
        raise DataError(f"unknown game '{game}': {did_you_mean(game, listed_games())}")
    if not has_components(game):
        raise DataError(f"{game} has no component files: its engine holds everything")
    return game_module(game, "data.components")


def _unknowns(game: str, do: str) -> Any:
    """What a game does not know of its box."""
    from analyser.errors import DataError
    from cext.games.printings import unknowns_of

    _components(game)
    unknowns = unknowns_of(game)
    if unknowns is None:
        raise DataError(f"{game} does not say how its unknown data may vary: there is nothing to {do}")
    return unknowns


@app.command(cls=Command)
@report_errors
def check(
    game: GameName,
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="DIR", help="Folder with component files. [default: the shipped ones]", show_default=False
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            parser=int_option_from(0, 100_000),
            help="Quick games of the shipped plans, held against what is known of scores; 0: none.",
        ),
    ] = 400,
    printings: Annotated[
        int,
        typer.Option(
            "--printings",
            metavar="N",
            parser=int_option_from(0, 1_000),
            help="As many games of each of N printings: how far what is known of scores rules them out.",
        ),
    ] = 0,
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """Hold component files against everything the rules say about them, and games played with them against what is
    known of scores; count the data by where they come from.

    Example: `analyser components check zhanguo my-components`
    """
    from dataclasses import asdict

    from analyser.cli.output import print_json, print_table
    from analyser.errors import DataError
    from analyser.experiments.arena import load_any
    from analyser.experiments.realism import check_realism, over_printings
    from cext.limits import visible

    findings: list[str] = _components(game).check(folder)
    errors = [finding.removeprefix("error: ") for finding in findings if finding.startswith("error: ")]
    warnings = [finding.removeprefix("warning: ") for finding in findings if finding.startswith("warning: ")]
    if errors:
        for error in errors[:-1]:
            typer.echo(f"analyser: {DataError(error)}", err=True)
        raise DataError(errors[-1])
    counts = load_any(game, components=folder).words.provenance
    checks = check_realism(game, folder, games) if games else []
    weighting = over_printings(game, folder, printings, games) if games and printings else None
    if json:
        where = None if folder is None else str(folder)
        realism = [check.to_dict() for check in checks]
        content = {"game": game, "folder": where, "provenance": counts, "warnings": warnings, "realism": realism}
        print_json(content if weighting is None else {**content, "printings": asdict(weighting)})
        return
    total = sum(counts.values()) or 1
    print_table(
        ["rests on", "data", "share"],
        [[status, f"{n:,}", f"{100 * n / total:.0f} %"] for status, n in counts.items()],
        right=(1, 2),
    )
    if checks:
        print_table(
            ["figure of played games", "seats", "expected", "found", "95 %", "away"],
            [check.cells() for check in checks],
            right=(1, 2, 3, 4, 5),
        )
        typer.echo(f"{games:,} games of the shipped plans for each number of seats; away: standard deviations")
    if weighting is not None:
        for check, (low, high) in zip(checks, weighting.limits, strict=True):
            span = f"{check.format_value(low)} to {check.format_value(high)}"
            typer.echo(f"over {printings} printings, {check.expected.name}: {span}")
        low, high = min(weighting.weights), max(weighting.weights)
        typer.echo(
            f"their weights by it: {low:.2f} to {high:.2f}, worth {weighting.effective:.1f} printings of equal weight"
        )
    for warning in warnings:
        typer.echo(f"not as in the box: {visible(warning)}")
    typer.echo(visible(f"{folder or 'shipped components'}: every constraint holds"))


@app.command(cls=Command)
@report_errors
def export(
    game: GameName,
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where to put the copy; new or empty.", show_default=False)
    ],
    debug: o.Debug = False,
) -> None:
    """Copy the shipped component files, to be corrected and given back with --components.

    Example: `analyser components export zhanguo my-components`
    """
    from analyser.errors import DataError
    from cext.games import ComponentError

    try:
        files = _components(game).export(folder)
    except ComponentError as error:
        raise DataError(str(error)) from error
    typer.echo(f"{len(files)} files in {folder}: correct them, then give --components {folder} to any command")


@app.command(cls=Command)
@report_errors
def draw(
    game: GameName,
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where to put the files; new or empty.", show_default=False)
    ],
    number: Annotated[
        int, typer.Option("--number", metavar="N", parser=int_option_from(0), help="Which printing.")
    ] = 0,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", parser=int_option_from(0), help="Another series of printings.")
    ] = 1,
    components: o.Components = None,
    debug: o.Debug = False,
) -> None:
    """Draw a printing: component files as they might stand in the box, within everything that is known.

    What was read off a box (status owner in the files of --components) stays as it is.

    Example: `analyser components draw zhanguo --number 7 my-printing`
    """
    from analyser.errors import DataError
    from cext.games import ComponentError
    from cext.switch_words import switch_words

    unknowns = _unknowns(game, "draw")
    try:
        options = unknowns.write(folder, seed=seed, printing=number, base=components)
    except ComponentError as error:
        raise DataError(str(error)) from error
    option_words = "".join(f" --option {switch}={switch_words(value)}" for switch, value in options.items())
    typer.echo(f"printing {number} in {folder}; {folder / 'README.md'} says what was drawn: play it with")
    typer.echo(f"  --components {folder}{option_words}")


@app.command(cls=Command)
@report_errors
def ask(
    game: GameName,
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", help="Where the answers go: a new folder, or one begun before.", show_default=False
        ),
    ],
    group: Annotated[
        str | None,
        typer.Option(
            "--group",
            metavar="NAME",
            help="Ask for one group of data only, such as 'rewards'.",
        ),
    ] = None,
    shares: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="RUN",
            help="Ask in the order of a run's shares of the variance: its directory, or the file variance_shares.csv. "
            "[default: the game's own order]",
        ),
    ] = None,
    debug: o.Debug = False,
) -> None:
    """Ask the owner of the box for what no rulebook states, what matters most first; each answer is kept at once.

    An empty line, ? or skip leaves a question open, q stops; call again to go on. What was answered has the status
    owner and no longer varies. Lines from a pipe are answers, one a question.

    Example: `analyser components ask zhanguo mine --group "unrest tracks"`
    """
    import sys

    from analyser.cli.interview import OwnerInterview, variance_order
    from analyser.errors import DataError
    from cext.games import ComponentError
    from cext.games.owned import OwnersCopy
    from cext.spelling import did_you_mean

    unknowns = _unknowns(game, "ask for")
    names = [unknown.name for unknown in unknowns.groups]
    if group is not None and group not in names:
        raise DataError(f"{game} has no group '{group}': {did_you_mean(group, names)}")
    order = {} if shares is None else variance_order(shares, names)
    try:
        copy = OwnersCopy(unknowns, folder)
        OwnerInterview(copy, typer.echo, sys.stdin, order=order, only=group).run()
    except ComponentError as error:
        raise DataError(str(error)) from error
