"""Data an owner of the box can look up: where each stands in the component files, how to ask for it, what may be said.

A datum that was read off a box has the status OWNER in its file, whoever wrote it there, and draws leave it alone.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cext.games.component_schema import OWNER, Csv, Forms

__all__ = ["Content", "FixedStock", "OwnerQuestion", "at", "in_csv", "in_toml", "is_owner_data", "of_backs", "restore"]

Content = dict[str, Any]  # ComponentSet.raw_content(): rows of CSV files, top tables of TOML files, by file
Row = Mapping[str, Any]


def is_owner_data(entry: Row) -> bool:
    """Whether a row or table was read off a box."""
    return bool(entry["status"] == OWNER)


@dataclass(frozen=True, kw_only=True)
class OwnerQuestion:
    """One look at the box: a row of a CSV file or a table of a TOML file, and what is unknown of it.

    place: keys and numbers that lead to it in the content of the file. fields: what is asked of it, with their forms.
    question: in the rulebook's words. where: on which component, and where there. count: numbers or words to be read
    off. also: places of rows that are known with it. part: what is drawn anew together, should an answer need it.
    """

    file: str
    place: tuple[str | int, ...]
    fields: Forms
    question: str
    where: str
    count: int
    also: tuple[tuple[str | int, ...], ...] = ()
    part: str = ""

    def entry(self, content: Content) -> dict[str, Any]:
        """The row or table."""
        found: dict[str, Any] = at(content[self.file], self.place)
        return found

    def marked(self, content: Content) -> list[dict[str, Any]]:
        """The rows or tables that have the status OWNER when it was looked up."""
        return [at(content[self.file], place) for place in (self.place, *self.also)]

    @property
    def is_csv(self) -> bool:
        """Whether it is a row of a CSV file, whose lists are texts."""
        return self.file.endswith(".csv")

    def is_owner_data(self, content: Content) -> bool:
        """Whether somebody looked it up."""
        return is_owner_data(self.entry(content))


def at(table: Any, place: Iterable[str | int]) -> Any:
    """What stands at a place of a file's content."""
    for key in place:
        table = table[key]
    return table


def in_csv(
    file: str,
    kind: Csv,
    fields: Sequence[str],
    question: Callable[[Row], str],
    where: str,
    *,
    rows: Callable[[Row], bool] = lambda row: True,
    count: int | None = None,
) -> Callable[[Content], list[OwnerQuestion]]:
    """A lookup for each of these rows of a CSV file, of a content."""
    forms = {field: kind.columns[field] for field in fields}
    return lambda content: [
        OwnerQuestion(
            file=file, place=(n,), fields=forms, question=question(row), where=where, count=count or len(fields)
        )
        for n, row in enumerate(content[file])
        if rows(row)
    ]


def of_backs(content: Content, file: str, kind: Csv, field: str, *, tile: str) -> list[OwnerQuestion]:
    """A lookup of the back of each tile of a CSV file whose rows are faces.

    field: asked of the back, by what it is on the front, which is known with it. tile: what is turned.
    """
    fronts = {row["tile"]: (number, row) for number, row in enumerate(content[file]) if row["face"] == 1}
    backs = in_csv(
        file,
        kind,
        (field,),
        lambda row: f"{tile.capitalize()} with {fronts[row['tile']][1][field]} on one face: what is on the other?",
        f"the other face of the {tile}",
        rows=lambda row: row["face"] == 2,
    )
    return [replace(look, also=((fronts[look.entry(content)["tile"]][0],),)) for look in backs(content)]


def in_toml(
    file: str, key: str, forms: Forms, question: str, where: str, *, count: int, within: str = "", part: str = ""
) -> OwnerQuestion:
    """A lookup of a { value = …, status = …, source = … } of a TOML file, or of a table in it."""
    place = (within, key) if within else (key,)
    return OwnerQuestion(
        file=file, place=place, fields={"value": forms[key]}, question=question, where=where, count=count, part=part
    )


@dataclass(frozen=True)
class FixedStock:
    """Rows whose values are a fixed stock: who has another value than thought had it from one of the others.

    fields: the first is the value, the others go where it goes. fixed: the rulebook tells the stock; else it is what
    is thought of it.
    """

    entries: Sequence[dict[str, Any]]
    fields: tuple[str, ...]
    fixed: bool = False

    def carry(self, entry: dict[str, Any], before: "FixedStock") -> None:
        """Gives a row of the pool what goes with its value, as it stood before where that value was."""
        if any(row is entry for row in self.entries):
            held = next((row for row in before.entries if row[self.fields[0]] == entry[self.fields[0]]), entry)
            entry.update({field: held[field] for field in self.fields})

    def restore(self, told: "FixedStock", shuffled: Callable[[Sequence[Any]], list[Any]]) -> None:
        """Gives known rows their values as told; the others share what is left of the stock, keeping their own where
        they can. A value that the stock does not have is new in it."""
        value = self.fields[0]
        stock = Counter(row[value] for row in self.entries)
        rest = {row[value]: [row[field] for field in self.fields] for row in (*told.entries, *self.entries)}
        pending = []
        unknown = [number for number, row in enumerate(told.entries) if not is_owner_data(row)]
        stock.subtract(row[value] for row in told.entries if is_owner_data(row))
        for number in shuffled(unknown):
            if stock[self.entries[number][value]] > 0:
                stock[self.entries[number][value]] -= 1
            else:
                pending.append(number)
        left = shuffled([one for one, n in stock.items() for _ in range(n)])
        for number, row in enumerate(told.entries):
            if is_owner_data(row):
                self.entries[number].update({field: row[field] for field in self.fields})
        for number, one in zip(pending, left, strict=False):
            self.entries[number].update(zip(self.fields, rest[one], strict=True))


def restore(
    drawn: Content,
    told: Content,
    lookups: Iterable[OwnerQuestion],
    pools: Callable[[Content], Sequence[FixedStock]],
    shuffled: Callable[[Sequence[Any]], list[Any]],
) -> None:
    """Puts what is known into a drawn content."""
    for pool, before in zip(pools(drawn), pools(told), strict=True):
        pool.restore(before, shuffled)
    for one in lookups:
        if one.is_owner_data(told):
            for entry, was in zip(one.marked(drawn), one.marked(told), strict=True):
                entry.update(was)
