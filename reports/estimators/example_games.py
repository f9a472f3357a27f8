"""Games to watch: the most typical, the closest and the strangest of a run, so that a number leads to a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import polars as pl

from reports.columns import Words, pretty

if TYPE_CHECKING:
    from reports.frames import RunFrames

__all__ = [
    "EACH", "EXAMPLES", "KINDS", "drop_missing_links", "example_games", "linked_games", "seats_text", "short_label",
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


def example_games(run: RunFrames) -> pl.DataFrame:
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
    line_ups, boards, why = _line_ups(run, numbers), _boards(run, numbers), _reasons(run, strangest)
    return rows.with_columns(
        played=pl.Series([line_ups[game] for game in numbers], dtype=pl.String),
        board=pl.Series([boards.get(game) for game in numbers], dtype=pl.String),
        why=pl.Series([why.get(game) for game in numbers], dtype=pl.String),
        replay=None if run.replays is None else pl.format("{}/game-{}.html", pl.lit(run.replays.folder), "game"),
    )


def _free(run: RunFrames) -> pl.LazyFrame:
    """Rows of seats that decide, of games in which nothing was forced and nothing was paid for at the start."""
    tests = {"forced_opening": pl.col("forced_opening").is_null(), "start_points": pl.col("start_points") == 0}
    free = pl.all_horizontal([pl.lit(True), *(test for name, test in tests.items() if name in run.columns)])
    return run.seats.filter(free.all().over("game"))


def _features(run: RunFrames) -> dict[str, pl.Expr]:
    """What is counted of a seat: its points by source (`score_<source>`) and turns by class (`turns_<letter>`)."""
    features = {f"score_{source}": pl.col(f"score_{source}") for source in run.sources}
    letters = [letter for letter in run.game.classes if letter] if "opening" in run.columns else []
    features |= {f"turns_{x}": pl.col("opening").str.count_matches(x, literal=True) for x in letters}
    return {name: count.cast(pl.Int64) for name, count in features.items()}


def _usual(run: RunFrames) -> pl.DataFrame:
    """Mean and standard deviation of every feature of each strategy: strategy, `<feature>_mean`, `<feature>_sd`."""
    numbers = [(x.sum() / x.count()).alias(f"{name}_mean") for name, x in _features(run).items()]
    numbers += [_sd(x).alias(f"{name}_sd") for name, x in _features(run).items()]
    return _free(run).group_by("strategy").agg(numbers).collect()


def _sd(count: pl.Expr) -> pl.Expr:
    """Standard deviation of whole numbers from their sums, which are exact: the order of rows changes nothing."""
    n = count.count()
    square = ((count**2).sum() - count.sum().cast(pl.Float64) ** 2 / n) / (n - 1)
    return pl.when(n > 1).then(square.clip(0.0).sqrt()).otherwise(0.0)


def _scaled(distance: pl.Expr, sd: pl.Expr) -> pl.Expr:
    """The distance in standard deviations; 0 where there is none."""
    return pl.when(sd > 0).then(distance / sd).otherwise(0.0)


def _games(run: RunFrames) -> pl.DataFrame:
    """A row a game: game, deal, arm, margin, decisions, score (of all its seats), and its distances `usual` and
    `strange`, in standard deviations."""
    features = _features(run)
    seats = _free(run).select("game", "score", "strategy", **features)
    seats = seats.join(run.result(_usual).lazy(), on="strategy", how="left")
    distances = [_scaled(pl.col(x) - pl.col(f"{x}_mean"), pl.col(f"{x}_sd")) ** 2 for x in features]
    fine = (pl.sum_horizontal(distances) / FINE).round().cast(pl.Int64)  # whole numbers add up alike in every order
    mix = fine.sum() * FINE if distances else pl.lit(0.0)
    n_features = len(features) * pl.len()
    totals = seats.group_by("game").agg(pl.col("score").cast(pl.Int64).sum(), mix=mix, n_features=n_features)
    numbers = pl.col("winning_margin", "n_decisions").cast(pl.Int64)
    lengths = run.games.select("game", "deal", pl.col("arm").cast(pl.String), numbers)
    games = lengths.join(totals, on="game").sort("game").collect()
    square = pl.sum_horizontal(_scaled(pl.col(x) - pl.col(x).median(), _sd(pl.col(x))) ** 2 for x in MEASURES)
    oddity = ((square + pl.col("mix")) / (len(MEASURES) + pl.col("n_features"))).sqrt()
    return games.with_columns(usual=square.sqrt(), strange=oddity)


def _line_ups(run: RunFrames, games: Sequence[int]) -> dict[int, str]:
    """Who sat there with which board and score, seat by seat, of each game."""
    bot = run.game.bot.name if run.game.bot else "bot"
    several = not run.game.shared and run.table.select(pl.col("board").drop_nulls().n_unique()).collect().item() > 1
    seats_of: dict[int, list[str]] = {}
    rows = run.table.filter(pl.col("game").is_in(games)).sort("game", "seat")
    for game, strategy, board, score in rows.select("game", "strategy", "board", "score").collect().iter_rows():
        on = f" ({short_label(run.game.label(board))})" if several and board is not None else ""
        seats_of.setdefault(game, []).append(f"{strategy or bot}{on} {score}")
    return {game: ", ".join(seats) for game, seats in seats_of.items()}


def _boards(run: RunFrames, games: Sequence[int]) -> dict[int, str]:
    """The board of each game, where it is the whole table's."""
    if not run.game.shared:
        return {}
    rows = run.table.filter(pl.col("game").is_in(games)).select("game", pl.col("board").cast(pl.String)).unique("game")
    return dict(rows.collect().iter_rows())


def _reasons(run: RunFrames, games: Sequence[int]) -> dict[int, str]:
    """What of a seat lies farthest from its strategy's mean, in words, of each game."""
    words, reasons, far = Words(run.game), {}, dict.fromkeys(games, 0.0)
    features = _features(run)
    rows = _free(run).filter(pl.col("game").is_in(games)).sort("game", "seat").select("game", "strategy", **features)
    usual = {row["strategy"]: row for row in run.result(_usual).iter_rows(named=True)}
    for row in rows.collect().iter_rows(named=True):
        game, strategy = row["game"], row["strategy"]
        for name in features:
            mean, sd = (usual[strategy][f"{name}_{end}"] for end in ("mean", "sd"))
            distance = abs(row[name] - mean) / sd if sd and row[name] is not None else 0.0
            if distance > far[game]:
                kind, _, key = name.partition("_")
                unit = f"points from {pretty(key)}" if kind == "score" else f"× {words.action(key)} in the opening"
                far[game], reasons[game] = distance, f"{strategy}: {row[name]:.0f} {unit}, {mean:.1f} on average"
    return reasons
