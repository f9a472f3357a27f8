"""A position set to any moment of a game, for tests that read like a rulebook: what every game's Table shares."""

import operator
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Self

from cext.games import load_game
from cext.kernel.game import Game, Position

__all__ = ["Editable", "State", "Tables", "change", "loaded_game"]

State = dict[str, Any]
Tables = Callable[..., Any]  # the fixture `table` of a game: a table with its options


@cache
def loaded_game(name: str, players: int, **options: Any) -> Game:
    """A game with these options, read from its files once."""
    return load_game(name, players=players, **options)


class Editable:
    """One position of a game: read it, edit its state by the names of state.pxd, make the move that fits a description.

    Seats count from 0. A game's Table adds its pieces by the rulebook's names and takes every piece from where it lay,
    so that invariants hold; do() checks them.
    """

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.players = game.players
        self.position = position

    @property
    def state(self) -> State:
        """The whole state."""
        state: State = self.game.state(self.position)
        return state

    def stage(self) -> str:
        """The kind of decision the game waits for, over at the end."""
        number, stages = self.state["stage"], self.game.stages
        return stages[number] if number < len(stages) else "over"

    def offers(self, kind: str | None = None, **fields: Any) -> list[State]:
        """The legal moves, in words, that fit the description."""
        return [words for _, words in self.fitting(kind, fields)]

    def fitting(self, kind: str | None, fields: State) -> list[tuple[int, State]]:
        """The legal moves that fit a description, each with its words."""
        wanted = fields | ({"kind": kind} if kind else {})
        described = [(move, self.game.words.describe(self.position, move)) for move in self.position.moves()]
        return [
            (move, words)
            for move, words in described
            if all(words.get(name, ...) == value for name, value in wanted.items())
        ]

    @contextmanager
    def editing(self) -> Iterator[State]:
        """The state, to be changed in place."""
        state = self.state
        yield state
        self.position = self.game.position_from(state)

    def broken(self, text: str) -> int:
        """The invariant that notices these changes of the state, 0: none (see change())."""
        with self.editing() as state:
            change(state, text)
        return self.position.consistent()

    def set(self, **fields: Any) -> Self:
        """Fields of the state, replaced."""
        with self.editing() as state:
            state.update(fields)
        return self

    def do(self, kind: str, **fields: Any) -> Self:
        """The one legal move that fits the description."""
        found = self.fitting(kind, fields)
        assert len(found) == 1, f"{len(found)} moves fit {kind} {fields}: {self.offers()}"
        self.position.apply(found[0][0])
        broken = self.position.consistent()
        assert broken == 0, f"invariant {broken} broken after {kind} {fields}"
        return self


# -- positions put wrong: what their invariants notice ---------------------------------------------------------------

CHANGE = re.compile(r"([\w.]+) ([-+^]?)= ([\w.]+)")


def change(state: State, text: str) -> None:
    """Change numbers of a state: "seat.0.vp += 1; small.0 = seat.0.small.2"; a value is a number or another place."""
    for target, operation, source in CHANGE.findall(text):
        place, name = find(state, target)
        value = int(source) if source.isdigit() else operator.getitem(*find(state, source))
        old = place[name]
        place[name] = {"": value, "+": old + value, "-": old - value, "^": old ^ value}[operation]


def find(state: State, path: str) -> tuple[Any, int | str]:
    """The list or dictionary in which a place lies, and its index or key there."""
    *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
    place: Any = state
    for part in way:
        place = place[part]
    assert not isinstance(place, dict) or last in place, path
    return place, last
