"""Types of what players see: TypedDicts made from views of random games, so that an editor knows a view's entries.

`python -m cext.games.view_types` writes them to `cext/games/<game>/words/view_types.py`, for all games or those named.
"""

from __future__ import annotations

import keyword
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games import GAMES, OptionError, load_game, switches_of
from cext.games.options import explain_switches

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["boards_for", "file_of", "source", "type_module", "views"]

MOST_PLAYERS = 6
GAMES_EACH = 12  # with rare things among them
SWITCHED = 4  # of a value of a switch, one game for so many: most of it was seen without
SHARE = 0.05  # of their decisions: one is much like the next
RARE = 100  # decisions at a stage before only a share of them is looked at: few games come to some stages
HERE = Path(__file__).parent


def file_of(name: str) -> Path:
    """Where the types of a game's views stand."""
    return HERE / name / "words" / "view_types.py"


def type_module(name: str, seen: Iterable[dict[str, Any]]) -> str:
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
    return type_module(name, views(name, seed=1, games=GAMES_EACH, share=SHARE))


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
    for switch in explain_switches(switches_of(name), ()):
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


# -- the shape of plain data ------------------------------------------------------------------------------------------

Form = tuple[tuple[str, bool, bool], ...]


class Shape:
    """What samples have in common: which plain values, items of lists, entries of tables they were."""

    def __init__(self) -> None:
        self.plain: set[str] = set()  # int, str, bool, float, None
        self.items: Shape | None = None  # of lists
        self.entries: dict[str, Shape] = {}  # of tables
        self.had: dict[str, int] = {}  # in how many tables an entry was
        self.tables = 0

    def add(self, value: Any) -> None:
        """Count in a sample."""
        if isinstance(value, dict):
            self.tables += 1
            for key, entry in value.items():
                if key not in self.entries:
                    self.had[key], self.entries[key] = 0, Shape()
                self.had[key] += 1
                self.entries[key].add(entry)
        elif isinstance(value, (list, tuple)):
            self.items = self.items or Shape()
            for item in value:
                self.items.add(item)
        else:
            self.plain.add("None" if value is None else type(value).__name__)

    @property
    def has_fields(self) -> bool:
        """Whether its tables have entries that can be named one by one; others are kept by whatever they are about."""
        return bool(self.entries) and all(key.isidentifier() and not keyword.iskeyword(key) for key in self.entries)

    @property
    def form(self) -> Form:
        """Names of its tables' entries, and whether they hold tables or lists: tables alike in that are of one type."""
        return tuple((key, one.tables > 0, one.items is not None) for key, one in self.entries.items())

    def even(self) -> None:
        """Where all entries of a table are lists, let each hold what any of them held: few samples leave some empty."""
        for entry in self.entries.values():
            entry.even()
        if self.items is not None:
            self.items.even()
        if self.entries and all(entry.items is not None and not entry.plain for entry in self.entries.values()):
            common = self.values()
            for entry in self.entries.values():
                entry.merge(common)

    def values(self) -> Shape:
        """What the entries of a table have in common."""
        common = Shape()
        for entry in self.entries.values():
            common.merge(entry)
        return common

    def merge(self, other: Shape) -> None:
        """Count in the samples of another shape."""
        self.plain |= other.plain
        self.tables += other.tables
        if other.items is not None:
            self.items = self.items or Shape()
            self.items.merge(other.items)
        for key, entry in other.entries.items():
            self.had[key] = self.had.get(key, 0) + other.had[key]
            self.entries.setdefault(key, Shape()).merge(entry)


class Names:
    """The TypedDicts of a shape, which is called View; tables with the same entries have one name between them."""

    def __init__(self, shape: Shape) -> None:
        shape.even()
        self.shapes: dict[Form, Shape] = {}
        self.called: dict[Form, str] = {}
        places: dict[Form, list[tuple[str, str, bool]]] = {}
        self._gather(shape, places)
        for form, found in places.items():
            owner, key, _ = next((place for place in found if place[2]), found[0])  # one of several says it best
            plain = camel(key)
            self.called[form] = camel(f"{owner}_{key}") if plain in self.called.values() else plain

    def _gather(self, whole: Shape, places: dict[Form, list[tuple[str, str, bool]]]) -> None:
        """Note every table that can be named, from the outside in, and where it stands.

        A place: in what, as what, and whether as one of several.
        """
        level = [(whole, "", "view", False)]
        while level:
            below = []
            for shape, owner, key, item in level:
                if shape.has_fields:
                    places.setdefault(shape.form, []).append((owner, key, item))
                    self.shapes.setdefault(shape.form, Shape()).merge(shape)
                    below += [(entry, key, name, False) for name, entry in shape.entries.items()]
                elif shape.tables:
                    below.append((shape.values(), owner, key, item))
                if shape.items is not None:
                    below.append((shape.items, owner, singular(key), singular(key) != key))
            level = below

    def listed(self) -> list[str]:
        """The names."""
        return list(self.called.values())

    def definitions(self) -> Iterator[str]:
        """The classes, each after those that it names."""
        for form in dict.fromkeys(self._inside(next(iter(self.shapes.values())))):
            shape = self.shapes[form]
            lines = [f"class {self.called[form]}(TypedDict):"]
            for key, entry in shape.entries.items():
                of = self.type_of(entry)
                lines.append(f"    {key}: {of if shape.had[key] == shape.tables else f'NotRequired[{of}]'}")
            yield "\n".join(lines)

    def _inside(self, shape: Shape) -> Iterator[Form]:
        """Forms of the tables in a shape, and its own after them."""
        whole = self.shapes[shape.form] if shape.has_fields else shape
        for entry in whole.entries.values():
            yield from self._inside(entry)
        if whole.items is not None:
            yield from self._inside(whole.items)
        if shape.has_fields:
            yield shape.form

    def type_of(self, shape: Shape) -> str:
        """The type of a shape."""
        found = []
        if shape.has_fields:
            found.append(self.called[shape.form])
        elif shape.tables:
            found.append(f"dict[str, {self.type_of(shape.values())}]")
        if shape.items is not None:
            found.append(f"list[{self.type_of(shape.items)}]")
        found += sorted(shape.plain - {"None"}) + sorted(shape.plain & {"None"})
        return "Any" if found in ([], ["None"]) else " | ".join(found)  # Any: nothing was ever seen there


def singular(word: str) -> str:
    """One of what a word names several of."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def camel(words: str) -> str:
    """A class's name from words parted by _."""
    return "".join(word[:1].upper() + word[1:] for word in words.split("_"))


if __name__ == "__main__":
    for game_name in sys.argv[1:] or GAMES:
        file_of(game_name).write_text(source(game_name), encoding="utf-8")
