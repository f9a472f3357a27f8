"""What a card does that is put into a hand: the same deal, line-up and seat, with it against as dealt."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports import columns as c
from reports.card_facts import CardSet
from reports.cards.exposed import arm_of
from reports.cards.things import KEYS, SHRUNK, TEXTS, Q, Things, best_first, estimates, things_of
from reports.charts import Row, forest
from reports.charts.scale import differences
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, Rows, ShownSection, Table, chart, estimate, section_of
from reports.stats.cluster import Measure, grouped
from reports.stats.joint import two_sided
from reports.stats.shrinkage import shrunk
from reports.stats.verdict import bh

__all__ = ["PIECE", "forced_pairs", "pairs_of"]

FORCED = "forced"
DRAWN = 20  # things that are drawn; the table has all

COLUMNS: tuple[Column, ...] = (
    *KEYS,
    c.N,
    c.pp("effect", "begins with it: win share", estimate=True, note="against the same seat of the same deal as dealt"),
    SHRUNK,
    Q,
    c.points("points", "begins with it: score", sign=True, estimate=True),
)


def forced_pairs(run: RunFrames) -> pl.DataFrame:
    """Seats that began with a card: deal, strategy, plan, and differences from the same seat in the game as dealt."""
    arm = arm_of(run)
    if arm is None or FORCED not in run.arms or not run.game.cards:
        return pl.DataFrame()
    cell = ["deal", "lineup", "seat"]
    plans = [one.plan(card) for one in run.game.cards for card in one.cards]
    plan = pl.col("forced_opening").cast(pl.String)
    told = run.rows(FORCED).filter(plan.is_in(plans)).select(*cell, plan, "strategy", "win_share60", "score").collect()
    free = (
        run.rows(arm).select(*cell, "win_share60", "score").join(told.lazy().select(cell).unique(), on=cell, how="semi")
    )
    both = told.join(free.unique(cell, keep="first", maintain_order=True).collect(), on=cell, suffix="_free")
    difference = [
        (pl.col(name).cast(pl.Int64) - pl.col(f"{name}_free").cast(pl.Int64)).alias(name)
        for name in ("win_share60", "score")
    ]
    return both.select("deal", "strategy", "forced_opening", *difference)


def pairs_of(run: RunFrames, things: Things) -> pl.DataFrame:
    """The pairs of a kind of things, with its place as `thing`."""
    pairs = run.once(forced_pairs)
    if not len(pairs):
        return pairs
    place = {things.of.plan(things.of.cards[at]): i for i, members in enumerate(things.members) for at in members}
    kept = pairs.filter(pl.col("forced_opening").is_in(list(place)))
    return kept.with_columns(thing=pl.col("forced_opening").replace_strict(place, return_dtype=pl.Int64))


def table(run: RunFrames) -> pl.DataFrame:
    """A row a thing that was forced."""
    out = []
    for things in things_of(run):
        pairs = pairs_of(run, things)
        if len(pairs):
            out.append(_rows(things, pairs))
    return pl.concat(out) if out else pl.DataFrame()


def _rows(things: Things, pairs: pl.DataFrame) -> pl.DataFrame:
    measures = {"effect": Measure("win_share60", 60), "points": Measure("score")}
    found = grouped(pairs, ["thing"], measures, detail=True)
    effect, se = found["effect"].to_numpy(), found["effect_se"].fill_null(np.nan).to_numpy()
    drawn = shrunk(effect, se)
    at = found["thing"].to_list()
    keys = {name: [values[i] for i in at] for name, values in things.keys.items()}
    numbers = {name: found[name] for name in ("n", *_ends("effect"), *_ends("points"))}
    more = {**estimates("shrunken", drawn.effect, drawn.low, drawn.high),
            "q": bh(two_sided(effect, se, found["deals"].to_numpy() - 1))}  # fmt: skip
    rows = pl.DataFrame({**keys, **numbers, **more}, schema_overrides=TEXTS).fill_nan(None)
    return best_first(rows, "shrunken")


def _ends(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"


def section(evidence: Evidence) -> list[ShownSection]:
    """A section a set that was forced."""
    rows = evidence.rows("forced", "set", "thing", "effect")
    return [
        _section(evidence, one, [row for row in rows if row["set"] == one.key])
        for one in evidence.game.cards
        if any(row["set"] == one.key for row in rows)
    ]


def _section(evidence: Evidence, one: CardSet, rows: Rows) -> ShownSection:
    reading = (
        f"An experiment on the same deals, line-ups and seats: a seat begins the game with the {one.noun[0]}, "
        f"{one.held_note}, against the game as dealt. Where it had it anyway, nothing changes and the pair counts as "
        "0. Rests on fewer games than what chance deals: read kinds before single cards."
    )

    def draw() -> list[Chart]:
        listed: list[Row] = []
        for trait, label in ({"": one.noun[1]} | dict(one.traits)).items():
            own = [row for row in rows if (row["trait"] or "") == trait]
            if own and len(own) <= DRAWN:
                listed += [
                    Row(label, strong=True),
                    *(Row(str(row["thing"]), (estimate(row, "effect", 100),)) for row in own),
                ]
        if not listed:
            return []
        title = f"What does it do to a seat to begin with one of these {one.noun[1]}?"
        figure = forest(
            title,
            "Win share with it minus the same seat of the same deal as dealt, with 95 % intervals.",
            listed,
            differences("difference in win share", "pp", margin=evidence.margin),
            above="helps",
            below="hurts",
            n_label="pairs",
        )
        alt = "; ".join(
            f"{row['thing']}: {100 * row['effect']:.1f} pp" for row in rows if row["trait"] or len(rows) <= DRAWN
        )
        return [chart(f"forced_{one.key}", title, alt, figure)]

    return section_of(
        f"forced_{one.key}", f"Seats that begin with a {one.noun[0]}", reading, ("forced", "verdicts"), evidence, draw
    )


PIECE = Piece(section, (Table("forced", COLUMNS, table),))
