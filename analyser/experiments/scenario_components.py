"""Component files of a scenario that lie nowhere: printings drawn from what is known, data set one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from analyser.errors import DataError
from analyser.experiments.scenario import Scenario
from cext.fallback_files import resolve_path
from cext.games import component_folder as folder_of
from cext.games import component_set
from cext.games.component_edits import set_datum
from cext.games.printings import Content, UnknownData, draw_printing, unknown_data_of

__all__ = ["base_folder", "component_folder", "unknowns_in"]

Change = tuple[tuple[str | int, ...], Any]  # where in a content, and what stands there


@contextmanager
def component_folder(game: str, scenario: Scenario) -> Iterator[Path | None]:
    """The folder the scenario's component files are read from, there while the context lasts; None: the shipped ones.

    Raises DataError or ComponentError.
    """
    base = base_folder(game, scenario.components)
    if scenario.printing is None and not scenario.data:
        yield base
        return
    components = component_set(game)
    is_drawn = scenario.printing is not None
    content = printing_content(unknowns_in(game), scenario) if is_drawn else deepcopy(components.raw_content(base))
    for datum in scenario.data:
        path, _, value = datum.partition("=")
        set_datum(components, content, path.strip(), value.strip())
    with TemporaryDirectory(prefix="analyser-components-") as folder:
        components.write(content, Path(folder))
        yield Path(folder)


def base_folder(game: str, components: str | None) -> Path | None:
    """The folder of a scenario's own component files; None: the shipped ones. Raises ComponentError."""
    return folder_of(game, resolve_path(Path(components))) if components else None


def unknowns_in(game: str) -> UnknownData:
    """How the unknown data of a game vary; DataError where it does not say so."""
    unknowns = unknown_data_of(game)
    if unknowns is None:
        raise DataError(f"{game} does not say how its unknown data may vary: there are no printings to draw")
    return unknowns


def printing_content(unknowns: UnknownData, scenario: Scenario) -> Content:
    """The files of a printing: those the scenario names, each group changed as it was drawn."""
    assert scenario.printing is not None
    content = deepcopy(unknowns.components.raw_content(base_folder(unknowns.game, scenario.components)))
    for group in unknowns.groups:
        number = scenario.printing if isinstance(scenario.printing, int) else scenario.printing.get(group.name)
        if number is not None:
            for path, value in changes_of(unknowns.game, scenario.components, group.name, scenario.series, number):
                _set_value(content, path, value)
    return content


@cache
def changes_of(game: str, components: str | None, group: str, series: int, number: int) -> tuple[Change, ...]:
    """What a printing's draw of one group changes: drawn once in a process, as many printings share it."""
    unknowns = unknowns_in(game)
    content = unknowns.components.raw_content(base_folder(game, components))
    groups = [candidate for candidate in unknowns.groups if candidate.name == group]
    return tuple(_differences(content, draw_printing(content, groups, seed=series, printing=number)))


def _differences(base: Any, other: Any, path: tuple[str | int, ...] = ()) -> Iterator[Change]:
    """Where two contents differ, as deep as they have the same shape."""
    if isinstance(base, Mapping) and isinstance(other, Mapping) and list(base) == list(other):
        for key in base:
            yield from _differences(base[key], other[key], (*path, key))
    elif isinstance(base, list) and isinstance(other, list) and len(base) == len(other):
        for place, (old, new) in enumerate(zip(base, other, strict=True)):
            yield from _differences(old, new, (*path, place))
    elif base != other:
        yield path, other


def _set_value(content: Any, path: tuple[str | int, ...], value: Any) -> None:
    """Sets the value at a path."""
    for step in path[:-1]:
        content = content[step]
    content[path[-1]] = deepcopy(value)
