"""What a game says of itself: records that facts_parser reads from its plain dictionary, by their fields' types.

A text says something unless it is "" by default; a field with a default may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from reports.frame_columns import FrameColumn

__all__ = [
    "DEALT", "OTHER_CLASS", "Ability", "Auction", "Board", "BoardFacts", "BotFacts", "Card", "CardSet",
    "CounterChart", "FactsError", "GameFacts", "Line", "MapFacts", "MomentGrid", "OpeningFacts", "Places", "Power",
    "SectionWords", "Series", "Tip", "Track", "Use",
]  # fmt: skip


DEALT = "dealt"  # the key of a card's tally that counts its copies in the hand as it was dealt
OTHER_CLASS = "x"  # the letter that stands for any class but the one counted in the name of a forced opening

Tally = Annotated[str, "tally"]  # the name of a counter of the game
Letter = Annotated[str, "class"]  # of a class of moves
Positive = Annotated[int, 1]  # a whole number from 1 on; any other is from 0 on
Pair = tuple[str, str]


class FactsError(ValueError):
    """The facts of a game are wrong: one line with the game, the key and the reason."""


@dataclass(frozen=True)
class Card:
    """A card, or a kind of card of which there are several: its number in the rules, and what it is in words.

    `traits` are what it has (its aspect, its trigger, …); `tallies` are the counters that say whether it was dealt
    (`DEALT`) or used (by the use's key), where moves do not.
    """

    number: int
    label: str
    traits: Mapping[str, str] = field(default_factory=dict)
    tallies: Mapping[str, Tally] = field(default_factory=dict)


@dataclass(frozen=True)
class Use:
    """What a seat may do with a card of its choice: "played to the court".

    It is told by moves of that kind, whose field a is the card's number, of those classes ("": of any); or, with no
    kind, by the tallies of the cards.
    """

    key: str
    label: str
    kind: str = ""
    classes: str = ""


@dataclass(frozen=True)
class CardSet:
    """Cards that are compared with each other.

    `dealt` are kinds of moves: a seat that makes one was dealt the card in its field a; empty where tallies tell it, or
    where the set is not dealt to seats.
    """

    key: str
    noun: Pair
    cards: tuple[Card, ...]
    traits: Mapping[str, str] = field(default_factory=dict)  # labels, by key
    dealt: tuple[str, ...] = ()
    uses: tuple[Use, ...] = ()
    held_note: str = ""  # what a seat that begins with a card has in its place

    @property
    def can_be_held(self) -> bool:
        """Whether a deal can be edited so that a seat begins the game with one of these cards."""
        return bool(self.held_note)

    @property
    def is_dealt(self) -> bool:
        """Whether chance deals these cards to seats, and the records tell to whom."""
        return bool(self.dealt) or any(DEALT in card.tallies for card in self.cards)

    def plan(self, card: Card) -> str:
        """The name under which frames hold that a seat began with the card."""
        return f"{self.key} {card.number}"


@dataclass(frozen=True)
class Ability:
    """An ability of a board: the tally of its uses, the unit of what it brings ("": nothing) and the tally of that."""

    name: str
    uses: Tally
    brings: str = ""
    gains: Tally = ""


@dataclass(frozen=True)
class Track:
    """A track on a board: its length, and the tally that says how far it was used at the end."""

    name: str
    slots: Positive
    tally: Tally


@dataclass(frozen=True)
class Board:
    """A board: its side (all of side A are taken for one and the same), and what nothing but this board needs."""

    name: str
    side: Literal["A", "B"]
    label: str
    abilities: tuple[Ability, ...] = ()
    tracks: tuple[Track, ...] = ()
    provenance: Mapping[str, int] = field(default_factory=dict)  # data by status


@dataclass(frozen=True)
class SectionWords:
    """Words of a section: on abilities where they are not used but held, or on tracks."""

    heading: str
    title: str
    subtitle: str
    reading: str
    unit: str


@dataclass(frozen=True)
class Series:
    """One game on each board, won by the best sum of a tally."""

    tally: Tally
    best: Literal["lowest", "highest"]

    @property
    def lowest(self) -> bool:
        """Whether the lowest sum is the best."""
        return self.best == "lowest"


@dataclass(frozen=True)
class Auction:
    """A variant in which players bid points for the choice of a board: the switch and its value, the scoring category
    that holds what is left of the purse, the least bid."""

    option: str
    value: str
    left: str
    purse: Positive
    min_bid: int


@dataclass(frozen=True)
class BoardFacts:
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
    fields: Mapping[str, str] = field(default_factory=dict)  # data that are lists: words for the value at place {n}

    @property
    def question(self) -> str:
        """What a page on boards asks."""
        return self.page_question or f"are the {self.nouns[1]} balanced?"


@dataclass(frozen=True)
class Tip:
    """The rulebook's tip on the opening: numbers of turns of the class counted, in its words."""

    levels: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class OpeningFacts:
    """How openings are compared: by the number of turns of one class, or by the class of the first turn."""

    by: Literal["number", "first"]
    letter: Letter = ""  # the class counted; "": openings are compared by their first turn
    ordered: bool = False  # whether the groups have an order
    turn: Pair = ("turn", "turns")  # what a turn is called: one and several
    name: str = ""  # the turns that make an opening: "first round"
    tip: Tip | None = None
    confounded_by: str = "what they held"  # what a chosen opening depends on


@dataclass(frozen=True)
class CounterChart:
    """A chart of counters of winners and of all others; `tallies` are drawn under their labels."""

    key: str
    title: str
    tallies: Mapping[Tally, str]
    subtitle: str = ""
    reading: str = ""
    unit: str = ""
    by_round: bool = False  # one counter after round 1, 2, …: lines over the rounds, not bars


@dataclass(frozen=True)
class MomentGrid:
    """Things that happen to a seat at most once, where they lie on the table: rows of tallies under their labels, each
    the number of the round in which it happened (0: it did not)."""

    key: str
    title: str
    rows: tuple[Mapping[Tally, str], ...]
    subtitle: str = ""
    reading: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the scorepad: the sum of one or several scoring categories."""

    name: str  # that of its category where it has one alone
    label: str  # as the scorepad has it
    sources: tuple[str, ...]


@dataclass(frozen=True)
class BotFacts:
    """Who the bots are, and the switch that says which of several sits at the table ("": there is one alone)."""

    name: str
    option: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)  # what the bot is called, by the switch's value


@dataclass(frozen=True)
class MapFacts:
    """A board as a grid: rows of symbols, and of each symbol its word and colour (#rrggbb)."""

    rows: tuple[str, ...]
    legend: Mapping[str, Pair]


@dataclass(frozen=True)
class Places:
    """Where on a map openings go: a tally holds the number of a square, row by row from 0 (-1: none)."""

    tallies: tuple[Tally, ...]
    noun: str
    boards: Mapping[str, MapFacts]


@dataclass(frozen=True)
class Power:
    """What cards, a board or tiles do that can be forbidden: its key in the game's option, its name in the rulebook's
    words, and whose it is: "cards", the label of a board."""

    key: str
    name: str
    of: str


@dataclass(frozen=True)
class GameFacts:
    """What a game says of itself, as `Game.facts()` and a run's manifest hold it (analyser/SCHEMA.md lists the keys).

    `players` are the seats that decide, `bots` those after them that do not. Mappings keep the game's own order.
    """

    name: str
    title: str
    players: Positive
    opening_turns: int
    options: Mapping[str, Any]
    provenance: Mapping[str, int]  # component data by status
    rulings: tuple[str, ...]
    classes: Mapping[str, str]  # names of the move classes by letter, in the order of their numbers from 1
    sources: Mapping[str, str]  # scoring categories and their meaning
    counters: Mapping[str, FrameColumn]  # of a seat: kind, unit and meaning
    boards: Mapping[str, Board]
    board: BoardFacts
    opening: OpeningFacts
    holdings: Mapping[Tally, str]  # tallies that are 0 or 1 at the end of a game, with their labels
    charts: tuple[CounterChart, ...]
    places: Places | None
    mapping: Mapping[str, Any] = field(repr=False, compare=False)  # as it was read
    bots: int = 0
    digest: str = ""  # of the component data; "" where the game gives none
    running: tuple[Tally, ...] = ()  # counters that are known after each round of a recorded game
    kinds: tuple[str, ...] = ()  # kinds of moves by number
    # by kind of decision, what the bits of `offered` number
    offers: Mapping[str, Literal["kind", "a", "class"]] = field(default_factory=dict)
    grids: tuple[MomentGrid, ...] = ()
    scorepad: tuple[Line, ...] = ()  # its lines in order; a category alone where the game tells none
    bot: BotFacts | None = None
    cards: tuple[CardSet, ...] = ()
    powers: tuple[Power, ...] = ()
    endings: Mapping[str, str] = field(default_factory=dict)  # what ends a game, and the condition that a seat meets

    @property
    def tallies(self) -> dict[str, str]:
        """Counters of a seat and their meaning."""
        return {name: counter.words for name, counter in self.counters.items()}

    @property
    def seats(self) -> int:
        """Seats that take part in the scoring."""
        return self.players + self.bots

    @property
    def par(self) -> float | None:
        """The win share of equals among those who decide; None with one decider: there is nobody to be equal to."""
        return 1.0 / self.players if self.players > 1 else None

    @property
    def opponent(self) -> str:
        """What the bots are called: the one of this game where there are several to choose from."""
        if self.bot is None:
            return "the bot" if self.bots == 1 else "the bots"
        return self.bot.labels.get(str(self.options.get(self.bot.option)), self.bot.name)

    @property
    def letters(self) -> tuple[str, ...]:
        """Letter of each move class by its number; class 0 is ""."""
        return "", *self.classes

    @property
    def counted_class(self) -> int:
        """Number of the move class that is counted in openings; 0: these are compared by their first turn."""
        return self.letters.index(self.opening.letter)

    @property
    def tip_levels(self) -> tuple[int, ...]:
        """Numbers of turns of the class counted that the rulebook recommends."""
        return self.opening.tip.levels if self.counted_class and self.opening.tip else ()

    @property
    def shared(self) -> bool:
        """Whether a board is the whole table's: all seats have the same one."""
        return self.board.scope == "table"

    @property
    def nouns(self) -> tuple[str, str]:
        """What the game calls a board, and several of them."""
        return self.board.nouns

    @property
    def others(self) -> str:
        """What the game calls all boards but the plain one."""
        return self.board.others or self.nouns[1]

    @property
    def plain(self) -> int:
        """Number of the board every other is compared with; of boards of which none is plain, the first."""
        return next((i for i, board in enumerate(self.boards.values()) if board.side == "A"), 0)

    @property
    def has_plain(self) -> bool:
        """Whether some board is the plain one; without, boards are compared with each other alone."""
        return any(board.side == "A" for board in self.boards.values())

    @property
    def other_boards(self) -> tuple[int, ...]:
        """Numbers of the boards that are compared: all but the plain one."""
        if self.shared:
            return tuple(i for i in range(len(self.boards)) if i != self.plain)
        return tuple(i for i, board in enumerate(self.boards.values()) if board.side == "B")

    @property
    def plain_boards(self) -> tuple[str, ...]:
        """Names of the plain boards, all taken for one and the same; where there is none, and of maps, the first."""
        names = tuple(name for name, board in self.boards.items() if board.side == "A")
        return names if names and not self.shared else (names or tuple(self.boards) or ("A",))[:1]

    @property
    def plain_name(self) -> str:
        """Name of the plain board in tables; "A" where there are several."""
        return self.plain_boards[0] if len(self.plain_boards) == 1 else "A"

    @property
    def plain_label(self) -> str:
        """The same in words."""
        return self.label(self.plain_name) if len(self.plain_boards) == 1 else "A"

    def label(self, board: object) -> str:
        """A board in words; the name of an unknown one as it stands."""
        facts = self.boards.get(str(board))
        return facts.label if facts else str(board).replace("_", " ")

    def list_label(self, board: object) -> str:
        """A board in a list: its label, without its side where no other is called so."""
        return self._short_label(board, r" \(\w\)$")

    def sentence_label(self, board: object) -> str:
        """A board in a sentence: its label up to the parenthesis, where no other is called so."""
        return self._short_label(board, r" \(.+\)$")

    def _short_label(self, board: object, end: str) -> str:
        labels = {name: re.sub(end, "", facts.label) for name, facts in self.boards.items()}
        label = labels.get(str(board), "")
        return label if list(labels.values()).count(label) == 1 else self.label(board)

    def board_rank(self, board: object) -> int:
        """Place of a board in the game's own order, for sorting; unknown ones come last."""
        names = list(self.boards)
        return names.index(str(board)) if str(board) in names else len(names)

    def header(self) -> dict[str, str | int]:
        """The single values, for the head of a report."""
        rows: dict[str, str | int] = {"name": self.name, "title": self.title, "players": self.players}
        rows |= {"bots": self.bots} if self.bots else {}
        rows |= {"opening_turns": self.opening_turns}
        return rows | ({"digest": self.digest} if self.digest else {})
