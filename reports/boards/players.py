"""Boards by who plays, against the baseline and among other sides: players as they come, and players with weights of
their own for the board they sit at. The comparisons of a situation are one family, so that an effect has one interval
wherever it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import effects
from reports.boards.pairs import Compared, by_strategy, differences, moved_means, pairs
from reports.boards.prices import AGAINST, AMONG, DEALT
from reports.frames import SCORE, RunFrames, text
from reports.stats.cluster import grouped
from reports.stats.families import Family
from reports.stats.joint import Joint, joint
from reports.tuned import COME, Tuned, parts, weights

__all__ = ["Shared", "by_board", "dealt", "dealt_by_strategy", "plans_of", "tuned", "tuned_among", "tuned_in"]

Weights = NDArray[np.float64]


class Shared(NamedTuple):
    """Win shares of boards (and strategies) against par, as a family: the same rows in the same order."""

    table: pl.DataFrame
    family: Family


def by_board(run: RunFrames) -> Compared:
    """Every board against side A over all strategies, players as they come."""
    return run.once(_against)[0]


def tuned(run: RunFrames) -> Tuned[str] | None:
    """The boards that players are tuned for, in the game's order, against side A by both kinds of players; None where
    only one kind played, and where the table shares a board. `by_board` has the first part for all boards."""
    if run.game.shared or not len(run.once(pairs)):
        return None
    return run.once(_against)[1]


def dealt(run: RunFrames) -> Shared | None:
    """Every board among other sides over all strategies, players as they come; None where no games deal one to every
    seat."""
    found = run.once(_among)
    return None if found is None else found[0]


def tuned_among(run: RunFrames) -> Tuned[str] | None:
    """The same as tuned(), among other sides against par."""
    found = run.once(_among)
    return None if found is None else found[1]


def dealt_by_strategy(run: RunFrames) -> Shared | None:
    """Every board among other sides in the hands of each strategy: one family."""
    if not _deals_to_all(run):
        return None
    keys, rows = ["board", "strategy"], _dealt_rows(run)
    means = joint(rows, keys, "win_share60", scale=60)
    return Shared(grouped(rows, keys, {"score": SCORE}), effects.shares(run, means, f"dealt {' '.join(keys)}"))


def tuned_in(run: RunFrames) -> dict[str, Tuned[str]]:
    """Both kinds of players in every situation in which both played."""
    found = {AMONG: run.once(tuned_among), AGAINST: run.once(tuned)}
    return {situation: both for situation, both in found.items() if both is not None}


def plans_of(run: RunFrames, situation: str) -> dict[str, pl.DataFrame]:
    """What each plan tuned for a board gains from it, where there are several: `players` (its name), n, effect with the
    interval it has among single strategies, p."""
    each = run.once(dealt_by_strategy if situation == AMONG else by_strategy)
    if each is None:
        return {}
    family = effects.together(each.family).with_columns(n=pl.Series(each.family.n))
    rows = text(each.table.select("board", pl.col("strategy").alias("players")), "board", "players").hstack(family)
    mine = {
        board: rows.filter(
            (pl.col("board") == board) & pl.col("players").is_in([p for p, own in run.tuned.items() if board in own])
        )
        for board in run.game.boards
    }
    return {board: found for board, found in mine.items() if len(found) > 1}


def _against(run: RunFrames) -> tuple[Compared, Tuned[str] | None]:
    """The whole family, judged together."""
    rows = _by_players(run, run.once(pairs).lazy()).collect()
    found = differences(rows.filter(pl.col("players") == COME), ["board"], {"score": SCORE})
    means = moved_means(rows, ["board", "players"])
    known = text(found, "board")["board"].to_list()
    come, own = _means_of(run, means)
    same = [known.index(board) for board in own]
    contrasts = weights([come[board] for board in known], [*own.values()], same)
    whole = effects.differences(run, means, contrasts, "boards board")
    first = replace(whole.part(slice(len(known))), n=found["n"].to_numpy())
    return Compared(found.hstack(effects.together(first)), first), parts(whole, first, [*own], same)


def _among(run: RunFrames) -> tuple[Shared, Tuned[str] | None] | None:
    """The whole family, judged together; None where no games deal a board to every seat."""
    if not _deals_to_all(run):
        return None
    rows = _by_players(run, _dealt_rows(run))
    means = joint(rows, ["board", "players"], "win_share60", scale=60)
    found = grouped(rows.filter(pl.col("players") == COME), ["board"], {"score": SCORE})
    known = text(found, "board")["board"].to_list()
    come, own = _means_of(run, means)
    same, n = [known.index(board) for board in own], len(known) + len(own)
    contrasts = weights([come[board] for board in known], [*own.values()], same)
    whole = effects.shares_and_differences(run, means, contrasts[:n], contrasts[n:], "dealt board")
    first = whole.part(slice(len(known)))
    return Shared(found, first), parts(whole, first, [*own], same)


def _deals_to_all(run: RunFrames) -> bool:
    return DEALT in run.arms and run.par is not None


def _dealt_rows(run: RunFrames) -> pl.LazyFrame:
    return run.rows(DEALT).filter(pl.col("board").is_not_null())


def _by_players(run: RunFrames, rows: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of players as they come, and those of tuned ones at boards they are tuned for: `players` says which, a
    plan by its name."""
    name, board = (pl.col(column).cast(pl.String) for column in ("strategy", "board"))
    played = set(rows.select(name).unique().collect()["strategy"].to_list())
    tuned = {} if run.game.shared or played <= set(run.tuned) else run.tuned
    own = [(name == plan) & board.is_in(list(boards)) for plan, boards in tuned.items()]
    come = ~name.is_in(list(tuned))
    players = pl.when(come).then(pl.lit(COME)).when(pl.any_horizontal(come, *own)).then(name)
    return rows.with_columns(players=players).filter(pl.col("players").is_not_null())


def _means_of(run: RunFrames, means: Joint) -> tuple[Mapping[str, Weights], dict[str, Weights]]:
    """Weights of the means of every board: of players as they come; of those tuned for it, each plan counting alike, in
    the game's order."""
    groups = text(means.groups, "board").select("board", "players").iter_rows()
    unit = dict(zip(groups, np.eye(len(means.estimate)), strict=True))
    own: dict[str, Weights] = {}
    for board in run.game.boards:
        each = [mean for (where, players), mean in unit.items() if where == board and players != COME]
        if each and (board, COME) in unit:
            own[board] = np.mean(each, axis=0)
    return {board: mean for (board, players), mean in unit.items() if players == COME}, own
