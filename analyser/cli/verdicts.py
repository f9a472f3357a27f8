"""Verdicts on the terminal: a table for each family, in eighty columns and at most a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyser.cli.output import plain_json, print_tables

if TYPE_CHECKING:
    from reports.answer import Over, Verdict

__all__ = ["Labelled", "print_verdicts"]

Labelled = tuple[str, "Verdict"]  # the scenario it is about, "" of a single one, and the verdict

ROWS = 16  # of all tables together
LEAST = 4  # of each, however many there are
HEAD = ("effect, pp", "95 % together", "verdict", "n", "games needed")
OVER = ("effect, pp", "95 % together", "95 % of printings", "hold", "verdict")


def print_verdicts(verdicts: Sequence[Labelled], by: str) -> int:
    """Print them, those of a family together; by: what scenarios differ in, the head of their column where there are
    several. Gives how many were left out, the middle ones of long families."""
    families: dict[str, list[Labelled]] = {}
    for label, verdict in verdicts:
        families.setdefault(verdict.family, []).append((label, verdict))
    each = max(LEAST, ROWS // max(1, len(families)))
    room = ROWS - sum(len(rows) for rows in families.values() if len(rows) <= each)
    long = [name for name, rows in families.items() if len(rows) > each]
    most = max(LEAST, room // len(long)) if long else each
    over = any(verdict.over for _, verdict in verdicts)
    several = any(label for label, _ in verdicts)
    head = (*([by] if several else []), "compared", *(OVER if over else HEAD))
    tables: dict[str, list[list[str]]] = {}
    left = 0
    for name, rows in families.items():
        shown = rows if len(rows) <= most else [*rows[: most - most // 2], *rows[len(rows) - most // 2 :]]
        left += len(rows) - len(shown)
        tables[name] = [
            [*([label] if several else []), verdict.name, *(_over(verdict) if over else _alone(verdict))]
            for label, verdict in shown
        ]
    numeric = (1, 2, 3, 4) if over else (1, 2, 4, 5)
    print_tables(head, tables, right=[place + several for place in numeric])
    return left


def _alone(verdict: Verdict) -> list[str]:
    """The verdict as a row."""
    needed = verdict.games_needed
    hopeless = "never" if verdict.verdict == "undecided" and verdict.n else ""
    return [*_effect(verdict), _word(verdict), f"{verdict.n:,}", hopeless if needed is None else f"{needed:,}"]


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
