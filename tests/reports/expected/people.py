"""Plays of people beside games of bots, worked out from the plays of the file and the rows of the runs in the folder of
an answer of `analyser people`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tests.reports.expected.rows import Row, jackknife, rows_of
from tests.reports.expected.screens import chart_contradictions

__all__ = ["contradictions_of_people"]

MEASURES = ("score", "winner_score", "winning_margin", "rounds", "won", "first_seat")
MAIN = ("score", "won", "first_seat", "rounds")  # what the first chart is about: the first that plays differ in
OF_ONE = ("score", "rounds", "won")  # figures of a play of one
MIN_PLAYS = 5  # of a number of players, with points
YES = ("1", "yes", "true", "x")


def contradictions_of_people(folder: Path, report: Mapping[str, Any]) -> list[str]:
    """What the first screen says that plays and games do not: one line each."""
    counts = sorted(int(run.name.partition("-")[0]) for run in folder.glob("*-players"))
    plays, games = people_figures(folder / "plays.csv", counts), bot_figures(folder, counts)
    measures = [name for name in MEASURES if (name in OF_ONE if counts == [1] else name != "won")]
    spread = {name: spread_of(plays, name) for name in measures}
    measures = [name for name in measures if spread[name] > 0 and name in games.columns]
    main = next(name for name in MAIN if name in measures)
    far = {level: distance(plays, games.filter(level=level), measures, spread) for level in games["level"].unique()}
    nearest = min(far, key=lambda level: far[level])
    factor = 100.0 if main in ("won", "first_seat") else 1.0
    both = pl.concat([plays.with_columns(level=pl.lit(None, pl.String)), games], how="diagonal_relaxed")

    def differences(rows: pl.DataFrame) -> dict[str, float]:
        people = rows.filter(pl.col("level").is_null())
        bots = {level: rows.filter(level=level) for level in far}
        return {
            f"{level} bots{' (nearest)' * (level == nearest)}": factor
            * (mean_of(people, people, main) - mean_of(people, of_level, main))
            for level, of_level in bots.items()
        }

    n_plays = plays[main].count()
    reach = 100.0 if factor == 100.0 else 0.0
    values = {name: Row(row.value, row.error, n_plays, reach) for name, row in jackknife(both, differences).items()}
    lines, matched = chart_contradictions(report["screen"], report["screen"]["rows"], values, 0.0)
    lines += [f"{name} is not drawn: {values[name]}" for name in values if name not in matched]
    return [*lines, *headline_lines(report["screen"], plays, games, nearest, main)]


def headline_lines(
    screen: Mapping[str, Any], plays: pl.DataFrame, games: pl.DataFrame, nearest: str, main: str
) -> Iterator[str]:
    """The finding names the nearest level, and by how much people are off it where that is sure; the sentence has both
    numbers."""
    if nearest not in screen["finding"]:
        yield f"the finding does not name {nearest}: {screen['finding']}"
    for row in (
        row for row in screen["rows"] if row["name"].endswith(" (nearest)") and row["side"] in ("more", "less")
    ):
        amount = f"{abs(row['value']):.1f}"
        if f"{amount} " not in screen["finding"]:
            yield f"the finding does not give {amount} of {row['name']}: {screen['finding']}"
    percent = 100.0 if main in ("won", "first_seat") else 1.0
    for who, rows in (("people", plays), (nearest, games.filter(level=nearest))):
        number = f"{percent * mean_of(plays, rows, main):.1f}"
        if number not in screen["lead"]:
            yield f"the sentence does not give {number} of {who}: {screen['lead']}"


def people_figures(file: Path, counts: list[int]) -> pl.DataFrame:
    """A row a play: players, deal (its own), and what its figures are, null where the file does not say them."""
    rows = pl.read_csv(file, infer_schema=False)
    numbers = [name for name in ("seat", "score", "players", "rounds") if name in rows.columns]
    rows = rows.with_columns(pl.col(numbers).cast(pl.Int64))
    absent = [name for name in ("score", "winner", "rounds") if name not in rows.columns]
    rows = rows.with_columns(pl.lit(None).alias(name) for name in absent)
    size = pl.len().over("play")
    rows = rows.with_columns(players=pl.coalesce("players", size) if "players" in rows.columns else size)
    rows = rows.filter(pl.col("players").is_in(counts))
    score = pl.when(pl.col("score").is_not_null().all().over("play")).then("score").cast(pl.Float64)
    rows = rows.with_columns(score=score)
    n_scored = pl.col("play").filter(pl.col("score").is_not_null()).n_unique().over("players")
    is_marked = pl.col("winner").is_not_null().any().over("play")
    won = pl.col("winner").cast(pl.String).str.to_lowercase().is_in(YES).fill_null(False)
    best = (pl.col("score") == pl.col("score").max().over("play")) & (pl.col("players") > 1)
    rows = rows.with_columns(
        is_winner=pl.when(is_marked).then(won).otherwise(best), score=pl.when(n_scored >= MIN_PLAYS).then("score")
    )
    return figures(rows, ["players", "play"]).with_columns(deal=pl.int_range(pl.len()))


def bot_figures(folder: Path, counts: list[int]) -> pl.DataFrame:
    """A row a game of bots: level, players, deal, and its figures."""
    parts = []
    for players in counts:
        run = folder / f"{players}-players"
        rows = rows_of(run, "all").with_columns(is_winner=pl.col("rank") == 1, players=pl.lit(players))
        games = pl.concat(
            [pl.read_parquet(part) for part in sorted((run / "games").rglob("*.parquet"))], how="diagonal_relaxed"
        )
        keys, lengths = ["scenario", "game"], [name for name in ("rounds",) if name in games.columns]
        rows = rows.join(games.select(pl.col("scenario").cast(pl.String), "game", *lengths), on=keys)
        rows = rows.with_columns(pl.col("score").cast(pl.Float64))
        parts.append(figures(rows, [*keys, "deal", "players"]).rename({"scenario": "level"}))
    return pl.concat(parts, how="diagonal_relaxed").with_columns(pl.col("deal").cast(pl.Int64))


def figures(rows: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """The figures of each play, or game: mean points of a seat, those of the winner, by how much it is ahead, rounds,
    and how much of the win the first seat has."""
    points, won = pl.col("score"), pl.col("is_winner")
    first_won = (won & (pl.col("seat") == 1)).any()
    measured = {
        "score": points.mean(), "winner_score": points.max(), "won": first_won.cast(pl.Float64),
        "winning_margin": points.max() - points.sort(descending=True).get(1, null_on_oob=True),
        "first_seat": pl.when(won.any()).then(first_won / won.sum()).otherwise(0.0),
    }  # fmt: skip
    lengths = {"rounds": pl.col("rounds").first().cast(pl.Float64)} if "rounds" in rows.columns else {}
    return rows.group_by(keys, maintain_order=True).agg(**measured, **lengths)


def mean_of(plays: pl.DataFrame, rows: pl.DataFrame, name: str) -> float:
    """The mean of a figure, numbers of players weighted as plays have them that have it."""
    n = dict(plays.filter(pl.col(name).is_not_null()).group_by("players").len().iter_rows())
    means = dict(rows.group_by("players").agg(pl.col(name).mean()).iter_rows())
    return float(sum(k * means[players] for players, k in n.items()) / sum(n.values()))


def spread_of(plays: pl.DataFrame, name: str) -> float:
    """The standard deviation of a figure between plays of the same number of players; 0 without any."""
    values = plays.select("players", pl.col(name).cast(pl.Float64)).drop_nulls()
    off = values.select(pl.col(name) - pl.col(name).mean().over("players")).to_numpy()
    return float(np.sqrt((off**2).sum() / max(len(off) - values["players"].n_unique(), 1)))


def distance(plays: pl.DataFrame, games: pl.DataFrame, measures: list[str], spread: Mapping[str, float]) -> float:
    """How far people are from the bots of a level: the root of the mean squared gap of all figures, each in standard
    deviations between plays."""
    gaps = [(mean_of(plays, plays, name) - mean_of(plays, games, name)) / spread[name] for name in measures]
    return float(np.sqrt(np.mean(np.square(gaps))))
