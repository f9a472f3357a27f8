"""Cards by the round in which they were used: early or late, strategies held equal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from reports.estimators.card_exposure import CardGroups, free_arm, groups_of, verdict_groups
from reports.stats.group_means import mean_table
from reports.stats.intervals import Measure

if TYPE_CHECKING:
    from reports.frames import RunFrames

__all__ = ["round_rows"]


def round_rows(run: RunFrames) -> pl.DataFrame:
    """A row a level of a trait (or a card where nothing gathers them), use and round: the win share of the seats that
    used such a card in the round, minus that of all uses of such cards by the same strategies in any round.

    It was chosen when to play what, so it is no cause. The mean over rounds counts as known: intervals are somewhat
    wide."""
    arm = free_arm(run)
    if arm is None or run.decisions is None or "round" not in run.decisions.collect_schema():
        return pl.DataFrame()
    columns = ("game", "seat", "deal", "strategy", "win_share60")
    seats = run.rows(arm).select(*columns).with_columns(pl.col("strategy").cast(pl.String))
    moves = run.decisions.select("game", "seat", "round", "a", "move_class", pl.col("move_kind").cast(pl.String))
    tables = []
    for cards in run.game.cards:
        for use in (use for use in cards.uses if use.kind):
            classes = [run.game.letters.index(letter) for letter in use.classes]
            rows = moves.filter(pl.col("move_kind") == use.kind)
            rows = rows.filter(pl.col("move_class").is_in(classes)) if classes else rows
            for group in verdict_groups(groups_of(cards)):
                table = _rows_of(group, rows, seats)
                keys = {"set": pl.lit(cards.key), "trait": pl.lit(group.trait or None, pl.String)}
                tables.append(table.with_columns(**keys, use=pl.lit(use.label)))
    tables = [table for table in tables if len(table)]
    return pl.concat(tables, how="diagonal_relaxed") if tables else pl.DataFrame()


def _rows_of(group: CardGroups, moves: pl.LazyFrame, seats: pl.LazyFrame) -> pl.DataFrame:
    """The rows of the cards or levels of these groups."""
    pairs = zip(group.labels, group.members, strict=True)
    name_of = {group.of.cards[at].number: label for label, members in pairs for at in members}
    name = pl.col("a").cast(pl.Int64).replace_strict(name_of, default=None, return_dtype=pl.String)
    uses = moves.select("game", "seat", "round", name=name).drop_nulls("name").join(seats, on=["game", "seat"])
    share = pl.col("win_share60")
    difference = (share - share.mean().over("strategy", "name")).alias("beyond")
    table = mean_table(uses.with_columns(difference), ["name", "round"], {"effect": Measure("beyond", 60)})
    place = {label: at for at, label in enumerate(group.labels)}
    return table.sort(pl.col("name").replace_strict(place, return_dtype=pl.Int64), "round")
