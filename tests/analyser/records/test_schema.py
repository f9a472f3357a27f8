"""Every line of every record has the form the schema states, under every option."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from analyser.records.format import Line
from tests.analyser.records.games import CASES, recorded

Wrong = Callable[[Line], list[str]]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_records_are_valid(number: int, wrong: Wrong) -> None:
    players, options = CASES[number]
    lines = recorded(players, ("random", "builder")[number % 2], 1, *options.items())
    assert [(number, wrong(line)) for number, line in enumerate(lines) if wrong(line)] == []


def changed(line: Line, path: tuple[Any, ...], value: Any) -> Line:
    """The line with another value at the path; None at the end of the path adds the key `more`."""
    line = copy.deepcopy(line)
    box: Any = line
    for key in path[:-1]:
        box = box[key]
    box[path[-1]] = value
    return line


@pytest.mark.parametrize(
    ("place", "path", "value"),
    [
        (0, ("players",), 0),
        (0, ("format_version",), 1),
        (0, ("more",), 1),
        (0, ("set_up", "decks", "laws", 0), 80),
        (0, ("set_up", "decks", "laws", 0), 81.5),
        (0, ("components", "cards.csv", 3, "status"), "guessed"),
        (0, ("components", "cards.csv", 3, "ability"), "vp_9"),
        (1, ("state", "players", 0, "regions", 0, "unrest"), 5),
        (1, ("state", "players", 0, "hand"), None),
        (1, ("after",), []),
        (3, ("legal", 0, "fields", "kind"), "pass"),
        (3, ("legal", 0, "fields", "region"), 1),
        (3, ("forced",), True),
        (-1, ("winners",), []),
        (-1, ("finished",), False),
        (-1, ("seats", 0, "rank"), 0),
    ],
)
def test_what_is_no_record_is_refused(place: int, path: tuple[Any, ...], value: Any, wrong: Wrong) -> None:
    line = recorded(2, "random", 1)[place]
    assert wrong(line) == []
    assert wrong(changed(line, path, value))
