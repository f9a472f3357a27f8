"""`analyser strategies`: who can play a game, how each of them thinks, and how to begin another."""

from pathlib import Path
from typing import Any

import typer
from msgspec import to_builtins

from analyser.cli import completion as complete
from analyser.cli.command_group import Command, DefaultShowGroup
from analyser.cli.option_parsers import parse_game
from analyser.cli.options import TASK, argument, declared, flag
from analyser.experiments.parse import check_game
from cext.commands import command

__all__ = ["app"]

app = typer.Typer(
    name="strategies",
    cls=DefaultShowGroup,
    help="""List the strategies of a game, explain one, list the features they weigh; begin a new one.

    Example: `analyser strategies zhanguo/builder`, short for `analyser strategies show zhanguo/builder`

    Example: `analyser strategies new zhanguo my_plan`
    """,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(cls=Command)
@declared(
    name=argument(
        str | None,
        "GAME|GAME/NAME",
        "A game, or one of its strategies.",
        complete.strategies_by_game,
        default=None,
        parser=parse_game,
    ),
    features=flag(TASK, "List the features that weighted strategies look at."),
)
def show(name: str | None, features: bool, json: bool) -> None:
    """List the strategies of a game, explain one, or list the features they weigh.

    Example: `analyser strategies show zhanguo --features`
    """
    from cext.file_games import split_name
    from cext.games import listed_games

    game, strategy = split_name(name or "")
    if game:
        check_game(game)
    if features:
        _features(game, json=json)
    elif strategy:
        _explain(game, strategy, json=json)
    else:
        _list([game] if game else list(listed_games()), json=json)


@app.command(cls=Command)
@declared(
    game=argument(str, "GAME", "The game.", complete.games, parser=parse_game),
    file=argument(Path, "FILE", "Weights, my_plan.toml or my_plan for short, or Python, my_plan.py."),
)
def new(game: str, file: Path) -> None:
    """Write a strategy to begin with: a file that plays as it is, beats random, and says what can be changed in it.

    Example: `analyser strategies new zhanguo my_plan`

    Example: `analyser strategies new qin my_plan.py`
    """
    from analyser.scaffold import strategy_next_steps, write_strategy

    check_game(game)
    strategy = write_strategy(game, file)
    typer.echo(f"{strategy}: a strategy that plays as it is; next:\n{strategy_next_steps(game, strategy)}")


def _list(games: list[str], *, json: bool) -> None:
    from analyser.cli.output import plain_json, print_json, print_table
    from strategies import list_strategies

    infos = [(game, _class_of(info, game), info) for game in games for info in list_strategies(game)]
    if json:
        rows = [{"game": game, "player_class": players, **plain_json(to_builtins(x))} for game, players, x in infos]
        print_json({"strategies": rows})
        return
    is_one = len(games) == 1
    cells = [[info.name if is_one else f"{game}/{info.name}", _kind(info, who), info.idea] for game, who, info in infos]
    print_table(["strategy", "kind, class", "idea"], cells)
    for game in games:
        _levels(game, "" if is_one else f"{game}, ")
    typer.echo("Of another game a strategy is named GAME/NAME; FILE.py:CLASS is a strategy too.")


def _levels(game: str, prefix: str) -> None:
    """The levels of players, the weakest first, with their Elo at four players, or at as few as it is known for.
    prefix: what is put before their names."""
    from analyser.cli.output import print_table
    from analyser.ratings.table import elo_file, load_elo
    from strategies import player_class
    from strategies.levels import levels_of

    rated = load_elo(elo_file(game))
    table = max((row.players for row in rated), default=0)
    rating_of = {row.strategy: row for row in rated if row.players == table}
    rows = []
    for level in levels_of(game):
        elo = rating_of.get(level.strategy)
        elo_text = "" if elo is None else f"{elo.elo:+.0f}, {elo.low:+.0f} to {elo.high:+.0f}".replace("-", "−")
        players = level.players or player_class(level.strategy, game)
        rows.append([f"{prefix}{level.name}", players, level.strategy, elo_text, level.idea])
    if rows:
        typer.echo("")
        print_table(["level", "class", "strategy", f"Elo, {table} players" if table else "Elo", "who plays so"], rows)


def _class_of(info: Any, game: str) -> str:
    """How well it plays: a class of players; that of noisy play depends on how noisy it is."""
    from cext.player_classes import STRONG
    from strategies import player_class

    if info.kind in ("search", "noisy"):
        return STRONG if info.kind == "search" else "by T"
    return player_class(info.name, game)


def _kind(info: Any, players: str) -> str:
    """How it is made, how well it plays, and that it keeps to one opening where it does."""
    return ", ".join([info.kind, players, *(["narrow"] if info.strength == "narrow" else [])])


def _explain(game: str, strategy: str, *, json: bool) -> None:
    from analyser.cli.output import print_json, print_table, print_words
    from analyser.errors import DataError
    from cext.messages import did_you_mean
    from strategies import StrategyFileError, StrategyNotFound, explain, list_strategies
    from strategies.catalogue import NOISY
    from strategies.search_specs import method_of

    names = [info.name for info in list_strategies(game)]
    if strategy not in names and not method_of(strategy) and not strategy.startswith(f"{NOISY}:"):
        raise DataError(f"{game} has no strategy '{strategy}': {did_you_mean(strategy, names)}")
    try:
        content = to_builtins(explain(f"{game}/{strategy}"))
    except (StrategyFileError, StrategyNotFound) as error:
        raise DataError(str(error)) from error
    if json:
        print_json(content)
        return
    print_table(
        ["", f"{game}/{strategy}"], [[key.replace("_", " "), _words(value)] for key, value in content.items() if value]
    )
    if content.get("weights"):
        print_words(f"{command('strategies', game, '--features')} explains what is weighed.")


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return "\n".join(f"{key} = {_words(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_words(item) for item in value)
    return str(value)


def _features(game: str, *, json: bool) -> None:
    from analyser.cli.output import print_json, print_table
    from analyser.errors import UsageError
    from analyser.experiments.loading import load_any

    if not game:
        raise UsageError(f"--features needs a game, such as {command('strategies', 'zhanguo', '--features')}")
    docs = load_any(game).feature_docs
    if json:
        print_json(
            {
                "game": game,
                "features": [{"name": name, "meaning": meaning, "unit": unit} for name, meaning, unit in docs],
            }
        )
        return
    print_table(["feature", "unit", "meaning"], [[name, unit, meaning] for name, meaning, unit in docs])
