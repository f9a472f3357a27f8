"""The race of a game: who leads after each round, and when it is over."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports.frames import RunFrames, in_order, seatwise

__all__ = ["half_way", "leaders", "over_after"]


def over_after(run: RunFrames, rows: pl.LazyFrame) -> dict[int, float]:
    """By round: in which fraction of the games no seat's running score changes after it."""
    after = run.numbered("score_after_round_")
    if not after:
        return {}
    last = pl.col(after[max(after)])
    games = rows.group_by("game").agg((pl.col(column) == last).all() for column in after.values())
    parts = games.select(pl.col(column).mean() for column in after.values()).collect().row(0)
    return {number: float(part or 0.0) for number, part in zip(after, parts, strict=True)}


def half_way(run: RunFrames, rows: pl.LazyFrame) -> tuple[int, str] | None:
    """The round after which half of the rounds of an ordinary game are played, and the column of its running scores."""
    over = over_after(run, rows)
    length = next((r for r, part in over.items() if part >= 0.5), 0)
    return next(((r, run.numbered("score_after_round_")[r]) for r in over if length > r >= length / 2), None)


def leaders(rows: pl.LazyFrame, column: str) -> pl.DataFrame:
    """Of each game, after some round: the best, the summed and the worst score of these rows' seats, and the win share
    of whoever led, in 3600ths (joint leaders averaged)."""
    frame = in_order(rows, [column, "win_share60"])
    seats = len(frame) // max(1, frame["game"].n_unique())
    score, won = (seatwise(frame, c, seats).astype(np.int64) for c in (column, "win_share60"))
    best = score.max(axis=1)
    leads = score == best[:, None]
    led = 60 * (won * leads).sum(axis=1) // leads.sum(axis=1)  # 60 x 60ths are divisible by up to six joint leaders
    game, deal = (seatwise(frame, c, seats)[:, 0] for c in ("game", "deal"))
    return pl.DataFrame(
        {"game": game, "deal": deal, "leader": best, "mean": score.sum(axis=1), "last": score.min(axis=1), "led": led}
    )
