"""A change of a game: what is not the same before and after it, and the games played after it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.facts import Edit, GameFacts

if TYPE_CHECKING:
    from reports.frames import RunFrames

__all__ = ["Change", "Difference", "Gained", "Retuned", "between_edits"]

NOT_THERE = "–"


@dataclass(frozen=True)
class Difference:
    """One thing that a change makes otherwise: what it is, as it is before and after; `change`: the label of the
    change, where there are several."""

    change: str
    what: str
    before: str
    after: str


@dataclass(frozen=True, eq=False)
class Change:
    """What is changed, and its games, on the deals and line-ups of those before; `value` is the number that a datum or
    switch is set to, of which several are played, `of` its name, and `base_value` the number before the change, where
    that is one of the values asked about. `same`: nothing is changed, the games are those before."""

    label: str
    run: RunFrames
    differences: tuple[Difference, ...] = ()
    of: str = ""
    value: float | None = None
    scenario: str = ""  # the name of its games' scenario
    base_value: float | None = None
    same: bool = False


@dataclass(frozen=True)
class Gained:
    """What a strategy tuned for a side of a change gained on fresh deals over as it came, with 95 % intervals: `side`
    is a change's label or before; `plan_side`: the side whose search found the plan that it plays there by, the best
    there of all that were found; None: none gained, it plays as it comes."""

    side: str
    strategy: str
    plan_side: str | None
    generations: int
    deals: int
    share: float  # of win share
    share_low: float
    share_high: float
    ahead: float  # of points ahead of the mean opponent
    ahead_low: float
    ahead_high: float


@dataclass(frozen=True, eq=False)
class Retuned:
    """The games before a change and those after each, on the same deals and line-ups, each side played by players tuned
    for it; and what tuning gained them."""

    runs: tuple[RunFrames, ...]
    gained: tuple[Gained, ...]


def between_edits(
    label: str, game: GameFacts, old_edits: Sequence[Edit], new_edits: Sequence[Edit]
) -> list[Difference]:
    """Where two sets of component files differ, given by their edits of the shipped ones, in the game's words: a list
    place by place."""
    sides: list[dict[tuple[str, str, str], Edit]] = [
        {(edit.file, edit.row, edit.field): edit for edit in edits} for edits in (old_edits, new_edits)
    ]
    differences = []
    for key in dict.fromkeys([*sides[0], *sides[1]]):
        old, new = sides[0].get(key), sides[1].get(key)
        shipped = next(edit.shipped for edit in (old, new) if edit is not None)
        values = [shipped if edit is None else edit.edited for edit in (old, new)]
        if values[0] != values[1]:
            differences += [Difference(label, *words) for words in _describe_edit(game, *key, *values)]
    return differences


def _describe_edit(
    game: GameFacts, file: str, row: str, field: str, old_value: str, new_value: str
) -> Iterator[tuple[str, str, str]]:
    """What an edit sets, as it is before and after: "triangle (B), region 4", "2 slots", "3 slots"."""
    board = game.boards.get(row)
    where = [board.label] if board else [part for part in (file, row) if part]
    lists = [_parse_list(value) for value in (old_value, new_value)]
    tracks, unit = (board.tracks if board and field == "tracks" else ()), ""
    if lists[0] is None or lists[1] is None or len(lists[0]) != len(lists[1]):
        parts = [part for part in (*where, field.replace("_", " ")) if part]
        yield ", ".join(parts), old_value or NOT_THERE, new_value or NOT_THERE
        return
    if len(tracks) == len(lists[0]) and game.board.tracks is not None:
        unit = f" {game.board.tracks.unit}"
    for place, (old, new) in enumerate(zip(*lists, strict=True)):
        if old != new:
            name = tracks[place].name if unit else f"{field.replace('_', ' ')} {place + 1}"
            yield ", ".join((*where, name)), f"{_format_value(old)}{unit}", f"{_format_value(new)}{unit}"


def _parse_list(text: str) -> list[Any] | None:
    """The list that a text is; None for any other text."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, list) else None


def _format_value(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
