"""Columns of a run's frames: of each name the kind of its values, their unit and what it is, in words.

One name means one thing in all frames, so one table holds them all; scoring categories and counters come from the
game (`GameFacts`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from cext.fields import Record
from cext.kernel.decision_columns import DECISION_COLUMNS

__all__ = [
    "BOARD",
    "COLUMNS",
    "COLUMN_KINDS",
    "COUNTER_KINDS",
    "FORCED_ARMS",
    "OTHER_CLASS",
    "RESERVED",
    "SEAT",
    "SOURCE_COLUMN",
    "STRATEGY",
    "UNRESTRICTED",
    "ColumnName",
    "FrameColumn",
    "Key",
    "Tally",
    "is_reserved",
]  # fmt: skip

ColumnName = Annotated[str, Meta(pattern=r"^\w+\Z", description="made of letters, digits and _")]
# Stands in names of columns and files.
Key = Annotated[str, Meta(pattern=r"^[^\W\d]\w*\Z", description="made of letters, digits and _, no digit first")]
Tally = str  # the name of a counter of the game

STRATEGY, BOARD, SEAT = "strategy", "board", "seat"  # columns that a design assigns
OTHER_CLASS = "x"  # the letter that stands for any class but the one counted in the name of a forced opening
UNRESTRICTED = "unrestricted"  # the forced opening of a seat to which nothing is forbidden, where something could be
FORCED_ARMS = ("forced", "tuned", "forbidden")  # in which a seat is told how to open, or what to do without

# What the values of a column are.
COLUMN_KINDS: Mapping[str, str] = {
    "count": "how often something happened, or how many there were, over the game",
    "state": "how much there was at the end of the game, or at the moment that is named",
    "flag": "1: yes, 0: no",
    "round": "number of a round, from 1; 0: never",
    "square": "number of a place on the map or board, from 0; -1: none",
    "points": "victory points",
    "share": "a part of one",
    "number": "numbers things or puts them in order; a mean says little",
    "name": "text: a factor, not a measure",
    "value": "what a strategy thinks a move is worth, in its own unit",
}
# Those that a game may declare for its counters.
COUNTER_KINDS = ("count", "state", "flag", "round", "square", "points")


class FrameColumn(Record, frozen=True):
    """What a column is: kind of its values (of COLUMN_KINDS), unit ("": none), words."""

    kind: str
    unit: str
    words: str


# Those of decisions from the list that the kernel's recorder is made of, too.
COLUMNS: Mapping[str, FrameColumn] = {
    column.name: FrameColumn(column.kind, column.unit, column.words) for column in DECISION_COLUMNS
} | {
    name: FrameColumn(*facts)
    for name, facts in {
        "scenario": ("name", "", "scenario of the run"),
        "deal": ("number", "", "number of the deal, from 0: games of one deal share every random input"),
        "lineup": ("number", "", "number of the line-up in the scenario's design, from 0"),
        "arm": ("name", "", "part of the design the game belongs to"),
        "players": ("count", "seats", "seats that decide"),
        "redraw": ("number", "", "the seat for whose view the deal was played again; 0: as dealt"),
        "n_decisions": ("count", "decisions", "decisions with more than one legal move, of all seats"),
        "n_legal_moves": ("count", "moves", "legal moves offered in those decisions"),
        "n_forced": ("count", "decisions", "decisions with one legal move"),
        "rounds": ("count", "rounds", "rounds played, one that the end of the game cut short among them"),
        "lead_changes": ("count", "times", "times the leading seat changed at the end of a turn"),
        "winners": ("count", "seats", "joint winners after tie-breaks"),
        "winning_margin": ("points", "points", "best score less the second best"),
        "strategy": ("name", "", "who plays the seat; null: a bot"),
        "board": ("name", "", "what the seat plays with"),
        "forced_opening": ("name", "", "the opening the seat was told to play, or what it did without; null: free"),
        "score": ("points", "points", "final points"),
        "rank": ("number", "", "place after tie-breaks, from 1"),
        "tie_break": ("number", "", "place by the game's tie-breaks alone, from 1"),
        "win_share60": ("share", "60ths", "share of the win, in 60ths: 60 / winners, else 0"),
        "start_points": ("points", "points", "points the seat began with beyond the rules"),
        "opening": ("name", "", "letters of the seat's first turns"),
        "forced": ("flag", "", "whether only one move was legal"),
    }.items()
}  # fmt: skip

# Columns of the frames and of the steps from them to the tables: no source and no tally may be called so.
RESERVED = frozenset(COLUMNS) | {"n", "deals", "games", "source", "group", "loose", "held", "won", "side"}
RESERVED_ENDS = ("_low", "_high", "_se", "_deff")  # ends of the columns beside an estimate
SOURCE_COLUMN = re.compile(r"score_(?!after_round_\d+$)")  # but for the running scores


def is_reserved(name: str) -> bool:
    """Whether the frames use the name themselves."""
    return name in RESERVED or name.endswith(RESERVED_ENDS)
