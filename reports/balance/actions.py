"""What do players do, round by round: actions by the turns they take."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports import columns as c
from reports.balance.arms import free_games, free_rows
from reports.charts import BarRow, stacked_bars, stacked_columns
from reports.charts.sheet import Key
from reports.charts.style import CATEGORIES, shades
from reports.columns import Column
from reports.frames import RunFrames
from reports.page.words import Words
from reports.questions.base import Chart, Evidence, Piece, Rows, ShownSection, Table, chart, number, section_of, unique

__all__ = ["PIECE", "SMALL", "colours", "firsts"]

COLUMNS: tuple[Column, ...] = (
    c.worded(
        "round",
        "round",
        lambda value, words: str(value) if value else words.opening_name,
        numeric=True,
        note="0: the turns of the opening, all that is known without recorded decisions",
    ),
    c.ACTION,
    c.percent("share", "of the round's turns", note="fraction of the turns of that round"),
    c.count("n", "n", "turns"),
)

SMALL = 256  # rounds, turns, seats and classes are bytes
RECORDED_GAMES = 20_000  # some two million turns: more than enough for fractions

COLUMNS_FROM = 9  # rounds from which the actions of a round stand upright, one round beside the other

SEEN = 0.05  # part of the turns of the fullest round that a round needs to be drawn


def counted(run: RunFrames) -> tuple[pl.DataFrame, list[str]]:
    """Fraction of the turns of each round spent on each action: from recorded decisions, else the openings' turns as
    round 0."""
    if run.decisions is not None and run.game.classes:
        found = _recorded(run, run.decisions)
        if len(found):
            note = "Actions by round count the turns of recorded games (the first 20,000 at most)."
            return found, [note]
    lines = free_rows(run).group_by(pl.col("opening").alias("action")).len()
    letters = lines.with_columns(pl.col("action").cast(pl.String).str.split("")).explode("action")
    turns = letters.filter(pl.col("action").is_in(list(run.game.classes)))
    if not turns.select(pl.len()).collect().item():
        return pl.DataFrame(), ["Which actions were taken is not known: no decision that names an action was recorded."]
    note = "Actions are known for the openings alone, not round by round: this run recorded no decisions."
    return _fractions(turns.select(pl.lit(0).alias("round"), "action", n="len"), list(run.game.classes)), [note]


def _recorded(run: RunFrames, decisions: pl.LazyFrame) -> pl.DataFrame:
    """Actions from recorded decisions: of each turn, the first move that has a class."""
    letters = list(run.game.classes)
    action = pl.col("first").replace_strict(dict(enumerate(letters, 1)), default=None, return_dtype=pl.String)
    turns = firsts(run, decisions).group_by(round=pl.col("turn") % SMALL, first=pl.col("first") % SMALL)
    return _fractions(turns.agg(n=pl.len()).select("round", action=action, n="n"), letters)


def firsts(run: RunFrames, decisions: pl.LazyFrame) -> pl.LazyFrame:
    """Of each turn in recorded games the first move that has a class: `turn` packs its game, number, seat and round,
    `first` its decision's number and the class."""
    number = pl.col("move_class").cast(pl.Int64)
    games = free_games(run).select("game").join(decisions.select("game").unique(), on="game", how="semi")
    chosen = games.select(pl.col("game").bottom_k(RECORDED_GAMES)).collect()["game"]
    # Parts of the run beyond the last of these games are not read. A turn, and its first move with that move's class,
    # are a number each: a third of the time of several columns.
    kept = decisions.filter((pl.col("game") <= chosen.max()) & pl.col("game").is_in(chosen.implode()) & (number > 0))
    turn = _packed(pl.col("game"), pl.col("turn"), pl.col("seat"), pl.col("round"))
    return kept.group_by(turn=turn).agg(first=_packed(pl.col("ply"), number).min())


def _packed(whole: pl.Expr, *small: pl.Expr) -> pl.Expr:
    """Numbers below SMALL behind any other, as one number."""
    for one in small:
        whole = whole.cast(pl.Int64) * SMALL + one.cast(pl.Int64)
    return whole


def _fractions(turns: pl.LazyFrame, letters: list[str]) -> pl.DataFrame:
    """Turns counted by round and action, rows in the order of the classes."""
    order = {letter: i for i, letter in enumerate(letters)}
    counted = turns.group_by("round", "action").agg(pl.col("n").cast(pl.Int64).sum())
    place = pl.col("action").replace_strict(order, return_dtype=pl.Int64)
    return counted.with_columns(share=pl.col("n") / pl.col("n").sum().over("round")).sort("round", place).collect()


def table(run: RunFrames) -> pl.DataFrame:
    """One row a round and action."""
    return run.once(counted)[0]


def notes(run: RunFrames) -> list[str]:
    """What the counts rest on."""
    return run.once(counted)[1]


def section(evidence: Evidence) -> ShownSection:
    """Which actions are taken in which round."""
    rows = evidence.rows("actions", "round", "action", "share")
    rounds_known = any(row["round"] for row in rows)

    def draw() -> list[Chart]:
        if not rows:
            return []
        names, shares, note = _mixes(evidence, rows)
        words = evidence.words
        keys = [Key(words.action(name), colour) for name, colour in zip(names, colours(names, words), strict=False)]
        title = "What do players do, round by round?"
        subtitle = "Share of all turns of the round by the action taken, all seats and strategies."
        if not rounds_known:
            title = "What do players begin with?"
            subtitle = f"Share of the turns of the {evidence.words.opening_name}, all seats and strategies."
        if len(shares) < COLUMNS_FROM:
            bars = [BarRow(f"round {r}" if r else evidence.words.opening_name, parts) for r, parts in shares.items()]
            figure = stacked_bars(title, subtitle, bars, keys, unit="turns, %", digits=0, note=note)
        else:
            figure = stacked_columns(
                title,
                subtitle,
                [(float(r), parts) for r, parts in shares.items()],
                keys,
                x_label="round",
                y_label="turns of the round, %",
                note=note,
            )
        return [chart("actions", title, f"{len(names)} actions over {len(shares)} rounds.", figure)]

    reading = (
        "An action that never takes a visible part of the turns is not worth taking for the plans played here."
        if rounds_known
        else "Only the opening is known: a run that records decisions shows every round."
    )
    heading = "Actions by round" if rounds_known or not rows else "Actions of the opening"
    return section_of("actions", heading, reading, ("actions",), evidence, draw)


def colours(names: Sequence[str], words: Words) -> Sequence[str]:
    """A colour for each action: shades where they are numbers, as bids are; the same on every chart of a page, whoever
    is left out, where the game has no more actions than there are colours."""
    if words.ordered and not words.counted:
        return shades(len(names))
    known = list(words.classes)
    if len(known) > len(CATEGORIES) or not set(names) <= set(known):
        return CATEGORIES
    return [CATEGORIES[known.index(name)] for name in names]


def _mixes(evidence: Evidence, rows: Rows) -> tuple[list[str], dict[int, tuple[float, ...]], str]:
    """The actions drawn (in the order of the classes, rare ones as `others` where there are more than colours), by
    round their shares in %, and a note on rounds left out because hardly any game reaches them."""
    order = {letter: i for i, letter in enumerate(evidence.words.classes)}
    names = sorted(unique(row["action"] for row in rows), key=lambda name: order.get(name, len(order)))
    turns: dict[int, float] = {}
    for row in rows:
        turns[row["round"]] = turns.get(row["round"], 0.0) + (number(row, "n") or 0.0)
    found = {(row["round"], row["action"]): 100 * float(row["share"]) for row in rows}
    if len(names) > len(CATEGORIES):
        total = {name: sum(value for (_, other), value in found.items() if other == name) for name in names}
        kept = sorted(names, key=lambda name: -total[name])[: len(CATEGORIES) - 1]
        for r in turns:
            found[r, "others"] = sum(found.get((r, name), 0.0) for name in names if name not in kept)
        names = [*(name for name in names if name in kept), "others"]
    seen = [r for r in sorted(turns) if turns[r] >= SEEN * max(turns.values())]
    left = len(turns) - len(seen)
    note = f"Left to the table: {left} late rounds that few games reach." if left > 1 else ""
    note = "Left to the table: the last round, which few games reach." if left == 1 else note
    return names, {r: tuple(found.get((r, name), 0.0) for name in names) for r in seen}, note


PIECE = Piece(section, (Table("actions", COLUMNS, table),), notes)
