"""Both sides of a change: whose win shares are compared, in which games, and contrasts between after and before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.between import Scenarios
from reports.frames import RunFrames
from reports.stats.joint import Joint, joint
from reports.tuned import COME, OWN

__all__ = [
    "BEFORE",
    "BOARD",
    "KINDS",
    "Kind",
    "common",
    "contrasts",
    "is_same",
    "kinds_of",
    "measured",
    "others",
    "shares",
    "sides",
    "tuned_sides",
]

BEFORE = "before"
BOARD = "board"
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Kind:
    """A kind of thing with a win share: the arms in which it is measured, the first of them that was played."""

    name: str
    arms: tuple[str, ...]

    def rows(self, run: RunFrames) -> pl.LazyFrame:
        """Seat rows in which it is measured, its name as text in the column `who`."""
        arm = run.first_arm(*self.arms)
        rows = run.rows(arm) if arm else run.seats.filter(pl.col("arm").cast(pl.String) != "forced")
        return rows.with_columns(who=pl.col(self.name).cast(pl.String))


KINDS = (Kind(BOARD, ("mirror",)), Kind("seat", ("cross",)), Kind("strategy", ("cross",)))


def kinds_of(run: RunFrames) -> list[Kind]:
    """The kinds that the games can tell apart: of which there are several."""
    return [kind for kind in KINDS if kind in run.once(_several) and not (kind.name == BOARD and run.game.shared)]


def _several(run: RunFrames) -> list[Kind]:
    return [kind for kind in KINDS if kind.rows(run).select(pl.col("who").n_unique()).collect().item() > 1]


def sides(run: RunFrames) -> Scenarios:
    """The games before the change, then those after each."""
    return Scenarios((BEFORE, *(change.label for change in run.changes)), (run, *(one.run for one in run.changes)))


def tuned_sides(run: RunFrames) -> Scenarios | None:
    """The same, each played by players who were tuned for it; None where nobody was."""
    return None if run.retuned is None else Scenarios(sides(run).labels, run.retuned.runs)


def is_same(run: RunFrames) -> bool:
    """Whether nothing is changed: both sides are the same game."""
    return any(change.same for change in run.changes)


def common(run: RunFrames) -> set[str]:
    """Columns of seats that all sides have."""
    return set(run.columns).intersection(*(change.run.columns for change in run.changes))


def others(run: RunFrames) -> list[str]:
    """Labels of the changes."""
    return [change.label for change in run.changes]


@cache
def measured(kind: Kind) -> Callable[[RunFrames], pl.DataFrame]:
    """Works out the seat-games of a kind on all sides: deal, who, scenario and win_share60."""
    columns = ["deal", "who", "win_share60"]
    return lambda run: sides(run).joined(lambda one: kind.rows(one).select(columns))


@cache
def shares(kind: Kind) -> Callable[[RunFrames], Joint]:
    """Works out the win shares of a kind on all sides, groups by `who`, `scenario` and `players`."""

    def found(run: RunFrames) -> Joint:
        rows = [run.once(measured(kind)).with_columns(players=pl.lit(COME))]
        if (tuned := tuned_sides(run)) is not None:
            columns = ["deal", "who", "win_share60"]
            own = tuned.joined(lambda one: kind.rows(one).select(columns))
            rows.append(own.with_columns(players=pl.lit(OWN)))
        return joint(pl.concat(rows), ["who", "scenario", "players"], "win_share60", scale=60)

    return found


def contrasts(found: Joint, run: RunFrames, players: str = COME) -> tuple[list[tuple[str, str]], Floats]:
    """Names in the game's order with a change's label each, and the weights of after minus before for them where these
    players play; those that are on one side are left out."""
    unit = np.eye(len(found.groups))
    groups = found.groups.select("who", "scenario", "players").iter_rows()
    place = {(who, side): i for i, (who, side, kind) in enumerate(groups) if kind == players}
    names = [
        (who, label)
        for label in others(run)
        for who in sorted({who for who, _ in place}, key=lambda who: (run.game.board_rank(who), who))
        if (who, label) in place and (who, BEFORE) in place
    ]
    weights = [unit[place[who, label]] - unit[place[who, BEFORE]] for who, label in names]
    return names, np.array(weights).reshape(len(names), len(found.groups))
