"""How a game goes: its length, freedom and tension, the race round by round, winning margins, actions by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
import polars as pl

from reports import columns as c
from reports.frames import RunFrames, free_games, free_rows, free_table, in_order, seatwise, share_of_leaders
from reports.stats.group_means import mean_table
from reports.stats.intervals import Averaged

__all__ = [
    "ACTIONS", "MARGINS", "MINUTES", "ROUNDS", "SECONDS", "SHAPE", "SMALL", "GameMeasure", "action_notes",
    "action_rows", "close_margin", "distribution", "first_actions", "margin_rows",
    "round_rows", "shape_rows",
]  # fmt: skip

MARGINS = (
    c.count("margin_low", "margin from", "points"),
    c.count("margin_high", "to", "points", note="both included"),
    c.percent("games", "games", note="fraction"),
    c.worded("close", "close", lambda value, words: "yes" if value else "no", note="whether all of them are close"),
    c.count("n", "n", "games"),
)
ROUNDS = (
    c.ROUND,
    c.word("position", "position", note="leader / mean / last"),
    c.SCORE,
    c.percent("p_win_leader", "leader wins", estimate=True, note="of the round, on each of its rows"),
    c.percent("over", "games over by then", note="in which no score changes any more"),
    c.count("n", "n", "games"),
)
SHAPE = (
    c.word("measure", "measure"),
    c.UNIT,
    c.number("mean", "mean", estimate=True),
    c.number("sd", "standard deviation"),
    c.number("p05", "5th percentile", 1),
    c.number("p50", "median", 1),
    c.number("p95", "95th percentile", 1),
    c.count("n", "n", "games"),
)
OPENING = "0: the turns of the opening, all that is known without recorded decisions"
ACTIONS = (
    replace(c.ROUND, write=lambda value, words: str(value) if value else words.game.opening.name, note=OPENING),
    c.ACTION,
    c.percent("share", "of the round's turns", note="fraction of the turns of that round"),
    c.count("n", "n", "turns"),
)
CLOSE = 5  # points: the widest margin that counts as close,
CLOSE_PART = 10  # where winners score ten times as much; else a tenth of what they score
SECONDS = 20  # a decision; `minutes_at_10_seconds` is a measure of any comparison
MINUTES = f"length at {SECONDS} seconds a decision"
BINS = 20  # of winning margins
FINISHED = 0.99  # of the games: rounds after that many have ended are not shown
SMALL = 256  # rounds, turns, seats and classes are bytes
RECORDED_GAMES = 20_000  # some two million turns: more than enough for fractions


def close_margin(run: RunFrames) -> int:
    """The margin, in points, up to which a game was close: a tenth of the usual winner's score, between 1 and 5."""
    best = free_rows(run).group_by("game").agg(pl.col("score").cast(pl.Int64).max()).collect()["score"]
    usual = int(best.quantile(0.5, "lower") or 0)
    return min(CLOSE, max(1, usual // CLOSE_PART))


def margin_rows(run: RunFrames) -> pl.DataFrame:
    """How often the winning margin falls into each range of points (both ends included), and which ranges are close."""
    margins = free_games(run).select(pl.col("winning_margin").cast(pl.Int64)).collect()["winning_margin"]
    if not len(margins):
        return pl.DataFrame()
    top = max(int(margins.quantile(0.995, "nearest") or 0), 1)  # a few runaway games share the last bin
    close = close_margin(run)
    narrowest = max(-(-(top + 1) // BINS), 1)
    ends_with_close = (w for w in range(narrowest, close + 2) if (close + 1) % w == 0)
    width = next(ends_with_close, narrowest)
    last = top // width
    counts = np.bincount(np.minimum(margins.to_numpy() // width, last), minlength=last + 1)
    low = np.arange(last + 1) * width
    high = np.append(low[1:] - 1, max(int(margins.max() or 0), int(low[-1])))  # type: ignore[arg-type]  # integers
    columns = {"margin_low": low, "margin_high": high, "games": counts / len(margins), "n": counts}
    return pl.DataFrame(columns).with_columns(close=pl.col("margin_high") <= close)


def round_rows(run: RunFrames) -> pl.DataFrame:
    """Score of the leader, the mean and the last seat after every round, and how often that leader wins the game; bots
    race too.

    A finished game keeps its scores; rounds that hardly any game reaches are left out.
    """
    parts, rows = [], free_table(run)
    columns, over = run.numbered("score_after_round_"), _over_after(run, rows)
    for number, column in columns.items():
        if number > 1 and over[number - 1] >= FINISHED:
            continue
        race = _leaders(rows, column)
        measures = {
            "leader": Averaged("leader"),
            "mean": Averaged("mean", run.game.seats),
            "last": Averaged("last"),
        }
        means = mean_table(race, [], {**measures, "wins": Averaged("led", 3600, bounded=True)})
        parts += [
            means.select(
                pl.lit(number).alias("round"),
                pl.lit(position).alias("position"),
                *(pl.col(f"{position}{end}").alias(f"score{end}") for end in ("", "_low", "_high")),
                *(pl.col(f"wins{end}").alias(f"p_win_leader{end}") for end in ("", "_low", "_high")),
                pl.lit(over[number]).alias("over"),
                "n",
            )
            for position in measures
        ]
    return pl.concat(parts) if parts else pl.DataFrame()


# -- the shape of a game ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameMeasure:
    """A measure of a game: the sum of `column` over `scale` times the sum of `per` (nothing: the games)."""

    measure: str
    unit: str
    column: str
    scale: int = 1
    per: str | None = None


def shape_rows(run: RunFrames) -> pl.DataFrame:
    """Length, freedom and tension of a game: mean with interval, standard deviation and percentiles over games."""
    close = close_margin(run)
    counts = ("rounds", "n_decisions", "n_legal_moves", "n_forced", "lead_changes", "winners", "winning_margin")
    games = free_games(run).select("game", "deal", *(pl.col(name).cast(pl.Int64) for name in counts))
    moves = pl.col("n_decisions") + pl.col("n_forced")
    is_close, is_joint = pl.col("winning_margin") <= close, pl.col("winners") > 1
    frame = games.with_columns(moves=moves, close=is_close, joint=is_joint).sort("game").collect()
    if not len(frame):
        return pl.DataFrame()
    measures = [
        GameMeasure("decisions of a player", "decisions", "n_decisions", run.players),
        GameMeasure(MINUTES, "minutes", "n_decisions", 60 // SECONDS),
        *([GameMeasure("rounds", "rounds", "rounds")] if frame["rounds"].max() > 1 else []),  # type: ignore[operator]
        GameMeasure("options of a decision", "moves", "n_legal_moves", per="n_decisions"),
        GameMeasure("forced moves", "fraction", "n_forced", per="moves"),
        GameMeasure("lead changes", "changes", "lead_changes"),
        GameMeasure("winning margin", "points", "winning_margin"),
        GameMeasure(f"close games (margin {close} point{'s'[: close - 1]} or less)", "fraction", "close"),
        GameMeasure("joint wins", "fraction", "joint"),
    ]
    score = pl.col("score").cast(pl.Int64)
    sums = {"best": score.max(), "worst": score.min(), "total": score.sum()}
    scores = free_table(run).group_by("game", "deal").agg(**sums).sort("game").collect()
    rows = _describe(frame, measures) + _describe(
        scores,
        [
            GameMeasure("best score", "points", "best"),
            GameMeasure("mean score", "points", "total", run.game.seats),
            GameMeasure("worst score", "points", "worst"),
        ],
    )
    if (half := _half_way(run, free_table(run))) is not None:
        number, column = half
        race = _leaders(free_table(run), column)
        measure = Averaged("lost60", 3600, bounded=True)
        mean = mean_table(race.with_columns(lost60=3600 - pl.col("led")), [], {"mean": measure}).row(0, named=True)
        name = f"comebacks (winner not leading after round {number})"
        row: dict[str, object] = {"measure": name, "unit": "fraction", "n": len(race)}
        rows.append(row | {name: mean[name] for name in ("mean", "mean_low", "mean_high")})
    return pl.DataFrame(rows, infer_schema_length=None)


def _describe(frame: pl.DataFrame, measures: Sequence[GameMeasure]) -> list[dict[str, object]]:
    """The mean of each and its distribution over games, a row each."""
    means: dict[str, float] = {}
    for per, members in groupby(sorted(measures, key=lambda m: m.per or ""), key=lambda m: m.per):
        columns = {m.measure: Averaged(m.column, m.scale, m.unit == "fraction") for m in members}
        means |= mean_table(frame, [], columns, count=per).row(0, named=True)
    rows = []
    for m in measures:
        row: dict[str, object] = {"measure": m.measure, "unit": m.unit, "n": len(frame)}
        row |= {f"mean{end}": means[f"{m.measure}{end}"] for end in ("", "_low", "_high")}
        if m.per or m.unit != "fraction":  # of yes or no in each game the mean says it all
            row |= distribution(frame[m.column] / (frame[m.per] if m.per else m.scale))
        rows.append(row)
    return rows


def distribution(values: pl.Series) -> dict[str, float | None]:
    """Standard deviation and percentiles of what is finite.

    The rows are added up as one array in their order: Polars would take one batch after another, and how it has cut
    them, which changes from run to run, would show in the last digit.
    """
    finite = values.filter(values.is_finite())
    sd = float(np.std(finite.to_numpy(), ddof=1)) if len(finite) > 1 else None
    return {"sd": sd, **{f"p{q:02}": finite.quantile(q / 100, "linear") for q in (5, 50, 95)}}


# -- actions ----------------------------------------------------------------------------------------------------------


def action_rows(run: RunFrames) -> pl.DataFrame:
    """Fraction of the turns of each round spent on each action: from recorded decisions, of each turn the first move
    that has a class; else the openings' turns as round 0."""
    letters = list(run.game.classes)
    if run.decisions is not None and letters:
        action = pl.col("first").replace_strict(dict(enumerate(letters, 1)), default=None, return_dtype=pl.String)
        turns = first_actions(run, run.decisions).group_by(round=pl.col("turn") % SMALL, first=pl.col("first") % SMALL)
        rows = _fractions(turns.agg(n=pl.len()).select("round", action=action, n="n"), letters)
        if len(rows):
            return rows
    openings = free_rows(run).group_by(pl.col("opening").alias("action")).len()
    letter_rows = openings.with_columns(pl.col("action").cast(pl.String).str.split("")).explode("action")
    return _fractions(
        letter_rows.filter(pl.col("action").is_in(letters)).select(pl.lit(0).alias("round"), "action", n="len"), letters
    )


def action_notes(run: RunFrames) -> list[str]:
    """What the counts of actions rest on."""
    rounds = run.result(action_rows)
    if not len(rounds):
        return ["Which actions were taken is not known: no decision that names an action was recorded."]
    if rounds["round"][0]:
        return ["Actions by round count the turns of recorded games (the first 20,000 at most)."]
    return ["Actions are known for the openings alone, not round by round: this run recorded no decisions."]


def first_actions(run: RunFrames, decisions: pl.LazyFrame) -> pl.LazyFrame:
    """Of each turn in recorded games the first move that has a class: `turn` packs its game, number, seat and round,
    `first` its decision's number and the class."""
    number = pl.col("move_class").cast(pl.Int64)
    games = free_games(run).select("game").join(decisions.select("game").unique(), on="game", how="semi")
    numbers = games.select(pl.col("game").bottom_k(RECORDED_GAMES)).collect()["game"]
    # Parts of the run beyond the last of these games are not read. A turn, and its first move with that move's class,
    # are a number each: a third of the time of several columns.
    of_games = (pl.col("game") <= numbers.max()) & pl.col("game").is_in(numbers.implode())
    turn = _pack(pl.col("game"), pl.col("turn"), pl.col("seat"), pl.col("round"))
    return decisions.filter(of_games & (number > 0)).group_by(turn=turn).agg(first=_pack(pl.col("ply"), number).min())


def _pack(leading: pl.Expr, *small: pl.Expr) -> pl.Expr:
    """Numbers below SMALL behind any other, as one number."""
    for part in small:
        leading = leading.cast(pl.Int64) * SMALL + part.cast(pl.Int64)
    return leading


def _fractions(turns: pl.LazyFrame, letters: list[str]) -> pl.DataFrame:
    """Turns counted by round and action, rows in the order of the classes."""
    rank = {letter: i for i, letter in enumerate(letters)}
    counts = turns.group_by("round", "action").agg(pl.col("n").cast(pl.Int64).sum())
    order = pl.col("action").replace_strict(rank, return_dtype=pl.Int64)
    return counts.with_columns(share=pl.col("n") / pl.col("n").sum().over("round")).sort("round", order).collect()


# -- the race: who leads after each round, and when it is over --------------------------------------------------------


def _over_after(run: RunFrames, rows: pl.LazyFrame) -> dict[int, float]:
    """By round: in which fraction of the games no seat's running score changes after it."""
    after = run.numbered("score_after_round_")
    if not after:
        return {}
    last = pl.col(after[max(after)])
    games = rows.group_by("game").agg((pl.col(column) == last).all() for column in after.values())
    shares = games.select(pl.col(column).mean() for column in after.values()).collect().row(0)
    return {number: float(part or 0.0) for number, part in zip(after, shares, strict=True)}


def _half_way(run: RunFrames, rows: pl.LazyFrame) -> tuple[int, str] | None:
    """The round after which half of the rounds of an ordinary game are played, and the column of its running scores."""
    over = _over_after(run, rows)
    length = next((r for r, part in over.items() if part >= 0.5), 0)
    return next(((r, run.numbered("score_after_round_")[r]) for r in over if length > r >= length / 2), None)


def _leaders(rows: pl.LazyFrame, column: str) -> pl.DataFrame:
    """Of each game, after some round: the best, the summed and the worst score of these rows' seats, and the win share
    of whoever led, in 3600ths (joint leaders averaged)."""
    frame = in_order(rows, [column, "win_share60"])
    seats = len(frame) // max(1, frame["game"].n_unique())
    score, won = (seatwise(frame, c, seats).astype(np.int64) for c in (column, "win_share60"))
    best, led = score.max(axis=1), share_of_leaders(score, won)
    game, deal = (seatwise(frame, c, seats)[:, 0] for c in ("game", "deal"))
    return pl.DataFrame(
        {"game": game, "deal": deal, "leader": best, "mean": score.sum(axis=1), "last": score.min(axis=1), "led": led}
    )
