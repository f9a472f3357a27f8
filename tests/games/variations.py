"""Component files of games that were never printed, drawn at random: what those of several games have in common."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from cext.games import component_set

__all__ = ["Row", "Vary", "any_ability", "any_borders", "wall_faces", "write_varied"]

Row = dict[str, Any]
Vary = Callable[[Row], Mapping[str, object]]  # other values for some columns of a row


def write_varied(game: str, folder: Path, values: Mapping[str, Mapping[str, object]], rows: Mapping[str, Vary]) -> Path:
    """The shipped files with other values in tables of TOML files ("file" or "file/table"), and in the rows of CSV
    files and of lists of tables ("file/list")."""
    components = component_set(game)
    content = components.raw_content()
    for place, drawn in values.items():
        for key, value in drawn.items():
            at(content, place)[key]["value"] = value
    for place, vary in rows.items():
        for row in at(content, place):
            row |= vary(row)
    folder.mkdir(parents=True, exist_ok=True)
    components.write(content, folder)
    return folder


def at(content: Mapping[str, Any], place: str) -> Any:
    file, _, name = place.partition("/")
    return content[file][name] if name else content[file]


def any_ability(draw: Random, triggers: Sequence[str], abilities: Sequence[str]) -> Vary:
    """Any trigger and any ability on any card, some abilities much more often than others."""
    likely = [draw.choice((0, 1, 1, 6)) for _ in abilities]
    likely[draw.randrange(len(likely))] = 6
    return lambda _: {"trigger": draw.choice(triggers), "ability": draw.choices(abilities, likely)[0]}


def any_borders(draw: Random, names: Sequence[Any]) -> list[list[Any]]:
    """Borders of a connected map."""
    regions = draw.sample(names, len(names))
    found = [sorted((regions[k], draw.choice(regions[:k]))) for k in range(1, len(regions))]
    likely = draw.choice((0.1, 0.3, 1.0))
    pairs = [sorted(pair) for pair in combinations(names, 2)]
    return found + [pair for pair in pairs if pair not in found and draw.random() < likely]


def wall_faces(draw: Random, names: Sequence[str]) -> Vary:
    """The criteria on other faces, for other points."""
    criteria = draw.sample(names, len(names))
    return lambda _: {"criterion": criteria.pop(), **{f"vp_{n}": draw.randint(0, 9) for n in (1, 2, 3)}}
