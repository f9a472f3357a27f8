"""`analyser components`: the component data of a game, to be checked, taken out and corrected, or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from analyser.cli import completion as complete
from analyser.cli import options as o
from analyser.cli.command_group import Command, CommandGroup
from analyser.cli.option_parsers import int_option_from, parse_game

if TYPE_CHECKING:
    from analyser.experiments.realism import ExpectationCheck, Realism

__all__ = ["app"]

SHARES = "variance_shares.csv"  # a table of reports of runs with printings

app = typer.Typer(
    name="components",
    cls=CommandGroup,
    help="Check, export or draw the component data of a game: cards, boards, tiles.",
    context_settings={"help_option_names": ["-h", "--help"]},
)

GAME = o.argument(str, "GAME", "The game.", complete.games, parser=parse_game)


def _number(metavar: str, default: int, text: str, high: int | None = None) -> o.Declaration:
    """An option with a number that has a default."""
    parser = int_option_from(0) if high is None else int_option_from(0, high)
    return o.Declaration(int, default, "", {"metavar": metavar, "parser": parser, "help": text})


def _file(metavar: str, text: str) -> o.Declaration:
    """An option with a path."""
    return o.Declaration(Path | None, None, "", {"metavar": metavar, "help": text})


def _components(game: str) -> Any:
    """The component files of a game."""
    from analyser.errors import DataError
    from analyser.experiments.parse import check_game
    from cext.games import component_set, has_components

    check_game(game)
    if not has_components(game):
        raise DataError(f"{game} has no component files: its engine holds everything")
    return component_set(game)


def _unknowns(game: str, do: str) -> Any:
    """What a game does not know of its box."""
    from analyser.errors import DataError
    from cext.games.printings import unknown_data_of

    _components(game)
    unknowns = unknown_data_of(game)
    if unknowns is None:
        raise DataError(f"{game} does not say how its unknown data may vary: there is nothing to {do}")
    return unknowns


@app.command(cls=Command)
@o.declared(
    game=GAME,
    folder=o.argument(
        Path | None,
        "DIR|FILE.csv",
        "Folder with component files, or a filled-in table of `components export "
        "--unknown`. [default: the shipped ones]",
        default=None,
    ),
    games=_number(
        "N", 400, "Quick games of the shipped plans, compared with what is known of scores; 0: none.", 100_000
    ),
    printings=_number(
        "N", 0, "As many games of each of N printings: how far what is known of scores rules them out.", 1_000
    ),
)
def check(game: str, folder: Path | None, games: int, printings: int, json: bool) -> None:
    """Hold component files against everything the rules say about them, and games played with them against what is
    known of scores; count the data by where they come from.

    Example: `analyser components check zhanguo my-components`
    """
    from dataclasses import asdict

    from analyser.cli.output import print_json
    from analyser.errors import DataError
    from analyser.experiments.loading import load_any
    from analyser.experiments.realism import check_realism, over_printings
    from cext.games import ComponentError, component_folder
    from cext.safe_files import escape_controls

    findings, other_errors = list[str](), list[ComponentError]()
    components, files = _components(game), folder
    try:
        files = component_folder(game, folder, other_errors)
        findings = components.check(files)
    except ComponentError as error:
        findings = [f"error: {finding}" for finding in (error, *other_errors)]
    errors = [finding.removeprefix("error: ") for finding in findings if finding.startswith("error: ")]
    warnings = [finding.removeprefix("warning: ") for finding in findings if finding.startswith("warning: ")]
    if errors:
        for line in errors[:-1]:
            typer.echo(f"analyser: {DataError(line)}", err=True)
        raise DataError(errors[-1])
    counts = load_any(game, components=files).words.provenance
    checks = check_realism(game, files, games) if games else []
    weighting = over_printings(game, files, printings, games) if games and printings else None
    if json:
        where = None if folder is None else str(folder)
        realism = [check.to_dict() for check in checks]
        content = {"game": game, "folder": where, "provenance": counts, "warnings": warnings, "realism": realism}
        print_json(content if weighting is None else {**content, "printings": asdict(weighting)})
        return
    print_provenance(counts)
    print_realism(checks, weighting, games, printings)
    for warning in warnings:
        typer.echo(f"not as in the box: {escape_controls(warning)}")
    typer.echo(escape_controls(f"{folder or 'shipped components'}: every constraint holds"))


def print_provenance(counts: Mapping[str, int]) -> None:
    """How many data there are of each status."""
    from analyser.cli.output import print_table

    total = sum(counts.values()) or 1
    rows = [[status, f"{n:,}", f"{100 * n / total:.0f} %"] for status, n in counts.items()]
    print_table(["rests on", "data", "share"], rows, right=(1, 2))


def print_realism(checks: Sequence[ExpectationCheck], weighting: Realism | None, games: int, printings: int) -> None:
    """Figures of played games against what is known of them; over printings, how far they go and what is left."""
    from analyser.cli.output import print_table

    if checks:
        heads = ["figure of played games", "seats", "expected", "found", "95 %", "away"]
        print_table(heads, [check.cells() for check in checks], right=(1, 2, 3, 4, 5))
        typer.echo(f"{games:,} games of the shipped plans for each number of seats; away: standard deviations")
    if weighting is not None:
        for check, (low, high) in zip(checks, weighting.limits, strict=True):
            span = f"{check.format_value(low)} to {check.format_value(high)}"
            typer.echo(f"over {printings} printings, {check.expected.name}: {span}")
        low, high = min(weighting.weights), max(weighting.weights)
        typer.echo(
            f"their weights by it: {low:.2f} to {high:.2f}, worth {weighting.effective:.1f} printings of equal weight"
        )


@app.command(cls=Command)
@o.declared(
    game=GAME,
    folder=o.argument(Path | None, "DIR", "Where to put a copy of the files; new or empty.", default=None),
    unknown=_file(
        "FILE.csv", "Write a row for each value that no rulebook states, to be filled in with a spreadsheet."
    ),
    run=_file(
        "RUN",
        "With --unknown: first what decides most in this run with --printings: its directory, or the file "
        "variance_shares.csv. [default: the game's own order]",
    ),
)
def export(game: str, folder: Path | None, unknown: Path | None, run: Path | None) -> None:
    """Copy the shipped component files, to be corrected, or list what no rulebook states, to be filled in; give either
    back with --components.

    What is filled in has the status owner and no longer varies; what is left empty stays as it is.

    Example: `analyser components export zhanguo --unknown box.csv`
    """
    from analyser.errors import DataError, UsageError
    from cext.games import ComponentError
    from cext.games.owner_data import write_unknown

    if folder is None and unknown is None:
        raise UsageError("name a folder for a copy of the files, or --unknown FILE.csv for a table of unknown values")
    if run is not None and unknown is None:
        raise UsageError("--run puts unknown values in order: give --unknown FILE.csv as well")
    try:
        if folder is not None:
            files = _components(game).export(folder)
            typer.echo(f"{len(files)} files in {folder}: correct them, then give --components {folder} to any command")
        if unknown is not None:
            if unknown.suffix != ".csv":
                raise UsageError(f"--unknown {unknown}: the name of a table ends in .csv")
            unknowns = _unknowns(game, "fill in")
            shares = {} if run is None else variance_shares(run, [group.name for group in unknowns.groups])
            n = write_unknown(unknowns, unknown, shares)
            typer.echo(f"{n} unknown values in {unknown}: fill in the column value, then give --components {unknown}")
    except ComponentError as error:
        raise DataError(str(error)) from error


def variance_shares(path: Path, groups: Sequence[str]) -> dict[str, float]:
    """The total share of the variance of each group, from variance_shares.csv or a run whose report has one; groups
    that vary together (`one + other`) have it both. Raises DataError."""
    from analyser.errors import DataError
    from cext.safe_files import MAX_COMPONENT_BYTES
    from cext.table_reader import read_table

    files = sorted(path.rglob(SHARES), key=lambda file: file.stat().st_mtime) if path.is_dir() else [path]
    if not files or not files[-1].is_file():
        raise DataError(f"{path}: no {SHARES} there: name a run that was played with --printings, or that file")
    shares: dict[str, float] = {}
    try:
        table = read_table(files[-1], MAX_COMPONENT_BYTES)
        for row in (dict(zip(table.header, cells, strict=True)) for cells in table.rows):
            for name in (part.strip() for part in row["group"].split(" + ")):
                shares[name] = max(shares.get(name, 0.0), float(row["total"]))
    except (OSError, KeyError, ValueError):
        raise DataError(f"{files[-1]}: not a table of variance shares: it has the columns group and total") from None
    if not shares.keys() & set(groups):
        raise DataError(f"{files[-1]}: names no group of this game: it is another game's")
    return shares


@app.command(cls=Command)
@o.declared(
    game=GAME,
    folder=o.argument(Path, "DIR", "Where to put the files; new or empty."),
    number=_number("N", 0, "Which printing."),
    seed=_number("N", 1, "Another series of printings."),
    components=("DIR|FILE.csv", "Component files to use."),
)
def draw(game: str, folder: Path, number: int, seed: int, components: Path | None) -> None:
    """Draw a printing: component files as they might be in the box, within everything that is known.

    What was read off a box (status owner in the files of --components) stays as it is.

    Example: `analyser components draw zhanguo --number 7 my-printing`
    """
    from analyser.errors import DataError
    from cext.games import ComponentError, component_folder
    from cext.messages import format_switch

    unknowns = _unknowns(game, "draw")
    try:
        options = unknowns.write(folder, seed=seed, printing=number, base=component_folder(game, components))
    except ComponentError as error:
        raise DataError(str(error)) from error
    option_words = "".join(f" --option {switch}={format_switch(value)}" for switch, value in options.items())
    typer.echo(f"printing {number} in {folder}; {folder / 'README.md'} says what was drawn: play it with")
    typer.echo(f"  --components {folder}{option_words}")
