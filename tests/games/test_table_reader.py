"""The one reader of tables: every form a spreadsheet saves is read alike, all else is refused by row and column."""

from pathlib import Path

import pytest

from cext.table_reader import TableError, is_number, read_table, whole_number
from tests.games.tables import FORMS, as_saved

TABLE = 'name,coins,note\nfarm,1,"green, old"\nMühle,2,\ninn,10,"two\nlines"\n'


def read(tmp_path: Path, content: bytes, known: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    file = tmp_path / "table.csv"
    file.write_bytes(content)
    table = read_table(file, 10_000, known)
    return [table.header, *table.rows]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_alike(tmp_path: Path, form: str) -> None:
    rows = read(tmp_path, as_saved(TABLE, form))
    numbers = [(name, whole_number(coins), note) for name, coins, note in rows[1:]]
    assert rows[0] == ("name", "coins", "note")
    assert numbers == [("farm", 1, "green, old"), ("Mühle", 2, ""), ("inn", 10, "two lines")]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty: its first row names the columns"),
        (b"\r\n;;\r\n", "the file is empty: its first row names the columns"),
        (b"PK\x03\x04workbook", "a spreadsheet's own file, no CSV: save the sheet as CSV in UTF-8"),
        (b"\xd0\xcf\x11\xe0", "a spreadsheet's own file, no CSV: save the sheet as CSV in UTF-8"),
        ("a,b\nM\xfchle,1\n".encode("cp1252"), "row 2: not UTF-8 text: save the sheet as CSV in UTF-8"),
        ("a,b\n1,2\n".encode("utf-16-le"), "row 1: not UTF-8 text: save the sheet as CSV in UTF-8"),
        (b"\xff\xfea", "not UTF-8 text: save the sheet as CSV in UTF-8"),
        (b"a,b\n1,2\n\n1,2,3\n", "row 4: 3 cells where the header has 2: separate cells by ',', quote one that"),
        (b"a;b\n1\n", "row 2: 1 cells where the header has 2: separate cells by ';'"),
        (b"a,a\n1,2\n", "row 1: two columns are called 'a': give each a name of its own"),
        (b"a,,b\n1,,2\n1,x,2\n", "row 3: column 2 holds 'x' and has no name: name it in the header"),
        (b'a,b\n1,2\n1,"2\n1,2\n', "row 3: broken CSV ("),
        (b'a,b\n1,"2"x\n', "row 2: broken CSV ("),
        (b"a,b\n1,x\x00y\n", "row 2: b holds 'x"),
        (b"a,b\n1,x\x1by\n", "row 2: b holds 'x"),
        (b"a,\x1bb\n1,2\n", "row 1: column 2 holds"),
        (b"a,b\n1,=A1*2\n", "row 2: b holds the formula '=A1*2': save the values"),
        (b"a,b\n#N/A,2\n", "row 2: a holds the error #N/A: correct it in the spreadsheet"),
    ],
)
def test_all_else_is_refused_by_row(tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(TableError) as caught:
        read(tmp_path, content)
    assert str(caught.value).startswith(reason)
    assert "\n" not in str(caught.value)


def test_columns_that_are_not_known_are_left_out(tmp_path: Path) -> None:
    content = b"Seat,note,note,,PLAY\n1,=x,\x1b,y,2\n3\n"
    assert read(tmp_path, content, ("play", "seat")) == [("seat", "play"), ("1", "2"), ("3", "")]


def test_rows_are_counted_as_a_spreadsheet_does(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_bytes(b'\na,b\n"1\n1",2\n\n3,4\n')
    table = read_table(file, 1_000)
    assert (table.header_number, table.numbers) == (2, (3, 5))


def test_only_what_is_surely_whole_is_whole() -> None:
    cells = ("7", "-7", "7.0", "7,00", "\N{MINUS SIGN}7", "+7", "007", "7.0000")
    assert [whole_number(cell) for cell in cells] == [7, -7, 7, 7, -7, 7, 7, 7]
    refused = ("", "7.5", "7.000", "7,000", "7 000", "7%", "1e3", "\uff17", "0x7", "1234567890", "7.", "1.2.3")
    assert [whole_number(cell) for cell in refused] == [None] * len(refused)
    assert all(map(is_number, ("7", "0", "7.5", ",5", "7.000", "1,234.5", "7 000", "12%", "1e3", "-1234567890")))
    assert not any(map(is_number, ("007", "1.2.3", "2025-03-31", "31.03.2025", "4-5", "x", "1 2", "1/2", "A7", "=")))
