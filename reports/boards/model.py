"""What is each board, seat and strategy worth, the rest held equal: the winner-of-k logit, in logits, Elo and points of
win share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
import polars.selectors as cs
from numpy.typing import NDArray

from reports import columns as c
from reports.boards.pairs import seat_arm
from reports.charts import Row, forest
from reports.charts.scale import differences
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, section_of, unique
from reports.sentences import sentence_case
from reports.stats.families import ALPHA
from reports.stats.hypotheses import hypotheses
from reports.stats.logit import ELO_PER_LOGIT, Fit, fit_coded
from reports.stats.verdict import holm

__all__ = ["PIECE", "fitted", "gained"]

COLUMNS: tuple[Column, ...] = (
    c.code("term", "term"),
    c.pp(
        "even", "difference in win share", estimate=True, note=f"from par, all others at the table even; {c.TOGETHER}"
    ),
    c.number("estimate", "estimate", 3, "logits", sign=True, estimate=True, note=f"{c.TOGETHER}, its kind of term"),
    c.number("se", "standard error", 3, note="none where too few wins or losses make one"),
    c.P,
    replace(c.KIND, note="board / seat / strategy / board x strategy / board x seat"),
    c.ELO,
)
TESTS: tuple[Column, ...] = (
    c.KIND,
    c.number(
        "statistic",
        "chi square",
        note="joint test of a kind of term: Wald's, or the likelihood ratio where a term has no standard error",
    ),
    c.count("df", "degrees of freedom"),
    replace(c.P, note="by Holm over the kinds"),
)


Floats = NDArray[np.float64]


BOARD, SEAT, STRATEGY = "board", "seat", "strategy"
BY_STRATEGY, BY_SEAT = "board x strategy", "board x seat"

TESTED = {"kind": pl.String, "statistic": pl.Float64, "df": pl.Int64, "p": pl.Float64}

# Errors clustered by fewer deals, or by hardly more than there are coefficients, are far too small.
FEWEST_DEALS, DEALS_A_COLUMN = 50, 2

MOST_TERMS = 24  # terms above which interactions are left to the table


@dataclass(frozen=True)
class Block:
    """Columns of one kind of term: rows of `design` by distinct row of the data, names and rows of `shown` by reported
    term."""

    kind: str
    design: Floats
    names: list[str]
    shown: Floats


@dataclass(frozen=True)
class Data:
    """Rows of seats, each with the number (`code`) of its cell: a board, a seat and a strategy; sides A are one board
    "". `mixed`: whether strategies met in a game."""

    rows: pl.DataFrame
    cells: pl.DataFrame
    mixed: bool


def fitted(run: RunFrames) -> tuple[pl.DataFrame, pl.DataFrame, list[str]]:
    """The fitted terms, a joint test of each kind of term, and notes.

    Boards are measured against side A; seats and strategies against their own mean, so a board's term is its effect for
    the average seat and strategy, and interactions say how far single seats and strategies depart from it. Errors are
    clustered by deal.
    """
    nothing = pl.DataFrame(), pl.DataFrame()
    arm = seat_arm(run)
    if run.par is None or arm is None:  # the model chooses a winner among those who decide
        return *nothing, []
    data, told = _data(run, arm)
    if not len(data.cells):
        return *nothing, told
    blocks, notes = _blocks(data, run)
    notes = [*told, *notes]
    if not blocks:
        return *nothing, ["The logit model has no term to estimate: one board, one seat order, one strategy."]
    design = np.hstack([b.design for b in blocks])
    deals = max(FEWEST_DEALS, DEALS_A_COLUMN * design.shape[1])
    if data.rows["deal"].n_unique() < deals:
        return *nothing, [
            f"Too few deals for the logit model: with these boards, seats and strategies it takes {deals}."
        ]
    fit = fit_coded(
        design,
        data.rows["code"].to_numpy(),
        data.rows["win_share60"].to_numpy() / 60,
        data.rows["game"].to_numpy(),
        clusters=data.rows["deal"].to_numpy(),
    )
    terms, tested = _tables(fit, blocks, run.players)
    if mixed_up := terms.filter(pl.col("estimate").is_null())["term"].to_list():
        notes.append(
            f"The games cannot separate these terms of the logit model from one another, so it leaves them out: "
            f"{', '.join(mixed_up)}."
        )
        terms = terms.filter(pl.col("estimate").is_not_null())
    if terms["se"].null_count():
        notes.append(
            "Terms of the logit model without a standard error rest on few wins or losses: their intervals and p "
            "values are those of the profile of the penalised likelihood."
        )
    return terms, tested, notes


def _data(run: RunFrames, arm: str) -> tuple[Data, list[str]]:
    """The rows the model is fitted to, and a note on those left out.

    Seats of learners are: a strategy that hardly ever wins says nothing about what wins, and makes terms that rest on
    no events. What is left of a game is a choice among its other seats, of which the logit is the same one (the odds of
    two seats do not depend on a third); it takes two of them and a winner.
    """
    board = pl.col("board").cast(pl.String)
    side = pl.when(board.is_in(run.game.a_sides)).then(pl.lit("")).otherwise(board).alias("board")
    keys = (side, pl.col("seat").cast(pl.Int64), pl.col("strategy").cast(pl.String))
    rows = run.rows(arm).select("game", "deal", *keys, "win_share60").collect()
    seated = set(rows["strategy"].unique())
    learners = sorted(seated & set(run.learners))
    notes = []
    if learners and len(learners) < len(seated):
        whole = (pl.len() > 1) & (pl.col("win_share60").sum() > 0)
        rows = rows.filter(~pl.col("strategy").is_in(learners)).filter(whole.over("game"))
        named = ", ".join(learners)
        notes = [f"The logit model leaves the seats of learners out ({named}): it asks who of the other seats wins."]
    cells = rows.group_by("board", "seat", "strategy").len().sort("board", "seat", "strategy")
    coded = rows.join(cells.with_row_index("code"), on=["board", "seat", "strategy"], maintain_order="left")
    together = rows.group_by("game").agg(pl.col("strategy").n_unique() > 1)["strategy"]
    return Data(coded, cells, bool(together.any())), notes


def table(run: RunFrames) -> pl.DataFrame:
    """One row a term."""
    return run.once(fitted)[0]


def tests(run: RunFrames) -> pl.DataFrame:
    """One row a kind of term."""
    return run.once(fitted)[1]


def notes(run: RunFrames) -> list[str]:
    """What the model could not estimate."""
    return run.once(fitted)[2]


def _levels(column: pl.Series, rank: Callable[[str], int] = lambda name: 0) -> tuple[list[str], NDArray[np.int64]]:
    """The levels of a factor in order, and the level of every row."""
    names = sorted(column.cast(pl.String).unique().to_list(), key=lambda name: (rank(name), name))
    return names, np.array([names.index(str(v)) for v in column.to_list()], dtype=np.int64)


def _deviations(levels: int) -> Floats:
    """Sum coding: level i is column i, the last level minus all columns, so that effects add up to 0."""
    return np.vstack([np.eye(levels - 1), -np.ones((1, levels - 1))])


def _blocks(data: Data, run: RunFrames) -> tuple[list[Block], list[str]]:
    cells = data.cells
    boards, board = _levels(cells["board"], run.game.board_rank)
    seats, seat = _levels(cells["seat"])
    strategies, strategy = _levels(cells["strategy"])
    b_sides = [i for i, name in enumerate(boards) if name != ""]
    b_sides = b_sides if "" in boards else b_sides[1:]  # without side A the first board is the reference
    on_board = np.array([[float(b == i) for i in b_sides] for b in board]).reshape(len(board), len(b_sides))
    labels = [run.game.label(boards[i]) for i in b_sides]
    blocks, notes = [], []
    if b_sides:
        blocks.append(Block(BOARD, on_board, labels, np.eye(len(b_sides))))
    by_seat, by_strategy = _deviations(len(seats)), _deviations(len(strategies))
    if len(seats) > 1:
        blocks.append(Block(SEAT, by_seat[seat], [f"seat {s}" for s in seats], by_seat))
    if len(strategies) > 1 and data.mixed:
        blocks.append(Block(STRATEGY, by_strategy[strategy], strategies, by_strategy))
    filled = len(cells) == len(boards) * len(seats) * len(strategies)
    if b_sides and not filled:
        notes.append("Not every board met every seat and strategy: the logit model leaves their interactions out.")
    if b_sides and filled:
        for kind, names, at, coding in (
            (BY_STRATEGY, strategies, strategy, by_strategy),
            (BY_SEAT, [f"seat {s}" for s in seats], seat, by_seat),
        ):
            if len(names) > 1:
                design = np.einsum("rb,rs->rbs", on_board, coding[at]).reshape(len(cells), -1)
                shown = np.asarray(np.kron(np.eye(len(b_sides)), coding), dtype=np.float64)
                blocks.append(Block(kind, design, [f"{b}, {s}" for b in labels for s in names], shown))
    return blocks, notes


def gained(term: Floats, players: int) -> Floats:
    """What a term b (log odds) adds to par where the others at the table are even: e^b / (e^b + k - 1) - 1 / k."""
    from scipy.special import expit

    return np.asarray(expit(term - np.log(players - 1)) - 1 / players)


def _tables(fit: Fit, blocks: list[Block], players: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    width = sum(b.design.shape[1] for b in blocks)
    terms, tests, start = [], [], 0
    for block in blocks:
        columns = block.design.shape[1]
        rows = np.zeros((len(block.names), width))
        rows[:, start : start + columns] = block.shown
        family = hypotheses(block.shown)  # Bonferroni: p is 0.05 exactly where the simultaneous interval touches 0
        found = fit.linear(rows, level=1.0 - ALPHA / family)
        numbers = {
            "even": gained(found.estimate, players),
            "even_low": gained(found.low, players),
            "even_high": gained(found.high, players),
            "estimate": found.estimate,
            "estimate_low": found.low,
            "estimate_high": found.high,
            "se": found.se,
            "p": np.minimum(family * found.p, 1.0),
            "elo": found.estimate * ELO_PER_LOGIT,
        }
        terms.append(pl.DataFrame({"term": block.names, **numbers}).with_columns(kind=pl.lit(block.kind)))
        joint = fit.joint(np.eye(width)[start : start + columns])
        if joint.df:
            tests.append({"kind": block.kind, "statistic": joint.statistic, "df": joint.df, "p": joint.p})
        start += columns
    tested = pl.DataFrame(tests, schema=TESTED)
    corrected = pl.Series("p", holm(tested["p"].to_numpy()), dtype=pl.Float64)
    return pl.concat(terms).with_columns(cs.float().fill_nan(None)), tested.with_columns(corrected)


def section(evidence: Evidence) -> ShownSection | None:
    """The winner-of-k logit: what each term is worth, all others held fixed."""
    if evidence.game.shared:
        return None
    rows = evidence.rows("model", "term", "even", "kind")

    def draw() -> list[Chart]:
        if not rows:
            return []
        kinds = unique(row["kind"] for row in rows)
        shown = kinds if len(rows) <= MOST_TERMS else [kind for kind in kinds if " x " not in str(kind)]
        drawn: list[Row] = []
        for kind in shown:
            drawn.append(Row(evidence.words.kind(kind)))
            drawn += [
                Row(evidence.words.board(row["term"]), (estimate(row, "even", 100),))
                for row in rows
                if row["kind"] == kind
            ]
        title = f"What is each {evidence.words.nouns[0]}, seat and strategy worth, the rest held equal?"
        subtitle = (
            "What it adds to the win share where all others at the table are even; "
            "intervals of a kind of term hold together."
        )
        if len(shown) < len(kinds):
            subtitle += " Interactions are in the table."
        scale = differences("difference in win share", "pp", margin=evidence.margin, less="worse", more="better")
        figure = forest(title, subtitle, drawn, scale, above="better", below="worse", together=True)
        told = "; ".join(f"{row.label} {e.value:+.1f} pp" for row in drawn for e in row.estimates if e)
        return [chart("model", title, told, figure)]

    one, several = evidence.words.nouns
    mixed = any(row["kind"] == STRATEGY for row in rows)
    reading = (
        "A model of who wins (a logit, errors clustered by deal). "
        f"{sentence_case(several)} are measured against the one not listed, seats and strategies against their mean."
    )
    if mixed:
        reading += (
            f" It is fitted to tables where strategies and {several} are mixed; the verdicts compare a {one} where all "
            "seats play one strategy, so that the two may differ."
        )
    return section_of("model", "All effects at once", reading, ("model", "model_tests"), evidence, draw)


PIECE = Piece(section, (Table("model", COLUMNS, table), Table("model_tests", TESTS, tests)), notes)
