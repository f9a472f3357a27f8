"""Both sides of a change as scenarios of one run: win shares of boards, seats and strategies, uses of counters, and
games that ended otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from reports.comparison import Against, parse_comparison
from reports.effects import TunedGains, parts
from reports.estimates import Estimates, ends_each
from reports.estimators.example_games import EACH, line_ups
from reports.estimators.example_games import KINDS as GAME_KINDS
from reports.run import Run, run_of

if TYPE_CHECKING:
    from reports.frames import Change, RunFrames
    from reports.stats.families import Family

__all__ = [
    "BEFORE_CHANGE",
    "BOARD",
    "KINDS",
    "NOUNS",
    "ORDINARY",
    "STRATEGY",
    "Kind",
    "Names",
    "WinShares",
    "before_and_after",
    "change_labels",
    "changed_win_shares",
    "common_columns",
    "compare_uses",
    "is_unchanged",
    "kinds_of",
    "pair_games",
    "sides",
    "subject_name",
    "win_share_changes",
]  # fmt: skip

Names = list[tuple[str, str]]  # who, and by which change
BEFORE_CHANGE = "before"
BOARD, STRATEGY = "board", "strategy"
ORDINARY, TUNED = "ordinary", "tuned"
NOUNS = {"seat": ("seat", "seats"), STRATEGY: ("strategy", "strategies")}


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


def is_unchanged(run: RunFrames) -> bool:
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
    shares = run.result(changed_win_shares)
    first = (pl.col("scenario") == BEFORE_CHANGE) & (pl.col("tuned") == ORDINARY)
    return [kind for kind in KINDS if kind.name in shares and shares[kind.name].shares.table.filter(first).height > 1]


def subject_name(run: RunFrames, kind: str, who: str) -> str:
    """A board, seat or strategy in words, as a sentence may begin."""
    label = run.game.label(who)
    board = f"a seat with {label}" if label.startswith("no ") else label
    return {BOARD: board, "seat": f"seat {who}"}.get(kind, who)


def before_and_after(means: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """The rows of means after each change, their n with them, beside those before it."""
    is_before = pl.col("scenario") == BEFORE_CHANGE
    rows = means.filter(~is_before).select(*keys, "scenario", "n", *ends_each("after"))
    return rows.join(means.filter(is_before).select(*keys, *ends_each("before")), on=keys, maintain_order="left")


def changed_win_shares(run: RunFrames) -> dict[str, WinShares]:
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
        baseline = {BOARD: run.game.plain_name}
        compare(BOARD, "fair", (), baseline, where, "boards board")
        compare(BOARD, "fair_together", ("tuned", "scenario"), baseline, where, "boards board")
    estimates = dict(zip(comparisons, scenarios.estimate(list(comparisons.values())), strict=True))
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
    boards = set(run.rows("mirror").select(pl.col("board").cast(pl.String).unique()).collect()["board"])
    return "" if not boards & set(run.game.plain_boards) or boards <= set(run.game.plain_boards) else "arm = 'mirror'"


def win_share_changes(run: RunFrames, kind: Kind) -> tuple[Names, Family, TunedGains[tuple[str, str]] | None]:
    """The differences of a kind's win shares, after minus before, judged together: of ordinary players, where both
    sides are the same game zeros without intervals; and beside them those of players tuned for each side, None where
    nobody was."""
    changes = run.result(changed_win_shares)[kind.name].changes
    rows = changes.table.select("tuned", pl.col(kind.name).cast(pl.String), "scenario").rows()
    names = [(who, label) for players, who, label in rows if players == ORDINARY]
    tuned_names = [(who, label) for players, who, label in rows if players != ORDINARY]
    tuned_names = tuned_names[: len(tuned_names) // 2]  # then how far each of them differs from ordinary players
    same = [names.index(name) for name in tuned_names]
    (family_of_all,) = changes.families
    first = family_of_all.part(slice(len(names)))
    if is_unchanged(run):
        zero, none = np.zeros(len(names)), np.full(len(names), np.nan)
        first = replace(first, effect=zero, se=zero, n=first.n // 2, low=none, high=none)  # n: played once
        first = replace(first, low_each=none, high_each=none)
    return names, first, parts(family_of_all, first, tuned_names, same)


# -- counters and games -----------------------------------------------------------------------------------------------


def compare_uses(run: RunFrames, counters: Sequence[str], where: str, *by: str) -> pl.DataFrame:
    """A row for each counter, group and change: means per seat and game before and after, their difference, and what it
    is relative to before. What stays 0 has none."""
    scenarios, keys = sides(run), ["counter", *by, "scenario"]
    references = (None, {"scenario": BEFORE_CHANGE}, {"scenario": f"relative to {BEFORE_CHANGE}"})
    comparisons = [
        parse_comparison(scenarios, counters, by=keys[1:], against=reference, where=where, name="whatif uses")
        for reference in references
    ]
    estimates = scenarios.estimate(comparisons)
    means, *differences = (table.table.rename({"measure": "counter"}) for table in estimates)
    rows = before_and_after(means, keys[:-1])
    for name, table in zip(("difference", "relative"), differences, strict=True):
        if len(table):
            rows = rows.join(table.select(*keys, *ends_each(name)), on=keys, how="left", maintain_order="left")
    return rows.filter((pl.col("before") != 0) | (pl.col("after") != 0))


def pair_games(run: RunFrames) -> pl.DataFrame:
    """Games before and after the change by how differently they ended: five of each kind, fewer of each change where
    there are several, each on a deal of its own; no rows where no game ended otherwise."""
    frames = [frame for change in run.changes for frame in _example_pairs(run, change)]
    if not frames:
        return pl.DataFrame()
    rows = pl.concat(frames).sort(pl.col("kind").cast(pl.Enum(GAME_KINDS)), maintain_order=True)
    has_link = pl.lit(False) if run.replays is None else pl.int_range(pl.len()).over("kind") < run.replays.each
    folder = run.replays.folder if run.replays else ""

    def page(scenario: pl.Expr) -> pl.Expr:
        return pl.when(has_link).then(pl.format("{}/{}/game-{}.html", pl.lit(folder), scenario, "game"))

    return rows.with_columns(
        change=pl.col("change") if len(run.changes) > 1 else pl.lit(None, dtype=pl.String),
        replay=page(pl.lit(run.replays.scenario if run.replays else "")),
        replay_after=page(pl.col("scenario")),
    )


def _example_pairs(run: RunFrames, change: Change) -> Iterator[pl.DataFrame]:
    """Pairs of the games before and after one change, of each kind."""
    pairs = _pairs(run, change)
    each = max(1, EACH // len(run.changes))
    used_games: list[int] = []
    usual = (pl.col("apart") - pl.col("apart").median()).abs()
    for kind, order in zip(GAME_KINDS, ([usual], [pl.col("apart")], [-pl.col("apart")]), strict=True):
        remaining = pairs.filter(~pl.col("game").is_in(used_games)).sort(*order, "game")
        rows = remaining.unique("deal", keep="first", maintain_order=True).head(each)
        games = rows["game"].to_list()
        in_seats = line_ups(run, games, change.run)
        labels = {"kind": pl.lit(kind), "change": pl.lit(change.label), "scenario": pl.lit(change.scenario)}
        used_games += games
        yield rows.with_columns(**labels, played=pl.Series([in_seats[game] for game in games], dtype=pl.String))


def _pairs(run: RunFrames, change: Change) -> pl.DataFrame:
    """A row for each game that ended otherwise: game, deal, apart, margin and decisions before and after."""
    shift = (pl.col("score_after").cast(pl.Int64) - pl.col("score").cast(pl.Int64)).abs()
    seats = run.seats.select("game", "seat", "score")
    score_pairs = seats.join(change.run.seats.select("game", "seat", "score"), on=["game", "seat"], suffix="_after")
    distance = score_pairs.group_by("game").agg(apart=shift.sum() / pl.len())
    ends = ("winning_margin", "n_decisions")
    games = run.games.select("game", "deal", *ends).join(
        change.run.games.select("game", *ends), on="game", suffix="_after"
    )
    same = pl.all_horizontal(pl.col("apart") == 0, *(pl.col(column) == pl.col(f"{column}_after") for column in ends))
    return games.join(distance, on="game").filter(~same).sort("game").collect()
