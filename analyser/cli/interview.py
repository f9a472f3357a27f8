"""An interview with the owner of a box: what is unknown, datum by datum; each answer is checked and kept at once."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TextIO

from analyser.errors import DataError
from cext.games.answers import allowed, shown
from cext.games.errors import ComponentError
from cext.games.lookups import Lookup
from cext.games.owned import Answered, OwnersCopy
from cext.games.printings import Unknown
from cext.limits import MOST_COMPONENTS, file_bytes

__all__ = ["OwnerInterview", "variance_order"]

SKIPPED = ("", "?", "skip")
STOPPED = ("q", "quit")
SHARES = "variance_shares.csv"
MAX_CHANGES = 4  # changes of other data that are told one by one


def variance_order(path: Path, names: Iterable[str]) -> dict[str, float]:
    """The total share of the variance of each group, from variance_shares.csv or a run whose report has one; groups
    that vary together (`one + other`) have it both. Raises DataError."""
    files = sorted(path.rglob(SHARES), key=lambda file: file.stat().st_mtime) if path.is_dir() else [path]
    if not files or not files[-1].is_file():
        raise DataError(f"{path}: no {SHARES} there: name a run that was played with --printings, or that file")
    shares: dict[str, float] = {}
    try:
        text = file_bytes(files[-1], MOST_COMPONENTS).decode()
        for row in csv.DictReader(io.StringIO(text, newline="")):
            for name in (part.strip() for part in row["group"].split(" + ")):
                shares[name] = max(shares.get(name, 0.0), float(row["total"]))
    except (OSError, KeyError, ValueError, UnicodeDecodeError, csv.Error, AttributeError, TypeError):
        raise DataError(f"{files[-1]}: not a table of variance shares: it has the columns group and total") from None
    if not shares.keys() & set(names):
        raise DataError(f"{files[-1]}: names no group of this game: it is another game's")
    return shares


class OwnerInterview:
    """Questions and answers. say: prints a line. lines: what is typed; of a pipe each line is an answer."""

    def __init__(
        self,
        copy: OwnersCopy,
        say: Callable[[str], object],
        lines: TextIO,
        *,
        order: Mapping[str, float],
        only: str | None,
    ) -> None:
        self.copy, self.say, self.lines, self.order, self.only = copy, say, lines, order, only
        self.is_terminal = lines.isatty()
        self.line = 0  # of a pipe, counted from 1
        self.n_kept = 0
        self.errors: list[str] = []

    def run(self) -> None:
        """Asks until all is known or the owner stops; raises DataError for lines of a pipe that were no answers."""
        looks = list(self.copy.left(self.order, self.only))
        left = self.copy.unknowns.open(self.copy.content)
        of = f"in {len(left)} groups" if self.only is None else f"of '{self.only}'"
        count = sum(left.values()) if self.only is None else left.get(self.only, 0)
        self.say(f"{count} numbers or words {of} are unknown; what matters most comes first.")
        self.say(f"Answers go to {self.copy.folder}.")
        if self.is_terminal and looks:
            self.say("An empty line, ? or skip leaves a question open; q stops, and the same command goes on.")
        try:
            self.ask_all(looks)
        except (EOFError, KeyboardInterrupt):
            self.say("")
        self.copy.write_guide()
        self.end()

    def ask_all(self, looks: Iterable[tuple[Unknown, Lookup]]) -> None:
        """Every question, once; EOFError when the owner stops."""
        group_name = ""
        for number, (group, first) in enumerate(looks, 1):
            look = self.copy.now(group, first)
            if group.name != group_name:
                group_name = group.name
                self.say(f"\n{group.name} ({group.count(self.copy.content)} left)")
                if group.legend:
                    self.say(f"  {group.legend}")
            self.ask(group, look, number)

    def ask(self, group: Unknown, look: Lookup, number: int) -> None:
        """One question, to somebody who types until the answer can be kept."""
        words = {text for text in map(allowed, look.fields.values()) if text}
        entry = look.entry(self.copy.content)
        self.say(f"{number}. {look.question}")
        self.say(f"   look at: {look.where}" + (f"; write {', then '.join(words)}" if len(words) == 1 else ""))
        self.say(f"   as it stands, {entry['status']}: {shown(look, entry)}")
        while True:
            text = self.next_line()
            if text.casefold() in SKIPPED:
                return
            if text.casefold() in STOPPED:
                raise EOFError
            try:
                answered = self.copy.answer(group, look, text)
            except ComponentError as error:
                if self.is_terminal:
                    self.say(f"   {error.reason}")
                    continue
                self.errors.append(f"line {self.line}: {error.reason}")
                self.say(f"   line {self.line} is no answer: {error.reason}")
                return
            self.n_kept += 1
            self.print_changes(answered)
            return

    def next_line(self) -> str:
        """What is typed, or the next line of the pipe; EOFError when there is none."""
        if self.is_terminal:
            return input("> ").strip()
        line = self.lines.readline()
        if not line:
            raise EOFError
        self.line += 1
        return line.strip()

    def print_changes(self, answered: Answered) -> None:
        """What an answer did."""
        self.say(f"   kept: {answered.value}")
        for change in answered.changed[:MAX_CHANGES]:
            self.say(f"   to agree with it: {change.question} {change.after} (it was {change.before})")
        if len(answered.changed) > MAX_CHANGES:
            self.say(f"   and {len(answered.changed) - MAX_CHANGES} more, which nobody has looked up yet")
        for warning in answered.warnings:
            self.say(f"   not as far as is known: {warning}: look again")

    def end(self) -> None:
        """What was kept, what is left, and how to go on."""
        left = self.copy.unknowns.open(self.copy.content)
        game, folder = self.copy.unknowns.game, self.copy.folder
        self.say(f"\n{self.n_kept} answers kept in {folder}; play with --components {folder}")
        if left:
            groups = ", ".join(f"{name} ({count})" for name, count in left.items())
            self.say(f"left: {groups}")
            self.say(f"go on: analyser components ask {game} {folder}; {folder / 'README.md'} lists what to look up")
        else:
            self.say("nothing is left: every datum of the box is known")
        if self.errors:
            n = len(self.errors)
            more = f" (and {n - 1} more)" if n > 1 else ""
            raise DataError(f"{self.errors[0]}{more}: the other answers are kept")
