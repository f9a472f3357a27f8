"""How the abilities of boards are used, before and after."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Evidence, Piece, ShownSection, Table
from reports.sentences import sentence_case
from reports.whatif.drawing import CHANGE
from reports.whatif.sides import KINDS, common_columns
from reports.whatif.uses import NUMBERS, compare_uses

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (c.BOARD, c.word("ability", "ability"), CHANGE, *NUMBERS)


def table(run: RunFrames) -> pl.DataFrame:
    """Uses of each ability of each board by a seat that has it."""
    abilities = [(name, ability) for name, board in run.game.boards.items() for ability in board.abilities]
    abilities = [(name, ability) for name, ability in abilities if ability.uses in common_columns(run)]
    if not abilities or run.game.shared or not run.changes or not run.games_played:
        return pl.DataFrame()
    counters = list(dict.fromkeys(ability.uses for _, ability in abilities))
    rows = compare_uses(run, counters, KINDS[0].where(run), "board")
    ability_rows = [{"board": name, "ability": ability.name, "counter": ability.uses} for name, ability in abilities]
    return pl.DataFrame(ability_rows).join(rows, on=["board", "counter"], maintain_order="left_right")


def section(evidence: Evidence) -> ShownSection | None:
    """The table alone; nothing where boards have no abilities."""
    if not evidence.rows("powers", "board"):
        return None
    heading = f"Abilities of the {evidence.words.nouns[1]}"
    return ShownSection("powers", sentence_case(heading), "Mean uses by the owner in one game.", tables=("powers",))


PIECE = Piece(section, (Table("powers", COLUMNS, table),))
