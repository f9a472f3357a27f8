"""Types of what players see: TypedDicts made from views of random games, so that an editor knows a view's entries.

`python -m cext.games.view_types` writes them to `cext/games/<game>/words/view_types.py`, for all games or those named.
"""

from __future__ import annotations

import keyword
import random
import re
import sys
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

from cext.games import GAMES, OptionError, load_game, switches_of
from cext.games.options import explain_switches

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["boards_for", "file_of", "sample_of", "source", "type_module", "views"]

MAX_PLAYERS = 6
GAMES_EACH = 12  # with rare things among them
SWITCHED = 4  # of a value of a switch, one game for so many: most of it was seen without
SHARE = 0.05  # of their decisions: one is much like the next
RARE = 50  # decisions at a stage before only a share of them is looked at: few games come to some stages
HERE = Path(__file__).parent


def file_of(name: str) -> Path:
    """Where the types of a game's views stand."""
    return HERE / name / "words" / "view_types.py"


def type_module(name: str, views_seen: Iterable[dict[str, Any]]) -> str:
    """The module with the types of these views of a game."""
    names = Names(Shape(map(sample_of, views_seen)))
    blocks = "\n\n\n".join(names.definitions())
    used = ", ".join(word for word in ("Any", "NotRequired", "TypedDict") if re.search(rf"\b{word}\b", blocks))
    listed = "\n".join(f'    "{one}",' for one in sorted(names.called.values()))
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
    stages: Counter[int] = Counter()
    for game, step in tables(name):
        for number in range(seed, seed + games, step):
            yield from sampled_views(game, number, share, stages)


def tables(name: str) -> Iterator[tuple[Game, int]]:
    """The games whose views are looked at; of so many seeds one is played."""
    ordinary = [game for players in range(1, MAX_PLAYERS + 1) if (game := loaded(name, players))]
    yield from ((game, 1) for game in ordinary)
    for switch in explain_switches(switches_of(name), ()):
        for value in (value for value in switch.values if value != switch.default):
            switched = (loaded(name, game.players, **{switch.name: value}) for game in reversed(ordinary))
            if game := next(filter(None, switched), None):  # for the most players who can have it
                yield game, SWITCHED


def loaded(name: str, players: int, **options: Any) -> Game | None:
    """The game for so many players; None: it is not for them."""
    try:
        return load_game(name, players=players, **options)
    except OptionError:
        return None


def sampled_views(game: Game, seed: int, share: float, stages: Counter[int]) -> Iterator[dict[str, Any]]:
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


@dataclass(frozen=True, eq=False)
class Table:
    """A table that was seen: its entries, and what each was."""

    entries: tuple[tuple[str, Hashable], ...]


@dataclass(frozen=True, eq=False)
class Row:
    """A list that was seen: what its items were, each once."""

    items: tuple[Hashable, ...]


PLAIN = {NoneType: "None"} | {kind: kind.__name__ for kind in (int, str, bool, float)}
table_of, row_of = cache(Table), cache(Row)  # of equal ones there is one object: no other need be compared


def sample_of(value: Any) -> Hashable:
    """What a value was: a Table, a Row, or the name of a plain value's type."""
    if isinstance(value, dict):
        return table_of(tuple([(key, PLAIN.get(type(entry)) or sample_of(entry)) for key, entry in value.items()]))
    if isinstance(value, (list, tuple)):
        return row_of(tuple(dict.fromkeys([PLAIN.get(type(item)) or sample_of(item) for item in value])))
    return PLAIN[type(value)]


class Shape:
    """What samples have in common: which plain values, items of lists, entries of tables they were."""

    def __init__(self, samples: Iterable[Hashable]) -> None:
        self.samples = dict.fromkeys(samples)  # each once, in the order in which they were seen
        self.tables = [dict(sample.entries) for sample in self.samples if isinstance(sample, Table)]
        self.plain = {sample for sample in self.samples if isinstance(sample, str)}  # int, str, bool, float, None
        rows = [sample for sample in self.samples if isinstance(sample, Row)]
        self.items = Shape(item for row in rows for item in row.items) if rows else None

    @cached_property
    def entries(self) -> dict[str, Shape]:
        """Of tables. Where all of them are lists, each holds what any of them held: few samples leave some empty."""
        keys = dict.fromkeys(key for table in self.tables for key in table)
        entries = {key: Shape(table[key] for table in self.tables if key in table) for key in keys}
        if all(entry.items is not None and not entry.plain for entry in entries.values()):
            return dict.fromkeys(entries, union(entries.values()))
        return entries

    @property
    def has_fields(self) -> bool:
        """Whether its tables have entries that can be named one by one; others are kept by whatever they are about."""
        return bool(self.entries) and all(key.isidentifier() and not keyword.iskeyword(key) for key in self.entries)

    @property
    def form(self) -> Form:
        """Names of its tables' entries, and whether they hold tables or lists: tables alike in that are of one type."""
        return tuple((key, bool(one.tables), one.items is not None) for key, one in self.entries.items())


def union(shapes: Iterable[Shape]) -> Shape:
    """The shape of the samples of them all."""
    return Shape(sample for shape in shapes for sample in shape.samples)


class Names:
    """The TypedDicts of a shape, which is called View; tables with the same entries have one name between them."""

    def __init__(self, shape: Shape) -> None:
        alike: dict[Form, list[Shape]] = {}
        places: dict[Form, list[tuple[str, str, bool]]] = {}  # in what, as what, and whether as one of several
        level = [(shape, "", "view", False)]  # from the outside in
        while level:
            below: list[tuple[Shape, str, str, bool]] = []
            for one, owner, key, is_item in level:
                if one.has_fields:
                    alike.setdefault(one.form, []).append(one)
                    places.setdefault(one.form, []).append((owner, key, is_item))
                    below += [(entry, key, name, False) for name, entry in one.entries.items()]
                elif one.tables:
                    below.append((union(one.entries.values()), owner, key, is_item))
                if one.items is not None:
                    below.append((one.items, owner, singular(key), singular(key) != key))
            level = below
        self.shapes = {form: union(shapes) for form, shapes in alike.items()}
        self.called: dict[Form, str] = {}
        for form, found in places.items():
            owner, key, _ = next((place for place in found if place[2]), found[0])  # one of several says it best
            plain = camel(key)
            self.called[form] = camel(f"{owner}_{key}") if plain in self.called.values() else plain

    def definitions(self) -> Iterator[str]:
        """The classes, each after those that it names."""
        for form in dict.fromkeys(self._inside(next(iter(self.shapes.values())))):
            shape = self.shapes[form]
            lines = [f"class {self.called[form]}(TypedDict):"]
            for key, entry in shape.entries.items():
                is_required = all(key in table for table in shape.tables)
                lines.append(
                    f"    {key}: {self.type_of(entry) if is_required else f'NotRequired[{self.type_of(entry)}]'}"
                )
            yield "\n".join(lines)

    def _inside(self, shape: Shape) -> Iterator[Form]:
        """Forms of the tables in a shape, and its own after them."""
        whole = self.shapes[shape.form] if shape.has_fields else shape
        for entry in (*whole.entries.values(), *filter(None, [whole.items])):
            yield from self._inside(entry)
        if shape.has_fields:
            yield shape.form

    def type_of(self, shape: Shape) -> str:
        """The type of a shape."""
        found = []
        if shape.has_fields:
            found.append(self.called[shape.form])
        elif shape.tables:
            found.append(f"dict[str, {self.type_of(union(shape.entries.values()))}]")
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
