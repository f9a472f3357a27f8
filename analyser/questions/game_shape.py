"""The shape of a game: decisions, options, tension, margins, the race round by round, and which actions are taken
when."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from analyser.questions.run import Run, in_order, seatwise
from reports.stats.cluster import Measure, grouped

__all__ = ["actions", "half_way", "leaders", "margins", "rounds", "shape"]

CLOSE = 5  # points: the widest margin that counts as close,
CLOSE_PART = 10  # where winners score ten times as much; else a tenth of what they score
BINS = 20
FINISHED = 0.99  # of the games: rounds after that many have ended are not shown
RECORDED_GAMES = 20_000  # some two million turns: more than enough for fractions


def _games(run: Run, arms: Sequence[str]) -> pl.LazyFrame:
    return run.games.filter(pl.col("arm").cast(pl.String).is_in(arms))


def _described(
    frame: pl.DataFrame, measure: str, unit: str, value: str, *, scale: int = 1, per: str | None = None
) -> dict[str, object]:
    """One row of `shape`: the mean of value / scale (or of value per unit of another column) and its spread over
    games."""
    bounded = unit == "fraction"
    mean = grouped(frame, [], {"mean": Measure(value, scale, bounded)}, count=per).row(0, named=True)
    each = frame[value] / frame[per] if per else frame[value] / scale
    row: dict[str, object] = {"measure": measure, "unit": unit, "n": len(frame)}
    row |= {c: mean[c] for c in ("mean", "mean_low", "mean_high")}
    if bounded and not per:
        return row  # yes or no in each game: the mean says it all
    finite = each.filter(each.is_finite())
    return row | {"sd": finite.std(), **{f"p{q:02}": finite.quantile(q / 100, "linear") for q in (5, 50, 95)}}


def _close(run: Run, arms: Sequence[str]) -> int:
    """The margin, in points, up to which a game was close: a tenth of the usual winner's score, between 1 and 5."""
    best = run.rows(*arms).group_by("game").agg(pl.col("score").cast(pl.Int64).max()).collect()["score"]
    usual = int(best.quantile(0.5, "lower") or 0)
    return min(CLOSE, max(1, usual // CLOSE_PART))


def shape(run: Run, arms: Sequence[str]) -> pl.DataFrame:
    """Length, freedom and tension of a game: mean with interval, standard deviation and percentiles over games."""
    close = _close(run, arms)
    frame = (
        _games(run, arms)
        .select(
            "game",
            "deal",
            *(
                pl.col(c).cast(pl.Int64)
                for c in ("decisions", "options", "forced", "lead_changes", "winners", "margin")
            ),
        )
        .with_columns(
            moves=pl.col("decisions") + pl.col("forced"), close=pl.col("margin") <= close, joint=pl.col("winners") > 1
        )
        .sort("game")
        .collect()
    )
    if not len(frame):
        return pl.DataFrame()
    k = run.players
    out = [
        _described(frame, "decisions of a player", "decisions", "decisions", scale=k),
        _described(frame, "options of a decision", "moves", "options", per="decisions"),
        _described(frame, "forced moves", "fraction", "forced", per="moves"),
        _described(frame, "lead changes", "changes", "lead_changes"),
        _described(frame, "winning margin", "points", "margin"),
        _described(frame, f"close games (margin {close} point{'s'[: close - 1]} or less)", "fraction", "close"),
        _described(frame, "joint wins", "fraction", "joint"),
    ]
    scores = run.rows(*arms).group_by("game", "deal").agg(
        pl.col("score").cast(pl.Int64).max().alias("best"), pl.col("score").cast(pl.Int64).min().alias("worst"),
        pl.col("score").cast(pl.Int64).sum().alias("total"),
    ).sort("game").collect()  # fmt: skip
    out += [
        _described(scores, "best score", "points", "best"),
        _described(scores, "mean score", "points", "total", scale=k),
        _described(scores, "worst score", "points", "worst"),
    ]
    if (half := half_way(run, run.rows(*arms))) is not None:
        number, column = half
        race = leaders(run, run.rows(*arms), column)
        measure = Measure("lost60", 3600, bounded=True)
        found = grouped(race.with_columns(lost60=3600 - pl.col("led")), [], {"mean": measure}).row(0, named=True)
        name = f"comebacks (winner not leading after round {number})"
        out.append(
            {"measure": name, "unit": "fraction", "n": len(race)}
            | {c: found[c] for c in ("mean", "mean_low", "mean_high")}
        )
    return pl.DataFrame(out, infer_schema_length=None)


def margins(run: Run, arms: Sequence[str]) -> pl.DataFrame:
    """How often the winning margin falls into each range of points (both ends included), and which ranges are close."""
    found = _games(run, arms).select(pl.col("margin").cast(pl.Int64)).collect()["margin"]
    if not len(found):
        return pl.DataFrame()
    top = max(int(found.quantile(0.995, "nearest") or 0), 1)  # a few runaway games share the last bin
    close = _close(run, arms)
    least = max(-(-(top + 1) // BINS), 1)
    width = next(
        (w for w in range(least, close + 2) if (close + 1) % w == 0), least
    )  # a class ends where close games do
    last = top // width
    counts = np.bincount(np.minimum(found.to_numpy() // width, last), minlength=last + 1)
    low = np.arange(last + 1) * width
    high = np.append(low[1:] - 1, max(int(found.max() or 0), int(low[-1])))  # type: ignore[arg-type]  # integers
    columns = {"margin_low": low, "margin_high": high, "games": counts / len(found), "n": counts}
    return pl.DataFrame(columns).with_columns(close=pl.col("margin_high") <= close)


def _over(run: Run, rows: pl.LazyFrame) -> dict[int, float]:
    """By round: in which fraction of the games no seat's running score changes after it."""
    after = run.numbered("after_round_")
    if not after:
        return {}
    last = pl.col(after[max(after)])
    games = rows.group_by("game").agg((pl.col(column) == last).all() for column in after.values())
    found = games.select(pl.col(column).mean() for column in after.values()).collect().row(0)
    return {number: float(part or 0.0) for number, part in zip(after, found, strict=True)}


def half_way(run: Run, rows: pl.LazyFrame) -> tuple[int, str] | None:
    """The round after which half of the rounds of an ordinary game are played, and the column of its running scores."""
    over = _over(run, rows)
    length = next((r for r, part in over.items() if part >= 0.5), 0)
    return next(((r, run.numbered("after_round_")[r]) for r in over if length > r >= length / 2), None)


def leaders(run: Run, rows: pl.LazyFrame, column: str) -> pl.DataFrame:
    """Of each game, after some round: sums over seats and the win share of whoever led, in 3600ths (joint leaders
    averaged)."""
    frame = in_order(rows, [column, "share60"])
    score, won = (seatwise(frame, c, run.players).astype(np.int64) for c in (column, "share60"))
    best = score.max(axis=1)
    leads = score == best[:, None]
    led = 60 * (won * leads).sum(axis=1) // leads.sum(axis=1)  # 60 x 60ths are divisible by up to six joint leaders
    game, deal = (seatwise(frame, c, run.players)[:, 0] for c in ("game", "deal"))
    return pl.DataFrame(
        {"game": game, "deal": deal, "leader": best, "mean": score.sum(axis=1), "last": score.min(axis=1), "led": led}
    )


def rounds(run: Run, rows: pl.LazyFrame) -> pl.DataFrame:
    """Score of the leader, the mean and the last seat after every round, and how often that leader wins the game.

    A finished game keeps its scores; rounds that hardly any game reaches are left out.
    """
    parts = []
    columns, over = run.numbered("after_round_"), _over(run, rows)
    reached = [number for number in columns if number == 1 or over[number - 1] < FINISHED]
    for number, column in ((r, columns[r]) for r in reached):
        race = leaders(run, rows, column)
        measures = {"leader": Measure("leader"), "mean": Measure("mean", run.players), "last": Measure("last")}
        found = grouped(race, [], {**measures, "wins": Measure("led", 3600, bounded=True)})
        ends = ("", "_low", "_high")
        parts += [
            found.select(
                pl.lit(number).alias("round"),
                pl.lit(position).alias("position"),
                *(pl.col(f"{position}{end}").alias(f"score{end}") for end in ends),
                *(pl.col(f"wins{end}").alias(f"p_win_leader{end}") for end in ends),
                pl.lit(over[number]).alias("over"),
                "n",
            )
            for position in measures
        ]
    return pl.concat(parts) if parts else pl.DataFrame()


def actions(run: Run, arms: Sequence[str]) -> tuple[pl.DataFrame, list[str]]:
    """Fraction of the turns of each round spent on each action: from recorded decisions, else the openings' turns as
    round 0."""
    if run.decisions is not None and run.classes:
        found = _recorded(run, run.decisions, arms)
        if len(found):
            note = "Actions by round count the turns that left a choice, in recorded games (the first 20,000 at most)."
            return found, [note]
    letters = run.rows(*arms).group_by("opening").len().with_columns(pl.col("opening").cast(pl.String).str.split(""))
    turns = letters.explode("opening").rename({"opening": "action"}).filter(pl.col("action").is_in(list(run.classes)))
    if not turns.select(pl.len()).collect().item():
        return pl.DataFrame(), ["Which actions were taken is not known: no decision that names an action was recorded."]
    note = "Actions are known for the openings alone, not round by round: this run recorded no decisions."
    return _fractions(turns.select(pl.lit(0).alias("round"), "action", n="len"), list(run.classes)), [note]


def _recorded(run: Run, decisions: pl.LazyFrame, arms: Sequence[str]) -> pl.DataFrame:
    """Actions from recorded decisions: of each turn, the first move that has a class."""
    letters = list(run.classes)
    number = pl.col("class").cast(pl.Int64)
    action = number.replace_strict(dict(enumerate(letters, 1)), default=None, return_dtype=pl.String)
    games = _games(run, arms).select("game").join(decisions.select("game").unique(), on="game", how="semi")
    chosen = games.select(pl.col("game").bottom_k(RECORDED_GAMES)).collect()["game"]
    turns = (
        decisions.filter(pl.col("game").is_in(chosen.implode()) & (number > 0))
        .with_columns(action=action)
        .group_by("game", "seat", "round", "turn")
        .agg(pl.col("action").get(pl.col("ply").arg_min()))
    )
    return _fractions(turns.select(pl.col("round").cast(pl.Int64), "action", n=pl.lit(1)), letters)


def _fractions(turns: pl.LazyFrame, letters: list[str]) -> pl.DataFrame:
    """Turns counted by round and action, rows in the order of the classes."""
    order = {letter: i for i, letter in enumerate(letters)}
    counted = turns.group_by("round", "action").agg(pl.col("n").cast(pl.Int64).sum())
    place = pl.col("action").replace_strict(order, return_dtype=pl.Int64)
    return counted.with_columns(share=pl.col("n") / pl.col("n").sum().over("round")).sort("round", place).collect()
