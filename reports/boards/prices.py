"""Prices of the boards from a run's games: between boards when every seat has one, and against the baseline."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.ahead import Ahead
from reports.boards.pairs import ALL, KEYS, come, pair_arm
from reports.frames import RunFrames, in_order, seatwise
from reports.stats.price import Claims, Prices, Recorded, keyed, prices, won
from reports.stats.random_effects import Spread, spread_of
from reports.stats.verdict import FEW_DEALS
from reports.tuned import OWN

__all__ = ["AGAINST", "AMONG", "DEALT", "PRICED", "Priced", "among", "begun", "over_printings", "priced", "recomputed"]

DEALT, PRICED = "dealt", "priced"  # the arms in which every seat has a board, free of charge and at prices
AMONG, AGAINST = "among", "against"  # the two situations: every seat has one, and one meets the baseline

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Priced:
    """The price list of one situation, for all strategies or one; `n` are the seat-games and `deals` the deals behind
    each board."""

    situation: str
    strategy: str
    boards: tuple[str, ...]
    found: Prices
    n: Ints
    deals: Ints


def priced(run: RunFrames) -> list[Priced]:
    """Every price list the run's games tell: both situations, all strategies together (players as they come), those
    tuned for boards where there are several, and each by itself."""
    return [one for one in run.once(begun).results() if one is not None]


def begun(run: RunFrames) -> Ahead[Priced | None]:
    """All these lists, those of one strategy too, begun beside the rest of the answer."""
    return Ahead.of(run, _lists(run, each=True))


def over_printings(run: RunFrames) -> dict[tuple[str, str], Spread]:
    """Prices over all strategies in the printings that were played, by situation and board: where another printing's
    would lie."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for printing in run.printings.by_number.values() if run.printings else ():
        lists = [work(printing) for work in _lists(printing, each=False)]
        for one in (found for found in lists if found is not None):
            for i, board in enumerate(one.boards):
                price = float(one.found.price[i]), float(one.found.draws[:, i].std())
                found.setdefault((one.situation, board), []).append(price)
    spreads = {key: spread_of(*zip(*prices, strict=True), shared=True) for key, prices in found.items()}
    return {key: spread for key, spread in spreads.items() if spread is not None}


def _lists(run: RunFrames, *, each: bool) -> list[Callable[[RunFrames], Priced | None]]:
    """How price lists are made over all strategies; each: of each strategy too."""
    if run.game.shared or run.game.bots or run.par is None or "tie_break" not in run.columns:
        return []
    out: list[Callable[[RunFrames], Priced | None]] = []
    for situation, arm in ((AMONG, run.first_arm(DEALT)), (AGAINST, pair_arm(run))):
        if arm is not None and (situation == AMONG or not run.game.board.taken):
            names = run.rows(arm).select(pl.col("strategy").cast(pl.String)).unique().collect().to_series().sort()
            single = (*names, *([OWN] if len(_tuned_plans(run)) > 1 else [])) if len(names) > 1 else ()
            strategies = (ALL, *(single if each else ()))
            out += [partial(_list, situation=situation, strategy=strategy) for strategy in strategies]
    return out


def _list(run: RunFrames, *, situation: str, strategy: str) -> Priced | None:
    """The price list of one situation, over all strategies, over those tuned for all boards, or of one."""
    rows = run.once(_among if situation == AMONG else _against)
    names = _tuned_plans(run) if strategy == OWN else [strategy]
    of_some = rows.lazy().filter(pl.col("strategy").cast(pl.String).is_in(names))
    mine = (come(run, rows.lazy()) if strategy == ALL else of_some).collect()
    return _priced(run, situation, strategy, mine)


def _tuned_plans(run: RunFrames) -> list[str]:
    """Plans with weights of their own for every board that may be priced: each plays equally many games."""
    priced = {board for board in run.game.boards if board not in run.game.a_sides}
    return [plan for plan, boards in run.tuned.items() if priced <= set(boards)]


def _among(run: RunFrames) -> pl.DataFrame:
    """Seats of the games in which every seat has a board."""
    return _rows(run, DEALT)


def _against(run: RunFrames) -> pl.DataFrame:
    """Seats of the games in which boards meet the baseline."""
    return _rows(run, pair_arm(run) or "")


def among(run: RunFrames) -> Priced | None:
    """The list of boards among each other, over all strategies."""
    return next((one for one in run.once(priced) if one.situation == AMONG and one.strategy == ALL), None)


def recomputed(run: RunFrames, price: dict[str, int]) -> pl.DataFrame:
    """Games of players as they come in which every seat has a board, as they would have ended at these prices: deal,
    board, win_share60."""
    rows = come(run, run.once(_among).lazy()).collect()
    boards = tuple(price)
    share = won(_recorded(run, rows, boards), np.array([price[board] for board in boards]))
    return rows.select("deal", pl.col("board").cast(pl.String), pl.Series("win_share60", share.reshape(-1)))


def _rows(run: RunFrames, arm: str) -> pl.DataFrame:
    return in_order(run.rows(arm), ["board", "strategy", "score", "tie_break"])


def _recorded(run: RunFrames, rows: pl.DataFrame, boards: Sequence[str]) -> Recorded:
    """The games, with what each seat pays for: its board's place in the list."""
    k = run.players
    key = keyed(*(seatwise(rows, column, k).astype(np.int64) for column in ("score", "tie_break")))
    return Recorded(key, _places(rows["board"], boards).reshape(-1, k))


def _places(boards: pl.Series, listed: Sequence[str]) -> Ints:
    """Each board's place in a list, -1: it is not in it."""
    named = boards.cast(pl.String).replace_strict({b: i for i, b in enumerate(listed)}, default=-1)
    return named.cast(pl.Int64).to_numpy()


def _priced(run: RunFrames, situation: str, strategy: str, rows: pl.DataFrame) -> Priced | None:
    """One price list; None where it rests on too few deals, or where no prices bring all boards to par."""
    seen = rows["board"].cast(pl.String).drop_nulls().unique().to_list()
    boards = tuple(sorted((b for b in seen if b not in run.game.a_sides), key=run.game.board_rank))
    if len(boards) < (2 if situation == AMONG else 1):
        return None
    claims, deals = (_shares if situation == AMONG else _differences)(run, rows, boards)
    if not len(deals) or deals.min() < FEW_DEALS:
        return None
    played = zlib.crc32(np.unique(rows["deal"].to_numpy()).tobytes())
    seed = zlib.crc32(f"{run.seed} price {situation} {played}".encode())  # lists on the same deals draw alike
    found = prices(_recorded(run, rows, boards), claims, seed=seed)
    n = np.bincount(claims.claim[claims.weight > 0], minlength=len(boards))
    return None if found is None else Priced(situation, strategy, boards, found, n, deals)


def _shares(run: RunFrames, rows: pl.DataFrame, boards: Sequence[str]) -> tuple[Claims, Ints]:
    """Every board's win share is par; only differences of prices count."""
    claim = _places(rows["board"], boards)
    row = np.flatnonzero(claim >= 0)
    deal, of = np.unique(rows["deal"].to_numpy(), return_inverse=True)
    size = _sums(of[row], claim[row], np.ones(len(row)), len(deal), len(boards))
    claims = Claims(row, claim[row], np.ones_like(row), of[row], size, run.par or 0.0, free=True)
    return claims, (size > 0).sum(axis=0)


def _differences(run: RunFrames, rows: pl.DataFrame, boards: Sequence[str]) -> tuple[Claims, Ints]:
    """Every board's paired difference from the baseline, on the same deal, strategy and seat, is 0: see `pairs_of`."""
    each = rows.select(*KEYS, pl.Series("claim", _places(rows["board"], boards)), pl.int_range(pl.len()).alias("row"))
    is_a = rows["board"].cast(pl.String).is_in(run.game.a_sides)
    a, b = each.filter(is_a), each.filter(pl.col("claim") >= 0)
    games_b = b.group_by([*KEYS, "claim"]).agg(pl.len().cast(pl.Int64).alias("games_b"))
    games_a = a.group_by(KEYS).agg(pl.len().cast(pl.Int64).alias("games_a"))
    equal = pl.col("games_b") == pl.col("games_a")
    pairs = games_b.join(games_a, on=KEYS).with_columns(
        plus=pl.when(equal).then(1).otherwise(pl.col("games_a")),
        minus=pl.when(equal).then(1).otherwise(pl.col("games_b")),
    )
    plus = b.join(pairs, on=[*KEYS, "claim"]).select("row", "claim", "deal", weight=pl.col("plus"))
    minus = a.drop("claim").join(pairs, on=KEYS).select("row", "claim", "deal", weight=-pl.col("minus"))
    both = pl.concat([plus, minus])
    row, claim, weight, number = (both[name].to_numpy().astype(np.int64) for name in ("row", "claim", "weight", "deal"))
    deal, of = np.unique(number, return_inverse=True)
    size = _sums(of, claim, np.maximum(weight, 0), len(deal), len(boards))
    return Claims(row, claim, weight, of, size, 0.0), (size > 0).sum(axis=0)


def _sums(deal: Ints, claim: Ints, worth: NDArray[np.generic], deals: int, claims: int) -> NDArray[np.float64]:
    summed = np.bincount(deal * claims + claim, weights=worth.astype(np.float64), minlength=deals * claims)
    return np.asarray(summed, dtype=np.float64).reshape(deals, claims)
