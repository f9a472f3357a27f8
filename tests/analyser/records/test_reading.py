"""Files that are no record, or not all of one, are refused in one line that names the place."""

import json
from pathlib import Path

import pytest

from analyser.errors import DataError
from analyser.records import read_record
from analyser.records.file import parse_record
from tests.analyser.records.games import text_of

GOOD = text_of(2, {})
LINES = GOOD.splitlines()


def header(**changes: object) -> str:
    return json.dumps(json.loads(LINES[0]) | changes)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("\n \n", "the file is empty"),
        ("a game", "line 1: not JSON"),
        ("[1, 2]", "line 1: no object with a type"),
        ("{}", "line 1: no object with a type"),
        *((text, "line 1: no object with a type") for text in ("7", '"game"', "null", "true")),
        ("\n".join([LINES[0], '{"type":"state","a\\nline":1}', LINES[-1]]), "line 2: tabs or line feeds"),
        ("\n".join([LINES[0], '{"type":"state","events":["a\\tline"]}', LINES[-1]]), "line 2: tabs or line feeds"),
        (header(options={"map": "a\nline"}), "line 1: tabs or line feeds"),
        (header(components={"numbers.toml": {"a\tline": 1}}), "line 1: tabs or line feeds"),
        (LINES[3], "line 1: not the header"),
        ('{"type":"header","format":"another"}', "line 1: not the header"),
        (header(format_version=1), "line 1: format version 1, this program reads 2"),
        (header(format_version=True), "line 1: format version True"),
        ("\n".join(LINES[:-1]), "truncated"),
        (GOOD[: len(GOOD) // 2], "not JSON"),
        ("\n".join([*LINES, LINES[-1]]), "a second end line"),
        ("\n".join([LINES[0], *LINES]), "line 2: a second header line"),
        ("\n".join([LINES[0], '{"type":"note"}', LINES[-1]]), "line 2: no object with a type"),
        ("\n".join([LINES[0], '{"type":1,"type":2}', LINES[-1]]), "line 2: not JSON (key 'type' stands twice"),
        ("\n".join([LINES[0], '{"type":"state","ply":NaN}', LINES[-1]]), "line 2: not JSON (NaN"),
        ("\n".join([LINES[0], '{"type":"state","ply":1e999}', LINES[-1]]), "line 2: not JSON (1e999"),
        ("\n".join([LINES[0], "[" * 100_000, LINES[-1]]), "line 2: n"),
    ],
)  # fmt: skip
def test_one_line_says_what_is_wrong(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_record(file)
    assert words in str(caught.value)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_texts_of_components_may_have_several_lines() -> None:
    first = json.loads(LINES[0])
    file, name = next((file, name) for file, table in first["components"].items() for name in table)
    assert isinstance(first["components"][file], dict)
    first["components"][file][name] = "a\nline"
    assert parse_record("\n".join([json.dumps(first), *LINES[1:]]), "here").header == first


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_record(tmp_path / "none.jsonl")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="not text in UTF-8"):
        read_record(tmp_path / "bytes")


def test_steps_hold_every_line_between_header_and_end(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(GOOD, encoding="utf-8")
    record = read_record(file)
    again = [line for step in record.steps for line in ([step.decision] if step.decision else []) + list(step.states)]
    assert again == list(record.lines[1:-1])
    assert record.steps[0].decision is None
    assert all(step.decision is not None for step in record.steps[1:])
