"""Games to watch: the most typical, the closest and the strangest of a run, so that a number leads to a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from reports.columns import Words, pretty
from reports.stats.group_means import number_groups

if TYPE_CHECKING:
    from reports.frames import ScenarioRun

__all__ = [
    "EACH", "EXAMPLES", "KINDS", "drop_missing_links", "example_games", "line_ups", "linked_games", "seats_text",
    "short_label",
]  # fmt: skip

EXAMPLES = "games_to_look_at"  # the name of their table
EACH = 5  # games of a kind
FINE = 1e-6  # squared standard deviations: finer than anything that counts
KINDS = TYPICAL, CLOSEST, STRANGEST = "typical", "closest", "strangest"
LINKS = {"replay": "", "replay_after": "scenario"}  # columns of links, and those that say whose games they show
MEASURES = ("score", "n_decisions", "winning_margin")  # of a game; its score is that of all its seats


def seats_text(seats: str) -> str:
    """Names with their scores, each seat on one line."""
    return ", ".join(seat.replace(" ", "\N{NO-BREAK SPACE}") for seat in seats.split(", "))


def short_label(label: str) -> str:
    """What a board is called in a list: "triangle B" of "triangle (B)", "tile 4" of "tile 4 (2 writing tokens)"."""
    return re.sub(r" \((\w)\)$", r" \1", re.sub(r" \(..+\)$", "", label))


def linked_games(examples: pl.DataFrame) -> list[tuple[str, str, int]]:
    """The replays that these rows would have: path from the report's page, scenario ("": the answer's own), game."""
    return [
        (row[column], row[scenario] if scenario else "", int(row["game"]))
        for row in examples.iter_rows(named=True)
        for column, scenario in LINKS.items()
        if row.get(column) is not None
    ]


def drop_missing_links(examples: pl.DataFrame, replays: Collection[str]) -> pl.DataFrame:
    """The rows without links to replays that are not among these paths."""
    links = [column for column in LINKS if examples.schema.get(column) == pl.String]
    return examples.with_columns(pl.when(pl.col(column).is_in(list(replays))).then(pl.col(column)) for column in links)


def example_games(run: ScenarioRun) -> pl.DataFrame:
    """So many of each kind as there are replays of, or five where there are none, each on a deal of its own and listed
    once; no rows where nothing was played freely."""
    games = _games(run)
    if games.is_empty():
        return pl.DataFrame()
    parts: list[pl.DataFrame] = []
    each = EACH if run.replays is None else run.replays.each
    for kind, order in (
        (TYPICAL, [pl.col("usual")]),
        (CLOSEST, [pl.col("winning_margin"), pl.col("usual")]),
        (STRANGEST, [-pl.col("strange")]),
    ):
        listed = [number for frame in parts for number in frame["game"]]
        rest = games.filter(~pl.col("game").is_in(listed))
        first = rest.sort(*order, "game").unique("deal", keep="first", maintain_order=True).head(each)
        distance = "strange" if kind == STRANGEST else "usual"
        parts.append(first.with_columns(kind=pl.lit(kind), distance=pl.col(distance)))
    rows = pl.concat(parts)
    numbers, strangest = rows["game"].to_list(), parts[-1]["game"].to_list()
    in_seats, boards, why = line_ups(run, numbers), _boards(run, numbers), _reasons(run, strangest)
    return rows.with_columns(
        played=pl.Series([in_seats[game] for game in numbers], dtype=pl.String),
        board=pl.Series([boards.get(game) for game in numbers], dtype=pl.String),
        why=pl.Series([why.get(game) for game in numbers], dtype=pl.String),
        replay=None if run.replays is None else pl.format("{}/game-{}.html", pl.lit(run.replays.folder), "game"),
    )


def _free(run: ScenarioRun) -> pl.LazyFrame:
    """Rows of seats that decide, of games in which nothing was forced and nothing was paid for at the start."""
    tests = {"forced_opening": pl.col("forced_opening").is_not_null(), "start_points": pl.col("start_points") != 0}
    others = pl.any_horizontal([pl.lit(False), *(test for name, test in tests.items() if name in run.columns["seats"])])
    games = run.seats.filter(others).select("game").unique().collect()
    return run.seats.join(games.lazy(), on="game", how="anti") if len(games) else run.seats


def _features(run: ScenarioRun) -> dict[str, pl.Expr]:
    """What is counted of a seat: its points by source (`score_<source>`) and turns by class (`turns_<letter>`)."""
    features = {f"score_{source}": pl.col(f"score_{source}") for source in run.sources}
    letters = [letter for letter in run.game.classes if letter] if "opening" in run.columns["seats"] else []
    return features | {
        f"turns_{x}": pl.col("opening").str.count_matches(x, literal=True).cast(pl.UInt8) for x in letters
    }


class _Usual(NamedTuple):
    """Seats of free games with their squared distance from what is usual, in standard deviations and whole numbers of
    FINE: game, score, distance; and of each strategy and feature the mean and the standard deviation."""

    seats: pl.DataFrame
    of: dict[tuple[str, str], tuple[float, float]]


def _usual(run: ScenarioRun) -> _Usual:
    features = _features(run)
    seats = _free(run).select("game", "score", "strategy", **features).collect()
    groups, at = number_groups(seats, ["strategy"])
    distance, usual = np.zeros(len(seats)), dict[tuple[str, str], tuple[float, float]]()
    names = groups["strategy"].cast(pl.String).to_list()
    for name in features:
        x = seats[name].fill_null(0).to_numpy().astype(np.int64)
        low, high = int(x.min(initial=0)), int(x.max(initial=0))
        # each number in the range has a place where that is cheap; of numbers far apart only those that occur
        numbers, place = (
            (np.arange(low, high + 1), x - low) if high - low < len(x) else np.unique(x, return_inverse=True)
        )
        values = np.append(numbers, 0).astype(np.float64)  # the last is for none
        cell = at.astype(np.int64) * len(values) + np.where(seats[name].is_null().to_numpy(), len(numbers), place)
        shape = len(groups), len(values)
        count = np.bincount(cell, minlength=shape[0] * shape[1]).reshape(shape)
        count[:, -1] = 0
        n, total, squares = count.sum(axis=1), count @ values, count @ values**2
        with np.errstate(divide="ignore", invalid="ignore"):
            mean, variance = total / n, (squares - total**2 / n) / (n - 1.0)  # of sums, which are exact in every order
        sd = np.sqrt(np.where(n > 1, np.maximum(variance, 0.0), 0.0))
        squared = ((values - mean[:, None]) / np.where(sd > 0, sd, np.inf)[:, None]) ** 2
        squared[:, -1] = 0.0
        distance += squared.reshape(-1)[cell]
        usual |= {(who, name): (m, d) for who, m, d in zip(names, mean.tolist(), sd.tolist(), strict=True)}
    fine = np.floor(distance / FINE + 0.5).astype(np.int64)  # whole numbers add up alike in every order
    return _Usual(seats.select("game", "score", distance=pl.Series(fine)), usual)


def _sd(count: pl.Expr) -> pl.Expr:
    """Standard deviation of whole numbers from their sums, which are exact: the order of rows changes nothing."""
    n = count.count()
    wide = count.cast(pl.Int128)  # squares of billions need more than 64 bits
    square = ((wide * wide).sum().cast(pl.Float64) - count.sum().cast(pl.Float64) ** 2 / n) / (n - 1)
    return pl.when(n > 1).then(square.clip(0.0).sqrt()).otherwise(0.0)


def _scaled(distance: pl.Expr, sd: pl.Expr) -> pl.Expr:
    """The distance in standard deviations; 0 where there is none."""
    return pl.when(sd > 0).then(distance / sd).otherwise(0.0)


def _games(run: ScenarioRun) -> pl.DataFrame:
    """A row a game: game, deal, arm, margin, decisions, score (of all its seats), and its distances `usual` and
    `strange`, in standard deviations."""
    mix, n_features = pl.col("distance").sum() * FINE, len(_features(run)) * pl.len()
    seats = run.result(_usual).seats.lazy()
    totals = seats.group_by("game").agg(pl.col("score").cast(pl.Int64).sum(), mix=mix, n_features=n_features)
    numbers = pl.col("winning_margin", "n_decisions").cast(pl.Int64)
    lengths = run.games.select("game", "deal", pl.col("arm").cast(pl.String), numbers)
    games = lengths.join(totals, on="game").sort("game").collect()
    square = pl.sum_horizontal(_scaled(pl.col(x) - pl.col(x).median(), _sd(pl.col(x))) ** 2 for x in MEASURES)
    oddity = ((square + pl.col("mix")) / (len(MEASURES) + pl.col("n_features"))).sqrt()
    return games.with_columns(usual=square.sqrt(), strange=oddity)


def line_ups(run: ScenarioRun, games: Sequence[int], after: ScenarioRun | None = None) -> dict[int, str]:
    """Who sat there with which board, where there are several, and score, seat by seat, of each game; after: whose
    score of the same game stands behind it."""
    bot = run.game.bot.name if run.game.bot else "bot"
    several = not run.game.shared and run.table.select(pl.col("board").drop_nulls().n_unique()).collect().item() > 1
    seats_of: dict[int, list[str]] = {}
    rows, score = run.table.filter(pl.col("game").is_in(games)), pl.col("score").cast(pl.String)
    if after is not None:
        rows = rows.join(after.table.select("game", "seat", after="score"), on=["game", "seat"])
        score = pl.format("{} → {}", "score", "after")
    seats = rows.sort("game", "seat").select("game", "strategy", "board", score=score)
    for game, strategy, board, score in seats.collect().iter_rows():
        on = f" ({short_label(run.game.label(board))})" if several and board is not None else ""
        seats_of.setdefault(game, []).append(f"{strategy or bot}{on} {score}")
    return {game: ", ".join(seats) for game, seats in seats_of.items()}


def _boards(run: ScenarioRun, games: Sequence[int]) -> dict[int, str]:
    """The board of each game, where it is the whole table's."""
    if not run.game.shared:
        return {}
    rows = run.table.filter(pl.col("game").is_in(games)).select("game", pl.col("board").cast(pl.String)).unique("game")
    return dict(rows.collect().iter_rows())


def _reasons(run: ScenarioRun, games: Sequence[int]) -> dict[int, str]:
    """What of a seat lies farthest from its strategy's mean, in words, of each game."""
    words, reasons, far = Words(run.game), {}, dict.fromkeys(games, 0.0)
    features = _features(run)
    rows = _free(run).filter(pl.col("game").is_in(games)).sort("game", "seat").select("game", "strategy", **features)
    usual = run.result(_usual).of
    for row in rows.collect().iter_rows(named=True):
        game, strategy = row["game"], row["strategy"]
        for name in features:
            mean, sd = usual[strategy, name]
            distance = abs(row[name] - mean) / sd if sd and row[name] is not None else 0.0
            if distance > far[game]:
                kind, _, key = name.partition("_")
                unit = f"points from {pretty(key)}" if kind == "score" else f"× {words.action(key)} in the opening"
                far[game], reasons[game] = distance, f"{strategy}: {row[name]:.0f} {unit}, {mean:.1f} on average"
    return reasons
