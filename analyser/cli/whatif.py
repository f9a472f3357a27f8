"""`analyser whatif`: What does a change of the game do to boards, seats, strategies, points, length and tension?"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from analyser.cli import completion as complete
from analyser.cli import options as o
from analyser.cli.option_parsers import parse_counts

__all__ = ["whatif"]

CHANGE = "The change"

Change = Annotated[
    Path | None,
    typer.Option("--change", metavar="DIR", help="Edited component files.", rich_help_panel=CHANGE),
]
Against = Annotated[
    Path | None,
    typer.Option(
        "--against",
        metavar="DIR",
        help="Component files to hold the change against. [default: the shipped ones]",
        rich_help_panel=CHANGE,
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="FILE.KEY…=VALUE",
        help="One datum of the component files: keys, or row and column, after the file's name; places in lists count "
        "from 1. Several values (=2,3,4) are all played: the page shows the response. Repeatable.",
        rich_help_panel=CHANGE,
    ),
]
Switch = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="SWITCH=A,B,…",
        help=f"{o.SWITCHES} {o.SEVERAL}",
        autocompletion=complete.switches,
        rich_help_panel=CHANGE,
    ),
]
Forbid = Annotated[
    list[str] | None,
    typer.Option(
        "--forbid",
        metavar="WORD",
        help="What nobody does: an action (walls), an ability of cards (vp_3, '3 VP'), what a board can do (star) or a "
        "tile gives, all abilities, a kind of move. `analyser games GAME --forbid` lists them. Repeatable.",
        autocompletion=complete.forbidden,
        rich_help_panel=CHANGE,
    ),
]
Retune = Annotated[
    str | None,
    typer.Option(
        "--retune",
        metavar="M|TIME|Ngen",
        help="Also tune the players for each side, and answer for those, too: so long for all plans together (5 and 5m "
        "are five minutes; 90s, 1h), or 20gen: so many generations for each, the same on any machine. Takes the extra "
        "'tune'.",
        rich_help_panel=CHANGE,
    ),
]
MORE = (
    ("change", Change, None),
    ("against", Against, None),
    ("set", Set, None),
    ("option", Switch, None),
    ("forbid", Forbid, None),
    ("retune", Retune, None),
)


@o.experiment_command("levels", "record", "sample", "option", "components", "printings", games=100_000, more=MORE)
def whatif(options: Mapping[str, Any]) -> None:
    """What does a change do: to boards, seats, strategies, points, length, tension and the use of abilities?

    The game is played before and after the change on the same deals, with the same line-ups in the same seats, so that
    differences are the change's alone. What holds on both sides (a variant, for instance) stands in --config FILE.

    Example: `analyser whatif zhanguo --set boards.triangle.tracks.4=3`

    Example: `analyser whatif zhanguo --forbid star --games 20000`

    Example: `analyser whatif zhanguo --forbid walls --retune 5`

    Example: `analyser whatif first_empire --option advanced=on --games 20000`
    """
    from analyser.cli.experiment import run_experiment

    run_experiment("whatif", {**options, **_scenarios(options)})


def _scenarios(options: Mapping[str, Any]) -> dict[str, Any]:
    """The change as scenarios, and what both sides have: as the configuration holds them."""
    from analyser.experiments.config_loader import load_file
    from analyser.experiments.whatif import ChangeRequest, change_scenarios

    folder, against = options["change"], options["against"]
    out: dict[str, Any] = {"option": None, "components": against}
    request = ChangeRequest(
        folder=folder, data=options["set"] or (), options=options["option"] or (), forbidden=options["forbid"] or ()
    )
    if request.has_changes:
        file = load_file(options["config"]) if options["config"] else {}
        game, players = options["game"] or file.get("game"), parse_counts(options["players"]) or file.get("players")
        first = players[0] if isinstance(players, tuple) else players
        if game:
            out["scenario"] = change_scenarios(request, game=game, players=first, option=file.get("option", {}))
    return out
