"""Tables of moves: their numbers are the engine's, their names the README's; templates; odd kinds."""

import re
from pathlib import Path

import jsonschema_rs
import pytest

import cext.games
from cext.games import GAMES, load_game
from cext.kernel.declarations import read_declarations
from cext.kernel.move_table import MoveField, MoveKind, MoveTable

FOLDER = Path(cext.games.__path__[0])


# A small game may write its moves by their numbers, and list them nowhere.
@pytest.fixture(params=[name for name in GAMES if (FOLDER / name / "words").is_dir()])
def table(request: pytest.FixtureRequest) -> tuple[str, MoveTable]:
    name: str = request.param
    return name, load_game(name, players=2).words.moves


def test_kinds_have_the_numbers_of_the_rules(table: tuple[str, MoveTable]) -> None:
    name, moves = table
    files = [FOLDER / name / "rules" / file for file in ("tables.pxd", "state.pxd")]
    rules = read_declarations(
        *(file for file in files if file.is_file())
    ).constants  # a small game has its own elsewhere
    numbers = {key.removeprefix("KIND_").lower(): n for key, n in rules.items() if key.startswith("KIND_")}
    numbers.pop("over", None)
    if numbers:  # a game with one kind need not number it
        assert dict(zip(moves.names, range(len(moves.names)), strict=True)) == numbers
    assert load_game(name, players=2).kinds == moves.names


def test_the_readme_lists_every_kind_in_order(table: tuple[str, MoveTable]) -> None:
    name, moves = table
    readme = (FOLDER / name / "README.md").read_text(encoding="utf-8")
    chapter = readme.split("\n## Moves\n")[1].split("\n## ")[0]
    assert re.findall(r"^\| `?(\w+)`? \|", chapter, re.MULTILINE) == ["kind", *moves.names]


def test_every_kind_that_is_asked_says_what_to_write(table: tuple[str, MoveTable]) -> None:
    name, moves = table
    stages = set(load_game(name, players=2).stages) - {"over", "stop"}
    assert set(moves.expected) == stages


MOVES = MoveTable(
    MoveKind(
        name="go",
        fields=(
            MoveField.of_names("where", "a", ("left", "right"), {"left": "l", "right": "r"}),
            MoveField.number("steps", "b", 1, 4),
        ),
        text="{steps} steps to the {where}",
        notation="{where}{steps}",
    ),
    MoveKind(
        name="wait",
        describe=lambda at, move: {"until": at["clock"] + move.c},
        schema={"properties": {"kind": {"const": "wait"}, "until": {"type": "integer"}}, "required": ["until"]},
        text=lambda fields: f"wait until {fields['until']}",
        notation=lambda fields: "w",
    ),
)


@pytest.mark.parametrize(
    ("move", "fields", "text", "notation"),
    [
        (1 << 8 | 2 << 16, {"kind": "go", "where": "right", "steps": 3}, "3 steps to the right", "r3"),
        (1 | 5 << 24, {"kind": "wait", "until": 12}, "wait until 12", "w"),
    ],
)
def test_words_follow_from_the_table(move: int, fields: dict[str, object], text: str, notation: str) -> None:
    assert MOVES.describe({"clock": 7}, move) == fields
    assert (MOVES.text(fields), MOVES.notation(fields)) == (text, notation)
    jsonschema_rs.validate(MOVES.schema(), fields)


@pytest.mark.parametrize("wrong", [{"kind": "go", "where": "up", "steps": 1}, {"kind": "go", "where": "left"}, {}])
def test_the_schema_refuses_what_no_move_can_be(wrong: dict[str, object]) -> None:
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(MOVES.schema(), wrong)
