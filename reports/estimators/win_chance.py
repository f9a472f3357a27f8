"""What a lead is worth: the chance to win by points ahead and round, checked on other deals, and whether leads feed
themselves."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.frames import ScenarioRun, free_games, free_table, in_order, seatwise
from reports.stats.group_means import mean_table
from reports.stats.intervals import Averaged
from reports.stats.verdict import FEW_DEALS

__all__ = ["CHANCES", "LEADS", "chance_rows", "lead_rows"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CHANCES = (
    c.ROUND,
    c.count("lead_low", "points ahead from", "points", note="after that round of the best other; below 0: behind"),
    c.count("lead_high", "to", "points", note="both included"),
    c.percent("chance", "chance to win", note="isotonic in the lead, fitted on half of the deals"),
    c.percent("observed", "won", estimate=True, note="on the other half of the deals"),
    c.count("n", "n", "seats"),
)
LEADS = (
    c.ROUND,
    c.percent("open", "still open", note="games in which some score changes after that round: all else is of these"),
    c.percent("wins", "leader wins", estimate=True, note="joint leaders averaged"),
    c.percent("independent", "if rounds were independent", note="gains of each round from other deals of the line-up"),
    c.pp("snowball", "snowball", estimate=True, note="leader wins less that, joint winners averaged in both"),
    c.count("n", "n", "games"),
)
GAMES = 20_000  # enough for errors of a third of a point
CHANCE_ROUNDS = 5  # at most, spread evenly over those in which games are open
BANDS = 6  # of leads, on each side of none
OPEN = 0.1  # of the games: rounds after which fewer are open are not visible
LED = 0.05  # of the games: rounds after which fewer have a leader are not visible
REDRAWN = 2  # games of independent rounds for each that was played
SEAT60 = Averaged("share60", 60, bounded=True)


@dataclass(frozen=True, eq=False)
class Race:
    """Games with running scores, bots too: deal and line-up [game], scores [round, game, seat] after each of `rounds`
    and at the end, and 60 win shares [game, seat]; `visible`: places of the rounds that are worth a row."""

    rounds: list[int]
    deal: Ints
    lineup: Ints
    score: NDArray[np.int32]
    share60: Ints
    visible: list[int]

    def open_after(self, k: int) -> NDArray[np.bool_]:
        """Games in which some score changes after the round at that place."""
        return _open(self.score, k)

    def lead(self, k: int) -> Ints:
        """Points ahead of the best other after the round at that place: [game, seat]."""
        return leads_of(self.score[k])


def race_of(run: ScenarioRun) -> Race | None:
    """The first games of a run that were played freely; None without several seats, running scores, or deals enough."""
    columns = run.numbered("score_after_round_")
    if run.par is None or not columns:
        return None
    last = free_games(run).select(pl.col("game").bottom_k(GAMES).max()).collect().item()
    rows = free_table(run).filter(pl.col("game") <= last)
    names = [*columns.values(), "score"]
    frame = in_order(rows, [*names, "lineup", "win_share60"])
    deal, lineup = (seatwise(frame, of, run.game.seats)[:, 0].astype(np.int64) for of in ("deal", "lineup"))
    if len(np.unique(deal)) < 2 * FEW_DEALS:
        return None
    score = np.stack([seatwise(frame, name, run.game.seats) for name in names]).astype(np.int32)
    share60 = seatwise(frame, "win_share60", run.game.seats).astype(np.int64)
    has_leader = (score.max(axis=2) > score.min(axis=2)).mean(axis=1)
    visible = [k for k in range(len(columns)) if _open(score, k).mean() >= OPEN and has_leader[k] >= LED]
    return Race(list(columns), deal, lineup, score, share60, visible)


def _open(score: NDArray[np.int32], k: int) -> NDArray[np.bool_]:
    return np.asarray((score[k] != score[-1]).any(axis=1))


# -- the chance to win ------------------------------------------------------------------------------------------------


def chance_rows(run: ScenarioRun) -> pl.DataFrame:
    """A row a round and a band of points ahead: how often who was so far ahead wins, by a curve that rises with the
    lead (isotonic regression, Barlow et al. 1972) fitted on half of the deals, and on the other half."""
    race = run.result(race_of)
    if race is None or not race.visible:
        return pl.DataFrame()
    at = np.unique(np.linspace(0, len(race.visible) - 1, CHANCE_ROUNDS).round().astype(int))
    places = [race.visible[i] for i in at]
    deals = np.unique(race.deal)
    order = np.random.default_rng(zlib.crc32(f"{run.seed} win chance".encode())).permutation(len(deals))
    is_fitted = np.isin(race.deal, deals[order[: len(deals) // 2]])
    far = max(float(np.quantile(np.abs(race.lead(k)[race.open_after(k)]), 0.95)) for k in places)
    width = _round_up(max(far / BANDS, 1.0))
    return pl.concat([rows for k in places if len(rows := _chances(run, race, k, is_fitted, width))])


def _chances(run: ScenarioRun, race: Race, k: int, is_fitted: NDArray[np.bool_], width: int) -> pl.DataFrame:
    """The bands of one round; those farther ahead or behind than all bands share the outermost."""
    is_open, players = race.open_after(k), run.players
    lead, share = race.lead(k)[:, :players], race.share60[:, :players]
    fitted, tested = is_open & is_fitted, is_open & ~is_fitted
    if not fitted.any() or not tested.any():
        return pl.DataFrame()
    leads, curve = _isotonic(lead[fitted].reshape(-1), share[fitted].reshape(-1) / 60)
    leads_tested = lead[tested].reshape(-1)
    band = np.clip(np.sign(leads_tested) * -(-np.abs(leads_tested) // width), -BANDS, BANDS)
    columns = {
        "deal": np.repeat(race.deal[tested], players), "band": band, "share60": share[tested].reshape(-1),
        "lead": leads_tested, "chance": np.interp(leads_tested, leads, curve),
    }  # fmt: skip
    rows = pl.DataFrame(columns)
    bands = rows.group_by("band").agg(pl.col("chance").sort().mean(), lead_low=pl.min("lead"), lead_high=pl.max("lead"))
    inner = pl.col("band").abs() < BANDS
    ends = {
        "lead_low": (pl.col("band") * width - pl.when(pl.col("band") > 0).then(width - 1).otherwise(0)),
        "lead_high": (pl.col("band") * width + pl.when(pl.col("band") < 0).then(width - 1).otherwise(0)),
    }
    bands = bands.with_columns(
        pl.when(inner).then(end).otherwise(pl.col(name)).alias(name) for name, end in ends.items()
    )
    return mean_table(rows, ["band"], {"observed": SEAT60}).join(bands, on="band").sort("band").select(
        pl.lit(race.rounds[k]).alias("round"), "lead_low", "lead_high", "chance",
        "observed", "observed_low", "observed_high", "n",
    )  # fmt: skip


def _isotonic(lead: Ints, share: Floats) -> tuple[Ints, Floats]:
    """The leads that were met, and the rising curve nearest to the shares of those who had them."""
    from scipy.optimize import isotonic_regression

    leads, place, n = np.unique(lead, return_inverse=True, return_counts=True)
    means = np.bincount(place, share) / n
    return leads, np.asarray(isotonic_regression(means, weights=n.astype(np.float64)).x)


def _round_up(width: float) -> int:
    """The next of 1, 2, 3, 5, 10, 20, 30, 50, …"""
    power = 10 ** int(np.log10(width))
    return int(next(power * step for step in (1, 2, 3, 5, 10) if power * step >= width))


# -- leads that feed themselves ---------------------------------------------------------------------------------------


def lead_rows(run: ScenarioRun) -> pl.DataFrame:
    """A row a round: how often its leader wins the games that are open then, and how often he would if the rounds had
    nothing to do with each other: the gains of all seats in each round drawn anew from another deal of the same
    line-up. The snowball is the difference: above 0 leads feed themselves, below 0 who is behind catches up.

    Its interval takes the errors of both as independent, which is somewhat too wide. Line-ups that met fewer deals than
    there are rounds have some rounds of one deal in common, so that they show less of a snowball than there is.
    """
    race = run.result(race_of)
    if race is None or not race.visible:
        return pl.DataFrame()
    redrawn = list(_redrawn(race, seed=run.seed))
    rows = []
    for k in race.visible:
        is_open = race.open_after(k)
        games = {
            "wins": share_of_leaders(race.score[k], race.share60),
            "by_score": share_of_leaders(race.score[k], _top_share60(race.score[-1])),
        }
        columns = {"deal": race.deal[is_open], **{name: led[is_open] for name, led in games.items()}}
        measures = {name: Averaged(name, 3600, bounded=True) for name in games}
        mean = mean_table(pl.DataFrame(columns), [], measures, detail=True).row(0, named=True)
        null = [share_of_leaders(score[k], _top_share60(score[-1]))[_open(score, k)] / 3600 for score in redrawn]
        null = [values for values in null if len(values)]
        if not null:
            continue
        independent = float(np.mean(np.concatenate(null)))
        error = np.hypot(mean["by_score_se"] or 0.0, float(null[0].std()) / len(null[0]) ** 0.5)
        snowball = mean["by_score"] - independent
        rows.append({
            "round": race.rounds[k], "open": float(is_open.mean()), "n": mean["n"],
            **{name: mean[name] for name in ("wins", "wins_low", "wins_high")}, "independent": independent,
            "snowball": snowball, "snowball_low": snowball - 1.96 * error, "snowball_high": snowball + 1.96 * error,
        })  # fmt: skip
    return pl.DataFrame(rows)


def _redrawn(race: Race, *, seed: int) -> Iterator[NDArray[np.int32]]:
    """Scores [round, game, seat] of games whose rounds come from different deals of the same line-up; the last gain is
    that of the final scoring. Every gain of every game is used once."""
    gains = np.diff(race.score, axis=0, prepend=np.zeros_like(race.score[:1]))
    rng = np.random.default_rng(zlib.crc32(f"{seed} snowball".encode()))
    _, group, size = np.unique(race.lineup, return_inverse=True, return_counts=True)
    start = np.cumsum(size) - size
    several = size[group] > 1
    for _ in range(REDRAWN):
        order = np.lexsort((rng.random(len(group)), group))  # line-up by line-up, its games in an order by lot
        place = np.arange(len(group)) - start[group[order]]
        n = size[group[order]]
        shift = rng.permutation(len(gains))
        source = [order[start[group[order]] + (place + by) % n] for by in shift]
        redealt = np.stack([gains[k][games] for k, games in enumerate(source)])
        yield np.cumsum(redealt[:, several[order]], axis=0, dtype=np.int32)


def _top_share60(score: NDArray[np.int32]) -> Ints:
    """60 win shares of whoever has most, without tie-breaks."""
    top = score == score.max(axis=1, keepdims=True)
    return np.asarray(60 * top // top.sum(axis=1, keepdims=True), dtype=np.int64)


def leads_of(score: NDArray[Any]) -> NDArray[np.int64]:
    """Points ahead of the best other seat, below 0 behind: [game, seat], as the scores are."""
    score = score.astype(np.int64)
    best = np.sort(score, axis=1)
    return np.asarray(score - np.where(score == best[:, -1:], best[:, -2:-1], best[:, -1:]))


def share_of_leaders(score: NDArray[Any], share60: NDArray[np.int64]) -> NDArray[np.int64]:
    """The win share of whoever leads in each game, in 3600ths, joint leaders averaged: 60 times 60ths are divisible by
    up to six of them."""
    leads = score == score.max(axis=1, keepdims=True)
    return np.asarray(60 * (share60 * leads).sum(axis=1) // leads.sum(axis=1))
