"""`analyser strategies`: who can play a game, and how each of them thinks."""

from typing import Annotated, Any

import typer

from analyser.cli import options as o

__all__ = ["strategies"]


@o.guarded
def strategies(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME|GAME/NAME", help="A game, or one of its strategies.", show_default=False),
    ] = None,
    features: Annotated[bool, typer.Option("--features", help="The features weighted strategies look at.")] = False,
    json: o.Json = False,
    debug: o.Debug = False,
) -> None:
    """List the strategies of a game, explain one, or list the features they weigh.

    Example: `analyser strategies zhanguo/builder`
    """
    from cext.games import GAMES, listed_games

    game, _, strategy = (name or "").partition("/")
    if game and game not in GAMES:
        from analyser.errors import DataError
        from cext.spelling import did_you_mean

        raise DataError(f"unknown game '{game}': {did_you_mean(game, listed_games())}")
    if features:
        _features(game, json=json)
    elif strategy:
        _explain(game, strategy, json=json)
    else:
        _list([game] if game else list(listed_games()), json=json)


def _list(games: list[str], *, json: bool) -> None:
    from analyser.cli.output import plain_json, print_json, print_table
    from strategies import list_strategies

    found = [(game, info) for game in games for info in list_strategies(game)]
    if json:
        print_json({"strategies": [{"game": game, **plain_json(_fields(info))} for game, info in found]})
        return
    rows = [[f"{game}/{info.name}", _kind(info), info.idea] for game, info in found]
    print_table(["strategy", "kind", "idea"], rows)
    typer.echo("Within a game the short name will do; FILE.py:CLASS is a strategy too.")


def _kind(info: Any) -> str:
    """How it is made, and that it plays weakly on purpose where it does."""
    return f"{info.kind}, {info.strength}" if info.strength != "full" else str(info.kind)


def _fields(info: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(info)


def _explain(game: str, strategy: str, *, json: bool) -> None:
    from analyser.cli.output import print_json, print_table
    from analyser.errors import DataError
    from cext.spelling import did_you_mean
    from strategies import explain, list_strategies

    known = [info.name for info in list_strategies(game)]
    if strategy not in known:
        raise DataError(f"{game} has no strategy '{strategy}': {did_you_mean(strategy, known)}")
    content = _fields(explain(f"{game}/{strategy}"))
    if json:
        print_json(content)
        return
    print_table(
        ["", f"{game}/{strategy}"], [[key.replace("_", " "), _words(value)] for key, value in content.items() if value]
    )


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return "\n".join(f"{key} = {_words(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_words(item) for item in value)
    return str(value)


def _features(game: str, *, json: bool) -> None:
    from analyser.cli.output import print_json, print_table
    from analyser.errors import UsageError
    from analyser.experiments.arena import load_any

    if not game:
        raise UsageError("--features: name a game, for instance `analyser strategies zhanguo --features`")
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
