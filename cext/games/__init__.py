"""The games: found by their folders, and the one way to load one.

A folder `cext/games/<name>` with an `engine` (engine.pyx, or the module built from it) is a game; the module's `GAME`
is its class. A folder whose __init__.py says `hidden = True` is played like any other but not listed. A name that ends
in .py is the path of a game in one Python file; runs know it by its whole one.
"""

from collections.abc import Hashable
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from cext.file_games import is_file_game, read_data
from cext.games.cython_file import load_engine
from cext.games.errors import ComponentError, NotBuilt, OptionError, UnknownGame
from cext.games.rules import rules_switches
from cext.games.rules_loader import load_rules
from cext.messages import did_you_mean

if TYPE_CHECKING:
    from cext.games.components import ComponentSet
    from cext.games.options import Switches
    from cext.kernel.game import Game

__all__ = [
    "GAMES", "ComponentError", "NotBuilt", "OptionError", "UnknownGame", "check_game", "component_folder",
    "component_set", "game_module", "has_components", "is_game", "is_unknown_table", "listed_games",
    "load_game", "load_shipped", "switches_of",
]  # fmt: skip

HERE = Path(__file__).parent
MAX_NAME = 80  # letters of a name that may be that of a file


def game_folders() -> list[str]:
    """Names of the folders that hold a game, in alphabetical order."""
    ends = (".pyx", *EXTENSION_SUFFIXES)
    return sorted(entry.name for entry in HERE.iterdir() if any((entry / f"engine{end}").exists() for end in ends))


# Name of each game, hidden ones too -> module of its engine.
GAMES: dict[str, str] = {name: f"cext.games.{name}.engine" for name in game_folders()}


@cache
def listed_games() -> tuple[str, ...]:
    """Names of the games that lists and messages show."""
    return tuple(name for name in GAMES if not getattr(import_module(f"cext.games.{name}"), "hidden", False))


def is_game(name: object) -> TypeGuard[str]:
    """Whether there is a game of that name, or the name is a path of one."""
    return is_file_game(name) or (isinstance(name, str) and name in GAMES)


def check_game(name: object) -> None:
    """Raises UnknownGame unless there is a game of that name."""
    if not is_game(name):
        games = f"the games are {', '.join(listed_games())}"
        if isinstance(name, str) and len(name) < MAX_NAME and Path(f"{name}.py").is_file():
            raise UnknownGame(f"unknown game {name!r:.80}: did you mean ./{name}.py?")
        raise UnknownGame(f"unknown game {name!r:.80}: {did_you_mean(str(name), listed_games(), otherwise=games)}")


def game_module(name: str, part: str) -> Any:
    """A module of a game, such as data.unknowns; None where the game has none, as where words is a module, no package.

    The one place where the name of a game becomes part of a module's: raises UnknownGame for one that is none.
    """
    check_game(name)
    if is_file_game(name):
        if part != "engine":
            return None
        return load_engine(Path(name)) if name.endswith(".pyx") else import_module("cext.games.compiled_game")
    module = import_module(f"cext.games.{name}")
    for step in part.split("."):
        dotted = f"{module.__name__}.{step}"
        if not hasattr(module, "__path__") or find_spec(dotted) is None:
            return None
        module = import_module(dotted)
    return module


def load_game(name: str, *, players: int, components: Path | None = None, **options: object) -> "Game":
    """The game of that name for that many players.

    components: component_folder()'s path, in place of the shipped files. options: the game's own switches.
    Raises UnknownGame, NotBuilt, OptionError (a number of players or a switch the game does not have) or
    ComponentError.
    """
    check_game(name)
    if components is not None and not has_components(name):
        raise ComponentError(components, None, f"{name} has no component files: its engine holds everything")
    make = partial(engine_of(name).GAME, Path(name)) if name.endswith(".py") else engine_of(name).GAME
    game: Game = make(players=players, components=component_folder(name, components), **options)
    game.components = components
    return game


def load_shipped(name: str, **how: Any) -> "Game":
    """load_game() with the shipped component files, which no process sees change: loaded once, never written to; a game
    in a Python file, which may change, anew."""
    is_known = not is_file_game(name) and all(isinstance(value, Hashable) for value in how.values())
    return (_load_once if is_known else load_game)(name, **how)


@lru_cache(maxsize=8, typed=True)
def _load_once(name: str, **how: Any) -> "Game":
    return load_game(name, **how)


def has_components(name: str) -> bool:
    """Whether a game has component files: a small one may hold everything in its engine. Raises UnknownGame."""
    check_game(name)
    if is_file_game(name):
        return bool(read_data(Path(name)))
    return (HERE / name / "data").is_dir()


def component_set(name: str) -> "ComponentSet[Any]":
    """The component files of a game, as it declares them; raises ComponentError where it has none."""
    if not has_components(name):
        raise ComponentError(name, None, "it has no component files: its engine holds everything")
    if is_file_game(name):
        from cext.games.declared_data import declared_components

        return declared_components(name)
    found: ComponentSet[Any] = game_module(name, "data.components").COMPONENTS
    return found


def is_unknown_table(path: Path) -> bool:
    """Whether a path is that of a filled-in table of unknown data, and not of a folder."""
    return path.suffix.lower() == ".csv" and path.is_file()


def component_folder(name: str, path: Path | None, errors: list[ComponentError] | None = None) -> Path | None:
    """The folder of component files that a path stands for: itself, or that of a filled-in table of unknown data
    (owner_data.py), which lasts as long as the process. Raises the first ComponentError; errors: the others."""
    if path is None or not is_unknown_table(path):
        return path
    from cext.games.owner_data import filled_folder

    return filled_folder(name, path, [] if errors is None else errors)


def switches_of(name: str) -> "Switches":
    """The switches of a game: default, meaning, choices by name; none where its engine has no table SWITCHES."""
    if name.endswith(".py"):
        return rules_switches(load_rules(Path(name)))
    found: Switches = getattr(engine_of(name), "SWITCHES", {})
    return found


def engine_of(name: str) -> Any:
    """The compiled module of a game; raises UnknownGame or NotBuilt."""
    try:
        module = game_module(name, "engine")
    except ImportError as error:
        reason = " ".join(str(error).split())
        raise NotBuilt(f"{name}: its engine cannot be loaded ({reason}): run `make build`") from error
    if module is None:
        raise NotBuilt(f"{name}: its engine is not built: run `make build`")
    if not hasattr(module, "GAME"):
        raise NotBuilt(f"{name}: engine.pyx names no game: write `GAME = TheClass` at its end")
    return module
