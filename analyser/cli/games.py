"""`analyser games`: what can be played, and how to begin a new game."""

from pathlib import Path
from typing import Annotated

import typer

from analyser.cli import options as o

__all__ = ["app"]

app = typer.Typer(
    name="games",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
@o.guarded
def games(context: typer.Context, json: o.Json = False, debug: o.Debug = False) -> None:
    """List the games: name, title, players, boards, switches; `games new NAME` begins another.

    Example: `analyser games`
    """
    from analyser.cli.output import print_json, print_table
    from cext.games import NotBuilt, listed_games, load_game

    if context.invoked_subcommand:
        return
    rows = []
    for name in listed_games():
        counts, loaded = [], None
        for players in range(1, 7):
            try:
                loaded = load_game(name, players=players)
                counts.append(players)
            except NotBuilt as error:
                typer.echo(str(error), err=True)
                break
            except ValueError:
                continue
        if loaded is not None:
            facts = loaded.facts()
            rows.append(
                {
                    "game": name,
                    "title": facts["title"],
                    "players": counts,
                    "boards": list(facts["boards"]),
                    "options": facts["options"],
                }
            )
    if json:
        print_json({"games": rows})
        return
    plain = [
        [
            row["game"],
            row["title"],
            ", ".join(map(str, row["players"])),
            ", ".join(row["boards"]),
            "\n".join(f"{name}={str(value).lower()}" for name, value in row["options"].items()),
        ]
        for row in rows
    ]
    print_table(["game", "title", "players", "boards", "options (as shipped)"], plain)
    typer.echo("`analyser strategies GAME` lists who can play it.")


@app.command(no_args_is_help=True)
@o.guarded
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name: small letters, digits, _.", show_default=False)
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="DIR", help="A checkout of the project. [default: this one]", show_default=False),
    ] = None,
    debug: o.Debug = False,
) -> None:
    """Copy the toy game under a new name, with its tests and strategies, and say what comes next.

    Example: `analyser games new my_game`
    """
    from analyser.new_game import CHECKOUT, copy_toy, next_steps

    files = copy_toy(name, CHECKOUT if folder is None else folder)
    typer.echo(f"{len(files)} files of a new game called {name}; next:\n{next_steps(name)}")
