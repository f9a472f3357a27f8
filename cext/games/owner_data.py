"""A table of the data that no rulebook states, to be filled in beside the box with a spreadsheet, and read again.

A filled-in value changes the datum it is about, and of the others only what has to agree with it: the row that had its
value takes the old one, or the rest of its part that nobody has read off is drawn within the constraints.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cext.commands import command
from cext.games.component_reader import ComponentReader, read_csv
from cext.games.component_schema import OWNER, ChoiceValue, ComponentEntry, IntValue, ListValue, ValueType
from cext.games.errors import ComponentError
from cext.games.owner_questions import Content, OwnerQuestion, is_owner_data, restore
from cext.games.printings import KeyedRandom, UnknownData, UnknownGroup, unknown_data_of
from cext.safe_files import MAX_COMPONENT_BYTES, read_limited
from cext.table_reader import table_text, whole_number
from cext.toml_reader import copied

__all__ = ["filled_folder", "write_unknown"]

SOURCE = "read off the box"
COLUMNS = ("file", "row", "column", "group", "meaning", "allowed", "guess", "status", "value")
NOTHING = "-"  # an empty list in a CSV file, whose cell is empty
PLACE = ("file", "row", "column")
Place = tuple[str, str, str]  # file, row and column of a value, as the table has them


# -- the table ---------------------------------------------------------------------------------------------------------


def write_unknown(unknowns: UnknownData, path: Path, shares: Mapping[str, float]) -> int:
    """Writes a row for each unknown value, those of groups with larger shares first; gives how many. Raises
    ComponentError where the file is there already or cannot be written."""
    content = unknowns.components.raw_content()
    rows = []
    for group in sorted(unknowns.groups, key=lambda group: -shares.get(group.name, 0.0)):
        for look in group.lookups(content):
            entry = look.entry(content)
            for field, form in look.fields.items():
                words = (
                    f"{look.question} Look at {look.where}.",
                    "; ".join(filter(None, (allowed(form), group.legend))),
                )
                rows.append((*place_of(look, field), group.name, *words, cell_text(entry[field]), entry["status"], ""))
    try:
        with path.open("x", encoding="utf-8-sig", newline="") as file:  # with a mark that spreadsheets know UTF-8 by
            file.write(table_text((COLUMNS, *rows)))
    except FileExistsError:
        raise ComponentError(path, None, "exists: name a new file") from None
    except OSError as error:
        raise ComponentError(path, None, f"cannot be written ({error.strerror}): name another file") from None
    return len(rows)


def place_of(look: OwnerQuestion, field: str) -> Place:
    """Where a value stands: rows of CSV files by their numbers in a spreadsheet, tables of TOML files by their keys."""
    if look.is_csv:
        return look.file, str(int(look.place[0]) + 2), field
    *keys, last = look.place if field == "value" else (*look.place, field)
    return look.file, ".".join(str(key + 1) if isinstance(key, int) else key for key in keys), str(last)


def allowed(form: ValueType) -> str:
    """What a value may be, in words; "" where only its meaning can say it."""
    if isinstance(form, ListValue):
        inner = allowed(form.form)
        return f"{form.length or 'several'} values, each {inner}" if inner else ""
    if isinstance(form, IntValue):
        return f"{form.low} to {form.high}"
    return f"one of {', '.join(form.names)}" if isinstance(form, ChoiceValue) else ""


def cell_text(value: Any) -> str:
    """A value as a cell has it: lists of TOML files in square brackets, without quotes."""
    return json.dumps(value).replace('"', "") if isinstance(value, list) else str(value) or NOTHING


def value_of(text: str) -> Any:
    """What a cell stands for: a number, a word, or a list of such in square brackets. Raises ValueError."""
    if not text.startswith("["):
        return text if (number := whole_number(text)) is None else number
    levels: list[list[Any]] = [[]]
    for token in re.findall(r"[\[\]]|[^\[\],\s\"]+", text):
        if token == "[":
            levels.append([])
        elif token == "]" and len(levels) > 1:
            levels[-2].append(levels.pop())
        elif token == "]" or len(levels) == 1:
            raise ValueError(text)
        else:
            levels[-1].append(value_of(token))
    if len(levels) > 1 or len(levels[0]) != 1:
        raise ValueError(text)
    return levels[0][0]


# -- a filled-in table -------------------------------------------------------------------------------------------------


_folders: dict[tuple[str, bytes], TemporaryDirectory[str]] = {}  # component files of filled-in tables, in this process


def filled_folder(game: str, path: Path, errors: list[ComponentError]) -> Path:
    """A folder with the component files of a filled-in table: what it leaves out is as shipped. Raises the first error,
    and appends the others."""
    try:
        key = game, read_limited(path, MAX_COMPONENT_BYTES)
    except OSError as error:
        raise ComponentError(path, None, f"cannot be read ({error.strerror}): check the file") from None
    if key not in _folders:
        unknowns = unknown_data_of(game)
        if unknowns is None:
            raise ComponentError(path, None, f"{game} has no unknown data: name a folder of component files")
        content = FilledTable(unknowns, path).content(errors)
        folder = TemporaryDirectory(prefix="analyser-components-")
        unknowns.components.write(content, Path(folder.name))
        _folders[key] = folder
    return Path(_folders[key].name)


class FilledTable:
    """A table of unknown values, some of them filled in."""

    def __init__(self, unknowns: UnknownData, path: Path) -> None:
        self.unknowns, self.components, self.path = unknowns, unknowns.components, path
        self.shipped: Content = self.components.raw_content()
        self.values: dict[Place, Any] = {}
        self.rows: dict[Place, int] = {}  # in which row of the table a value stands, filled in or not

    def content(self, errors: list[ComponentError]) -> Content:
        """The component files with what is filled in, the rest brought to agree with it."""
        reading = ComponentReader([*self.read()])
        exchanged, content = self.shipped, self.shipped
        for group in () if reading.errors else self.unknowns.groups:
            with reading.catch():
                exchanged = self.exchanged(exchanged, group, self.target(exchanged, group))
        if not reading.errors and not self.breaks(exchanged):
            return exchanged
        for group in () if reading.errors else self.unknowns.groups:  # which of them breaks something
            with reading.catch():
                content = self.reconciled(content, group)
        if reading.errors:
            errors += reading.errors[1:]
            raise reading.errors[0]
        return content

    # -- its rows ------------------------------------------------------------------------------------------------------

    def read(self) -> Iterator[ComponentError]:
        """Reads the values; gives every error."""
        fields = {
            place_of(look, field): (look, form)
            for group in self.unknowns.groups
            for look in group.lookups(self.shipped)
            for field, form in look.fields.items()
        }
        try:
            table = read_csv(self.path, (*PLACE, "value"))
        except ComponentError as error:
            yield error
            return
        missing = [column for column in (*PLACE, "value") if column not in table.header]
        if missing:
            anew = f"export it anew ({command('components', 'export', self.unknowns.game, '--unknown', 'FILE.csv')})"
            yield self.error(table.header_number, f"no column {', '.join(missing)}: {anew}")
            return
        for number, cells in zip(table.numbers, table.rows, strict=True):
            try:
                self.read_row(number, dict(zip(table.header, cells, strict=True)), fields)
            except ComponentError as error:
                yield error
        yield from self.half_filled()

    def read_row(
        self, number: int, row: Mapping[str, str], fields: Mapping[Place, tuple[OwnerQuestion, ValueType]]
    ) -> None:
        """Reads a row."""
        counted = whole_number(row["row"])
        place: Place = row["file"], row["row"] if counted is None else str(counted), row["column"]
        if place[0] not in {file for file, _, _ in fields}:
            files = ", ".join(sorted({file for file, _, _ in fields}))
            raise self.error(
                number,
                f"{self.unknowns.game} has no unknown data in {place[0]!r}: they are in {files}; take its own table",
            )
        if place not in fields:
            raise self.error(
                number, f"no unknown value in {place[0]}, row {place[1]!r}, column {place[2]!r}: leave them as exported"
            )
        if place in self.rows:
            raise self.error(number, f"the same value as in row {self.rows[place]}: remove one of them")
        self.rows[place] = number
        if text := row["value"]:
            self.values[place] = self.checked_value(number, place[2], text, *fields[place])

    def checked_value(self, number: int, column: str, text: str, look: OwnerQuestion, form: ValueType) -> Any:
        """A value as its component file has it."""
        if look.is_csv:
            text = "" if text == NOTHING and isinstance(form, ListValue) else text
            value = form.read(ComponentEntry(self.path.name, number, {}), column, text)
            return value if isinstance(form, IntValue) else text
        try:
            value = value_of(text)
            form.read(ComponentEntry(self.path.name, None, {}), column, value)
        except ComponentError as error:
            raise self.error(number, error.reason) from None
        except ValueError:
            raise self.error(
                number, f"{column} holds {text!r}: close each square bracket, as in [[1, 2], [3]]"
            ) from None
        return value

    def half_filled(self) -> Iterator[ComponentError]:
        """Errors of rows of a component file of which only a part is filled in."""
        for group in self.unknowns.groups:
            for look in group.lookups(self.shipped):
                places = [place_of(look, field) for field in look.fields]
                empty = [place for place in places if place not in self.values]
                filled = [self.rows[place] for place in places if place in self.values]
                if empty and filled:
                    columns = ", ".join(place[2] for place in empty)
                    reason = f"{columns} of the same row of {look.file} is empty: fill in all of it, or nothing"
                    yield self.error(filled[0], reason)

    def error(self, row: int, reason: str) -> ComponentError:
        """The error of a row."""
        return ComponentError(self.path.name, row, reason)

    # -- what has to agree ---------------------------------------------------------------------------------------------

    def filled(self, content: Content, group: UnknownGroup) -> dict[int, OwnerQuestion]:
        """What is filled in of a group, by rows of the table."""
        looks = {self.row_of(look): look for look in group.lookups(content)}
        return {row: look for row, look in looks.items() if row and not self.is_other_face(looks.values(), look)}

    def target(self, content: Content, group: UnknownGroup) -> Content:
        """The content with what is filled in of a group, of status owner, and nothing else changed."""
        filled = self.filled(content, group)
        target: Content = copied(content)
        for look in filled.values():
            entry = look.entry(target)
            entry.update({field: self.values[place_of(look, field)] for field in look.fields})
            for pool, before in zip(group.pools(target), group.pools(content), strict=True):
                pool.carry(entry, before)
            for marked in look.marked(target):
                marked |= {"status": OWNER, "source": SOURCE}
        self.check_stock(group, filled, content, target)
        return target

    def exchanged(self, content: Content, group: UnknownGroup, target: Content) -> Content:
        """The content with what is filled in in its place, where the others of a stock take what it had."""
        result: Content = copied(content)
        if self.filled(content, group):
            restore(result, target, group.lookups(target), group.pools, KeyedRandom(0, 0, group.name).shuffled)
        return result

    def row_of(self, look: OwnerQuestion) -> int:
        """The row of the table with the first value of a look; 0: it is not filled in."""
        place = place_of(look, next(iter(look.fields)))
        return self.rows[place] if place in self.values else 0

    def is_other_face(self, looks: Iterable[OwnerQuestion], look: OwnerQuestion) -> bool:
        """Whether an earlier one of the looks was at the same tile from its other side."""
        if not look.also:
            return False

        def faces(look: OwnerQuestion) -> tuple[str, str]:
            (field,) = look.fields
            return look.marked(self.shipped)[1][field], self.values[place_of(look, field)]

        earlier = takewhile(lambda other: other is not look, looks)
        return faces(look)[::-1] in [faces(other) for other in earlier if self.row_of(other)]

    def check_stock(
        self, group: UnknownGroup, filled: Mapping[int, OwnerQuestion], content: Content, target: Content
    ) -> None:
        """Refuses a value of a fixed stock that more rows have than there are of it."""
        for pool, before in zip(group.pools(target), group.pools(content), strict=True):
            field = pool.fields[0]
            stock = Counter(entry[field] for entry in before.entries)
            used = Counter(entry[field] for entry in pool.entries if is_owner_data(entry))
            for row, look in filled.items():
                value = look.entry(target).get(field)
                if pool.fixed and used[value] > max(stock[value], 1):
                    raise self.error(row, f"{value} stands in another row as well: correct one of them")

    def reconciled(self, content: Content, group: UnknownGroup) -> Content:
        """The content with what is filled in of a group: exchanged or, where that breaks more, with the rest of its
        parts drawn."""
        filled = self.filled(content, group)
        if not filled:
            return content
        target = self.target(content, group)
        best = exchanged = self.exchanged(content, group, target)
        if self.breaks(exchanged):
            drawn, redrawn = copied(exchanged), copied(exchanged)
            group.redraw(drawn, KeyedRandom(0, 0, group.name))
            parts = {look.part for look in filled.values()}
            for look in group.lookups(target):
                if look.part in parts and not look.is_owner_data(target):
                    look.entry(redrawn).update(look.entry(drawn))
            best = min(exchanged, redrawn, key=lambda candidate: self.breaks(candidate) or (0, 0, 0))
        if errors := [line for line in self.findings(best) if line.startswith("error: ")]:
            reason = f"what is filled in of '{group.name}' cannot be so: {errors[0].removeprefix('error: ')}"
            raise self.error(min(filled), reason)
        return best

    def breaks(self, content: Content) -> tuple[int, int, int] | None:
        """How many errors a content has, constraints it breaks, and warnings; None without any."""
        lines = self.findings(content)
        n_errors = sum(line.startswith("error: ") for line in lines)
        found = n_errors, sum(group.faults(content) for group in self.unknowns.groups), len(lines) - n_errors
        return found if any(found) else None

    def findings(self, content: Content) -> list[str]:
        """Errors or warnings of a content."""
        with TemporaryDirectory() as folder:
            self.components.write(content, Path(folder))
            return self.components.check(Path(folder))
