"""What decides the game: parts of the variance of score and of winning, as far as the design can split them."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports import columns as c
from reports.balance import luck
from reports.balance.arms import free_mix, free_rows
from reports.charts import BarRow, stacked_bars
from reports.charts.sheet import Key
from reports.charts.style import CATEGORIES, OTHERS
from reports.columns import Column
from reports.frames import RunFrames
from reports.mixed import BOARD, SEAT, STRATEGY
from reports.page.words import pretty, sentence_case
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, number, section_of
from reports.stats.variance import components

__all__ = ["PIECE"]

DEAL, RESIDUAL = "deal", "residual"
AND = " and "
UNSPLIT = f"{DEAL}{AND}{RESIDUAL}"

COLUMNS: tuple[Column, ...] = (
    c.word(
        "component",
        "component",
        note="seat, board, strategy, deal, residual; none that never varied; `x and y`: the design cannot split them",
    ),
    c.percent("share_of_score", "of the score's variance"),
    c.percent("share_of_win", "of the win share's variance"),
)

VARIANCE_ROWS = 200_000  # seat rows that settle a variance component far beyond what a reader can use
ENOUGH_DEALS = 50  # with several games each: fewer say nothing of what a deal decides

FACTORS = (SEAT, BOARD, STRATEGY)
LINEUP, HAND, GAME = "lineup", "hand", "game"


def table(run: RunFrames) -> pl.DataFrame:
    """Share of the variance of score and win share that seat, board, strategy, the deal and the rest account for; a
    factor that never varied is left out.

    The deal's part is what a seat's results in two games of one deal have in common beyond its strategy, board and
    place: the luck of what was dealt. A game's common level, and what the line-up of a deal brings to all its seats,
    are components of their own and no part of it. Where too few deals were played several times, or each deal had a
    line-up of its own, it is one component with the residual; so are factors that the line-ups alias.
    """
    frame = _rows(run)
    groups = _factors(run, frame)
    joint = [group for group in groups if len(group) > 1]
    frame = frame.with_columns(pl.struct(group).rank("dense").alias(AND.join(group)) for group in joint)
    named = [AND.join(group) for group in groups]
    luck = _luck(frame)
    rest = [DEAL, RESIDUAL] if luck else [UNSPLIT]
    values = {"score": "share_of_score", "win_share60": "share_of_win"}
    each = components(frame, list(values), [*named, LINEUP, *((DEAL, HAND) if luck else ()), GAME])
    columns = {}
    for value, name in values.items():
        found = each[value]
        found[RESIDUAL] += found[GAME] + found[LINEUP]
        if luck:
            found[DEAL] += found[HAND]
        else:
            found[UNSPLIT] = found[RESIDUAL]
        parts = [max(found[part], 0.0) for part in (*named, *rest)]
        whole = sum(parts)
        columns[name] = [part / whole if whole else None for part in parts]
    return pl.DataFrame({"component": [*named, *rest], **columns}, schema_overrides=dict.fromkeys(columns, pl.Float64))


WHY = (
    "what the deal decides cannot be told from play: that takes several games on one deal, as `analyser run` plays "
    "them, and line-ups that come again on other deals"
)


def _rows(run: RunFrames) -> pl.DataFrame:
    """Rows of whole deals, as many as settle it; the line-up is who sits at the table with what, in whatever order."""
    rows = free_rows(run)
    sizes = rows.group_by(DEAL).len().sort(DEAL).collect()
    last = sizes.filter(pl.col("len").cum_sum() <= VARIANCE_ROWS)[DEAL].max()
    kept = rows if last is None else rows.filter(pl.col(DEAL) <= last)
    frame = kept.select("game", DEAL, *(pl.col(f).cast(pl.String) for f in FACTORS), "score", "win_share60").collect()
    seated = pl.concat_str([STRATEGY, pl.col(BOARD).fill_null("")], separator="\n")
    return frame.with_columns(
        pl.struct(DEAL, SEAT).rank("dense").alias(HAND),
        seated.sort().str.join("\t").over("game").rank("dense").alias(LINEUP),
    )


def _factors(run: RunFrames, frame: pl.DataFrame) -> list[list[str]]:
    """Factors that varied, each alone or with those the line-ups cannot tell it from."""
    varied = [f for f in FACTORS if frame[f].n_unique() > 1]
    out: list[list[str]] = []
    for factor in varied:
        group = [f for f in varied if f == factor or f in run.once(free_mix).aliasing.aliased(factor)]
        if group not in out:
            out.append(group)
    return out


def _luck(frame: pl.DataFrame) -> bool:
    """Whether the deal's part can be told from all others: enough deals with several games, most of whose line-ups were
    played on other deals too."""
    games = frame.select("game", DEAL, LINEUP).unique()
    several = games.filter(pl.len().over(DEAL) > 1)
    if several[DEAL].n_unique() < ENOUGH_DEALS:
        return False
    again = several.filter(pl.col(DEAL).n_unique().over(LINEUP) > 1)
    return 2 * again[DEAL].n_unique() >= several[DEAL].n_unique()


def section(evidence: Evidence) -> ShownSection:
    """What decides score and victory: seat, board, strategy, deal or the rest."""
    rows = evidence.rows("variance", "component", "share_of_score")
    split = not any(row["component"] == UNSPLIT for row in rows)

    def draw() -> list[Chart]:
        if not rows or not split:
            return []
        keys = []
        for row, colour in zip(rows, CATEGORIES, strict=False):
            keys.append(Key(pretty(row["component"]), OTHERS if row["component"] == "residual" else colour))
        bars = []
        for label, column in (("final score", "share_of_score"), ("winning", "share_of_win")):
            parts = tuple(max(0.0, number(row, column, 100) or 0.0) for row in rows)
            if any(parts):
                bars.append(BarRow(label, parts))
        if not bars:
            return []
        title = "What decides the game?"
        figure = stacked_bars(
            title,
            "Share of the variance that each factor explains on its own.",
            bars,
            keys,
            unit="variance explained, %",
        )
        alt = "; ".join(
            f"{row['component']} {100 * float(row['share_of_score']):.1f} % of the score's variance" for row in rows
        )
        return [chart("variance", title, alt, figure)]

    reading = _reading(evidence, [str(row["component"]) for row in rows])
    why = WHY if rows and not split else ""
    tables = ("luck_and_skill", "variance")
    return section_of("variance", "What decides games", reading, tables, evidence, draw, why=why)


def _reading(evidence: Evidence, parts: Sequence[str]) -> str:
    """What a part should be, and what it is."""
    fair = " and ".join(f"the {evidence.words.kind(word)}'s" for word in (BOARD, SEAT) if word in parts)
    said = [f"{sentence_case(fair)} part should be small"] if fair else []
    said += ["strategy is skill"] if STRATEGY in parts else []
    said.append("the deal is the luck of what a seat was dealt: what its games on one deal have in common")
    said.append("the residual is luck and play of single games")
    said.append(luck.READING[:1].lower() + luck.READING[1:])
    joint = [part for part in parts if AND in part]
    said += [f"{part} cannot be told apart in this run" for part in joint]
    return f"{sentence_case('; '.join(said))}."


PIECE = Piece(
    section,
    (Table("luck_and_skill", luck.COLUMNS, luck.table), Table("variance", COLUMNS, table, apart=True)),
)
