"""What strategies do: how their turns go by the action taken, and how alike any two of them play."""

from __future__ import annotations

from itertools import combinations

import polars as pl

from reports import columns as c
from reports.charts import BarRow, stacked_bars
from reports.charts.sheet import Key
from reports.charts.style import CATEGORIES
from reports.columns import Column
from reports.estimators.free_games import free_rows
from reports.estimators.game_course import SMALL, first_actions
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, section_of, unique
from reports.questions.views import action_colours
from reports.stats.mixes import total_variation
from reports.tournament.standing import standing

__all__ = ["PIECE", "alike", "likest"]

MIX: tuple[Column, ...] = (
    c.STRATEGY,
    c.ACTION,
    c.percent("share", "of its turns", note="that left a choice, in recorded games"),
    c.count("n", "n", "turns"),
)
ALIKE: tuple[Column, ...] = (
    c.code("row", "strategy"),
    c.code("column", "and"),
    c.percent(
        "otherwise",
        "turns that go otherwise",
        note="total variation distance: half the sum of the differences between their shares",
    ),
)


def mixes(run: RunFrames) -> pl.DataFrame:
    """A row a strategy and action, the strongest first, actions in the game's order."""
    letters = list(run.game.classes)
    order = run.once(standing)
    if run.decisions is None or not letters or not len(order):
        return pl.DataFrame()
    names = {name: place for place, name in enumerate(order["strategy"].to_list())}
    turn, first = pl.col("turn"), pl.col("first")
    taken = first_actions(run, run.decisions).select(
        game=(turn // SMALL**3).cast(pl.Int64), seat=(turn // SMALL % SMALL).cast(pl.Int64), number=first % SMALL
    )
    who = free_rows(run).select(
        pl.col("game").cast(pl.Int64), pl.col("seat").cast(pl.Int64), strategy=pl.col("strategy").cast(pl.String)
    )
    counted = taken.join(who, on=["game", "seat"]).group_by("strategy", "number").agg(n=pl.len()).collect()
    if not len(counted):
        return pl.DataFrame()
    action = pl.col("number").replace_strict(dict(enumerate(letters, 1)), return_dtype=pl.String)
    place = pl.col("strategy").replace_strict(names, return_dtype=pl.Int64)
    share = pl.col("n") / pl.col("n").sum().over("strategy")
    return counted.sort(place, "number").select("strategy", action=action, share=share, n=pl.col("n").cast(pl.Int64))


def alike(run: RunFrames) -> pl.DataFrame:
    """A row for every two strategies, the likest first."""
    mix = run.once(mixes)
    if not len(mix):
        return pl.DataFrame()
    wide = mix.pivot("action", index="strategy", values="share").fill_null(0.0)
    names, shares = wide["strategy"].to_list(), wide.drop("strategy").to_numpy()
    pairs = list(combinations(range(len(names)), 2))
    apart = total_variation(shares)
    rows = [(names[a], names[b], float(apart[a, b])) for a, b in pairs]
    return pl.DataFrame(rows, schema=["row", "column", "otherwise"], orient="row").sort("otherwise", "row", "column")


def likest(run: RunFrames) -> list[str]:
    """Which two play most alike, in a sentence."""
    pairs = run.once(alike)
    if not len(pairs):
        return []
    first, second, otherwise = pairs.row(0)
    return [f"{first} and {second} play most alike: {100 * otherwise:.1f} % of their turns go otherwise."]


def section(evidence: Evidence) -> ShownSection | None:
    """The mixes as bars, a strategy each; none where no decision was recorded."""
    rows = evidence.rows("behaviour", "strategy", "action", "share")
    if not rows:
        return None

    def draw() -> list[Chart]:
        order = {letter: place for place, letter in enumerate(evidence.words.classes)}
        names = sorted(unique(row["action"] for row in rows), key=lambda name: order.get(name, len(order)))
        total = {name: sum(row["share"] for row in rows if row["action"] == name) for name in names}
        kept = names
        if len(names) > len(CATEGORIES):
            most = sorted(names, key=lambda name: -total[name])[: len(CATEGORIES) - 1]
            kept = [name for name in names if name in most]
        shares = {(row["strategy"], row["action"]): 100.0 * row["share"] for row in rows}
        rest = len(kept) < len(names)
        bars = []
        for who in unique(row["strategy"] for row in rows):
            parts = [shares.get((who, name), 0.0) for name in kept]
            bars.append(BarRow(str(who), (*parts, *([100.0 - sum(parts)] if rest else []))))
        shown = [*kept, *(["others"] if rest else [])]
        keys = [
            Key(evidence.words.action(name), colour)
            for name, colour in zip(shown, action_colours(shown, evidence.words), strict=False)
        ]
        title = "What do they do?"
        subtitle = "Share of the turns of each strategy by the action taken, the strongest first."
        figure = stacked_bars(title, subtitle, bars, keys, unit="turns, %", digits=0)
        return [chart("behaviour", title, f"{len(bars)} strategies by {len(shown)} actions.", figure)]

    reading = (
        "Two bars that look alike are two names for one way to play, as far as these actions tell. The table lists how "
        "many turns of any two go otherwise, the likest first: 0 % are the same mix, 100 % have no action in common."
    )
    return section_of("behaviour", "Behaviour", reading, ("behaviour", "alike"), evidence, draw)


PIECE = Piece(section, (Table("behaviour", MIX, mixes), Table("alike", ALIKE, alike)))
