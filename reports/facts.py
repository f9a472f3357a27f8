"""What a game says of itself, decoded from the plain dictionary that it gives and checked on the way.

A text is not empty unless it is "" by default; a field with a default may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from cext.fields import Count, FieldError, Pair, Positive, Record, Text, decode
from reports.board_facts import Board, BoardFacts, Places
from reports.card_facts import CardSet
from reports.frame_columns import (
    COUNTER_KINDS,
    OTHER_CLASS,
    SOURCE_COLUMN,
    ColumnName,
    FrameColumn,
    Key,
    Tally,
    is_reserved,
)

__all__ = [
    "BotFacts", "CounterChart", "FactsError", "GameFacts", "Line", "MomentGrid", "OpeningFacts", "Power",
    "Tip", "parse_facts",
]  # fmt: skip


ClassLetter = Annotated[str, Meta(pattern=rf"^[^{OTHER_CLASS}]\Z", description=f"a letter other than {OTHER_CLASS}")]


class FactsError(ValueError):
    """The facts of a game are wrong: one line with the game, the key and the reason."""


class Tip(Record, frozen=True):
    """The rulebook's tip on the opening: numbers of turns of the class counted, in its words."""

    levels: tuple[Count, ...]
    text: Text


class OpeningFacts(Record, frozen=True):
    """How openings are compared: by the number of turns of one class, or by the class of the first turn."""

    by: Literal["number", "first"]
    letter: Annotated[str, Meta(max_length=1)] = ""  # the class counted; "": openings are compared by their first turn
    ordered: bool = False  # whether the groups have an order
    turn: Pair = ("turn", "turns")  # what a turn is called: one and several
    name: str = ""  # the turns that make an opening: "first round"
    tip: Tip | None = None
    confounded_by: Text = "what they held"  # what a chosen opening depends on


class CounterChart(Record, frozen=True):
    """A chart of counters of winners and of all others; `tallies` are drawn under their labels."""

    key: Key
    title: Text
    tallies: Mapping[Tally, Text]
    subtitle: str = ""
    reading: str = ""
    unit: str = ""
    by_round: bool = False  # one counter after round 1, 2, …: lines over the rounds, not bars


class MomentGrid(Record, frozen=True):
    """Things that happen to a seat at most once, where they lie on the table: rows of tallies under their labels, each
    the number of the round in which it happened (0: it did not)."""

    key: Key
    title: Text
    rows: tuple[Mapping[Tally, Text], ...]
    subtitle: str = ""
    reading: str = ""


class Line(Record, frozen=True):
    """A line of the scorepad: the sum of one or several scoring categories."""

    name: Text  # that of its category where it has one alone
    label: Text  # as the scorepad has it
    sources: tuple[Text, ...]


class BotFacts(Record, frozen=True):
    """Who the bots are, and the switch that says which of several sits at the table ("": there is one alone)."""

    name: Text
    option: str = ""
    labels: Mapping[str, Text] = field(default_factory=dict)  # what the bot is called, by the switch's value


class Power(Record, frozen=True):
    """What cards, a board or tiles do that can be forbidden: its key in the game's option, its name in the rulebook's
    words, and whose it is: "cards", the label of a board."""

    key: Text
    name: Text
    of: Text


class GameFacts(Record, frozen=True):
    """What a game says of itself, as `Game.facts()` and a run's manifest hold it (analyser/SCHEMA.md lists the keys).

    `players` are the seats that decide, `bots` those after them that do not. Mappings keep the game's own order.
    """

    name: Text
    title: Text
    players: Positive
    opening_turns: Count
    options: Mapping[str, Any]
    provenance: Mapping[str, Count]  # component data by status
    rulings: tuple[Text, ...]
    classes: Mapping[ClassLetter, Text]  # names of the move classes by letter, in the order of their numbers from 1
    sources: Mapping[ColumnName, str]  # scoring categories and their meaning
    counters: Mapping[ColumnName, FrameColumn]  # of a seat: kind, unit and meaning
    boards: Mapping[str, Board]
    board: BoardFacts
    opening: OpeningFacts
    holdings: Mapping[Tally, Text]  # tallies that are 0 or 1 at the end of a game, with their labels
    charts: tuple[CounterChart, ...]
    places: Places | None
    bots: Count = 0
    digest: str = ""  # of the component data; "" where the game gives none
    running: tuple[Tally, ...] = ()  # counters that are known after each round of a recorded game
    kinds: tuple[Text, ...] = ()  # kinds of moves by number
    # by kind of decision, what the bits of `offered` number
    offers: Mapping[str, Literal["kind", "a", "class"]] = field(default_factory=dict)
    grids: tuple[MomentGrid, ...] = ()
    scorepad: tuple[Line, ...] = ()  # its lines in order; a category alone where the game tells none
    bot: BotFacts | None = None
    cards: tuple[CardSet, ...] = ()
    powers: tuple[Power, ...] = ()
    endings: Mapping[str, Text] = field(default_factory=dict)  # what ends a game, and the condition that a seat meets

    def __post_init__(self) -> None:
        """Fill in what follows from the rest; ValueError for the first fact that does not fit the others."""
        for place, reason in self._problems():
            raise ValueError(f"{place}: {reason}")
        opening = self.opening
        letter = opening.letter or next(iter(self.classes), "") if opening.by == "number" else opening.letter
        turns = opening.name or f"first {self.opening_turns} turns"
        fill = msgspec.structs.force_setattr
        fill(self, "opening", msgspec.structs.replace(opening, letter=letter, name=turns))
        plain_lines = (Line(source, source.replace("_", " "), (source,)) for source in self.sources)
        fill(self, "scorepad", self.scorepad or tuple(plain_lines))

    def _problems(self) -> Iterator[tuple[str, str]]:
        """What does not fit together in the game: the key of each, and the reason."""
        yield from self._wrong_names()
        yield from self._unknown_names()
        for name in ("charts", "grids", "cards"):
            keys = [part.key for part in getattr(self, name)]
            yield from ((name, f"two have the key '{key}'") for key in set(keys) if keys.count(key) > 1)
        if any(board.tracks for board in self.boards.values()) and self.board.tracks is None:
            yield "board", "boards have tracks: say under 'tracks' what a page says of them"
        for level in self.opening.tip.levels if self.opening.tip else ():
            if level > self.opening_turns:
                yield "opening.tip.levels", f"an opening has {self.opening_turns} turns: nobody can take {level}"
        for i, line in enumerate(self.scorepad):
            if line.sources != (line.name,) and (line.name in self.sources or len(line.sources) < 2):
                reason = f"'{line.name}': a line of one category has its name, one of several another"
                yield f"scorepad[{i}].name", reason
        listed = [source for line in self.scorepad for source in line.sources]
        if listed and sorted(listed) != sorted(self.sources):
            yield "scorepad", "its lines do not hold each of the game's sources once"

    def _wrong_names(self) -> Iterator[tuple[str, str]]:
        """Sources and counters with the names of columns, and counters of an unknown kind."""
        columns = {
            "sources": [name for name in self.sources if is_reserved(name) or is_reserved(f"score_{name}")],
            "counters": [name for name in self.counters if is_reserved(name) or SOURCE_COLUMN.match(name)],
        }
        for place, names in columns.items():
            yield from ((place, f"'{name}' is a name the frames use themselves: give it another one") for name in names)
        for name, counter in self.counters.items():
            if counter.kind not in COUNTER_KINDS:
                yield f"counters.{name}", f"'{counter.kind}' is not one of {', '.join(COUNTER_KINDS)}"

    def _unknown_names(self) -> Iterator[tuple[str, str]]:
        """Counters, classes and boards that are named and are none of the game's."""
        abilities = [ability for board in self.boards.values() for ability in board.abilities]
        tallies: dict[str, Iterable[str]] = {
            "holdings": self.holdings,
            "running": self.running,
            "charts": (tally for chart in self.charts for tally in chart.tallies),
            "grids": (tally for grid in self.grids for row in grid.rows for tally in row),
            "places.tallies": self.places.tallies if self.places else (),
            "board.series.tally": (self.board.series.tally,) if self.board.series else (),
            "abilities of boards": (t for ability in abilities for t in (ability.uses, ability.gains or ability.uses)),
            "tracks of boards": (track.tally for board in self.boards.values() for track in board.tracks),
            "cards": (tally for cards in self.cards for card in cards.cards for tally in card.tallies.values()),
        }
        for place, names in tallies.items():
            yield from ((place, f"'{name}' is not among the counters of the game") for name in names
                        if name not in self.counters)  # fmt: skip
        letters = {"opening.letter": self.opening.letter}
        letters |= {f"cards[{i}].uses": "".join(u.classes for u in cards.uses) for i, cards in enumerate(self.cards)}
        for place, classes in letters.items():
            yield from ((place, f"'{x}' is the letter of no class of moves") for x in classes if x not in self.classes)
        for name in self.places.boards if self.places else ():
            if name not in self.boards:
                yield "places.boards", f"'{name}' is not among the boards of the game"

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
            return f"the game's bot{'s' * (self.bots != 1)}"
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


def parse_facts(mapping: Mapping[str, Any]) -> GameFacts:
    """The facts of a game; raises FactsError for the first thing that is wrong."""
    try:
        return decode(mapping, GameFacts)
    except FieldError as error:
        raise FactsError(f"{mapping.get('name') or 'game'}: facts: {error}") from None
