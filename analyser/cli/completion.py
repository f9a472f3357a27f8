"""What a shell may complete: games, strategies, boards, switches with their values, openings, what can be forbidden.

Only the compiled game is loaded for it, no frames: an answer comes while one types. What cannot be loaded has no words.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from cext.kernel.game import Game
    from strategies import StrategyInfo

__all__ = [
    "boards", "choices", "factors", "forbidden", "games", "measures", "openings", "plans_by_game", "runs", "strategies",
    "strategies_by_game", "switches",
]  # fmt: skip

Words = list[tuple[str, str]]  # what to type, and what it is

PLAYERS = (4, 3, 2, 5, 6, 1)  # tried one after the other


def games() -> Words:
    """The games."""
    from cext.games import listed_games

    return [(name, "") for name in listed_games()]


def strategies(context: typer.Context, incomplete: str) -> Words:
    """Strategies of the game, one after the other with commas."""
    return _complete_list(incomplete, _strategies(_game_name(context), incomplete.rpartition(",")[2]))


def strategies_by_game(incomplete: str) -> Words:
    """Games, and behind a game's name its strategies."""
    game, slash, prefix = incomplete.partition("/")
    if not slash:
        return games()
    return [(f"{game}/{name}", idea) for name, idea in _strategies(game, prefix)]


def plans_by_game(incomplete: str) -> Words:
    """Games, and behind a game's name its plans of weights."""
    game, slash, _ = incomplete.partition("/")
    if not slash:
        return [(f"{name}/", "") for name, _ in games()]
    return [(f"{game}/{info.name}", info.idea) for info in _strategy_infos(game) if info.kind == "weighted"]


def boards(context: typer.Context, incomplete: str) -> Words:
    """Boards of the game, one after the other with commas."""
    game = _game(context)
    return _complete_list(incomplete, [(name, "") for name in (game.boards if game else ())])


def switches(context: typer.Context, incomplete: str) -> Words:
    """Switches of the game with each of their values; behind = values one after the other with commas."""
    from cext.games import GAMES, switches_of
    from cext.games.options import explain_switches

    name = _game_name(context)
    infos = explain_switches(switches_of(name), ()) if name in GAMES else ()
    switch, equals, value = incomplete.partition("=")
    if not equals:
        return [(f"{info.name}={value}", info.meaning) for info in infos for value in info.values or (info.default,)]
    values = [
        (value, info.meaning) for info in infos if info.name == switch for value in info.values or (info.default,)
    ]
    return [(f"{switch}={word}", meaning) for word, meaning in _complete_list(value, values)]


def openings(context: typer.Context, incomplete: str) -> Words:
    """Openings of seats: a letter a turn, - for none; one after the other with commas."""
    game = _game(context)
    if game is None:
        return []
    turns = incomplete.rpartition(",")[2]
    letters = [(letter, name) for letter, name in game.classes if letter]
    free = [] if turns else [("-", "no forced opening")]
    return _complete_list(incomplete, [*((turns + letter, name) for letter, name in letters), *free])


def forbidden(context: typer.Context) -> Words:
    """What can be forbidden: actions, abilities one by one and together, kinds of moves."""
    from analyser.experiments.restricted import group_words, list_restrictable
    from reports.facts import parse_facts

    game = _game(context)
    if game is None:
        return []
    facts = parse_facts(game.facts())
    groups = list_restrictable(facts, game.kinds)
    single = [(word, f"{name} ({of})" if name else of) for of, words in groups.items() for word, name in words.items()]
    return single + [(word, "all of them") for word in group_words(facts)]


def runs(incomplete: str) -> Words:
    """Run directories, and other directories to look into."""
    folder = incomplete[: incomplete.rfind("/") + 1]
    try:
        folders = sorted(path for path in Path(folder or ".").iterdir() if path.is_dir() and path.name[:1] != ".")
    except OSError:
        return []
    return [(folder + path.name + "/" * (not (path / "manifest.json").is_file()), "") for path in folders]


def measures(context: typer.Context, incomplete: str) -> Words:
    """What a run can measure, one after the other with commas."""
    return _run_names(context, incomplete, "measures")


def factors(context: typer.Context, incomplete: str) -> Words:
    """What a run can be compared by, one after the other with commas."""
    return _run_names(context, incomplete, "factors", "measures")


def _run_names(context: typer.Context, incomplete: str, *tables: str) -> Words:
    """Names of these tables of the line's run; none where it cannot be read."""
    from analyser.errors import AnalyserError
    from analyser.runs.reader import open_run

    try:
        opened = open_run(Path(str(context.params.get("run"))))
    except AnalyserError:
        return []
    words = {row[0]: row[-1] for name in tables for row in getattr(opened, name)().iter_rows()}
    return _complete_list(incomplete, [(name, meaning) for name, meaning in words.items() if name.isidentifier()])


def choices(*words: str) -> Callable[[], Words]:
    """A completion by these words."""
    return lambda: [(word, "") for word in words]


def _complete_list(incomplete: str, words: Iterable[tuple[str, str]]) -> Words:
    """Words behind those typed already with commas between them."""
    earlier, comma, _ = incomplete.rpartition(",")
    return [(f"{earlier}{comma}{word}", meaning) for word, meaning in words]


def _game_name(context: typer.Context) -> str:
    """The game of the line, or of its GAME/PLAN; "" where it names none."""
    return str(context.params.get("game") or context.params.get("plan") or "").partition("/")[0]


def _strategies(game: str, prefix: str) -> Words:
    """Strategies of a game with their ideas; of a search that is half typed, the plans that may guide it."""
    infos = _strategy_infos(game)
    method, colon, _ = prefix.partition(":")
    if colon and any(info.name.startswith(f"{method}:PLAN") for info in infos):
        return [(f"{method}:{info.name}:", info.idea) for info in infos if info.kind == "weighted"]
    return [(re.sub(r"(?<=:)(PLAN:)?[NT]$", "", info.name), info.idea) for info in infos]


def _strategy_infos(game: str) -> "list[StrategyInfo]":
    """The strategies that have a name in a game; none where they cannot be read."""
    from cext.games import GAMES
    from strategies import StrategyFileError, list_strategies

    if game not in GAMES:
        return []
    try:
        return list_strategies(game)
    except StrategyFileError:
        return []


def _game(context: typer.Context) -> "Game | None":
    """The game that the line names, with the components that it names; None where it cannot be loaded."""
    from cext.games import GAMES, load_game

    name = _game_name(context)
    if name not in GAMES:
        return None
    for players in PLAYERS:
        try:
            return load_game(name, players=players, components=context.params.get("components"))
        except (ValueError, OSError):
            continue
    return None
