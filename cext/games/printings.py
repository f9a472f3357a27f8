"""Printings: how the data that no rulebook states may vary, and whole sets of component files drawn from that.

A game's `data/unknowns.py` names its unknown data in groups, each with a prior: how it is drawn within the constraints
that the rulebook and public sources leave, and why so. A printing is one draw of every group; another group's draw
never depends on it, so that any group can be taken from another printing (pick-freeze designs need it). What a
constraint ties together is one group.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from cext.games.components import GUIDE, ComponentSet, check_new
from cext.games.errors import ComponentError

__all__ = ["Content", "Draws", "Reading", "Unknown", "Unknowns", "draw_printing", "draw_readings", "unknowns_of"]

Content = dict[str, Any]  # ComponentSet.plain(): rows of CSV files, top tables of TOML files, by file
T = TypeVar("T")


class Draws:
    """Random choices of one group in one printing: the same on every machine, by seed, printing and group alone."""

    def __init__(self, seed: int, printing: int, group: str) -> None:
        self.random = Random(
            f"{seed}:{printing}:{group}"
        ).random  # the one method whose numbers Python promises to keep

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        return int(self.random() * bound)

    def chance(self, probability: float) -> bool:
        """Whether something of this probability happens."""
        return self.random() < probability

    def among(self, items: Sequence[T]) -> T:
        """One of the items, each alike."""
        return items[self.below(len(items))]

    def weighted(self, items: Mapping[T, float]) -> T:
        """One of the items, in proportion to their weights."""
        left = self.random() * sum(items.values())
        for item, weight in items.items():
            left -= weight
            if left < 0:
                return item
        return item

    def shuffled(self, items: Collection[T]) -> list[T]:
        """The items in random order."""
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


@dataclass(frozen=True, kw_only=True)
class Unknown:
    """A group of data that vary together.

    name: in the game's words. data: which files and fields, for people. prior: how a value is drawn, in words; reason:
    why so, with the source. count: how many numbers or words an owner of the box would read off to know them all.
    draw: changes the content of the files in place.
    """

    name: str
    data: str
    prior: str
    reason: str
    count: int
    draw: Callable[[Content, Draws], None]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A ruling that is a switch: its readings, how likely each is, and why."""

    switch: str
    weights: Mapping[str | bool, float]
    reason: str


def draw_readings(readings: Sequence[Reading], *, seed: int, printing: int) -> dict[str, str | bool]:
    """The options of a printing: which reading of each ruling is played."""
    return {one.switch: Draws(seed, printing, one.switch).weighted(one.weights) for one in readings}


def draw_printing(
    shipped: Content, unknowns: Sequence[Unknown], *, seed: int, printing: Mapping[str, int] | int
) -> Content:
    """The files of a printing. printing: its number; or the number of the printing each group is taken from, by name
    (groups not named stay as shipped)."""
    content = deepcopy(shipped)
    for unknown in unknowns:
        number = printing if isinstance(printing, int) else printing.get(unknown.name)
        if number is not None:
            unknown.draw(content, Draws(seed, number, unknown.name))
    return content


@dataclass(frozen=True)
class Unknowns:
    """What a game does not know of its box: the files, their unknown groups, the rulings that are switches."""

    game: str
    components: ComponentSet[Any]
    groups: tuple[Unknown, ...]
    readings: tuple[Reading, ...]

    def write(self, folder: Path, *, seed: int, printing: int) -> dict[str, str | bool]:
        """Writes a printing into a new folder; the options it is played with. Raises ComponentError."""
        content = draw_printing(self.components.plain(), self.groups, seed=seed, printing=printing)
        options = draw_readings(self.readings, seed=seed, printing=printing)
        try:
            check_new(folder)
            folder.mkdir(parents=True, exist_ok=True)
            self.components.write(content, folder)
            (folder / GUIDE).write_text(self.guide(seed, printing, options), encoding="utf-8")
        except OSError as error:
            raise ComponentError(folder, None, f"cannot be written ({error.strerror}): name another folder") from None
        return options

    def guide(self, seed: int, printing: int, options: Mapping[str, str | bool]) -> str:
        """What a reader of the folder must know."""
        lines = [
            f"# Printing {printing} of {self.game} (seed {seed})",
            "",
            "Component files as they might stand in the box, drawn within everything that is known. What was drawn:",
            "",
            *(
                f"* {group.name} ({group.data}; {group.count} numbers or words): {group.prior}. Why: {group.reason}."
                for group in self.groups
            ),
            *(f"* {one.switch} = {str(options[one.switch]).lower()}. Why: {one.reason}." for one in self.readings),
        ]
        return "\n".join(lines) + "\n"


def unknowns_of(game: str) -> Unknowns | None:
    """The unknown data of a game; None where it does not say how they may vary."""
    if find_spec(f"cext.games.{game}.data.unknowns") is None:
        return None
    said = import_module(f"cext.games.{game}.data.unknowns")
    components = import_module(f"cext.games.{game}.data.components").COMPONENTS
    return Unknowns(game, components, said.UNKNOWNS, said.READINGS)
