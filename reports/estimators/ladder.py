"""Ladders, one search with ever more games a decision: how strong each step is; and cycles, strategies that beat each
other in turn."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.estimators.free_games import free_rows
from reports.estimators.standing import finish_ahead_table, standing
from reports.frames import RunFrames
from reports.head_to_head import meetings
from reports.stats.cycles import resample_shares, three_cycles
from reports.stats.verdict import FEW_DEALS

__all__ = ["cycle_table", "ladder_table", "ladders"]

STEP = re.compile(r"(?P<before>(?:flat|mcts|search:.+?):)(?P<games>\d+)(?P<after>(?::.+)?)")  # a search by its name
MAX_CYCLES = 20


def ladders(names: Iterable[str]) -> dict[str, list[tuple[int, str]]]:
    """Of each search that played with several numbers of games: these, the least first, and its names with them."""
    steps_of: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        if step := STEP.fullmatch(name):
            steps_of.setdefault(f"{step['before']}N{step['after']}", []).append((int(step["games"]), name))
    return {ladder: sorted(steps) for ladder, steps in steps_of.items() if len(steps) > 1}


def ladder_table(run: RunFrames) -> pl.DataFrame:
    """A row a step, ladder by ladder, the least games first: its Elo, and how often it finishes ahead of the step
    below."""
    table = run.result(standing)
    steps_of = ladders(table["strategy"].to_list() if len(table) else ())
    if not steps_of:
        return pl.DataFrame()
    rows = [
        {"ladder": ladder, "games": games, "strategy": name, "below": steps[at - 1][1] if at else None}
        for ladder, steps in steps_of.items()
        for at, (games, name) in enumerate(steps)
    ]
    pairs = run.result(finish_ahead_table).select(
        strategy="row", below="column", **{n: n for n in _columns_of("ahead")}
    )
    elo = table.select("strategy", "n", "milliseconds", *_columns_of("elo"))
    steps = pl.DataFrame(rows, schema_overrides={"below": pl.String}).join(elo, on="strategy", maintain_order="left")
    return steps.join(pairs, on=["strategy", "below"], how="left", maintain_order="left")


def _columns_of(name: str) -> list[str]:
    """The columns of an estimate."""
    return [name, f"{name}_low", f"{name}_high"]


def cycle_table(run: RunFrames) -> pl.DataFrame:
    """A row for each three who finish ahead of each other in turn, the stablest first; empty where there are none,
    where fewer than three met all others, or on too few deals."""
    table = run.result(standing)
    names = tuple(table["strategy"].to_list()) if len(table) else ()
    levels, met_rows = meetings(run, free_rows(run), "strategy") if len(names) > 2 else ([], pl.DataFrame())
    if not len(met_rows) or met_rows["deal"].n_unique() < FEW_DEALS:
        return pl.DataFrame()
    place = np.array([names.index(name) for name in levels])
    deal = met_rows["deal"].rank("dense").to_numpy().astype(np.int64) - 1
    first, second = place[met_rows["row"].to_numpy()], place[met_rows["column"].to_numpy()]
    n = len(names)
    halves, games = np.zeros((2, int(deal.max()) + 1, n * n), dtype=np.int64)
    halves[deal, first * n + second] = met_rows["half"].to_numpy()
    games[deal, first * n + second] = met_rows["games"].to_numpy()
    pairs = np.flatnonzero(games.any(axis=0))
    if len(pairs) < n * (n - 1) // 2:
        return pl.DataFrame()
    halves, games = halves[:, pairs], games[:, pairs]
    row, column = np.divmod(pairs, n)

    def square(share: NDArray[np.float64]) -> NDArray[np.float64]:
        out = np.full((*share.shape[:-1], n, n), 0.5)
        out[..., row, column], out[..., column, row] = share, 1.0 - share
        return out

    chance = square(halves.sum(axis=0) / (2.0 * games.sum(axis=0)))
    samples = square(resample_shares(halves, games, 2, seed=zlib.crc32(f"{run.seed} cycles".encode())))
    cycles = three_cycles(chance, samples)[:MAX_CYCLES]
    columns = ("first", "second", "third", "first_second", "second_third", "third_first", "stable")
    rows = [(*(names[at] for at in cycle.players), *cycle.chances, cycle.stable) for cycle in cycles]
    return pl.DataFrame(rows, schema=columns, orient="row") if rows else pl.DataFrame()
