"""`analyser games`: what can be played, with which variants, and how to begin a new game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from analyser.cli import completion as complete
from analyser.cli.command_group import Command, DefaultShowGroup
from analyser.cli.option_parsers import parse_game
from analyser.cli.options import TASK, argument, declared, flag
from cext.commands import command, command_line

if TYPE_CHECKING:
    from analyser.experiments.game_check import Reasons
    from cext.games.options import Switch

__all__ = ["app"]

app = typer.Typer(
    name="games",
    cls=DefaultShowGroup,
    help="""List the games: name, title, players, boards, switches; explain the switches of one, or what can be
    forbidden in it; begin another.

    Example: `analyser games`, short for `analyser games show`

    Example: `analyser games zhanguo --options`

    Example: `analyser games zhanguo --forbiddable`
    """,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(cls=Command)
@declared(
    game=argument(str | None, "GAME", "One game. [default: all]", complete.games, default=None, parser=parse_game),
    options=flag(TASK, "List the variants and rulings: values, default, meaning."),
    forbiddable=flag(TASK, "List what can be forbidden: actions, abilities, moves."),
)
def show(game: str | None, options: bool, forbiddable: bool, json: bool) -> None:
    """List the games, or explain the switches of one (what --option takes), or what --forbid of `whatif` takes.

    Example: `analyser games show zhanguo --options`
    """
    from analyser.errors import UsageError
    from cext.games import listed_games

    if options and forbiddable:
        raise UsageError("--options and --forbiddable: choose one of them")
    if (options or forbiddable) and game is None:
        name = "--options" if options else "--forbiddable"
        raise UsageError(f"{name} needs a game, such as {command('games', 'zhanguo', name)}")
    if options:
        _explain_options(str(game), json=json)
    elif forbiddable:
        _list_forbidden(str(game), json=json)
    else:
        _list(listed_games() if game is None else [game], json=json)


def _list(names: Sequence[str], *, json: bool) -> None:
    """Games with what they have."""
    from analyser.cli.output import print_json, print_table, print_words
    from analyser.errors import DataError
    from analyser.experiments.loading import load_each
    from cext.file_games import packaged_games
    from cext.messages import format_switch

    rows = []
    for name in names:
        try:
            loaded = load_each(name)
        except DataError as error:
            if len(names) == 1:
                raise
            typer.echo(str(error), err=True)
            continue
        facts = next(reversed(loaded.values())).facts()
        row = {"game": name, "title": facts["title"], "players": list(loaded), "boards": list(facts["boards"])}
        rows.append(row | {"options": facts["options"]})
    if json:
        print_json({"games": rows})
        return
    plain = [
        [
            row["game"],
            row["title"],
            ", ".join(map(str, row["players"])),
            ", ".join(row["boards"]),
            "\n".join(f"{name}={format_switch(value)}" for name, value in row["options"].items()),
        ]
        for row in rows
    ]
    print_table(["game", "title", "players", "boards", "options (as shipped)"], plain)
    print_words(
        f"{command('games', 'GAME', '--options')} explains the options, `--forbiddable` what can be forbidden; "
        f"{command('strategies', 'GAME')} lists who plays it."
    )
    if len(names) > 1 and (packaged := packaged_games()):
        print_words(f"Games of installed packages: {', '.join(sorted(packaged))}.")


def _explain_options(game: str, *, json: bool) -> None:
    """The switches of a game: values, default, meaning, the ruling they are about."""
    from dataclasses import asdict

    from analyser.cli.output import print_json, print_table, print_words
    from analyser.experiments.loading import load_any
    from cext.games import switches_of
    from cext.games.options import explain_switches

    rulings = load_any(game).facts()["rulings"]
    switches = explain_switches(switches_of(game), rulings)
    if json:
        print_json({"game": game, "options": [asdict(switch) for switch in switches]})
        return
    if not switches:
        typer.echo(f"{game} has no options.")
        return
    print_table(
        ["option", "values (default first)", "meaning; how the rulebook is read where none is given"],
        [[switch.name, _values(switch), _switch_text(switch)] for switch in switches],
    )
    example = next((switch for switch in switches if len(switch.values) > 1), switches[0])
    print_words(
        f"Give one as `--option {example.name}={example.values[-1] if example.values else example.default}`; "
        f"on, true and yes mean the same, and so do off, false and no."
    )


def _switch_text(switch: Switch) -> str:
    """What a switch means, and the reading of the rulebook that it is about."""
    return f"{switch.meaning}\nRead as: {switch.ruling}" if switch.ruling else switch.meaning


def _values(switch: Switch) -> str:
    """What a switch may be, its default first."""
    others = [value for value in switch.values if value != switch.default]
    return "\n".join([switch.default, *others]) if others else f"{switch.default}, or another text"


def _list_forbidden(game: str, *, json: bool) -> None:
    """What `whatif --forbid` can forbid."""
    from analyser.cli.output import print_json, print_table, print_words
    from analyser.experiments.loading import load_any
    from analyser.experiments.restricted import list_restrictable
    from reports.facts import parse_facts

    loaded = load_any(game)
    groups = list_restrictable(parse_facts(loaded.facts()), loaded.kinds)
    if json:
        print_json({"game": game, "forbid": groups})
        return
    rows = [[of, word, name] for of, words in groups.items() for word, name in words.items()]
    table_rows = [[of if i == 0 or rows[i - 1][0] != of else "", *rest] for i, (of, *rest) in enumerate(rows)]
    print_table(["", "--forbid", "what it is"], table_rows)
    more = "Cards and boards of this game have no abilities."
    if any(of.startswith("abilities") for of in groups):
        more = "A word may also be what it is (in quotes), a board, or abilities for all of them."
    print_words(f"{command('whatif', game, '--forbid', 'WORD')} plays without it. {more}")


@app.command(cls=Command)
@declared(game=argument(str, "GAME", "The game, such as ./mygame.py.", complete.games, parser=parse_game))
def check(game: str, json: bool) -> None:
    """Play a game at random, look whether its rules keep what every game must, and say what it is like.

    Each plan plays a game in all seats with each number of players, and then plans play each other: every game must
    end. Some games are played in two processes, which must give the same. Takes 25 seconds, and longer where a game
    takes more than a second. What is wrong is one line with file and line number.

    Example: `analyser games check ./mygame.py`
    """
    from dataclasses import asdict

    from analyser.cli.output import print_json, print_table, print_words
    from analyser.cli.progress import stage_display
    from analyser.experiments.game_check import check_plans, check_rules, untranslated_rules
    from analyser.experiments.process_check import check_processes
    from cext.file_games import is_file_game

    with stage_display("Looking at random games…", quiet=json) as tell:
        results = list(check_rules(game))
        plans = check_plans(game, tell)
        tell("Playing games in two processes…")
        check_processes(game)
    reasons = untranslated_rules(Path(game)) if is_file_game(game) else {}
    if json:
        random_games = [asdict(each) for each in results]
        print_json({"game": game, "random_games": random_games, "plans": plans, "stays_python": reasons})
        return
    head = ["players", "games", "decisions", "options", "forced", "score", "ahead", "wins by seat", "ties"]
    rows = [
        [
            str(each.players),
            f"{each.games:,}",
            f"{each.decisions:.1f}",
            f"{each.options:.1f}",
            f"{each.forced:.0f} %",
            f"{each.score:.1f}",
            f"{each.margin:.1f}",
            " ".join(f"{wins:.0f}" for wins in each.wins) + " %",
            f"{each.ties:.0f} %",
        ]
        for each in results
    ]
    checked = sum(each.checked for each in results)
    print_words(f"{game}: every position of {checked} games was checked, and nothing is wrong. Random games:")
    print_table(head, rows, right=range(len(head)))
    print_words(
        "Of a game: decisions; options of a decision with more than one, forced moves; mean score, points of the "
        "winner ahead of the second; games won by each seat, and by several."
    )
    print_words(f"With each number of players a game has ended in which all seats play: {', '.join(plans)}.")
    for each in results:
        if each.unseen:
            print_words(f"Never seen with {each.players} players: {', '.join(each.unseen)}.")
    if reasons:
        print_words(f"{command('games', 'compile', game)} leaves to Python:")
        _print_reasons(game, reasons)


@app.command(cls=Command)
@declared(
    name=argument(str, "NAME", "Its name: small letters, digits, _."),
    folder=argument(
        Path | None, "DIR", "Where to write it; with --compiled a checkout. [default: here, or this one]", default=None
    ),
    compiled=flag(TASK, "Copy the toy game for a game in Cython, with its tests and strategies."),
)
def new(name: str, folder: Path | None, compiled: bool) -> None:
    """Write a small game in one Python file, to be changed, and say what comes next.

    Example: `analyser games new mygame`
    """
    from analyser.scaffold import CHECKOUT, copy_toy, game_next_steps, write_game

    if compiled:
        files = copy_toy(name, CHECKOUT if folder is None else folder)
        typer.echo(f"{len(files)} files of a new game called {name}; next:\n{game_next_steps(name)}")
        return
    file = write_game(name.removesuffix(".py"), Path() if folder is None else folder)
    path = file if file.is_absolute() else f"./{file}"
    typer.echo(f"{file}: a game to be changed; next:\n1. {command_line('boards', path)}")
    typer.echo(f"2. change what is dealt, legal and played in it\n3. {command_line('games', 'check', path)}")


def _print_reasons(game: str, reasons: Reasons) -> None:
    """Which methods stay Python, a line a reason."""
    from analyser.cli.output import print_words

    for method, lines in reasons.items():
        for line, reason in lines:
            print_words(f"{game}, line {line}: {method}() stays Python: {reason}")


@app.command("compile", cls=Command)
@declared(game=argument(str, "FILE", "The file of the game."))
def compile_file(game: str, json: bool) -> None:
    """Compile the rules of a game in one file: the same games, many times as fast. A C compiler is needed.

    Every command plays the compiled rules from then on, until the file is changed. A method of a Python file that has
    more than whole numbers, texts and lists of numbers stays Python, and is named. A Cython file is compiled when it is
    first played.

    Example: `analyser games compile ./mygame.py`
    """
    from dataclasses import asdict

    from analyser.cli.output import print_json, print_words
    from analyser.cli.progress import stage_display
    from analyser.errors import DataError
    from analyser.experiments.game_check import compile_game, untranslated_rules
    from cext.file_games import is_file_game
    from cext.messages import count_noun

    if not is_file_game(game):
        raise DataError(f"{game} is no game in one file: name its path, such as ./mygame.py")
    reasons = {} if json else untranslated_rules(Path(game))
    _print_reasons(game, reasons)
    with stage_display("Compiling, and comparing games with Python…", quiet=json) as tell:
        done = compile_game(Path(game), tell)
    if json:
        print_json(asdict(done))
        return
    if game.endswith(".pyx"):
        print_words(f"Compiled: {game}.")
    _print_reasons(game, {method: lines for method, lines in done.python.items() if method not in reasons})
    if done.compiled:
        methods = ", ".join(f"{method}()" for method in done.compiled)
        print_words(f"Compiled: {methods}. The same games, {done.speed:.1f} times as fast.")
        counts = zip(done.n_compared, done.players, strict=True)
        games = ", ".join(f"{games:,} with {count_noun(players, 'player')}" for games, players in counts)
        print_words(f"Games compared with Python: {games}.")
