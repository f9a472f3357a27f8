"""Both sides of a change as scenarios of one run, and the win shares of boards, seats and strategies on each."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from reports.compare import estimate_comparisons, parse_comparison
from reports.estimates import Estimates
from reports.frames import RunFrames
from reports.run import Run, run_of

__all__ = [
    "BEFORE",
    "BOARD",
    "KINDS",
    "ORDINARY",
    "Kind",
    "WinShares",
    "common",
    "is_same",
    "kinds_of",
    "others",
    "sides",
    "win_shares",
]

BEFORE = "before"
BOARD = "board"
ORDINARY, TUNED = "ordinary", "tuned"


@dataclass(frozen=True)
class Kind:
    """A kind of thing with a win share: the arms in which it is measured, the first of them that was played."""

    name: str
    arms: tuple[str, ...]

    def where(self, run: RunFrames) -> str:
        """The condition on games in which it is measured."""
        arm = run.first_arm(*self.arms)
        return f"arm = '{arm}'" if arm else "arm != 'forced'"


KINDS = (Kind(BOARD, ("mirror",)), Kind("seat", ("cross",)), Kind("strategy", ("cross",)))


@dataclass(frozen=True)
class WinShares:
    """Comparisons of a kind: its win shares, by who plays and side; after less before, and how far that differs between
    tuned and ordinary players; its distance from what is fair on each side, for boards also on all sides together."""

    shares: Estimates
    changes: Estimates
    fair: Estimates | None
    fair_together: Estimates | None


def sides(run: RunFrames, *, tuned: bool = False) -> Run:
    """The games before the change, then those after each, as scenarios; tuned: and the same played by players who were
    tuned for it, where there are such."""
    labels = (BEFORE, *others(run))
    played = {ORDINARY: (run, *(change.run for change in run.changes))}
    if tuned and run.retuned:
        played[TUNED] = run.retuned.runs
    return run_of(
        ({"scenario": label, "tuned": players}, frames)
        for players, runs in played.items()
        for label, frames in zip(labels, runs, strict=True)
    )


def is_same(run: RunFrames) -> bool:
    """Whether nothing is changed: both sides are the same game."""
    return any(change.same for change in run.changes)


def common(run: RunFrames) -> set[str]:
    """Columns of seats that all sides have."""
    return set(run.columns).intersection(*(change.run.columns for change in run.changes))


def others(run: RunFrames) -> list[str]:
    """Labels of the changes."""
    return [change.label for change in run.changes]


def kinds_of(run: RunFrames) -> list[Kind]:
    """The kinds that the games can tell apart: of which there are several."""
    shares = run.once(win_shares)
    first = (pl.col("scenario") == BEFORE) & (pl.col("tuned") == ORDINARY)
    return [kind for kind in KINDS if kind.name in shares and shares[kind.name].shares.table.filter(first).height > 1]


def win_shares(run: RunFrames) -> dict[str, WinShares]:
    """The comparisons of each kind, all of one reading of the games."""
    played, asked = sides(run, tuned=True), {}
    kinds = [kind for kind in KINDS if not (kind.name == BOARD and run.game.shared)]
    for kind in kinds:
        by, where = ["tuned", "scenario", kind.name], kind.where(run)
        from_before = ({"scenario": BEFORE}, {"scenario": BEFORE, "tuned": ORDINARY})
        name = f"whatif {kind.name}"
        asked[kind.name, "shares"] = parse_comparison(played, by=by, where=where, name=name)
        asked[kind.name, "changes"] = parse_comparison(played, by=by, against=from_before, where=where, name=name)
        if kind.name != BOARD and run.par is not None:
            asked[kind.name, "fair"] = parse_comparison(
                played, by=kind.name, against="par", where=where, name=f"{name} par"
            )
    if (where := _pairing(run)) and run.par is not None:
        for fair, by in (("fair", [BOARD]), ("fair_together", ["tuned", "scenario", BOARD])):
            asked[BOARD, fair] = parse_comparison(
                played, by=by, against={BOARD: _baseline(run)}, where=where, name="boards board"
            )
    found = dict(zip(asked, estimate_comparisons(played, list(asked.values())), strict=True))
    return {
        kind.name: WinShares(
            found[kind.name, "shares"],
            found[kind.name, "changes"],
            found.get((kind.name, "fair")),
            found.get((kind.name, "fair_together")),
        )
        for kind in kinds
    }


def _baseline(run: RunFrames) -> str:
    """The board that others are compared with, or A for all of its side."""
    return run.game.a_sides[0] if len(run.game.a_sides) == 1 else "A"


def _pairing(run: RunFrames) -> str:
    """The condition on games that pair boards with the baseline on a deal, played as players come; "" without such."""
    if run.game.shared or "mirror" not in run.arms:
        return ""
    met = run.rows("mirror").select(pl.col("board", "strategy").cast(pl.String).unique().implode()).collect()
    boards, strategies = (set(met[name][0]) for name in ("board", "strategy"))
    if not boards & set(run.game.a_sides) or boards <= set(run.game.a_sides):
        return ""
    tuned = sorted(strategies & set(run.tuned))
    listed = ", ".join(f"'{name}'" for name in tuned)
    return f"arm = 'mirror'{f' and strategy not in ({listed})' if tuned and strategies - set(tuned) else ''}"
