"""Both sides of a change as scenarios of one run, and the win shares of boards, seats and strategies on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from reports.compare import estimate_comparisons
from reports.comparison import parse_comparison
from reports.estimates import Estimates, ends_each
from reports.frames import RunFrames
from reports.references import Against
from reports.run import Run, run_of

__all__ = [
    "BEFORE_CHANGE",
    "BOARD",
    "KINDS",
    "ORDINARY",
    "STRATEGY",
    "Kind",
    "WinShares",
    "before_and_after",
    "change_labels",
    "common_columns",
    "is_same",
    "kinds_of",
    "sides",
    "win_shares",
]

BEFORE_CHANGE = "before"
BOARD, STRATEGY = "board", "strategy"
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


KINDS = (Kind(BOARD, ("mirror",)), Kind("seat", ("cross",)), Kind(STRATEGY, ("cross",)))


@dataclass(frozen=True)
class WinShares:
    """Comparisons of a kind: its win shares, by who plays and side; after less before, and how far that differs between
    tuned and ordinary players; after less before in the hands of each strategy (None: of strategies, and where one seat
    decides); its distance from what is fair on each side, for boards also on all sides together."""

    shares: Estimates
    changes: Estimates
    changes_by_strategy: Estimates | None
    fair: Estimates | None
    fair_together: Estimates | None


def sides(run: RunFrames, *, tuned: bool = False) -> Run:
    """The games before the change, then those after each, as scenarios; tuned: and the same played by players who were
    tuned for it, where there are such."""
    labels = (BEFORE_CHANGE, *change_labels(run))
    runs_of = {ORDINARY: (run, *(change.run for change in run.changes))}
    if tuned and run.retuned:
        runs_of[TUNED] = run.retuned.runs
    return run_of(
        ({"scenario": label, "tuned": players}, frames)
        for players, runs in runs_of.items()
        for label, frames in zip(labels, runs, strict=True)
    )


def is_same(run: RunFrames) -> bool:
    """Whether nothing is changed: both sides are the same game."""
    return any(change.same for change in run.changes)


def common_columns(run: RunFrames) -> set[str]:
    """Columns of seats that all sides have."""
    return set(run.columns).intersection(*(change.run.columns for change in run.changes))


def change_labels(run: RunFrames) -> list[str]:
    """Labels of the changes."""
    return [change.label for change in run.changes]


def kinds_of(run: RunFrames) -> list[Kind]:
    """The kinds that the games can tell apart: of which there are several."""
    shares = run.once(win_shares)
    first = (pl.col("scenario") == BEFORE_CHANGE) & (pl.col("tuned") == ORDINARY)
    return [kind for kind in KINDS if kind.name in shares and shares[kind.name].shares.table.filter(first).height > 1]


def before_and_after(means: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """The rows of means after each change, their n with them, beside those before it."""
    is_before = pl.col("scenario") == BEFORE_CHANGE
    rows = means.filter(~is_before).select(*keys, "scenario", "n", *ends_each("after"))
    return rows.join(means.filter(is_before).select(*keys, *ends_each("before")), on=keys, maintain_order="left")


def win_shares(run: RunFrames) -> dict[str, WinShares]:
    """The comparisons of each kind, all of one reading of the games."""
    scenarios, comparisons = sides(run, tuned=True), {}
    kinds = [kind for kind in KINDS if not (kind.name == BOARD and run.game.shared)]

    def compare(kind: str, part: str, by: Sequence[str], against: Against, where: str, name: str) -> None:
        groups = [*by, kind]
        comparisons[kind, part] = parse_comparison(scenarios, by=groups, against=against, where=where, name=name)

    for kind in kinds:
        where, name, by = kind.where(run), f"whatif {kind.name}", ("tuned", "scenario")
        compare(kind.name, "shares", by, None, where, name)
        changes = ({"scenario": BEFORE_CHANGE}, {"scenario": BEFORE_CHANGE, "tuned": ORDINARY})
        compare(kind.name, "changes", by, changes, where, name)
        if (
            kind.name != STRATEGY and run.par is not None
        ):  # seats share what the change does to the strategy that sits there
            chain = (
                {"scenario": BEFORE_CHANGE} if kind.name == BOARD else {"scenario": BEFORE_CHANGE, kind.name: "mean"}
            )
            compare(kind.name, "by strategy", (*by, STRATEGY), chain, where, f"{name} by plan")
        if kind.name != BOARD and run.par is not None:
            compare(kind.name, "fair", (), "par", where, f"{name} par")
    if (where := _pairing(run)) and run.par is not None:
        baseline = {BOARD: run.game.a_sides[0] if len(run.game.a_sides) == 1 else "A"}
        compare(BOARD, "fair", (), baseline, where, "boards board")
        compare(BOARD, "fair_together", ("tuned", "scenario"), baseline, where, "boards board")
    estimates = dict(zip(comparisons, estimate_comparisons(scenarios, list(comparisons.values())), strict=True))
    return {
        kind.name: WinShares(
            estimates[kind.name, "shares"],
            estimates[kind.name, "changes"],
            estimates.get((kind.name, "by strategy")),
            estimates.get((kind.name, "fair")),
            estimates.get((kind.name, "fair_together")),
        )
        for kind in kinds
    }


def _pairing(run: RunFrames) -> str:
    """The condition on games that pair boards with the baseline on a deal, played as players come; "" without such."""
    if run.game.shared or "mirror" not in run.arms:
        return ""
    levels = run.rows("mirror").select(pl.col("board", "strategy").cast(pl.String).unique().implode()).collect()
    boards, strategies = (set(levels[name][0]) for name in ("board", "strategy"))
    if not boards & set(run.game.a_sides) or boards <= set(run.game.a_sides):
        return ""
    tuned = strategies & set(run.tuned)
    names = ", ".join(f"'{name}'" for name in sorted(tuned))
    return f"arm = 'mirror' and strategy not in ({names})" if tuned and strategies - tuned else "arm = 'mirror'"
