"""People against bots of each skill level at the same tables: measures of a play, their differences, and which level is
nearest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.comparison import parse_comparison
from reports.estimates import Block, Estimates, estimates_of
from reports.run import Run
from reports.stats.deal_means import DealMeans, stacked

__all__ = [
    "BOARD_MEASURES",
    "MEASURES",
    "Nearest",
    "PlayMeasure",
    "compare_levels",
    "compare_people_boards",
    "find_nearest",
    "mean_levels",
    "plays_of_measures",
    "varying",
    "width_by_player",
]  # fmt: skip

RESAMPLES = 2_000
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PlayMeasure:
    """A measure of a play: its name and words, what is measured of which rows of a run, its unit (points, share or
    rounds), and the number of a play."""

    name: str
    words: str
    measure: str
    where: str
    unit: str
    of_play: pl.Expr


MEASURES = (
    PlayMeasure("score", "points of a seat", "score", "", "points", pl.col("score").mean()),
    PlayMeasure("winner_score", "points of the winner", "score", "rank = 1", "points", pl.col("score").max()),
    PlayMeasure(
        "winning_margin", "points the winner is ahead", "winning_margin", "", "points",
        pl.col("winning_margin").first().cast(pl.Float64),
    ),
    PlayMeasure("rounds", "rounds of a game", "rounds", "", "rounds", pl.col("rounds").first().cast(pl.Float64)),
    PlayMeasure("won", "games won", "win_share", "", "share", pl.col("win_share60").first() / 60),
    PlayMeasure(
        "first_seat", "wins of the first seat", "win_share", "seat = 1", "share",
        (pl.col("win_share60").filter(pl.col("seat") == 1).first() / 60),
    ),
)  # fmt: skip
OF_ONE = ("score", "rounds", "won")  # measures of a play of one player, who has nobody to be ahead of but bots
BOARD_MEASURES = (
    PlayMeasure("board_share", "win share", "win_share", "", "share", pl.lit(0)),
    PlayMeasure("board_score", "points", "score", "", "points", pl.lit(0)),
)


@dataclass(frozen=True)
class Nearest:
    """How far people are from each level, in standard deviations between plays, with the ends between which 95 % of
    resamples lie, and the share of resamples in which it is the nearest."""

    levels: tuple[str, ...]
    distance: Floats
    low: Floats
    high: Floats
    share: Floats

    @property
    def level(self) -> str:
        """The nearest."""
        return self.levels[int(self.distance.argmin())]

    @property
    def likely(self) -> list[str]:
        """The levels, first the nearest and then the likeliest, of which one is the nearest in 95 % of resamples."""
        order = np.lexsort((-self.share, self.distance > self.distance.min()))
        n = int(np.searchsorted(np.cumsum(self.share[order]), 0.95)) + 1
        return [self.levels[at] for at in order[:n]]


def play_values(people: Run, measures: Sequence[PlayMeasure]) -> dict[int, Floats]:
    """The numbers of every play [play, measure], by number of players."""
    values = {}
    for scenario in people.scenarios:
        names = scenario.games.collect_schema().names()
        extra = scenario.games.select("game", *(name for name in ("winning_margin", "rounds") if name in names))
        rows = scenario.seats.join(extra, on="game").group_by("game", maintain_order=True)
        numbers = [measure.of_play.alias(measure.name) for measure in measures]
        values[scenario.players] = rows.agg(numbers).drop("game").collect().to_numpy().astype(np.float64)
    return values


def varying(people: Run) -> tuple[PlayMeasure, ...]:
    """The measures that plays have, and in which they differ."""
    is_solo = people.scenarios[0].players == 1
    measures = [m for m in MEASURES if (m.name in OF_ONE if is_solo else m.name != "won")]
    stored = [scenario.columns["games"] for scenario in people.scenarios]
    measures = [m for m in measures if m.name != "rounds" or all("rounds" in columns for columns in stored)]
    spread = _spread(play_values(people, measures))
    return tuple(measure for measure, sd in zip(measures, spread, strict=True) if sd > 0)


def _means(values: Floats, weights: Floats) -> Floats:
    """Weighted means [weighting, measure] of the plays [play, measure] that have a value; 0 where none has."""
    means: Floats = weights @ np.nan_to_num(values) / np.maximum(weights @ ~np.isnan(values), 1)
    return means


def _mean(values: Floats) -> Floats:
    """The mean of each measure over the plays that have it."""
    means: Floats = _means(values, np.ones((1, len(values))))[0]
    return means


def _spread(values: Mapping[int, Floats]) -> Floats:
    """Standard deviation between plays of the same number of players, a measure each."""
    residuals = np.concatenate([x - _mean(x) for x in values.values()])
    groups = sum((~np.isnan(x)).any(axis=0) for x in values.values())
    freedom = np.maximum((~np.isnan(residuals)).sum(axis=0) - groups, 1)
    spread: Floats = np.sqrt(np.nansum(residuals**2, axis=0) / freedom)
    return spread


def plays_of_measures(people: Run, measures: Sequence[PlayMeasure]) -> dict[str, dict[int, int]]:
    """How many plays of each number of players have a value of a measure, by its name."""
    n_of = {players: (~np.isnan(x)).sum(axis=0) for players, x in play_values(people, measures).items()}
    return {
        measure.name: {players: int(n[at]) for players, n in n_of.items() if n[at]}
        for at, measure in enumerate(measures)
    }


def _block(run: Run, measure: PlayMeasure, *by: str) -> Block:
    """The means of a measure for each level and number of players."""
    comparison = parse_comparison(run, measure.measure, by=["level", "players", *by], where=measure.where)
    (estimates,) = run.estimate([comparison])
    block = estimates.blocks[0]
    return replace(block, measure=replace(block.measure, name=measure.name), labels={})


def _mix(block: Block, plays: Mapping[int, int], levels: Sequence[str]) -> tuple[Floats, DealMeans]:
    """Weights [level, mean] that put numbers of players together in the mix of the plays."""
    place = {(str(level), int(players)): at for at, (level, players) in enumerate(_keys(block))}
    weights = np.zeros((len(levels), len(block.means.estimate)))
    for row, level in enumerate(levels):
        for players, n in plays.items():
            weights[row, place[level, players]] = n / sum(plays.values())
    return weights, block.means


def _keys(block: Block) -> list[tuple[str, int]]:
    return list(block.means.groups.select("level", "players").iter_rows())


def mean_levels(
    run: Run, measures: Sequence[PlayMeasure], plays: Mapping[str, Mapping[int, int]], levels: Sequence[str]
) -> Estimates:
    """Each measure of people and of every level, in the mix of numbers of players of its plays; columns level,
    measure. plays: of each number of players, by measure."""
    blocks = []
    for measure in measures:
        block = _block(run, measure)
        weights, means = _mix(block, plays[measure.name], levels)
        combined = means.combine(weights, pl.DataFrame({"level": list(levels)}), pooled=True)
        blocks.append(replace(block, means=combined, against=[""] * len(levels)))
    return estimates_of(run, "levels of play", blocks)


def compare_levels(
    run: Run, measures: Sequence[PlayMeasure], plays: Mapping[str, Mapping[int, int]], levels: Sequence[str]
) -> Estimates:
    """People minus bots of each level in each measure, all intervals together; levels: people first."""
    people, *bots = levels
    blocks = []
    for measure in measures:
        block = _block(run, measure)
        weights, means = _mix(block, plays[measure.name], levels)
        groups = pl.DataFrame({"level": bots})
        blocks.append(_less(block, means, weights[:1] - weights[1:], groups, plays[measure.name]))
    return estimates_of(run, f"{people} less bots", blocks, one_family=True)


def _less(block: Block, means: DealMeans, weights: Floats, groups: pl.DataFrame, plays: Mapping[int, int]) -> Block:
    """Differences between people and bots; the plays are what they rest on."""
    combined = means.combine(weights, groups)
    n_plays = np.full(len(weights), sum(plays.values()))
    combined = replace(combined, clusters=n_plays, n=n_plays)
    return replace(block, means=combined, against=[f"level = {level}" for level in groups["level"]])


def compare_people_boards(run: Run, people: Run, level: str) -> tuple[Estimates, Estimates] | None:
    """Win share and points with each board: of people and of a level, and people minus the level in the mix of numbers
    of players in which people had the board. None where they had no two boards."""
    frames = [
        scenario.seats.select("board", "score", players=pl.lit(scenario.players)) for scenario in people.scenarios
    ]
    seats = pl.concat([frame.with_columns(pl.col("board").cast(pl.String)) for frame in frames]).drop_nulls("board")
    n_seats = {"win_share": pl.len(), "score": pl.col("score").count()}
    counts = seats.group_by("board", "players").agg(**n_seats).sort("board", "players").collect()
    boards = counts["board"].unique(maintain_order=True).to_list()
    if len(boards) < 2:
        return None
    means_blocks, blocks = [], []
    who = str(people.scenarios[0].settings["level"])
    for measure in BOARD_MEASURES:
        if not counts[measure.measure].sum():
            continue
        block = _block(run, measure, "board")
        keys = block.means.groups.select("level", "players", pl.col("board").cast(pl.String)).rows()
        place = {key: at for at, key in enumerate(keys)}
        weights = np.zeros((2, len(boards), len(keys)))
        sizes = np.zeros(len(boards), dtype=np.int64)
        for board, players, n in counts.select("board", "players", measure.measure).iter_rows():
            at = [place.get((each, players, board)) for each in (who, level)]
            if None not in at:
                weights[[0, 1], boards.index(board), np.array(at, dtype=np.int64)] = n
                sizes[boards.index(board)] += n
        weights /= np.maximum(sizes, 1)[None, :, None]
        weights, names = weights[:, sizes > 0], [board for board, n in zip(boards, sizes, strict=True) if n]
        groups = pl.DataFrame({"board": names * 2, "level": [who] * len(names) + [level] * len(names)})
        combined = block.means.combine(np.concatenate(weights), groups, pooled=True)
        means_blocks.append(replace(block, means=combined, against=[""] * len(groups)))
        less = block.means.combine(weights[0] - weights[1], groups.head(len(names)), pooled=True)
        n_deals = np.minimum(*(block.means.combine(w, pooled=True).clusters for w in weights))
        less = replace(less, clusters=n_deals, n=sizes[sizes > 0])
        blocks.append(replace(block, means=less, against=[f"level = {level}"] * len(names)))
    return estimates_of(run, "boards", means_blocks), estimates_of(run, "boards less", blocks, one_family=True)


def find_nearest(
    run: Run,
    people: Run,
    measures: Sequence[PlayMeasure],
    plays: Mapping[str, Mapping[int, int]],
    levels: Sequence[str],
    *,
    seed: int,
) -> Nearest:
    """The level nearest to people; levels: of bots.

    The distance is the root of the mean squared difference of all measures, each in standard deviations between plays.
    Plays are resampled within their number of players; the means of bots vary with their covariance.
    """
    values = play_values(people, measures)
    spread, rng = _spread(values), np.random.default_rng(seed)
    mean = np.zeros(len(measures))
    resampled = np.zeros((RESAMPLES, len(measures)))
    total = np.array([sum(plays[measure.name].values()) for measure in measures])
    for players, x in values.items():
        share, n = np.array([plays[measure.name].get(players, 0) for measure in measures]) / total, len(x)
        mean += share * _mean(x)
        resampled += share * _means(x, rng.multinomial(n, np.full(n, 1 / n), RESAMPLES).astype(np.float64))
    bots: DealMeans | None = None
    for measure in measures:
        block = _block(run, measure)
        weights, means = _mix(block, plays[measure.name], levels)
        combined = means.combine(weights)
        bots = combined if bots is None else stacked(bots, combined, share_deals=True)
    assert bots is not None
    contrast = bots.contrast()
    draws = rng.multivariate_normal(contrast.estimate, contrast.covariance, RESAMPLES, method="svd")
    shape = (len(measures), len(levels))

    def distance(x: Floats, of_bots: Floats) -> Floats:
        gaps = (x[:, :, None] - of_bots.reshape(-1, *shape)) / spread[None, :, None]
        return np.asarray(np.sqrt((gaps**2).mean(axis=1)))

    best, distances = distance(mean[None], contrast.estimate)[0], distance(resampled, draws)
    nearest = np.bincount(distances.argmin(axis=1), minlength=len(levels)) / RESAMPLES
    low, high = np.quantile(distances, [0.025, 0.975], axis=0)
    return Nearest(tuple(levels), best, low, high, nearest)


def width_by_player(seats: pl.DataFrame) -> float:
    """How many times as wide the interval of the mean score is when errors are clustered by player as well as by play,
    as by play alone (two-way clustering; Cameron, Gelbach and Miller 2011). seats: play, players, player, score; who
    has no name is somebody else in every row."""
    rows = seats.drop_nulls("score").with_columns(
        e=pl.col("score") - pl.col("score").mean().over("players"),
        player=pl.coalesce("player", pl.format("\n{}", pl.int_range(pl.len()))),
    )
    by_play, by_player = (
        float((rows.group_by(key).agg(pl.col("e").sum())["e"] ** 2).sum()) for key in ("play", "player")
    )
    by_row = float((rows["e"] ** 2).sum())
    return max(1.0, (max(by_play + by_player - by_row, 0.0) / by_play) ** 0.5) if by_play > 0 else 1.0
