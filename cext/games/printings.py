"""Printings: how the data that no rulebook states may vary, and whole sets of component files drawn from that.

A game's `data/unknowns.py` names its unknown data in groups, each with a prior: how it is drawn within the constraints
that the rulebook and public sources leave, and why so. A printing is one draw of every group; another group's draw
never depends on it, so that any group can be taken from another printing (pick-freeze designs need it). What a
constraint ties together is one group.

What somebody read off their box (status `owner`) stays in every draw: of many draws of its group the one that agrees
with it best is taken, what is known takes its place in it, and constraints are looked at anew.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from cext.file_games import is_file_game, read_data
from cext.games import component_set, game_module
from cext.games.component_schema import IntValue, ListValue, TextValue
from cext.games.components import GUIDE, ComponentSet, check_new
from cext.games.declared_data import declared_components
from cext.games.errors import ComponentError
from cext.games.owner_questions import Content, FixedStock, OwnerQuestion, at, is_owner_data, restore
from cext.messages import format_switch
from cext.toml_reader import copied

__all__ = [
    "Content", "KeyedRandom", "RulingReading", "UnknownData", "UnknownGroup", "draw_printing",
    "draw_readings", "unknown_data_of",
]  # fmt: skip

T = TypeVar("T")
NEAREST = 100  # draws of a group of which those nearest to what is known come first
REDRAWN = 20  # times so many draws are looked through for one that keeps every constraint


class KeyedRandom:
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
class UnknownGroup:
    """A group of data that vary together.

    name: in the game's words. data: which files and fields, for people. prior: how a value is drawn, in words; reason:
    why so, with the source. draw: changes the content of the files in place. lookups: what an owner of the box would
    look up to know them all. pools: those of them that share a fixed stock of values. faults: how many constraints a
    content breaks, of those that what is known can break; a draw by itself breaks none. legend: what the words of an
    answer mean. searched: a draw is searched for and takes long, so one must do.
    """

    name: str
    data: str
    prior: str
    reason: str
    draw: Callable[[Content, KeyedRandom], None]
    lookups: Callable[[Content], Sequence[OwnerQuestion]]
    pools: Callable[[Content], Sequence[FixedStock]] = lambda content: ()
    faults: Callable[[Content], int] = lambda content: 0
    legend: str = ""
    searched: bool = False

    def count(self, content: Content) -> int:
        """How many numbers or words of the group nobody has read off yet."""
        return sum(one.count for one in self.lookups(content) if not one.is_owner_data(content))

    def redraw(self, content: Content, draws: KeyedRandom) -> None:
        """Draws what is unknown of the group, in place: within every constraint that what is known leaves whole."""
        lookups = self.lookups(content)
        told = [one for one in lookups if one.is_owner_data(content)]
        if len(told) == len(lookups):
            return
        if not told:
            self.draw(content, draws)
            return
        nearest, fewest = content, None
        for _ in range(REDRAWN):
            for one in self.nearest_draws(content, told, draws):
                restore(one, content, lookups, self.pools, draws.shuffled)
                faults = self.faults(one)
                if fewest is None or faults < fewest:
                    nearest, fewest = one, faults
                if not faults:
                    break
            if not fewest:
                break
        content.update(nearest)

    def nearest_draws(self, content: Content, told: Sequence[OwnerQuestion], draws: KeyedRandom) -> list[Content]:
        """Draws in copies of the files of the group, those first in which most is as it is known; one is enough in
        which all is."""
        files = {one.file for one in self.lookups(content)}
        every = sum(len(one.fields) for one in told)
        found: list[tuple[int, Content]] = []
        while len(found) < (1 if self.searched else NEAREST):
            drawn = {name: copied(table) if name in files else table for name, table in content.items()}
            self.draw(drawn, draws)
            agreement = sum(
                one.entry(drawn)[field] == one.entry(content)[field] for one in told for field in one.fields
            )
            if agreement == every:
                return [drawn]
            found.append((agreement, drawn))
        return [drawn for _, drawn in sorted(found, key=lambda one: -one[0])]


@dataclass(frozen=True)
class RulingReading:
    """A ruling that is a switch: its readings, how likely each is, and why."""

    switch: str
    weights: Mapping[str | bool, float]
    reason: str


def draw_readings(readings: Sequence[RulingReading], *, seed: int, printing: int) -> dict[str, str | bool]:
    """The options of a printing: which reading of each ruling is played."""
    return {one.switch: KeyedRandom(seed, printing, one.switch).weighted(one.weights) for one in readings}


def draw_printing(
    shipped: Content, unknowns: Sequence[UnknownGroup], *, seed: int, printing: Mapping[str, int] | int
) -> Content:
    """The files of a printing. printing: its number; or the number of the printing each group is taken from, by name
    (groups not named stay as shipped). What an owner read off stays."""
    content: Content = copied(shipped)
    for unknown in unknowns:
        number = printing if isinstance(printing, int) else printing.get(unknown.name)
        if number is not None:
            unknown.redraw(content, KeyedRandom(seed, number, unknown.name))
    return content


@dataclass(frozen=True)
class UnknownData:
    """What a game does not know of its box: the files, their unknown groups, the rulings that are switches."""

    game: str
    components: ComponentSet[Any]
    groups: tuple[UnknownGroup, ...]
    readings: tuple[RulingReading, ...]

    def open_groups(self, content: Content) -> dict[str, int]:
        """The groups that still vary, each with how many numbers or words nobody has read off yet."""
        left = {group.name: group.count(content) for group in self.groups}
        return {name: count for name, count in left.items() if count}

    def write(self, folder: Path, *, seed: int, printing: int, base: Path | None = None) -> dict[str, str | bool]:
        """Writes a printing into a new folder; the options it is played with. base: a folder of component files, of
        which what was read off a box stays. Raises ComponentError."""
        self.components.load(base)
        shipped = self.components.raw_content(base)
        content = draw_printing(shipped, self.groups, seed=seed, printing=printing)
        options = draw_readings(self.readings, seed=seed, printing=printing)
        try:
            check_new(folder)
            folder.mkdir(parents=True, exist_ok=True)
            self.components.write(content, folder)
            (folder / GUIDE).write_text(
                self.guide(seed, printing, options, self.open_groups(shipped)), encoding="utf-8"
            )
        except OSError as error:
            raise ComponentError(folder, None, f"cannot be written ({error.strerror}): name another folder") from None
        return options

    def guide(self, seed: int, printing: int, options: Mapping[str, str | bool], left: Mapping[str, int]) -> str:
        """What a reader of the folder must know. left: the groups that were drawn, with the data unknown of them."""
        lines = [
            f"# Printing {printing} of {self.game} (seed {seed})",
            "",
            "Component files as they might stand in the box, drawn within everything that is known. What was drawn:",
            "",
            *(
                f"* {group.name} ({group.data}; {left[group.name]} numbers or words): {group.prior}. "
                f"Why: {group.reason}."
                for group in self.groups
                if group.name in left
            ),
            *(f"* {one.switch} = {format_switch(options[one.switch])}. Why: {one.reason}." for one in self.readings),
        ]
        return "\n".join(lines) + "\n"


def unknown_data_of(game: str) -> UnknownData | None:
    """The unknown data of a game; None where it does not say how they may vary. Raises UnknownGame."""
    if is_file_game(game):
        return _declared_unknowns(game)
    module = game_module(game, "data.unknowns")
    return None if module is None else UnknownData(game, component_set(game), module.UNKNOWNS, module.READINGS)


def _declared_unknowns(game: str) -> UnknownData | None:
    """The unknown data of a game in one Python file: each what its class declares, all values alike."""
    if not read_data(Path(game)):
        return None
    components = declared_components(game)
    groups = tuple(_declared_group(*unknown) for unknown in components.unknowns())
    return UnknownData(game, components, groups, ()) if groups else None


def _declared_group(
    name: str, values: Sequence[Any], file: str, places: Sequence[tuple[str | int, ...]], field: str
) -> UnknownGroup:
    """A column, or a value, of which those that no rulebook states are drawn."""

    def unread(content: Content) -> list[tuple[str | int, ...]]:
        return [place for place in places if at(content[file], place)["status"] != "rulebook"]

    def draw(content: Content, draws: KeyedRandom) -> None:
        for entry in (at(content[file], place) for place in unread(content)):
            if not is_owner_data(entry):
                value = entry[field]
                entry[field] = [draws.among(values) for _ in value] if isinstance(value, list) else draws.among(values)

    def lookups(content: Content) -> list[OwnerQuestion]:
        form: Any = IntValue(min(values), max(values)) if isinstance(values[0], int) else TextValue()
        found = []
        for place in unread(content):
            entry = at(content[file], place)
            of = f" of {next(iter(entry.values()))}" if isinstance(place[0], int) else ""
            own = ListValue(form, len(entry[field])) if isinstance(entry[field], list) else form
            question = f"{name.capitalize()}{of}: what is it?"
            found.append(
                OwnerQuestion(file=file, place=place, fields={field: own}, question=question, where="the box", count=1)
            )
        return found

    prior = f"each as likely: {', '.join(map(str, values))}"
    return UnknownGroup(
        name=name, data=f"{file}, {name}", prior=prior, reason="so the game declares it", draw=draw, lookups=lookups
    )
