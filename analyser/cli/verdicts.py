"""Verdicts on the terminal: one table, the rows of each family together; of many, the largest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from analyser.cli.output import fits, plain_json, table_lines

if TYPE_CHECKING:
    from reports.answer import Over, Verdict

__all__ = ["Labelled", "largest", "verdict_lines"]

Labelled = tuple[str, "Verdict"]  # the scenario it is about, "" of a single one, and the verdict
Tables = dict[str, list[list[str]]]  # rows of cells by family

HEAD = ("effect, pp", "95 % together", "verdict", "n", "games needed")
OVER = ("effect, pp", "95 % together", "95 % of printings", "hold", "verdict")
NUMBERS = {*HEAD, *OVER} - {"verdict"}
INSTEAD = {"plans": "more plans", "data": "look up data", "tolerance": "never"}  # what to do where games settle nothing
SPARE = ("hold", "n", "games needed")  # columns that go, in this order, before a row takes two lines of a screen


def largest(verdicts: Sequence[Labelled], rows: int) -> list[Labelled]:
    """So many of them in their order: of each family the largest effect, then of each the next."""
    ranks = [
        sorted(members, key=lambda at: -abs(verdicts[at][1].effect or 0.0)) for members in _families(verdicts).values()
    ]
    turns = (at for turn in zip_longest(*ranks) for at in turn if at is not None)
    taken = {at for _, at in zip(range(rows), turns, strict=False)}
    return [one for at, one in enumerate(verdicts) if at in taken]


def _families(verdicts: Sequence[Labelled]) -> dict[str, list[int]]:
    """The places of the verdicts of each family."""
    families: dict[str, list[int]] = {}
    for at, (_, verdict) in enumerate(verdicts):
        families.setdefault(verdict.family, []).append(at)
    return families


def verdict_lines(verdicts: Sequence[Labelled], by: str, *, folded: bool) -> list[str]:
    """A row for each under the name of its family. by: what scenarios differ in, the head of their column where there
    are several. folded: long names take two lines rather than the place of a column."""
    if not verdicts:
        return []
    over = any(verdict.over for _, verdict in verdicts)
    several = any(label for label, _ in verdicts)
    head = [*([by] if several else []), "compared", *(OVER if over else HEAD)]
    tables: Tables = {}
    for label, verdict in verdicts:
        row = [*([label] if several else []), verdict.name, *(_over(verdict) if over else _alone(verdict))]
        tables.setdefault(verdict.family, []).append(row)
    kept, shown = (head, tables) if folded else _narrowed(head, tables)
    return table_lines(kept, shown, right=[at for at, name in enumerate(kept) if name in NUMBERS])


def _narrowed(head: list[str], tables: Tables) -> tuple[list[str], Tables]:
    """The table without the columns for which rows would be folded."""
    kept, shown = head, tables
    for name in ("", *SPARE):
        if name in kept:
            at = kept.index(name)
            kept = kept[:at] + kept[at + 1 :]
            shown = {family: [row[:at] + row[at + 1 :] for row in rows] for family, rows in shown.items()}
        if fits(kept, shown):
            break
    return kept, shown


def _alone(verdict: Verdict) -> list[str]:
    """The verdict as a row."""
    needed = verdict.games_needed
    instead = INSTEAD.get(verdict.settled_by, "")
    return [*_effect(verdict), _word(verdict), f"{verdict.n:,}", instead if needed is None else f"{needed:,}"]


def _over(verdict: Verdict) -> list[str]:
    """The verdict as a row with where other printings lie, and in how many of them the shipped one's word holds."""
    over: Over | None = verdict.over
    if over is None:
        return [*_effect(verdict), "", "", _word(verdict)]
    holds = "" if over.holds is None else f"{over.holds} of {over.printings}"
    return [*_effect(verdict), f"{_points(over.low)} to {_points(over.high)}", holds, _word(verdict)]


def _effect(verdict: Verdict) -> list[str]:
    low, high = _points(verdict.low), _points(verdict.high)
    return [_points(verdict.effect), f"{low} to {high}" if low and high else ""]


def _word(verdict: Verdict) -> str:
    return f"leans {verdict.leans}" if verdict.leans else verdict.word


def _points(value: float | None) -> str:
    """A fraction of win share in percentage points, with its sign and a true minus."""
    plain = plain_json(value)
    return "" if plain is None else f"{plain * 100:+.1f}".replace("-", "−")
