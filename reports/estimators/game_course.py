"""How a game goes: its length, freedom and tension, the race round by round, winning margins, actions by round."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from reports import columns as c
from reports.deal_sums import rows_of
from reports.estimates import Estimates, ends_each
from reports.frames import ScenarioRun, free_games, free_rows
from reports.measure_lists import SECONDS, SHAPE_MEASURES
from reports.measure_lists import SHAPE as SHAPE_LIST
from reports.section_comparison import SectionComparison, estimate_declared

__all__ = [
    "ACTIONS", "AFTER_ROUNDS", "BEST", "CLOSE_GAMES", "COMEBACKS", "DECISIONS", "ENDINGS", "ENDS",
    "JOINT_WINS", "LEADERS", "LEAD_CHANGES", "MARGINS", "MARGIN_SHARES", "MEAN", "MINUTES", "OPTIONS", "ROUNDS",
    "SECONDS", "SHAPE", "SHAPES", "TURNS", "WINNING_MARGIN", "GameMeasure", "action_notes", "action_rows",
    "close_margin", "compare_actions",
    "distribution", "ending_rows", "margin_rows", "round_rows", "shape_rows", "turns_of",
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
MINUTES = f"length at {SECONDS} seconds a decision"
ENDINGS = (
    c.code("ending", "ending"),
    c.percent("share", "how often", estimate=True),
    c.number("rounds", "after rounds", 1, estimate=True),
    c.number("p05", "5th percentile", 0),
    c.number("p95", "95th percentile", 0),
    c.count("n", "n", "games"),
)
BINS = 20  # of winning margins
FINISHED = 0.99  # of the games: rounds after that many have ended are not shown
# of a frequency: rows of its level, of the n it is a part of
PART_OF_N = (pl.col("estimate") * pl.col("n")).round().cast(pl.Int64)


def close_margin(run: ScenarioRun) -> int:
    """The margin, in points, up to which a game was close: a tenth of the usual winner's score, between 1 and 5."""
    best = free_rows(run).group_by("game").agg(pl.col("score").cast(pl.Int64).max()).collect()["score"]
    usual = int(best.quantile(0.5, "lower") or 0)
    return min(CLOSE, max(1, usual // CLOSE_PART))


def margin_bins(run: ScenarioRun) -> pl.DataFrame:
    """Ranges of winning margins, both ends included, and whether all games in them are close."""
    margins = free_games(run).select(pl.col("winning_margin").cast(pl.Int64)).collect()["winning_margin"]
    top = max(int(margins.quantile(0.995, "nearest") or 0), 1)  # a few runaway games share the last bin
    close = run.result(close_margin)
    narrowest = max(-(-(top + 1) // BINS), 1)
    ends_with_close = (w for w in range(narrowest, close + 2) if (close + 1) % w == 0)
    width = next(ends_with_close, narrowest)
    low = np.arange(top // width + 1) * width
    high = np.append(low[1:] - 1, max(int(margins.max() or 0), int(low[-1])))  # type: ignore[arg-type]  # integers
    return pl.DataFrame({"margin_low": low, "margin_high": high, "close": high <= close})


MARGIN_SHARES = SectionComparison(
    "frequency", "band(winning_margin, {bins})", of="games", where="{arm}", family="winning margins",
    words=lambda run: {"bins": ", ".join(map(str, run.result(margin_bins)["margin_low"]))},
)  # fmt: skip


def margin_rows(run: ScenarioRun, shares: Estimates) -> pl.DataFrame:
    """How often the winning margin falls into each range of points."""
    low = pl.col(shares.keys[0]).str.extract(r"(\d+)").cast(pl.Int64)
    games = shares.table.select(margin_low=low, games="estimate", n=PART_OF_N)
    return run.result(margin_bins).join(games, on="margin_low", how="left", maintain_order="left").fill_null(0)


POSITIONS = {"highest": "leader", "mean": "mean", "lowest": "last"}
AFTER_ROUNDS = SectionComparison(
    ",".join(f"{kind}_score_after_round_*" for kind in POSITIONS),
    of="games", where="{free}", family="scores after rounds",
    needs=lambda run: bool(run.numbered("score_after_round_")),
)  # fmt: skip
OVER = replace(AFTER_ROUNDS, measure="over_after_round_*", family="games over after rounds")
LEADERS = replace(AFTER_ROUNDS, measure=f"leader_share_after_round_*,{OVER.measure}", family="leaders after rounds")


def round_rows(run: ScenarioRun, scores: Estimates, leaders: Estimates) -> pl.DataFrame:
    """Score of the leader, the mean and the last seat after every round, and how often that leader wins the game; bots
    race too.

    A finished game keeps its scores; rounds that hardly any game reaches are left out.
    """
    shares, over = _after_rounds(leaders, "leader"), _after_rounds(leaders, "over")
    over = over.select("round", over="estimate").filter(pl.col("over").shift(1, fill_value=0.0) < FINISHED)
    shares = shares.select("round", *ends_each("p_win_leader"))
    parts = [
        _after_rounds(scores, kind).select("round", "n", pl.lit(position).alias("position"), *ends_each("score"))
        for kind, position in POSITIONS.items()
    ]
    rows = pl.concat(parts).join(over, on="round").join(shares, on="round")
    return rows.sort("round", pl.col("position").cast(pl.Enum(list(POSITIONS.values()))))


def _after_rounds(estimates: Estimates, kind: str) -> pl.DataFrame:
    """The estimates of a measure that begins so, with the number of their round."""
    rows = estimates.table.filter(pl.col("measure").str.starts_with(f"{kind}_"))
    return rows.with_columns(round=pl.col("measure").str.extract(r"(\d+)$").cast(pl.Int64))


# -- the shape of a game ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameMeasure:
    """A measure of a game: what a table calls it, its unit, and how it is typed."""

    name: str
    unit: str
    measure: str


COMEBACKS = "comebacks (winner not leading after round"
CLOSE_GAMES = "close games"
NOT_WON = {"mean": "mean", "mean_low": "mean_high", "mean_high": "mean_low"}
DECISIONS = GameMeasure("decisions of a player", "decisions", "n_decisions per players")
OPTIONS = GameMeasure("options of a decision", "moves", "n_legal_moves per n_decisions")
LEAD_CHANGES = GameMeasure("lead changes", "changes", "lead_changes")
WINNING_MARGIN = GameMeasure("winning margin", "points", "winning_margin")
JOINT_WINS = GameMeasure("joint wins", "fraction", "joint_win")
BEST, MEAN = GameMeasure("best score", "points", "highest_score"), GameMeasure("mean score", "points", "mean_score")


def shape_measures(run: ScenarioRun) -> list[GameMeasure]:
    """What is measured of the length, freedom and tension of a game."""
    close, has_rounds, half = run.result(close_margin), run.result(_longest_game) > 1, run.result(_half_way)
    return [
        DECISIONS,
        GameMeasure(MINUTES, "minutes", f"minutes_at_{SECONDS}_seconds"),
        *([GameMeasure("rounds", "rounds", "rounds")] if has_rounds else []),
        OPTIONS,
        GameMeasure("forced moves", "fraction", "n_forced out of n_moves"),
        LEAD_CHANGES,
        WINNING_MARGIN,
        GameMeasure(
            f"{CLOSE_GAMES} (margin {close} point{'s'[: close - 1]} or less)", "fraction",
            f"share of winning_margin <= {close}",
        ),
        JOINT_WINS,
        BEST,
        MEAN,
        GameMeasure("worst score", "points", "lowest_score"),
        *([GameMeasure(f"{COMEBACKS} {half})", "fraction", f"leader_share_after_round_{half}")] if half else []),
    ]  # fmt: skip


def _longest_game(run: ScenarioRun) -> int:
    return int(free_games(run).select(pl.col("rounds").max()).collect().item() or 0)


def _shape_words(run: ScenarioRun) -> dict[str, object]:
    """The measures of a run that are not on the list."""
    return {"more": "".join(f",{x.measure}" for x in shape_measures(run) if x.measure not in SHAPE_MEASURES)}


SHAPES = SectionComparison(
    f"{SHAPE_LIST}{{more}}", of="games", where="{free}", family="shape", words=_shape_words
)  # fmt: skip


def shape_rows(run: ScenarioRun, shapes: Estimates) -> pl.DataFrame:
    """Length, freedom and tension of a game: mean with interval, standard deviation and percentiles over games."""
    means = {row["measure"]: row for row in shapes.table.select("measure", *ends_each("mean")).iter_rows(named=True)}
    values, rows = _values_of_games(shapes), list[dict[str, object]]()
    flags = {each.name for each in shapes.blocks[0].comparison.measures if each.bounded and each.per is None}
    for each in shape_measures(run):
        row = {**means[each.measure], "measure": each.name, "unit": each.unit, "n": len(values)}
        if each.name.startswith(COMEBACKS):
            row |= {end: None if row[of] is None else 1 - row[of] for end, of in NOT_WON.items()}
        # of yes or no in each game the mean says it all
        rows.append(row | (distribution(values[each.measure]) if each.measure not in flags else {}))
    return pl.DataFrame(rows, infer_schema_length=None)


def _values_of_games(estimates: Estimates) -> pl.DataFrame:
    """A row a game with its value of each measure of a comparison, and its level of each factor."""
    comparison = estimates.blocks[0].comparison
    (part,) = estimates.run.scenarios
    values = {
        each.name: pl.col(f"x_{each.name}") / (each.scale if each.per is None else pl.col(f"w_{each.name}"))
        for each in comparison.measures
    }
    return rows_of(part, comparison).select(pl.col("^by_.*$"), **values).collect()


def distribution(values: pl.Series) -> dict[str, float | None]:
    """Standard deviation and percentiles of what is finite.

    They are added up as one array in order: how polars cuts or mixes rows, which changes from run to run, would show in
    the last digit.
    """
    finite = values.filter(values.is_finite()).sort()
    sd = float(np.std(finite.to_numpy(), ddof=1)) if len(finite) > 1 else None
    return {"sd": sd, **{f"p{q:02}": finite.quantile(q / 100, "linear") for q in (5, 50, 95)}}


# -- actions ----------------------------------------------------------------------------------------------------------


TURNS = SectionComparison(
    "frequency", "round,move_class", where="{arm} and first_of_turn", family="actions by round",
    needs=lambda run: bool(run.game.classes),
)  # fmt: skip


def compare_actions(run: ScenarioRun) -> tuple[SectionComparison, ...]:
    """The first move of each turn that has a class, round by round, where decisions tell it."""
    return (TURNS,) if estimate_declared(run, TURNS)[0].blocks else ()


def turns_of(run: ScenarioRun, shares: Estimates) -> pl.DataFrame:
    """Shares of turns with the letter of each action, and how many turns they are."""
    action = pl.col("move_class").replace_strict(dict(enumerate(run.game.letters)), return_dtype=pl.String)
    return shares.table.select(*shares.keys, action=action, share="estimate", n=PART_OF_N)


def action_rows(run: ScenarioRun, *by_round: Estimates) -> pl.DataFrame:
    """Fraction of the turns of each round spent on each action; without those of rounds the openings' turns as round
    0."""
    if by_round:
        return turns_of(run, *by_round).sort("round", "move_class")
    letters = list(run.game.classes)
    openings = free_rows(run).group_by(opening=pl.col("opening").cast(pl.String)).len()
    turns = openings.select(action=pl.col("opening").str.split(""), n=pl.col("len").cast(pl.Int64)).explode("action")
    counts = turns.filter(pl.col("action").is_in(letters)).group_by("action").agg(pl.col("n").sum())
    order = pl.col("action").replace_strict({letter: i for i, letter in enumerate(letters)}, return_dtype=pl.Int64)
    return (
        counts.select(pl.lit(0).alias("round"), "action", share=pl.col("n") / pl.col("n").sum(), n="n")
        .sort(order)
        .collect()
    )


def action_notes(run: ScenarioRun) -> list[str]:
    """What the counts of actions rest on."""
    if compare_actions(run):
        return ["Actions by round count the turns of recorded games."]
    if len(run.result(action_rows)):
        return ["Actions are known for the openings alone, not round by round: this run recorded no decisions."]
    return ["Which actions were taken is not known: no decision that names an action was recorded."]


def _half_way(run: ScenarioRun) -> int:
    """The round after which half of the rounds of an ordinary game are played; 0: there is none."""
    (rounds,) = estimate_declared(run, OVER)
    over = dict(_after_rounds(rounds, "over").select("round", "estimate").iter_rows())
    length = next((r for r, part in over.items() if part >= 0.5), 0)
    return next((r for r in over if length > r >= length / 2), 0)


# -- the end ----------------------------------------------------------------------------------------------------------

ENDS = SectionComparison("frequency,rounds", "ending", of="games", where="{arm}", family="endings")


def ending_rows(run: ScenarioRun, endings: Estimates) -> pl.DataFrame:
    """What ends a game, how often and after how many rounds, the most frequent first; where the game names no endings
    one row, and none without rounds."""
    if run.result(_longest_game) < 2:
        return pl.DataFrame()
    shares, rounds = (endings.only(measure).table for measure in ("frequency", "rounds"))
    values, ending = _values_of_games(endings), pl.col("by_ending").cast(pl.String)
    lengths = [
        {"ending": name, **distribution(values.filter(ending == name)["rounds"])} for name in shares["ending"].to_list()
    ]
    table = shares.select("ending", *ends_each("share")).join(
        rounds.select("ending", "n", *ends_each("rounds")), on="ending", maintain_order="left"
    )
    return table.join(pl.DataFrame(lengths), on="ending").sort("share", descending=True, maintain_order=True)
