"""`analyser games`: what can be played."""

import typer

from analyser.cli import options as o

__all__ = ["games"]


@o.guarded
def games(json: o.Json = False, debug: o.Debug = False) -> None:
    """List the games: name, title, players, boards, switches.

    Example: `analyser games`
    """
    from analyser.cli.output import print_json, print_table
    from cext.games import NotBuilt, listed_games, load_game

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
