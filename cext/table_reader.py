"""Tables in CSV, read as spreadsheets write them, each row with its number there; refused with row and column.

Commas, semicolons and tabs separate cells, whichever the header has most of. A text is UTF-8, or UTF-16 that says so at
its beginning; another encoding could only be guessed. A whole number may be written 7, 7.0 or 7,00; what could be a
thousand or a fraction is no number. Blank rows, and blank columns without a name, are none.
"""

import codecs
import csv
import io
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cext.safe_files import has_controls, quote, read_limited

__all__ = ["WHOLE_NUMBER", "Table", "TableError", "is_number", "read_table", "table_text", "whole_number"]

SEPARATORS = (",", ";", "\t")
ENCODINGS = {
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16: its mark begins alike
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # how .xlsx, .ods and .xls files begin
SAVE_AS_CSV = "save the sheet as CSV in UTF-8"
MAX_HEADER = 100_000  # characters in which the separator is looked for
HINT = re.compile(r"sep=(.)\r?\n")  # a first line that some spreadsheets write, and do not show
LINE_BREAKS = re.compile(r"\s*[\r\n]\s*")
SPREADSHEET_ERROR = re.compile(r"#(REF!|N/A|DIV/0!|VALUE!|NAME\?|NUM!|NULL!)")
# Three zeros behind the point or comma may be thousands.
WHOLE_NUMBER = r"^([-+]?[0-9]{1,9})(?:[.,](?:0{1,2}|0{4,}))?$"
WHOLE = re.compile(WHOLE_NUMBER)
NUMBER = re.compile(
    r"[-+]?([1-9][0-9]*|0|[0-9]*[.,][0-9]+|[0-9]{1,3}([ \xa0\u202f'’.,][0-9]{3})+([.,][0-9]+)?)(E[-+]?[0-9]+)?\s?%?",
    re.IGNORECASE,
)


class TableError(ValueError):
    """A file that is no table: in which row (None: the whole file), what is wrong and what to do."""

    def __init__(self, row: int | None, reason: str) -> None:
        super().__init__(reason if row is None else f"row {row}: {reason}")
        self.row, self.reason = row, reason


@dataclass(frozen=True)
class Table:
    """Cells of a table without blanks around them, "" where nothing is written.

    rows: as many cells as the header has names. numbers: those of the rows in a spreadsheet, where the first one is 1.
    header_number: that of the header. unused: names of columns that were left out.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...]
    header_number: int
    unused: tuple[str, ...] = ()


def read_table(path: Path, maximum: int, known: Collection[str] = ()) -> Table:
    """The table in a file of at most so many bytes; raises TableError or OSError.

    known: names of the columns that are read, written there in small or capital letters; none: all are.
    """
    text = _decoded(read_limited(path, maximum))
    hint = HINT.match(text)
    text = text[hint.end() :] if hint else text
    separator = hint[1] if hint else max(SEPARATORS, key=lambda separator: _n_columns(text, separator))
    (header_number, header), *rows = _records(text, separator) or [(1, [])]
    if not header:
        raise TableError(None, "the file is empty: its first row names the columns")
    names = [name.lower() if known and name.lower() in known else name for name in header]
    used = [place for place, name in enumerate(names) if (name in known if known else name)]
    if twice := next((names[place] for place in used if names.count(names[place]) > 1), None):
        raise TableError(header_number, f"two columns are called {quote(twice)}: give each a name of its own")
    is_plain = not (has_controls(text.replace("\r", "")) or "=" in text or "#" in text)
    for place in () if is_plain else used:
        _check_cell(header_number, f"column {place + 1}", names[place])
    if len(used) < len(names) or not is_plain or any(len(cells) != len(names) for _, cells in rows):
        for number, cells in rows:
            _check_width(number, cells, names, separator, every_column=not known)
            cells += [""] * (len(names) - len(cells))
            for place in () if is_plain else used:
                _check_cell(number, names[place], cells[place])
    return Table(
        tuple(names[place] for place in used),
        tuple(tuple([cells[place] for place in used]) for _, cells in rows),
        tuple(number for number, _ in rows),
        header_number,
        tuple(name for place, name in enumerate(names) if name and place not in used),
    )


def whole_number(cell: str) -> int | None:
    """The whole number in a cell; None where there is none."""
    match = WHOLE.search(cell.strip().replace("\N{MINUS SIGN}", "-"))
    return int(match[1]) if match else None


def is_number(cell: str) -> bool:
    """Whether a cell holds a number of any kind, which need not be a whole one; with zeros before it, it is a name."""
    return NUMBER.fullmatch(cell.replace("\N{MINUS SIGN}", "-")) is not None


def table_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows, the header first, as the text of a CSV file."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _decoded(content: bytes) -> str:
    """The text of a file."""
    if content.startswith(WORKBOOKS):
        raise TableError(None, f"a spreadsheet's own file, no CSV: {SAVE_AS_CSV}")
    encoding = next((name for mark, name in ENCODINGS.items() if content.startswith(mark)), "utf-8-sig")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        row = None if encoding != "utf-8-sig" else content.count(b"\n", 0, error.start) + 1
        raise TableError(row, f"not UTF-8 text: {SAVE_AS_CSV}") from None
    if "\0" in text[:2]:  # UTF-16 without a mark
        raise TableError(1, f"not UTF-8 text: {SAVE_AS_CSV}")
    return text


def _n_columns(text: str, separator: str) -> int:
    """How many names the first row has where this character separates them."""
    reader = csv.reader(io.StringIO(text[:MAX_HEADER], newline=""), delimiter=separator)
    try:
        return next((len(cells) for cells in reader if cells), 0)
    except csv.Error:
        return 0


def _records(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """The rows with something in them, each with its number."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[int, list[str]]] = []
    number = 0
    try:
        for number, cells in enumerate(reader, 1):
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                rows.append((number, stripped))
    except csv.Error as error:
        raise TableError(number + 1, f"broken CSV ({error}): check the quotes") from None
    if '"' in text:  # the only way for a line to break in a cell
        rows = [(number, [LINE_BREAKS.sub(" ", cell) for cell in cells]) for number, cells in rows]
    return rows


def _check_width(
    number: int, cells: Sequence[str], names: Sequence[str], separator: str, *, every_column: bool
) -> None:
    """Refuse cells beyond the header; where every column is read, also in one without a name, and cells left out at the
    end of a row, which some spreadsheets do with blank ones."""
    n_names = max(place for place, name in enumerate(names, 1) if name)
    if any(cells[len(names) :]) or (every_column and len(cells) < n_names):
        mark = "a tab" if separator == "\t" else f"'{separator}'"
        reason = f"{len(cells)} cells where the header has {n_names}: separate cells by {mark}, quote one that holds it"
        raise TableError(number, reason)
    for place, (name, cell) in enumerate(zip(names, cells, strict=False), 1):
        if every_column and cell and not name:
            raise TableError(number, f"column {place} holds {quote(cell)} and has no name: name it in the header")


def _check_cell(number: int, name: str, cell: str) -> None:
    """Refuse what a program would obey, and formulas and errors in place of their values."""
    if has_controls(cell):
        raise TableError(number, f"{name} holds {quote(cell)}: control characters in it, write plain text")
    if len(cell) > 1 and cell[0] == "=":
        raise TableError(number, f"{name} holds the formula {quote(cell)}: save the values")
    if cell[:1] == "#" and SPREADSHEET_ERROR.fullmatch(cell):
        raise TableError(number, f"{name} holds the error {cell}: correct it in the spreadsheet")
