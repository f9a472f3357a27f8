"""Which abilities of the boards are used, and what they bring."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import columns as c
from reports.boards.pairs import come, seat_arm
from reports.charts import BarRow, stacked_bars
from reports.charts.sheet import Key
from reports.charts.style import MEASURE
from reports.columns import Column
from reports.facts import Ability, SectionWords
from reports.frames import RunFrames
from reports.page.words import pretty
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, number, section_of, unique
from reports.stats.cluster import Measure, grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    c.word("ability", "ability"),
    c.number("uses", "uses", 2, "a game", estimate=True),
    c.percent("never", "never used", note="fraction of seat-games without use"),
    c.word("brought", "brings", note="unit of amount"),
    c.number("amount", "brought", 2, "a game", estimate=True),
    c.N,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Uses of each ability of each board per game and seat, and what they brought, in the ability's own unit, players
    as they come."""
    arm = "mirror" if "mirror" in run.arms else seat_arm(run)
    named = [(name, ability) for name, board in run.game.boards.items() for ability in board.abilities]
    named = [(name, ability) for name, ability in named if ability.uses in run.columns]
    if run.game.shared or arm is None or not named:
        return pl.DataFrame()
    uses = list(dict.fromkeys(ability.uses for _, ability in named))
    brought = dict.fromkeys(ability.brought for _, ability in named if ability.brought in run.columns)
    measures = {f"uses_{tally}": Measure(tally) for tally in uses}
    measures |= {f"never_{tally}": Measure(f"none_{tally}", bounded=True) for tally in uses}
    measures |= {f"amount_{tally}": Measure(tally) for tally in brought}
    rows = come(run, run.rows(arm)).with_columns((pl.col(tally) == 0).alias(f"none_{tally}") for tally in uses)
    found = {str(row["board"]): row for row in grouped(rows, ["board"], measures).iter_rows(named=True)}
    out = [_row(found[board], ability) | {"board": board} for board, ability in named if board in found]
    return pl.DataFrame(out, infer_schema_length=None)


def _row(found: dict[str, Any], ability: Ability) -> dict[str, Any]:
    """What was measured of one ability on one board."""
    row = {"ability": ability.name, "brought": ability.brings, "n": found["n"], "never": found[f"never_{ability.uses}"]}
    for name, tally in (("uses", ability.uses), ("amount", ability.brought)):
        row |= {f"{name}{end}": found.get(f"{name}_{tally}{end}") for end in ("", "_low", "_high")}
    return row


def section(evidence: Evidence) -> ShownSection | None:
    """How often each board ability is used and what it brings; nothing where boards have none."""
    words = evidence.words
    if evidence.game.shared or not any(board.abilities for board in evidence.game.boards.values()):
        return None
    rows, said = evidence.rows("usage", "board", "ability", "uses"), evidence.game.board.use or _used(words.nouns[1])

    def draw() -> list[Chart]:
        if not rows:
            return []
        boards = unique(row["board"] for row in rows)
        single = len(boards) == len(rows)
        bars: list[BarRow] = []
        for board in boards:
            own = [row for row in rows if row["board"] == board]
            before = f"{words.board(board)}: " if single else ""
            bars += [] if single else [BarRow(words.board(board), ())]
            bars += [BarRow(before + pretty(row["ability"]), (float(row["uses"]),), _tail(row)) for row in own]
        figure = stacked_bars(said.title, said.subtitle, bars, [Key(said.unit, MEASURE)], unit=said.unit, digits=2)
        alt = "; ".join(f"{row['ability']} {row['uses']:.2f}" for row in rows)
        return [chart("usage", said.title, alt, figure)]

    return section_of("usage", said.heading, said.reading, ("usage",), evidence, draw)


def _used(boards: str) -> SectionWords:
    """The words where abilities are used, as a game says nothing else."""
    return SectionWords(
        heading=f"Abilities of the {boards}",
        title=f"Which abilities of the {boards} are used, and what do they bring?",
        subtitle="Mean uses by the owner in one game; at the right: games without any use, and what it brought.",
        reading="A short bar with a high share of games without use marks an ability that the plans played here leave "
        "lying.",
        unit="uses a game",
    )


def _tail(row: dict[str, object]) -> str:
    """What stands behind an ability's bar."""
    never, amount, brought = number(row, "never", 100), number(row, "amount"), row.get("brought")
    parts = [f"never {never:.0f} %"] if never is not None else []
    if amount is not None and brought:
        parts.append(f"{amount:.1f} {pretty(brought)}")
    return "  ·  ".join(parts)


PIECE = Piece(section, (Table("usage", COLUMNS, table),))
