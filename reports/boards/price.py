"""What is each board worth: points paid at the start that bring it to par, among others and against the baseline."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from reports import columns as c
from reports.boards.pairs import ALL
from reports.boards.prices import AGAINST, AMONG, Priced, over_printings, priced
from reports.charts import Row, Scale, forest, forest_panels, style
from reports.charts.sheet import Key, signed
from reports.columns import Column
from reports.frames import RunFrames
from reports.page.words import Words
from reports.plans import MIN_PLANS, others_than_plans
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    ShownSection,
    Table,
    Term,
    chart,
    estimate,
    section_of,
    unique,
)
from reports.stats.price import REPLICATES
from reports.stats.random_effects import Spread, spread_of
from reports.tuned import OWN

__all__ = ["PIECE", "said", "situation_words"]


def situation_words(value: object, words: Words) -> str:
    """Whether all seats have boards, or some of them the baseline, in the game's words."""
    return f"all seats have {words.game.others}" if value == AMONG else f"against {words.baseline}"


COLUMNS: tuple[Column, ...] = (
    c.worded("situation", "situation", situation_words, note="among / against"),
    c.BOARD,
    replace(c.STRATEGY, note="`all`; `tuned for it`: plans tuned for all boards, where there are several; or a name"),
    c.N,
    c.points(
        "price",
        "price",
        sign=True,
        estimate=True,
        note="points to pay at the start, interpolated between whole ones; among: their mean is 0, against: A costs 0",
    ),
    c.number("whole", "in whole points", 0, "points", sign=True),
    c.pp("left", "win share left over with these", note="beyond par, or beyond A, recomputed with the whole points"),
    c.count("plans", "plans", note="strategies that play as well as they can"),
    c.points(
        "plans_mean",
        "mean over plans",
        sign=True,
        estimate=True,
        note=f"random effects; null: fewer than {MIN_PLANS} plans",
    ),
    c.points(
        "another",
        "for another plan",
        sign=True,
        estimate=True,
        note="the same mean with the 95 % predictive interval",
    ),
    c.points(
        "printings", "over printings", sign=True, estimate=True, note="admissible printings, where they were played"
    ),
)


PRINTINGS = ("printings", "printings_low", "printings_high")


def table(run: RunFrames) -> pl.DataFrame:
    """Every price list: both situations, over all strategies, those tuned for boards, and for each."""
    lists = run.once(priced)
    rows = [row for one in lists for row in _rows(one, run, [p for p in lists if p.situation == one.situation])]
    return pl.DataFrame(rows, infer_schema_length=None) if rows else pl.DataFrame()


def _rows(one: Priced, run: RunFrames, alike: list[Priced]) -> list[dict[str, Any]]:
    """A row for each board of a list; `alike` are those of the same situation."""
    found, par = one.found, (run.par or 0.0) if one.situation == AMONG else 0.0
    out = []
    for i, board in enumerate(one.boards):
        row = {"situation": one.situation, "board": board, "strategy": one.strategy, "n": int(one.n[i])}
        row |= {"price": found.price[i], "price_low": found.low[i], "price_high": found.high[i]}
        row |= {"whole": int(found.whole[i]), "left": found.share[i] - par}
        if one.strategy == ALL:
            row |= _over_plans([p for p in alike if p.strategy not in (ALL, OWN, *others_than_plans(run))], board)
            row |= _over_printings(run.once(over_printings).get((one.situation, board)))
        out.append(row)
    return out


def _over_plans(lists: list[Priced], board: str) -> dict[str, float]:
    """What plans, by their lists, make of a board's price; no means where they are few."""
    places = [(one.found, one.boards.index(board)) for one in lists if board in one.boards]
    row: dict[str, float] = {"plans": len(places)}
    if len(places) < MIN_PLANS:
        return row
    samples = [found.draws[:, at] for found, at in places]
    paired = {len(draws) for draws in samples} == {REPLICATES}  # lists on the same deals draw the same samples of them
    error = np.cov(samples, bias=True) if paired else np.diag([draws.var() for draws in samples])
    spread = spread_of([found.price[at] for found, at in places], error)
    if spread is not None:
        row |= {"plans_mean": spread.mean, "plans_mean_low": spread.mean_low, "plans_mean_high": spread.mean_high}
        row |= {"another": spread.mean, "another_low": spread.low, "another_high": spread.high}
    return row


def _over_printings(spread: Spread | None) -> dict[str, float]:
    """Mean and interval of prediction as columns; none where too few were priced."""
    return {} if spread is None else dict(zip(PRINTINGS, (spread.mean, spread.low, spread.high), strict=True))


def said(run: RunFrames) -> list[str]:
    """The price lists over all strategies, a sentence each."""
    out = []
    beyond = " and beyond what was bid" if run.game.board.taken else ""
    for one in run.once(priced):
        if one.strategy == ALL:
            found = one.found
            told = [
                f"{run.game.label(board)} {signed(found.price[i])} ({signed(found.low[i])} to {signed(found.high[i])})"
                for i, board in enumerate(one.boards)
            ]
            among = one.situation == AMONG
            where = (
                f"When all seats have {run.game.others}, prices being 0 on average{beyond}"
                if among
                else f"Against {run.game.baseline}, which costs nothing"
            )
            out.append(
                f"{where}, a fair price in points at the start is (below 0: points to be given): {', '.join(told)}."
            )
    return out


def section(evidence: Evidence) -> ShownSection | None:
    """Prices in both situations, with intervals over deals, strategies and printings; then strategy by strategy."""
    if evidence.game.shared or not evidence.rows("price", "board", "price"):
        return None
    rows = evidence.rows("price", "situation", "board", "strategy", "price")
    words, one = evidence.words, evidence.words.nouns[0]

    def draw() -> list[Chart]:
        drawn: list[Row] = []
        for situation in unique(row["situation"] for row in rows):
            mine = [row for row in rows if row["situation"] == situation and row["strategy"] == ALL]
            drawn.append(Row(_heading(situation, words)))
            for row in mine:
                estimates = [estimate(row, name, 1, n=name == "price") for name in ("price", "another", "printings")]
                drawn.append(Row(words.board(row["board"]), tuple(estimates)))
        title = f"What is each {one} worth, in points at the start?"
        subtitle = f"Price that brings the {one} to par: winners of every game found anew with it; below zero: a gift."
        keys = [
            Key("all strategies, 95 % over deals", style.CATEGORIES[0], "point"),
            Key("95 % for another plan like these", style.CATEGORIES[1], "point"),
            Key("95 % over admissible printings", style.NEUTRAL, "point"),
        ]
        present = [any(row.estimates and row.estimates[i] for row in drawn) for i in range(3)]
        shown = [Key(key.label if here else "", key.colour, key.mark) for key, here in zip(keys, present, strict=True)]
        figure = forest(title, subtitle, drawn, _scale(), series=shown, n_label="seat-games")
        spoken = "; ".join(
            f"{row.label} {signed(row.estimates[0].value)}" for row in drawn if row.estimates and row.estimates[0]
        )
        return [chart("price", title, f"Points to pay: {spoken}.", figure), *_by_strategy(rows, words)]

    rest = f"Against {words.baseline}, {words.baseline} costs 0 and all others pay their prices at once."
    if evidence.game.board.taken:
        rest = "Prices are beyond what seats paid for their choice in these games."
    reading = (
        f"A price is paid at the start by whoever has the {one}. With it every recorded game gets its winners anew, by "
        "the game's own tie-breaks; the price is where the win share crosses par. Whole points are exact; between two "
        "of them the price is interpolated linearly. "
        f"When all seats have {evidence.game.others}, only differences count: the mean price is 0. {rest}"
    )
    return section_of("price", f"What a {one} is worth", reading, ("price",), evidence, draw)


def _scale() -> Scale:
    return Scale("price at the start, points", 0.0, "no price", None, signed, "should be given points", "should pay")


def _heading(situation: object, words: Words) -> str:
    said = situation_words(situation, words)
    return f"{said[:1].upper()}{said[1:]}"


def _by_strategy(rows: list[dict[str, Any]], words: Words) -> list[Chart]:
    """Small forests of both situations, a panel a board."""
    out, one = [], words.nouns[0]
    for situation, about in ((AMONG, f"among {words.game.others}"), (AGAINST, f"against {words.baseline}")):
        mine = [row for row in rows if row["situation"] == situation and row["strategy"] != ALL]
        if not mine:
            continue
        strategies, boards = unique(row["strategy"] for row in mine), unique(row["board"] for row in mine)
        found = {(row["board"], row["strategy"]): estimate(row, "price", 1, n=False) for row in mine}
        panels = [(words.board(b), [found.get((b, s)) for s in strategies]) for b in boards]
        title = f"For whom is each {one} worth how much, {about}?"
        subtitle = "Price in points at the start when all seats play the strategy named, with 95 % intervals."
        figure = forest_panels(
            title, subtitle, strategies, panels, _scale(), above="should pay", below="should be given"
        )
        alt = f"Small forests: {len(boards)} boards by {len(strategies)} strategies."
        out.append(chart(f"price_{situation}_by_strategy", title, alt, figure))
    return out


TERMS: tuple[Term, ...] = (
    (
        "Price",
        "Points paid at the start (below zero: received) with which a seat wins its share, all else as it was.",
    ),
)
PIECE = Piece(section, (Table("price", COLUMNS, table),), terms=TERMS)
