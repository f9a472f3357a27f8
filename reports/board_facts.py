"""Boards and maps as a game describes them: what they are called, what they do and how they are compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, field

from cext.fields import Count, Pair, Positive, Record, Text
from reports.frame_columns import Tally

__all__ = ["Ability", "Auction", "Board", "BoardFacts", "MapFacts", "Places", "SectionWords", "Series", "Track"]

Colour = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}\Z", description="a colour such as #30a0ff")]


class Ability(Record, frozen=True):
    """An ability of a board: the tally of its uses, the unit of what it brings ("": nothing) and the tally of that."""

    name: Text
    uses: Tally
    brings: str = ""
    gains: Tally = ""

    def __post_init__(self) -> None:
        """ValueError where nothing counts what it brings."""
        if self.brings and not self.gains:
            raise ValueError(f"gains: is missing: what counts the {self.brings}")


class Track(Record, frozen=True):
    """A track on a board: its length, and the tally that says how far it was used at the end."""

    name: Text
    slots: Positive
    tally: Tally


class Board(Record, frozen=True):
    """A board: its side (all of side A are taken for one and the same), and what nothing but this board needs."""

    side: Literal["A", "B"]
    label: Text
    abilities: tuple[Ability, ...] = ()
    tracks: tuple[Track, ...] = ()
    provenance: Mapping[str, Count] = field(default_factory=dict)  # data by status


class SectionWords(Record, frozen=True):
    """Words of a section: on abilities where they are not used but held, or on tracks."""

    heading: Text
    title: Text
    subtitle: Text
    reading: Text
    unit: Text


class Series(Record, frozen=True):
    """One game on each board, won by the best sum of a tally."""

    tally: Tally
    best: Literal["lowest", "highest"]

    @property
    def lowest(self) -> bool:
        """Whether the lowest sum is the best."""
        return self.best == "lowest"


class Auction(Record, frozen=True):
    """A variant in which players bid points for the choice of a board: the switch and its value, the scoring category
    that holds what is left of the purse, the least bid."""

    option: Text
    value: Text
    left: Text
    purse: Positive
    min_bid: Count


class BoardFacts(Record, frozen=True):
    """How boards are compared, and what the game calls them."""

    scope: Literal["seat", "table"]  # a board is a seat's, or the whole table's: all seats have the same one
    single: bool = False  # every board but side A exists once: no two seats of a game have it
    nouns: Pair = ("board", "boards")  # one and several
    page_question: str = ""  # what a page on boards asks; "": of any game
    other: str = ""  # what a seat has that is not side A; "" where the nouns say it
    note: str = ""  # what a comparison means in this game
    use: SectionWords | None = None
    tracks: SectionWords | None = None
    series: Series | None = None
    is_chosen: bool = False  # seats choose their boards, or bid for them: they are not given
    priced: bool = False  # a seat can begin with more or fewer points: what a board costs
    auction: Auction | None = None
    others: str = ""  # all boards but the baseline; "": what boards are called
    fields: Mapping[str, Text] = field(default_factory=dict)  # data that are lists: words for the value at place {n}

    @property
    def question(self) -> str:
        """What a page on boards asks."""
        return self.page_question or f"are the {self.nouns[1]} balanced?"


class MapFacts(Record, frozen=True):
    """A board as a grid: rows of symbols, and of each symbol its word and colour (#rrggbb)."""

    rows: tuple[Text, ...]
    legend: Mapping[str, tuple[Text, Colour]]

    def __post_init__(self) -> None:
        """ValueError where a symbol has no word."""
        for symbol in sorted({symbol for row in self.rows for symbol in row} - set(self.legend)):
            raise ValueError(f"rows: '{symbol}' is not in the legend")


class Places(Record, frozen=True):
    """Where on a map openings go: a tally holds the number of a square, row by row from 0 (-1: none)."""

    tallies: tuple[Tally, ...]
    noun: Text
    boards: Mapping[str, MapFacts]
