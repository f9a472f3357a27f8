"""The games: a registry with one line each, and the one way to load one."""

import difflib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from cext.games.errors import ComponentError, OptionError, UnknownGame

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["GAMES", "ComponentError", "OptionError", "UnknownGame", "load_game"]

GAMES: dict[str, str] = {
    "zhanguo": "cext.games.zhanguo.engine:ZhanGuo",
    "middle_kingdom": "cext.games.middle_kingdom.engine:MiddleKingdom",
    "qin": "cext.games.qin.engine:Qin",
}


def load_game(name: str, *, players: int, components: Path | None = None, **options: object) -> "Game":
    """The game of that name for that many players.

    components: a folder with component files in place of the shipped ones. options: the game's own switches.
    Raises UnknownGame, OptionError (a number of players or a switch the game does not have) or ComponentError.
    """
    if name not in GAMES:
        near = difflib.get_close_matches(name, GAMES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the games are {', '.join(GAMES)}"
        raise UnknownGame(f"unknown game {name!r}: {hint}")
    module, _, kind = GAMES[name].partition(":")
    game: Game = getattr(import_module(module), kind)(players=players, components=components, **options)
    game.components = components
    return game
