"""What is wrong with a value of a file is said in a line that names its field, whatever is in its keys and texts."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, field

from cext.fields import FieldError, Record, Text, decode
from cext.toml_reader import locate


class Seat(Record, frozen=True):
    """A part of a table."""

    name: Text
    colour: Literal["red", "green"] | None = None


class Table(Record, frozen=True):
    """What a file holds."""

    seats: tuple[Seat, ...] = ()
    by_round: Mapping[str, Mapping[str, Annotated[float, Meta(ge=0, le=9)]]] = field(default_factory=dict)
    names: Annotated[tuple[str, ...], Meta(description="a list of names")] = ()
    limit: int | tuple[int, ...] = 0
    by_colour: Mapping[Literal["red", "green"], int] = field(default_factory=dict)


@pytest.mark.parametrize(
    ("content", "path", "message"),
    [
        ([], (), "must be a table, not []"),
        ({"seat": 1}, ("seat",), "unknown key 'seat': did you mean seats?"),
        (
            {"seats": [{"name": "A"}, {}]},
            ("seats", 1, "name"),
            "seats 2: 'name' is missing: add a text",
        ),
        ({"seats": [{"name": "A", "x": 1}]}, ("seats", 0, "x"), "seats 1: unknown key 'x': choose from name, colour"),
        (
            {"seats": [{"name": "A", "colour": "rde"}]},
            ("seats", 0, "colour"),
            "seats 1: 'colour' must be one of green, red, not 'rde': did you mean red?",
        ),
        (
            {"by_round": {"1": {"vp": 1}, "2": {"vp": float("nan")}}},
            ("by_round", "2", "vp"),
            "'by_round.2.vp' must be a number from 0 to 9, not nan",
        ),
        ({"names": ["A", 3]}, ("names",), "'names' must be a list of names, not ['A', 3]"),
        ({"limit": "x"}, ("limit",), "'limit' must be a whole number or a list, not 'x'"),
        ({"limit": [1, "x"]}, ("limit", 1), "limit 2 must be a whole number, not 'x'"),
        ({"by_colour": {"gren": 1}}, ("by_colour", "gren"), "by_colour: unknown key 'gren': did you mean green?"),
        ({"x - at `$.y": 1}, ("x - at `$.y",), "unknown key 'x - at `$.y': choose from "),
        (
            {"seats": [{"name": "A", "colour": "x - at `key` in `$.y[...]`"}]},
            ("seats", 0, "colour"),
            "seats 1: 'colour' must be one of green, red, not 'x - at `key` in `$.y[...]`'",
        ),
    ],
)
def test_a_wrong_value_is_named_by_its_field(content: object, path: tuple[str | int, ...], message: str) -> None:
    with pytest.raises(FieldError) as error:
        decode(content, Table)
    assert error.value.path == path
    assert str(error.value).startswith(message)


TOML = """name = "a"
"two words" = 1
[by_round.1]
vp = 1
[[seat]]
name = "A"
[[seat]]
name = "B"
[on_board.star.weights]
vp = { low = 1 }
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 1), (("two words",), 2), (("by_round", "1"), 3), (("by_round", "1", "vp"), 4),
        (("seat", 1, "name"), 8), (("seat", 0, "colour"), 5), (("on_board", "star"), 9),
        (("on_board", "star", "weights", "vp", "low"), 10),
    ],
)  # fmt: skip
def test_a_field_is_located_on_its_line_or_that_of_its_table(
    tmp_path: Path, path: tuple[str | int, ...], line: int
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TOML, encoding="utf-8")
    assert locate(file, path) == f"{file}, line {line}"
    assert locate(file, ("nowhere",)) == str(file)
