"""Who is strong where: the win share of every strategy in each seat, and with each board, held against its own mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from reports import columns as c
from reports.charts import heat_map
from reports.columns import Column
from reports.effects import differences, together
from reports.estimators.free_games import free_rows
from reports.frames import SHARE, RunFrames, text
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, cell_note, chart, grid, section_of
from reports.sentences import sentence_case
from reports.stats.cluster import grouped
from reports.stats.joint import joint
from reports.tournament.standing import standing

__all__ = ["PIECE", "by_seat"]

APART = c.pp("effect", "from its mean", estimate=True, note=f"win share there minus the mean of all; {c.TOGETHER}")
SEATS: tuple[Column, ...] = (c.STRATEGY, c.SEAT, c.N, c.SHARE, APART, c.P)
BOARDS: tuple[Column, ...] = (c.STRATEGY, c.BOARD, c.N, c.SHARE, APART, c.P)


def _by(key: str) -> Callable[[RunFrames], pl.DataFrame]:
    """The table by seat, or by board: empty where there is but one."""

    def table(run: RunFrames) -> pl.DataFrame:
        names = run.once(standing)
        rows = free_rows(run).filter(pl.col(key).is_not_null())
        found = grouped(rows, ["strategy", key], {"share": SHARE})
        if not len(found) or found[key].n_unique() < 2:
            return pl.DataFrame()
        means = joint(rows, ["strategy", key], "win_share60", scale=60)
        who = means.groups["strategy"].cast(pl.String).to_numpy()
        same = (who[:, None] == who[None, :]).astype(np.float64)
        weights = np.eye(len(who)) - same / same.sum(axis=1, keepdims=True)
        apart = together(differences(run, means, weights, f"tournament {key}"))
        table = pl.concat([text(found, "strategy"), apart], how="horizontal")
        order = {name: place for place, name in enumerate(names["strategy"].to_list())}
        return table.sort(pl.col("strategy").replace_strict(order, return_dtype=pl.Int64), maintain_order=True)

    return table


by_seat = _by("seat")


def section(evidence: Evidence) -> Sequence[ShownSection]:
    """By seat, and where several boards were played by board."""
    board = evidence.words.nouns[0]
    titled = (
        ("strategy_seat", "seat", "Seats", "Who gains from which seat?", lambda seat: f"seat {seat}"),
        ("strategy_board", "board", sentence_case(board), f"Who gains from which {board}?", evidence.words.board),
    )
    return [
        _section(evidence, name, key, heading, title, told)
        for name, key, heading, title, told in titled
        if evidence.rows(name, "strategy", key, "effect") or key == "seat"
    ]


def _section(
    evidence: Evidence, name: str, key: str, heading: str, title: str, told: Callable[[str], str]
) -> ShownSection:
    rows = evidence.rows(name, "strategy", key, "effect")

    def draw() -> list[Chart]:
        if not rows:
            return []
        down, across, cells = grid(rows, "strategy", key, "effect", centre=0)
        figure = heat_map(
            title,
            "Win share there minus the strategy's mean, pp ± half its interval; the strongest above.",
            [str(one) for one in down],
            [told(one) for one in across],
            cells,
            centre=0,
            unit="pp",
            note=cell_note(rows, "0"),
        )
        alt = f"Heat map of {len(down)} strategies in {len(across)} columns."
        return [chart(name, title, alt, figure)]

    reading = "Blue: it wins more there than on the whole; orange: less. Intervals hold together over the table."
    return section_of(name, heading, reading, (name,), evidence, draw)


PIECE = Piece(section, (Table("strategy_seat", SEATS, by_seat), Table("strategy_board", BOARDS, _by("board"))))
