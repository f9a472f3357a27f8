"""The commands that play an experiment: each question to a game, experiments of one's own, a demonstration."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from pathlib import Path
from typing import Any

from analyser.cli.option_parsers import parse_counts
from analyser.cli.options import declared, experiment_command
from cext.commands import command_line

__all__ = ["balance", "boards", "cards", "demo", "openings", "run", "tournament", "whatif"]

# With one plan, this many games show one board of ZhanGuo that is too strong and one that is too weak.
DEMO_GAME, DEMO_PLAN, DEMO_GAMES = "zhanguo", "walls", 4000


@experiment_command("levels", "strong", "components", "printings")
def boards(options: Mapping[str, Any]) -> None:
    """Is one board stronger than another, and what is it worth? Does a map favour a player? For whom, how sure?

    Where every seat has a board: each strategy plays in every seat, patterns of A and B sides over the same deals (all
    of them, half or pairs, as a pilot decides; the page says what was compared); strategies and sides are crossed; and
    every seat has a B side, free and at a price. The page says how often boards win when all seats have B sides, how
    they do against A, and which points at the start make them fair. Where all play on one map: every line-up plays
    on every map, from every seat, on the same deal.

    Example: `analyser boards zhanguo --games 50000 --margin 3`
    """
    run_experiment("boards", options)


@experiment_command("levels", "strong", "boards", "components", "printings", "rotate", "forbid", "retune")
def balance(options: Mapping[str, Any]) -> None:
    """Are seats and strategies balanced? Where do points come from, how do games go?

    Strategies meet in balanced line-ups, each played from every seat; for a sample of the deals every decision is
    stored.

    With --forbid one player does without one thing after another: what is lost?

    Example: `analyser balance zhanguo --players 3`

    Example: `analyser balance zhanguo --forbid each`
    """
    if options["forbid"]:
        check_restricted(options)
        run_experiment("restricted", {**options, "restrictions": tuple(options["forbid"])})
    else:
        run_experiment("balance", options)


@experiment_command("levels", "strong", "boards", "components", "printings")
def openings(options: Mapping[str, Any]) -> None:
    """Which opening wins: as chosen, and as forced on the same deals?

    On each deal strategies play freely, then again with one seat's opening forced in every way in question. On some,
    plans tuned to open so play that seat as well, each its own opening: those that ship with the game, or that
    --strategies names beside others (files with strength = "narrow" and such an opening).

    Example: `analyser openings zhanguo --strategies builder,governors`
    """
    run_experiment("openings", options)


@experiment_command("boards", "components", "printings", games=80_000)
def cards(options: Mapping[str, Any]) -> None:
    """Which cards win: when dealt, when played, when forced on the same deals?

    Chance deals the cards: players who hold one are compared with the others of the same games. What is played is a
    choice, and listed apart. Beside free play a seat begins the same deal with a card put into its hand.

    Example: `analyser cards zhanguo --players 4`
    """
    run_experiment("cards", options)


@experiment_command("boards", "components", "printings", games=20_000)
def tournament(options: Mapping[str, Any]) -> None:
    """Who is stronger, and how sure is it? A standing of strategies with Elo, and who finishes ahead of whom.

    Strategies meet in balanced line-ups, each as often in every seat and with every other, on every map where all
    play on one; turns at the table share a deal where that tells more. A ladder is one name: search:balanced:16..256
    plays 16, 32, 64, 128 and 256 games a decision.

    Example: `analyser tournament zhanguo`

    Example: `analyser tournament middle_kingdom --strategies search:curve:4..64,curve,novice --games 4000`
    """
    run_experiment("tournament", options)


@experiment_command("boards", "components", "rotate", "record", "sample", games=20_000)
def run(options: Mapping[str, Any]) -> None:
    """Play an experiment of your own, resume an interrupted one, or play a stored configuration again.

    As many strategies as players sit in the order given (repeat a name to seat it twice); other numbers meet in
    balanced line-ups.

    Example: `analyser run zhanguo --strategies builder,random,random,random --boards A --games 20000 --out my-run`

    Again: `analyser run --config my-run --seed 2 --out my-second-run`

    Resume, and answer the question it was started with: `analyser run --resume my-run`
    """
    run_experiment("run", options)


@experiment_command("change", "baseline", "set", "forbid", "retune", "boards", "rotate", games=100_000)
def whatif(options: Mapping[str, Any]) -> None:
    """What does a change do: to boards, seats, strategies, points, length, tension and the use of abilities?

    The game is played before and after the change on the same deals, with the same line-ups in the same seats, so that
    differences are the change's alone. What holds on both sides (a variant, for instance) is given in --config FILE.

    Example: `analyser whatif zhanguo --set boards.triangle.tracks.4=3`

    Example: `analyser whatif zhanguo --forbid star --games 20000`

    Example: `analyser whatif zhanguo --forbid walls --retune 5`

    Example: `analyser whatif first_empire --option advanced=on --games 20000`
    """
    run_experiment("whatif", {**options, **change_scenarios(options)})


def run_experiment(design: str, options: Mapping[str, Any]) -> Path:
    """Play an experiment of this design and answer its question; all that is heavy is imported now."""
    from analyser.cli import experiment

    return experiment.run_experiment(design, options)


def check_restricted(options: Mapping[str, Any]) -> None:
    """UsageError where something cannot be asked together with --forbid."""
    from analyser.errors import UsageError
    from analyser.experiments.printings import requested_printings

    printings = options["printings"] is not None and requested_printings(options["printings"]) != 0
    for name, is_requested, reason in (
        ("levels", options["levels"], "a level plays at a time: name it with --strategies"),
        ("strong", options["strong"], "they play the game as it is: name them with --strategies"),
        ("printings", printings, "restrictions are played with the data as they are"),
    ):
        if is_requested:
            raise UsageError(f"--forbid and --{name}: {reason}: leave one of them out")


def change_scenarios(options: Mapping[str, Any]) -> dict[str, Any]:
    """The change as scenarios, and what both sides have: as the configuration holds them."""
    from analyser.experiments import whatif
    from analyser.experiments.config_loader import load_file

    both_sides: dict[str, Any] = {"option": None, "components": options["baseline"]}
    request = whatif.ChangeRequest(
        folder=options["change"],
        data=options["set"] or (),
        options=options["option"] or (),
        forbidden=options["forbid"] or (),
    )
    if request.has_changes:
        file = load_file(options["config"]) if options["config"] else {}
        game, players = options["game"] or file.get("game"), parse_counts(options["players"]) or file.get("players")
        first = players[0] if isinstance(players, tuple) else players
        if game:
            scenarios = whatif.change_scenarios(request, game=game, players=first, option=file.get("option", {}))
            both_sides["scenario"] = scenarios
    return both_sides


@declared()
def demo(out: Path | None, open_page: bool, quiet: bool) -> None:
    """See in ten seconds what an answer looks like: 4,000 games of ZhanGuo, their finding, chart and page.

    One plan plays in all seats, so this is a trial and no answer to rely on: `analyser boards zhanguo` has that.

    Example: `analyser demo`
    """
    import webbrowser

    options = {name: parameter.default for name, parameter in signature(boards).parameters.items()}
    # In this process: workers take longer to start than these games to be played.
    options |= {"game": DEMO_GAME, "strategies": DEMO_PLAN, "games": DEMO_GAMES, "workers": 0}
    run = run_experiment("boards", {**options, "out": out, "quiet": quiet})
    page = run / "reports" / "boards" / "boards.html"
    is_open = open_page and webbrowser.open(page.resolve().as_uri())
    print(f"""
That was a trial of few games, and one plan played them all.
{"The page opens in your browser." if is_open else "Open the page in a browser; --open does it."} Next:
  {command_line("boards", DEMO_GAME)}      all plans, 200,000 games: an answer to rely on
  {command_line("games", "new", "mygame")}    a game of your own in one Python file
  {command_line("compare", run, "--by", "seat")}    another question""")
