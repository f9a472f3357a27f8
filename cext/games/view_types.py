"""Types of what players see: TypedDicts made from views of random games, so that an editor knows a view's entries.

`python -m cext.games.view_types` writes them to `cext/games/<game>/words/view_types.py`, for all games or those named.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games import GAMES, OptionError, load_game, switches_of
from cext.games.switches import explained
from cext.games.view_shapes import Names, Shape

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["boards_for", "file_of", "source", "views", "written"]

MOST_PLAYERS = 6
GAMES_EACH = 12  # with rare things among them
SWITCHED = 4  # of a value of a switch, one game for so many: most of it was seen without
SHARE = 0.05  # of their decisions: one is much like the next
RARE = 100  # decisions at a stage before only a share of them is looked at: few games come to some stages
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
    """What players to move see in a share of the decisions of random games, and in the first RARE of every stage.

    So many games for every number of players, and a game for SWITCHED of them, at least one, for every value of every
    switch that is not its default; seats begin with other boards in each.
    """
    tables = []
    for players in range(1, MOST_PLAYERS + 1):
        try:
            tables.append(load_game(name, players=players))
        except OptionError:
            continue
    seeds = range(seed, seed + games)
    stages: Counter[int] = Counter()
    yield from (view for game in tables for one in seeds for view in seen_in(game, one, share, stages))
    for switch in explained(switches_of(name), ()):
        for value in (value for value in switch.values if value != switch.default):
            if (game := switched(name, [table.players for table in tables], switch.name, value)) is not None:
                yield from (view for one in seeds[::SWITCHED] for view in seen_in(game, one, share, stages))


def switched(name: str, players: Iterable[int], switch: str, value: str) -> Game | None:
    """The game with that value of the switch, for the most players who can have it; None where nobody can."""
    options: dict[str, Any] = {switch: value}
    for n in sorted(players, reverse=True):
        try:
            return load_game(name, players=n, **options)
        except OptionError:
            continue
    return None


def seen_in(game: Game, seed: int, share: float, stages: Counter[int]) -> Iterator[dict[str, Any]]:
    """Views of a random game, as a Python strategy is given them; stages: how many decisions there were at each."""
    chance = random.Random(seed)
    position = game.deal(seed=seed, deal=0, boards=boards_for(game, seed))
    while (seat := position.to_move) is not None:
        stage = position.clock()[2]
        stages[stage] += 1
        if stages[stage] <= RARE or chance.random() < share:
            yield {**game.words.view(position, seat), "draw": 0}
        position.apply(chance.choice(position.moves()))


def boards_for(game: Game, number: int) -> list[str] | None:
    """Boards for the seats, others with every number; one for all where a board is the table's."""
    if not game.boards:
        return None
    places = [number] * game.players if game.table_boards else range(number, number + game.players)
    return [game.boards[place % len(game.boards)] for place in places]


if __name__ == "__main__":
    for game_name in sys.argv[1:] or GAMES:
        file_of(game_name).write_text(source(game_name), encoding="utf-8")
