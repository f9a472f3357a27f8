"""Types of what players see: TypedDicts made from views of random games, so that an editor knows a view's entries.

`python -m cext.games.view_types` writes them to `cext/games/<game>/words/view_types.py`, for all games or those named.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games import GAMES, OptionError, load_game, switches_of
from cext.games.switches import explained
from cext.games.view_shapes import Names, Shape

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["file_of", "source", "views", "written"]

MOST_PLAYERS = 6
GAMES_EACH = 12  # with rare things among them
SHARE = 0.1  # of their decisions: one is much like the next
HERE = Path(__file__).parent


def file_of(name: str) -> Path:
    """Where the types of a game's views stand."""
    return HERE / name / "words" / "view_types.py"


def written(name: str, seen: Iterable[dict[str, Any]]) -> str:
    """The module with the types of these views of a game."""
    shape = Shape()
    for view in seen:
        shape.add(view)
    names = Names(shape)
    blocks = "\n\n\n".join(names.definitions())
    used = ", ".join(word for word in ("Any", "NotRequired", "TypedDict") if re.search(rf"\b{word}\b", blocks))
    listed = "\n".join(f'    "{one}",' for one in sorted(names.listed()))
    return (
        f'"""Types of what a player of {name} sees.\n\n'
        f'Made by `python -m cext.games.view_types {name}`: not to be edited.\n"""'
        f"\n\nfrom typing import {used}\n\n__all__ = [\n{listed}\n]\n\n\n{blocks}\n"
    )


def source(name: str) -> str:
    """The module with the types of a game's views."""
    return written(name, views(name, seed=1, games=GAMES_EACH, share=SHARE))


def views(name: str, *, seed: int, games: int = 1, share: float = 1.0) -> Iterator[dict[str, Any]]:
    """What players to move see in a share of the decisions of random games.

    So many games for every number of players, and for every value of every switch that is not its default.
    """
    tables = []
    for players in range(1, MOST_PLAYERS + 1):
        try:
            tables.append(load_game(name, players=players))
        except OptionError:
            continue
    seeds = range(seed, seed + games)
    yield from (view for game in tables for one in seeds for view in seen_in(game, one, share))
    for switch in explained(switches_of(name), ()):
        for value in (value for value in switch.values if value != switch.default):
            if (game := switched(name, [table.players for table in tables], switch.name, value)) is not None:
                yield from (view for one in seeds for view in seen_in(game, one, share))


def switched(name: str, players: Iterable[int], switch: str, value: str) -> Game | None:
    """The game with that value of the switch, for the most players who can have it; None where nobody can."""
    options: dict[str, Any] = {switch: value}
    for n in sorted(players, reverse=True):
        try:
            return load_game(name, players=n, **options)
        except OptionError:
            continue
    return None


def seen_in(game: Game, seed: int, share: float) -> Iterator[dict[str, Any]]:
    """Views of a random game, as a Python strategy is given them."""
    chance = random.Random(seed)
    position = game.deal(seed=seed, deal=0)
    while (seat := position.to_move) is not None:
        if chance.random() < share:
            yield {**game.words.view(position, seat), "draw": 0}
        position.apply(chance.choice(position.moves()))


if __name__ == "__main__":
    for game_name in sys.argv[1:] or GAMES:
        file_of(game_name).write_text(source(game_name), encoding="utf-8")
