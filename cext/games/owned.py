"""A folder of component files in which what an owner reads off their box is written down, datum by datum.

An answer changes the datum it is about, and of the others only what has to agree with it: the row that held its value
takes the old one, or the rest of the group that nobody has read off yet is drawn within the constraints.
"""

import csv
import io
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cext.games.answers import read_answer, shown
from cext.games.component_forms import OWNER
from cext.games.components import GUIDE
from cext.games.errors import ComponentError
from cext.games.lookups import Content, Lookup, known, restore
from cext.games.printings import Draws, Unknown, Unknowns, copied

__all__ = ["Answered", "OwnersCopy"]

SOURCE = "read off the box"
GUIDE_HEAD = "# What is left to look up"


@dataclass(frozen=True)
class Changed:
    """A datum that was changed to agree with an answer: its question, and the answers it had and has."""

    question: str
    before: str
    after: str


@dataclass(frozen=True)
class Answered:
    """What an answer did: the datum as it stands now, others that were changed to agree, and warnings it brought."""

    value: str
    changed: tuple[Changed, ...]
    warnings: tuple[str, ...]


class OwnersCopy:
    """The folder: made as an export when it is new, else edited in place."""

    def __init__(self, unknowns: Unknowns, folder: Path) -> None:
        """Raises ComponentError for a folder that cannot be one, or holds files with errors."""
        self.unknowns, self.folder, self.components = unknowns, folder, unknowns.components
        if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            self.components.export(folder)
        self.components.load(folder)
        self.content: Content = self.components.plain(folder)
        self.findings = self.checked(self.content)

    def left(self, order: Mapping[str, float], only: str | None) -> Iterator[tuple[Unknown, Lookup]]:
        """What nobody has looked up, group by group: those of larger weight first, else in the game's own order."""
        groups = sorted(self.unknowns.groups, key=lambda group: -order.get(group.name, 0.0))
        for group in groups:
            for look in group.lookups(self.content) if only in (None, group.name) else ():
                if not look.known(self.content):
                    yield group, look

    def now(self, group: Unknown, look: Lookup) -> Lookup:
        """The same look, in the words of what is known by now."""
        return next(one for one in group.lookups(self.content) if one.place == look.place and one.file == look.file)

    # -- an answer ----------------------------------------------------------------------------------------------------

    def answer(self, group: Unknown, look: Lookup, text: str) -> Answered:
        """Writes an answer down; raises ComponentError, whose reason says why it cannot be."""
        values = read_answer(look, text)
        told = copied(self.content)
        look.entry(told).update(values)
        for pool, before in zip(group.pools(told), group.pools(self.content), strict=True):
            pool.carry(look.entry(told), before)
        for entry in look.marked(told):
            entry |= {"status": OWNER, "source": SOURCE}
        self.refuse_twice(group, look, told)
        content, findings = self.agreeing(group, look, told)
        pairs = zip(group.lookups(self.content), group.lookups(content), strict=True)
        changed = [
            Changed(new.question, shown(old, old.entry(self.content)), shown(new, new.entry(content)))
            for old, new in pairs
            if (new.file, new.place) != (look.file, look.place)
        ]
        warnings = tuple(line.removeprefix("warning: ") for line in findings if line not in self.findings)
        self.save(content)
        self.content, self.findings = content, findings
        return Answered(shown(look, values), tuple(one for one in changed if one.before != one.after), warnings)

    def refuse_twice(self, group: Unknown, look: Lookup, told: Content) -> None:
        """Refuses a value of a fixed stock that others who were looked up have already."""
        for pool, before in zip(group.pools(told), group.pools(self.content), strict=True):
            value = pool.fields[0]
            stock = Counter(row[value] for row in before.entries)
            here = Counter(row[value] for row in pool.entries if known(row))
            for name, number in here.items():
                if pool.fixed and number > max(stock[name], 1):
                    raise ComponentError(
                        look.file, None, f"{name} is on another one already, as it was looked up there"
                    )

    def agreeing(self, group: Unknown, look: Lookup, told: Content) -> tuple[Content, list[str]]:
        """The content with what is told, others brought to agree; of two ways the first that breaks least."""
        lookups = group.lookups(told)
        draws = Draws(0, 0, f"{group.name}: {look.question}")
        exchanged = copied(self.content)
        restore(exchanged, told, lookups, group.pools, draws.shuffled)
        best, findings = exchanged, self.checked(exchanged)
        if group.faults(exchanged) or any(line not in self.findings for line in findings):
            drawn = copied(exchanged)
            group.vary(drawn, draws)
            redrawn = copied(exchanged)
            for one in lookups:
                if one.part == look.part and not one.known(told):
                    one.entry(redrawn).update(one.entry(drawn))
            again = self.checked(redrawn)
            if self.rank(group, redrawn, again) < self.rank(group, exchanged, findings):
                best, findings = redrawn, again
        errors = [line for line in findings if line.startswith("error: ")]
        if errors:
            raise ComponentError(look.file, None, f"it cannot be so: {errors[0].removeprefix('error: ')}")
        return best, findings

    def rank(self, group: Unknown, content: Content, findings: list[str]) -> tuple[int, int, int]:
        """Errors of a content, what breaks within the group, and warnings that were not there."""
        errors = sum(line.startswith("error: ") for line in findings)
        return errors, group.faults(content), sum(line not in self.findings for line in findings)

    def checked(self, content: Content) -> list[str]:
        """Errors or warnings of a content."""
        with TemporaryDirectory() as folder:
            self.components.write(content, Path(folder))
            return self.components.check(Path(folder))

    # -- files --------------------------------------------------------------------------------------------------------

    def save(self, content: Content) -> None:
        """Writes the files that changed, each whole or not at all; what did not change in them stays as it is."""
        try:
            for name, table in content.items():
                if table != self.content[name]:
                    self.replace(name, self.edited(name, table))
        except OSError as error:
            raise ComponentError(self.folder, None, f"cannot be written ({error.strerror}): check the folder") from None

    def edited(self, name: str, table: Any) -> str:
        """The text of a file with another content."""
        path = self.folder / name
        raw = (path if path.exists() else self.components.shipped / name).read_bytes().decode("utf-8")
        if name not in self.components.csv:
            import tomlkit

            document = tomlkit.parse(raw)
            change(document, self.content[name], table)
            return tomlkit.dumps(document)
        rows = csv.reader(io.StringIO(raw.removeprefix("\ufeff"), newline=""))
        header = next(cells for cells in rows if any(cells))
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator="\r\n" if "\r\n" in raw else "\n")
        writer.writerow(header)
        writer.writerows([row[column.strip()] for column in header] for row in table)
        return ("\ufeff" if raw.startswith("\ufeff") else "") + out.getvalue()

    def replace(self, name: str, text: str) -> None:
        """A file in place of the one of its name; a folder of files that is not there is taken whole from the game."""
        path = self.folder / name
        if not path.parent.exists():
            shutil.copytree(self.components.shipped / Path(name).parent, path.parent)
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_bytes(text.encode("utf-8"))
        fresh.replace(path)

    def write_guide(self) -> None:
        """What is left, in the folder's README, to be taken to the box."""
        path = self.folder / GUIDE
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        lines = [text.partition(GUIDE_HEAD)[0].rstrip(), "", GUIDE_HEAD, ""]
        lines += [
            "A row or table that was read off the box has the status `owner`: write it there yourself, or let",
            f"`analyser components ask {self.unknowns.game}` ask. It no longer varies.",
        ]
        told = ""  # of which group, and where to look, the lines before spoke
        for group, look in self.left({}, None):
            if not told.startswith(f"{group.name}: "):
                lines += ["", f"## {group.name}", "", *([group.legend, ""] if group.legend else [])]
            if told != f"{group.name}: {look.where}":
                told = f"{group.name}: {look.where}"
                lines += [*([""] if lines[-1] else []), f"Look at {look.where}.", ""]
            lines.append(f"* {look.question}")
        path.write_text("\n".join(lines).lstrip() + "\n", encoding="utf-8")


def change(document: Any, before: Any, after: Any) -> None:
    """Brings a parsed TOML document from one content to another, and leaves alone what is the same."""
    for key, value in after.items() if isinstance(after, dict) else enumerate(after):
        if value == before[key]:
            continue
        tables = isinstance(value, list) and isinstance(before[key], list) and len(value) == len(before[key])
        if isinstance(value, dict) or (tables and all(isinstance(one, dict) for one in value)):
            change(document[key], before[key], value)
        else:
            document[key] = value
